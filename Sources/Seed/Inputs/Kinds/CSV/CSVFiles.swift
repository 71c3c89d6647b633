/// The rows of several CSV files of one kind, one file after the other.
///
/// The columns are those of the first file. If another file has them in a different order or case, its rows are
/// read by column name, and ``warnings`` has an issue.
package final class CSVFiles: RecordSource {
    package let columns: [String]
    package private(set) var warnings: [SeedIssue] = []

    private let paths: [String]
    private let options: CSVOptions
    private var current: CSVSource
    /// The indexes of the columns in the current file, or nil if they are the same.
    private var order: [Int]?
    private var nextFile = 1
    /// The number of blank rows in the files before the current one.
    private var earlierBlankRows = 0

    /// Opens the first file.
    ///
    /// - Parameter paths: the files in the order of reading, at least one.
    /// - Throws: ``SeedIssue``.
    package init(paths: [String], options: CSVOptions = CSVOptions()) throws {
        guard let first = paths.first else { throw SeedIssue(.file(.fileNotFound), at: .init(path: "")) }
        self.paths = paths
        self.options = options
        current = try CSVSource(path: first, options: options)
        columns = current.columns
    }

    package var record: Record { current.record }

    package var blankRows: Int { earlierBlankRows + current.blankRows }

    /// The part that was read, assuming that all files have the same size.
    package var fractionRead: Double? {
        current.fractionRead.map { (Double(nextFile - 1) + $0) / Double(paths.count) }
    }

    /// Advances to the next row, see ``RecordSource/next()``.
    package func next() throws -> Bool {
        while try !nextRow() {
            guard nextFile < paths.count else { return false }
            let path = paths[nextFile]
            nextFile += 1
            let file = try CSVSource(path: path, options: options)
            let location = SeedIssue.Location(path: path, line: 1 + options.skippedLines)
            if file.columns == columns {
                order = nil
            } else {
                order = try order(of: file.columns, at: location)
                warnings.append(SeedIssue(.table(.columnsByName(like: paths[0])), at: location))
            }
            earlierBlankRows += current.blankRows
            current = file
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
    package func location(ofColumn index: Int?) -> SeedIssue.Location {
        current.location(ofColumn: ownColumn(index))
    }

    package func line(ofColumn index: Int?) -> SeedIssue.Location {
        current.line(ofColumn: ownColumn(index))
    }

    /// Returns the index of a column in the current file.
    private func ownColumn(_ index: Int?) -> Int? {
        guard let index, let order, order.indices.contains(index) else { return index }
        return order[index]
    }

    /// Returns the indexes of the columns in a file.
    ///
    /// - Throws: ``SeedIssue`` if the file has other columns, or its names are ambiguous.
    private func order(of found: [String], at location: SeedIssue.Location) throws -> [Int] {
        for key in [{ $0 }, { $0.lowercased() }] as [(String) -> String] {
            let (wanted, given) = (columns.map(key), found.map(key))
            let indices = Dictionary(
                zip(given, given.indices), uniquingKeysWith: { first, _ in first })
            guard options.hasHeader, indices.count == given.count, given.count == wanted.count
            else { continue }
            let order = wanted.compactMap { indices[$0] }
            if Set(order).count == wanted.count { return order }
        }
        throw SeedIssue(.table(.otherColumns(expected: columns, found: found)), at: location)
    }
}
