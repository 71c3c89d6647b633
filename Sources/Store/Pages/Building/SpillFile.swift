import Files

/// An unnamed file for data that does not fit into memory. It disappears with the process.
final class SpillFile {
    private let descriptor: Int32
    /// The file next to which it is created.
    let path: String
    /// The number of bytes written.
    private(set) var count = 0

    /// Creates a file in the folder of another file.
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

    /// Appends bytes.
    ///
    /// - Throws: ``FileError``.
    func append(_ bytes: UnsafeRawBufferPointer) throws {
        let code = System.writeAll(bytes, to: descriptor, at: count)
        guard code == 0 else { throw Self.failure(path, .write, code) }
        count += bytes.count
    }

    /// Reads bytes from an offset.
    ///
    /// - Returns: the number of bytes, which is less than the size of the buffer only at the end of the file.
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
