import Foundation

/// Detects whether another process has a database open, by SQLite's locks.
///
/// SQLite locks bytes of the file itself, and in WAL mode bytes of the `-shm` next to it. A process holds the
/// latter for as long as it has the database open.
///
/// See <https://www.sqlite.org/fileformat2.html> and <https://www.sqlite.org/walformat.html>.
enum DatabaseLocks {
    private static let lock = NSLock()
    /// The files that were opened for the test. They stay open, because closing one would release all locks that
    /// this process has on the file.
    nonisolated(unsafe) private static var opened: [FileIdentity: Int32] = [:]

    /// The byte ranges that SQLite locks. The first has the pending, reserved and shared locks. The second has the
    /// locks of the WAL index, and its last byte is locked by every process that uses the index.
    private static let ranges: [(suffix: String, start: off_t, count: off_t)] = [
        ("", 0x4000_0000, 512), ("-shm", 120, 9),
    ]
    /// The number of attempts, because a reader may finish soon, and the pause between them in microseconds.
    private static let attempts = 10
    private static let pause: UInt32 = 20_000

    /// Returns a process that has a database open.
    ///
    /// - Returns: the process's number, 0 if the system does not report it, or nil if no other process has the
    ///   database open.
    /// - Throws: ``FileError`` if the locks cannot be examined.
    static func holder(of path: String) throws(FileError) -> Int32? {
        for attempt in 1...attempts {
            guard let process = try holderNow(of: path) else { return nil }
            if attempt == attempts { return process }
            usleep(pause)
        }
        return nil
    }

    private static func holderNow(of path: String) throws(FileError) -> Int32? {
        for (suffix, start, count) in ranges {
            guard let descriptor = try descriptor(of: path + suffix) else { continue }
            var range = flock()
            range.l_type = Int16(F_WRLCK)
            range.l_whence = Int16(SEEK_SET)
            range.l_start = start
            range.l_len = count
            if System.retrying({ fcntl(descriptor, F_GETLK, &range) }) != 0 {
                // A file system without locks.
                if [ENOLCK, ENOTSUP, EOPNOTSUPP, ENOSYS, EINVAL].contains(errno) { continue }
                throw FileError(path: path + suffix, action: .read, reason: System.words())
            }
            if range.l_type != Int16(F_UNLCK) { return max(0, range.l_pid) }
        }
        return nil
    }

    /// Returns the file at a path, open, or nil if there is no file.
    private static func descriptor(of path: String) throws(FileError) -> Int32? {
        guard let status = try System.status(path), status.st_mode & S_IFMT == S_IFREG else { return nil }
        lock.lock()
        defer { lock.unlock() }
        // A file without a name was replaced or removed.
        for (identity, descriptor) in opened where System.status(of: descriptor)?.st_nlink == 0 {
            close(descriptor)
            opened[identity] = nil
        }
        let identity = FileIdentity(status)
        if let known = opened[identity] { return known }
        guard let descriptor = System.openFile(path, O_RDONLY | O_NONBLOCK | O_NOCTTY) else {
            if System.isMissing(errno) { return nil }
            throw FileError(path: path, action: .open, reason: System.words())
        }
        opened[identity] = descriptor
        return descriptor
    }
}
