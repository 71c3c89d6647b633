/// What a plan says of one source, for its kind to read.
package struct SourcePlan {
    /// The source's name.
    let name: Located<String>
    /// The keys.
    var keys: MappingReader
    /// Whether all cells of the source are trimmed.
    let trims: Bool
    /// The words that mean "no value" in all of its cells.
    let nullWords: [String]
    private let resolve: (Located<String>) -> Located<String>

    /// - Parameter resolve: gives a path, which is relative to the plan's folder, for the process.
    package init(
        of name: Located<String>, _ keys: MappingReader, trims: Bool, nullWords: [String] = [],
        resolving resolve: @escaping (Located<String>) -> Located<String>
    ) {
        self.name = name
        self.keys = keys
        self.trims = trims
        self.nullWords = nullWords
        self.resolve = resolve
    }

    /// The path at a key; one that is missing is reported, unless what is there was.
    mutating func path(_ key: String) -> Located<String>? {
        let path = keys.text(key)
        if path == nil { reportMissingPath(key) }
        return path
    }

    /// The paths at a key, one or a list of them.
    mutating func paths(_ key: String) -> [Located<String>]? {
        let paths = keys.texts(key)
        if paths == nil { reportMissingPath(key) }
        return paths
    }

    /// A value of another kind was reported where it was read.
    private func reportMissingPath(_ key: String) {
        guard keys.has(key), keys.isNull(key) else { return }
        report(SeedIssue(.plan(.wrongKind(expected: "a path")), at: keys.keyLocation(key)))
    }

    /// A path for the process.
    func resolved(_ path: Located<String>) -> String { SourcePaths.existing(resolve(path).value) }

    /// Whether a path is no standard input, which a database cannot come through; reported.
    func isFile(_ path: Located<String>) -> Bool {
        guard path.value == StandardInput.path else { return true }
        report(SeedIssue(.plan(.wrongKind(expected: Self.noStream)), at: path.location))
        return false
    }

    /// What is expected of a source that is no stream.
    package static let noStream = "a file: SQLite cannot read from standard input"

    func report(_ issue: SeedIssue) { keys.issues.add(issue) }

    /// Reports two keys that exclude each other.
    func conflict(_ one: String, _ other: String) {
        report(SeedIssue(.plan(.conflictingKeys(one, other)), at: keys.keyLocation(other)))
    }
}
