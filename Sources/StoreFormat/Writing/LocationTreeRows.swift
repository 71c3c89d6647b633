import SQLite

/// Fills the R-trees of a store with the rows that its triggers would write (SPEC 5): for each row
/// of the table its `Z_PK`, and each coordinate twice, as the edges of a rectangle without extent.
public struct LocationTreeRows {
    private let trees: [(name: String, columns: [ColumnInfo], table: InspectedTable)]

    /// Finds the R-trees of a store, each with the table whose triggers fill it.
    public init(inspection: StoreInspection) {
        trees = inspection.tables.compactMap { tree in
            guard tree.isVirtual, tree.name.hasPrefix("Z_RT_"),
                let trigger = inspection.triggers.first(where: { $0.name == tree.name + "_INSERT" }),
                let table = inspection.table(named: trigger.table)
            else { return nil }
            return (tree.name, tree.columns, table)
        }
    }

    /// Writes the rows anew.
    ///
    /// - Throws: `DatabaseError`.
    public func write(to connection: Connection) throws {
        for tree in trees {
            let sources = tree.columns.map { column -> String? in
                if column.name == "Z_PK" { return "Z_PK" }
                for edge in ["_MIN", "_MAX"] where column.name.hasSuffix(edge) {
                    return tree.table.column(named: String(column.name.dropLast(edge.count)))?
                        .name.sqlIdentifier
                }
                return nil
            }
            guard !sources.contains(nil) else { continue }
            let names = tree.columns.map(\.name.sqlIdentifier).joined(separator: ", ")
            try connection.execute("DELETE FROM \(tree.name.sqlIdentifier)")
            try connection.execute(
                "INSERT INTO \(tree.name.sqlIdentifier) (\(names)) "
                    + "SELECT \(sources.compactMap { $0 }.joined(separator: ", ")) "
                    + "FROM \(tree.table.name.sqlIdentifier) ORDER BY Z_PK")
        }
    }
}
