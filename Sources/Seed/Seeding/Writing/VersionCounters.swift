import SQLite

/// The rows from before the build that the build changes. The `Z_OPT` of each is raised by one, however many source
/// rows change it, as one save of an app would do. New rows keep 1 (docs/internals/format.md#rows).
final class VersionCounters {
    private let keys: PrimaryKeys
    private var changed: [String: (table: String, primaryKeys: Set<Int64>)] = [:]

    init(keys: PrimaryKeys) {
        self.keys = keys
    }

    /// Records that a row was changed.
    @inline(__always)
    func note(_ primaryKey: Int64, root: String, table: String) {
        guard keys.isOld(primaryKey, of: root) else { return }
        changed[root, default: (table, [])].primaryKeys.insert(primaryKey)
    }

    /// Raises the counters.
    ///
    /// - Throws: `DatabaseError`.
    func write(to connection: Connection) throws {
        for (_, rows) in changed.sorted(by: { $0.key < $1.key }) {
            let update = try connection.prepare(
                "UPDATE \(rows.table.sqlIdentifier) SET Z_OPT = Z_OPT + 1 WHERE Z_PK = ?",
                isPersistent: true)
            for primaryKey in rows.primaryKeys.sorted() {
                try update.bind(primaryKey, at: 1)
                try update.run()
            }
        }
        changed = [:]
    }
}
