import SQLite
import StoreFormat

// Changed objects among those of both stores.
extension EntityComparison {
    /// Records the objects of an entity that differ in the table `changed`, and differing members in `members`.
    ///
    /// - Throws: `DatabaseError`, `FileError`.
    mutating func findChanges(_ entity: ComparedEntity, _ match: TableMatches) throws {
        let connection = pair.connection
        if !hasTables {
            hasTables = true
            try connection.execute(
                """
                CREATE TEMP TABLE changed (old INTEGER PRIMARY KEY, new INTEGER NOT NULL);
                CREATE TEMP TABLE members (
                  old INTEGER NOT NULL, property INTEGER NOT NULL, kind INTEGER NOT NULL, member INTEGER);
                CREATE INDEX temp.members_old ON members (old);
                """)
        }
        try connection.execute("DELETE FROM temp.changed; DELETE FROM temp.members")
        let differing = entity.properties.compactMap { property -> String? in
            switch property {
            case .attribute(_, let old, let new):
                let left = StoredText.comparable("o.\(old.column.sqlIdentifier)", old.attribute, .old)
                let right = StoredText.comparable("n.\(new.column.sqlIdentifier)", new.attribute, .new)
                return "\(left) IS NOT \(right)"
            case .toOne(_, let old, let new):
                return "\(matching.mapped("o.\(old.column.sqlIdentifier)", old, new)) IS NOT "
                    + "n.\(new.column.sqlIdentifier)"
            case .toMany: return nil
            }
        }
        // Objects that are known to be equal are left out.
        if !differing.isEmpty, match.runs.runs.contains(where: { !$0.isEqual }) {
            try connection.execute(
                "INSERT INTO temp.changed SELECT o.Z_PK, n.Z_PK FROM \(pair.old.table(entity.old.table)) AS o "
                    + "CROSS JOIN \(pair.new.table(entity.new.table)) AS n "
                    + "ON n.Z_PK = \(match.doubtfulKey("o.Z_PK")) "
                    + "WHERE o.Z_ENT = \(entity.old.number) AND n.Z_ENT = \(entity.new.number) "
                    + "AND (\(differing.joined(separator: " OR ")))")
        }
        for (index, property) in entity.properties.enumerated() {
            guard case .toMany(_, let old, let new) = property else { continue }
            try findMembers(index, entity, match, old, new)
        }
        let key = match.newKey("old")
        try connection.execute(
            "INSERT OR IGNORE INTO temp.changed SELECT old, \(key) FROM (SELECT DISTINCT old FROM temp.members) "
                + "WHERE \(key) IS NOT NULL")
    }

    /// Records added members (1), removed members (0), and lists in another order (2).
    private func findMembers(
        _ index: Int, _ entity: ComparedEntity, _ match: TableMatches, _ old: ToManyStorage,
        _ new: ToManyStorage
    ) throws {
        let former = pair.old.layout.entity(named: old.destinationName)
        let current = pair.new.layout.entity(named: new.destinationName)
        let target = matching.table(former?.table ?? "", current?.table ?? "")
        if let target, match.isUnmoved, target.isUnmoved, try areSame(old, new, target) { return }
        let (left, right) = (LinkSource(old.storage, pair.old), LinkSource(new.storage, pair.new))
        let table = pair.old.table(entity.old.table)
        /// Returns the owner and the member of a link in the other store, and the owner in the old one.
        func keys(_ links: LinkSource, isOld: Bool) -> (owner: String, member: String?, oldOwner: String) {
            let (owner, member) = ("l.\(links.owner)", "l.\(links.member)")
            return isOld
                ? (match.newKey(owner), target?.newKey(member), owner)
                : (match.oldKey(owner), target?.oldKey(member), match.oldKey(owner))
        }
        func source(_ links: LinkSource, _ oldOwner: String) -> String {
            "\(links.table) AS l CROSS JOIN \(table) AS o ON o.Z_PK = \(oldOwner) "
                + "AND o.Z_ENT = \(entity.old.number)"
        }
        func set(_ links: LinkSource) -> String {
            "(SELECT \(links.owner), \(links.member) FROM \(links.table) "
                + "WHERE \(links.owner) IS NOT NULL AND \(links.member) IS NOT NULL)"
        }
        func missing(_ links: LinkSource, in others: LinkSource, isOld: Bool) -> String {
            let (owner, member, oldOwner) = keys(links, isOld: isOld)
            var other = "-1"
            if let target, let member {
                other = "ifnull(\(member), \(matching.unmatched("l.\(links.member)", target)))"
            }
            // NOT IN would search all other rows for NULL each time. CASE tests for presence alone.
            return
                "INSERT INTO temp.members SELECT \(oldOwner), \(index), \(isOld ? 0 : 1), l.\(links.member) "
                + "FROM \(source(links, oldOwner)) WHERE l.\(links.member) IS NOT NULL "
                + "AND \(owner) IS NOT NULL "
                + "AND CASE WHEN (\(owner), \(other)) IN \(set(others)) THEN 0 ELSE 1 END"
        }
        try pair.connection.execute(missing(left, in: right, isOld: true))
        try pair.connection.execute(missing(right, in: left, isOld: false))
        guard target != nil, let leftOrder = left.order, let rightOrder = right.order else { return }
        func sequence(_ links: LinkSource, in others: LinkSource, isOld: Bool, _ order: String) -> String {
            let (owner, member, oldOwner) = keys(links, isOld: isOld)
            let newMember = isOld ? member ?? "NULL" : "l.\(links.member)"
            return "(SELECT k, group_concat(v) AS s FROM (SELECT \(oldOwner) AS k, \(newMember) AS v "
                + "FROM \(source(links, oldOwner)) WHERE \(member ?? "NULL") IS NOT NULL "
                + "AND (\(owner), \(member ?? "NULL")) IN \(set(others)) "
                + "ORDER BY k, l.\(order), l.\(links.member)) GROUP BY k)"
        }
        try pair.connection.execute(
            "INSERT INTO temp.members SELECT a.k, \(index), 2, NULL "
                + "FROM \(sequence(left, in: right, isOld: true, leftOrder)) AS a "
                + "JOIN \(sequence(right, in: left, isOld: false, rightOrder)) AS b ON b.k = a.k "
                + "WHERE a.s <> b.s")
    }

    /// Returns whether the links of a to-many relationship are the same, row by row.
    private func areSame(_ old: ToManyStorage, _ new: ToManyStorage, _ target: TableMatches) throws -> Bool {
        switch (old.storage, new.storage) {
        case (.inverseToOne(_, let oldOwner, let oldOrder), .inverseToOne(_, let newOwner, let newOrder)):
            return target.hasSameRecords && oldOwner == newOwner && oldOrder == newOrder
        case (.column(_, let oldOwner), .column(_, let newOwner)):
            return target.hasSameRecords && oldOwner == newOwner
        case (
            .joinTable(let former, let oldOwner, let oldMember, let oldOrder),
            .joinTable(let current, let newOwner, let newMember, let newOrder)
        ):
            guard former.name == current.name, oldOwner == newOwner, oldMember == newMember,
                oldOrder == newOrder
            else { return false }
            return try matching.haveSameRecords(former.name)
        default: return false
        }
    }
}
