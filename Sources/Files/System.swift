import CSpawn

/// What this project asks of the system about files. Without Foundation, whose first use takes longer than most of what a small file is for.
package enum System {
    /// The system's words for an error number.
    package static func words(_ code: Int32 = errno) -> String {
        NoFile(rawValue: code)?.words ?? String(cString: strerror(code))
    }

    /// The number of this process.
    package static var processNumber: Int32 { getpid() }

    /// Whether a process runs; true where that cannot be told.
    package static func isRunning(_ process: Int32) -> Bool {
        process <= 0 || kill(process, 0) == 0 || errno != ESRCH
    }

    /// The folder that a relative path begins in; nil if it was removed, or its path is no text.
    ///
    /// - Throws: ``FileError`` about the path if the system cannot name the folder.
    static func workingFolder(for path: String) throws(FileError) -> String? {
        guard let folder = getcwd(nil, 0) else {
            if isMissing(errno) { return nil }
            throw FileError(
                path: path, action: .read, reason: "the working folder cannot be found out: \(words())")
        }
        defer { free(folder) }
        return String(validatingCString: folder)
    }

    /// Whether an error number says that nothing is there. Every other one is a fault of the machine, and
    /// says nothing of what is there.
    package static func isMissing(_ code: Int32) -> Bool { code == ENOENT || code == ENOTDIR }

    /// The system's words for what the user may not do.
    static let forbidden = [words(EACCES), words(EPERM)]

    /// What is at a path: the one place that asks.
    ///
    /// - Parameter followsLinks: whether a link stands for what it leads to.
    /// - Returns: nil where nothing is there.
    /// - Throws: ``FileError`` where that cannot be told.
    static func status(_ path: String, followsLinks: Bool = true) throws(FileError) -> stat? {
        var status = stat()
        let result = retrying { followsLinks ? stat(path, &status) : lstat(path, &status) }
        if result == 0 { return status }
        // No file can have such a name, as what is looked for beside one that is nearly as long.
        if errno == ENAMETOOLONG { return nil }
        return try missing(path)
    }

    /// Nil for what is not there.
    ///
    /// - Throws: ``FileError`` for any other reason in `errno`.
    private static func missing<Result>(_ path: String) throws(FileError) -> Result? {
        guard isMissing(errno) else {
            throw FileError(path: path, action: .read, reason: words())
        }
        return nil
    }

    /// Whether links lead from a path back to it.
    static func isLinkCircle(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) != 0 && errno == ELOOP
    }

    /// A path without links, `.` and `..`; nil where it leads to nothing, or in a circle, or is no text.
    ///
    /// - Throws: ``FileError`` where that cannot be told.
    package static func realPath(_ path: String) throws(FileError) -> String? {
        guard let resolved = realpath(path, nil) else {
            // Such a text leads nowhere on any machine.
            if errno == ELOOP || errno == ENAMETOOLONG || errno == EINVAL { return nil }
            return try missing(path)
        }
        defer { free(resolved) }
        return String(validatingCString: resolved)
    }

    /// What a symbolic link says; nil where there is none.
    ///
    /// - Throws: ``FileError`` where that cannot be told.
    package static func linkTarget(_ path: String) throws(FileError) -> String? {
        var bytes = [CChar](repeating: 0, count: 4_096)
        let count = readlink(path, &bytes, bytes.count)
        guard count >= 0 else {
            if errno == EINVAL || errno == ELOOP || errno == ENAMETOOLONG { return nil }
            return try missing(path)
        }
        return String(validating: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Lets a file that may grow no further (`ulimit -f`) be an error to report, and not the end of
    /// the process.
    package static func ignoreFileSizeSignal() { signal(SIGXFSZ, SIG_IGN) }

    /// Lets a pipe that is no longer read be an error of the write, and not the end of the process.
    ///
    /// - Returns: whether it would have been the end; false if the parent process ignores the signal.
    package static func ignorePipeSignal() -> Bool {
        InterruptCleanup.isUsual(signal(SIGPIPE, SIG_IGN))
    }

    /// Makes a call again for as long as a signal interrupts it.
    @inline(__always)
    package static func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
        while true {
            let result = call()
            guard result < 0, errno == EINTR else { return result }
        }
    }

    /// Opens a file to read it: one more of those that nothing that is written may replace. See ``NoFile``
    /// for what is refused.
    ///
    /// - Parameter flags: beside those for reading.
    /// - Returns: a descriptor, or nil with the reason in `errno`.
    package static func openInput(_ path: String, _ flags: Int32 = 0) -> Int32? {
        var status = stat()
        // What cannot be looked at cannot be opened either, and then says why.
        let isKnown = retrying { stat(path, &status) } == 0
        if isKnown, let obstacle = NoFile(status) {
            errno = obstacle.rawValue
            return nil
        }
        // Whoever writes into a pipe may have gone: to open it must not wait for another one.
        let isPipe = isKnown && status.st_mode & S_IFMT == S_IFIFO
        guard let descriptor = openFile(path, O_RDONLY | flags | (isPipe ? O_NONBLOCK : 0)) else {
            return nil
        }
        if isPipe, fcntl(descriptor, F_SETFL, O_RDONLY) < 0 { return closed(descriptor) }
        guard let inputs = InputFiles.watched, !inputs.add(descriptor: descriptor, path) else {
            return descriptor
        }
        return closed(descriptor)
    }

    /// Closes what was opened in vain, and leaves the reason in `errno`.
    private static func closed(_ descriptor: Int32) -> Int32? {
        let code = errno
        close(descriptor)
        errno = code
        return nil
    }

    /// Opens a file to write to it.
    ///
    /// - Parameter flags: `O_WRONLY` or `O_RDWR`, and others beside it.
    /// - Returns: a descriptor, or nil with the reason in `errno`.
    package static func openOutput(_ path: String, _ flags: Int32) -> Int32? { openFile(path, flags) }

    /// Opens a file, whatever for.
    ///
    /// - Parameter mode: the permissions of a file that is made.
    /// - Returns: a descriptor, or nil with the reason in `errno`.
    static func openFile(_ path: String, _ flags: Int32, mode: mode_t = 0o600) -> Int32? {
        let descriptor = retrying { open(path, flags | O_CLOEXEC, mode) }
        return descriptor >= 0 ? descriptor : nil
    }

    /// Why a file cannot be read, in words; nil where it can.
    package static func readFailure(_ path: String) -> String? {
        access(path, R_OK) == 0 ? nil : words()
    }

    /// Closes what was opened.
    package static func closeFile(_ descriptor: Int32) { close(descriptor) }

    /// What an open file is.
    ///
    /// - Returns: nil with the reason in `errno`.
    static func status(of descriptor: Int32) -> stat? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? status : nil
    }

    /// How many bytes an open file has.
    ///
    /// - Returns: nil with the reason in `errno`.
    package static func size(of descriptor: Int32) -> Int? { status(of: descriptor).map { Int($0.st_size) } }

    /// Reads once from where a file or pipe stands.
    ///
    /// - Returns: how many bytes were read, 0 at the end, or -1 with the reason in `errno`.
    package static func readSome(
        _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer
    ) -> Int {
        read(descriptor, buffer.baseAddress, buffer.count)
    }

    /// Reads from an offset of a file until a buffer is full or the file ends.
    ///
    /// - Returns: how many bytes were read, or -1 with the reason in `errno`.
    package static func readAll(
        _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int
    ) -> Int {
        var count = 0
        while count < buffer.count {
            let result = retrying {
                pread(
                    descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count,
                    off_t(offset + count))
            }
            guard result >= 0 else { return result }
            guard result > 0 else { break }
            count += result
        }
        return count
    }

    /// Writes all bytes at an offset of a file.
    ///
    /// - Returns: 0, or the error number.
    package static func writeAll(
        _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, at offset: Int
    ) -> Int32 {
        var count = 0
        while count < bytes.count {
            let result = retrying {
                pwrite(
                    descriptor, bytes.baseAddress.map { $0 + count }, bytes.count - count,
                    off_t(offset + count))
            }
            guard result >= 0 else { return errno }
            guard result > 0 else { return ENOSPC }
            count += result
        }
        return 0
    }

    /// Writes all bytes: a write that comes back short goes on where it stopped.
    ///
    /// - Returns: 0, or the error number.
    package static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
        var rest = bytes
        while !rest.isEmpty {
            let count = write(descriptor, rest.baseAddress, rest.count)
            if count < 0 {
                if errno == EINTR { continue }
                if errno == EAGAIN {
                    // A pipe that another program has set to not wait.
                    var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    _ = waitFor(&poll)
                    continue
                }
                return errno
            }
            if count == 0 { return ENOSPC }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
        return 0
    }

    private static func waitFor(_ descriptor: inout pollfd) -> Int32 { poll(&descriptor, 1, 1_000) }

    /// Flags for opening, and an error number, for those who do not know the C libraries.
    static let readOnly = O_RDONLY
    static let readAndWrite = O_RDWR
    static let fileExists = EEXIST

    /// Makes a private file that must not be there yet.
    ///
    /// - Returns: 0, or the error number.
    static func makeFile(_ path: String) -> Int32 {
        guard let descriptor = openFile(path, O_RDWR | O_CREAT | O_EXCL) else { return errno }
        close(descriptor)
        return 0
    }

    /// Whether files may be made in a folder.
    ///
    /// - Throws: ``FileError`` where that cannot be told.
    static func mayWrite(_ folder: String) throws(FileError) -> Bool {
        if access(folder, W_OK) == 0 { return true }
        if [EACCES, EPERM, EROFS].contains(errno) || isMissing(errno) { return false }
        throw FileError(path: folder, action: .read, reason: words())
    }

    /// Makes a folder.
    ///
    /// - Returns: 0, or the error number.
    static func makeFolder(_ path: String, mode: mode_t = 0o777) -> Int32 {
        retrying { mkdir(path, mode) } == 0 ? 0 : errno
    }

    /// Renames a file or folder.
    ///
    /// - Returns: 0, or the error number.
    package static func move(_ path: String, to target: String) -> Int32 {
        rename(path, target) == 0 ? 0 : errno
    }

    /// Lets two folders or files change their names, at once.
    ///
    /// - Returns: 0, or the error number, as where the file system cannot.
    static func exchange(_ one: String, _ other: String) -> Int32 {
        #if canImport(Darwin)
            renamex_np(one, other, UInt32(RENAME_SWAP)) == 0 ? 0 : errno
        #else
            exchange_files(one, other) == 0 ? 0 : errno
        #endif
    }

    /// Gives a file another name, beside its own.
    ///
    /// - Returns: 0, or the error number.
    package static func linkFile(_ path: String, to target: String) -> Int32 {
        link(path, target) == 0 ? 0 : errno
    }

    /// Removes a file or link.
    ///
    /// - Returns: 0, or the error number.
    @discardableResult
    package static func removeFile(_ path: String) -> Int32 { unlink(path) == 0 ? 0 : errno }

    /// Removes an empty folder.
    ///
    /// - Returns: 0, or the error number.
    @discardableResult
    static func removeFolder(_ path: String) -> Int32 { rmdir(path) == 0 ? 0 : errno }

    /// Sets the permissions of a file.
    ///
    /// - Returns: 0, or the error number.
    static func setPermissions(_ mode: mode_t, of path: String) -> Int32 {
        chmod(path, mode) == 0 ? 0 : errno
    }

    /// The permissions of a file or folder, or those that any new file gets.
    ///
    /// - Throws: ``FileError`` where they cannot be told.
    static func permissions(_ path: String) throws(FileError) -> mode_t {
        try status(path).map { $0.st_mode & 0o777 } ?? newFilePermissions
    }

    /// The permissions that any new file gets. Asked once: to ask is to change them for a moment.
    private static let newFilePermissions: mode_t = {
        let mask = umask(0)
        umask(mask)
        return 0o666 & ~mask
    }()
}
