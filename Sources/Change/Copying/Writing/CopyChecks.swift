import Migration
import ObjectModel
import SQLite
import StoreFormat

/// Determines, before anything is written, which parts of the copied objects are left out, and whether these are
/// required in the target.
struct CopyChecks {
    let shared: SharedModel
    let targets: MigrationTargets
    let keys: CopiedKeys
    let connection: Connection

    // MARK: Data that is left out

    /// Returns the parts that the target model lacks and that copied objects have.
    ///
    /// - Throws: `DatabaseError`.
    func left() throws -> [CopyIssue] {
        var issues: [CopyIssue] = []
        for left in shared.left {
            guard let index = keys.tables.firstIndex(of: left.entity.table) else { continue }
            let count = try count(left, index)
            guard count > 0 else { continue }
            let issue = CopyIssue(left.kind, entity: left.entity.name, property: left.property, count: count)
            issues.append(issue)
        }
        return issues
    }

    private func count(_ left: SharedModel.Left, _ index: Int) throws -> Int64 {
        let table = OldStore.table(left.entity.table)
        let own = "t.Z_ENT = \(left.entity.number)"
        guard let property = left.property else {
            return try connection.integer(
                "SELECT count(*) FROM temp.reached AS r JOIN \(table) AS t ON t.Z_PK = r.k "
                    + "WHERE r.t = \(index) AND r.d = (SELECT max(d) FROM temp.reached AS x "
                    + "WHERE x.t = r.t AND x.k = r.k) AND \(own)") ?? 0
        }
        let comes = keys.has(.new, "t.Z_PK", in: left.entity.table)
        if let column = left.entity.attribute(property)?.column ?? left.entity.toOne(property)?.column {
            return try connection.integer(
                "SELECT count(*) FROM \(table) AS t WHERE \(own) AND t.\(column.sqlIdentifier) IS NOT NULL "
                    + "AND \(comes)") ?? 0
        }
        guard let toMany = left.entity.toMany(property) else { return 0 }
        let (links, owner, _, _) = toMany.storage.rows
        return try connection.integer(
            "SELECT count(*) FROM \(OldStore.table(links)) AS l JOIN \(table) AS t "
                + "ON t.Z_PK = l.\(owner.sqlIdentifier) WHERE \(own) AND \(comes)") ?? 0
    }

    /// Returns the links from copied objects to objects that are not copied, by relationship.
    ///
    /// - Throws: `DatabaseError`.
    func linksLeft() throws -> [CopyIssue] {
        var issues: [CopyIssue] = []
        var joins: Set<String> = []
        for mapped in shared.mapping.entities {
            guard let source = mapped.source.flatMap({ targets.old.entity(named: $0) }),
                keys.name(of: source.table) != nil
            else { continue }
            let comes = keys.has(.new, "t.Z_PK", in: source.table)
            for toOne in source.toOnes where mapped.relationships[toOne.relationship.name] != nil {
                guard let target = targets.old.entity(named: toOne.destinationName) else { continue }
                let link = "t.\(toOne.column.sqlIdentifier)"
                let count =
                    try connection.integer(
                        "SELECT count(*) FROM \(OldStore.table(source.table)) AS t "
                            + "WHERE t.Z_ENT = \(source.number) AND \(link) IS NOT NULL AND \(comes) "
                            + "AND \(keys.newKey(link, in: target.table)) IS NULL") ?? 0
                add(.linksLeft, source.name, toOne.relationship.name, count, to: &issues)
            }
            for toMany in source.toManys where mapped.relationships[toMany.relationship.name] != nil {
                guard let target = targets.old.entity(named: toMany.destinationName) else { continue }
                guard case .joinTable(let join, let own, let other, _) = toMany.storage else {
                    let count = try membersLeft(toMany, of: source, in: target)
                    add(.linksLeft, source.name, toMany.relationship.name, count, to: &issues)
                    continue
                }
                guard joins.insert(join.name).inserted else { continue }
                let ends = [
                    ("l.\(own.sqlIdentifier)", source.table), ("l.\(other.sqlIdentifier)", target.table),
                ]
                // One end is copied, and the other is not.
                let conditions = [(0, 1), (1, 0)].map { here, there in
                    "\(keys.has(.new, ends[here].0, in: ends[here].1)) "
                        + "AND \(keys.newKey(ends[there].0, in: ends[there].1)) IS NULL"
                }
                let count =
                    try connection.integer(
                        "SELECT count(*) FROM \(OldStore.table(join.name)) AS l "
                            + "WHERE \(conditions[0]) OR \(conditions[1])") ?? 0
                add(.linksLeft, source.name, toMany.relationship.name, count, to: &issues)
            }
        }
        return issues
    }

