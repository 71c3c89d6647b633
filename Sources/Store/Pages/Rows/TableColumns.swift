import SQLite

/// The fields of a table's columns in its records, for tables whose rows can be read from pages.
package struct TableColumns: Equatable, Sendable {
    private struct Column: Equatable {
        let name: String
        let type: String
        let lackingIsNull: Bool
    }

    private let columns: [Column]
    /// The column that is the row's number. It is NULL in the record.
    private let alias: Int?

    /// Reads the columns of a table.
    ///
    /// - Parameter schema: the database's name on the connection.
    /// - Throws: ``UnreadablePage`` for a table without row numbers or with generated columns, `DatabaseError`.
    package init(of table: String, schema: String, in connection: Connection) throws {
        let isPlain = try connection.firstRow(
            """
            SELECT wr = 0 AND NOT EXISTS (SELECT * FROM pragma_table_xinfo(?1, ?2) WHERE hidden <> 0)
            FROM pragma_table_list(?1) WHERE schema = ?2 AND type = 'table'
            """, [.text(table), .text(schema)]
        ) { $0.integer(at: 0) != 0 }
        guard isPlain == true else { throw UnreadablePage("\(table) is no table with row numbers") }
        columns = try connection.rows(
            "SELECT name, type, dflt_value IS NULL FROM pragma_table_xinfo(?1, ?2) ORDER BY cid",
            [.text(table), .text(schema)]
        ) {
            Column(
                name: $0.text(at: 0)?.uppercased() ?? "", type: $0.text(at: 1)?.uppercased() ?? "",
                lackingIsNull: $0.integer(at: 2) != 0)
        }
        alias = try connection.firstRow(
            """
            SELECT min(cid) FROM pragma_table_xinfo(?1, ?2) WHERE pk > 0
            HAVING count(*) = 1 AND upper(min(type)) = 'INTEGER'
                AND NOT EXISTS (SELECT * FROM pragma_index_list(?1, ?2) WHERE origin = 'pk')
            """, [.text(table), .text(schema)]
        ) { Int($0.integer(at: 0)) }
    }

    /// Returns whether a column is the row's number.
    package func isRowID(_ column: String) -> Bool { alias != nil && index(of: column) == alias }

    /// Returns the declared type of a column, or nil if the table does not have it.
    package func type(of column: String) -> String? { index(of: column).map { columns[$0].type } }

    /// Returns the field of a column, or nil if the table does not have it.
    func index(of column: String) -> Int? {
        let name = column.uppercased()
        return columns.firstIndex { $0.name == name }
    }

    /// Returns whether a field is NULL if a record ends before it.
    func lackingIsNull(_ field: Int) -> Bool { columns[field].lackingIsNull }
}
