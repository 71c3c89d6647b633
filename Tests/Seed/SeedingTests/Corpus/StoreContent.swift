import SQLite

/// Returns all rows of tables, with storage classes, for the comparison of two stores.
func content(of path: String, tables: [String]) throws -> [String] {
    let store = try Connection.reading(path: path)
    return try tables.flatMap { table -> [String] in
        let columns = try store.rows(
            "SELECT name FROM pragma_table_info(?) ORDER BY name", [.text(table)]
        ) {
            $0.text(at: 0) ?? ""
        }
        let list = columns.map(\.sqlIdentifier).joined(separator: ", ")
        return try store.rows("SELECT \(list) FROM \(table.sqlIdentifier) ORDER BY Z_PK") { row in
            table + columns.indices.map { " \(columns[$0])=\(row.value(at: $0))" }.joined()
        }
    }
}
