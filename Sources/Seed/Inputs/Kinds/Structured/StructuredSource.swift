/// An input whose records have named values: the common part of JSON, NDJSON and XML.
///
/// The file is read as a stream, once for its rows, and before that once for the columns unless the plan names
/// them.
protocol StructuredSource: RecordSource {
    /// Opens a file whose records are passed to an assembler.
    ///
    /// - Throws: ``SeedIssue``.
    init(path: String, options: RecordOptions, assembler: RecordAssembler) throws

    var assembler: RecordAssembler { get }

    /// The objects that enclose the records, or nil if their values are not used.
    var parents: ParentRecords? { get }

    /// The known columns of enclosing objects.
    var parentNames: ParentNames? { get }

    /// Whether all records were read, or reading cannot continue.
    var isFinished: Bool { get set }

    /// Passes the next record to the assembler.
    ///
    /// - Returns: whether there is one.
    /// - Throws: ``SeedIssue`` if the text is malformed.
    func readRecord() throws -> Bool

    /// Advances past a record that could not be read.
    ///
    /// - Returns: whether that is possible.
    func recover() -> Bool
}

extension StructuredSource {
    /// Opens a file.
    ///
    /// - Throws: ``SeedIssue``.
    package init(path: String, options: RecordOptions = RecordOptions()) throws {
        let options = try Self.completed(options, path: path)
        try self.init(
            path: path, options: options,
            assembler: RecordAssembler(
                path: path, columns: (options.columns ?? []) + options.parentColumns,
                separator: options.separator))
    }

    package var columns: [String] { assembler.columns }
    package var record: Record { assembler.record }

    /// Advances to the next record, see ``RecordSource/next()``. After an unreadable record it continues if the
    /// format allows that.
    package func next() throws -> Bool {
        guard !isFinished else { return false }
        do {
            guard try readRecord() else {
                isFinished = true
                return false
            }
        } catch {
            isFinished = !recover()
            throw error
        }
        try assembler.end()
        return true
    }

    /// Leaves the values of other columns unexamined, as long as the text is well-formed.
    package func use(_ columns: Set<Int>) { assembler.usedColumns = columns }

    package func keepLists(in columns: Set<Int>) { assembler.listColumns = columns }

    /// Returns the location of a value in the record.
    package func location(ofColumn index: Int?) -> SeedIssue.Location {
        assembler.location(ofColumn: index)
    }

    func recover() -> Bool { false }

    /// Returns the options completed from the file: its columns, and those of enclosing objects.
    ///
    /// - Throws: ``SeedIssue`` if the columns cannot be determined from the file.
    private static func completed(_ options: RecordOptions, path: String) throws -> RecordOptions {
        var options = options
        if options.columns == nil {
            let collector = RecordAssembler(
                path: path, columns: nil, separator: options.separator)
            let source = try Self(path: path, options: options, assembler: collector)
            options.columns = try collector.collectColumns(from: source, at: path) {
                source.isFinished
            }
            options.parents = source.parents?.names
            options.parents?.lists.merge(collector.listCounts) { $1 }
        }
        return options
    }
}
