import Inputs
import ObjectModel

/// A source of rows in a plan.
package struct SourceDefinition: Sendable {
    /// The name that loads refer to.
    package var name: Located<String>
    /// The kind of source, with its files and options.
    package var kind: any SourceKind
    /// The zone of its dates; nil for the plan's.
    package var timeZone: Located<String>?
    /// The locale of names in its dates; nil for the plan's.
    package var locale: Located<String>?
    /// The changes to its cells before conversion.
    package var cleaning = SourceCleaning()
    /// The condition for its rows; nil for all rows.
    package var filter: SourceFilter?
    /// Its keys that are in `shape:` since this version.
    package internal(set) var formerKeys: [Located<String>] = []
    /// The number of its first rows that are examined; nil for all.
    package var sample: Int?
    /// Whether its numbers have a decimal comma, unless a column sets another form.
    package var usesDecimalComma: Bool?
    /// The separator of thousands of its numbers, unless a column sets another form.
    package var thousands: ThousandsSeparator?
    /// The columns whose numbers are dates, known after the source was first opened; see
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
    /// - Parameter scripts: the databases that SQL text has created for other sources.
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

    /// Opens the file. If it is a file of another kind, the error has a hint.
    private func openFile(sharing scripts: ScriptDatabases?) throws -> any RecordSource {
        do {
            return try (cleaning.transposes ? kind.withoutHeader() : kind).open(sharing: scripts)
        } catch var issue as SeedIssue {
            let isOfContent =
                switch issue.reason {
                case .table, .document, .database, .file(.invalidUTF8), .file(.invalidText), .value: true
                default: false
                }
            // If the kind accepts any text file, an error in a later row is not a sign of another kind.
            let isAtStart = !type(of: kind).takesAnyFile || (issue.location.line ?? 1) == 1
            if isOfContent, isAtStart, issue.hint == nil || issue.hint == .recordsUnderKeys {
                issue.hint = hintOfKind ?? issue.hint
            }
            throw issue
        }
    }

    /// A hint that names the other kind that fits the file.
    var hintOfKind: SeedIssue.Hint? {
        guard kind.inputPaths.first == kind.path else { return nil }
        return SourceKinds.otherKind(of: kind.path, than: type(of: kind).key)
    }

    /// Returns the definition with the facts that an open source has found out, which saves another pass over the
    /// file.
    package func knowing(_ source: any RecordSource) -> SourceDefinition {
        var copy = withFilteredParents
        copy.kind.recordOptions?.parentColumns += (source as? FilteredSource)?.elements ?? []
        copy.referenceDates = source.referenceDates
        copy.kind = copy.kind.knowing(source)
        return copy
    }

    /// The source with the columns around its records that its filter uses.
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

    /// Checks that the source has the columns around its records that a filter uses.
    private func check(_ filter: SourceFilter, against around: ParentNames?) throws {
        let listed = kind.recordOptions?.columns ?? []
        for name in filter.parentColumns {
            guard let around, !listed.contains(name), !around.offers(name) else { continue }
            throw around.issue(
                about: name, besides: listed, isListed: kind.recordOptions?.hasListedColumns ?? false,
                at: filter.location)
        }
    }

    /// Returns the columns of the records themselves.
    func ownColumns(of source: any RecordSource) -> [String] {
        Array(source.columns.dropLast(kind.recordOptions?.parentColumns.count ?? 0))
    }

    /// Returns the source without cleaning of the columns whose values have options of their own.
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

extension [SourceDefinition] {
    /// The warning about keys that are in `shape:` since this version, at the first of them; nil without such keys.
    var warningOfFormerKeys: SeedIssue? {
        let keys = flatMap(\.formerKeys)
        let names = PlanSection.shape.names.filter { name in keys.contains { $0.value == name } }
        return keys.first.map { SeedIssue(.plan(.formerKeys(names, in: "shape")), at: $0.location) }
    }
}

extension LoadPlan {
    /// All values that columns give, including those of created objects.
    var values: [ValuePlan] {
        attributes.map(\.value)
            + relationships.flatMap { [$0.value] + $0.furtherValues + $0.creation.map(\.value) }
    }
}
