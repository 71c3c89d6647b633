import Files

/// A file without a name for what does not fit into memory: no end of the process leaves it behind.
final class SpillFile {
    private let descriptor: Int32
    /// The file beside which it is.
    let path: String
    /// How many bytes were written.
    private(set) var count = 0

    /// Makes a file in the folder of another.
    ///
    /// - Throws: ``FileError``.
    init(beside path: String) throws {
        self.path = path
        var template = Array((path + "-sort-XXXXXX").utf8CString)
        descriptor = System.retrying { mkstemp(&template) }
        guard descriptor >= 0 else { throw Self.failure(path, .create) }
        unlink(template)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Adds bytes at the end.
    ///
    /// - Throws: ``FileError``.
    func append(_ bytes: UnsafeRawBufferPointer) throws {
        let code = System.writeAll(bytes, to: descriptor, at: count)
        guard code == 0 else { throw Self.failure(path, .write, code) }
        count += bytes.count
    }

    /// Reads bytes from an offset.
    ///
    /// - Returns: how many; fewer than there is room for only at the end.
    /// - Throws: ``FileError``.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
        let length = System.readAll(descriptor, into: buffer, at: offset)
        guard length >= 0 else { throw Self.failure(path, .read) }
        return length
    }

    private static func failure(
        _ path: String, _ action: FileError.Action, _ code: Int32 = errno
    ) -> FileError {
        FileError(path: path, action: action, reason: System.words(code))
    }
}
