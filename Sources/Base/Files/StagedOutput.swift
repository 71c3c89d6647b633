/// A file, a folder, or files in a folder that appear completely or not at all.
///
/// The content is written to a private path next to the output, `.NAME.zseed-PID`. ``place()`` flushes it to disk
/// and renames it over the old file. If that does not happen, the private files are removed: by `deinit` after an
/// error, by a signal handler after an interrupt, and after a `kill -9` by the next process that writes the same
/// output.
///
/// If the path is a symbolic link, the link is kept and the file to which it leads is replaced. Devices, pipes and
/// sockets are refused.
package final class StagedOutput {
    /// The form of an output.
    package enum Form: Equatable, Sendable {
        /// A file, which may replace an old one.
        case file
        /// A database, which may replace one that no app has open. SQLite's companion files of the old database are
        /// removed.
        case database
        /// A new folder, which may replace an empty one.
        case folder
        /// Files in a folder that may have other files. Files with the same names are replaced, and restored if one
        /// of them cannot be replaced. A missing folder is created.
        case members
    }

    /// The final path, with symbolic links followed.
    package let path: String
    /// The path, as the caller passed it.
    package let givenPath: String
    /// The private path, where the content is written.
    package let temporaryPath: String

    let form: Form
    /// The items that an interrupt removes.
    private var slots: [Int?] = []
    /// The folders that were created for the private path, outermost first.
    private var madeFolders: [String] = []
    /// The files of a folder, in the order in which they are placed.
    private(set) var members: [String] = []
    /// The subfolders of a new folder.
    private(set) var subfolders: [String] = []
    private var hasPrivateFolder = false
    private var flush: FileFlush?
    private var lastFlush: FileFlush?

    /// Whether the output is at its final path, even if a step after the rename fails.
    package internal(set) var isPlaced = false
    /// Whether zseed chose the path, see ``TextOutput``.
    let isOwn: Bool
    /// The completed steps, which are undone if another output or member fails.
    var moves: [Move] = []

    /// The attributes of the old files that could not be copied to the new ones.
    private(set) var remarks: [CleanupWarning] = []

    /// For members: the other known files of the folder, which are not changed. If the folder has only these, all
    /// files are replaced at once. If nil, they are replaced one by one.
    package var others: Set<String>?

    /// A step in placing outputs.
    enum Move {
        /// The folder did not exist, and the private folder got its name.
        case whole
        /// The folder and the private folder, which has all its files, were exchanged.
        case exchanged
        case madeFolder(String)
        case new(String)
        case replaced(String, backup: String)
    }

    /// Prepares an output. Missing parent folders are created, and removed again if the output is not placed.
    ///
    /// - Parameters:
    ///   - privatePath: the private folder for members, on the same file system, or nil for one next to the folder.
    ///   - isOwn: whether zseed chose the path, not the user.
    /// - Throws: ``OutputError`` if the path cannot be used, ``FileError`` if the system refuses.
    package init(
        _ form: Form, path given: String, privatePath: String? = nil, isOwn: Bool = false
    ) throws {
        self.form = form
        self.isOwn = isOwn
        givenPath = given
        let target = try Self.check(form, path: given, isOwn: isOwn)
        path = target.text
        if let privatePath {
            temporaryPath = privatePath
        } else if form == .members {
            let folder = try Self.folderForMembers(of: target)
            PrivateName.removeLeftovers(of: target.name, in: folder.text, shownAs: given)
            temporaryPath = folder.appending(PrivateName.name(for: target.name)).text
        } else {
            temporaryPath = target.folder.appending(PrivateName.name(for: target.name)).text
        }
        if form == .file || form == .database { PrivatePath.note(folder: temporaryPath, for: given) }
        if form != .members { try makePrivate(in: target) }
    }

    deinit {
        if !isPlaced { abandon() }
        slots.forEach(InterruptCleanup.unregister)
    }

    // MARK: Preparing

    /// Checks whether an output can be written to a path, without writing anything.
    ///
    /// - Returns: the final path, with symbolic links followed.
    /// - Throws: ``OutputError``, ``FileError``.
    @discardableResult
    package static func check(
        _ form: Form, path given: String, isOwn: Bool = false
    ) throws -> FilePath {
        InterruptCleanup.expectOutput()
        let target = try target(form, path: given)
        try InputFiles.check(output: given, isDatabase: form == .database, isOwn: isOwn)
        try check(form, target, given: given)
        return target
    }

    private static func target(_ form: Form, path given: String) throws -> FilePath {
        let path = FilePath(given)
        if let problem = path.problem { throw OutputError(.unusablePath(problem), path: given) }
        if System.isLinkCircle(given) {
            throw OutputError(.unusablePath("its symbolic links form a circle"), path: given)
        }
        if form == .file || form == .database, path.hasFinalSlash || path.name.isEmpty {
            throw OutputError(
                try FileStatus(path: given)?.isFolder == true
                    ? .isFolder : .unusablePath("the path names a folder"), path: given)
        }
        let target = try path.resolved
        if let problem = target.problem { throw OutputError(.unusablePath(problem), path: given) }
        return target
    }

    /// Throws an error if the item at the path must not be replaced.
    static func check(_ form: Form, _ target: FilePath, given: String) throws {
        let status = try FileStatus(path: target.text)
        if status == nil {
            let way = try Folder.nearest(to: FilePath(given))
            guard try FileStatus(path: way.text)?.isFolder != false else {
                throw OutputError(.isFile, path: way.text)
            }
        }
        switch form {
        case .file, .database:
            if status?.isFolder == true { throw OutputError(.isFolder, path: given) }
            if let status, try !status.isRegularFile || FileStatus.isStandardStream(target.text) {
                throw OutputError(.notRegularFile, path: given)
            }
            // A file output may replace a database too.
            if status != nil, let process = try DatabaseLocks.holder(of: target.text) {
                throw OutputError(.isOpen(process), path: given)
            }
            guard form == .database else { return }
            for suffix in ["-wal", "-journal"] where try FileStatus.size(of: target.text + suffix) > 0 {
                throw OutputError(.inUse(target.text + suffix), path: given)
            }
        case .folder, .members:
            guard let status else { return }
            guard status.isFolder else { throw OutputError(.isFile, path: given) }
            guard form == .folder else { return }
            let names: [String]
            do throws(FileError) {
                names = try Folder.names(in: target.text)
            } catch {
                throw FileError(path: given, action: error.action, reason: error.reason)
            }
            guard names.isEmpty else { throw OutputError(.folderNotEmpty, path: given) }
        }
    }

    /// Returns the folder for the private files of members: the parent folder, or the folder itself if the parent
    /// is on another device or not writable. If the folder does not exist, the nearest existing parent is used.
    private static func folderForMembers(of target: FilePath) throws -> FilePath {
        let folder = try Folder.nearest(to: target)
        guard let inner = try FileIdentity(target.text), let outer = try FileIdentity(folder.text) else {
            return folder
        }
        let isUsable =
            try inner != outer && inner.isOnSameDevice(as: outer)
            && System.mayWrite(folder.text)
        return isUsable ? folder : target
    }

    private func makePrivate(in target: FilePath) throws {
        let folder = target.folder
        do {
            madeFolders = try Folder.make(folder.text)
        } catch {
            throw FileError(
                path: givenPath, action: .create,
                reason: "cannot create the folder \(folder.text): \(error.reason)")
        }
        slots += madeFolders.map(InterruptCleanup.register)
        PrivateName.removeLeftovers(of: target.name, in: folder.text, shownAs: givenPath)
        Folder.remove(temporaryPath)
        // Registered before the file exists, so that an interrupt in between finds its path.
        slots.append(InterruptCleanup.register(temporaryPath))
        let failure =
            form == .folder
            ? System.makeFolder(temporaryPath) : System.makeFile(temporaryPath)
        guard failure == 0 else {
            throw FileError(path: givenPath, action: .create, reason: System.words(failure))
        }
    }

    /// Removes everything private, and the folders that were created for it.
    private func abandon() {
        if form != .members || hasPrivateFolder {
            CleanupWarning.emit(Folder.remove(temporaryPath), givenPath)
        }
        for folder in madeFolders.reversed() { Folder.removeIfEmpty(folder) }
    }

    // MARK: Writing

    /// Returns a private path for a file of a folder or of members, which an interrupt removes.
    ///
    /// - Parameter name: a name from ``FileNames``, with subfolders that already exist.
    /// - Throws: ``FileError``.
    package func file(named name: String) throws(FileError) -> String {
        try makePrivateFolder()
        let path = FilePath(temporaryPath).appending(name).text
        slots.append(InterruptCleanup.register(path))
        members.append(name)
        return path
    }

    /// Creates a subfolder of a new folder, if it does not exist.
    ///
    /// - Throws: ``FileError``.
    package func makeFolder(_ name: String) throws(FileError) {
        let path = FilePath(temporaryPath).appending(name).text
        guard !subfolders.contains(path) else { return }
        slots.append(InterruptCleanup.register(path))
        let failure = System.makeFolder(path)
        guard failure == 0 || failure == System.fileExists else {
            throw FileError(
                path: FilePath(givenPath).appending(name).text, action: .create,
                reason: System.words(failure))
        }
        subfolders.append(path)
    }

    /// Keeps a remark until the output is placed.
    func add(_ remark: CleanupWarning) { remarks.append(remark) }

    /// Registers one more file for an interrupt to remove.
    func addCleanup(_ path: String) { slots.append(InterruptCleanup.register(path)) }

    private func makePrivateFolder() throws(FileError) {
        guard form == .members, !hasPrivateFolder else { return }
        Folder.remove(temporaryPath)
        slots.append(InterruptCleanup.register(temporaryPath))
        let failure = System.makeFolder(temporaryPath)
        guard failure == 0 else {
            throw FileError(path: givenPath, action: .create, reason: System.words(failure))
        }
        hasPrivateFolder = true
    }

    // MARK: Flushing

    /// Begins to flush the file's current content during other work, so that less remains at the end.
    package func beginFlush() { flush = FileFlush(temporaryPath) }

    /// Begins to flush the finished file, which must not change after that, during other work. ``place()`` waits
    /// for the end.
    ///
    /// - Throws: ``FileError``.
    package func beginLastFlush() throws {
        guard lastFlush == nil else { return }
        try endWriting()
        lastFlush = FileFlush(temporaryPath)
    }

    private func endWriting() throws {
        // A write error that one flush reports may be missing from the next one.
        try flushed(flush?.wait())
        remarks += try FileAttributes.take(of: path, to: temporaryPath, shownAs: givenPath)
    }

    /// Flushes the written content, and checks again whether the old file may be replaced.
    ///
    /// - Throws: ``OutputError``, ``FileError``.
    func prepare() throws {
        switch form {
        case .file, .database:
            if let lastFlush {
                try flushed(lastFlush.wait())
            } else {
                try endWriting()
                try flushed(FileFlush.flush(temporaryPath, System.readAndWrite))
            }
        case .folder:
            for folder in subfolders + [temporaryPath] { try Folder.flush(folder) }
        case .members:
            for name in members {
                let file = FilePath(temporaryPath).appending(name).text
                let target = FilePath(path).appending(name).text
                if try FileStatus(path: target) != nil {
                    let shown = FilePath(givenPath).appending(name).text
                    remarks += try FileAttributes.take(of: target, to: file, shownAs: shown)
                }
                try flushed(FileFlush.flush(file, System.readOnly))
            }
            if hasPrivateFolder { try Folder.flush(temporaryPath) }
        }
        try Self.check(form, FilePath(path), given: givenPath)
    }

    private func flushed(_ failure: Int32?) throws {
        guard let failure else { return }
        throw FileError(path: givenPath, action: .sync, reason: System.words(failure))
    }
}
