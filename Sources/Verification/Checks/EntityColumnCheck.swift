import StoreFormat

/// Beside a to-one to an entity with subentities stands the `Z_ENT` of the target (SPEC 3).
struct EntityColumnCheck: StoreCheck {
    let name = "entity columns"
    let purpose = "a to-one to an inherited entity also names the target's entity"

    func run(on store: VerifiedStore, into outcome: inout CheckOutcome) throws {
        for entity in store.layout.entities where store.has(entity.table) {
            for link in entity.toOnes where store.declares(entity, link.relationship.name) {
                guard let entityColumn = link.entityColumn,
                    let destination = store.layout.entity(named: link.destinationName),
                    store.has(destination.table)
                else { continue }
                try check(
                    link, entityColumn, from: entity, to: destination, in: store, &outcome)
            }
        }
    }

    private func check(
        _ link: ToOneColumn, _ entityColumn: String, from entity: EntityLayout,
        to destination: EntityLayout, in store: VerifiedStore, _ outcome: inout CheckOutcome
    ) throws {
        let key = "x.\(link.column.sqlIdentifier)"
        let number = "x.\(entityColumn.sqlIdentifier)"
        let from = "FROM \(entity.table.sqlIdentifier) AS x"
        let condition = entity.familyCondition(alias: "x")
        outcome.examine(try store.count("\(from) WHERE \(condition)"))
        try store.connection.forEachRow(
            """
            SELECT x.Z_PK, quote(\(number)), quote(y.Z_ENT) \(from)
            LEFT JOIN \(destination.table.sqlIdentifier) AS y ON y.Z_PK = \(key)
            WHERE \(condition)
            AND ((\(key) IS NULL) <> (\(number) IS NULL) OR \(number) <> y.Z_ENT)
            """
        ) { row in
            outcome.report(
                Finding(
                    entity: entity.name, primaryKey: row.integer(at: 0),
                    property: link.relationship.name,
                    "\(entityColumn) is \(row.text(at: 1) ?? ""), "
                        + "the target's Z_ENT \(row.text(at: 2) ?? "")"))
        }
    }
}
