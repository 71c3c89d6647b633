import SQLite

/// The content of a table, for comparisons of databases.
struct TableContent: Equatable {
    let name: String
    /// The rows in the table's own order, each as one text with storage classes and exact bytes.
    let rows: [String]

    /// Returns every table of a database, including those of R-trees.
    static func all(of connection: Connection) throws -> [TableContent] {
        let names = try connection.rows(
            "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"
        ) { $0.text(at: 0) ?? "" }
        return try names.map { name in
            let columns = try connection.rows(
                "SELECT name FROM pragma_table_info(?)", [.text(name)]
            ) { ($0.text(at: 0) ?? "").sqlIdentifier }
            // The representation of a value in SQLite: its storage class and all of its bits.
            let cells = columns.map {
                """
                typeof(\($0)) || ':' || CASE typeof(\($0)) WHEN 'real' THEN printf('%!.20e', \
                \($0)) ELSE coalesce(hex(\($0)), '') END
                """
            }
            let rows = try connection.rows(
                "SELECT \(cells.joined(separator: " || '|' || ")) FROM \(name.sqlIdentifier)"
            ) { $0.text(at: 0) ?? "" }
            return TableContent(name: name, rows: rows.sorted())
        }
    }

    /// Returns the text of the whole schema.
    static func schema(of connection: Connection) throws -> [String] {
        try connection.rows("SELECT sql FROM sqlite_schema WHERE sql NOT NULL ORDER BY type, name") {
            $0.text(at: 0) ?? ""
        }
    }
}
