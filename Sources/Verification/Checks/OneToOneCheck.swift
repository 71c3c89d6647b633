import StoreFormat

/// Both sides of a one-to-one relationship agree (SPEC 8).
struct OneToOneCheck: StoreCheck {
    let name = "one-to-one agreement"
    let purpose = "if A leads to B, B's inverse leads back to A"

    func run(on store: VerifiedStore, into outcome: inout CheckOutcome) throws {
        guard !store.model.isInferred || store.hasRelationships else {
            outcome.skipped = "the store carries no model that names the inverses"
            return
        }
        for entity in store.layout.entities where store.has(entity.table) {
            for link in entity.toOnes where store.declares(entity, link.relationship.name) {
                guard let inverse = link.inverse, !inverse.isToMany,
                    let destination = store.layout.entity(named: link.destinationName),
                    let back = destination.toOne(inverse.name), store.has(destination.table)
                else { continue }
                try check(link, back, from: entity, to: destination, in: store, &outcome)
            }
        }
    }

    private func check(
        _ link: ToOneColumn, _ back: ToOneColumn, from entity: EntityLayout,
        to destination: EntityLayout, in store: VerifiedStore, _ outcome: inout CheckOutcome
    ) throws {
        let key = "x.\(link.column.sqlIdentifier)"
        let inverse = "y.\(back.column.sqlIdentifier)"
        let join = """
            FROM \(entity.table.sqlIdentifier) AS x
            JOIN \(destination.table.sqlIdentifier) AS y ON y.Z_PK = \(key)
            WHERE \(entity.familyCondition(alias: "x"))
            """
        outcome.examine(try store.count(join))
        try store.connection.forEachRow(
            "SELECT x.Z_PK, y.Z_PK, quote(\(inverse)) \(join) AND \(inverse) IS NOT x.Z_PK"
        ) { row in
            outcome.report(
                Finding(
                    entity: entity.name, primaryKey: row.integer(at: 0),
                    property: link.relationship.name,
                    "leads to \(destination.name) p\(row.integer(at: 1)), whose "
                        + "`\(back.relationship.name)` is \(row.text(at: 2) ?? "")"))
        }
    }
}
