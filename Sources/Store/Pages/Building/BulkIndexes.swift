import Files
import SQLite

/// Builds the indexes of large tables after their rows, much faster than a series of `CREATE INDEX` statements.
///
/// One scan of each table feeds all its indexes. Entries are sorted by radix during the scan, and the pages of the
/// b-trees are written straight into the file.
///
/// This works for plain indexes over one column of integers, dates or texts. For other indexes ``prepare(_:)``
/// returns false, and `CREATE INDEX` builds them. The code relies only on SQLite's documented file format. SQLite
/// itself creates the roots and the schema entries. The bytes depend only on the rows.
///
/// ```swift
/// let bulk = try BulkIndexes(definitions, connection: store)
/// for index in indexes where try !bulk.prepare(index.name) { try store.execute(index.sql) }
/// // … commit and close …
/// try bulk.pending.write()
/// ```
package final class BulkIndexes {
    /// The fewest rows for which this is faster.
    package static let fewestRows = 32_768

    /// The facts about an index that are needed after it is dropped.
    package struct Definition: Sendable {
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
    private let runLength: Int
    /// The sorted entries by table and column, without columns that cannot be sorted here.
    private var entries: [String: [String: any IndexEntries]] = [:]
    /// The prepared indexes.
    package private(set) var pending: PendingIndexes

    /// Returns whether a table of a database can have ``fewestRows``. A row takes at least five bytes.
    ///
    /// - Throws: ``DatabaseError``.
    package static func mayPay(for connection: Connection) throws -> Bool {
        let pages = try connection.integer("PRAGMA page_count") ?? 0
        let pageSize = try connection.integer("PRAGMA page_size") ?? 0
        return pages &* pageSize / 5 >= fewestRows
    }

    /// Reads the definitions of a database's indexes.
    ///
    /// - Returns: the indexes that do not need `CREATE INDEX`. They cover one column, are not partial or unique,
    ///   ascend, and compare bytes. The column's affinity must not mix storage classes.
    /// - Throws: ``DatabaseError``.
    package static func definitions(in connection: Connection) throws -> [Definition] {
        // `index_xinfo` also lists the row's number, with cid -1.
        try connection.rows(
            """
            SELECT m.name, m.tbl_name, m.sql, t.name, t.type
            FROM sqlite_schema AS m, pragma_index_list(m.tbl_name) AS l,
              pragma_index_xinfo(m.name) AS x, pragma_table_info(m.tbl_name) AS t
            WHERE m.type = 'index' AND l.name = m.name
              AND l."unique" = 0 AND l.origin = 'c' AND l.partial = 0
              AND x.seqno = 0 AND x.cid >= 0 AND x."desc" = 0 AND x.coll = 'BINARY'
              AND t.cid = x.cid
              AND (SELECT group_concat(cid) FROM pragma_index_xinfo(m.name)) = x.cid || ',-1'
            """
        ) { row -> Definition? in
            let texts = (0..<5).map { row.text(at: $0) ?? "" }
            return IndexKind(declaredType: texts[4]).map {
                Definition(
                    name: texts[0], table: texts[1], sql: texts[2], column: texts[3], kind: $0)
            }
        }.compactMap(\.self)
    }

    /// Prepares to build the indexes of a database that no other connection has open.
    ///
    /// - Parameters:
    ///   - fewestRows: tables with fewer rows are left to `CREATE INDEX`.
    ///   - runLength: the number of entries of an index that are sorted at a time.
    /// - Throws: ``DatabaseError``, ``FileError``.
    package init(
        _ definitions: [Definition], connection: Connection, fewestRows: Int = fewestRows,
        runLength: Int = 128 * 1024
    ) throws {
        self.runLength = runLength
        self.connection = connection
        self.fewestRows = fewestRows
        path = connection.path
        pending = PendingIndexes(path: path)
        let file = try DatabasePages(path: path)
        longestText = IndexTreeWriter.longestRecord(usableSize: file.usableSize) - 16
        let isUTF8 = try connection.text("PRAGMA encoding") == "UTF-8"
        self.definitions =
            isUTF8 && file.hasCurrentFormat && !connection.path.isEmpty
            ? Dictionary(keepingFirst: definitions.map { ($0.name, $0) })
            : [:]
    }

    // MARK: Entries

    /// Creates an index's schema entry and its root, which ``pending`` fills later.
    ///
    /// - Returns: false if `CREATE INDEX` must build the index. Nothing has changed then.
    /// - Throws: ``DatabaseError``, ``FileError``.
    package func prepare(_ name: String) throws -> Bool {
        guard let definition = definitions[name],
            let entries = try sortedEntries(of: definition.table)[definition.column]
        else { return false }
        try connection.execute("PRAGMA writable_schema = ON")
        defer { try? connection.execute("PRAGMA writable_schema = OFF") }
        // The pragma has no effect if the system forbids it.
        guard try connection.integer("PRAGMA writable_schema") == 1 else { return false }
        try connection.execute("CREATE TABLE \(name.sqlIdentifier) (x)")
        let root = try connection.integer(
            "SELECT rootpage FROM sqlite_schema WHERE type = 'table' AND name = ?", [.text(name)])
        let update = try connection.prepare(
            """
            UPDATE sqlite_schema SET type = 'index', tbl_name = ?1, sql = ?2
            WHERE type = 'table' AND name = ?3
            """)
        for (index, value) in [definition.table, definition.sql, name].enumerated() {
            try update.bind(value, at: index + 1)
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
        // One waiting run per column, because all runs are full at the same row.
        let sorter = SerialWorker(named: "zseed sort", limit: kinds.count) {}
        let columns = kinds.keys.sorted()
        var sorted = columns.map { column in
            kinds[column]?.entries(
                sortingWith: sorter, beside: path, longestText: longestText,
                runLength: runLength)
        }
        try connection.forEachRow(
            "SELECT rowid, \(columns.map(\.sqlIdentifier).joined(separator: ", ")) "
                + "FROM \(name) ORDER BY rowid"
        ) { row in
            let rowID = row.integer(at: 0)
            for index in sorted.indices {
                guard let entries = sorted[index] else { continue }
                if try !entries.add(row, column: index + 1, rowID: rowID) { sorted[index] = nil }
            }
        }
        try sorter.wait()
        var result: [String: any IndexEntries] = [:]
        for (column, entries) in zip(columns, sorted) { result[column] = entries }
        return result
    }
}
