/// Builds the indexes of large tables after their rows, much faster than one `CREATE INDEX` after
/// the other: one scan of each table feeds all its indexes, entries are sorted by radix while the
/// scan goes on, and the pages of the b-trees are written straight into the file.
///
/// That works for indexes over one column without any peculiarity, of integers, dates or texts;
/// for the others ``prepare(_:)`` says no, and `CREATE INDEX` does it. What SQLite itself does not
/// say about its file format is nowhere relied on: roots, and what is in the schema, are made by
/// SQLite. The bytes depend on nothing but the rows.
///
/// ```swift
/// let bulk = try BulkIndexes(definitions, connection: store)
/// for index in indexes where try !bulk.prepare(index.name) { try store.execute(index.sql) }
/// // … commit and close …
/// try bulk.pending.write()
/// ```
public final class BulkIndexes {
    /// The least number of rows for which it pays.
    public static let fewestRows = 32_768

    /// What has to be known of an index before it is dropped.
    public struct Definition: Sendable {
        let name: String
        let table: String
        let sql: String
        let column: String
        let kind: IndexKind
    }

    private let connection: Connection
    private let path: String
    private let definitions: [String: Definition]
    private let longestText: Int
    private let fewestRows: Int
    /// The sorted entries by table and column, without those that cannot be sorted here.
    private var entries: [String: [String: any IndexEntries]] = [:]
    /// What has been prepared.
    public private(set) var pending: PendingIndexes

    /// Looks at an index.
    ///
    /// - Returns: nil for one that only `CREATE INDEX` can make: over several columns or
    ///   expressions, partial, unique, descending, with a collation, or over a column whose
    ///   affinity lets values of several storage classes stand side by side.
    /// - Throws: ``DatabaseError``.
    public static func definition(
        ofIndex name: String, table: String, sql: String, in connection: Connection
    ) throws -> Definition? {
        let isPlain = try connection.integer(
            """
            SELECT 1 FROM pragma_index_list(?1)
            WHERE name = ?2 AND "unique" = 0 AND origin = 'c' AND partial = 0
            """, [.text(table), .text(name)])
        let columns = try connection.rows(
            "SELECT cid, name, \"desc\", coll FROM pragma_index_xinfo(?1) ORDER BY seqno",
            [.text(name)]
        ) { (id: $0.integer(at: 0), name: $0.text(at: 1), isDescending: $0.integer(at: 2) != 0,
             collation: $0.text(at: 3)) }
        // The second column of an index over one is the number of the row, -1.
        guard isPlain != nil, columns.count == 2, columns[0].id >= 0, columns[1].id == -1,
            !columns[0].isDescending, columns[0].collation == "BINARY", let column = columns[0].name
        else { return nil }
        let type = try connection.text(
            "SELECT type FROM pragma_table_info(?1) WHERE name = ?2",
            [.text(table), .text(column)])
        return IndexKind(declaredType: type ?? "").map {
            Definition(name: name, table: table, sql: sql, column: column, kind: $0)
        }
    }

    /// Prepares to build indexes of a database that no one else has open.
    ///
    /// - Parameter fewestRows: tables with fewer rows are left to `CREATE INDEX`.
    /// - Throws: ``DatabaseError``, ``FileError``.
    public init(
        _ definitions: [Definition], connection: Connection, fewestRows: Int = fewestRows
    ) throws {
        self.connection = connection
        self.fewestRows = fewestRows
        path = connection.path
        pending = PendingIndexes(path: path)
        let file = try DatabasePages(path: path)
        longestText = IndexTreeWriter.longestRecord(usableSize: file.usableSize) - 16
        let isUTF8 = try connection.text("PRAGMA encoding") == "UTF-8"
        self.definitions =
            isUTF8 && file.hasCurrentFormat && !connection.path.isEmpty
            ? Dictionary(definitions.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
            : [:]
    }

    // MARK: Entries

    /// Makes an index's place in the schema, and its root, to be filled by ``pending``.
    ///
    /// - Returns: false, and nothing has happened, where `CREATE INDEX` has to make it.
    /// - Throws: ``DatabaseError``, ``FileError``.
    public func prepare(_ name: String) throws -> Bool {
        guard let definition = definitions[name],
            let entries = try sortedEntries(of: definition.table)[definition.column]
        else { return false }
        try connection.execute("PRAGMA writable_schema = ON")
        defer { try? connection.execute("PRAGMA writable_schema = OFF") }
        // Where the system forbids it, the pragma has no effect.
        guard try connection.integer("PRAGMA writable_schema") == 1 else { return false }
        try connection.execute("CREATE TABLE \(name.sqlIdentifier) (x)")
        let root = try connection.integer(
            "SELECT rootpage FROM sqlite_schema WHERE type = 'table' AND name = ?", [.text(name)])
        let update = try connection.prepare(
            """
            UPDATE sqlite_schema SET type = 'index', tbl_name = ?1, sql = ?2
            WHERE type = 'table' AND name = ?3
            """)
        for (place, value) in [definition.table, definition.sql, name].enumerated() {
            try update.bind(value, at: place + 1)
        }
        try update.run()
        pending.add(root: root.flatMap { UInt32(exactly: $0) } ?? 0, entries)
        return true
    }

    private func sortedEntries(of table: String) throws -> [String: any IndexEntries] {
        if let known = entries[table] { return known }
        let found = try scan(table)
        entries[table] = found
        return found
    }

    private func scan(_ table: String) throws -> [String: any IndexEntries] {
        let name = table.sqlIdentifier
        let rows = try connection.integer(
            "SELECT count(*) FROM (SELECT 1 FROM \(name) LIMIT \(fewestRows))")
        guard rows ?? 0 >= fewestRows else { return [:] }
        var kinds: [String: IndexKind] = [:]
        for definition in definitions.values where definition.table == table {
            kinds[definition.column] = definition.kind
        }
        let sorter = RunSorter(waiting: kinds.count)
        let columns = kinds.keys.sorted()
        var sorted = columns.map { column in
            kinds[column]?.entries(sortingWith: sorter, beside: path, longestText: longestText)
        }
        try connection.forEachRow(
            "SELECT rowid, \(columns.map(\.sqlIdentifier).joined(separator: ", ")) "
                + "FROM \(name) ORDER BY rowid"
        ) { row in
            let rowID = row.integer(at: 0)
            for place in sorted.indices {
                guard let entries = sorted[place] else { continue }
                if try !entries.add(row, column: place + 1, rowID: rowID) { sorted[place] = nil }
            }
        }
        try sorter.wait()
        var result: [String: any IndexEntries] = [:]
        for (column, entries) in zip(columns, sorted) { result[column] = entries }
        return result
    }
}
