import Files

/// A table or query of an SQLite database, or of SQL text that creates one.
package struct SQLiteKind: SourceKind {
    package static let key = "sqlite"
    package static let optionKeys = ["table", "query", "partial", "encoding"]
    package static let isStream = false
    package static let mayBeEmpty = true
    package let rejectExtension = "sqlite"

    package var path: String
    package var selection: SQLiteSource.Selection
    /// Whether truncated SQL text is accepted.
    package var isPartial: Bool
    /// The encoding of texts that are not UTF-8, or nil if they are errors.
    package var encoding: TextEncoding?

    package init(
        path: String, selection: SQLiteSource.Selection, isPartial: Bool = false,
        encoding: TextEncoding? = nil
    ) {
        self.path = path
        self.selection = selection
        self.isPartial = isPartial
        self.encoding = encoding
    }

    package init?(_ plan: inout SourcePlan) {
        guard let path = plan.path(Self.key), let selection = Self.selection(&plan),
            plan.isFile(path), let encoding = plan.encoding(where: { !$0.rawValue.hasPrefix("utf") })
        else { return nil }
        self.init(
            path: plan.resolved(path), selection: selection, isPartial: plan.keys.flag("partial") ?? false,
            encoding: encoding)
    }

    private static func selection(_ plan: inout SourcePlan) -> SQLiteSource.Selection? {
        switch (plan.keys.text("table"), plan.keys.text("query")) {
        case (let table?, nil): return .table(table.value)
        case (nil, let query?): return .query(query.value)
        case (_?, _?): plan.conflict("table", "query")
        case (nil, nil):
            if !plan.keys.has("table"), !plan.keys.has("query") {
                plan.report(
                    SeedIssue(.plan(.missingKey("table` or `query")), at: plan.keys.location))
            }
        }
        return nil
    }

    package func addInputs(to inputs: InputFiles) throws { try inputs.addDatabase(path) }

    package func reading(_ path: String) -> any SourceKind {
        SQLiteKind(path: path, selection: selection, isPartial: isPartial, encoding: encoding)
    }

    package func readingInvalidTexts(sharing scripts: ScriptDatabases?) throws -> EncodedTexts? {
        guard encoding == nil else { return nil }
        let source = try SQLiteSource(
            path: path, selection: selection, isPartial: isPartial, sharing: scripts)
        guard let guess = EncodingGuess(try source.invalidTexts()) else { return nil }
        var kind = self
        kind.encoding = guess.encoding
        return EncodedTexts(kind: kind, encoding: guess.encoding, doubt: guess.doubt)
    }

    package func open(sharing scripts: ScriptDatabases?) throws -> any RecordSource {
        try SQLiteSource(
            path: path, selection: selection, isPartial: isPartial, encoding: encoding, sharing: scripts)
    }

    /// Creates a database for rejected rows. Its table has the name of the input's table.
    package func createRejects(
        at path: String, for source: any RecordSource, reason: String
    ) throws -> any RejectFile {
        let table =
            switch selection {
            case .table(let name): name
            case .query: "rejects"
            }
        return try SQLiteRejects(path: path, table: table, source: source, reason: reason)
    }
}
