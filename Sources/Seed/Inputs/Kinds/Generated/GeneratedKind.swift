import Files

/// Generated rows. The plan specifies their number. They are the same in each build and on every machine.
package struct GeneratedKind: SourceKind {
    package static let key = "generate"
    package static let optionKeys = ["fields", "seed", "language"]
    package static let isStream = false
    package static let opensOnlyItsOwnFormat = true
    package let rejectExtension = "csv"

    /// The name of the rows in messages.
    package let path: String
    let rowCount: Int
    package var columns: [GeneratedColumn]
    /// The inputs from which ``GeneratedColumn/Content/reference`` takes cells, by name.
    package var referenced: [String: any SourceKind] = [:]

    package init?(_ plan: inout SourcePlan) {
        let count = plan.keys.count(Self.key)
        if count == nil, plan.keys.isNull(Self.key) {
            plan.report(
                SeedIssue(
                    .plan(.wrongKind(expected: "a positive integer")), at: plan.keys.keyLocation(Self.key)))
        }
        let seed = plan.keys.scalar("seed")
        var number: Int64 = 0
        if let seed {
            if case .integer(let value) = seed.value {
                number = value
            } else {
                plan.report(SeedIssue(.plan(.wrongKind(expected: "an integer")), at: seed.location))
            }
        }
        let language = plan.keys.choice("language", as: GeneratedWords.Language.self) ?? .en
        guard let node = plan.keys.node("fields") else {
            plan.report(SeedIssue(.plan(.missingKey("fields")), at: plan.keys.location))
            return nil
        }
        let fields = MappingReader(
            node, expecting: "columns by name: `{ id: { sequence: 1 } }`", path: plan.keys.path,
            issues: plan.keys.issues)
        let columns = fields.entries.map { name, node in
            let keys = MappingReader(
                node, expecting: GeneratedColumn.expectation, keys: GeneratedColumn.keys,
                path: plan.keys.path, issues: plan.keys.issues)
            defer { keys.finish() }
            return GeneratedColumn(
                name, keys, seed: number, source: plan.name.value, words: GeneratedWords.of(language))
        }
        guard let count, fields.isMapping, !columns.contains(where: { $0 == nil }) else { return nil }
        path = "\(plan.name.value) (generated)"
        rowCount = count
        self.columns = columns.compactMap { $0 }
    }

    package static func == (one: GeneratedKind, other: GeneratedKind) -> Bool {
        one.path == other.path && one.rowCount == other.rowCount && one.columns == other.columns
    }

    // MARK: Files

    /// Empty, because everything is in the plan.
    package var inputPaths: [String] { [] }

    package func addInputs(to inputs: InputFiles) {}

    /// Returns the kind for a file with these rows in its place.
    package func reading(_ path: String) -> any SourceKind { CSVKind(paths: [path]) }

    // MARK: Rows

    package func open(sharing scripts: ScriptDatabases?) throws -> any RecordSource {
        try GeneratedSource(self, sharing: scripts)
    }

    package func createRejects(
        at path: String, for source: any RecordSource, reason: String
    ) throws -> any RejectFile {
        try DelimitedRejects(path: path, source: source, options: CSVOptions(), reason: reason)
    }

    // MARK: Drafts

    /// Returns false, because no file has generated rows.
    package static func recognizes(_ file: CandidateFile) -> Bool { false }
    package static func drafts(of file: CandidateFile) -> [SourceDraft] { [] }
}
