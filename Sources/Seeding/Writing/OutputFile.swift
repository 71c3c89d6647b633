import Files
import Foundation
import SQLite

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A file that appears whole or not at all.
///
/// The content is written to a private file in the same folder, named `.NAME.zseed-PID`;
/// ``place()`` flushes it to the disk and renames it over the old one. If that never happens the
/// private file is removed: by `deinit` after an error, by a signal handler after an interrupt, and
/// after a `kill -9` by the next build of the same output.
public final class OutputFile {
    /// Where the file goes; a symbolic link was followed.
    public let path: String
    /// Where it is written.
    public let temporaryPath: String
    private var isPlaced = false
    private let cleanupSlot: Int?
    private var flush: FileFlush?

    /// Prepares an output; folders on the way are created.
    ///
    /// - Throws: ``SeedIssue`` where the path is a folder, has an app's `-wal` beside it, or cannot
    ///   be written.
    public init(path: String) throws {
        let resolved = Self.followingLinks(path)
        self.path = resolved
        let folder = (resolved as NSString).deletingLastPathComponent
        let name = (resolved as NSString).lastPathComponent
        temporaryPath = folder + "/.\(name).zseed-\(getpid())"
        let folderStatus = FileStatus(path: folder)
        if FileStatus(path: resolved)?.isFolder ?? false {
            throw SeedIssue(.isFolder, at: .init(path: path))
        }
        for suffix in ["-wal", "-journal"] where FileStatus.size(of: resolved + suffix) > 0 {
            throw SeedIssue(.outputInUse(resolved + suffix), at: .init(path: path))
        }
        if folderStatus?.isFolder != true {
            do {
                try FileManager.default.createDirectory(
                    atPath: folder, withIntermediateDirectories: true)
            } catch {
                throw SeedIssue(
                    .fileSystem("cannot create the folder \(folder)"), at: .init(path: path))
            }
        }
        Self.removeLeftovers(of: name, in: folder)
        unlink(temporaryPath)
        // Before the file is there: an interrupt in between must find its path.
        let slot = InterruptCleanup.register(temporaryPath)
        let descriptor = open(temporaryPath, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        let failure = errno
        guard descriptor >= 0 else {
            InterruptCleanup.unregister(slot)
            throw SeedIssue(
                .fileSystem(String(cString: strerror(failure))), at: .init(path: path))
        }
        close(descriptor)
        cleanupSlot = slot
    }

    deinit {
        if !isPlaced { unlink(temporaryPath) }
        InterruptCleanup.unregister(cleanupSlot)
    }

    /// Begins to flush the finished file, which is only read from now on, beside other work:
    /// ``place()`` waits for the end.
    ///
    /// - Throws: ``SeedIssue`` for an I/O error.
    public func beginFlush() throws {
        guard flush == nil else { return }
        try applyPermissions()
        flush = FileFlush(temporaryPath)
    }

    /// Puts the finished file in place.
    ///
    /// - Throws: ``SeedIssue`` for an I/O error; the old file is untouched then.
    public func place() throws {
        if let flush {
            try check(flush.wait())
        } else {
            try applyPermissions()
            try check(FileFlush.flush(temporaryPath, O_RDWR))
        }
        guard rename(temporaryPath, path) == 0 else { throw systemError() }
        isPlaced = true
        // Empty leftovers of the old store would only confuse: SQLite makes its own anew.
        for suffix in ["-wal", "-shm", "-journal"] { unlink(path + suffix) }
        try check(FileFlush.flush((path as NSString).deletingLastPathComponent, O_RDONLY))
    }

    /// Those of the file that is replaced, or those that any new file gets.
    private func applyPermissions() throws {
        var status = stat()
        let mode: mode_t
        if stat(path, &status) == 0 {
            mode = status.st_mode & 0o777
        } else {
            let mask = umask(0)
            umask(mask)
            mode = 0o666 & ~mask
        }
        guard chmod(temporaryPath, mode) == 0 else { throw systemError() }
    }

    private func check(_ failure: Int32?) throws {
        if let failure { throw systemError(failure) }
    }

    private func systemError(_ failure: Int32 = errno) -> SeedIssue {
        SeedIssue(.fileSystem(String(cString: strerror(failure))), at: .init(path: path))
    }

    /// Removes private files and folders whose process no longer runs: of the output itself
    /// (`.NAME.zseed-PID`), of its external values (`…-external`) and of its rejects
    /// (`.NAME.rejects.zseed-PID`).
    private static func removeLeftovers(of name: String, in folder: String) {
        let prefixes = [".\(name).zseed-", ".\(name).rejects.zseed-"]
        for file in hiddenFiles(in: folder) {
            guard let prefix = prefixes.first(where: file.hasPrefix),
                let process = pid_t(file.dropFirst(prefix.count).prefix { $0.isNumber }),
                process != getpid(), kill(process, 0) == -1, errno == ESRCH
            else { continue }
            try? FileManager.default.removeItem(atPath: folder + "/" + file)
        }
    }

    /// The names in a folder that begin with a point; none where it cannot be read. Without
    /// Foundation, as ``FileBytes`` is.
    private static func hiddenFiles(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: UInt8.self, capacity: 1) { bytes in
                    bytes.pointee == UInt8(ascii: ".") ? String(cString: bytes) : nil
                }
            }
            if let name { names.append(name) }
        }
        return names
    }

    /// The path that a file written through symbolic links would have, even where none is there.
    private static func followingLinks(_ path: String) -> String {
        let manager = FileManager.default
        var current = path.hasPrefix("/") ? path : manager.currentDirectoryPath + "/" + path
        // No system follows more links than 40 in a row.
        for _ in 0..<40 {
            guard let target = try? manager.destinationOfSymbolicLink(atPath: current) else {
                break
            }
            let folder = (current as NSString).deletingLastPathComponent
            current = target.hasPrefix("/") ? target : folder + "/" + target
        }
        // The folder in its shortest form, where it is there.
        guard let folder = realpath((current as NSString).deletingLastPathComponent, nil) else {
            return current
        }
        defer { free(folder) }
        let name = (current as NSString).lastPathComponent
        let parent = String(cString: folder)
        return name == "/" ? current : (parent == "/" ? "" : parent) + "/" + name
    }
}
