/// Tests bytes for being plain, eight at a time.
package enum ASCIIBytes {
    /// Returns whether all bytes are printable ASCII or spaces, and none is one of four.
    @inlinable @inline(__always)
    package static func isPlain(
        _ bytes: UnsafeRawBufferPointer, without one: UInt8, _ two: UInt8, _ three: UInt8, _ four: UInt8
    ) -> Bool {
        let count = bytes.count
        guard count >= 8 else {
            for byte in bytes
            where byte &- 0x20 >= 0x5F || byte == one || byte == two || byte == three || byte == four {
                return false
            }
            return true
        }
        var odd: UInt64 = 0
        var index = 0
        while index + 8 <= count {
            odd |= self.odd(
                bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self), one, two, three, four)
            index += 8
        }
        if index < count {
            // The last eight bytes, which may overlap the ones before.
            odd |= self.odd(
                bytes.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self), one, two, three, four)
        }
        return odd == 0
    }

    /// Returns a value that is not 0 if one of eight bytes is not plain.
    @inlinable @inline(__always)
    static func odd(
        _ word: UInt64, _ one: UInt8, _ two: UInt8, _ three: UInt8, _ four: UInt8
    ) -> UInt64 {
        // Marks bytes from 0x80 on and below 0x20.
        let controls = word | ((word &- ones &* 0x20) & ~word)
        return
            (controls | zeros(word ^ ones &* 0x7F) | zeros(word ^ (ones &* UInt64(one)))
            | zeros(word ^ (ones &* UInt64(two))) | zeros(word ^ (ones &* UInt64(three)))
            | zeros(word ^ (ones &* UInt64(four)))) & highs
    }

    /// Returns the high bit of each byte that is 0, and possibly of bytes above it.
    @inlinable @inline(__always)
    static func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word }

    @inlinable static var ones: UInt64 { 0x0101_0101_0101_0101 }
    @inlinable static var highs: UInt64 { 0x8080_8080_8080_8080 }
}
