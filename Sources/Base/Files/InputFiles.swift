import Foundation

/// The files that a command reads, by identity instead of path, so that no output can overwrite one of them.
///
/// Everything that is opened for reading adds itself: ``System/openInput(_:_:)``, SQLite's read-only connections,
/// folders of models and of external data. Every output is checked when it is named and again before it is placed,
/// so that no caller has to register an input. A command adds only the inputs that are not opened, or are opened
/// late: patterns, missing files, inputs that are opened after the output was created.
///
/// Only a program that gets its files from a user keeps this list, see ``watch()``. A caller of the library may
/// open a store and save to it again and again.
///
/// `@unchecked`: all mutable state is accessed only under the lock.
package final class InputFiles: @unchecked Sendable {
    private let lock = NSLock()
    private var files: [FileIdentity: String] = [:]
    private var folders: [FileIdentity: String] = [:]
    private var openFolders: [FileIdentity: String] = [:]
    private var databases: Set<String> = []
    /// Patterns that may match additional files later.
    private var patterns: [String] = []
    /// Added paths that did not exist, by their resolved path in lower case.
    private var missing: [String: String] = [:]

    /// The suffixes of the files that SQLite keeps next to a database.
    package static let companions = ["-wal", "-shm", "-journal"]

    /// Creates an empty list.
    init() {}

    // MARK: Of this process

    /// The list of this process, which is set once before anything is read.
    nonisolated(unsafe) private static var own: InputFiles?
    /// The number of current inspections of outputs, on all threads.
    nonisolated(unsafe) private static var looks = 0
    private static let looksLock = NSLock()

    /// Begins to record the files that this process reads.
    package static func watch() { own = InputFiles() }

    /// The list to which opened files are added, or nil if no list is kept.
    package static var watched: InputFiles? {
        guard let own else { return nil }
        return looksLock.withLock { looks == 0 } ? own : nil
    }

    /// Runs `body`, which reads a file that an output replaces, without recording the file as an input.
    package static func lookingAtOutput<Result, Failure>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        looksLock.withLock { looks += 1 }
        defer { looksLock.withLock { looks -= 1 } }
        return try body()
    }

    /// Throws an error if an output would overwrite an input of this process.
    ///
    /// - Parameters:
    ///   - shownPath: the path for the error message, if it differs.
    ///   - isDatabase: whether the output also replaces SQLite's companion files.
    ///   - isOwn: whether zseed chose the path, so that an existing file is from an earlier run.
    /// - Throws: ``OutputError``, ``FileError``.
    package static func check(
        output path: String, shownAs shownPath: String? = nil, isDatabase: Bool = false, isOwn: Bool = false
    ) throws {
        for suffix in [""] + (isDatabase ? companions : []) {
            // A missing companion file is not removed.
            guard try suffix.isEmpty || FileStatus(path: path + suffix) != nil else { continue }
            if let input = try own?.conflict(with: path + suffix, isOwn: isOwn) {
                throw OutputError(.isInput(input), path: shownPath ?? path)
            }
        }
    }

    /// Returns whether a file of an earlier run has become an input of this process.
    ///
    /// - Throws: ``FileError``.
    package static func hold(_ path: String) throws -> Bool {
        try own?.conflict(with: path, isOwn: true) != nil
    }

    /// Removes a file from the list that this process created, and read while it was private.
    static func forget(_ path: String) {
        guard let own, let identity = try? FileIdentity(path) else { return }
        own.lock.withLock { own.files[identity] = nil }
    }

    // MARK: Adding

    /// Adds a file, or a folder with all its content.
    ///
    /// - Throws: ``FileError``.
    package func add(_ path: String) throws(FileError) {
        guard let status = try System.status(path) else {
            let resolved = try FilePath(path).resolved.text.lowercased()
            return lock.withLock { missing[resolved] = missing[resolved] ?? path }
        }
        let identity = FileIdentity(status)
        lock.withLock {
            if status.st_mode & S_IFMT == S_IFDIR {
                folders[identity] = folders[identity] ?? path
            } else {
                files[identity] = files[identity] ?? path
            }
        }
    }

    /// Adds an opened file.
    ///
    /// - Returns: whether the file could be added. If not, the reason is in `errno`.
    func add(descriptor: Int32, _ path: String) -> Bool {
        guard let status = System.status(of: descriptor) else { return false }
        guard status.st_mode & S_IFMT == S_IFREG else { return true }
        let identity = FileIdentity(status)
        lock.withLock { files[identity] = files[identity] ?? path }
        return true
    }

    /// Adds a database with its companion files, including those that do not exist yet but that SQLite would read.
    ///
    /// - Throws: ``FileError``.
    package func addDatabase(_ path: String) throws {
        guard lock.withLock({ databases.insert(path).inserted }) else { return }
        try add(path)
        try addCompanions(of: path)
        let resolved = try FilePath(path).resolved.text
        if resolved != path { try addCompanions(of: resolved) }
    }

    /// Adds the companion files of a database. They share a folder, which is resolved once.
    private func addCompanions(of path: String) throws {
        var folder: FilePath?
        for path in Self.companions.map({ path + $0 }) {
            let file = FilePath(path)
            guard try FileIdentity(path) == nil, try System.linkTarget(path) == nil,
                let known = try folder ?? System.realPath(file.folder.text).map(FilePath.init)
            else {
                try add(path)
                continue
            }
            folder = known
            lock.withLock { missing[known.appending(file.name).text.lowercased()] = path }
        }
    }

    /// Adds the files that match a pattern, such as `orders-*.csv`.
    ///
    /// Files that do not exist yet count too, because the next build would read them.
    package func addPattern(_ pattern: String) { lock.withLock { patterns.append(pattern) } }

    /// Adds a folder whose files are read, but in which new files and databases may still be created.
    ///
    /// - Throws: ``FileError``.
    package func addOpenFolder(_ path: String) throws(FileError) {
        guard let identity = try FileIdentity(path) else { return }
        lock.withLock { openFolders[identity] = path }
    }

    /// Adds the file from which standard input is redirected.
    package func addStandardInput() {
        guard let identity = FileIdentity(descriptor: 0) else { return }
        lock.withLock { files[identity] = "standard input" }
    }

    // MARK: Asking

    /// Returns the input that an output at a path would overwrite, or whose folder would contain the output.
    /// Returns nil if there is none.
    ///
    /// - Parameter isOwn: whether an existing output in an open folder is allowed.
    /// - Throws: ``FileError``.
    func conflict(with path: String, isOwn: Bool = false) throws -> String? {
        let resolved = try FilePath(path).resolved
        // A path through a missing folder may lead back to an existing file (`new/../file`).
        for path in [path, resolved.text] {
            guard let identity = try FileIdentity(path) else { continue }
            if let input = lock.withLock({ files[identity] ?? folders[identity] }) { return input }
        }
        if let path = lock.withLock({ missing[resolved.text.lowercased()] }) { return path }
        if let pattern = try pattern(matching: path, resolved) { return pattern }
        let (whole, open) = lock.withLock { (folders, openFolders) }
        guard !whole.isEmpty || !open.isEmpty else { return nil }
        let isFile = try !isOwn && FileStatus(path: path)?.isRegularFile == true
        let mayBeRead = try isFile ? !isDatabase(path) : false
        var folder = resolved
        while folder.folder != folder {
            folder = folder.folder
            guard let identity = try FileIdentity(folder.text) else { continue }
            if let input = whole[identity] ?? (mayBeRead ? open[identity] : nil) {
                return input
            }
        }
        return nil
    }

    /// Returns the pattern that a file would match.
    private func pattern(matching path: String, _ resolved: FilePath) throws -> String? {
        let own = FilePath(path)
        for pattern in lock.withLock({ patterns.map { FilePath($0) } }) {
            let names = [own.name, resolved.name]
            if names.contains(where: { fnmatch(pattern.name, $0, FNM_PERIOD) == 0 }),
                try FileIdentity.isSame(pattern.folder.text, own.folder.text)
                    || FileIdentity.isSame(pattern.folder.text, resolved.folder.text)
            {
                return pattern.text
            }
            // A pattern may have wildcards in its folders too.
            let whole = try pattern.absolute.text
            let paths = [try own.absolute.text, resolved.text]
            if paths.contains(where: { fnmatch(whole, $0, FNM_PERIOD | FNM_PATHNAME) == 0 }) {
                return pattern.text
            }
        }
        return nil
    }

    private func isDatabase(_ path: String) throws -> Bool {
        let head = try Self.lookingAtOutput { try FileBytes.first(16, of: path) }
        return head == Array("SQLite format 3\0".utf8)
    }
}
