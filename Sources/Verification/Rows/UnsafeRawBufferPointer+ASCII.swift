extension UnsafeRawBufferPointer {
    /// Whether all bytes are ASCII, looked at eight at a time.
    var areASCII: Bool {
        var offset = 0
        var high: UInt64 = 0
        while offset + 8 <= count {
            high |= loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            offset += 8
        }
        while offset < count {
            high |= UInt64(self[offset])
            offset += 1
        }
        return high & 0x8080_8080_8080_8080 == 0
    }
}
