import SQLite

/// Whether a database is sound: pages, trees, and indexes.
package enum DatabaseIntegrity {
    /// How indexes are compared with their tables.
    package enum Method: Sendable {
        /// By sums, see ``IndexComparison``; where these leave a doubt, by SQLite.
        case sums
        /// By SQLite's `PRAGMA integrity_check`, entry by entry.
        case searches
    }

    /// What SQLite says is wrong with a database; empty where nothing is.
    ///
    /// - Parameters:
    ///   - path: the file that the connection reads, where it reads it as it is; nil for a copy.
    ///   - most: how many messages are wanted.
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
        } catch  where error is PageDoubt || error is DatabaseError {
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
