import ObjectModel
import SQLite
import StoreFormat

/// Repairs the rows of a private copy of a store, if a value follows from the others, as docs/reference/checks.md
/// describes.
struct RowRepair {
    let connection: Connection
    let layout: StoreLayout
    /// Whether objects are deleted if a required relationship has no valid destination.
    let deletes: Bool
    private(set) var changes: [RepairChange] = []
    private var model: ManagedObjectModel { layout.model }

    /// Repairs all tables. The checks report everything that remains.
    ///
    /// - Throws: `DatabaseError`.
    mutating func run() throws {
        for root in layout.entities where root.name == root.rootName { try mendRows(of: root) }
        try fillDefaults()
        // A deleted object may be the destination of other objects.
        repeat { try clearLinks() } while try deleteObjects()
        try mendOneToOnes()
        try mendJoinTables()
        try mendOrder()
    }

    private mutating func change(
        _ kind: RepairChange.Kind, _ entity: String?, _ property: String? = nil, _ sql: String
    ) throws {
        try connection.prepare(sql).run()
        let count = connection.changes
        guard count > 0 else { return }
        changes.append(RepairChange(kind: kind, entity: entity, property: property, count: count))
    }

    private static func family(_ entity: EntityLayout) -> String {
        "Z_ENT IN (\(entity.familyNumbers.sqlList))"
    }

    // MARK: Single rows

    private mutating func mendRows(of root: EntityLayout) throws {
        let table = root.table.sqlIdentifier
        try change(
            .versionCounter, root.name, nil,
            "UPDATE \(table) SET Z_OPT = 1 WHERE typeof(Z_OPT) <> 'integer' OR Z_OPT < 1")
        let concrete = layout.entities.filter { $0.rootName == root.name && !$0.isAbstract }
        guard concrete.count == 1 else { return try clearForeignValues(of: root) }
        try change(
            .entityNumber, concrete[0].name, nil,
            "UPDATE \(table) SET Z_ENT = \(concrete[0].number) WHERE Z_ENT IS NOT \(concrete[0].number)")
    }

    /// Clears the values of properties that an object's entity lacks. They are never read, and the rebuilt table has no
    /// place for them.
    private mutating func clearForeignValues(of root: EntityLayout) throws {
        let family = root.familyNumbers.compactMap { layout.entity(numbered: $0) }
        var columns: [(name: String, entity: String, property: String, unnoted: Value)] = []
        var owners: [String: [Int]] = [:]
        for entity in family {
            var own: [(String, String, Value)] = entity.attributes.map {
                // A migration gives all rows of a table the default of a new attribute.
                (
                    $0.column, $0.path,
                    $0.attribute.defaultValue.flatMap { [type = $0.attribute] in Value($0, of: type) }
                        ?? .null
                )
            }
            own += entity.toOnes.map { ($0.column, $0.relationship.name, .null) }
            for (column, property, value) in own {
                if owners[column] == nil { columns.append((column, entity.name, property, value)) }
                owners[column, default: []].append(entity.number)
            }
        }
        for (column, entity, property, unnoted) in columns {
            let name = column.sqlIdentifier
            let update = try connection.prepare(
                "UPDATE \(root.table.sqlIdentifier) SET \(name) = NULL WHERE \(name) IS NOT NULL "
                    + "AND \(name) IS NOT ? AND \(Self.family(root)) AND Z_ENT NOT IN (\((owners[column] ?? []).sqlList))"
            )
            try update.bind(unnoted, at: 1)
            try update.run()
            guard connection.changes > 0 else { continue }
            changes.append(
                RepairChange(
                    kind: .foreignValueLeftOut, entity: entity, property: property, count: connection.changes)
            )
        }
    }

    private mutating func fillDefaults() throws {
        for entity in model.entities {
            guard let stored = layout.entity(named: entity.name) else { continue }
            for attribute in entity.ownAttributes where !attribute.isOptional && !attribute.isTransient {
                guard let column = stored.attribute(attribute.name)?.column,
                    let value = attribute.defaultValue.flatMap({ Value($0, of: attribute) })
                else { continue }
                let update = try connection.prepare(
                    "UPDATE \(stored.table.sqlIdentifier) SET \(column.sqlIdentifier) = ? "
                        + "WHERE \(Self.family(stored)) AND \(column.sqlIdentifier) IS NULL")
                try update.bind(value, at: 1)
                try update.run()
                guard connection.changes > 0 else { continue }
                changes.append(
                    RepairChange(
                        kind: .defaultFilled, entity: entity.name, property: attribute.name,
                        count: connection.changes))
            }
        }
    }

