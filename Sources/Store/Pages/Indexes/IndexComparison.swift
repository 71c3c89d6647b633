import SQLite

/// Compares the indexes of a database file with their tables. Each index must have exactly the entries of the
/// table's rows, in order.
///
/// SQLite searches for the entry of each row. This type reads each table and each index only once. It converts
/// entries to 64-bit numbers and sums them. Equal sums and counts mean equal entries, except for a chance of about
/// 1 in 2^64 per index. (The keys of the numbers are random in every run.) Before that, `PRAGMA quick_check` must
/// have found the pages and trees sound.
package struct IndexComparison {
    private let file: DatabaseFile
    private let tables: [TableDefinition]
    /// Tables with indexes that are not compared here. They have no row numbers, or generated columns, or indexes
    /// that are partial, over expressions, or of other collations.
    package let otherTables: [String]

    /// Reads the schema of a database.
    ///
    /// - Parameters:
    ///   - path: the file that the connection reads.
    ///   - connection: used only for the schema.
    /// - Throws: ``UnreadablePage``, `DatabaseError`, `FileError`.
    package init(path: String, _ connection: Connection) throws {
        file = try DatabaseFile(path: path)
        let found = try TableDefinition.all(in: connection)
        // SQLite's collations sort UTF-16 texts by characters, not by bytes.
        guard file.isUTF8 || found.known.isEmpty else { throw UnreadablePage("texts in UTF-16") }
        tables = found.known
        otherTables = found.others
    }

    /// Compares the indexes with their tables.
    ///
    /// - Throws: ``UnreadablePage`` if anything differs or cannot be compared. The caller then falls back to SQLite's
    ///   own check. `FileError`.
    package func check() throws {
        var generator = SystemRandomNumberGenerator()
        let columns = tables.flatMap(\.indexes).map(\.columns.count).max() ?? 0
        let hash = ValueHash(columns: columns, using: &generator)
        let walk = BTreeWalk(file)
        for table in tables {
            let sums = try IndexedRows(table, hash: hash, walk: walk).entrySums()
            for (index, sum) in zip(table.indexes, sums) {
                guard try IndexWalk(index, hash: hash, walk: walk).sum() == sum else {
                    throw UnreadablePage("\(index.name) has other entries than its table")
                }
            }
        }
    }
}
