import ObjectModel

/// A kind of input whose records have named values: XML, JSON, NDJSON, property lists.
package protocol RecordKind: SourceKind {
    /// The path of the file.
    var path: String { get set }
    /// The path to the records, and the columns to read.
    var options: RecordOptions { get set }
    /// The separator of names in the path to the records.
    static var pathSeparator: Character { get }

    /// Creates an input of this kind.
    init(path: String, options: RecordOptions)
}

extension RecordKind {
    package static var optionKeys: [String] { ["records", "columns", "separator"] }
    package static var pathSeparator: Character { "." }

    package init?(_ plan: inout SourcePlan) {
        guard let path = plan.path(Self.key), let options = RecordOptions(&plan, Self.self) else {
            return nil
        }
        self.init(path: plan.resolved(path), options: options)
    }

    package func reading(_ path: String) -> any SourceKind { Self(path: path, options: options) }

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
        let paths = found.paths.isEmpty ? [[]] : found.paths
        let separator = String(pathSeparator)
        return paths.map { records in
            var options = RecordOptions()
            options.records = records
            options.lists = found.lists(of: records)
            let isOnly = paths.count == 1 && isNamedByFile
            var draft = SourceDraft(
                kind: Self(path: file.path, options: options),
                name: isOnly ? file.stem : records.last { $0 != RecordOptions.eachValue } ?? file.stem,
                records: records)
            if records.last == RecordOptions.eachValue {
                draft.doubts.append("the records stand under keys, which the column `key()` has")
            }
            if !records.isEmpty {
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
        guard let path = plan.keys.text("records") else {
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
