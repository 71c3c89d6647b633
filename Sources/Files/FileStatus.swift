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
    /// Whether it is a symbolic link, which only a status that follows none is.
    package let isLink: Bool
    /// Whether it is a pipe or a device that takes characters, such as a terminal.
    package let isStream: Bool
    /// How many bytes it has.
    package let size: Int64
    /// When its content was changed last, in seconds and nanoseconds since 1970.
    private let seconds: Int
    private let nanoseconds: Int

    /// The status of what is at a path; nil where there is nothing.
    ///
    /// - Parameter followsLinks: whether a link stands for what it leads to.
    /// - Throws: ``FileError`` where that cannot be told, as where it may not be looked at.
    package init?(path: String, followsLinks: Bool = true) throws(FileError) {
        guard let status = try System.status(path, followsLinks: followsLinks) else { return nil }
        self.init(status)
    }

    /// The status of an open file; nil with the reason in `errno`.
    package init?(descriptor: Int32) {
        guard let status = System.status(of: descriptor) else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        isFolder = status.st_mode & S_IFMT == S_IFDIR
        isRegularFile = status.st_mode & S_IFMT == S_IFREG
        isLink = status.st_mode & S_IFMT == S_IFLNK
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
    ///
    /// - Throws: ``FileError`` where that cannot be told.
    package static func isStandardStream(_ path: String) throws(FileError) -> Bool {
        try standardStream(path) != nil
    }

    /// The descriptor of the standard stream that a path leads to; nil where it leads to none.
    static func standardStream(_ path: String) throws(FileError) -> Int32? {
        guard let identity = try FileIdentity(path) else { return nil }
        return [1, 2, 0].first { FileIdentity(descriptor: $0) == identity }
    }

    /// The size of a file; 0 where there is none.
    ///
    /// - Throws: ``FileError`` where that cannot be told.
    package static func size(of path: String) throws(FileError) -> Int64 {
        try FileStatus(path: path)?.size ?? 0
    }
}

/// What may stand where a file should, and is not read: a named pipe keeps us waiting for whoever writes
/// into it, if anybody does, and a device may never end.
///
/// The numbers stand for an error of the system's, whose own are positive.
package enum NoFile: Int32 {
    case namedPipe = -1
    case device = -2
    case socket = -3

    /// What it is, as a reason.
    var words: String {
        switch self {
        case .namedPipe: "is a named pipe, not a file"
        case .device: "is a device, not a file"
        case .socket: "is a socket, not a file"
        }
    }

    /// What is at a path; nil for a file and a folder, for `/dev/null`, and for pipes and terminals that
    /// whoever started this process has opened for it: standard input as `/dev/stdin`, what a shell makes of
    /// `<(…)`.
    init?(_ status: stat) {
        switch status.st_mode & S_IFMT {
        case S_IFIFO where !Self.isOpen(status): self = .namedPipe
        case S_IFSOCK: self = .socket
        case S_IFBLK: self = .device
        case S_IFCHR where !Self.ends(status): self = .device
        default: return nil
        }
    }

    /// Refuses what is no file, for those who let others open it.
    ///
    /// - Throws: ``FileError``.
    package static func refuse(_ path: String) throws(FileError) {
        if let obstacle = try System.status(path).flatMap(NoFile.init) {
            throw FileError(path: path, action: .open, reason: obstacle.words)
        }
    }

    /// Refuses standard input that is redirected from what may never end.
    ///
    /// - Returns: why it is; nil where it is not.
    package static var refusedStandardInput: String? {
        System.status(of: 0).flatMap(NoFile.init)?.words
    }

    /// Whether a device is the one that is empty, or a terminal that is open here.
    private static func ends(_ device: stat) -> Bool {
        var null = stat()
        if stat("/dev/null", &null) == 0, null.st_rdev == device.st_rdev { return true }
        return (0...2).contains { isatty($0) == 1 && FileIdentity(descriptor: $0) == FileIdentity(device) }
    }

    /// The most descriptors that are looked at, where the system lets a process have more.
    private static let mostDescriptors: Int32 = 65_536

    /// Whether a pipe without a name is open in this process.
    private static func isOpen(_ pipe: stat) -> Bool {
        (0..<min(getdtablesize(), mostDescriptors)).contains { descriptor in
            guard let open = System.status(of: descriptor) else { return false }
            return FileIdentity(open) == FileIdentity(pipe)
        }
    }
}
