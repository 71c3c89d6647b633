import ObjectModel
import SQLite

/// A connection to a store for one context or one walk of rows. It runs statements, caches the prepared ones, and
/// reports each to the hook.
final class StoreSession {
    /// The time to wait while another context is saving, in milliseconds.
    static let busyTimeout = 10_000
    /// The maximum number of primary keys in one list.
    static let keysPerStatement = 128
    private static let statementLimit = 256

    let connection: Connection
    let map: StoreMap
    let path: String
    private let trace: SQLTrace.Hook?
    private var statements: [String: Statement] = [:]
    /// The reports of the triggers of derived attributes, see ``DerivedValueReport``.
    var derivedValues: [DerivedValueReport] = []

    init(connection: Connection, map: StoreMap, path: String, trace: SQLTrace.Hook?) {
        self.connection = connection
        self.map = map
        self.path = path
        self.trace = trace
    }

    // MARK: Statements

    /// Returns all rows of a query, converted by `transform`, which must not run statements.
    func rows<Row>(
        _ sql: String, _ binds: [Value] = [], _ transform: (Statement) throws -> Row
    ) throws -> [Row] {
        var result: [Row] = []
        try forEachRow(sql, binds) { result.append(try transform($0)) }
        return result
    }

    /// Passes each row of a query to `body`, which must not run statements.
    func forEachRow(
        _ sql: String, _ binds: [Value] = [], _ body: (Statement) throws -> Void
    ) throws {
        let start = trace.map { _ in ContinuousClock.now }
        var count: Int64 = 0
        try withStatement(sql, binds) { statement in
            while try statement.step() {
                count += 1
                try body(statement)
            }
        }
        if let trace, let start {
            trace(SQLTrace(sql: sql, binds: binds, rows: count, duration: .now - start))
        }
    }

    /// For each key that a query returns, passes the row with that key to `body`, in the order of the keys.
    ///
    /// - Parameters:
    ///   - sql: the query for the row of a key, its only parameter; nil if the keys suffice.
    ///   - keys: the query whose first column has the keys.
    ///   - binds: the parameters of `keys`.
    ///   - isWanted: whether a row of `keys` counts.
    ///   - body: takes the row of `keys` and the row with the key; the latter is nil if the key is NULL or `sql` is
    ///     nil.
    func forEachRow(
        _ sql: String?, ofKeys keys: String, _ binds: [Value],
        where isWanted: (Statement) throws -> Bool = { _ in true },
        _ body: (_ keys: Statement, _ row: Statement?) throws -> Void
    ) throws {
        let start = trace.map { _ in ContinuousClock.now }
        var count: Int64 = 0
        func give(_ keys: Statement, _ statement: Statement?) throws {
            while try keys.step() {
                guard try isWanted(keys) else { continue }
                let statement = keys.isNull(at: 0) ? nil : statement
                if let statement {
                    statement.reset()
                    try statement.bind(keys.integer(at: 0), at: 1)
                    guard try statement.step() else { continue }
                }
                count += 1
                try body(keys, statement)
            }
        }
        try withStatement(keys, binds) { keys in
            guard let sql else { return try give(keys, nil) }
            try withStatement(sql, []) { try give(keys, $0) }
        }
        if let trace, let start {
            let duration = ContinuousClock.now - start
            trace(SQLTrace(sql: keys, binds: binds, rows: count, duration: duration))
            if let sql { trace(SQLTrace(sql: sql, binds: [], rows: count, duration: duration)) }
        }
    }

    /// Returns whether a table has an index over all its rows that begins with a column.
    func isIndexed(_ table: String, _ column: String) throws -> Bool {
        let found = try rows(
            """
            SELECT 1 FROM pragma_index_list(?) AS l, pragma_index_info(l.name) AS i \
            WHERE l.partial = 0 AND i.seqno = 0 AND i.name = ? COLLATE NOCASE LIMIT 1
            """, [.text(table), .text(column)]
        ) { _ in true }
        return !found.isEmpty
    }

    /// Runs a statement that returns no rows.
    ///
    /// - Returns: the number of changed rows.
    @discardableResult
    func run(_ sql: String, _ binds: [Value] = []) throws -> Int64 {
        let start = trace.map { _ in ContinuousClock.now }
        // A trigger's SELECT may return rows, which are ignored.
        try withStatement(sql, binds) { while try $0.step() {} }
        let changes = connection.changes
        if let trace, let start {
            trace(SQLTrace(sql: sql, binds: binds, rows: changes, duration: .now - start))
        }
        return changes
    }

    private func withStatement(
        _ sql: String, _ binds: [Value], _ body: (Statement) throws -> Void
    ) throws {
        // The statement is removed while it runs, so that no other call resets it.
        let statement =
            try statements.removeValue(forKey: sql)
            ?? connection.prepare(sql, isPersistent: true)
        defer {
            statement.reset()
            if statements.count >= Self.statementLimit { statements.removeAll() }
            statements[sql] = statement
        }
        for (offset, value) in binds.enumerated() { try statement.bind(value, at: offset + 1) }
        try body(statement)
    }
}

extension ContinuousClock.Instant {
    fileprivate static var now: ContinuousClock.Instant { ContinuousClock.now }
}
