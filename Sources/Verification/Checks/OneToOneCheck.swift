import ObjectLayer
import StoreFormat

/// Both sides of a one-to-one relationship agree (SPEC 8).
struct OneToOneCheck: RowCheck {
    let name = "one-to-one agreement"
    let purpose = "if A leads to B, B's inverse leads back to A"
    let isAboutObjects = true

    func obstacle(on store: VerifiedStore) -> String? { store.lacksRelationships }

    func finish(on store: VerifiedStore, into outcome: inout CheckOutcome) throws {
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
        outcome.examine(
            try store.count(
                "FROM \(entity.table.sqlIdentifier) AS x WHERE \(key) NOT NULL "
                    + "AND \(entity.familyCondition(alias: "x"))"))
        try store.connection.forEachRow(
            "SELECT x.Z_PK, y.Z_PK, \(inverse) \(join) AND \(inverse) IS NOT x.Z_PK"
        ) { row in
            let found = row.isNull(at: 2) ? "NULL" : "\(entity.name) p\(row.integer(at: 2))"
            outcome.report(
                Finding(
                    entity: entity.name, primaryKey: row.integer(at: 0),
                    property: link.relationship.name,
                    target: "\(destination.name) p\(row.integer(at: 1))",
                    "does not lead back: .\(back.relationship.name) is \(found)"))
        }
    }
}
