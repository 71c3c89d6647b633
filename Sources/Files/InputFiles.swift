/// All that a command reads, so that nothing it writes can be one of these files: by identity, and
/// not by name.
package struct InputFiles: Sendable {
    private var files: [FileIdentity: String] = [:]
    private var folders: [FileIdentity: String] = [:]
    private var openFolders: [FileIdentity: String] = [:]
    /// Patterns that may match more files than are there now.
    private var patterns: [String] = []
    /// Paths that led to nothing when they were added.
    private var missing: [(resolved: String, path: String)] = []

    /// What SQLite keeps beside a database.
    package static let companions = ["-wal", "-shm", "-journal"]

    /// Begins with nothing.
    package init() {}

    /// Adds a file, or a folder with all that is in it.
    package mutating func add(_ path: String) {
        guard let identity = FileIdentity(path) else {
            missing.append((FilePath(path).resolved.text.lowercased(), path))
            return
        }
        if FileStatus(path: path)?.isFolder == true {
            folders[identity] = path
        } else {
            files[identity] = path
        }
    }

    /// Adds a database with what SQLite keeps beside it, or would take for its own, were it put
    /// there.
    package mutating func addDatabase(_ path: String) {
        add(path)
        addCompanions(of: path)
        let resolved = FilePath(path).resolved.text
        if resolved != path { addCompanions(of: resolved) }
    }

    /// All of them lie in one folder, whose way is followed once.
    private mutating func addCompanions(of path: String) {
        var folder: FilePath?
        for path in Self.companions.map({ path + $0 }) {
            let file = FilePath(path)
            guard FileIdentity(path) == nil, System.linkTarget(path) == nil,
                let known = folder ?? System.realPath(file.folder.text).map(FilePath.init)
            else {
                add(path)
                continue
            }
            folder = known
            missing.append((known.appending(file.name).text.lowercased(), path))
        }
    }

    /// Adds the files that match a pattern, such as `orders-*.csv`, those too that do not exist yet:
    /// the next build would read them.
    package mutating func addPattern(_ pattern: String) { patterns.append(pattern) }

    /// The pattern that a file would match.
    private func pattern(matching path: String, _ resolved: FilePath) -> String? {
        let own = FilePath(path)
        return patterns.first { pattern in
            let pattern = FilePath(pattern)
            let names = [own.name, resolved.name]
            if names.contains(where: { fnmatch(pattern.name, $0, FNM_PERIOD) == 0 }),
                FileIdentity.isSame(pattern.folder.text, own.folder.text)
                    || FileIdentity.isSame(pattern.folder.text, resolved.folder.text)
            {
                return true
            }
            // Folders, too, may be patterns.
            let whole = pattern.absolute.text
            let paths = [own.absolute.text, resolved.text]
            return paths.contains { fnmatch(whole, $0, FNM_PERIOD | FNM_PATHNAME) == 0 }
        }
    }

    /// Adds a folder whose files are read, and into which new files and databases may go all the
    /// same: it is where everything lies.
    package mutating func addOpenFolder(_ path: String) {
        if let identity = FileIdentity(path) { openFolders[identity] = path }
    }

    /// Adds what standard input is redirected from.
    package mutating func addStandardInput() {
        if let identity = FileIdentity(descriptor: 0) { files[identity] = "standard input" }
    }

    /// What would be overwritten by a file at a path, or has it within; nil where nothing does.
    package func conflict(with path: String) -> String? {
        let resolved = FilePath(path).resolved
        // A path through a folder that is not there yet may lead back to what is (`new/../file`).
        for path in [path, resolved.text] {
            if let identity = FileIdentity(path), let input = files[identity] ?? folders[identity] {
                return input
            }
        }
        if let entry = missing.first(where: { $0.resolved == resolved.text.lowercased() }) {
            return entry.path
        }
        if let pattern = pattern(matching: path, resolved) { return pattern }
        guard !folders.isEmpty || !openFolders.isEmpty else { return nil }
        let mayBeRead = FileStatus(path: path)?.isRegularFile == true && !isDatabase(path)
        var folder = resolved
        while folder.folder != folder {
            folder = folder.folder
            guard let identity = FileIdentity(folder.text) else { continue }
            if let input = folders[identity] ?? (mayBeRead ? openFolders[identity] : nil) {
                return input
            }
        }
        return nil
    }

    private func isDatabase(_ path: String) -> Bool {
        (try? FileBytes.first(16, of: path)) == Array("SQLite format 3\0".utf8)
    }

    /// Refuses a file that would overwrite an input.
    ///
    /// - Parameters:
    ///   - shownPath: the path that the error names, where that is another one.
    ///   - isDatabase: whether what SQLite keeps beside it goes, too.
    /// - Throws: ``OutputError``.
    package func check(
        output path: String, shownAs shownPath: String? = nil, isDatabase: Bool = false
    ) throws(OutputError) {
        for suffix in [""] + (isDatabase ? Self.companions : []) {
            // What is not there cannot be removed either.
            guard suffix.isEmpty || FileStatus(path: path + suffix) != nil else { continue }
            if let input = conflict(with: path + suffix) {
                throw OutputError(.isInput(input), path: shownPath ?? path)
            }
        }
    }
}
