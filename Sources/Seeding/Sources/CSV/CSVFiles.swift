/// The rows of several CSV files of one kind, one file after the other.
public final class CSVFiles: RecordSource {
    public let columns: [String]

    private let paths: [String]
    private let options: CSVOptions
    private var current: CSVSource
    private var nextFile = 1

    /// Opens the first file.
    ///
    /// - Parameter paths: the files in the order in which they are read; at least one.
    /// - Throws: ``SeedIssue``.
    public init(paths: [String], options: CSVOptions = CSVOptions()) throws {
        guard let first = paths.first else { throw SeedIssue(.fileNotFound, at: .init(path: "")) }
        self.paths = paths
        self.options = options
        current = try CSVSource(path: first, options: options)
        columns = current.columns
    }

    public var record: Record { current.record }

    /// As if the files were all of one size.
    public var fractionRead: Double? {
        current.fractionRead.map { (Double(nextFile - 1) + $0) / Double(paths.count) }
    }

    /// Goes to the next row, see ``RecordSource/next()``.
    public func next() throws -> Bool {
        while try !current.next() {
            guard nextFile < paths.count else { return false }
            let path = paths[nextFile]
            nextFile += 1
            let file = try CSVSource(path: path, options: options)
            guard file.columns == columns else {
                throw SeedIssue(
                    .otherColumns(expected: columns, found: file.columns),
                    at: .init(path: path, line: 1 + options.skippedLines))
            }
            current = file
        }
        return true
    }

    /// The place in the file that the row came from.
    public func location(ofColumn index: Int?) -> SeedIssue.Location {
        current.location(ofColumn: index)
    }
}