    /// Returns the number of links of a relationship whose members contain the key of their owner, where one of the two
    /// is not copied. If the relationship has an inverse, members without their owner are counted for the inverse.
    private func membersLeft(
        _ toMany: ToManyStorage, of source: EntityLayout, in target: EntityLayout
    ) throws -> Int64 {
        let (table, column, hasInverse): (String, String, Bool)
        switch toMany.storage {
        case .inverseToOne(let members, let owner, _): (table, column, hasInverse) = (members, owner, true)
        case .column(let members, let owner): (table, column, hasInverse) = (members, owner, false)
        case .joinTable: return 0
        }
        func isLeft(_ there: String, _ thereTable: String, from here: String, _ hereTable: String) -> String {
            "\(keys.has(.new, here, in: hereTable)) AND \(keys.newKey(there, in: thereTable)) IS NULL"
        }
        let condition =
            isLeft("m.Z_PK", target.table, from: "t.Z_PK", source.table)
            + (hasInverse ? "" : " OR " + isLeft("t.Z_PK", source.table, from: "m.Z_PK", target.table))
        return try connection.integer(
            "SELECT count(*) FROM \(OldStore.table(table)) AS m JOIN \(OldStore.table(source.table)) AS t "
                + "ON t.Z_PK = m.\(column.sqlIdentifier) WHERE t.Z_ENT = \(source.number) AND (\(condition))")
            ?? 0
    }

    private func add(
        _ kind: CopyIssue.Kind, _ entity: String, _ property: String, _ count: Int64,
        to issues: inout [CopyIssue]
    ) {
        guard count > 0 else { return }
        issues.append(CopyIssue(kind, entity: entity, property: property, count: count))
    }

    // MARK: Required data

    /// Returns the required values and destinations that objects would lack in the target.
    ///
    /// - Throws: `DatabaseError`.
    func missing() throws -> [CopyIssue] {
        try missingValues() + missingDestinations()
    }

    private func missingValues() throws -> [CopyIssue] {
        try shared.lacking.compactMap { lacking in
            guard let source = targets.old.entity(named: lacking.entity), keys.name(of: source.table) != nil
            else {
                return nil
            }
            let column = lacking.source.flatMap { source.attribute($0)?.column }
            let isNull = column.map { " AND t.\($0.sqlIdentifier) IS NULL" } ?? ""
            return try issue(.requiredValue, source, lacking.attribute, where: isNull)
        }
    }

    private func missingDestinations() throws -> [CopyIssue] {
        var issues: [CopyIssue] = []
        for mapped in shared.mapping.entities {
            guard let source = mapped.source.flatMap({ targets.old.entity(named: $0) }),
                keys.name(of: source.table) != nil,
                let entity = shared.mapping.destination.entity(named: mapped.destination),
                let former = shared.mapping.source.entity(named: source.name)
            else { continue }
            for relationship in entity.relationships
            where !relationship.isOptional && !relationship.isToMany && !relationship.isTransient {
                let old = former.relationship(named: relationship.name)
                var condition = ""
                if mapped.relationships[relationship.name] != nil,
                    let toOne = source.toOne(relationship.name),
                    let target = targets.old.entity(named: toOne.destinationName)
                {
                    let link = "t.\(toOne.column.sqlIdentifier)"
                    condition = " AND \(keys.newKey(link, in: target.table)) IS NULL"
                    // A destination that was already missing is not an error of the copy.
                    if old?.isOptional == false { condition += " AND \(link) IS NOT NULL" }
                } else if mapped.relationships[relationship.name] != nil {
                    continue
                }
                if let issue = try issue(.requiredLink, source, relationship.name, where: condition) {
                    issues.append(issue)
                }
            }
        }
        return issues
    }

