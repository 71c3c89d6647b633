/// A source whose records name their values: what JSON, NDJSON and XML have in common.
///
/// The file is read as a stream: once for its rows, and before that once for the columns unless
/// the plan names them.
protocol StructuredSource: RecordSource {
    /// Opens a file whose records the assembler takes.
    ///
    /// - Throws: ``SeedIssue``.
    init(path: String, options: RecordOptions, assembler: RecordAssembler) throws

    var assembler: RecordAssembler { get }

    /// What is around the records; nil where nothing of it is used.
    var parents: ParentRecords? { get }

    /// What is known of the columns around the records.
    var parentNames: ParentNames? { get }

    /// Whether there are no more records, or none can be read.
    var isFinished: Bool { get set }

    /// Gives the next record to the assembler.
    ///
    /// - Returns: whether there is one.
    /// - Throws: ``SeedIssue`` where the text is malformed.
    func readRecord() throws -> Bool

    /// Goes behind a record that could not be read.
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

    /// Goes to the next record, see ``RecordSource/next()``; behind one that could not be read where
    /// the form allows that.
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

    /// Leaves what is in other columns unexamined, as long as the text is well-formed.
    package func use(_ columns: Set<Int>) { assembler.usedColumns = columns }

    package func keepLists(in columns: Set<Int>) { assembler.listColumns = columns }

    /// The location of a value of the record.
    package func location(ofColumn index: Int?) -> SeedIssue.Location {
        assembler.location(ofColumn: index)
    }

    func recover() -> Bool { false }

    /// The options of a file with all that they leave to the file itself: its columns, and those
    /// around its records.
    ///
    /// - Throws: ``SeedIssue`` where the columns cannot be learnt from the file.
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
