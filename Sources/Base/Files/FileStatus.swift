/// The system's information about the file at a path.
///
/// Foundation's attributes also look up the names of the owner and the group. That reads several system files, and
/// may load system libraries, which is unsafe in a static executable.
package struct FileStatus: Equatable, Sendable {
    /// Whether it is a folder.
    package let isFolder: Bool
    /// Whether it is a regular file, not a folder, link, pipe or device.
    package let isRegularFile: Bool
    /// Whether it is a symbolic link. Always false if links are followed.
    package let isLink: Bool
    /// Whether it is a pipe or a character device, such as a terminal.
    package let isStream: Bool
    /// The size in bytes.
    package let size: Int64
    /// The time of the last change of the content, in seconds and nanoseconds since 1970.
    private let seconds: Int
    private let nanoseconds: Int

    /// Looks up the item at a path. Returns nil if there is none.
    ///
    /// - Parameter followsLinks: whether to follow a link to its target.
    /// - Throws: ``FileError`` if the path cannot be examined, for example without permission.
    package init?(path: String, followsLinks: Bool = true) throws(FileError) {
        guard let status = try System.status(path, followsLinks: followsLinks) else { return nil }
        self.init(status)
    }

    /// Looks up an open file. Returns nil with the reason in `errno`.
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

    /// Returns whether a path leads to the standard input, output or error of this process, such as `/dev/stdout`,
    /// even if that is redirected to a file.
    ///
    /// - Throws: ``FileError`` if the path cannot be examined.
    package static func isStandardStream(_ path: String) throws(FileError) -> Bool {
        try standardStream(path) != nil
    }

    /// Returns the descriptor of the standard stream to which a path leads, or nil if it does not lead to one.
    static func standardStream(_ path: String) throws(FileError) -> Int32? {
        guard let identity = try FileIdentity(path) else { return nil }
        return [1, 2, 0].first { FileIdentity(descriptor: $0) == identity }
    }

    /// Returns the size of a file, which is 0 if the file does not exist.
    ///
    /// - Throws: ``FileError`` if the path cannot be examined.
    package static func size(of path: String) throws(FileError) -> Int64 {
        try FileStatus(path: path)?.size ?? 0
    }
}

/// Items that are refused in place of a file: opening a named pipe may wait for a writer forever, and a device may
/// never end.
///
/// The raw values are used as error numbers. They are negative, because those of the system are positive.
package enum NoFile: Int32 {
    case namedPipe = -1
    case device = -2
    case socket = -3

    /// The reason for an error message.
    var words: String {
        switch self {
        case .namedPipe: "is a named pipe, not a file"
        case .device: "is a device, not a file"
        case .socket: "is a socket, not a file"
        }
    }

    /// Returns the kind of an item that is refused, or nil for files, folders, `/dev/null`, and pipes and terminals
    /// that this process inherited.
    ///
    /// Examples of inherited ones are standard input as `/dev/stdin`, and the pipe that a shell creates for `<(…)`.
    init?(_ status: stat) {
        switch status.st_mode & S_IFMT {
        case S_IFIFO where !Self.isOpen(status): self = .namedPipe
        case S_IFSOCK: self = .socket
        case S_IFBLK: self = .device
        case S_IFCHR where !Self.ends(status): self = .device
        default: return nil
        }
    }

    /// Throws an error if the path is not a file, for callers that let a library open it.
    ///
    /// - Throws: ``FileError``.
    package static func refuse(_ path: String) throws(FileError) {
        if let obstacle = try System.status(path).flatMap(NoFile.init) {
            throw FileError(path: path, action: .open, reason: obstacle.words)
        }
    }

    /// The reason that standard input is refused, or nil if it is accepted.
    ///
    /// It is refused if it is redirected from an item that may never end.
    package static var refusedStandardInput: String? {
        System.status(of: 0).flatMap(NoFile.init)?.words
    }

    /// Returns whether a device is `/dev/null`, or a terminal that is open in this process.
    private static func ends(_ device: stat) -> Bool {
        var null = stat()
        if stat("/dev/null", &null) == 0, null.st_rdev == device.st_rdev { return true }
        return (0...2).contains { isatty($0) == 1 && FileIdentity(descriptor: $0) == FileIdentity(device) }
    }

    /// The most descriptors that are examined, if the system allows a process even more.
    private static let mostDescriptors: Int32 = 65_536

    /// Returns whether an unnamed pipe is open in this process.
    private static func isOpen(_ pipe: stat) -> Bool {
        (0..<min(getdtablesize(), mostDescriptors)).contains { descriptor in
            guard let open = System.status(of: descriptor) else { return false }
            return FileIdentity(open) == FileIdentity(pipe)
        }
    }
}
