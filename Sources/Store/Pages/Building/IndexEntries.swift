import Files
import SQLite

/// The entries of an index over one column, sorted while they are added. Rows are added in ascending order.
protocol IndexEntries: AnyObject {
    /// Adds the entry for a row of a query: the row's number, and the value in a column.
    ///
    /// - Returns: false for a value that cannot be sorted here.
    /// - Throws: ``FileError``.
    func add(_ row: Statement, column: Int, rowID: Int64) throws -> Bool

    /// Passes the cells of all entries to `body` in ascending order. Called after the last row, once for each index
    /// over the column.
    ///
    /// - Throws: ``FileError``, or the error that `body` throws.
    func forEachCell(_ body: (UnsafeRawBufferPointer) throws -> Void) throws

    /// Releases memory and files, so that the system can use their pages for the next index. The entries must not
    /// be used after that.
    func release()
}

/// The way in which the values of a column are sorted, determined by its affinity
/// (<https://www.sqlite.org/datatype3.html#determination_of_column_affinity>).
enum IndexKind {
    case integer, number, text

    /// Determines the kind of a column. Returns nil if its values may have several storage classes.
    init?(declaredType: String) {
        let type = declaredType.uppercased()
        func has(_ words: String...) -> Bool { words.contains { type.contains($0) } }
        if has("INT") {
            self = .integer
        } else if has("CHAR", "CLOB", "TEXT") {
            self = .text
        } else if type.isEmpty || has("BLOB", "REAL", "FLOA", "DOUB") {
            return nil
        } else {
            self = .number
        }
    }

    /// Creates the entries of a column.
    ///
    /// - Parameters:
    ///   - path: the file next to which runs are stored that do not fit into memory.
    ///   - longestText: the length of the longest text in bytes.
    ///   - runLength: the number of entries that are sorted at a time.
    func entries(
        sortingWith sorter: SerialWorker<Void>, beside path: String, longestText: Int, runLength: Int
    ) -> any IndexEntries {
        switch self {
        case .integer:
            NumberEntries(isReal: false, sorter: sorter, path: path, runLength: runLength)
        case .number:
            NumberEntries(isReal: true, sorter: sorter, path: path, runLength: runLength)
        case .text:
            TextEntries(
                sorter: sorter, path: path, longest: longestText, runLength: runLength)
        }
    }
}