    // MARK: Links

    /// The to-one relationships, each with the entity that declares it.
    private var toOnes: [(entity: EntityDescription, stored: EntityLayout, toOne: ToOneColumn)] {
        model.entities.flatMap { entity in
            guard let stored = layout.entity(named: entity.name) else {
                return [(entity: EntityDescription, stored: EntityLayout, toOne: ToOneColumn)]()
            }
            return stored.toOnes
                .filter { model.declaringEntity(of: $0.relationship.name, in: entity).name == entity.name }
                .map { (entity, stored, $0) }
        }
    }

    private static func isDangling(_ table: String, _ column: String, _ target: EntityLayout) -> String {
        "\(column) IS NOT NULL AND NOT EXISTS (SELECT 1 FROM \(target.table.sqlIdentifier) AS d "
            + "WHERE d.Z_PK = \(table).\(column) AND d.\(family(target)))"
    }

    private mutating func clearLinks() throws {
        for (entity, stored, toOne) in toOnes {
            guard let target = layout.entity(named: toOne.destinationName) else { continue }
            let table = stored.table.sqlIdentifier
            let column = toOne.column.sqlIdentifier
            let others = [toOne.entityColumn, toOne.orderColumn].compactMap { $0?.sqlIdentifier }
            if toOne.relationship.isOptional {
                let sets = ([column] + others).map { "\($0) = NULL" }.joined(separator: ", ")
                try change(
                    .linkCleared, entity.name, toOne.relationship.name,
                    "UPDATE \(table) SET \(sets) WHERE \(Self.isDangling(table, column, target))")
            }
            for other in others {
                try connection.execute(
                    "UPDATE \(table) SET \(other) = NULL WHERE \(column) IS NULL AND \(other) IS NOT NULL")
            }
        }
        for entity in model.entities {
            for toMany in layout.entity(named: entity.name)?.toManys ?? [] {
                guard case .column(let name, let column) = toMany.storage,
                    model.declaringEntity(of: toMany.relationship.name, in: entity).name == entity.name,
                    let source = layout.entity(named: entity.name)
                else { continue }
                let table = name.sqlIdentifier
                try change(
                    .linkCleared, entity.name, toMany.relationship.name,
                    "UPDATE \(table) SET \(column.sqlIdentifier) = NULL "
                        + "WHERE \(Self.isDangling(table, column.sqlIdentifier, source))")
            }
        }
    }

    /// Deletes objects whose required relationships have no valid destination.
    ///
    /// - Returns: whether there were any.
    private mutating func deleteObjects() throws -> Bool {
        guard deletes else { return false }
        let before = changes.count
        for (entity, stored, toOne) in toOnes where !toOne.relationship.isOptional {
            guard let target = layout.entity(named: toOne.destinationName) else { continue }
            let table = stored.table.sqlIdentifier
            let column = toOne.column.sqlIdentifier
            try change(
                .objectDeleted, entity.name, toOne.relationship.name,
                "DELETE FROM \(table) WHERE \(Self.family(stored)) "
                    + "AND (\(column) IS NULL OR \(Self.isDangling(table, column, target)))")
        }
        return changes.count > before
    }

    // MARK: One-to-one

