import SQLite

/// Fills the R-trees of a store with the rows that its triggers would write
/// (docs/internals/format.md#triggers-and-r-trees). From framework 1403 on there are no such triggers, and Core Data
/// itself writes the rows. Each row of the table gives its `Z_PK`, and each coordinate twice, as the edges of a
/// rectangle without an extent.
package struct LocationTreeRows {
    /// One R-tree.
    package struct Tree: Sendable {
        /// The name of the virtual table.
        package let name: String
        /// The table that it is filled from.
        package let table: String
        /// Its columns after `Z_PK`, each with the column of the table that it is filled from.
        package let edges: [(column: String, source: String)]
    }

    /// The R-trees of the store.
    package let trees: [Tree]

    /// Finds the R-trees of a store and the table that fills each of them: the one whose triggers do so, or that of
    /// the entity in its name. R-trees with columns other than coordinates are left out.
    package init(inspection: StoreInspection) {
        trees = inspection.tables.compactMap { tree in
            guard tree.isVirtual, tree.name.hasPrefix(Self.prefix),
                let table = Self.table(of: tree, in: inspection)
            else { return nil }
            let columns = tree.columns.filter { $0.name != "Z_PK" }
            let edges = columns.compactMap { column in
                Self.source(of: column, in: table).map { (column: column.name, source: $0) }
            }
            guard edges.count == columns.count, columns.count < tree.columns.count else {
                return nil
            }
            return Tree(name: tree.name, table: table.name, edges: edges)
        }
    }

    private static let prefix = "Z_RT_"

    private static func table(
        of tree: InspectedTable, in inspection: StoreInspection
    ) -> InspectedTable? {
        if let trigger = inspection.triggers.first(where: { $0.name == tree.name + "_INSERT" }) {
            return inspection.table(named: trigger.table)
        }
        // `Z_RT_Asset_boundedByRect`: the entity's name may contain underscores, and the last part does not belong to
        // it.
        let rest = tree.name.dropFirst(prefix.count)
        guard let end = rest.lastIndex(of: "_"),
            var row = inspection.primaryKey(of: String(rest[..<end]))
        else { return nil }
        // No chain of superentities is longer than the number of entities.
        for _ in inspection.primaryKeys {
            guard let parent = inspection.primaryKeys.first(where: { $0.number == row.superNumber })
            else { break }
            row = parent
        }
        return inspection.table(named: StoreName.plain(row.name))
    }

    private static func source(of column: ColumnInfo, in table: InspectedTable) -> String? {
        for edge in ["_MIN", "_MAX"] where column.name.hasSuffix(edge) {
            return table.column(named: String(column.name.dropLast(edge.count)))?.name
        }
        return nil
    }

    /// Writes all rows again.
    ///
    /// - Throws: `DatabaseError`.
    package func write(to connection: Connection) throws {
        for tree in trees {
            let name = tree.name.sqlIdentifier
            let columns = (["Z_PK"] + tree.edges.map(\.column)).map(\.sqlIdentifier)
            let sources = (["Z_PK"] + tree.edges.map(\.source)).map(\.sqlIdentifier)
            try connection.execute("DELETE FROM \(name)")
            try connection.execute(
                "INSERT INTO \(name) (\(columns.joined(separator: ", "))) "
                    + "SELECT \(sources.joined(separator: ", ")) "
                    + "FROM \(tree.table.sqlIdentifier) ORDER BY Z_PK")
        }
    }
}
