#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// What the system says of the file at a path, links followed.
///
/// Asked directly: Foundation's attributes also look up the names of owner and group, which reads
/// several of the system's files for each of ours.
public struct FileStatus: Equatable, Sendable {
    /// Whether it is a folder.
    public let isFolder: Bool
    /// How many bytes it has.
    public let size: Int64
    /// When its content was changed last, in seconds and nanoseconds since 1970.
    private let modified: [Int]

    /// The status of what is at a path; nil where there is nothing, or it may not be looked at.
    public init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        isFolder = status.st_mode & S_IFMT == S_IFDIR
        size = Int64(status.st_size)
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        modified = [Int(time.tv_sec), Int(time.tv_nsec)]
    }

    /// The size of a file; 0 where there is none.
    public static func size(of path: String) -> Int64 { FileStatus(path: path)?.size ?? 0 }
}
