import SQLite
import StoreFormat

/// Checks that the R-trees over locations have the rows that their triggers write
/// (docs/internals/format.md#triggers-and-r-trees).
struct LocationTreeCheck: StoreCheck {
    let name = "location trees"
    let purpose = "each R-tree has one row for each object, at its coordinates"

    func run(on store: VerifiedStore, into outcome: inout CheckOutcome) throws {
        let trees = LocationTreeRows(inspection: store.inspection).trees
        guard !trees.isEmpty else { return }
        let modules = try store.count("FROM pragma_module_list WHERE name = 'rtree'")
        guard modules > 0 else {
            outcome.skipped = "the SQLite at hand cannot read R-trees"
            return
        }
        for tree in trees { try check(tree, in: store, &outcome) }
    }

    private func check(
        _ tree: LocationTreeRows.Tree, in store: VerifiedStore, _ outcome: inout CheckOutcome
    ) throws {
        let name = tree.name.sqlIdentifier
        let table = tree.table.sqlIdentifier
        outcome.examine(try store.count("FROM \(table)"))
        // An R-tree contains 32-bit floats, and 0 for NULL.
        let differences = tree.edges.map { edge in
            let value = "ifnull(t.\(edge.source.sqlIdentifier), 0)"
            return "abs(r.\(edge.column.sqlIdentifier) - \(value)) > 1e-4 * max(1, abs(\(value)))"
        }.joined(separator: " OR ")
        // A migration that adds the tree leaves out existing rows, which are added when they change. A row in the tree
        // that has never changed was inserted after the migration, and so were all rows with higher keys.
        let missing =
            !store.isMigrated
            ? "r.Z_PK IS NULL"
            : """
            (r.Z_PK IS NULL AND t.Z_PK > (SELECT min(o.Z_PK) FROM \(table) AS o
            JOIN \(name) AS i ON i.Z_PK = o.Z_PK WHERE o.Z_OPT = 1))
            """
        try store.connection.forEachRow(
            """
            SELECT t.Z_PK, r.Z_PK IS NULL FROM \(table) AS t
            LEFT JOIN \(name) AS r ON r.Z_PK = t.Z_PK WHERE \(missing) OR \(differences)
            """
        ) { row in
            outcome.report(
                Finding(
                    entity: tree.table, primaryKey: row.integer(at: 0),
                    row.integer(at: 1) != 0
                        ? "is not in \(tree.name)" : "is elsewhere in \(tree.name)"))
        }
        try store.connection.forEachRow(
            """
            SELECT r.Z_PK FROM \(name) AS r LEFT JOIN \(table) AS t ON t.Z_PK = r.Z_PK
            WHERE t.Z_PK IS NULL
            """
        ) { row in
            outcome.report(
                Finding(
                    entity: tree.name, primaryKey: row.integer(at: 0),
                    "belongs to no row of \(tree.table)"))
        }
    }
}
