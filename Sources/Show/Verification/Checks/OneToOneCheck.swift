import StoreFormat

/// Checks that both sides of a one-to-one relationship agree (docs/internals/format.md#rows).
struct OneToOneCheck: RowCheck {
    let name = "one-to-one agreement"
    let purpose = "relationships and their inverses agree"
    let isAboutObjects = true

    func obstacle(on store: VerifiedStore) -> String? { store.lacksRelationships }

    func finish(
        on store: VerifiedStore, _ rowCounts: [Int: Int64], into outcome: inout CheckOutcome
    ) throws {
        for entity in store.layout.entities where store.has(entity.table) {
            for toOne in entity.toOnes where store.declares(entity, toOne.relationship.name) {
                guard let inverse = toOne.inverse, !inverse.isToMany,
                    let destination = store.layout.entity(named: toOne.destinationName),
                    let back = destination.toOne(inverse.name), store.has(destination.table)
                else { continue }
                try check(toOne, back, from: entity, to: destination, in: store, &outcome)
            }
        }
    }

    private func check(
        _ toOne: ToOneColumn, _ back: ToOneColumn, from entity: EntityLayout,
        to destination: EntityLayout, in store: VerifiedStore, _ outcome: inout CheckOutcome
    ) throws {
        let key = "x.\(toOne.column.sqlIdentifier)"
        let inverse = "y.\(back.column.sqlIdentifier)"
        let from = """
            FROM \(entity.table.sqlIdentifier) AS x
            WHERE \(key) NOT NULL AND \(entity.familyCondition(alias: "x"))
            """
        outcome.examine(try store.count(from))
        // With the index of the inverse, both tables are read in order. With the primary keys of the destinations, rows
        // would be read at random.
        let isIndexed = try store.isSmallOrIndexed(destination.table, by: back.column)
        let detour = isIndexed ? "+" : ""
        let found = try store.connection.prepare(
            "SELECT \(inverse) FROM \(destination.table.sqlIdentifier) AS y WHERE y.Z_PK = ?")
        try store.connection.forEachRow(
            """
            SELECT x.Z_PK, \(key) \(from) AND NOT EXISTS (
              SELECT 1 FROM \(destination.table.sqlIdentifier) AS y
              WHERE \(inverse) = x.Z_PK AND \(detour)y.Z_PK = \(key))
            """
        ) { row in
            let target = row.integer(at: 1)
            try found.bind(target, at: 1)
            defer { found.reset() }
            // Another check reports a missing destination.
            guard try found.step() else { return }
            let other = found.isNull(at: 0) ? "NULL" : "\(entity.name) p\(found.integer(at: 0))"
            outcome.report(
                Finding(
                    entity: entity.name, primaryKey: row.integer(at: 0),
                    property: toOne.relationship.name, target: "\(destination.name) p\(target)",
                    "does not lead back: .\(back.relationship.name) is \(other)"))
        }
    }
}
