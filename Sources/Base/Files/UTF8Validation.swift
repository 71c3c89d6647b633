/// Validates UTF-8 bytes without creating a `String`.
package enum UTF8Validation {
    /// Returns the offset of the first byte that is not well-formed UTF-8, or nil if all bytes are valid.
    ///
    /// See Unicode 15, table 3-7: no overlong forms, no surrogates, nothing above U+10FFFF.
    @inline(__always)
    package static func firstInvalidOffset(in bytes: UnsafeRawBufferPointer) -> Int? {
        var index = 0
        let count = bytes.count
        while index < count {
            while index + 8 <= count {
                let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                if word & 0x8080_8080_8080_8080 != 0 { break }
                index += 8
            }
            while index < count, bytes[index] < 0x80 { index += 1 }
            while index < count, bytes[index] >= 0x80 {
                guard let length = sequenceLength(in: bytes, at: index) else { return index }
                index += length
            }
        }
        return nil
    }

    /// Returns the length of the well-formed multi-byte sequence at an offset, or nil if there is none.
    private static func sequenceLength(in bytes: UnsafeRawBufferPointer, at index: Int) -> Int? {
        func continues(_ offset: Int, _ low: UInt8 = 0x80, _ high: UInt8 = 0xBF) -> Bool {
            guard index + offset < bytes.count else { return false }
            let byte = bytes[index + offset]
            return byte >= low && byte <= high
        }
        switch bytes[index] {
        case 0xC2...0xDF: return continues(1) ? 2 : nil
        case 0xE0: return continues(1, 0xA0) && continues(2) ? 3 : nil
        case 0xED: return continues(1, 0x80, 0x9F) && continues(2) ? 3 : nil
        case 0xE1...0xEF: return continues(1) && continues(2) ? 3 : nil
        case 0xF0: return continues(1, 0x90) && continues(2) && continues(3) ? 4 : nil
        case 0xF1...0xF3: return continues(1) && continues(2) && continues(3) ? 4 : nil
        case 0xF4: return continues(1, 0x80, 0x8F) && continues(2) && continues(3) ? 4 : nil
        default: return nil
        }
    }

    /// Returns the number of bytes at the end, from 0 to 3, that begin an incomplete sequence.
    package static func incompleteTail(of bytes: UnsafeRawBufferPointer) -> Int {
        for length in 1...3 where length <= bytes.count {
            let byte = bytes[bytes.count - length]
            if byte < 0x80 { return 0 }
            guard byte >= 0xC0 else { continue }
            let needed = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
            return length < needed ? length : 0
        }
        return 0
    }
}
