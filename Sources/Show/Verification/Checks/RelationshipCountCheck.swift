import ObjectModel
import SQLite
import StoreFormat

/// Checks that to-many relationships have as many members as the model requires. Violations are warnings, because Core
/// Data checks the number only when an object is saved.
///
/// A relationship that is not optional may still be empty if its minimum count is 0: Core Data saves it
/// (docs/internals/format.md#to-many-relationships).
struct RelationshipCountCheck: StoreCheck {
    let name = "relationship counts"
    let purpose = "the numbers of members of to-many relationships satisfy the model"

    func run(on store: VerifiedStore, into outcome: inout CheckOutcome) throws {
        for entity in store.layout.entities where store.has(entity.table) {
            for toMany in entity.toManys
            where store.declares(entity, toMany.relationship.name) {
                let relationship = toMany.relationship
                guard relationship.minCount > 0 || relationship.maxCount > 0 else { continue }
                try check(toMany, of: entity, in: store, &outcome)
            }
        }
    }

    private func check(
        _ toMany: ToManyStorage, of entity: EntityLayout, in store: VerifiedStore,
        _ outcome: inout CheckOutcome
    ) throws {
        let (table, column, _, _) = toMany.storage.rows
        let relationship = toMany.relationship
        let key = column.sqlIdentifier
        let condition = entity.familyCondition(alias: "s")
        outcome.examine(
            try store.count("FROM \(entity.table.sqlIdentifier) AS s WHERE \(condition)"))
        // An optional relationship may be empty, whatever its minimum count.
        var wrong = "counted < \(relationship.minCount)"
        if relationship.isOptional { wrong = "(\(wrong) AND counted > 0)" }
        if relationship.maxCount > 0 { wrong += " OR counted > \(relationship.maxCount)" }
        try store.connection.forEachRow(
            """
            SELECT s.Z_PK, ifnull(m.n, 0) AS counted FROM \(entity.table.sqlIdentifier) AS s
            LEFT JOIN (
              SELECT \(key) AS k, count(*) AS n FROM \(table.sqlIdentifier)
              WHERE \(key) NOT NULL GROUP BY \(key)
            ) AS m ON m.k = s.Z_PK WHERE \(condition) AND (\(wrong))
            """
        ) { row in
            let bounds =
                relationship.maxCount > 0
                ? "\(relationship.minCount) to \(relationship.maxCount)"
                : "at least \(relationship.minCount)"
            outcome.warn(
                Finding(
                    entity: entity.name, primaryKey: row.integer(at: 0),
                    property: relationship.name,
                    "has \(row.integer(at: 1)) members, but the model requires \(bounds)"))
        }
    }
}
