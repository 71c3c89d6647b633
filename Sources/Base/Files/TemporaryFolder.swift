import Foundation

/// A private folder that is removed with its content when the last reference to it is released.
///
/// It is locked while it is in use. A folder without a lock was left by a killed process, and the next command
/// removes it, see ``removeLeftovers(in:)``.
package final class TemporaryFolder {
    /// The absolute path, without a final slash.
    package let path: String
    /// The descriptor of the folder, which holds the lock.
    private let descriptor: Int32
    /// The path that errors name in place of the folder.
    private let subject: String
    private static let lock = NSLock()
    /// The slots of ``InterruptCleanup``, by folder. Accessed under the lock.
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

    /// The system's default folder for temporary files.
    private static var systemFolder: String {
        #if canImport(Darwin)
            var bytes = [CChar](repeating: 0, count: 1_024)
            if confstr(_CS_DARWIN_USER_TEMP_DIR, &bytes, bytes.count) > 1 {
                return String(cString: bytes)
            }
        #endif
        return "/tmp"
    }

    /// Creates a folder that only this user can read, in the folder for temporary files, which must exist.
    ///
    /// - Parameters:
    ///   - files: the names of files and folders that will be created in it, outer ones first, for an interrupt to
    ///     remove.
    ///   - subject: the user's file that the work is about, which errors name in place of a file in this folder. If
    ///     nil, errors name the folder for temporary files.
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

    /// Creates and locks a folder. If a process that removes unlocked folders interferes, another folder is
    /// created.
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
                // On a file system without locks, no other process can lock the folder to remove it.
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
            // Before it is locked, another process may remove the folder.
            guard code == 0 || code == ENOENT && attempt < attempts else {
                throw FileError(
                    path: parent, action: .create,
                    reason: "no folder for temporary files (TMPDIR): \(System.words(code))")
            }
        }
    }

    deinit {
        // The cause of the first failure may be gone.
        if Folder.remove(path) != 0 { CleanupWarning.emit(Folder.remove(path), subject) }
        close(descriptor)
        Self.unregister(path)
    }

    private static func register(_ paths: [String], in folder: String) {
        lock.withLock { slots[folder, default: []] += paths.map(InterruptCleanup.register) }
    }

    private static func unregister(_ folder: String) {
        lock.withLock { slots.removeValue(forKey: folder) ?? [] }.forEach(InterruptCleanup.unregister)
    }

    /// Returns the path to name for a machine failure: the folder for temporary files if the path is in a temporary
    /// folder or is that of an unnamed database, and otherwise the path itself.
    package static func named(_ path: String) -> String { holds(path) ? parent : path }

    /// Registers new files in a temporary folder for an interrupt to remove. Files for large values have names that
    /// are not known in advance.
    static func noteFiles(_ paths: [String]) {
        guard let first = paths.first,
            let folder = lock.withLock({ slots.keys.first { first.hasPrefix($0 + "/") } })
        else { return }
        register(paths, in: folder)
    }

    /// Returns whether a path is in a temporary folder of this process, or is that of an unnamed database, which
    /// SQLite also keeps there.
    static func holds(_ path: String) -> Bool {
        lock.withLock { path.isEmpty || slots.keys.contains { path.hasPrefix($0 + "/") } }
    }

    /// Removes this user's unlocked folders, which killed commands left.
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
            CleanupWarning.emit(Folder.remove(path), path)
        }
    }
}
