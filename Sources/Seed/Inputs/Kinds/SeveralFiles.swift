import Files

/// A kind of input that may have several files of one shape. Paths may be patterns.
package protocol FileListKind: SourceKind {
    var paths: [String] { get set }
}

extension FileListKind {
    package var path: String { paths.first ?? "" }

    package var inputPaths: [String] { (try? SourcePaths.expanded(paths)) ?? paths }

    package func addInputs(to inputs: InputFiles) throws {
        for path in paths where try SourcePaths.isPattern(path) { inputs.addPattern(path) }
        try addFiles(to: inputs)
    }
}

/// The rows of several files of one kind, one file after the other.
final class SeveralFiles: RecordSource {
    let columns: [String]
    let referenceDates: Set<String>
    let parentNames: ParentNames?
    private(set) var warnings: [SeedIssue] = []

    /// An opened file, or nil for one without records. Its order has the index of each column, or is nil if the
    /// columns are the same.
    typealias File = (source: (any RecordSource)?, order: [Int]?, warning: SeedIssue?)

    private let paths: [String]
    private let openFile: (String) throws -> File
    private var current: any RecordSource
    private var order: [Int]?
    private var nextFile = 1
    /// The number of blank rows in the files before the current one.
    private var earlierBlankRows = 0
    private var usedColumns: Set<Int>?
    private var listColumns: Set<Int> = []

    /// Creates the source.
    ///
    /// - Parameters:
    ///   - first: the opened first file, which has all columns.
    ///   - paths: the files in the order of reading.
    ///   - warnings: those about files before the first one.
    ///   - openFile: opens another file.
    init(
        _ first: any RecordSource, paths: [String], parentNames: ParentNames? = nil,
        referenceDates: Set<String> = [], warnings: [SeedIssue] = [],
        opening openFile: @escaping (String) throws -> File
    ) {
        self.warnings = warnings
        (current, self.paths, self.openFile) = (first, paths, openFile)
        (columns, self.parentNames, self.referenceDates) = (first.columns, parentNames, referenceDates)
    }

    var record: Record { current.record }

    var blankRows: Int { earlierBlankRows + current.blankRows }

    /// The part that was read, assuming that all files have the same size.
    var fractionRead: Double? {
        current.fractionRead.map { (Double(nextFile - 1) + $0) / Double(paths.count) }
    }

    func use(_ columns: Set<Int>) {
        usedColumns = columns
        current.use(columns)
    }

    func keepLists(in columns: Set<Int>) {
        listColumns = columns
        current.keepLists(in: columns)
    }

    /// Advances to the next row, see ``RecordSource/next()``.
    func next() throws -> Bool {
        while try !nextRow() {
            guard nextFile < paths.count else { return false }
            nextFile += 1
            let file = try openFile(paths[nextFile - 1])
            if let warning = file.warning { warnings.append(warning) }
            guard let source = file.source else { continue }
            if let usedColumns { source.use(usedColumns) }
            source.keepLists(in: listColumns)
            earlierBlankRows += current.blankRows
            (current, order) = (source, file.order)
        }
        return true
    }

    private func nextRow() throws -> Bool {
        guard let order else { return try current.next() }
        do {
            guard try current.next() else { return false }
        } catch {
            // The reject file gets an invalid row with its cells in the order of the columns.
            current.record.rearrange(order)
            throw error
        }
        current.record.rearrange(order)
        return true
    }

    /// Returns the location in the file of the row.
    func location(ofColumn index: Int?) -> SeedIssue.Location {
        current.location(ofColumn: ownColumn(index))
    }

    func line(ofColumn index: Int?) -> SeedIssue.Location { current.line(ofColumn: ownColumn(index)) }

    /// Returns the index of a column in the current file.
    private func ownColumn(_ index: Int?) -> Int? {
        guard let index, let order, order.indices.contains(index) else { return index }
        return order[index]
    }
}
