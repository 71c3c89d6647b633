import SQLite

/// The integrity check of a database: pages, trees, and indexes.
package enum DatabaseIntegrity {
    /// The method for comparing indexes with their tables.
    package enum Method: Sendable {
        /// By sums, see ``IndexComparison``. If these find a difference or cannot decide, SQLite checks.
        case sums
        /// By SQLite's `PRAGMA integrity_check`, entry by entry.
        case searches
    }

    /// Returns SQLite's messages about errors in a database, which are empty for a sound one.
    ///
    /// - Parameters:
    ///   - path: the file, if the connection reads it in place. Nil if it reads a copy.
    ///   - most: the number of messages to return.
    /// - Throws: `DatabaseError`, `FileError`.
    package static func messages(
        of connection: Connection, path: String?, most: Int, by method: Method = .sums
    ) throws -> [String] {
        guard method == .sums, let path else { return try full(connection, most) }
        guard try messages("PRAGMA quick_check(1)", connection).isEmpty else {
            return try full(connection, most)
        }
        do {
            let comparison = try IndexComparison(path: path, connection)
            try comparison.check()
            return try comparison.otherTables.flatMap {
                try messages("PRAGMA integrity_check(\($0.sqlIdentifier))", connection)
            }
        } catch  where error is UnreadablePage || error is DatabaseError {
            return try full(connection, most)
        }
    }

    private static func full(_ connection: Connection, _ most: Int) throws -> [String] {
        try messages("PRAGMA integrity_check(\(most))", connection)
    }

    private static func messages(_ sql: String, _ connection: Connection) throws -> [String] {
        try connection.rows(sql) { $0.text(at: 0) ?? "" }.filter { $0 != "ok" }
    }
}
