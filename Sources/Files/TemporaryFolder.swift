import Foundation

/// A private folder that is removed, with all it holds, when the last reference to it goes away.
///
/// It is locked for as long as it is used: one without a lock is what a process left that was
/// killed, and the next command removes it, see ``removeLeftovers(in:)``.
package final class TemporaryFolder {
    /// The absolute path, without a slash at its end.
    package let path: String
    /// The folder, open and locked.
    private let descriptor: Int32
    /// What errors name instead.
    private let subject: String
    private static let lock = NSLock()
    /// What an interrupt removes, by the paths of the folders that there are; under the lock.
    nonisolated(unsafe) private static var slots: [String: [Int?]] = [:]

    private static let prefix = "zseed-"
    private static let attempts = 10

    /// The folder for temporary files: `$TMPDIR`, or the system's.
    package static var parent: String {
        var path = getenv("TMPDIR").map { String(cString: $0) } ?? ""
        if path.isEmpty { path = systemFolder }
        while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
        return (try? FilePath(path).absolute.text) ?? path
    }

    /// The folder where nothing says another one.
    private static var systemFolder: String {
        #if canImport(Darwin)
            var bytes = [CChar](repeating: 0, count: 1_024)
            if confstr(_CS_DARWIN_USER_TEMP_DIR, &bytes, bytes.count) > 1 {
                return String(cString: bytes)
            }
        #endif
        return "/tmp"
    }

    /// Makes a folder that only this user can read, in the folder for temporary files, which must
    /// be there.
    ///
    /// - Parameters:
    ///   - files: names of files and folders that will be in it, the outer ones first, for an interrupt
    ///     to remove with it.
    ///   - subject: the user's file that the work is about: errors name it instead of a file in here; nil for
    ///     the folder for temporary files.
    /// - Throws: ``FileError``.
    package init(files: [String] = [], for subject: String? = nil) throws {
        let parent = Self.parent
        guard try FileStatus(path: parent)?.isFolder == true else {
            throw FileError(
                path: parent, action: .create,
                reason: "there is no such folder for temporary files (TMPDIR)")
        }
        self.subject = subject ?? parent
        (path, descriptor) = try Self.locked(in: parent, files)
        PrivatePath.note(folder: path, for: self.subject)
    }

    /// Makes a folder and locks it; makes another one where a process that looks for folders without a lock
    /// has come between.
    private static func locked(in parent: String, _ files: [String]) throws(FileError) -> (String, Int32) {
        var attempt = 0
        while true {
            attempt += 1
            let folder = parent + "/" + prefix + UUID().uuidString
            register([folder] + files.map { folder + "/" + $0 }, in: folder)
            var code: Int32 = 0
            if System.retrying({ mkdir(folder, 0o700) }) == 0,
                let descriptor = System.openFile(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
            {
                // Some file systems know no locks: nobody can lock it to remove it there, either.
                let isLocked = System.retrying { flock(descriptor, LOCK_EX | LOCK_NB) } == 0
                let isTaken = !isLocked && errno == EWOULDBLOCK
                if !isTaken, let identity = try? FileIdentity(folder),
                    identity == FileIdentity(descriptor: descriptor)
                {
                    return (folder, descriptor)
                }
                close(descriptor)
                if attempt == attempts { code = EAGAIN }
            } else {
                code = errno
            }
            Folder.removeIfEmpty(folder)
            unregister(folder)
            // One without a lock may be gone before it is opened.
            guard code == 0 || code == ENOENT && attempt < attempts else {
                throw FileError(
                    path: parent, action: .create,
                    reason: "no folder for temporary files (TMPDIR): \(System.words(code))")
            }
        }
    }

    deinit {
        // What hinders the first time may be over.
        if Folder.remove(path) != 0 { FileRemark.tell(Folder.remove(path), subject) }
        close(descriptor)
        Self.unregister(path)
    }

    private static func register(_ paths: [String], in folder: String) {
        lock.withLock { slots[folder, default: []] += paths.map(InterruptCleanup.register) }
    }

    private static func unregister(_ folder: String) {
        lock.withLock { slots.removeValue(forKey: folder) ?? [] }.forEach(InterruptCleanup.unregister)
    }

    /// What a fault of the machine is about: the folder for temporary files, where the path is in one of ours there,
    /// and not what the work in it is about. A database without a name is there, too.
    package static func named(_ path: String) -> String { holds(path) ? parent : path }

    /// Has an interrupt remove files that are made now, where they lie in one of the folders: the names of
    /// large values are not known beforehand.
    static func noteFiles(_ paths: [String]) {
        guard let first = paths.first,
            let folder = lock.withLock({ slots.keys.first { first.hasPrefix($0 + "/") } })
        else { return }
        register(paths, in: folder)
    }

    /// Whether a path lies in one of the folders, or is that of a database without a name, which lies there, too.
    static func holds(_ path: String) -> Bool {
        lock.withLock { path.isEmpty || slots.keys.contains { path.hasPrefix($0 + "/") } }
    }

    /// Removes folders of this user that no process has locked: what commands left that were killed.
    package static func removeLeftovers(in parent: String = parent) {
        for name in (try? Folder.names(in: parent)) ?? [] {
            guard name.hasPrefix(prefix), UUID(uuidString: String(name.dropFirst(prefix.count))) != nil
            else { continue }
            let path = parent + "/" + name
            guard let folder = System.openFile(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW) else {
                continue
            }
            defer { close(folder) }
            guard let status = System.status(of: folder), status.st_uid == geteuid(),
                status.st_mode & 0o777 == 0o700, flock(folder, LOCK_EX | LOCK_NB) == 0
            else { continue }
            FileRemark.tell(Folder.remove(path), path)
        }
    }
}
