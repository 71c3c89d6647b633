import SQLite
import StoreFormat

/// Receives the rows of one table.
protocol ExactRows {
    /// Writes a row, its values in the order of the columns.
    ///
    /// - Throws: `DatabaseError`.
    func write(_ values: [ExactValue]) throws

    /// Does the work that must follow the last row.
    ///
    /// - Throws: `DatabaseError`.
    func finish() throws
}

/// Inserts rows into an ordinary table, which must be empty.
final class ExactTableRows: ExactRows {
    private let insert: Statement

    init(_ connection: Connection, _ table: InspectedTable, columns: [ColumnInfo]) throws {
        insert = try connection.prepare(
            Self.insertion("INSERT", table, columns), isPersistent: true)
    }

    func write(_ values: [ExactValue]) throws {
        for (index, value) in values.enumerated() { try value.bind(to: insert, at: index + 1) }
        try insert.run()
    }

    func finish() throws {}

    static func insertion(
        _ verb: String, _ table: InspectedTable, _ columns: [ColumnInfo]
    ) -> String {
        let names = columns.map(\.name.sqlIdentifier).joined(separator: ", ")
        let values = columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
        return "\(verb) INTO \(table.name.sqlIdentifier) (\(names)) VALUES (\(values))"
    }
}

/// Updates an R-tree to the given rows by changing only the rows that differ.
///
/// The shape of the tree depends on the order of all past changes. A tree without changes stays the same byte for
/// byte.
final class RTreeRows: ExactRows {
    private let connection: Connection
    private let table: InspectedTable
    /// The first column of an R-tree is its key, see <https://www.sqlite.org/rtree.html>.
    private let keyIndex: Int
    private let keyColumn: String
    private let select: Statement
    private let replace: Statement
    private var keys: Set<Int64> = []

    init(_ connection: Connection, _ table: InspectedTable, columns: [ColumnInfo]) throws {
        self.connection = connection
        self.table = table
        keyColumn = table.columns.first?.name ?? ""
        keyIndex = columns.firstIndex { $0.name == table.columns.first?.name } ?? 0
        let names = columns.map(\.name.sqlIdentifier).joined(separator: ", ")
        select = try connection.prepare(
            "SELECT \(names) FROM \(table.name.sqlIdentifier) "
                + "WHERE \(keyColumn.sqlIdentifier) = ?", isPersistent: true)
        replace = try connection.prepare(
            ExactTableRows.insertion("INSERT OR REPLACE", table, columns), isPersistent: true)
    }

    func write(_ values: [ExactValue]) throws {
        guard keyIndex < values.count, case .integer(let key) = values[keyIndex],
            keys.insert(key).inserted
        else {
            throw DatabaseError(
                code: DatabaseError.ResultCode.constraint.rawValue,
                message: "\(keyColumn) must be an integer used only once", path: connection.path)
        }
        try select.bind(key, at: 1)
        defer { select.reset() }
        if try select.step() {
            if values.indices.allSatisfy({ values[$0].equals(select, at: $0) }) { return }
        }
        select.reset()
        for (index, value) in values.enumerated() { try value.bind(to: replace, at: index + 1) }
        try replace.run()
    }

    func finish() throws {
        let key = keyColumn.sqlIdentifier
        let stored = try connection.rows(
            "SELECT \(key) FROM \(table.name.sqlIdentifier) ORDER BY \(key)"
        ) { $0.integer(at: 0) }
        let delete = try connection.prepare(
            "DELETE FROM \(table.name.sqlIdentifier) WHERE \(key) = ?")
        for superfluous in stored where !keys.contains(superfluous) {
            try delete.bind(superfluous, at: 1)
            try delete.run()
        }
    }
}
