import SQLite
import StoreFormat

/// Inserts rows of one entity through one prepared statement, at once or by way of a queue.
final class RowInserter {
    let entity: EntityLayout
    private let statement: Statement
    private let parameters: [String: Int]
    private let preparedQueue: RowQueue?
    /// The statement's number in the queue.
    private let number: Int

    /// Prepares the statement.
    ///
    /// - Parameter columns: the columns that get values, beside `Z_PK`, `Z_ENT` and `Z_OPT`.
    /// - Throws: `DatabaseError`.
    init(context: BuildContext, entity: EntityLayout, columns: [String]) throws {
        self.entity = entity
        // Z_PK is parameter 1; new rows have Z_OPT 1 (SPEC 8).
        let names = ["Z_PK", "Z_ENT", "Z_OPT"] + columns
        let values = ["?1", String(entity.number), "1"] + columns.indices.map { "?\($0 + 2)" }
        statement = try context.connection.prepare(
            "INSERT INTO \(entity.table.sqlIdentifier) "
                + "(\(names.map(\.sqlIdentifier).joined(separator: ", "))) "
                + "VALUES (\(values.joined(separator: ", ")))", isPersistent: true)
        parameters = Dictionary(
            columns.enumerated().map { ($1, $0 + 2) }, uniquingKeysWith: { first, _ in first })
        preparedQueue = context.queue
        number = context.queue?.add(statement) ?? 0
    }

    /// The queue, as long as it takes rows.
    @inline(__always)
    private var queue: RowQueue? {
        guard let preparedQueue, preparedQueue.isOpen else { return nil }
        return preparedQueue
    }

    /// Whether rows wait in a queue, to be inserted on another thread.
    @inline(__always)
    var isQueued: Bool { queue != nil }

    /// The parameter of a column; nil where the statement does not write it.
    func parameter(of column: String) -> Int? { parameters[column] }

    /// Binds a value that stays for all rows.
    func bindConstant(_ value: Value, to column: String) throws {
        guard let parameter = parameters[column] else { return }
        try statement.bind(value, at: parameter)
    }

    /// Begins a row. No other row may begin before ``insert(primaryKey:)``.
    @inline(__always)
    func begin() { queue?.batch.begin(statement: number) }

    @inline(__always)
    func bind(_ value: BoundValue, at parameter: Int) throws {
        guard let queue else { return try value.bind(to: statement, at: parameter) }
        value.append(to: queue.batch, at: parameter)
    }

    /// Inserts a row with what is bound.
    @inline(__always)
    func insert(primaryKey: Int64) throws {
        guard let queue else {
            try statement.bind(primaryKey, at: 1)
            return try statement.run()
        }
        queue.batch.end(primaryKey: primaryKey)
        try queue.rowEnded()
    }
}
