import Files

/// A growing buffer that is kept in memory up to a bound, and then in an unnamed private file from which it is read
/// in blocks.
final class SpillingBuffer {
    private let bound: Int
    private var memory: [UInt8] = []
    private var descriptor: Int32 = -1
    private var written = 0
    private let path: String

    /// Blocks that were read, each in the slot for its number.
    private var blocks: [Block] = []

    private struct Block {
        var number = -1
        var bytes: [UInt8] = []
    }

    private static let blockSize = 16 * 1024
    private static let blockCount = 256

    /// - Parameters:
    ///   - bound: the number of bytes that are kept in memory.
    ///   - path: the path for messages.
    init(bound: Int, path: String) {
        self.bound = bound
        self.path = path
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// The number of bytes.
    var count: Int { written + memory.count }

    /// Whether some bytes are in a file.
    var hasSpilled: Bool { descriptor >= 0 }

    /// Appends bytes.
    ///
    /// - Throws: ``SeedIssue``.
    func append(_ bytes: some Collection<UInt8>) throws {
        memory.append(contentsOf: bytes)
        if memory.count > bound { try spill() }
    }

    /// Ends the appending.
    ///
    /// - Throws: ``SeedIssue``.
    func finish() throws {
        guard descriptor >= 0 else { return }
        try spill()
        memory = []
    }

    private func spill() throws {
        if descriptor < 0 {
            let folder = TemporaryFolder.parent
            var name = Array((folder + "/zseed-texts-XXXXXX").utf8CString)
            descriptor = System.retrying { mkstemp(&name) }
            guard descriptor >= 0 else {
                throw failure("cannot be kept in \(folder) (TMPDIR): \(System.words())")
            }
            unlink(name)
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
        let code = memory.withUnsafeBytes { System.writeAll($0, to: descriptor, at: written) }
        guard code == 0 else { throw failure(System.words(code)) }
        written += memory.count
        memory.removeAll(keepingCapacity: true)
    }

    /// Passes existing bytes to `body`.
    ///
    /// - Throws: ``SeedIssue``, or the error that `body` throws.
    @inline(__always)
    func withBytes<Result>(
        _ range: Range<Int>, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) throws -> Result {
        if descriptor < 0 {
            return try memory.withUnsafeBytes {
                try body(UnsafeRawBufferPointer(rebasing: $0[range]))
            }
        }
        return try withSpilled(range, body)
    }

    @inline(never)
    private func withSpilled<Result>(
        _ range: Range<Int>, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) throws -> Result {
        let number = range.lowerBound / Self.blockSize
        let start = number * Self.blockSize
        guard range.upperBound <= start + Self.blockSize else {
            // The bytes span several blocks.
            var bytes = [UInt8](repeating: 0, count: range.count)
            try read(into: &bytes, at: range.lowerBound)
            return try bytes.withUnsafeBytes(body)
        }
        if blocks.isEmpty { blocks = .init(repeating: Block(), count: Self.blockCount) }
        let slot = number % Self.blockCount
        if blocks[slot].number != number {
            var bytes = blocks[slot].bytes
            blocks[slot] = Block()
            let count = min(Self.blockSize, written - start)
            if bytes.count != count { bytes = [UInt8](repeating: 0, count: count) }
            try read(into: &bytes, at: start)
            blocks[slot] = Block(number: number, bytes: bytes)
        }
        return try blocks[slot].bytes.withUnsafeBytes {
            try body(
                UnsafeRawBufferPointer(rebasing: $0[range.lowerBound - start..<range.upperBound - start]))
        }
    }

    private func read(into bytes: inout [UInt8], at offset: Int) throws {
        let count = bytes.withUnsafeMutableBytes { System.readAll(descriptor, into: $0, at: offset) }
        guard count == bytes.count else {
            throw failure(count < 0 ? System.words() : "a temporary file was cut off")
        }
    }

    private func failure(_ words: String) -> SeedIssue {
        SeedIssue(.file(.fileSystem(words)), at: .init(path: path))
    }
}
