import SQLite

/// A table and those of its indexes whose entries can be compared.
struct TableDefinition {
    /// An index, with the positions of its columns in a row.
    struct Index {
        let name: String
        let root: UInt32
        let isUnique: Bool
        let columns: [Column]
    }

    /// A column of an index.
    struct Column {
        /// The field of the row's record, or nil for the row's number.
        let field: Int?
        let isDescending: Bool
        /// Whether texts are sorted without regard to the case of ASCII letters.
        let foldsCase: Bool
    }

    let name: String
    let root: UInt32
    let indexes: [Index]
    /// Whether a field is NULL if the record lacks it.
    let lackingIsNull: [Bool]

    /// Returns the tables of a database that have indexes.
    ///
    /// - Returns: the tables that can be compared, and the names of the others.
    /// - Throws: `DatabaseError`.
    static func all(in connection: Connection) throws -> (known: [TableDefinition], others: [String]) {
        var roots: [String: UInt32] = [:]
        var tables: [(name: String, root: UInt32)] = []
        try connection.forEachRow(
            "SELECT type, name, rootpage FROM sqlite_schema WHERE type IN ('table', 'index')"
        ) { row in
            guard let name = row.text(at: 1), let root = UInt32(exactly: row.integer(at: 2)) else { return }
            if row.text(at: 0) == "table" { tables.append((name, root)) } else { roots[name] = root }
        }
        var known: [TableDefinition] = []
        var others: [String] = []
        for table in tables where table.root > 0 {
            let names = try connection.rows(
                "SELECT name, \"unique\", partial FROM pragma_index_list(?1)", [.text(table.name)]
            ) {
                (
                    name: $0.text(at: 0) ?? "", isUnique: $0.integer(at: 1) != 0,
                    isPartial: $0.integer(at: 2) != 0
                )
            }
            guard !names.isEmpty else { continue }
            guard
                let definition = try definition(
                    of: table, names, roots, in: connection)
            else {
                others.append(table.name)
                continue
            }
            known.append(definition)
        }
        return (known, others)
    }

    private static func definition(
        of table: (name: String, root: UInt32),
        _ names: [(name: String, isUnique: Bool, isPartial: Bool)], _ roots: [String: UInt32],
        in connection: Connection
    ) throws -> TableDefinition? {
        // Tables without row numbers store their rows in an index. Generated columns are not in records.
        let isPlain = try connection.firstRow(
            """
            SELECT wr = 0 AND NOT EXISTS (SELECT * FROM pragma_table_xinfo(?1) WHERE hidden <> 0)
            FROM pragma_table_list(?1) WHERE schema = 'main'
            """, [.text(table.name)]
        ) { $0.integer(at: 0) != 0 }
        guard isPlain == true else { return nil }
        let lackingIsNull = try connection.rows(
            "SELECT dflt_value IS NULL FROM pragma_table_xinfo(?1) ORDER BY cid", [.text(table.name)]
        ) { $0.integer(at: 0) != 0 }
        // A column declared INTEGER PRIMARY KEY is the row's number. It is NULL in the record, and has no index.
        let alias = try connection.firstRow(
            """
            SELECT min(cid) FROM pragma_table_xinfo(?1) WHERE pk > 0
            HAVING count(*) = 1 AND upper(min(type)) = 'INTEGER'
                AND NOT EXISTS (SELECT * FROM pragma_index_list(?1) WHERE origin = 'pk')
            """, [.text(table.name)]
        ) { $0.integer(at: 0) }
        var indexes: [Index] = []
        for index in names {
            guard !index.isPartial, let root = roots[index.name] else { return nil }
            var columns: [Column] = []
            var isKnown = true
            try connection.forEachRow(
                "SELECT cid, desc, coll FROM pragma_index_xinfo(?1) WHERE key ORDER BY seqno",
                [.text(index.name)]
            ) { row in
                let (column, collation) = (row.integer(at: 0), row.text(at: 2)?.uppercased())
                // -1 is the row's number, -2 an expression.
                isKnown = isKnown && column >= -1 && (collation == "BINARY" || collation == "NOCASE")
                columns.append(
                    Column(
                        field: column >= 0 && column != alias ? Int(column) : nil,
                        isDescending: row.integer(at: 1) != 0,
                        foldsCase: collation == "NOCASE"))
            }
            guard isKnown, !columns.isEmpty else { return nil }
            indexes.append(
                Index(name: index.name, root: root, isUnique: index.isUnique, columns: columns))
        }
        return TableDefinition(
            name: table.name, root: table.root, indexes: indexes, lackingIsNull: lackingIsNull)
    }
}
