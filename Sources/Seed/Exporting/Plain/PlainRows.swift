import Files
import SQLite

/// Rows on their way into one table of a plain database: the caller fills batches while another thread inserts them.
/// Memory stays flat, and rows are inserted in the order in which they were added.
///
/// Until ``finish()``, only the thread may use the connection.
final class PlainRows {
    /// The batch for the next row. It changes from row to row.
    private(set) var batch = RowBatch(capacity: batchSize + batchSize / 4)

    private let worker: BlockWorker<RowBatch>
    private var isFinished = false

    /// The bytes that a batch collects before it is run.
    private static let batchSize = 256 * 1024
    /// The number of batches besides the one that is being filled.
    private static let waitingBatches = 3
    /// The number of rows that one statement inserts if many rows follow each other.
    private static let rowsTogether = 32
    /// The limit of a statement's parameters: `SQLITE_MAX_VARIABLE_NUMBER` of old versions.
    private static let mostParameters = 999

    /// - Parameters:
    ///   - columns: all columns of the table. The first one is the primary key, or any column.
    ///   - isNumbered: whether the first column is the rowid.
    /// - Throws: `DatabaseError`.
    init(_ table: String, columns: [String], isNumbered: Bool, in connection: Connection) throws {
        let single = try connection.prepare(
            Self.insert(into: table, columns, rows: 1), isPersistent: true)
        let others = Array(columns.dropFirst())
        let together =
            isNumbered && !others.isEmpty ? min(Self.rowsTogether, Self.mostParameters / others.count) : 0
        let wide =
            together > 1
            ? try connection.prepare(Self.insert(into: table, others, rows: together), isPersistent: true)
            : nil
        let statements = Transfer([
            RowStatement(single, wide: wide, rows: together, parameters: others.count)
        ])
        let empty = (0..<Self.waitingBatches).map { _ in
            RowBatch(capacity: Self.batchSize + Self.batchSize / 4)
        }
        worker = BlockWorker(empty, named: "zseed rows") { batch in
            try batch.run(on: statements.value)
            batch.removeAll()
        }
    }

    deinit {
        if !isFinished { worker.cancel() }
    }

    private static func insert(into table: String, _ columns: [String], rows: Int) -> String {
        let values = "(" + columns.map { _ in "?" }.joined(separator: ", ") + ")"
        return "INSERT INTO \(table.sqlIdentifier) "
            + "(\(columns.map(\.sqlIdentifier).joined(separator: ", "))) VALUES "
            + repeatElement(values, count: rows).joined(separator: ", ")
    }

    /// Ends a row. It must be called after each row.
    ///
    /// - Throws: `DatabaseError` of an earlier row.
    @inline(__always)
    func rowEnded() throws {
        if batch.byteCount >= Self.batchSize { batch = try worker.exchange(batch) }
    }

    /// Waits until every row is in the table. Afterwards the caller may use the connection.
    ///
    /// - Throws: `DatabaseError` of one of them.
    func finish() throws {
        isFinished = true
        try worker.finish(with: batch)
    }
}
