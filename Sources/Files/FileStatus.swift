/// What the system says of the file at a path.
///
/// Asked directly: Foundation's attributes also look up the names of owner and group. That reads
/// several of the system's files for each of ours, and may load libraries of the system's, which a
/// static executable cannot do safely.
package struct FileStatus: Equatable, Sendable {
    /// Whether it is a folder.
    package let isFolder: Bool
    /// Whether it is a plain file: no folder, link, pipe or device.
    package let isRegularFile: Bool
    /// Whether it is a pipe or a device that takes characters, such as a terminal.
    package let isStream: Bool
    /// How many bytes it has.
    package let size: Int64
    /// When its content was changed last, in seconds and nanoseconds since 1970.
    private let seconds: Int
    private let nanoseconds: Int

    /// The status of what is at a path; nil where there is nothing, or it may not be looked at.
    ///
    /// - Parameter followsLinks: whether a link stands for what it leads to.
    package init?(path: String, followsLinks: Bool = true) {
        var status = stat()
        let result = followsLinks ? stat(path, &status) : lstat(path, &status)
        guard result == 0 else { return nil }
        isFolder = status.st_mode & S_IFMT == S_IFDIR
        isRegularFile = status.st_mode & S_IFMT == S_IFREG
        isStream = [S_IFIFO, S_IFCHR].contains(status.st_mode & S_IFMT)
        size = Int64(status.st_size)
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        seconds = Int(time.tv_sec)
        nanoseconds = Int(time.tv_nsec)
    }

    /// Whether a path leads to what this process was given as standard input, output or error,
    /// such as `/dev/stdout`, also where that is a file.
    package static func isStandardStream(_ path: String) -> Bool {
        standardStream(path) != nil
    }

    /// The descriptor of the standard stream that a path leads to; nil where it leads to none.
    static func standardStream(_ path: String) -> Int32? {
        guard let identity = FileIdentity(path) else { return nil }
        return [1, 2, 0].first { FileIdentity(descriptor: $0) == identity }
    }

    /// Whether links lead from a path back to it.
    static func isLinkCircle(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) != 0 && errno == ELOOP
    }

    /// The size of a file; 0 where there is none.
    package static func size(of path: String) -> Int64 { FileStatus(path: path)?.size ?? 0 }
}
