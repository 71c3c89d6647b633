import Files

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

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
        descriptor = SystemCall.retrying { mkstemp(&template) }
        guard descriptor >= 0 else { throw Self.failure(path, .create) }
        unlink(template)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Adds bytes at the end.
    ///
    /// - Throws: ``FileError``.
    func append(_ bytes: UnsafeRawBufferPointer) throws {
        guard SystemCall.writeAll(descriptor, bytes, at: count) == 0 else {
            throw Self.failure(path, .write)
        }
        count += bytes.count
    }

    /// Reads bytes from a place.
    ///
    /// - Returns: how many; fewer than there is room for only at the end.
    /// - Throws: ``FileError``.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
        let length = SystemCall.readAll(descriptor, into: buffer, at: offset)
        guard length >= 0 else { throw Self.failure(path, .read) }
        return length
    }

    private static func failure(_ path: String, _ action: FileError.Action) -> FileError {
        FileError(path: path, action: action, reason: String(cString: strerror(errno)))
    }
}
