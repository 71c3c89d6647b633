import SQLite
import Threads

/// The entries of an index over one column, sorted as they come; rows come in ascending order.
protocol IndexEntries: AnyObject {
    /// Adds the entry of a row of a query: its number, and the value in a column.
    ///
    /// - Returns: false for a value that cannot be sorted here.
    /// - Throws: ``FileError``.
    func add(_ row: Statement, column: Int, rowID: Int64) throws -> Bool

    /// Gives the cells of all entries in ascending order, after the last row; called again for each
    /// further index over the same column.
    ///
    /// - Throws: ``FileError``, and what `body` throws.
    func forEachCell(_ body: (UnsafeRawBufferPointer) throws -> Void) throws

    /// Gives back memory and files, so that the system can use their pages for the next index:
    /// nothing more is asked of the entries.
    func release()
}

/// How the values of a column are sorted, by its affinity
/// (<https://www.sqlite.org/datatype3.html#determination_of_column_affinity>).
enum IndexKind {
    case integer, number, text

    /// The kind of a column; nil where its values may be of more than one storage class.
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

    /// - Parameters:
    ///   - path: the file beside which runs wait that do not fit into memory.
    ///   - longestText: in bytes.
    ///   - runLength: how many entries are sorted at a time.
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
