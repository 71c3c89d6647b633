import Files
import XML

/// The tags of an XML record, without the texts and attribute values between them.
///
/// Records with the same tags have the same columns, so that a pass which only collects columns can skip them.
struct RecordShape {
    /// The gap after a part of the tags.
    private enum Gap {
        /// The value of an attribute, up to this quote.
        case value(quote: UInt8)
        /// The text of an element without attributes and child elements, which is a column even if it is empty.
        case leaf
        /// Any other text. It is a column unless it is white space.
        case text(isSpace: Bool)
        case end
    }

    private var tags: [UInt8] = []
    /// The end of each part in `tags`, and the gap after it.
    private var parts: [(end: Int, gap: Gap)] = []

    /// The longest record in bytes that is compared.
    private static let longest = 64 * 1024

    /// Finds the tags of the record at the beginning of some bytes.
    ///
    /// Returns nil if the bytes do not contain the whole record, or if it needs more than copying: references,
    /// comments, CDATA sections. The bytes need not be well-formed, but the shape must only be used if they are.
    init?(of bytes: UnsafeRawBufferPointer) {
        let bytes = UnsafeRawBufferPointer(rebasing: bytes.prefix(Self.longest))
        var (index, start, depth) = (0, 0, 0)
        while index + 1 < bytes.count, bytes[index] == UInt8(ascii: "<") {
            let mark = bytes[index + 1]
            let isEndTag = mark == UInt8(ascii: "/")
            guard mark != UInt8(ascii: "!"), mark != UInt8(ascii: "?"), !isEndTag || depth > 0 else {
                return nil
            }
            var hasAttributes = false
            while index < bytes.count, bytes[index] != UInt8(ascii: ">") {
                let byte = bytes[index]
                index += 1
                guard byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") else { continue }
                add(bytes[start..<index], before: .value(quote: byte))
                guard let value = Self.run(in: bytes, from: index, to: byte) else { return nil }
                (index, start, hasAttributes) = (value.end + 1, value.end, true)
            }
            guard index < bytes.count else { return nil }
            let isEmpty = bytes[index - 1] == UInt8(ascii: "/")
            index += 1
            if !isEmpty { depth += isEndTag ? -1 : 1 }
            guard depth > 0 else {
                add(bytes[start..<index], before: .end)
                return
            }
            guard let text = Self.run(in: bytes, from: index, to: UInt8(ascii: "<")),
                text.end + 1 < bytes.count
            else { return nil }
            let isBare = !isEndTag && !isEmpty && !hasAttributes
            let isLeaf = depth > 1 && isBare && bytes[text.end + 1] == UInt8(ascii: "/")
            add(bytes[start..<index], before: isLeaf ? .leaf : .text(isSpace: text.isSpace))
            (index, start) = (text.end, text.end)
        }
        return nil
    }

    private mutating func add(_ part: Slice<UnsafeRawBufferPointer>, before gap: Gap) {
        tags += part
        parts.append((tags.count, gap))
    }

    /// Returns the length of the record at the beginning of some bytes, or nil if it has other tags or needs more
    /// than copying.
    func length(in bytes: UnsafeRawBufferPointer) -> Int? {
        let bytes = UnsafeRawBufferPointer(rebasing: bytes.prefix(Self.longest))
        return tags.withUnsafeBytes { tags in
            guard let tag = tags.baseAddress, let start = bytes.baseAddress else { return nil }
            var (index, taken) = (0, 0)
            for part in parts {
                let count = part.end - taken
                guard index + count <= bytes.count, memcmp(start + index, tag + taken, count) == 0 else {
                    return nil
                }
                (index, taken) = (index + count, part.end)
                var stop = UInt8(ascii: "<")
                switch part.gap {
                case .end: return index
                case .value(let quote): stop = quote
                case .leaf, .text: break
                }
                guard let run = Self.run(in: bytes, from: index, to: stop) else { return nil }
                if case .text(let isSpace) = part.gap, isSpace != run.isSpace { return nil }
                index = run.end
            }
            return nil
        }
    }

    /// Returns the place of the next stop, and whether only white space is before it. Returns nil if there is none,
    /// or if the characters before it need more than copying.
    @inline(__always)
    private static func run(
        in bytes: UnsafeRawBufferPointer, from start: Int, to stop: UInt8
    ) -> (end: Int, isSpace: Bool)? {
        var index = start
        var isSpace = true
        while index < bytes.count {
            let byte = bytes[index]
            if byte == stop { return (index, isSpace) }
            if byte <= 0x20 {
                guard XMLReader.isSpace(byte) else { return nil }
            } else {
                isSpace = false
                // 0xEF begins two characters that are not allowed, and `]` may begin `]]>`.
                guard byte != UInt8(ascii: "&"), byte != UInt8(ascii: "<"), byte != UInt8(ascii: "]"),
                    byte != 0xEF
                else { return nil }
            }
            index += 1
        }
        return nil
    }
}
