import StoreFormat

/// The objects of an ordered to-many have distinct order keys (SPEC 3).
struct OrderKeyCheck: StoreCheck {
    let name = "order keys"
    let purpose = "objects of an ordered to-many have an order key, and no two the same"

    func run(on store: VerifiedStore, into outcome: inout CheckOutcome) throws {
        for entity in store.layout.entities where store.has(entity.table) {
            for link in entity.toOnes where store.declares(entity, link.relationship.name) {
                guard let order = link.orderColumn else { continue }
                try check(link, order, of: entity, in: store, &outcome)
            }
        }
    }

    private func check(
        _ link: ToOneColumn, _ order: String, of entity: EntityLayout, in store: VerifiedStore,
        _ outcome: inout CheckOutcome
    ) throws {
        let key = link.column.sqlIdentifier
        let order = order.sqlIdentifier
        let from = "FROM \(entity.table.sqlIdentifier) WHERE \(entity.familyCondition)"
        outcome.examine(try store.count("\(from) AND \(key) NOT NULL"))
        try store.connection.forEachRow(
            "SELECT Z_PK \(from) AND \(key) NOT NULL AND \(order) IS NULL"
        ) { row in
            outcome.report(
                Finding(
                    entity: entity.name, primaryKey: row.integer(at: 0),
                    property: link.relationship.name, "has no order key"))
        }
        try store.connection.forEachRow(
            """
            SELECT min(Z_PK), \(key), \(order) \(from) AND \(key) NOT NULL AND \(order) NOT NULL
            GROUP BY \(key), \(order) HAVING count(*) > 1
            """
        ) { row in
            outcome.report(
                Finding(
                    entity: entity.name, primaryKey: row.integer(at: 0),
                    property: link.relationship.name,
                    "shares the order key \(row.integer(at: 2)) with another object of "
                        + "\(link.destinationName) p\(row.integer(at: 1))"))
        }
    }
}
