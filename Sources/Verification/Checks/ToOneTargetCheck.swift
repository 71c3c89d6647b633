import StoreFormat

/// Every to-one relationship leads to an object that exists and is of the destination's kind.
struct ToOneTargetCheck: StoreCheck {
    let name = "to-one targets"
    let purpose = "every to-one relationship leads to an existing object of the right entity"

    func run(on store: VerifiedStore, into outcome: inout CheckOutcome) throws {
        guard !store.model.isInferred || store.hasRelationships else {
            outcome.skipped = "the store carries no model that says which columns are relationships"
            return
        }
        for entity in store.layout.entities where store.has(entity.table) {
            for link in entity.toOnes where store.declares(entity, link.relationship.name) {
                guard let destination = store.layout.entity(named: link.destinationName),
                    store.has(destination.table)
                else { continue }
                try check(link, from: entity, to: destination, in: store, &outcome)
            }
        }
    }

    private func check(
        _ link: ToOneColumn, from entity: EntityLayout, to destination: EntityLayout,
        in store: VerifiedStore, _ outcome: inout CheckOutcome
    ) throws {
        let column = "x.\(link.column.sqlIdentifier)"
        let from = "FROM \(entity.table.sqlIdentifier) AS x"
        let condition = "\(entity.familyCondition(alias: "x")) AND \(column) NOT NULL"
        outcome.examine(try store.count("\(from) WHERE \(condition)"))
        try store.connection.forEachRow(
            """
            SELECT x.Z_PK, \(column), y.Z_ENT \(from)
            LEFT JOIN \(destination.table.sqlIdentifier) AS y ON y.Z_PK = \(column)
            WHERE \(condition)
            AND (y.Z_PK IS NULL OR NOT \(destination.familyCondition(alias: "y")))
            """
        ) { row in
            let target = "\(destination.name) p\(row.integer(at: 1))"
            outcome.report(
                Finding(
                    entity: entity.name, primaryKey: row.integer(at: 0),
                    property: link.relationship.name,
                    row.isNull(at: 2)
                        ? "\(target) does not exist"
                        : "p\(row.integer(at: 1)) is a "
                            + "\(store.name(ofEntityNumbered: row.integer(at: 2))), "
                            + "not a \(destination.name)"))
        }
    }
}
