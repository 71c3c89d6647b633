import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A folder of files that appears whole or not at all.
///
/// The files are written to a private folder beside it, `.NAME.zseed-PID`, which ``place()``
/// renames. If that never happens the private folder is removed: by `deinit` after an error, and
/// by the next export to the same place after the process was killed.
public final class OutputFolder {
    /// Where the folder goes; symbolic links were followed.
    public let path: String
    /// Where it is written.
    public let temporaryPath: String
    private var isPlaced = false

    /// Prepares an output; folders on the way are created.
    ///
    /// - Throws: ``SeedIssue`` where there is a file, or a folder with anything in it.
    public init(path: String) throws {
        let resolved = URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath().path
        self.path = resolved
        let parent = (resolved as NSString).deletingLastPathComponent
        let name = (resolved as NSString).lastPathComponent
        temporaryPath = parent + "/.\(name).zseed-\(getpid())"
        try Self.checkIsFree(resolved, named: path)
        do {
            try FileManager.default.createDirectory(
                atPath: parent, withIntermediateDirectories: true)
            Self.removeLeftovers(of: name, in: parent)
            try? FileManager.default.removeItem(atPath: temporaryPath)
            try FileManager.default.createDirectory(
                atPath: temporaryPath, withIntermediateDirectories: false)
        } catch {
            throw SeedIssue(
                .fileSystem("cannot create a folder in \(parent)"), at: .init(path: path))
        }
    }

    deinit {
        if !isPlaced { try? FileManager.default.removeItem(atPath: temporaryPath) }
    }

    /// Makes a folder within, where it is not there yet.
    ///
    /// - Throws: ``SeedIssue``.
    func makeFolder(_ name: String) throws {
        do {
            try FileManager.default.createDirectory(
                atPath: temporaryPath + "/" + name, withIntermediateDirectories: true)
        } catch {
            throw SeedIssue(.fileSystem("cannot create a folder: \(error)"), at: .init(path: path))
        }
    }

    /// Puts the finished folder in place.
    ///
    /// - Throws: ``SeedIssue`` where something came into the way meanwhile, or for an I/O error.
    public func place() throws {
        // An empty folder gives way; one that was filled meanwhile does not.
        guard rename(temporaryPath, path) == 0 else {
            try Self.checkIsFree(path, named: path)
            throw SeedIssue(.fileSystem(String(cString: strerror(errno))), at: .init(path: path))
        }
        isPlaced = true
    }

    private static func checkIsFree(_ path: String, named name: String) throws {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return }
        guard isFolder.boolValue else { throw SeedIssue(.isFile, at: .init(path: name)) }
        let content: [String]
        do {
            content = try FileManager.default.contentsOfDirectory(atPath: path)
        } catch {
            throw SeedIssue(.fileSystem("cannot be read: \(error)"), at: .init(path: name))
        }
        guard content.isEmpty else { throw SeedIssue(.folderNotEmpty, at: .init(path: name)) }
    }

    /// Removes private folders whose process no longer runs.
    private static func removeLeftovers(of name: String, in parent: String) {
        let prefix = ".\(name).zseed-"
        let files = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
        for file in files where file.hasPrefix(prefix) {
            guard let process = pid_t(file.dropFirst(prefix.count)), process != getpid(),
                kill(process, 0) == -1, errno == ESRCH
            else { continue }
            try? FileManager.default.removeItem(atPath: parent + "/" + file)
        }
    }
}
