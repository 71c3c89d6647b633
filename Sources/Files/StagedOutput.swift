/// A file, a folder, or files of a folder, that appear whole or not at all.
///
/// What is written goes to a private place beside the output, `.NAME.zseed-PID`; ``place()``
/// flushes it to the disk and renames it over what was there. If that never happens the private
/// files are removed: by `deinit` after an error, by a signal handler after an interrupt, and after
/// a `kill -9` by the next process that writes the same output.
///
/// A path that is a symbolic link means the file that it leads to: that file is replaced, and the
/// link stays. Devices, pipes and sockets are refused.
package final class StagedOutput {
    /// What appears.
    package enum Form: Equatable, Sendable {
        /// A file, over an old one.
        case file
        /// A database, over an old one that no app has open; what SQLite left beside the old one
        /// goes.
        case database
        /// A new folder, or one over an empty one.
        case folder
        /// Files in a folder that may have others: those of the same names are replaced, and come
        /// back if one of them cannot be. The folder is made where it is missing.
        case members
    }

    /// Where it goes; symbolic links were followed.
    package let path: String
    /// The path as it was given.
    package let givenPath: String
    /// Where it is written.
    package let temporaryPath: String

    let form: Form
    /// What an interrupt removes.
    private var slots: [Int?] = []
    /// Folders that were made on the way to the private place, the outermost first.
    private var madeFolders: [String] = []
    /// The files of a folder, in the order in which they come into place.
    private(set) var members: [String] = []
    /// Folders within a new folder.
    private(set) var subfolders: [String] = []
    private var hasPrivateFolder = false
    private var flush: FileFlush?
    private var lastFlush: FileFlush?

    /// Whether it is where it goes; so too where what comes after the renaming fails.
    package internal(set) var isPlaced = false
    /// Whether it is a note for ourselves, see ``TextOutput``.
    let isOwn: Bool
    /// What was done so far, to be undone should another of the outputs or members fail.
    var moves: [Move] = []

    /// What the new files cannot have of the old ones.
    private(set) var remarks: [FileRemark] = []

    /// Of members: the other files that the folder is known to have, and that stay as they are. Where it has no
    /// more, all files are replaced at once; nil where they are replaced one by one.
    package var others: Set<String>?

    /// A step of putting members in place.
    enum Move {
        /// The folder was not there: the private one took its name.
        case whole
        /// The private folder, with all files that belong there, and the folder changed their names.
        case exchanged
        case madeFolder(String)
        case new(String)
        case replaced(String, backup: String)
    }

    /// Prepares an output; folders on the way are created, and removed again if it does not come
    /// into place.
    ///
    /// - Parameters:
    ///   - privatePath: where members are written, on the same file system; nil for a place beside
    ///     the folder.
    ///   - isOwn: whether nobody has named it, such as a note for ourselves.
    /// - Throws: ``OutputError`` where nothing can be written there, ``FileError`` where the
    ///   system refuses.
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

    /// Finds out whether an output may go to a path, and writes nothing.
    ///
    /// - Returns: where it would go; symbolic links were followed.
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

    /// Refuses what must not be replaced.
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
            // A database may be in the place of any file.
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

    /// Where private files of a folder's go: beside it, or within where that is another device or
    /// may not be written; for a folder that is not there, in the nearest one that is.
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
        // Before the file is there: an interrupt in between must find its path.
        slots.append(InterruptCleanup.register(temporaryPath))
        let failure =
            form == .folder
            ? System.makeFolder(temporaryPath) : System.makeFile(temporaryPath)
        guard failure == 0 else {
            throw FileError(path: givenPath, action: .create, reason: System.words(failure))
        }
    }

    /// Removes everything private, and the folders that were made for it.
    private func abandon() {
        if form != .members || hasPrivateFolder { FileRemark.tell(Folder.remove(temporaryPath), givenPath) }
        for folder in madeFolders.reversed() { Folder.removeIfEmpty(folder) }
    }

    // MARK: Writing

    /// A private path for a file of a folder or of members, which an interrupt removes.
    ///
    /// - Parameter name: a name from ``FileNames``, with subfolders that were made before.
    /// - Throws: ``FileError``.
    package func file(named name: String) throws(FileError) -> String {
        try makePrivateFolder()
        let path = FilePath(temporaryPath).appending(name).text
        slots.append(InterruptCleanup.register(path))
        members.append(name)
        return path
    }

    /// Makes a folder within a new folder, where it is not there yet.
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

    /// Keeps a remark until the output is in place.
    func add(_ remark: FileRemark) { remarks.append(remark) }

    /// Lets an interrupt remove one more file.
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

    /// Begins to flush what was written to the file so far beside other work, so that less is left to the end.
    package func beginFlush() { flush = FileFlush(temporaryPath) }

    /// Begins to flush the finished file, which is only read from now on, beside other work:
    /// ``place()`` waits for the end.
    ///
    /// - Throws: ``FileError``.
    package func beginLastFlush() throws {
        guard lastFlush == nil else { return }
        try endWriting()
        lastFlush = FileFlush(temporaryPath)
    }

    private func endWriting() throws {
        // A failure that one flush tells of, the next one may not know.
        try flushed(flush?.wait())
        remarks += try FileAttributes.take(of: path, to: temporaryPath, shownAs: givenPath)
    }

    /// Flushes what was written, and looks once more at what is to be replaced.
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
