import Files

/// Goes over bytes of XML that a program wrote without any of its rarer forms: no references, no comments,
/// no carriage returns, no prefixes. Everything else it takes for nothing.
struct UsualXML {
    private let bytes: UnsafeRawBufferPointer
    private(set) var index = 0

    @inline(__always)
    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    @inline(__always)
    var next: UInt8 { index < bytes.count ? bytes[index] : 0 }

    @inline(__always)
    mutating func skip(_ count: Int = 1) { index = min(index + count, bytes.count) }

    /// Goes over a word that is there.
    @inline(__always)
    mutating func take(_ word: StaticString) -> Bool {
        let count = word.utf8CodeUnitCount
        guard index + count <= bytes.count, let start = bytes.baseAddress,
            memcmp(start + index, word.utf8Start, count) == 0
        else { return false }
        index += count
        return true
    }

    @inline(__always)
    mutating func skipSpace() {
        while next == 0x20 || next == 0x0A { index += 1 }
    }

    /// Characters up to a tag; nil where there is no tag, or where they need more than copying.
    @inline(__always)
    mutating func text() -> UnsafeRawBufferPointer? {
        let start = index
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "<") {
                return UnsafeRawBufferPointer(rebasing: bytes[start..<index])
            }
            if byte == UInt8(ascii: "&") || byte < 0x20 && byte != 0x0A && byte != 0x09 { return nil }
            index += 1
        }
        return nil
    }

    /// The name of an attribute, behind space.
    @inline(__always)
    mutating func name() -> UnsafeRawBufferPointer {
        let start = index
        while index < bytes.count, bytes[index] != UInt8(ascii: "="), bytes[index] > 0x20,
            bytes[index] != UInt8(ascii: ">"), bytes[index] != UInt8(ascii: "/")
        { index += 1 }
        return UnsafeRawBufferPointer(rebasing: bytes[start..<index])
    }

    /// The value of an attribute behind its name, `="value"`; nil where it needs more than copying.
    @inline(__always)
    mutating func value() -> UnsafeRawBufferPointer? {
        guard take("=\"") else { return nil }
        let start = index
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\"") {
                index += 1
                return UnsafeRawBufferPointer(rebasing: bytes[start..<index - 1])
            }
            if byte == UInt8(ascii: "&") || byte == UInt8(ascii: "<") || byte < 0x20 { return nil }
            index += 1
        }
        return nil
    }
}
