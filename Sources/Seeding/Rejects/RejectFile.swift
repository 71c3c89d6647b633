/// The rows of one source that were left out, in the form of that source, each with the reason.
///
/// Corrected, such a file can take the place of the source in the same plan.
protocol RejectFile: AnyObject {
    /// Adds the current row of a source.
    ///
    /// - Throws: ``SeedIssue`` or `DatabaseError` for an I/O error.
    func add(_ source: any RecordSource, reason: String) throws

    /// Writes what is left; nothing may be added any more.
    ///
    /// - Throws: ``SeedIssue`` or `DatabaseError` for an I/O error.
    func close() throws
}

/// The forms that reject files have.
enum RejectForm: Equatable {
    case csv(CSVOptions)
    case json(RecordOptions)
    case ndjson(RecordOptions)
    case xml(RecordOptions)
    case propertyList(RecordOptions)
    case sqlite(table: String)

    /// The form of a source's rejects.
    init(_ kind: SourceDefinition.Kind) {
        switch kind {
        case .csv(_, let options): self = .csv(options)
        case .json(_, let options): self = .json(options)
        case .ndjson(_, let options): self = .ndjson(options)
        case .xml(_, let options): self = .xml(options)
        case .propertyList(_, let options): self = .propertyList(options)
        case .sqlite(_, .table(let name)): self = .sqlite(table: name)
        case .sqlite(_, .query): self = .sqlite(table: "rejects")
        case .store(_, let entity, _, _): self = .sqlite(table: entity)
        }
    }

    /// The extension of the file's name.
    var fileExtension: String {
        switch self {
        case .csv: "csv"
        case .json: "json"
        case .ndjson: "ndjson"
        case .xml: "xml"
        case .propertyList: "plist"
        case .sqlite: "sqlite"
        }
    }

    /// Creates a file for the rows of a source.
    ///
    /// - Throws: ``SeedIssue``, `DatabaseError`.
    func create(at path: String, for source: any RecordSource) throws -> any RejectFile {
        let reason = Self.reasonColumn(beside: source.columns)
        switch self {
        case .csv(let options):
            return try DelimitedRejects(
                path: path, source: source, options: options, reason: reason)
        case .json(let options):
            return try JSONRejects(
                path: path, way: options.records, isLineDelimited: false, reason: reason,
                source: source)
        case .ndjson(let options):
            return try JSONRejects(
                path: path, way: options.records, isLineDelimited: true, reason: reason,
                source: source)
        case .xml(let options):
            return try XMLRejects(path: path, options: options, reason: reason, source: source)
        case .propertyList(let options):
            return try PropertyListRejects(
                path: path, way: options.records, reason: reason, source: source)
        case .sqlite(let table):
            return try SQLiteRejects(path: path, table: table, source: source, reason: reason)
        }
    }

    /// `reason`, unless the source has such a column.
    static func reasonColumn(beside columns: [String]) -> String {
        let taken = Set(columns.map { $0.lowercased() })
        var name = "reason"
        while taken.contains(name) { name = "zseed-" + name }
        return name
    }
}
