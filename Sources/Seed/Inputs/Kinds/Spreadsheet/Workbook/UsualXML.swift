import Files

/// A scanner for XML without rarer features: references, comments, carriage returns and prefixes. Its methods fail
/// for everything else.
struct UsualXML {
    private let bytes: UnsafeRawBufferPointer
    private(set) var index = 0

    @inline(__always)
    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    @inline(__always)
    var next: UInt8 { index < bytes.count ? bytes[index] : 0 }

    @inline(__always)
    mutating func skip(_ count: Int = 1) { index = min(index + count, bytes.count) }

    /// Advances past a given word, and returns whether it was found.
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

    /// Returns the characters up to a tag, or nil if there is no tag, or if they need more than copying.
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

    /// Returns the name of an attribute after a space.
    @inline(__always)
    mutating func name() -> UnsafeRawBufferPointer {
        let start = index
        while index < bytes.count, bytes[index] != UInt8(ascii: "="), bytes[index] > 0x20,
            bytes[index] != UInt8(ascii: ">"), bytes[index] != UInt8(ascii: "/")
        { index += 1 }
        return UnsafeRawBufferPointer(rebasing: bytes[start..<index])
    }

    /// Returns the value of an attribute after its name, `="value"`, or nil if it needs more than copying.
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
