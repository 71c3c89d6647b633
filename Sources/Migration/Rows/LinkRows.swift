import ObjectModel
import SQLite
import StoreFormat

/// Writes the links that are kept elsewhere than before: relationships that became to-many, got an
/// inverse or lost it, and all that are in join tables.
package struct LinkRows {
    let mapping: InferredMapping
    let targets: MigrationTargets
    let connection: Connection
    private var model: ManagedObjectModel { mapping.destination }

    /// Takes what is known of both stores.
    package init(_ mapping: InferredMapping, _ targets: MigrationTargets, _ connection: Connection) {
        self.mapping = mapping
        self.targets = targets
        self.connection = connection
    }

    /// Writes the links of all relationships.
    ///
    /// - Returns: the relationships that lost some, with how many.
    /// - Throws: `DatabaseError`.
    package func write() throws -> [MigrationDifference] {
        var lost: [MigrationDifference] = []
        var joins: Set<String> = []
        for entity in model.entities {
            guard let stored = targets.new.entity(named: entity.name) else { continue }
            for relationship in entity.ownRelationships
            where model.declaringEntity(of: relationship.name, in: entity).name == entity.name {
                let unit = Unit(entity: entity, stored: stored, relationship: relationship)
                var count: Int64 = 0
                if let toOne = stored.toOne(relationship.name) {
                    count = try writeToOne(unit, toOne)
                } else if let toMany = stored.toMany(relationship.name) {
                    switch toMany.storage {
                    case .inverseToOne: break
                    case .column(let table, let column):
                        count = try writeColumn(unit, table, column)
                    case .joinTable(let join, _, _, _):
                        guard joins.insert(join.name).inserted else { continue }
                        try writeJoin(unit, toMany, join)
                    }
                }
                guard count > 0 else { continue }
                lost.append(
                    MigrationDifference(
                        .linksLost, entity: entity.name, property: relationship.name, values: count))
            }
        }
        try agree()
        return lost
    }

    private struct Unit {
        let entity: EntityDescription
        let stored: EntityLayout
        let relationship: RelationshipDescription
    }

    // MARK: Where links come from

    /// The links that the inverse brings and the relationship itself does not.
    private func inverseLinks(of unit: Unit) -> String? {
        guard let inverse = model.inverse(of: unit.relationship, in: unit.entity),
            let destination = model.destination(of: unit.relationship)
        else { return nil }
        let forward = targets.sources(of: unit.relationship.name, in: unit.entity)
        let backward = targets.sources(of: inverse.name, in: destination).filter { source in
            guard let entity = mapping.source.entity(named: source.entity.name),
                let relationship = entity.relationship(named: source.name)
            else { return false }
            let name = mapping.source.inverse(of: relationship, in: entity)?.name
            return name == nil || !forward.contains { $0.name == name }
        }
        return filtered(LinkQuery(backward, targets: targets, isReversed: true).sql, unit)
    }

    private func links(of unit: Unit) -> String? {
        let sources = targets.sources(of: unit.relationship.name, in: unit.entity)
        return filtered(LinkQuery(sources, targets: targets).sql, unit)
    }

    /// The links that are to be written.
    private func filtered(_ links: String?, _ unit: Unit, isReversed: Bool = false) -> String? {
        let roots =
            isReversed ? (root(of: unit), unit.stored.rootName) : (unit.stored.rootName, root(of: unit))
        guard let links, let condition = targets.keys.isWritten("src", roots.0, "dst", roots.1) else {
            return links
        }
        return "SELECT src, dst, ord, inv FROM (\(links)) WHERE \(condition)"
    }

    /// The root entity of what a relationship leads to.
    private func root(of unit: Unit) -> String {
        model.destination(of: unit.relationship).flatMap { targets.new.entity(named: $0.name) }?.rootName
            ?? ""
    }

    /// A condition on rows that may be given a position.
    private func isNumbered(_ member: String, _ owner: String, _ unit: Unit, isReversed: Bool = false)
        -> String
    {
        let roots =
            isReversed ? (root(of: unit), unit.stored.rootName) : (unit.stored.rootName, root(of: unit))
        return targets.keys.isNew("u.\(member)", roots.0, "u.\(owner)", roots.1).map { " AND (\($0))" } ?? ""
    }

    // MARK: To-one

    /// - Returns: how many links there is no room for.
    private func writeToOne(_ unit: Unit, _ toOne: ToOneColumn) throws -> Int64 {
        let table = "main.\(unit.stored.table.sqlIdentifier)"
        let column = toOne.column.sqlIdentifier
        var lost: Int64 = 0
        if let links = inverseLinks(of: unit) {
            lost = try fill(table, column, with: links, order: toOne.orderColumn)
            if let entityColumn = toOne.entityColumn,
                let target = targets.new.entity(named: toOne.destinationName)
            {
                try connection.execute(
                    "UPDATE \(table) AS t SET \(entityColumn.sqlIdentifier) = (SELECT d.Z_ENT FROM "
                        + "main.\(target.table.sqlIdentifier) AS d WHERE d.Z_PK = t.\(column)) "
                        + "WHERE t.\(column) IS NOT NULL AND t.\(entityColumn.sqlIdentifier) IS NULL")
            }
        }
        if let order = toOne.orderColumn?.sqlIdentifier {
            try number(
                table, key: "Z_PK", owner: column, by: "Z_PK", order: order,
                where: isNumbered("Z_PK", column, unit))
        }
        return lost
    }

    /// Fills a column with one link each where it is empty.
    ///
    /// - Returns: how many links there is no room for.
    private func fill(
        _ table: String, _ column: String, with links: String, order: String? = nil
    ) throws -> Int64 {
        let before = try connection.integer("SELECT count(*) FROM \(table) WHERE \(column) IS NOT NULL") ?? 0
        let all =
            try connection.integer("SELECT count(*) FROM (SELECT DISTINCT src, dst FROM (\(links)))") ?? 0
        let known =
            before == 0
            ? 0
            : try connection.integer(
                "SELECT count(*) FROM (SELECT DISTINCT src, dst FROM (\(links))) AS l JOIN \(table) AS t "
                    + "ON t.Z_PK = l.src AND t.\(column) = l.dst") ?? 0
        // With min(), SQLite takes the other columns from the same row.
        let position = order.map { ", \($0.sqlIdentifier) = l.inv" } ?? ""
        try connection.execute(
            "UPDATE \(table) AS t SET \(column) = l.dst\(position) FROM "
                + "(SELECT src, min(dst) AS dst, inv FROM (\(links)) GROUP BY src) AS l "
                + "WHERE t.Z_PK = l.src AND t.\(column) IS NULL")
        return all - known - connection.changes
    }

    /// A to-many relationship without inverse: a column of its destinations.
    private func writeColumn(_ unit: Unit, _ table: String, _ column: String) throws -> Int64 {
        let sources = targets.sources(of: unit.relationship.name, in: unit.entity)
        let all = LinkQuery(sources, targets: targets, isReversed: true).sql
        guard let links = filtered(all, unit, isReversed: true) else { return 0 }
        return try fill("main.\(table.sqlIdentifier)", column.sqlIdentifier, with: links)
    }

    // MARK: Join tables

    private func writeJoin(_ unit: Unit, _ toMany: ToManyStorage, _ join: JoinTableLayout) throws {
        guard case .joinTable(_, let own, let other, let order) = toMany.storage else { return }
        let table = "main.\(join.name.sqlIdentifier)"
        let inverseOrder =
            join.isReflexive
            ? nil : (join.ownerSide.column == own ? join.otherSide : join.ownerSide).orderColumn
        for links in [links(of: unit), inverseLinks(of: unit)].compactMap(\.self) {
            try insert(
                links, into: table, [own, other, order, inverseOrder],
                [
                    "src", "dst",
                    targets.keys.position("ord", owner: "src", table: join.name, column: own),
                    targets.keys.position("inv", owner: "dst", table: join.name, column: other),
                ])
            if join.isReflexive {
                try insert(links, into: table, [own, other, nil, nil], ["dst", "src", "ord", "inv"])
            }
        }
        for (owner, member, order, isReversed) in [
            (own, other, order, true), (other, own, inverseOrder, false),
        ] {
            guard let order = order?.sqlIdentifier else { continue }
            let (owner, member) = (owner.sqlIdentifier, member.sqlIdentifier)
            try number(
                table, key: "rowid", owner: owner, by: member, order: order,
                where: isNumbered(member, owner, unit, isReversed: isReversed))
        }
    }

    private func insert(
        _ links: String, into table: String, _ columns: [String?], _ values: [String]
    ) throws {
        let pairs = zip(columns, values).filter { $0.0 != nil }
        let names = pairs.compactMap { $0.0?.sqlIdentifier }.joined(separator: ", ")
        try connection.execute(
            "INSERT OR IGNORE INTO \(table) (\(names)) SELECT \(pairs.map(\.1).joined(separator: ", ")) "
                + "FROM (\(links)) ORDER BY src, dst")
    }

    // MARK: Order

    /// Gives the members that have no position in an order one behind those that have, in the order of
    /// their primary keys (docs/format.md#relationships).
    private func number(
        _ table: String, key: String, owner: String, by member: String, order: String,
        where condition: String
    ) throws {
        try connection.execute(
            """
            UPDATE \(table) AS t SET \(order) = n.position FROM (
              SELECT u.\(key) AS k, ifnull(last.position, 1024)
                + 1024 * row_number() OVER (PARTITION BY u.\(owner) ORDER BY u.\(member)) AS position
              FROM \(table) AS u LEFT JOIN (
                SELECT \(owner) AS o, max(\(order)) AS position FROM \(table)
                WHERE \(owner) IS NOT NULL GROUP BY \(owner)
              ) AS last ON last.o = u.\(owner)
              WHERE u.\(owner) IS NOT NULL AND u.\(order) IS NULL\(condition)
            ) AS n WHERE t.\(key) = n.k
            """)
    }

    // MARK: One-to-one

    /// Where both sides of a one-to-one relationship have columns and were not one before, links
    /// that the other side has no room for go.
    private func agree() throws {
        for entity in model.entities {
            guard let stored = targets.new.entity(named: entity.name) else { continue }
            for relationship in entity.ownRelationships {
                let unit = Unit(entity: entity, stored: stored, relationship: relationship)
                guard let toOne = stored.toOne(relationship.name), let inverse = toOne.inverse,
                    !inverse.isToMany, inverseLinks(of: unit) != nil || isFilledFromHere(unit, inverse),
                    let target = targets.new.entity(named: toOne.destinationName),
                    let back = target.toOne(inverse.name)
                else { continue }
                let columns = [toOne.column, toOne.entityColumn, toOne.orderColumn].compactMap(\.self)
                    .map { "\($0.sqlIdentifier) = NULL" }
                try connection.execute(
                    "UPDATE main.\(stored.table.sqlIdentifier) AS t SET "
                        + "\(columns.joined(separator: ", ")) WHERE t.\(toOne.column.sqlIdentifier) "
                        + "IS NOT NULL AND NOT EXISTS (SELECT 1 FROM main.\(target.table.sqlIdentifier) AS d "
                        + "WHERE d.Z_PK = t.\(toOne.column.sqlIdentifier) "
                        + "AND d.\(back.column.sqlIdentifier) = t.Z_PK)"
                        + (targets.keys.isNew(
                            "t.Z_PK", stored.rootName, "t.\(toOne.column.sqlIdentifier)", root(of: unit)
                        ).map { " AND (\($0))" } ?? ""))
            }
        }
    }

    /// Whether the other side was filled from the links of this one.
    private func isFilledFromHere(_ unit: Unit, _ inverse: RelationshipDescription) -> Bool {
        guard let destination = model.destination(of: unit.relationship),
            let stored = targets.new.entity(named: destination.name)
        else { return false }
        return inverseLinks(
            of: Unit(entity: destination, stored: stored, relationship: inverse)) != nil
    }
}
