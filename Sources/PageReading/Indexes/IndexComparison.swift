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
    /// - Throws: ``PageDoubt``, `DatabaseError`, `FileError`.
    package init(path: String, _ connection: Connection) throws {
        file = try DatabaseFile(path: path)
        let found = try TableDefinition.all(in: connection)
        // Texts in UTF-16 are sorted by their characters in SQLite's own collations.
        guard file.isUTF8 || found.known.isEmpty else { throw PageDoubt("texts in UTF-16") }
        tables = found.known
        otherTables = found.others
    }

    /// Compares them.
    ///
    /// - Throws: ``PageDoubt`` where something differs, or cannot be compared: SQLite's own check
    ///   then has the word. `FileError`.
    package func check() throws {
        var generator = SystemRandomNumberGenerator()
        let columns = tables.flatMap(\.indexes).map(\.columns.count).max() ?? 0
        let hash = ValueHash(columns: columns, using: &generator)
        let walk = BTreeWalk(file)
        for table in tables {
            let sums = try IndexedRows(table, hash: hash, walk: walk).entrySums()
            for (index, sum) in zip(table.indexes, sums) {
                guard try IndexWalk(index, hash: hash, walk: walk).sum() == sum else {
                    throw PageDoubt("\(index.name) has other entries than its table")
                }
            }
        }
    }
}
