import SQLite

/// Fills the R-trees of a store with the rows that its triggers would write (SPEC 5): for each row
/// of the table its `Z_PK`, and each coordinate twice, as the edges of a rectangle without extent.
public struct LocationTreeRows {
    /// One R-tree.
    public struct Tree: Sendable {
        /// The name of the virtual table.
        public let name: String
        /// The table whose triggers fill it.
        public let table: String
        /// Its columns behind `Z_PK`, each with the column of the table that it is filled from.
        public let edges: [(column: String, source: String)]
    }

    /// The R-trees of the store.
    public let trees: [Tree]

    /// Finds the R-trees of a store, each with the table whose triggers fill it; those with other
    /// columns than coordinates are left out.
    public init(inspection: StoreInspection) {
        trees = inspection.tables.compactMap { tree in
            guard tree.isVirtual, tree.name.hasPrefix("Z_RT_"),
                let trigger = inspection.triggers.first(where: {
                    $0.name == tree.name + "_INSERT"
                }),
                let table = inspection.table(named: trigger.table)
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

    private static func source(of column: ColumnInfo, in table: InspectedTable) -> String? {
        for edge in ["_MIN", "_MAX"] where column.name.hasSuffix(edge) {
            return table.column(named: String(column.name.dropLast(edge.count)))?.name
        }
        return nil
    }

    /// Writes the rows anew.
    ///
    /// - Throws: `DatabaseError`.
    public func write(to connection: Connection) throws {
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
