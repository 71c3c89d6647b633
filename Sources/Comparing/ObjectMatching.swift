import ObjectLayer
import ObjectModel
import SQLite
import StoreFormat

/// Finds which objects of two stores are the same, and keeps that in temporary tables, one for each table
/// of objects: `old`, the primary key in the old store, and `new`, that in the new one.
package final class ObjectMatching {
    /// What says that two objects are the same.
    enum Rule: String {
        /// The values of a uniqueness constraint.
        case uniqueness
        /// The values of attributes that were named.
        case key
        /// The primary key: one store descends from the other.
        case primaryKey
        /// Equal values, else the same name, else the same primary key: both stores were built anew, with a
        /// UUID that follows from the model.
        case likeness
        /// All values.
        case value
    }

    /// What objects are matched for.
    package enum Purpose: Sendable {
        /// Two editions, or any two stores.
        case comparison
        /// What became of a store's objects in one that began as a copy of it: what its key does not tell,
        /// its primary key does.
        case descent
        /// New objects of the one that the other has, too: only keys and unique values tell.
        case additions
        /// An edition and a store in which a user worked, without the edition that it began as: an equal primary
        /// key alone may be chance, since both give the next one to what is new.
        case update
    }

    private let pair: StorePair
    private let choice: ComparisonChoice
    private let purpose: Purpose
    /// The entities that both stores have, by name; also those that are not compared, since others lead
    /// to their objects.
    private let entities: [(entity: EntityDescription, old: EntityLayout, new: EntityLayout)]
    /// The rule of each entity.
    private(set) var rules: [String: Rule] = [:]
    private var tables: [String: String] = [:]
    private let isDescendant: Bool
    /// Whether the UUID is one that every store of the model gets that is built without another: it says
    /// nothing of where a store comes from.
    private let isRebuilt: Bool

    init(_ pair: StorePair, _ choice: ComparisonChoice, _ purpose: Purpose = .comparison) {
        self.pair = pair
        self.choice = choice
        self.purpose = purpose
        entities = pair.new.model.entities.compactMap { entity in
            guard let old = pair.old.layout.entity(named: entity.name),
                let new = pair.new.layout.entity(named: entity.name),
                pair.old.store.inspection.table(named: old.table) != nil,
                pair.new.store.inspection.table(named: new.table) != nil
            else { return nil }
            return (entity, old, new)
        }
        let uuids = [pair.old, pair.new].map { $0.store.inspection.uuid.uppercased() }
        isDescendant = !uuids[0].isEmpty && uuids[0] == uuids[1]
        let hashes = (try? ModelFile.declaredHashes(of: pair.new.store.connection))??.hashes
        isRebuilt =
            isDescendant && hashes.map { StoreMetadata.derivedUUID(from: $0).uppercased() } == uuids[0]
    }

    /// The primary keys of the new store by those of the old one, for each root entity.
    ///
    /// - Throws: `DatabaseError`.
    func pairs() throws -> [String: [Int64: Int64]] {
        var pairs: [String: [Int64: Int64]] = [:]
        for (_, old, new) in entities where pairs[old.rootName] == nil {
            guard let name = table(old.table, new.table) else { continue }
            var found: [Int64: Int64] = [:]
            try pair.connection.forEachRow("SELECT old, new FROM \(name)") {
                found[$0.integer(at: 0)] = $0.integer(at: 1)
            }
            pairs[old.rootName] = found
        }
        return pairs
    }

    /// The table of what is known of two tables of objects; nil where no entity is in both.
    func table(_ old: String, _ new: String) -> String? { tables[old + "\0" + new] }

    /// Matches all objects.
    ///
    /// - Throws: `DatabaseError`.
    func run() throws {
        for (_, old, new) in entities where tables[old.table + "\0" + new.table] == nil {
            let name = "temp.match\(tables.count)"
            tables[old.table + "\0" + new.table] = name
            try pair.connection.execute(
                "CREATE TEMP TABLE match\(tables.count - 1) (old INTEGER PRIMARY KEY, new INTEGER NOT NULL UNIQUE)"
            )
        }
        let concrete = entities.filter { !$0.old.isAbstract && !$0.new.isAbstract }
        // What others are told apart by comes first, and at last what is known by all its values.
        var late: [(entity: EntityDescription, old: EntityLayout, new: EntityLayout)] = []
        var last: [(entity: EntityDescription, old: EntityLayout, new: EntityLayout)] = []
        for item in concrete {
            let (entity, old, new) = item
            let constraints = self.constraints(of: entity)
            if let key = choice.key(of: entity, in: pair.new.model) {
                rules[entity.name] = .key
                try match(item, by: key, isUnique: false)
                last.append(item)
            } else if !constraints.isEmpty {
                rules[entity.name] = .uniqueness
                let own = constraints.filter {
                    $0.allSatisfy { old.toOne($0) == nil && new.toOne($0) == nil }
                }
                for constraint in own { try match(item, by: constraint, isUnique: true) }
                if own.count < constraints.count { late.append(item) }
                last.append(item)
            } else if purpose == .additions {
                rules[entity.name] = .value
            } else if isRebuilt || (isDescendant && purpose == .update) {
                rules[entity.name] = .likeness
                last.append(item)
            } else if isDescendant {
                rules[entity.name] = .primaryKey
                try matchByPrimaryKey(item)
            } else {
                rules[entity.name] = .value
                last.append(item)
            }
        }
        for item in late {
            for constraint in constraints(of: item.entity)
            where constraint.contains(where: { item.new.toOne($0) != nil }) {
                try match(item, by: constraint, isUnique: true)
            }
        }
        guard purpose != .additions else { return }
        // What leads to others comes behind them.
        last.sort { ($0.new.toOnes.count, $0.new.number) < ($1.new.toOnes.count, $1.new.number) }
        for item in last {
            let isLike = rules[item.entity.name] == .likeness
            if isDescendant, purpose == .descent, !isLike {
                try matchByPrimaryKey(item)
                continue
            }
            try matchByValue(item, withDestinations: true)
            guard isLike else { continue }
            try matchByName(item)
            if purpose == .update {
                try matchByValue(item, withDestinations: false)
            } else {
                try matchByPrimaryKey(item)
            }
        }
        for item in last where rules[item.entity.name] == .value {
            try matchByValue(item, withDestinations: false)
        }
    }

    /// The uniqueness constraints of an entity and of all that it inherits from.
    private func constraints(of entity: EntityDescription) -> [[String]] {
        var all: [[String]] = []
        var current: EntityDescription? = entity
        while let entity = current {
            all += entity.uniquenessConstraints
            current = pair.new.model.superentity(of: entity)
        }
        return all
    }

    // MARK: Rules

    private typealias Item = (entity: EntityDescription, old: EntityLayout, new: EntityLayout)

    private func sources(_ item: Item) -> (old: String, new: String, match: String, isOwn: String) {
        (
            pair.old.table(item.old.table), pair.new.table(item.new.table),
            tables[item.old.table + "\0" + item.new.table] ?? "",
            "o.Z_ENT = \(item.old.number) AND n.Z_ENT = \(item.new.number)"
        )
    }

    private func matchByPrimaryKey(_ item: Item) throws {
        let (old, new, match, isOwn) = sources(item)
        try pair.connection.execute(
            "INSERT INTO \(match) SELECT o.Z_PK, n.Z_PK FROM \(old) AS o JOIN \(new) AS n ON n.Z_PK = o.Z_PK "
                + "WHERE \(isOwn) AND o.Z_PK NOT IN (SELECT old FROM \(match)) "
                + "AND n.Z_PK NOT IN (SELECT new FROM \(match)) ORDER BY o.Z_PK")
    }

    /// Matches what has the same primary key and the same values: that costs much less than to look for
    /// them everywhere.
    private func matchUnmoved(
        _ item: Item, _ columns: [(old: String, new: String)], needsValues: Bool
    ) throws {
        let (old, new, match, isOwn) = sources(item)
        let equal = columns.map { " AND \($0.new) \(needsValues ? "=" : "IS") \($0.old)" }
        try pair.connection.execute(
            "INSERT OR IGNORE INTO \(match) SELECT o.Z_PK, n.Z_PK FROM \(old) AS o "
                + "JOIN \(new) AS n ON n.Z_PK = o.Z_PK WHERE \(isOwn)\(equal.joined()) ORDER BY o.Z_PK")
    }

    /// Matches what has the same name.
    private func matchByName(_ item: Item) throws {
        let names = item.entity.namingAttributes(in: pair.new.model).map(\.name)
        guard let name = names.first, let columns = expressions(name, item) else { return }
        if purpose == .update { try matchUnmoved(item, [columns], needsValues: true) }
        try pairUp(item, [columns], needsValues: true)
    }

    /// SQL for a property in both stores, `o` and `n`: the old one's links lead to what the destination is
    /// in the new store.
    private func expressions(_ name: String, _ item: Item) -> (old: String, new: String)? {
        if let old = item.old.attribute(name), let new = item.new.attribute(name) {
            return (
                StoredText.comparable("o.\(old.column.sqlIdentifier)", old.attribute, .old),
                StoredText.comparable("n.\(new.column.sqlIdentifier)", new.attribute, .new)
            )
        }
        guard let old = item.old.toOne(name), let new = item.new.toOne(name) else { return nil }
        return (mapped("o.\(old.column.sqlIdentifier)", old, new), "n.\(new.column.sqlIdentifier)")
    }

    /// SQL for what an object that has no match is in the other store: itself where neither has it, as
    /// links to objects that are missing lead to; otherwise -1.
    func unmatched(_ expression: String, _ old: EntityLayout, _ new: EntityLayout) -> String {
        func isMissing(_ side: StorePair.Side, _ layout: EntityLayout) -> String {
            "NOT EXISTS (SELECT 1 FROM \(side.table(layout.table)) WHERE Z_PK = \(expression))"
        }
        return "CASE WHEN \(isMissing(pair.old, old)) AND \(isMissing(pair.new, new)) "
            + "THEN \(expression) ELSE -1 END"
    }

    /// SQL for what the destination of a link is in the new store; -1 where it is not there.
    func mapped(_ expression: String, _ old: ToOneColumn, _ new: ToOneColumn) -> String {
        guard let former = pair.old.layout.entity(named: old.destinationName),
            let current = pair.new.layout.entity(named: new.destinationName),
            let match = table(former.table, current.table)
        else { return "CASE WHEN \(expression) IS NOT NULL THEN -1 END" }
        return "CASE WHEN \(expression) IS NOT NULL THEN ifnull("
            + "(SELECT new FROM \(match) WHERE old = \(expression)), "
            + "\(unmatched(expression, former, current))) END"
    }

    private func match(_ item: Item, by names: [String], isUnique: Bool) throws {
        let columns = names.compactMap { expressions($0, item) }
        guard columns.count == names.count, !columns.isEmpty else { return }
        guard isUnique else {
            try matchUnmoved(item, columns, needsValues: true)
            return try pairUp(item, columns, needsValues: true)
        }
        let (old, new, match, isOwn) = sources(item)
        let equal = columns.map { "\($0.new) = \($0.old)" }.joined(separator: " AND ")
        // The new store's unique index finds them.
        try pair.connection.execute(
            "INSERT OR IGNORE INTO \(match) SELECT o.Z_PK, n.Z_PK FROM \(old) AS o CROSS JOIN \(new) AS n "
                + "WHERE \(isOwn) AND \(equal) ORDER BY o.Z_PK")
    }

    private func values(of item: Item, withDestinations: Bool) -> [(old: String, new: String)] {
        var names = item.new.attributes.filter { !$0.attribute.isDerived }.map(\.path)
            .filter { item.old.attribute($0) != nil }
        if withDestinations {
            names += item.new.toOnes.map(\.relationship.name).filter { item.old.toOne($0) != nil }
        }
        return names.compactMap { expressions($0, item) }
    }

    private func matchByValue(_ item: Item, withDestinations: Bool) throws {
        let columns = values(of: item, withDestinations: withDestinations)
        if withDestinations { try matchUnmoved(item, columns, needsValues: false) }
        try pairUp(item, columns, needsValues: false)
    }

    /// Matches what is left and has equal values, the first with the first, the second with the second.
    private func pairUp(
        _ item: Item, _ columns: [(old: String, new: String)], needsValues: Bool
    ) throws {
        let (old, new, match, _) = sources(item)
        func side(_ table: String, _ alias: String, _ number: Int, _ values: [String], _ matched: String)
            -> String
        {
            let named = values.enumerated().map { ", \($1) AS v\($0)" }.joined()
            let partition =
                values.isEmpty ? "" : "PARTITION BY \(values.joined(separator: ", ")) "
            let set = needsValues ? values.map { " AND \($0) IS NOT NULL" }.joined() : ""
            return
                "SELECT \(alias).Z_PK AS k, row_number() OVER (\(partition)ORDER BY \(alias).Z_PK) AS i\(named) "
                + "FROM \(table) AS \(alias) WHERE \(alias).Z_ENT = \(number) "
                + "AND \(alias).Z_PK NOT IN (SELECT \(matched) FROM \(match))\(set)"
        }
        let equal = ["n.i = o.i"] + columns.indices.map { "n.v\($0) IS o.v\($0)" }
        try pair.connection.execute(
            "INSERT INTO \(match) SELECT o.k, n.k FROM "
                + "(\(side(old, "o", item.old.number, columns.map(\.old), "old"))) AS o CROSS JOIN "
                + "(\(side(new, "n", item.new.number, columns.map(\.new), "new"))) AS n "
                + "ON \(equal.joined(separator: " AND ")) ORDER BY o.k")
    }
}
