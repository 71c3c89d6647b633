import SQLite
import Threads

/// Rows on their way into one table of a plain database: the caller fills batches while another thread inserts
/// them. Memory stays flat, and the order of rows is that in which they were added.
///
/// While rows go the connection belongs to the thread: nobody else uses it before ``finish()``.
final class PlainRows {
    /// The batch that rows go into; ask for it anew for every row.
    private(set) var batch = RowBatch(capacity: batchSize + batchSize / 4)

    private let worker: BlockWorker<RowBatch>
    private var isFinished = false

    /// The bytes that a batch gathers before it is handed over.
    private static let batchSize = 256 * 1024
    /// How many batches there are besides the one that is being filled.
    private static let waitingBatches = 3
    /// How many rows one statement inserts where many come one after the other.
    private static let rowsTogether = 32
    /// The most parameters of a statement, `SQLITE_MAX_VARIABLE_NUMBER` of old versions.
    private static let mostParameters = 999

    /// - Parameters:
    ///   - columns: all of the table, the first one the primary key, or the first of its columns.
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

    /// To be called after each row.
    ///
    /// - Throws: `DatabaseError` of an earlier row.
    @inline(__always)
    func rowEnded() throws {
        if batch.byteCount >= Self.batchSize { batch = try worker.exchange(batch) }
    }

    /// Waits until every row is in the table; the connection is the caller's afterwards.
    ///
    /// - Throws: `DatabaseError` of one of them.
    func finish() throws {
        isFinished = true
        try worker.finish(with: batch)
    }
}
