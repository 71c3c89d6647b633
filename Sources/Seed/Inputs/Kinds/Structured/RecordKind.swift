import ObjectModel

/// A kind of input whose records have named values: XML, JSON, NDJSON, property lists.
package protocol RecordKind: FileListKind {
    /// The path to the records, and the columns to read.
    var options: RecordOptions { get set }
    /// The separator of names in the path to the records.
    static var pathSeparator: Character { get }

    /// Creates an input of this kind.
    init(paths: [String], options: RecordOptions)

    /// Opens a file.
    ///
    /// - Throws: ``SeedIssue``.
    static func open(_ path: String, _ options: RecordOptions) throws -> any RecordSource
}

extension RecordKind {
    package static var optionKeys: [String] { ["records", "columns", "separator"] }
    package static var pathSeparator: Character { "." }

    package init?(_ plan: inout SourcePlan) {
        guard let paths = plan.paths(Self.key), let options = RecordOptions(&plan, Self.self) else {
            return nil
        }
        self.init(paths: paths.map { plan.resolved($0) }, options: options)
    }

    init(path: String, options: RecordOptions) { self.init(paths: [path], options: options) }

    package func reading(_ path: String) -> any SourceKind { Self(paths: [path], options: options) }

    package func open(sharing scripts: ScriptDatabases?) throws -> any RecordSource {
        let files = try SourcePaths.expanded(paths)
        guard files.count > 1 else { return try Self.open(files[0], options) }
        let (options, dates) = try completed(from: files)
        var warnings: [SeedIssue] = []
        for (index, path) in files.enumerated() {
            let (source, _, warning) = try Self.file(path, options)
            guard let source else {
                if let warning { warnings.append(warning) }
                continue
            }
            return SeveralFiles(
                source, paths: Array(files[index...]), parentNames: options.parents, referenceDates: dates,
                warnings: warnings
            ) { try Self.file($0, options) }
        }
        // No file has the path to the records.
        return try Self.open(files[0], options)
    }

    /// Opens one of several files. A file without the path to the records has none, with a warning.
    private static func file(_ path: String, _ options: RecordOptions) throws -> SeveralFiles.File {
        do {
            return (try open(path, options), nil, nil)
        } catch let issue as SeedIssue {
            guard case .document(.noSuchRecords) = issue.reason else { throw issue }
            return (nil, nil, issue)
        }
    }

    /// Returns the options with the columns of all files, and the columns whose numbers are dates wherever they
    /// occur.
    private func completed(
        from files: [String]
    ) throws -> (options: RecordOptions, dates: Set<String>) {
        guard options.columns == nil || options.parents == nil else { return (options, []) }
        var completed = options
        var (columns, known): ([String], Set<String>) = ([], [])
        var (dates, others): (Set<String>, Set<String>) = ([], [])
        for path in files {
            guard let file = try openRecords(of: path) else { continue }
            let own = file.columns.dropLast(options.parentColumns.count)
            columns += own.filter { known.insert($0).inserted }
            dates.formUnion(file.referenceDates)
            others.formUnion(Set(file.columns).subtracting(file.referenceDates))
            guard let names = file.parentNames else { continue }
            completed.parents = completed.parents?.joined(with: names) ?? names
        }
        guard known.count <= ColumnIndex.limit else {
            throw SeedIssue(.document(.tooManyColumns(ColumnIndex.limit)), at: .init(path: path))
        }
        guard options.columns != nil || !columns.isEmpty else {
            _ = try Self.open(files[0], options)
            throw SeedIssue(.document(.noRecords), at: .init(path: files[0]))
        }
        completed.columns = options.columns ?? columns
        return (completed, dates.subtracting(others))
    }

    /// Opens one of several files, or returns nil if it has no records from which to infer columns.
    private func openRecords(of path: String) throws -> (any RecordSource)? {
        do {
            return try Self.open(path, options)
        } catch let issue as SeedIssue {
            switch issue.reason {
            case .document(.noRecords), .document(.noSuchRecords): return nil
            default: throw issue
            }
        }
    }

    package var recordOptions: RecordOptions? {
        get { options }
        set { if let newValue { options = newValue } }
    }

    package func knowing(_ source: any RecordSource) -> Self {
        var copy = self
        copy.options.columns = Array(source.columns.dropLast(options.parentColumns.count))
        copy.options.parents = source.parentNames
        return copy
    }

