import Foundation

/// A new file that is written from its beginning to its end, in large blocks.
final class ExportFile {
    private let path: String
    private let handle: FileHandle
    private var buffer: [UInt8] = []
    private static let blockSize = 1 << 16

    /// Creates a file.
    ///
    /// - Throws: ``SeedIssue``.
    init(path: String) throws {
        self.path = path
        guard FileManager.default.createFile(atPath: path, contents: nil),
            let handle = FileHandle(forWritingAtPath: path)
        else { throw SeedIssue(.fileSystem("cannot be created"), at: .init(path: path)) }
        self.handle = handle
    }

    /// Appends bytes.
    ///
    /// - Throws: ``SeedIssue``.
    func write(_ bytes: some Sequence<UInt8>) throws {
        buffer.append(contentsOf: bytes)
        if buffer.count >= Self.blockSize { try flush() }
    }

    /// Writes what is left to the disk.
    ///
    /// - Throws: ``SeedIssue``.
    func close() throws {
        try flush()
        try reported {
            try handle.synchronize()
            try handle.close()
        }
    }

    private func flush() throws {
        let block = Data(buffer)
        buffer.removeAll(keepingCapacity: true)
        try reported { try handle.write(contentsOf: block) }
    }

    private func reported(_ body: () throws -> Void) throws {
        do {
            try body()
        } catch {
            throw SeedIssue(.fileSystem("cannot be written: \(error)"), at: .init(path: path))
        }
    }
}
