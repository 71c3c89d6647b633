import Foundation

/// All that a command reads, so that nothing it writes can be one of these files: by identity, and
/// not by name.
///
/// Whatever is opened to be read adds itself (``System/openInput(_:_:)``, SQLite's connections that only read,
/// folders of models and of external data), and whatever is written asks, when it is named and again before it
/// comes into place: nobody has to remember an input. A command adds beforehand what no opening shows, or shows
/// late: patterns, files that are not there yet, sources that are opened after the output was made.
///
/// Only a program that was told its files by a user keeps such a list, see ``watch()``: whoever uses a library
/// opens one store and saves to it again and again.
///
/// `@unchecked`: all that changes is under the lock.
package final class InputFiles: @unchecked Sendable {
    private let lock = NSLock()
    private var files: [FileIdentity: String] = [:]
    private var folders: [FileIdentity: String] = [:]
    private var openFolders: [FileIdentity: String] = [:]
    private var databases: Set<String> = []
    /// Patterns that may match more files than are there now.
    private var patterns: [String] = []
    /// Paths that led to nothing when they were added, by what they lead to, in lower case.
    private var missing: [String: String] = [:]

    /// What SQLite keeps beside a database.
    package static let companions = ["-wal", "-shm", "-journal"]

    /// Begins with nothing.
    init() {}

    // MARK: Of this process

    /// That of this process; set once, before anything is read.
    nonisolated(unsafe) private static var own: InputFiles?
    /// How many look at outputs just now, on whatever thread.
    nonisolated(unsafe) private static var looks = 0
    private static let looksLock = NSLock()

    /// Keeps from now on what this process reads.
    package static func watch() { own = InputFiles() }

    /// Where to add what is read; nil where nobody keeps it.
    package static var watched: InputFiles? {
        guard let own else { return nil }
        return looksLock.withLock { looks == 0 } ? own : nil
    }

    /// Runs `body`, which looks at what an output would replace: that is no reason against replacing it.
    package static func lookingAtOutput<Result, Failure>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        looksLock.withLock { looks += 1 }
        defer { looksLock.withLock { looks -= 1 } }
        return try body()
    }

    /// Refuses a file that would overwrite an input of this process.
    ///
    /// - Parameters:
    ///   - shownPath: the path that the error names, where that is another one.
    ///   - isDatabase: whether what SQLite keeps beside it goes, too.
    ///   - isOwn: whether nobody has named it, and an earlier run has made the one that is there.
    /// - Throws: ``OutputError``, ``FileError``.
    package static func check(
        output path: String, shownAs shownPath: String? = nil, isDatabase: Bool = false, isOwn: Bool = false
    ) throws {
        for suffix in [""] + (isDatabase ? companions : []) {
            // What is not there cannot be removed either.
            guard try suffix.isEmpty || FileStatus(path: path + suffix) != nil else { continue }
            if let input = try own?.conflict(with: path + suffix, isOwn: isOwn) {
                throw OutputError(.isInput(input), path: shownPath ?? path)
            }
        }
    }

    /// Whether a file of an earlier run is an input of this process by now.
    ///
    /// - Throws: ``FileError``.
    package static func hold(_ path: String) throws -> Bool {
        try own?.conflict(with: path, isOwn: true) != nil
    }

    /// Forgets a file that this process has made, and read while it was private.
    static func forget(_ path: String) {
        guard let own, let identity = try? FileIdentity(path) else { return }
        own.lock.withLock { own.files[identity] = nil }
    }

    // MARK: Adding

    /// Adds a file, or a folder with all that is in it.
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

    /// Adds a file that was opened.
    ///
    /// - Returns: whether it could be; if not, the reason is in `errno`.
    func add(descriptor: Int32, _ path: String) -> Bool {
        guard let status = System.status(of: descriptor) else { return false }
        guard status.st_mode & S_IFMT == S_IFREG else { return true }
        let identity = FileIdentity(status)
        lock.withLock { files[identity] = files[identity] ?? path }
        return true
    }

    /// Adds a database with what SQLite keeps beside it, or would take for its own, were it put
    /// there.
    ///
    /// - Throws: ``FileError``.
    package func addDatabase(_ path: String) throws {
        guard lock.withLock({ databases.insert(path).inserted }) else { return }
        try add(path)
        try addCompanions(of: path)
        let resolved = try FilePath(path).resolved.text
        if resolved != path { try addCompanions(of: resolved) }
    }

    /// All of them lie in one folder, whose way is followed once.
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

    /// Adds the files that match a pattern, such as `orders-*.csv`, those too that do not exist yet:
    /// the next build would read them.
    package func addPattern(_ pattern: String) { lock.withLock { patterns.append(pattern) } }

    /// Adds a folder whose files are read, and into which new files and databases may go all the
    /// same: it is where everything lies.
    ///
    /// - Throws: ``FileError``.
    package func addOpenFolder(_ path: String) throws(FileError) {
        guard let identity = try FileIdentity(path) else { return }
        lock.withLock { openFolders[identity] = path }
    }

    /// Adds what standard input is redirected from.
    package func addStandardInput() {
        guard let identity = FileIdentity(descriptor: 0) else { return }
        lock.withLock { files[identity] = "standard input" }
    }

    // MARK: Asking

    /// What would be overwritten by a file at a path, or has it within; nil where nothing does.
    ///
    /// - Parameter isOwn: whether it may lie in open folders though it is there.
    /// - Throws: ``FileError``.
    func conflict(with path: String, isOwn: Bool = false) throws -> String? {
        let resolved = try FilePath(path).resolved
        // A path through a folder that is not there yet may lead back to what is (`new/../file`).
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

    /// The pattern that a file would match.
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
            // Folders, too, may be patterns.
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
