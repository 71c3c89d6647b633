import SQLite

/// The positions in all lists of one ordered relationship (docs/internals/format.md#relationships). The first is 2048,
/// and each further one is 1024 more.
final class ListPositions {
    static let first: Int64 = 2048
    static let step: Int64 = 1024

    private let table: String
    private let parentColumn: String
    private let orderColumn: String
    /// The highest rowid before the build. Rows up to it keep their positions.
    private let lastOldRow: Int64
    private var next: [Int64: Int64] = [:]
    /// Whether sources give positions of their own, which are converted to order keys at the end.
    private var givesPositions = false

    init(
        table: String, parentColumn: String, orderColumn: String, connection: Connection
    ) throws {
        self.table = table
        self.parentColumn = parentColumn
        self.orderColumn = orderColumn
        let table = table.sqlIdentifier
        lastOldRow = try connection.integer("SELECT max(rowid) FROM \(table)") ?? 0
        guard lastOldRow > 0 else { return }
        let parent = parentColumn.sqlIdentifier
        try connection.forEachRow(
            "SELECT \(parent), max(\(orderColumn.sqlIdentifier)) FROM \(table) "
                + "WHERE \(parent) NOT NULL AND \(orderColumn.sqlIdentifier) NOT NULL "
                + "GROUP BY \(parent)"
        ) { row in
            let (sum, isTooLarge) = row.integer(at: 1).addingReportingOverflow(Self.step)
            next[row.integer(at: 0)] = isTooLarge ? .max : sum
        }
    }

    /// Returns the key of the next object in the list of a parent.
    func nextKey(of parent: Int64) -> Int64 {
        let key = next[parent] ?? Self.first
        let (sum, isTooLarge) = key.addingReportingOverflow(Self.step)
        next[parent] = isTooLarge ? key : sum
        return key
    }

    /// Returns the next result of ``nextKey(of:)`` without using it up.
    func peek(_ parent: Int64) -> Int64 { next[parent] ?? Self.first }

    /// Restarts the list of a parent.
    func forget(_ parent: Int64) { next[parent] = nil }

    /// Records that sources give positions, which ``renumber(in:)`` converts to keys.
    func expectPositions() { givesPositions = true }

    /// Converts the positions from sources to keys, list by list. Objects with equal positions keep the order of the
    /// rows.
    ///
    /// - Throws: `DatabaseError`.
    func renumber(in connection: Connection) throws {
        guard givesPositions else { return }
        let (table, parent, order) = (
            table.sqlIdentifier, parentColumn.sqlIdentifier, orderColumn.sqlIdentifier
        )
        try connection.execute(
            """
            UPDATE \(table) SET \(order) = ranked.k FROM (
              SELECT n.rowid AS id, coalesce(o.highest, \(Self.first - Self.step)) + \(Self.step)
                * row_number() OVER (PARTITION BY n.\(parent) ORDER BY n.\(order), n.rowid) AS k
              FROM \(table) AS n LEFT JOIN (
                SELECT \(parent) AS parent, max(\(order)) AS highest FROM \(table)
                WHERE rowid <= \(lastOldRow) GROUP BY \(parent)
              ) AS o ON o.parent = n.\(parent)
              WHERE n.rowid > \(lastOldRow) AND n.\(order) NOT NULL
            ) AS ranked WHERE \(table).rowid = ranked.id
            """)
    }
}

/// The order keys of all ordered relationships that a build fills.
final class OrderKeyRegistry {
    private let connection: Connection
    private var all: [(table: String, orderColumn: String, keys: ListPositions)] = []

    init(connection: Connection) {
        self.connection = connection
    }

    /// Returns the keys of one column, shared by all writers of the column.
    ///
    /// - Throws: `DatabaseError`.
    func keys(table: String, parentColumn: String, orderColumn: String) throws -> ListPositions {
        if let known = all.first(where: { $0.table == table && $0.orderColumn == orderColumn }) {
            return known.keys
        }
        let keys = try ListPositions(
            table: table, parentColumn: parentColumn, orderColumn: orderColumn,
            connection: connection)
        all.append((table, orderColumn, keys))
        return keys
    }

    /// Converts all positions from sources to keys.
    ///
    /// - Throws: `DatabaseError`.
    func renumber() throws {
        for entry in all { try entry.keys.renumber(in: connection) }
    }
}
