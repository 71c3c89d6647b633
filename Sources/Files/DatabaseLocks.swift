import Foundation

/// Whether another process has a database open, by the locks that SQLite takes on it: on bytes of the file
/// itself, and on those of the `-shm` beside it in WAL mode, where a process keeps them for as long as it has
/// the database open.
///
/// See <https://www.sqlite.org/fileformat2.html> and <https://www.sqlite.org/walformat.html>.
enum DatabaseLocks {
    private static let lock = NSLock()
    /// The files that were opened to ask. They stay open: to close one would give up the locks that this
    /// process has on it, by whatever descriptor.
    nonisolated(unsafe) private static var opened: [FileIdentity: Int32] = [:]

    /// The bytes that SQLite locks: those of a lock that waits, is reserved or shared; those of the index of
    /// a `-wal`, the last of which every process has that uses it.
    private static let ranges: [(suffix: String, start: off_t, count: off_t)] = [
        ("", 0x4000_0000, 512), ("-shm", 120, 9),
    ]
    /// How often to ask, as whoever only reads something is gone soon; and the time between, in microseconds.
    private static let attempts = 10
    private static let pause: UInt32 = 20_000

    /// Another process that has a database open.
    ///
    /// - Returns: its number, 0 where the system does not tell it; nil where there is none.
    /// - Throws: ``FileError`` where that cannot be told.
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
                // A file system without locks, where nobody can have one.
                if [ENOLCK, ENOTSUP, EOPNOTSUPP, ENOSYS, EINVAL].contains(errno) { continue }
                throw FileError(path: path + suffix, action: .read, reason: System.words())
            }
            if range.l_type != Int16(F_UNLCK) { return max(0, range.l_pid) }
        }
        return nil
    }

    /// The file at a path, open; nil where there is none.
    private static func descriptor(of path: String) throws(FileError) -> Int32? {
        guard let status = try System.status(path), status.st_mode & S_IFMT == S_IFREG else { return nil }
        lock.lock()
        defer { lock.unlock() }
        // What has no name any more was replaced.
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
