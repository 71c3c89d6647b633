import SQLite
import StoreFormat

/// The primary keys that have to change, because objects of several tables share a table from now on and have the same
/// keys.
struct RenumberedKeys: RowKeys {
    /// The new keys of one table in the old store.
    private struct Entry {
        let name: String
        let count: Int64
    }

    /// The tables with the new keys, by table of the old store.
    private var entries: [String: Entry] = [:]
    /// The highest primary key that was ever assigned, by root entity of the new store.
    private(set) var highest: [String: Int64] = [:]
    /// The differences for the renumbered tables.
    private(set) var differences: [MigrationDifference] = []

    /// Finds the keys that have to change, and assigns new ones after all others.
    ///
    /// - Throws: `DatabaseError`.
    init(_ mapping: InferredMapping, from old: OldStore, to layout: StoreLayout, on connection: Connection)
        throws
    {
        for root in layout.entities where root.name == root.rootName {
            try number(root, mapping, old, layout, connection)
        }
    }

    private mutating func number(
        _ root: EntityLayout, _ mapping: InferredMapping, _ old: OldStore, _ layout: StoreLayout,
        _ connection: Connection
    ) throws {
        /// The source tables of the rows, with the numbers of their entities in the old store.
        var tables: [(name: String, root: String, numbers: [Int])] = []
        for entity in layout.entities where entity.rootName == root.name && !entity.isAbstract {
            guard let source = mapping.entity(to: entity.name)?.source,
                let stored = old.layout.entity(named: source)
            else { continue }
            if let index = tables.firstIndex(where: { $0.name == stored.table }) {
                tables[index].numbers.append(stored.number)
            } else {
                tables.append((stored.table, stored.rootName, [stored.number]))
            }
        }
        var top: Int64 = 0
        for table in tables {
            let noted = old.inspection.primaryKey(of: table.root)?.highestPrimaryKey ?? 0
            let used =
                try connection.integer("SELECT max(Z_PK) FROM \(OldStore.table(table.name))") ?? 0
            top = max(top, noted, used)
        }
        for (index, table) in tables.enumerated().dropFirst() {
            let others = tables[..<index].map { Self.keys($0.name, $0.numbers) }
            let name = "renumbered\(entries.count)"
            try connection.execute(
                "CREATE TEMP TABLE \(name) (old INTEGER PRIMARY KEY, new INTEGER)")
            try connection.execute(
                "INSERT INTO temp.\(name) SELECT Z_PK, \(top) + row_number() OVER (ORDER BY Z_PK) "
                    + "FROM (\(Self.keys(table.name, table.numbers))) "
                    + "WHERE Z_PK IN (\(others.joined(separator: " UNION ALL "))) ORDER BY Z_PK")
            let count = try connection.integer("SELECT count(*) FROM temp.\(name)") ?? 0
            guard count > 0 else {
                try connection.execute("DROP TABLE temp.\(name)")
                continue
            }
            top += count
            entries[table.name] = Entry(name: name, count: count)
            differences.append(
                MigrationDifference(
                    .renumbered(table: table.name), entity: root.name, sourceEntity: table.root,
                    objects: count))
        }
        highest[root.name] = top
    }

    private static func keys(_ table: String, _ numbers: [Int]) -> String {
        "SELECT Z_PK FROM \(OldStore.table(table)) WHERE Z_ENT IN (\(numbers.sqlList))"
    }

    /// Returns SQL for the new key of an object of an old table.
    package func newKey(_ key: String, in table: String) -> String {
        guard let entry = entries[table] else { return key }
        return "ifnull((SELECT new FROM temp.\(entry.name) WHERE old = \(key)), \(key))"
    }
}

extension [Int] {
    /// The numbers as a list in SQL.
    package var sqlList: String { map(String.init).joined(separator: ", ") }
}