    /// Sets each empty side of a one-to-one relationship to lead back, then clears sides whose inverse does not lead
    /// back.
    private mutating func mendOneToOnes() throws {
        let pairs = toOnes.compactMap { entity, stored, toOne -> OneSide? in
            guard let inverse = toOne.inverse, !inverse.isToMany,
                let target = layout.entity(named: toOne.destinationName),
                let back = target.toOne(inverse.name)
            else { return nil }
            return OneSide(entity: entity.name, stored: stored, toOne: toOne, target: target, back: back)
        }
        for side in pairs {
            let table = side.target.table.sqlIdentifier
            let own = side.stored.table.sqlIdentifier
            let back = side.back.column.sqlIdentifier
            try change(
                .linkCompleted, side.toOne.destinationName, side.back.relationship.name,
                "UPDATE \(table) SET \(back) = (SELECT min(s.Z_PK) FROM \(own) AS s "
                    + "WHERE s.\(side.toOne.column.sqlIdentifier) = \(table).Z_PK AND s.\(Self.family(side.stored))) "
                    + "WHERE \(back) IS NULL AND \(Self.family(side.target)) AND EXISTS (SELECT 1 FROM \(own) AS s "
                    + "WHERE s.\(side.toOne.column.sqlIdentifier) = \(table).Z_PK AND s.\(Self.family(side.stored)))"
            )
        }
        for side in pairs {
            let own = side.stored.table.sqlIdentifier
            let column = side.toOne.column.sqlIdentifier
            try change(
                .disagreementCleared, side.entity, side.toOne.relationship.name,
                "UPDATE \(own) SET \(column) = NULL WHERE \(column) IS NOT NULL AND \(Self.family(side.stored)) "
                    + "AND NOT EXISTS (SELECT 1 FROM \(side.target.table.sqlIdentifier) AS d "
                    + "WHERE d.Z_PK = \(own).\(column) AND d.\(side.back.column.sqlIdentifier) = \(own).Z_PK)"
            )
        }
    }

    private struct OneSide {
        let entity: String
        let stored: EntityLayout
        let toOne: ToOneColumn
        let target: EntityLayout
        let back: ToOneColumn
    }

    // MARK: Join tables and order

    private mutating func mendJoinTables() throws {
        for join in layout.joinTables {
            let table = join.name.sqlIdentifier
            guard let owner = layout.entity(named: join.ownerSide.entityName),
                let other = layout.entity(named: join.otherSide.entityName)
            else { continue }
            let ends = [
                (join.ownerSide.column, owner), (join.otherSide.column, join.isReflexive ? owner : other),
            ]
            for (column, entity) in ends {
                let name = column.sqlIdentifier
                try change(
                    .joinRowDeleted, join.ownerSide.entityName, join.ownerSide.relationshipName,
                    "DELETE FROM \(table) WHERE \(name) IS NULL OR \(Self.isDangling(table, name, entity))")
            }
        }
    }

    /// Renumbers the members of ordered relationships in which a position is missing, not an integer, or a duplicate.
    private mutating func mendOrder() throws {
        for (entity, stored, toOne) in toOnes {
            guard let order = toOne.orderColumn else { continue }
            try number(
                stored.table, key: "Z_PK", owner: toOne.column, order: order, member: "Z_PK", entity.name,
                toOne.relationship.name)
        }
        for join in layout.joinTables where !join.isReflexive {
            let sides = [
                (join.ownerSide, join.otherSide.column), (join.otherSide, join.ownerSide.column),
            ]
            for (side, member) in sides {
                guard let order = side.orderColumn else { continue }
                try number(
                    join.name, key: "rowid", owner: side.column, order: order, member: member,
                    side.entityName, side.relationshipName)
            }
        }
    }

    private mutating func number(
        _ table: String, key: String, owner: String, order: String, member: String, _ entity: String,
        _ property: String
    ) throws {
        let (table, owner, order, member) = (
            table.sqlIdentifier, owner.sqlIdentifier, order.sqlIdentifier, member.sqlIdentifier
        )
        try change(
            .renumbered, entity, property,
            """
            UPDATE \(table) AS t SET \(order) = n.position FROM (
              SELECT \(key) AS k, 1024 + 1024 * row_number() OVER (
                PARTITION BY \(owner) ORDER BY typeof(\(order)) <> 'integer', \(order), \(member)) AS position
              FROM \(table) WHERE \(owner) IN (
                SELECT \(owner) FROM \(table) WHERE \(owner) IS NOT NULL GROUP BY \(owner)
                HAVING count(*) > count(DISTINCT CASE typeof(\(order)) WHEN 'integer' THEN \(order) END))
            ) AS n WHERE t.\(key) = n.k
            """)
    }
}
