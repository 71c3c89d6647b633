import SQLite

/// The positions in all lists of one ordered relationship (docs/format.md#relationships): the first is 2048,
/// each further one 1024 more.
final class ListPositions {
    static let first: Int64 = 2048
    static let step: Int64 = 1024

    private let table: String
    private let parentColumn: String
    private let orderColumn: String
    /// The highest rowid of before the build: those rows keep their positions.
    private let lastOldRow: Int64
    private var next: [Int64: Int64] = [:]
    /// Whether sources give positions of their own, which become keys at the end.
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

    /// The key of the next object in the list of a parent.
    func nextKey(of parent: Int64) -> Int64 {
        let key = next[parent] ?? Self.first
        let (sum, isTooLarge) = key.addingReportingOverflow(Self.step)
        next[parent] = isTooLarge ? key : sum
        return key
    }

    /// The key that ``nextKey(of:)`` will give.
    func peek(_ parent: Int64) -> Int64 { next[parent] ?? Self.first }

    /// Begins the list of a parent anew.
    func forget(_ parent: Int64) { next[parent] = nil }

    /// Notes that sources give positions, which ``renumber(in:)`` makes into keys.
    func expectPositions() { givesPositions = true }

    /// Makes the positions that sources gave into keys, list by list; equal ones keep the order of
    /// the rows.
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

/// The order keys of every ordered relationship that a build fills.
final class OrderKeyRegistry {
    private let connection: Connection
    private var all: [(table: String, orderColumn: String, keys: ListPositions)] = []

    init(connection: Connection) {
        self.connection = connection
    }

    /// The keys of one column, shared by everything that writes it.
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

    /// Makes all positions that sources gave into keys.
    ///
    /// - Throws: `DatabaseError`.
    func renumber() throws {
        for entry in all { try entry.keys.renumber(in: connection) }
    }
}
