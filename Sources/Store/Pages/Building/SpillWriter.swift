/// Appends a run to a ``SpillFile``: bytes, and numbers in as few bytes as possible.
struct SpillWriter: ~Copyable {
    /// The longest number in bytes, with seven bits in each byte.
    static let longestNumber = 10

    private let file: SpillFile
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    private var used = 0

    init(_ file: SpillFile) { self.file = file }

    deinit { buffer.deallocate() }

    /// Appends a number. Small numbers take fewer bytes.
    ///
    /// - Throws: ``FileError``.
    @inline(__always)
    mutating func append(_ number: UInt64) throws {
        if buffer.count - used < Self.longestNumber { try flush() }
        var rest = number
        while rest >= 0x80 {
            buffer[used] = UInt8(truncatingIfNeeded: rest) | 0x80
            used += 1
            rest >>= 7
        }
        buffer[used] = UInt8(truncatingIfNeeded: rest)
        used += 1
    }

    /// Appends bytes.
    ///
    /// - Throws: ``FileError``.
    mutating func append(_ bytes: UnsafeRawBufferPointer) throws {
        if buffer.count - used < bytes.count { try flush() }
        guard buffer.count >= bytes.count else { return try file.append(bytes) }
        buffer[used..<(used + bytes.count)].copyBytes(from: bytes)
        used += bytes.count
    }

    /// Writes the remaining bytes.
    ///
    /// - Throws: ``FileError``.
    consuming func finish() throws { try flush() }

    private mutating func flush() throws {
        try file.append(UnsafeRawBufferPointer(rebasing: buffer[..<used]))
        used = 0
    }
}
