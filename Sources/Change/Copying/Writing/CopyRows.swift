import Files
import Migration
import ObjectModel
import SQLite
import StoreFormat

/// Writes the objects and links of a copy after their keys have been assigned, with one statement for each entity and
/// each relationship, as a migration does.
struct CopyRows {
    let shared: SharedModel
    let targets: MigrationTargets
    let keys: CopiedKeys
    let connection: Connection
    /// Called before each entity.
    let progress: (SeedProgress) -> Void

    /// Writes everything.
    ///
    /// - Returns: the numbers of inserted objects and of updated objects in the target, by the name of the source
    ///   entity.
    /// - Throws: `DatabaseError`.
    func write() throws -> (written: [String: Int64], updated: [String: Int64]) {
        var (written, updated): ([String: Int64], [String: Int64]) = ([:], [:])
        let total = max(try count(), 1)
        var done: Int64 = 0
        for entity in shared.mapping.entities {
            guard let rows = EntityRows(entity, shared.mapping, targets),
                keys.name(of: rows.source.table) != nil
            else { continue }
            progress(
                SeedProgress(
                    subject: rows.source.name, rows: Int(done), fraction: Double(done) / Double(total)))
            let count = try rows.write(to: connection)
            written[rows.source.name] = count
            done += count
            if keys.updates, keys.isInto { updated[rows.source.name] = try update(rows) }
        }
        return (written, updated)
    }

    private func count() throws -> Int64 {
        try keys.tables.indices.reduce(0) { sum, index in
            sum
                + (try connection.integer(
                    "SELECT count(*) FROM temp.keys\(index) WHERE state = \(CopiedKeys.State.new.rawValue)")
                    ?? 0)
        }
    }

    // MARK: Updating

    /// Updates the existing objects of an entity with the values of the copied ones. Links to objects that are not
    /// copied do not replace existing links.
    private func update(_ rows: EntityRows) throws -> Int64 {
        guard let name = keys.name(of: rows.source.table) else { return 0 }
        // Attributes that the source store lacks have no value to copy.
        let columns = rows.columns.filter { $0.parameter == nil }
        guard !columns.isEmpty else { return 0 }
        let indices = Dictionary(keepingFirst: columns.enumerated().map { ($1.name, $0) })
        var selected: [String] = []
        var values: [String] = []
        for (index, column) in columns.enumerated() {
            selected.append("\(column.value) AS v\(index)")
            let stored = "m.\(column.name.sqlIdentifier)"
            if let link = column.link {
                selected.append("\(link) IS NOT NULL AS l\(index)")
                values.append(
                    "CASE WHEN n.l\(index) AND n.v\(index) IS NULL THEN \(stored) ELSE n.v\(index) END")
            } else if let besides = column.besides, let key = indices[besides] {
                let own = "m.\(besides.sqlIdentifier)"
                values.append(
                    "CASE WHEN n.l\(key) AND n.v\(key) IS NULL OR n.v\(key) IS \(own) THEN \(stored) "
                        + "ELSE n.v\(index) END")
            } else {
                values.append("n.v\(index)")
            }
        }
        let assignments = zip(columns, values).map { "\($0.name.sqlIdentifier) = \($1)" }
        let differs = zip(columns, values).map { "m.\($0.name.sqlIdentifier) IS NOT \($1)" }
        try connection.execute(
            "UPDATE main.\(rows.destination.table.sqlIdentifier) AS m SET \(assignments.joined(separator: ", ")), "
                + "Z_OPT = ifnull(m.Z_OPT, 0) + 1 FROM (SELECT k.new AS k, \(selected.joined(separator: ", ")) "
                + "FROM \(OldStore.table(rows.source.table)) AS t JOIN \(name) AS k ON k.old = t.Z_PK "
                + "WHERE t.Z_ENT = \(rows.source.number) AND k.state = \(CopiedKeys.State.found.rawValue)) AS n "
                + "WHERE m.Z_PK = n.k AND (\(differs.joined(separator: " OR ")))")
        return connection.changes
    }

    // MARK: One-to-one

    /// Makes both sides of one-to-one relationships agree if one of the objects existed before. An object with a
    /// partner keeps it.
    ///
    /// - Returns: the links that were lost because an object has a partner already.
    /// - Throws: `DatabaseError`.
    func agree() throws -> [CopyIssue] {
        guard keys.isInto else { return [] }
        var lost: [CopyIssue] = []
        for (entity, toOne, target, back) in oneToOnes() {
            let (table, other) = (
                "main.\(entity.table.sqlIdentifier)", "main.\(target.table.sqlIdentifier)"
            )
            let (column, backColumn) = (toOne.column.sqlIdentifier, back.column.sqlIdentifier)
            let isNew =
                keys.isNew("t.Z_PK", entity.rootName, "t.\(column)", target.rootName).map { " AND \($0)" }
                ?? ""
            let numbers = entity.familyNumbers.sqlList
            // A partner that has no partner of its own gets the new one.
            let number = back.entityColumn.map { ", \($0.sqlIdentifier) = s.e" } ?? ""
            try connection.execute(
                "UPDATE \(other) AS d SET \(backColumn) = s.k\(number) FROM (SELECT t.\(column) AS d, "
                    + "min(t.Z_PK) AS k, t.Z_ENT AS e FROM \(table) AS t WHERE t.\(column) IS NOT NULL "
                    + "AND t.Z_ENT IN (\(numbers))\(isNew) GROUP BY t.\(column)) AS s "
                    + "WHERE d.Z_PK = s.d AND d.\(backColumn) IS NULL")
            let columns = [toOne.column, toOne.entityColumn].compactMap(\.self)
                .map { "\($0.sqlIdentifier) = NULL" }.joined(separator: ", ")
            // In an update, the former partner of an object with a new partner need not be a new object.
            let isDisplaced =
                keys.updates
                ? " AND EXISTS (SELECT 1 FROM \(other) AS d WHERE d.Z_PK = t.\(column) "
                    + "AND d.\(backColumn) <> t.Z_PK)"
                : isNew + " AND EXISTS (SELECT 1 FROM \(other) AS d WHERE d.Z_PK = t.\(column) "
                    + "AND d.\(backColumn) <> t.Z_PK)"
            try connection.execute(
                "UPDATE \(table) AS t SET \(columns) WHERE t.\(column) IS NOT NULL "
                    + "AND t.Z_ENT IN (\(numbers))\(isDisplaced)")
            guard connection.changes > 0 else { continue }
            lost.append(
                CopyIssue(
                    .linksLost, entity: entity.name, property: toOne.relationship.name,
                    count: connection.changes))
        }
        return lost
    }

    private func oneToOnes() -> [(EntityLayout, ToOneColumn, EntityLayout, ToOneColumn)] {
        let model = targets.new.model
        return targets.new.entities.flatMap { entity in
            entity.toOnes.compactMap { toOne in
                guard let description = model.entity(named: entity.name),
                    model.declaringEntity(of: toOne.relationship.name, in: description).name == entity.name,
                    let inverse = toOne.inverse, !inverse.isToMany,
                    let target = targets.new.entity(named: toOne.destinationName),
                    let back = target.toOne(inverse.name)
                else { return nil }
                return (entity, toOne, target, back)
            }
        }
    }
}
