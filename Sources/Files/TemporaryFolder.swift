import Foundation

/// A private folder that is removed, with all it holds, when the last reference to it goes away.
///
/// It is locked for as long as it is used: one without a lock is what a process left that was
/// killed, and the next one removes it.
package final class TemporaryFolder {
    /// The absolute path, without a slash at its end.
    package let path: String
    /// The folder, open and locked.
    private let descriptor: Int32
    private static let lock = NSLock()
    /// What an interrupt removes, by the paths of the folders that there are; under the lock.
    nonisolated(unsafe) private static var slots: [String: [Int?]] = [:]

    private static let prefix = "zseed-"
    /// A folder younger than this may be on its way to its lock, in seconds.
    private static let youngest = 60

    /// The folder for temporary files: `$TMPDIR`, or the system's.
    package static var parent: String {
        var path = getenv("TMPDIR").map { String(cString: $0) } ?? ""
        if path.isEmpty { path = systemFolder }
        while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
        return FilePath(path).absolute.text
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
    ///   - subject: the user's file that the work is about: errors name it instead of a file in here.
    /// - Throws: ``FileError``.
    package init(files: [String] = [], for subject: String? = nil) throws {
        let parent = Self.parent
        guard try FileStatus(path: parent)?.isFolder == true else {
            throw FileError(
                path: parent, action: .create,
                reason: "there is no such folder for temporary files (TMPDIR)")
        }
        Self.removeLeftovers(in: parent)
        let folder = parent + "/" + Self.prefix + UUID().uuidString
        path = folder
        if let subject { PrivatePath.note(folder: folder, for: subject) }
        Self.register(([folder] + files.map { folder + "/" + $0 }), in: folder)
        guard System.retrying({ mkdir(folder, 0o700) }) == 0 else {
            let reason = System.words()
            Self.unregister(folder)
            throw FileError(
                path: parent, action: .create,
                reason: "no folder for temporary files (TMPDIR): \(reason)")
        }
        descriptor = System.openFile(path, O_RDONLY | O_DIRECTORY) ?? -1
        // Some file systems know no locks: then the folder counts as left behind after a minute
        // only for those that do.
        if descriptor >= 0 { _ = flock(descriptor, LOCK_EX | LOCK_NB) }
    }

    deinit {
        // What hinders the first time may be over.
        if Folder.remove(path) != 0 { Folder.remove(path) }
        if descriptor >= 0 { close(descriptor) }
        Self.unregister(path)
    }

    private static func register(_ paths: [String], in folder: String) {
        lock.withLock { slots[folder, default: []] += paths.map(InterruptCleanup.register) }
    }

    private static func unregister(_ folder: String) {
        lock.withLock { slots.removeValue(forKey: folder) ?? [] }.forEach(InterruptCleanup.unregister)
    }

    /// Has an interrupt remove a file that is made now, where it lies in one of the folders: the names of
    /// large values are not known beforehand.
    static func noteFile(_ path: String) {
        let folder = lock.withLock { slots.keys.first { path.hasPrefix($0 + "/") } }
        if let folder { register([path], in: folder) }
    }

    /// Removes folders of this user that no process has locked.
    static func removeLeftovers(in parent: String, olderThan seconds: Int = youngest) {
        for name in (try? Folder.names(in: parent)) ?? [] {
            guard name.hasPrefix(prefix), UUID(uuidString: String(name.dropFirst(prefix.count))) != nil
            else { continue }
            let path = parent + "/" + name
            guard let folder = System.openFile(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW) else {
                continue
            }
            defer { close(folder) }
            var status = stat()
            guard fstat(folder, &status) == 0, status.st_uid == geteuid(),
                status.st_mode & 0o777 == 0o700, age(of: status) >= seconds,
                flock(folder, LOCK_EX | LOCK_NB) == 0
            else { continue }
            Folder.remove(path)
        }
    }

    private static func age(of status: stat) -> Int {
        #if canImport(Darwin)
            time(nil) - status.st_ctimespec.tv_sec
        #else
            time(nil) - status.st_ctim.tv_sec
        #endif
    }
}