    /// Returns a draft for each kind of records in a file.
    ///
    /// - Parameter isNamedByFile: whether a single kind of records is named after the file.
    static func drafts(
        of file: CandidateFile, _ found: RecordPaths, isNamedByFile: Bool = false
    ) -> [SourceDraft] {
        var paths = found.paths.isEmpty ? [found.onlyValues ?? []] : found.paths
        // Values beside the lists of a document belong to the record that it is, or are about the file.
        let hasRoot =
            found.hasRootValues && !paths.contains { $0.isEmpty || $0.contains(RecordOptions.eachValue) }
        if hasRoot { paths.insert([], at: 0) }
        let separator = String(pathSeparator)
        return paths.map { records in
            var options = RecordOptions()
            options.records = records
            // An object of lists may hold the columns of a table, which are no record.
            options.takesRoot = records.isEmpty && found.isRootObject && found.hasRootValues
            options.lists = found.lists(of: records)
            let isOnly = paths.count == 1 && isNamedByFile
            var draft = SourceDraft(
                kind: Self(path: file.path, options: options),
                name: isOnly ? file.stem : records.last { $0 != RecordOptions.eachValue } ?? file.stem,
                records: records)
            if records.last == RecordOptions.eachValue {
                draft.doubts.append(
                    "the records are the values of an object; the column `key()` has their keys")
            }
            draft.isAroundOthers = hasRoot && records.isEmpty
            if options.takesRoot {
                draft.options.append(("records", RecordOptions.root))
            } else if !records.isEmpty {
                let way = YAMLText.scalar(records.joined(separator: separator))
                draft.options.append(("records", way))
            }
            if !options.lists.isEmpty {
                let names = options.lists.map { YAMLText.quoted($0) }.joined(separator: ", ")
                draft.options.append(("lists", "[\(names)]"))
            }
            options.lists += found.listsAround(records)
            draft.kind = Self(path: file.path, options: options)
            draft.nested = found.nested(in: records).map {
                let name = $0.joined(separator: separator)
                return (name, name + separator)
            }
            draft.nestedAround = found.around(records).map {
                let name = ParentColumn.name(of: $0.way.joined(separator: separator), height: $0.height)
                return (name, name + separator)
            }
            draft.valueLists = found.valueLists(of: records)
            draft.doubts += found.deepLists(of: records).map {
                "`\($0)` has lists in lists, which are left out: `records: \($0).*` reads them"
            }
            return draft
        }
    }
}

extension RecordOptions {
    /// Reads the options of a plan. Returns nil if they are invalid, which is reported.
    init?(_ plan: inout SourcePlan, _ kind: any RecordKind.Type) {
        self.init()
        let columns = plan.keys.texts("columns")
        self.columns = columns?.map(\.value)
        lists = plan.keys.texts("lists")?.map(\.value) ?? []
        if let separator = plan.keys.text("separator") {
            guard !separator.value.isEmpty else {
                plan.report(SeedIssue(.plan(.wrongKind(expected: "a text")), at: separator.location))
                return nil
            }
            self.separator = separator.value
        }
        guard let path = plan.keys.text("records"), path.value != Self.root || kind.pathSeparator == "/"
        else {
            takesRoot = plan.keys.has("records")
            Self.checkHeights(columns ?? [], levelCount: 0, in: plan)
            return
        }
        let parts = path.value.split(
            separator: kind.pathSeparator, omittingEmptySubsequences: false)
        guard !parts.contains(where: \.isEmpty) else {
            plan.report(
                SeedIssue(
                    .plan(.wrongKind(expected: "names with `\(kind.pathSeparator)` between them")),
                    at: path.location))
            return nil
        }
        records = parts.map(String.init)
        // The root of an XML file is a record or encloses records. The root of a JSON file encloses its contents.
        Self.checkHeights(
            columns ?? [], levelCount: parts.count - (kind.pathSeparator == "/" ? 1 : 0), in: plan)
    }

    /// Reports columns of parents that no record has.
    private static func checkHeights(
        _ columns: [Located<String>], levelCount: Int, in plan: SourcePlan
    ) {
        for column in columns {
            guard let height = ParentColumn(column.value)?.height, height > levelCount else {
                continue
            }
            plan.report(
                SeedIssue(
                    .document(.beyondRoot(column.value, levelCount: levelCount)),
                    at: column.location))
        }
    }
}
