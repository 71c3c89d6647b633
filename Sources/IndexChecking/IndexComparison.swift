import Files
import SQLite

/// Compares the indexes of a database file with their tables: whether each holds exactly the entries
/// of the table's rows, in order.
///
/// SQLite looks for the entry of each row, which takes a search for each. Here each table and each
/// index is gone through once; entries become numbers of 64 bits, and those are summed: equal sums
/// and counts mean equal entries, but for one chance in about 2^64 for each index. (The keys of the
/// numbers are drawn anew for every run.) That pages and trees are sound is for `PRAGMA quick_check`
/// to say, before.
package struct IndexComparison {
    private let file: DatabaseFile
    private let tables: [TableDefinition]
    /// Tables with indexes that are not compared here, since they are without row numbers, or have
    /// generated columns, or indexes that are partial, over expressions, or of other collations.
    package let otherTables: [String]

    /// Looks at the schema of a database.
    ///
    /// - Parameters:
    ///   - path: the file that the connection reads.
    ///   - connection: reads the schema only.
    /// - Throws: ``IndexDoubt``, `DatabaseError`, `FileError`.
    package init(path: String, _ connection: Connection) throws {
        file = try DatabaseFile(path: path)
        let found = try TableDefinition.all(in: connection)
        // Texts in UTF-16 are sorted by their characters in SQLite's own collations.
        guard file.isUTF8 || found.known.isEmpty else { throw IndexDoubt("texts in UTF-16") }
        tables = found.known
        otherTables = found.others
    }

    /// Compares them.
    ///
    /// - Throws: ``IndexDoubt`` where something differs, or cannot be compared: SQLite's own check
    ///   then has the word. `FileError`.
    package func check() throws {
        var generator = SystemRandomNumberGenerator()
        let columns = tables.flatMap(\.indexes).map(\.columns.count).max() ?? 0
        let hash = EntryHash(columns: columns, using: &generator)
        let walk = BTreeWalk(file)
        for table in tables {
            let sums = try sums(of: table, hash, walk)
            for (index, sum) in zip(table.indexes, sums) {
                guard try IndexWalk(index, hash: hash, walk: walk).sum() == sum else {
                    throw IndexDoubt("\(index.name) has other entries than its table")
                }
            }
        }
    }

    /// The sums of the entries that the indexes of a table must have, by its rows.
    private func sums(
        of table: TableDefinition, _ hash: EntryHash, _ walk: BTreeWalk
    ) throws -> [EntrySum] {
        var sums = table.indexes.map { _ in EntrySum() }
        let used = Set(table.indexes.flatMap(\.columns).compactMap(\.field)).sorted()
        var values = [UInt64](repeating: hash.null, count: (used.last ?? -1) + 1)
        var fields = RecordFields(most: values.count)
        // For each index the fields of its columns; -1 for the row's number.
        let columns = table.indexes.map { $0.columns.map { $0.field ?? -1 } }
        try walk.forEachCell(ofTreeAt: table.root, isIndex: false) { cell in
            func add(_ record: UnsafeRawBufferPointer) throws {
                for field in used {
                    guard field < fields.count else {
                        // A column that came later.
                        guard table.lackingIsNull[field] else { throw IndexDoubt("a default value") }
                        values[field] = hash.null
                        continue
                    }
                    values[field] = hash.value(field, of: fields, record)
                }
                for index in columns.indices {
                    var entry = hash.start(cell.rowID)
                    for (column, field) in columns[index].enumerated() {
                        let value = field >= 0 ? values[field] : hash.integer(cell.rowID)
                        entry = hash.adding(value, column: column, to: entry)
                    }
                    sums[index].add(entry)
                }
            }
            // Most often what is on the page is enough.
            if try fields.read(cell.local), fields.end <= cell.local.count { return try add(cell.local) }
            try walk.withRecord(of: cell) { record in
                guard try fields.read(record), fields.end <= record.count else {
                    throw IndexDoubt("a row ends early")
                }
                try add(record)
            }
        }
        return sums
    }
}
