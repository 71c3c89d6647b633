#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The bytes of small files, read without Foundation, whose first use takes longer than most of
/// what such a file is for.
public enum FileBytes {
    /// The first bytes of a file, at most `count` of them.
    ///
    /// - Throws: ``FileError``.
    public static func first(_ count: Int, of path: String) throws(FileError) -> [UInt8] {
        try read(path, limit: count, step: count)
    }

    /// All bytes of a file, which may be a pipe.
    ///
    /// - Throws: ``FileError``.
    public static func all(of path: String) throws(FileError) -> [UInt8] {
        let size = Int(clamping: FileStatus.size(of: path))
        return try read(path, limit: .max, step: max(size + 1, 4096))
    }

    /// Reads up to `limit` bytes into a buffer that grows by steps.
    private static func read(
        _ path: String, limit: Int, step: Int
    ) throws(FileError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(errno, path, .open) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var filled = 0
        while filled < limit {
            if filled == bytes.count {
                bytes += repeatElement(0, count: min(step, limit - filled))
            }
            let length = bytes.withUnsafeMutableBytes { buffer in
                let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
                return systemRead(descriptor, rest.baseAddress, rest.count)
            }
            if length < 0, errno == EINTR { continue }
            guard length >= 0 else { throw failure(errno, path, .read) }
            guard length > 0 else { break }
            filled += length
        }
        bytes.removeLast(bytes.count - filled)
        return bytes
    }

    private static func failure(
        _ code: Int32, _ path: String, _ action: FileError.Action
    ) -> FileError {
        FileError(path: path, action: action, reason: String(cString: strerror(code)))
    }
}

/// `read`, which the type has one of its own of.
private func systemRead(
    _ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int
) -> Int {
    read(descriptor, buffer, count)
}
