import CSpawn

/// The system's file functions, without Foundation, whose first use takes longer than most work with a small file.
package enum System {
    /// Returns the system's text for an error number.
    package static func words(_ code: Int32 = errno) -> String {
        NoFile(rawValue: code)?.words ?? String(cString: strerror(code))
    }

    /// The number of this process.
    package static var processNumber: Int32 { getpid() }

    /// Returns whether a process runs, which is assumed if the system does not report it.
    package static func isRunning(_ process: Int32) -> Bool {
        process <= 0 || kill(process, 0) == 0 || errno != ESRCH
    }

    /// Returns the base folder of relative paths, or nil if it was removed or its path is not valid text.
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

    /// Returns whether an error number means that a file does not exist. All other errors are failures of the
    /// machine, and leave that open.
    package static func isMissing(_ code: Int32) -> Bool { code == ENOENT || code == ENOTDIR }

    /// The system's texts for missing permissions.
    static let forbidden = [words(EACCES), words(EPERM)]

    /// Returns the status of the item at a path. All queries go through this method.
    ///
    /// - Parameter followsLinks: whether to follow a link to its target.
    /// - Returns: nil if there is no item.
    /// - Throws: ``FileError`` if the path cannot be examined.
    static func status(_ path: String, followsLinks: Bool = true) throws(FileError) -> stat? {
        var status = stat()
        let result = retrying { followsLinks ? stat(path, &status) : lstat(path, &status) }
        if result == 0 { return status }
        // No file can have a name of this length. It happens for a companion of a file whose name is nearly as long
        // as possible.
        if errno == ENAMETOOLONG { return nil }
        return try missing(path)
    }

    /// Returns nil for a missing file.
    ///
    /// - Throws: ``FileError`` for any other reason in `errno`.
    private static func missing<Result>(_ path: String) throws(FileError) -> Result? {
        guard isMissing(errno) else {
            throw FileError(path: path, action: .read, reason: words())
        }
        return nil
    }

    /// Returns whether a path is a circle of links.
    static func isLinkCircle(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) != 0 && errno == ELOOP
    }

    /// Returns a path without links, `.` and `..`, or nil if it leads to no item, is a circle of links, or is not
    /// valid text.
    ///
    /// - Throws: ``FileError`` if the path cannot be examined.
    package static func realPath(_ path: String) throws(FileError) -> String? {
        guard let resolved = realpath(path, nil) else {
            // Such a path cannot exist on any machine.
            if errno == ELOOP || errno == ENAMETOOLONG || errno == EINVAL { return nil }
            return try missing(path)
        }
        defer { free(resolved) }
        return String(validatingCString: resolved)
    }

    /// Returns the target of a symbolic link, or nil if there is no link.
    ///
    /// - Throws: ``FileError`` if the path cannot be examined.
    package static func linkTarget(_ path: String) throws(FileError) -> String? {
        var bytes = [CChar](repeating: 0, count: 4_096)
        let count = readlink(path, &bytes, bytes.count)
        guard count >= 0 else {
            if errno == EINVAL || errno == ELOOP || errno == ENAMETOOLONG { return nil }
            return try missing(path)
        }
        return String(validating: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Makes an exceeded file size limit (`ulimit -f`) an error that can be reported, instead of ending the
    /// process.
    package static func ignoreFileSizeSignal() { signal(SIGXFSZ, SIG_IGN) }

    /// Makes writing into a closed pipe an error of the write, instead of ending the process.
    ///
    /// - Returns: whether the signal would have ended the process. False if the parent process ignores the signal.
    package static func ignorePipeSignal() -> Bool {
        InterruptCleanup.isUsual(signal(SIGPIPE, SIG_IGN))
    }

    /// Repeats a call while a signal interrupts it.
    @inline(__always)
    package static func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
        while true {
            let result = call()
            guard result < 0, errno == EINTR else { return result }
        }
    }

    /// Opens a file for reading, and adds it to the inputs that no output may replace. ``NoFile`` lists the items
    /// that are refused.
    ///
    /// - Parameter flags: flags in addition to those for reading.
    /// - Returns: a descriptor, or nil with the reason in `errno`.
    package static func openInput(_ path: String, _ flags: Int32 = 0) -> Int32? {
        var status = stat()
        // A path that cannot be examined cannot be opened either. Opening it sets the reason.
        let isKnown = retrying { stat(path, &status) } == 0
        if isKnown, let obstacle = NoFile(status) {
            errno = obstacle.rawValue
            return nil
        }
        // If the writer of a pipe has already ended, opening it must not wait for another one.
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

    /// Closes a descriptor that cannot be used, and keeps the reason in `errno`.
    private static func closed(_ descriptor: Int32) -> Int32? {
        let code = errno
        close(descriptor)
        errno = code
        return nil
    }

    /// Opens a file for writing.
    ///
    /// - Parameter flags: `O_WRONLY` or `O_RDWR`, and additional flags.
    /// - Returns: a descriptor, or nil with the reason in `errno`.
    package static func openOutput(_ path: String, _ flags: Int32) -> Int32? { openFile(path, flags) }

    /// Opens a file for any purpose.
    ///
    /// - Parameter mode: the permissions of a created file.
    /// - Returns: a descriptor, or nil with the reason in `errno`.
    static func openFile(_ path: String, _ flags: Int32, mode: mode_t = 0o600) -> Int32? {
        let descriptor = retrying { open(path, flags | O_CLOEXEC, mode) }
        return descriptor >= 0 ? descriptor : nil
    }

    /// Returns the reason that a file cannot be read, or nil if it can.
    package static func readFailure(_ path: String) -> String? {
        access(path, R_OK) == 0 ? nil : words()
    }

    /// Closes an open file.
    package static func closeFile(_ descriptor: Int32) { close(descriptor) }

    /// Returns the status of an open file.
    ///
    /// - Returns: nil with the reason in `errno`.
    static func status(of descriptor: Int32) -> stat? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? status : nil
    }

    /// Returns the size of an open file in bytes.
    ///
    /// - Returns: nil with the reason in `errno`.
    package static func size(of descriptor: Int32) -> Int? { status(of: descriptor).map { Int($0.st_size) } }

    /// Reads once from the current position of a file or pipe.
    ///
    /// - Returns: the number of bytes, 0 at the end, or -1 with the reason in `errno`.
    package static func readSome(
        _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer
    ) -> Int {
        read(descriptor, buffer.baseAddress, buffer.count)
    }

    /// Reads from an offset of a file until the buffer is full or the file ends.
    ///
    /// - Returns: the number of bytes, or -1 with the reason in `errno`.
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

    /// Writes all bytes. A short write continues where it stopped.
    ///
    /// - Returns: 0, or the error number.
    package static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
        var rest = bytes
        while !rest.isEmpty {
            let count = write(descriptor, rest.baseAddress, rest.count)
            if count < 0 {
                if errno == EINTR { continue }
                if errno == EAGAIN {
                    // Another program has made the pipe non-blocking.
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

    /// Flags and an error number for code that does not import the C library.
    static let readOnly = O_RDONLY
    static let readAndWrite = O_RDWR
    static let fileExists = EEXIST

    /// Creates a private file, which must not exist.
    ///
    /// - Returns: 0, or the error number.
    static func makeFile(_ path: String) -> Int32 {
        guard let descriptor = openFile(path, O_RDWR | O_CREAT | O_EXCL) else { return errno }
        close(descriptor)
        return 0
    }

    /// Returns whether files can be created in a folder.
    ///
    /// - Throws: ``FileError`` if the folder cannot be examined.
    static func mayWrite(_ folder: String) throws(FileError) -> Bool {
        if access(folder, W_OK) == 0 { return true }
        if [EACCES, EPERM, EROFS].contains(errno) || isMissing(errno) { return false }
        throw FileError(path: folder, action: .read, reason: words())
    }

    /// Creates a folder.
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

    /// Exchanges the names of two files or folders atomically.
    ///
    /// - Returns: 0, or the error number, for example if the file system cannot do this.
    static func exchange(_ one: String, _ other: String) -> Int32 {
        #if canImport(Darwin)
            renamex_np(one, other, UInt32(RENAME_SWAP)) == 0 ? 0 : errno
        #else
            exchange_files(one, other) == 0 ? 0 : errno
        #endif
    }

    /// Gives a file an additional name (hard link).
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

    /// Returns the permissions of a file or folder, or the default ones if it does not exist.
    ///
    /// - Throws: ``FileError`` if the path cannot be examined.
    static func permissions(_ path: String) throws(FileError) -> mode_t {
        try status(path).map { $0.st_mode & 0o777 } ?? newFilePermissions
    }

    /// The default permissions of new files. Determined once, because reading the mask requires changing it for a
    /// moment.
    private static let newFilePermissions: mode_t = {
        let mask = umask(0)
        umask(mask)
        return 0o666 & ~mask
    }()
}