    private func issue(
        _ kind: CopyIssue.Kind, _ source: EntityLayout, _ property: String, where condition: String
    ) throws -> CopyIssue? {
        let found = try connection.firstRow(
            "SELECT count(*), min(t.Z_PK) FROM \(OldStore.table(source.table)) AS t "
                + "WHERE t.Z_ENT = \(source.number) AND \(keys.has(.new, "t.Z_PK", in: source.table))\(condition)"
        ) { ($0.integer(at: 0), $0.integer(at: 1)) }
        guard let found, found.0 > 0 else { return nil }
        return CopyIssue(kind, entity: source.name, property: property, count: found.0, example: found.1)
    }

    /// Returns the objects that the target already has, if that is an error.
    ///
    /// - Throws: `DatabaseError`.
    func conflicts(_ constraints: (String) -> [String]) throws -> [CopyIssue] {
        var issues: [CopyIssue] = []
        for mapped in shared.mapping.entities {
            guard let source = mapped.source.flatMap({ targets.old.entity(named: $0) }),
                let name = keys.name(of: source.table), let index = keys.tables.firstIndex(of: source.table)
            else { continue }
            let found = try connection.firstRow(
                "SELECT count(*), min(k.old) FROM \(name) AS k JOIN \(OldStore.table(source.table)) AS t "
                    + "ON t.Z_PK = k.old WHERE t.Z_ENT = \(source.number) "
                    + "AND k.state <> \(CopiedKeys.State.new.rawValue) AND EXISTS (SELECT 1 FROM temp.reached AS r "
                    + "WHERE r.t = \(index) AND r.k = k.old)"
            ) { ($0.integer(at: 0), $0.integer(at: 1)) }
            guard let found, found.0 > 0 else { continue }
            issues.append(
                CopyIssue(
                    .conflict(attributes: constraints(mapped.destination)), entity: source.name,
                    count: found.0,
                    example: found.1))
        }
        return issues
    }

    // MARK: Counting

    /// Returns the number of copied objects of each entity, by the way they are handled.
    ///
    /// - Throws: `DatabaseError`.
    func rows() throws -> [CopyReport.Row] {
        try targets.old.entities.compactMap { entity in
            guard !entity.isAbstract, let index = keys.tables.firstIndex(of: entity.table) else { return nil }
            let table = OldStore.table(entity.table)
            let own = "JOIN \(table) AS t ON t.Z_PK = r.k WHERE r.t = \(index) AND t.Z_ENT = \(entity.number)"
            let chosen = try connection.integer("SELECT count(*) FROM temp.chosen AS r \(own)") ?? 0
            let reached =
                try connection.integer(
                    "SELECT count(*) FROM (SELECT DISTINCT t, k FROM temp.reached) AS r \(own)") ?? 0
            guard reached > 0 else { return nil }
            var row = CopyReport.Row(entity: entity.name, chosen: chosen, followed: reached - chosen)
            let last = keys.isInto ? keys.lastKept[newRoot(of: entity)] ?? 0 : 0
            let counts = try connection.firstRow(
                "SELECT total(k.new <= \(last)), total(k.new > \(last)) FROM temp.keys\(index) AS k "
                    + "JOIN \(table) AS t ON t.Z_PK = k.old WHERE t.Z_ENT = \(entity.number) "
                    + "AND k.state <> \(CopiedKeys.State.new.rawValue) AND EXISTS (SELECT 1 FROM temp.reached AS r "
                    + "WHERE r.t = \(index) AND r.k = k.old)"
            ) { ($0.integer(at: 0), $0.integer(at: 1)) }
            row.found = counts?.0 ?? 0
            row.merged = counts?.1 ?? 0
            return row
        }
    }

    private func newRoot(of entity: EntityLayout) -> String {
        targets.new.entity(named: entity.name)?.rootName ?? ""
    }
}
