import StoreFormat

/// Where rows come from.
package struct SourceDefinition: Equatable, Sendable {
    /// The kinds of sources.
    package enum Kind: Equatable, Sendable {
        /// CSV files; paths may be patterns.
        case csv(paths: [String], options: CSVOptions)
        /// A table or query of an SQLite database.
        case sqlite(path: String, selection: SQLiteSource.Selection)
        /// The elements of one path in an XML file.
        case xml(path: String, options: RecordOptions)
        /// The objects of a JSON array.
        case json(path: String, options: RecordOptions)
        /// JSON objects line by line.
        case ndjson(path: String, options: RecordOptions)
        /// The dictionaries of an array in a property list.
        case propertyList(path: String, options: RecordOptions)
        /// The objects of an entity of a Core Data store; `model` where the store carries none.
        case store(path: String, entity: String, model: String?, columns: [String]?)
    }

    /// The name that loads refer to.
    package var name: Located<String>
    package var kind: Kind
    /// The zone of its dates; nil for the plan's.
    package var timeZone: Located<String>?
    /// The locale of names in its dates; nil for the plan's.
    package var locale: Located<String>?
    /// What is done to its cells before anything else.
    package var cleaning = SourceCleaning()
    /// Which of its rows count; nil for all.
    package var filter: SourceFilter?
    /// Whether its numbers have a comma before their fraction; a column may say otherwise.
    package var usesDecimalComma: Bool?
    /// What separates the thousands of its numbers; a column may say otherwise.
    package var thousands: ThousandsSeparator?
    /// The columns whose numbers are dates, as its first opening told; see
    /// ``RecordSource/referenceDates``.
    package var referenceDates: Set<String> = []

    /// Creates a definition.
    package init(
        name: Located<String>, kind: Kind, timeZone: Located<String>? = nil,
        locale: Located<String>? = nil
    ) {
        self.name = name
        self.kind = kind
        self.timeZone = timeZone
        self.locale = locale
    }

    /// The file's path, or the first one of several.
    package var path: String {
        switch kind {
        case .csv(let paths, _): paths.first ?? ""
        case .sqlite(let path, _), .xml(let path, _), .json(let path, _), .ndjson(let path, _),
            .propertyList(let path, _), .store(let path, _, _, _):
            path
        }
    }

    /// Every file that is read, patterns replaced by what they match.
    package var inputPaths: [String] {
        switch kind {
        case .csv(let paths, _):
            return (try? SourcePaths.expanded(paths)) ?? paths
        case .store(let path, _, let model, _):
            return [path] + (model.map { [$0] } ?? [])
        default:
            return [path]
        }
    }

    /// Opens the source.
    ///
    /// - Parameter scripts: the databases that SQL text has made for other sources.
    /// - Throws: ``SeedIssue``.
    package func open(sharing scripts: ScriptDatabases? = nil) throws -> any RecordSource {
        var source = try withFilteredParents.openFiles(sharing: scripts)
        if let filter { try check(filter, against: source.parentNames) }
        if cleaning.isNeeded { source = CleanedSource(source, cleaning) }
        if let filter { source = try FilteredSource(source, filter) }
        return source
    }

    private func openFiles(sharing scripts: ScriptDatabases?) throws -> any RecordSource {
        switch kind {
        case .csv(let paths, let options):
            let files = try SourcePaths.expanded(paths)
            return files.count == 1
                ? try CSVSource(path: files[0], options: options)
                : try CSVFiles(paths: files, options: options)
        case .sqlite(let path, let selection):
            return try SQLiteSource(path: path, selection: selection, sharing: scripts)
        case .xml(let path, let options): return try XMLSource(path: path, options: options)
        case .json(let path, let options): return try JSONSource(path: path, options: options)
        case .ndjson(let path, let options): return try NDJSONSource(path: path, options: options)
        case .propertyList(let path, let options):
            return try PropertyListSource(path: path, options: options)
        case .store(let path, let entity, let model, let columns):
            return try StoreSource(path: path, entity: entity, modelPath: model, columns: columns)
        }
    }

    /// The source as an opening has shown it: what is known now need not be found out again, which
    /// would take another pass over the file.
    package func knowing(_ source: any RecordSource) -> SourceDefinition {
        var copy = withFilteredParents
        copy.referenceDates = source.referenceDates
        func known(_ options: RecordOptions) -> RecordOptions {
            var options = options
            options.columns = Array(source.columns.dropLast(options.parentColumns.count))
            options.parents = source.parentNames
            return options
        }
        switch copy.kind {
        case .xml(let path, let options): copy.kind = .xml(path: path, options: known(options))
        case .json(let path, let options): copy.kind = .json(path: path, options: known(options))
        case .ndjson(let path, let options):
            copy.kind = .ndjson(path: path, options: known(options))
        case .propertyList(let path, let options):
            var options = options
            options.parents = source.parentNames
            copy.kind = .propertyList(path: path, options: options)
        case .csv, .sqlite, .store: break
        }
        return copy
    }

    /// The source with the columns around its records that its filter asks for.
    private var withFilteredParents: SourceDefinition {
        guard let filter, !filter.parentColumns.isEmpty, var options = recordOptions else {
            return self
        }
        let known = (options.columns ?? []) + options.parentColumns
        options.parentColumns += filter.parentColumns.filter { !known.contains($0) }
        var copy = self
        copy.recordOptions = options
        return copy
    }

    /// Makes sure that a filter asks for columns only that are around the records.
    private func check(_ filter: SourceFilter, against around: ParentNames?) throws {
        let listed = recordOptions?.columns ?? []
        for name in filter.parentColumns {
            guard let around, !listed.contains(name), !around.offers(name) else { continue }
            throw around.issue(
                about: name, besides: listed, isListed: recordOptions?.hasListedColumns ?? false,
                at: filter.location)
        }
    }

    /// The columns of the records themselves.
    func ownColumns(of source: any RecordSource) -> [String] {
        Array(source.columns.dropLast(recordOptions?.parentColumns.count ?? 0))
    }

    /// The options of a source with named values.
    package var recordOptions: RecordOptions? {
        get {
            switch kind {
            case .xml(_, let options), .json(_, let options), .ndjson(_, let options),
                .propertyList(_, let options):
                options
            case .csv, .sqlite, .store: nil
            }
        }
        set {
            guard let options = newValue else { return }
            switch kind {
            case .xml(let path, _): kind = .xml(path: path, options: options)
            case .json(let path, _): kind = .json(path: path, options: options)
            case .ndjson(let path, _): kind = .ndjson(path: path, options: options)
            case .propertyList(let path, _): kind = .propertyList(path: path, options: options)
            case .csv, .sqlite, .store: break
            }
        }
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
            + relationships.flatMap { [$0.value] + $0.creation.map(\.value) }
    }
}
