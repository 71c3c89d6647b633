#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The names in folders. Foundation takes an error on the way for the end of the folder.
public enum FolderContents {
    /// The names in a folder, hidden ones included, in no order.
    ///
    /// - Throws: ``FileError``.
    public static func names(of path: String) throws(FileError) -> [String] {
        func failure(_ action: FileError.Action) -> FileError {
            FileError(path: path, action: action, reason: String(cString: strerror(errno)))
        }
        var opened = opendir(path)
        while opened == nil, errno == EINTR { opened = opendir(path) }
        guard let stream = opened else { throw failure(.open) }
        defer { closedir(stream) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                if errno == EINTR { continue }
                guard errno == 0 else { throw failure(.read) }
                return names
            }
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
    }
}
