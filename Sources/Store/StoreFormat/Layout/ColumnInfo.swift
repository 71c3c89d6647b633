import SQLite

/// A column in a store.
package struct ColumnInfo: Equatable, Sendable {
    /// The name.
    package let name: String
    /// The declared type in upper case; empty if there is none.
    package let declaredType: String

    /// Creates the description of a column.
    package init(name: String, declaredType: String) {
        self.name = name
        self.declaredType = declaredType.uppercased()
    }

    /// Returns the columns of all tables of a store, in the order of each table.
    ///
    /// - Throws: ``DatabaseError``.
    package static func tables(of connection: Connection) throws -> [String: [ColumnInfo]] {
        var tables: [String: [ColumnInfo]] = [:]
        try connection.forEachRow(
            """
            SELECT m.name, c.name, c.type FROM sqlite_schema AS m, pragma_table_info(m.name) AS c
            WHERE m.type = 'table' ORDER BY m.name, c.cid
            """
        ) { row in
            tables[row.text(at: 0) ?? "", default: []].append(
                ColumnInfo(name: row.text(at: 1) ?? "", declaredType: row.text(at: 2) ?? ""))
        }
        return tables
    }
}
