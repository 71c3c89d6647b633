import Files

/// Reads a range of a ``SpillFile`` from beginning to end.
final class SpillReader {
    private let file: SpillFile
    private var offset: Int
    private let end: Int
    private let buffer: UnsafeMutableRawBufferPointer
    private var start = 0
    private var filled = 0

    /// Returns the number of bytes to read at a time from each of several runs, a few megabytes in total.
    ///
    /// - Parameter longest: the length of the longest item.
    static func bufferSize(ofRuns runs: Int, longest: Int) -> Int {
        max(longest, min(1 << 16, max(1 << 13, (1 << 22) / max(runs, 1))))
    }

    /// - Parameter bufferSize: the number of bytes to read at a time, at least the length of the longest item.
    init(_ file: SpillFile, _ range: Range<Int>, bufferSize: Int) {
        self.file = file
        offset = range.lowerBound
        end = range.upperBound
        buffer = .allocate(byteCount: bufferSize, alignment: 16)
    }

    deinit { buffer.deallocate() }

    /// Returns the next bytes, valid until the next call, or nil if there are fewer.
    ///
    /// - Throws: ``FileError``.
    @inline(__always)
    func next(_ count: Int) throws -> UnsafeRawBufferPointer? {
        if filled - start < count { try refill() }
        guard filled - start >= count else { return nil }
        defer { start += count }
        return UnsafeRawBufferPointer(rebasing: buffer[start..<(start + count)])
    }

    /// Returns the next number, as written by ``SpillWriter/append(_:)``, or nil at the end.
    ///
    /// - Throws: ``FileError``.
    @inline(__always)
    func number() throws -> UInt64? {
        if filled - start < SpillWriter.longestNumber, offset < end { try refill() }
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while start < filled {
            let byte = buffer[start]
            start += 1
            value |= UInt64(byte & 0x7F) << shift
            guard byte >= 0x80 else { return value }
            shift += 7
        }
        return nil
    }

    /// The error for an incomplete entry. An index without the entry would be wrong.
    var endedEarly: FileError {
        FileError(path: file.path, action: .read, reason: "a file of sorted entries ends too early")
    }

    private func refill() throws {
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[start..<filled]))
        filled -= start
        start = 0
        let room = min(buffer.count - filled, end - offset)
        let count = try file.read(
            into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled..<(filled + room)]),
            at: offset)
        filled += count
        offset += count
    }
}
