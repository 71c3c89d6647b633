import SQLite
import StoreFormat

/// Inserts rows of one entity through prepared statements, at once or through a queue.
final class RowInserter {
    let entity: EntityLayout
    private let connection: Connection
    private let columns: [String]
    private let statement: Statement
    private let parameters: [String: Int]
    private var constants: [(value: Value, parameter: Int)] = []
    private let preparedQueue: RowQueue?
    private let primaryKeys: PrimaryKeys.Counter
    /// The inserter's number in the queue.
    private var number = 0

    /// The number of rows that one statement inserts if many rows follow each other.
    private static let rowsTogether = 32

    /// Prepares the statement.
    ///
    /// - Parameter columns: the columns that get values, besides `Z_PK`, `Z_ENT` and `Z_OPT`.
    /// - Throws: `DatabaseError`.
    init(context: BuildContext, entity: EntityLayout, columns: [String]) throws {
        self.entity = entity
        self.columns = columns
        connection = context.connection
        primaryKeys = context.keys.counter(of: entity.rootName)
        statement = try context.connection.prepare(
            Self.sql(entity, columns), isPersistent: true)
        parameters = Dictionary(
            columns.enumerated().map { ($1, $0 + 2) }, uniquingKeysWith: { first, _ in first })
        preparedQueue = context.queue
        number = context.queue?.add(self) ?? 0
    }

    /// Returns the statement for one row, with Z_PK as parameter 1, or for several appended rows, which need no Z_PK.
    /// New rows have Z_OPT 1 (docs/internals/format.md#rows).
    private static func sql(
        _ entity: EntityLayout, _ columns: [String], appendedRows: Int? = nil
    ) -> String {
        let key = appendedRows == nil ? ["Z_PK"] : []
        let names = key + ["Z_ENT", "Z_OPT"] + columns
        let values = (0..<(appendedRows ?? 1)).map { row in
            let first = key.count + row * columns.count + 1
            let list =
                key.map { _ in "?1" } + [String(entity.number), "1"]
                + columns.indices.map { "?\(first + $0)" }
            return "(\(list.joined(separator: ", ")))"
        }
        return "INSERT INTO \(entity.table.sqlIdentifier) "
            + "(\(names.map(\.sqlIdentifier).joined(separator: ", "))) "
            + "VALUES \(values.joined(separator: ", "))"
    }

    // MARK: Statements

    /// The statement for single rows of a batch.
    var rowStatement: RowStatement { RowStatement(statement) }

    /// Returns the statements for rows of many batches.
    ///
    /// - Throws: `DatabaseError`.
    func manyRowStatement() throws -> RowStatement {
        let count = columns.count
        // Every SQLite accepts at least 32766 parameters.
        let rows = min(Self.rowsTogether, 32_000 / max(count, 1))
        guard rows > 1 else { return rowStatement }
        let wide = try connection.prepare(
            Self.sql(entity, columns, appendedRows: rows), isPersistent: true)
        for row in 0..<rows {
            for (value, parameter) in constants {
                try wide.bind(value, at: row * count + parameter - 1)
            }
        }
        return RowStatement(statement, wide: wide, rows: rows, parameters: count)
    }

    /// The queue while it accepts rows.
    @inline(__always)
    private var queue: RowQueue? {
        guard let preparedQueue, preparedQueue.isOpen else { return nil }
        return preparedQueue
    }

    // MARK: Rows

    /// Returns the parameter of a column; nil if the statement does not write it.
    func parameter(of column: String) -> Int? { parameters[column] }

    /// Binds a value for all rows.
    func bindConstant(_ value: Value, to column: String) throws {
        guard let parameter = parameters[column] else { return }
        constants.append((value, parameter))
        try statement.bind(value, at: parameter)
    }

    /// Inserts a row, at once or through the queue.
    ///
    /// - Throws: `DatabaseError`, also that of an earlier row if rows wait.
    @inline(__always)
    func insert(_ row: some RowValues, primaryKey: Int64) throws {
        guard let queue else {
            try row.give(to: StatementSink(statement: statement))
            try statement.bind(primaryKey, at: 1)
            try statement.run()
            _ = primaryKeys.write(primaryKey)
            return
        }
        let batch = queue.batch
        batch.begin(statement: number)
        try row.give(to: BatchSink(batch: batch))
        batch.end(primaryKey: primaryKey, isAppended: primaryKeys.write(primaryKey))
        try queue.rowEnded()
    }
}
