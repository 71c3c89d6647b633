import Inputs
import SQLite
import StoreFormat

/// Checks the number of objects in the to-many relationships of new objects against the model's minimum and maximum
/// count, as Core Data does before it saves.
///
/// A relationship that is not optional and has no minimum count may be empty
/// (docs/internals/format.md#to-many-relationships).
struct RelationshipCounts {
    let layout: StoreLayout
    let plan: SeedPlan
    let context: BuildContext

    /// The limit of reported objects for one relationship.
    static let reportLimit = 20

    /// Records the violations, after which nothing may be written.
    ///
    /// - Throws: `DatabaseError`.
    func check() throws {
        // An inherited relationship is checked with the entity that declares it.
        for entity in layout.entities {
            guard let described = layout.model.entity(named: entity.name) else { continue }
            for storage in entity.toManys
            where described.ownProperties.contains(where: { $0.name == storage.relationship.name }) {
                try check(storage, of: entity)
            }
        }
    }

    private func check(_ storage: ToManyStorage, of entity: EntityLayout) throws {
        let relationship = storage.relationship
        let (minimum, maximum) = (relationship.minCount, relationship.maxCount)
        guard minimum > 0 || maximum > 0 else { return }
        // An optional relationship may be empty, whatever its minimum count.
        let tooFew = relationship.isOptional ? "(n > 0 AND n < ?1)" : "n < ?1"
        let rows = try context.connection.rows(
            """
            SELECT Z_PK, Z_ENT, n FROM (\(counts(storage, of: entity)))
            WHERE \(tooFew) OR (?2 > 0 AND n > ?2) ORDER BY Z_PK LIMIT \(Self.reportLimit)
            """, [.integer(Int64(minimum)), .integer(Int64(maximum))]
        ) { ($0.integer(at: 0), $0.integer(at: 1), $0.integer(at: 2)) }
        for (primaryKey, number, count) in rows {
            let name = Int(exactly: number).flatMap { layout.entity(numbered: $0) }?.name
            context.issues.add(
                SeedIssue(
                    .object(
                        .relationshipCount(
                            found: Int(clamping: count), minimum: minimum, maximum: maximum)),
                    at: location(of: entity), entity: name ?? entity.name,
                    property: relationship.name, value: "p\(primaryKey)"),
                isFatal: true)
        }
    }

    /// Returns the SQL for the new objects of an entity, with the number of objects in a relationship as `n`.
    private func counts(_ storage: ToManyStorage, of entity: EntityLayout) -> String {
        let (table, column, _, _) = storage.storage.rows
        let members =
            "SELECT \(column.sqlIdentifier) AS k, count(*) AS n FROM \(table.sqlIdentifier) "
            + "WHERE \(column.sqlIdentifier) NOT NULL GROUP BY 1"
        let numbers = entity.familyNumbers.map(String.init).joined(separator: ", ")
        let lastOld = context.keys.initial[entity.rootName] ?? 0
        return """
            SELECT e.Z_PK, e.Z_ENT, coalesce(m.n, 0) AS n
            FROM \(entity.table.sqlIdentifier) AS e LEFT JOIN (\(members)) AS m ON m.k = e.Z_PK
            WHERE e.Z_ENT IN (\(numbers)) AND e.Z_PK > \(lastOld)
            """
    }

    private func location(of entity: EntityLayout) -> SeedIssue.Location {
        let load = plan.loads.first { load in
            layout.entity(named: load.entity.value).map {
                entity.familyNumbers.contains($0.number) || $0.familyNumbers.contains(entity.number)
            } ?? false
        }
        return load?.entity.location ?? .init(path: plan.path)
    }
}
