import ObjectModel
import SQLite
import StoreFormat

/// Checks the destinations of the to-one relationships of a migrated store.
struct MigratedLinks {
    let mapping: InferredMapping
    let targets: MigrationTargets
    let connection: Connection

    /// Returns the required to-one relationships without a destination in some objects that had one, or did not need
    /// one, before.
    ///
    /// - Throws: `DatabaseError`.
    func missingTargets() throws -> [MigrationDifference] {
        try relationships { entity, stored, toOne in
            guard !toOne.relationship.isOptional else { return nil }
            let now =
                try connection.integer(
                    "SELECT count(*) FROM main.\(stored.table.sqlIdentifier) "
                        + "WHERE \(Self.family(stored)) AND \(toOne.column.sqlIdentifier) IS NULL") ?? 0
            let before = try missingBefore(toOne.relationship.name, of: entity)
            guard now > before else { return nil }
            return MigrationDifference(
                .missingRequiredTarget, entity: entity.name, property: toOne.relationship.name,
                objects: now - before)
        }
    }

    /// Returns the number of objects that lacked a destination required by the old model.
    private func missingBefore(_ name: String, of entity: EntityDescription) throws -> Int64 {
        var count: Int64 = 0
        for entity in mapping.destination.descendants(of: entity) {
            guard let mapped = mapping.entity(to: entity.name), let source = mapped.source,
                let former = mapped.relationships[name],
                let stored = targets.old.entity(named: source), let toOne = stored.toOne(former),
                !toOne.relationship.isOptional
            else { continue }
            count +=
                try connection.integer(
                    "SELECT count(*) FROM \(OldStore.table(stored.table)) "
                        + "WHERE Z_ENT = \(stored.number) AND \(toOne.column.sqlIdentifier) IS NULL")
                ?? 0
        }
        return count
    }

    /// Returns the relationships with destinations of entities that the new model does not allow.
    ///
    /// - Throws: `DatabaseError`.
    func wrongTargets() throws -> [MigrationDifference] {
        var found: [MigrationDifference] = []
        let model = mapping.destination
        for entity in model.entities {
            for relationship in entity.ownRelationships
            where model.declaringEntity(of: relationship.name, in: entity).name == entity.name {
                guard let target = model.destination(of: relationship) else { continue }
                let sources = targets.sources(of: relationship.name, in: entity)
                let wrong = Set(sources.flatMap { wrongNumbers(of: $0, besides: target) })
                guard !wrong.isEmpty else { continue }
                let count = try LinkQuery(sources, targets: targets)
                    .count(leadingTo: wrong.sorted(), targets: targets, on: connection)
                guard count > 0 else { continue }
                found.append(
                    MigrationDifference(
                        .wrongTargets(destination: target.name), entity: entity.name,
                        property: relationship.name, objects: count))
            }
        }
        return found
    }

    /// Returns the numbers of the former destination entities of a relationship that the new model does not allow.
    private func wrongNumbers(
        of source: LinkQuery.Source, besides target: EntityDescription
    ) -> [Int] {
        guard let entity = mapping.source.entity(named: source.entity.name),
            let relationship = entity.relationship(named: source.name),
            let former = mapping.source.destination(of: relationship)
        else { return [] }
        return mapping.source.descendants(of: former).compactMap { entity in
            guard let name = mapping.destination(of: entity.name),
                let now = mapping.destination.entity(named: name),
                !mapping.destination.isKind(now, of: target)
            else { return nil }
            return targets.old.entity(named: entity.name)?.number
        }
    }

    private static func family(_ entity: EntityLayout) -> String {
        "Z_ENT IN (\(entity.familyNumbers.sqlList))"
    }

    private func relationships(
        _ body: (EntityDescription, EntityLayout, ToOneColumn) throws -> MigrationDifference?
    ) throws -> [MigrationDifference] {
        var found: [MigrationDifference] = []
        for entity in mapping.destination.entities {
            guard let stored = targets.new.entity(named: entity.name) else { continue }
            for toOne in stored.toOnes
            where mapping.destination.declaringEntity(of: toOne.relationship.name, in: entity).name
                == entity.name
            {
                if let difference = try body(entity, stored, toOne) { found.append(difference) }
            }
        }
        return found
    }
}
