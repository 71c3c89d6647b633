import Inputs

/// The elements of a list cell. Those of `a|b|c` are trimmed, and empty ones are left out. Those of a JSON list,
/// `["a","b"]`, are unchanged.
struct ListElements {
    let field: Field
    let separator: [UInt8]

    /// Passes each element to `body`, in order.
    ///
    /// - Throws: ``ConversionFailure`` for JSON that is not a list of single values; the errors of `body`.
    @inline(__always)
    func forEach(_ body: (Field) throws -> Void) throws {
        guard case .text(let bytes) = field else {
            if !field.isEmpty { try body(field) }
            return
        }
        if let first = bytes.first, first == UInt8(ascii: "[") || first <= 0x20,
            let list = try JSONValue.writtenList(bytes)
        {
            return try Self.forEach(of: list, body)
        }
        var start = 0
        while start <= bytes.count {
            let end = Self.next(separator, in: bytes, from: start) ?? bytes.count
            let element = Self.trimmed(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
            if !element.isEmpty { try body(.text(element)) }
            start = end + separator.count
        }
    }

    private static func forEach(
        of list: [JSONValue], _ body: (Field) throws -> Void
    ) throws {
        for element in list {
            guard let text = element.cellText else {
                throw ConversionFailure(.document(.notAList))
            }
            if !text.isEmpty { try text.withUTF8Bytes { try body(.text($0)) } }
        }
    }

    private static func next(
        _ separator: [UInt8], in bytes: UnsafeRawBufferPointer, from start: Int
    ) -> Int? {
        guard let first = separator.first, bytes.count >= separator.count else { return nil }
        var index = start
        while index <= bytes.count - separator.count {
            if bytes[index] == first,
                bytes[index..<(index + separator.count)].elementsEqual(separator)
            {
                return index
            }
            index += 1
        }
        return nil
    }

    private static func trimmed(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
        var (start, end) = (0, bytes.count)
        while start < end, isBlank(bytes[start]) { start += 1 }
        while end > start, isBlank(bytes[end - 1]) { end -= 1 }
        return UnsafeRawBufferPointer(rebasing: bytes[start..<end])
    }
}
