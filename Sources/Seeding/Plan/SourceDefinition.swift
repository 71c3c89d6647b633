import ObjectModel
import Sources

/// Where rows come from.
package struct SourceDefinition: Sendable {
    /// The name that loads refer to.
    package var name: Located<String>
    /// What kind of source it is, with its files and options.
    package var kind: any SourceKind
    /// The zone of its dates; nil for the plan's.
    package var timeZone: Located<String>?
    /// The locale of names in its dates; nil for the plan's.
    package var locale: Located<String>?
    /// What is done to its cells before anything else.
    package var cleaning = SourceCleaning()
    /// Which of its rows count; nil for all.
    package var filter: SourceFilter?
    /// How many cells are looked at, in its first rows; nil for all.
    package var sample: Int?
    /// Whether its numbers have a comma before their fraction; a column may say otherwise.
    package var usesDecimalComma: Bool?
    /// What separates the thousands of its numbers; a column may say otherwise.
    package var thousands: ThousandsSeparator?
    /// The columns whose numbers are dates, as its first opening told; see
    /// ``RecordSource/referenceDates``.
    package var referenceDates: Set<String> = []

    /// Creates a definition.
    package init(
        name: Located<String>, kind: any SourceKind, timeZone: Located<String>? = nil,
        locale: Located<String>? = nil
    ) {
        self.name = name
        self.kind = kind
        self.timeZone = timeZone
        self.locale = locale
    }

    /// Opens the source.
    ///
    /// - Parameter scripts: the databases that SQL text has made for other sources.
    /// - Throws: ``SeedIssue``.
    package func open(sharing scripts: ScriptDatabases? = nil) throws -> any RecordSource {
        let definition = withFilteredParents
        let source = try definition.openUnfiltered(sharing: scripts)
        guard let filter else { return source }
        let filtered = try FilteredSource(source, filter)
        guard !filtered.missing.isEmpty else { return filtered }
        var asking = definition
        asking.kind = asking.kind.knowing(source)
        asking.kind.recordOptions?.parentColumns += filtered.missing
        return try FilteredSource(
            try asking.openUnfiltered(sharing: scripts), filter, elements: filtered.missing)
    }

    private func openUnfiltered(sharing scripts: ScriptDatabases?) throws -> any RecordSource {
        var source = try openFile(sharing: scripts)
        if cleaning.transposes { source = try TransposedSource(source) }
        if let filter { try check(filter, against: source.parentNames) }
        for name in cleaning.filled where !cleaning.fillsAll && !source.columns.contains(name.value) {
            throw SeedIssue(
                .plan(
                    .unknownName(
                        name.value, kind: .column, nearest: NearestName.of(name.value, in: source.columns))),
                at: name.location)
        }
        if let sample { source = SampledSource(source, cells: sample) }
        if cleaning.isNeeded { source = CleanedSource(source, cleaning) }
        return source
    }

    /// Opens the file; where it is one of another kind the message says so.
    private func openFile(sharing scripts: ScriptDatabases?) throws -> any RecordSource {
        do {
            return try (cleaning.transposes ? kind.withoutHeader() : kind).open(sharing: scripts)
        } catch var issue as SeedIssue {
            let isOfContent =
                switch issue.reason {
                case .table, .document, .database, .file(.invalidUTF8), .file(.invalidText), .value: true
                default: false
                }
            // What rows of text hold further down says nothing of the file.
            let isAtStart = !type(of: kind).takesAnyFile || (issue.location.line ?? 1) == 1
            if isOfContent, isAtStart, issue.hint == nil || issue.hint == .recordsUnderKeys {
                issue.hint = hintOfKind ?? issue.hint
            }
            throw issue
        }
    }

    /// The other kind that the file is of.
    var hintOfKind: SeedIssue.Hint? {
        guard kind.inputPaths.first == kind.path else { return nil }
        return SourceKinds.otherKind(of: kind.path, than: type(of: kind).key)
    }

    /// The source as an opening has shown it: what is known now need not be found out again, which
    /// would take another pass over the file.
    package func knowing(_ source: any RecordSource) -> SourceDefinition {
        var copy = withFilteredParents
        copy.kind.recordOptions?.parentColumns += (source as? FilteredSource)?.elements ?? []
        copy.referenceDates = source.referenceDates
        copy.kind = copy.kind.knowing(source)
        return copy
    }

    /// The source with the columns around its records that its filter asks for.
    private var withFilteredParents: SourceDefinition {
        guard let filter, !filter.parentColumns.isEmpty, var options = kind.recordOptions else {
            return self
        }
        let known = (options.columns ?? []) + options.parentColumns
        options.parentColumns += filter.parentColumns.filter { !known.contains($0) }
        var copy = self
        copy.kind.recordOptions = options
        return copy
    }

    /// Makes sure that a filter asks for columns only that are around the records.
    private func check(_ filter: SourceFilter, against around: ParentNames?) throws {
        let listed = kind.recordOptions?.columns ?? []
        for name in filter.parentColumns {
            guard let around, !listed.contains(name), !around.offers(name) else { continue }
            throw around.issue(
                about: name, besides: listed, isListed: kind.recordOptions?.hasListedColumns ?? false,
                at: filter.location)
        }
    }

    /// The columns of the records themselves.
    func ownColumns(of source: any RecordSource) -> [String] {
        Array(source.columns.dropLast(kind.recordOptions?.parentColumns.count ?? 0))
    }

    /// The source without cleaning those columns about which values have words of their own.
    func cleaning(for values: [ValuePlan]) -> SourceDefinition {
        var copy = self
        for value in values {
            guard let column = value.column?.value else { continue }
            if value.options.trims != nil { copy.cleaning.untrimmedColumns.insert(column) }
            if value.options.nullWords != nil { copy.cleaning.wordyColumns.insert(column) }
        }
        return copy
    }
}

extension LoadPlan {
    /// All values that columns give, those of created objects included.
    var values: [ValuePlan] {
        attributes.map(\.value)
            + relationships.flatMap { [$0.value] + $0.furtherValues + $0.creation.map(\.value) }
    }
}
