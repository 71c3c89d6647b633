/// The definition of an input in a plan, which its kind reads.
package struct SourcePlan {
    /// The name of the input.
    let name: Located<String>
    /// The keys of the definition.
    var keys: MappingReader
    /// Whether all cells of the input are trimmed.
    let trims: Bool
    /// The words for missing values in all cells.
    let nullWords: [String]
    private let resolve: (Located<String>) -> Located<String>

    /// - Parameter resolve: converts a path relative to the plan's folder to one for the process.
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

    /// Returns the path at a key. Reports a missing one, unless an invalid value was already reported.
    mutating func path(_ key: String) -> Located<String>? {
        let path = keys.text(key)
        if path == nil { reportMissingPath(key) }
        return path
    }

    /// Returns the path or the list of paths at a key.
    mutating func paths(_ key: String) -> [Located<String>]? {
        let paths = keys.texts(key)
        if paths == nil { reportMissingPath(key) }
        return paths
    }

    /// Reads the value of `encoding:`.
    ///
    /// - Parameter isAllowed: whether the kind of input can be in an encoding.
    /// - Returns: the encoding, `.some(nil)` without the key, or nil if the encoding is unknown or not allowed, which is
    ///   reported.
    mutating func encoding(
        where isAllowed: (TextEncoding) -> Bool = { _ in true }
    ) -> TextEncoding?? {
        guard let name = keys.text("encoding") else { return .some(nil) }
        if let encoding = TextEncoding(named: name.value), isAllowed(encoding) { return encoding }
        let known = TextEncoding.allCases.filter(isAllowed).map(\.rawValue)
        report(SeedIssue(unknown: name, of: "encoding", among: known))
        return nil
    }

    /// Reports a missing path. A value of the wrong kind was already reported when it was read.
    private func reportMissingPath(_ key: String) {
        guard keys.has(key), keys.isNull(key) else { return }
        report(SeedIssue(.plan(.wrongKind(expected: "a path")), at: keys.keyLocation(key)))
    }

    /// Returns a path for the process.
    func resolved(_ path: Located<String>) -> String { SourcePaths.existing(resolve(path).value) }

    /// Returns whether a path is not standard input, from which a database cannot be read. Reports it otherwise.
    func isFile(_ path: Located<String>) -> Bool {
        guard path.value == StandardInput.path else { return true }
        report(SeedIssue(.plan(.wrongKind(expected: Self.noStream)), at: path.location))
        return false
    }

    /// The expected value, in messages about an input that cannot be a stream.
    package static let noStream = "a file: SQLite cannot read from standard input"

    func report(_ issue: SeedIssue) { keys.issues.add(issue) }

    /// Reports two keys that exclude each other.
    func conflict(_ one: String, _ other: String) {
        report(SeedIssue(.plan(.conflictingKeys(one, other)), at: keys.keyLocation(other)))
    }
}
