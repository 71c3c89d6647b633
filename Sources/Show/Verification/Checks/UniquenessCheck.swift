import StoreFormat

/// Checks that no two objects have the same values for a uniqueness constraint (docs/internals/format.md#indexes).
struct UniquenessCheck: StoreCheck {
    let name = "uniqueness constraints"
    let purpose = "no two objects share the values of a uniqueness constraint"

    func run(on store: VerifiedStore, into outcome: inout CheckOutcome) throws {
        for entity in store.model.entities {
            guard let layout = store.layout.entity(named: entity.name), store.has(layout.table)
            else { continue }
            for constraint in entity.uniquenessConstraints {
                let columns = constraint.compactMap {
                    layout.attribute($0)?.column ?? layout.toOne($0)?.column
                }
                guard columns.count == constraint.count, !columns.isEmpty else { continue }
                try check(constraint, columns, of: layout, in: store, &outcome)
            }
        }
    }

    private func check(
        _ names: [String], _ columns: [String], of entity: EntityLayout,
        in store: VerifiedStore, _ outcome: inout CheckOutcome
    ) throws {
        let list = columns.map(\.sqlIdentifier).joined(separator: ", ")
        // NULLs are not equal to each other.
        let known = columns.map { "\($0.sqlIdentifier) NOT NULL" }.joined(separator: " AND ")
        let table = entity.table.sqlIdentifier
        outcome.examine(try store.count("FROM \(table) WHERE \(known)"))
        // First the values of all entities are compared, because the constraint's index alone can answer that.
        let hasEqual = try store.connection.integer(
            "SELECT 1 FROM \(table) WHERE \(known) GROUP BY \(list) HAVING count(*) > 1 LIMIT 1")
        guard hasEqual != nil else { return }
        try store.connection.forEachRow(
            """
            SELECT min(Z_PK), count(*) FROM \(table) WHERE \(entity.familyCondition) AND \(known)
            GROUP BY \(list) HAVING count(*) > 1
            """
        ) { row in
            outcome.report(
                Finding(
                    entity: entity.name, primaryKey: row.integer(at: 0),
                    property: names.joined(separator: ", "),
                    "\(row.integer(at: 1)) objects share the value"))
        }
    }
}
