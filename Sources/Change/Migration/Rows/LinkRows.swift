import ObjectModel
import SQLite
import StoreFormat

/// Writes the links that are stored elsewhere than before: relationships that became to-many, gained or lost an
/// inverse, and all links in join tables.
package struct LinkRows {
    let mapping: InferredMapping
    let targets: MigrationTargets
    let connection: Connection
    private var model: ManagedObjectModel { mapping.destination }

    /// Creates a writer for two stores.
    package init(_ mapping: InferredMapping, _ targets: MigrationTargets, _ connection: Connection) {
        self.mapping = mapping
        self.targets = targets
        self.connection = connection
    }

    /// Writes the links of all relationships.
    ///
    /// - Returns: the relationships that lost links, with the number of links.
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

    // MARK: Sources of links

    /// Returns the links of the inverse that the relationship itself lacks.
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

    /// Returns the links to write.
    private func filtered(_ links: String?, _ unit: Unit, isReversed: Bool = false) -> String? {
        let roots =
            isReversed ? (root(of: unit), unit.stored.rootName) : (unit.stored.rootName, root(of: unit))
        guard let links, let condition = targets.keys.isWritten("src", roots.0, "dst", roots.1) else {
            return links
        }
        return "SELECT src, dst, ord, inv FROM (\(links)) WHERE \(condition)"
    }

    /// Returns the root entity of a relationship's destination.
    private func root(of unit: Unit) -> String {
        model.destination(of: unit.relationship).flatMap { targets.new.entity(named: $0.name) }?.rootName
            ?? ""
    }

    /// Returns a condition for the rows that may get a position.
    private func isNumbered(_ member: String, _ owner: String, _ unit: Unit, isReversed: Bool = false)
        -> String
    {
        let roots =
            isReversed ? (root(of: unit), unit.stored.rootName) : (unit.stored.rootName, root(of: unit))
        return targets.keys.isNew("u.\(member)", roots.0, "u.\(owner)", roots.1).map { " AND (\($0))" } ?? ""
    }

    // MARK: To-one

    /// Returns the number of links that could not be written because the column has another link.
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

    /// Fills the empty fields of a column with one link each.
    ///
    /// - Returns: the number of links that could not be written.
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
        // With min(), SQLite reads the other columns from the same row.
        let position = order.map { ", \($0.sqlIdentifier) = l.inv" } ?? ""
        try connection.execute(
            "UPDATE \(table) AS t SET \(column) = l.dst\(position) FROM "
                + "(SELECT src, min(dst) AS dst, inv FROM (\(links)) GROUP BY src) AS l "
                + "WHERE t.Z_PK = l.src AND t.\(column) IS NULL")
        return all - known - connection.changes
    }

    /// Writes a to-many relationship without an inverse, which is a column of its destinations.
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

    /// Gives members without a position one after those with a position, in the order of their primary keys
    /// (docs/internals/format.md#relationships).
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

    /// Clears links that do not fit the other side of a one-to-one relationship, if both sides have columns and were
    /// not a one-to-one relationship before.
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

    /// Returns whether the inverse was filled from the links of this relationship.
    private func isFilledFromHere(_ unit: Unit, _ inverse: RelationshipDescription) -> Bool {
        guard let destination = model.destination(of: unit.relationship),
            let stored = targets.new.entity(named: destination.name)
        else { return false }
        return inverseLinks(
            of: Unit(entity: destination, stored: stored, relationship: inverse)) != nil
    }
}
