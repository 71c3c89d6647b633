import ObjectModel
import SQLite
import StoreFormat

/// Finds which objects of two stores are the same. First come those that stayed where they were and as they were,
/// with what they lead to: both stores' tables are read side by side for that. The rest is told apart by the rule of
/// its entity.
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

    let pair: StorePair
    let purpose: Purpose
    let method: MatchingMethod
    /// What the new store, which began as a copy of the old one, keeps of primary keys that are others there.
    let editionKeys: EditionKeys?
    /// Whether it is noted that the new store began as the old one: then primary keys come before values.
    let isCertain: Bool
    /// How many objects have the primary key of one that they cannot be.
    var contradictions = 0
    /// The rule of each entity.
    private(set) var rules: [String: Rule] = [:]
    /// How many objects of an entity are matched by likeness alone.
    var likely: [String: Int] = [:]
    /// The tables that hold objects of an entity that both stores have; also those that are not compared, since
    /// others lead to their objects.
    let tables: [TableMatches]
    let choice: ComparisonChoice
    /// The concrete entities that both stores have.
    private let items: [Item]
    private let tableNumbers: [String: Int]
    let isDescendant: Bool
    /// Whether the UUID is one that every store of the model gets that is built without another: it says
    /// nothing of where a store comes from.
    private let isRebuilt: Bool
    /// Finds out whether a table has a key, by the table in SQL.
    private var existence: [String: Statement] = [:]
    /// Whether tables of links are the same in both stores, as far as that was asked.
    var sameTables: [String: Bool] = [:]

    /// An entity that is concrete in both stores, with its table.
    typealias Item = (table: TableMatches, entity: TableMatches.Entity)

    /// - Throws: `DatabaseError`.
    init(
        _ pair: StorePair, _ choice: ComparisonChoice, _ purpose: Purpose = .comparison,
        editionKeys: EditionKeys? = nil, isCertain: Bool = false, method: MatchingMethod = .init()
    ) throws {
        self.pair = pair
        self.editionKeys = editionKeys
        self.isCertain = isCertain
        self.choice = choice
        self.purpose = purpose
        self.method = method
        var found: [(old: String, new: String, entities: [TableMatches.Entity])] = []
        var numbers: [String: Int] = [:]
        for entity in pair.new.model.entities {
            guard let old = pair.old.layout.entity(named: entity.name),
                let new = pair.new.layout.entity(named: entity.name),
                pair.old.store.inspection.table(named: old.table) != nil,
                pair.new.store.inspection.table(named: new.table) != nil
            else { continue }
            let number = numbers[Self.name(old.table, new.table), default: found.count]
            if number == found.count {
                numbers[Self.name(old.table, new.table)] = number
                found.append((old.table, new.table, []))
            }
            guard !old.isAbstract, !new.isAbstract else { continue }
            found[number].entities.append(.init(description: entity, old: old, new: new))
        }
        tables = try found.enumerated().map { number, table in
            try TableMatches(
                pair, number: number, table.entities, old: table.old, new: table.new,
                readsPages: method.readsPages)
        }
        items = tables.flatMap { table in table.entities.map { (table, $0) } }
        tableNumbers = numbers
        let uuids = [pair.old, pair.new].map { $0.store.inspection.uuid.uppercased() }
        isDescendant = isCertain || (!uuids[0].isEmpty && uuids[0] == uuids[1])
        // What is known exactly needs no likeness.
        isRebuilt = try isDescendant && editionKeys == nil && EditionKeys.isRebuilt(pair.new.store)
        try TableMatches.register(tables, on: pair.connection)
    }

    private static func name(_ old: String, _ new: String) -> String { old + "\0" + new }

    /// The primary keys of the new store by those of the old one, for each root entity.
    ///
    /// - Throws: `DatabaseError`.
    func pairs() throws -> [String: [Int64: Int64]] {
        var pairs: [String: [Int64: Int64]] = [:]
        for (table, entity) in items where pairs[entity.old.rootName] == nil {
            var found: [Int64: Int64] = [:]
            let key = table.newKey("Z_PK")
            try pair.connection.forEachRow(
                "SELECT Z_PK, \(key) FROM \(pair.old.table(table.oldTable)) WHERE \(key) IS NOT NULL"
            ) { found[$0.integer(at: 0)] = $0.integer(at: 1) }
            pairs[entity.old.rootName] = found
        }
        return pairs
    }

    /// What is known of two tables of objects; nil where no entity is in both.
    func table(_ old: String, _ new: String) -> TableMatches? {
        tableNumbers[Self.name(old, new)].map { tables[$0] }
    }

    /// The table of the objects that a link leads to; nil where they are in one store only.
    func destination(_ old: ToOneColumn, _ new: ToOneColumn) -> TableMatches? {
        guard let former = pair.old.layout.entity(named: old.destinationName),
            let current = pair.new.layout.entity(named: new.destinationName)
        else { return nil }
        return table(former.table, current.table)
    }

    /// Matches all objects.
    ///
    /// - Throws: `DatabaseError`, `FileError`.
    func run() throws {
        try findUnmoved()
        // The app's objects keep their primary keys, whatever values the user gave them.
        if isCertain, purpose == .descent || purpose == .additions {
            for item in items { try matchByPrimaryKey(item) }
        }
        // What others are told apart by comes first, and at last what is known by all its values.
        var last = try matchByKeys()
        guard purpose != .additions else { return }
        try matchEntangled(last.filter { rules[$0.entity.description.name] == .likeness })
        // What leads to others comes behind them.
        last.sort {
            ($0.entity.new.toOnes.count, $0.entity.new.number) < (
                $1.entity.new.toOnes.count, $1.entity.new.number
            )
        }
        for item in last {
            guard rules[item.entity.description.name] == .likeness else {
                if isDescendant, purpose == .descent {
                    try matchByPrimaryKey(item)
                } else {
                    try matchByValue(item, of: .all, .unmovedFirst)
                }
                continue
            }
            try matchByLikeness(item)
        }
        for item in last where rules[item.entity.description.name] == .value {
            try matchByValue(item, of: .any, .inOrder)
        }
    }

    /// Decides by what the objects of each entity are told apart, and matches those that have keys.
    ///
    /// - Returns: What may be matched by all values.
    private func matchByKeys() throws -> [Item] {
        var late: [Item] = []
        var last: [Item] = []
        for item in items {
            let entity = item.entity.description
            let keys = identifying(entity)
            if !keys.isEmpty {
                rules[entity.name] = choice.key(of: entity, in: pair.new.model) == nil ? .uniqueness : .key
                let own = keys.filter { !hasLink($0, item.entity) }
                for key in own { try match(item, by: key, .unmovedFirst) }
                if own.count < keys.count { late.append(item) }
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
        // What leads to what is found late comes later still.
        var open = -1
        while open != openCount, !late.isEmpty {
            open = openCount
            for item in late {
                for key in identifying(item.entity.description) where hasLink(key, item.entity) {
                    try match(item, by: key, .unmovedFirst)
                }
            }
        }
        return last
    }

    /// How many objects of the old store have no match.
    var openCount: Int { tables.reduce(0) { $0 + $1.oldCounts.values.reduce(0, +) } }

    /// The same for one entity.
    func openCount(_ item: Item) -> Int {
        item.table.oldCounts[Int64(item.entity.old.number), default: 0]
    }

    func hasLink(_ names: [String], _ entity: TableMatches.Entity) -> Bool {
        names.contains { entity.old.toOne($0) != nil || entity.new.toOne($0) != nil }
    }

    /// What tells the objects of an entity apart.
    func identifying(_ entity: EntityDescription) -> [[String]] {
        choice.identifying(entity, in: pair.new.model)
    }

    // MARK: Links

    /// SQL for what an object that has no match is in the other store: itself where neither has it, as
    /// links to objects that are missing lead to; otherwise -1.
    func unmatched(_ expression: String, _ table: TableMatches) -> String {
        func isMissing(_ side: StorePair.Side, _ table: String) -> String {
            "NOT EXISTS (SELECT 1 FROM \(side.table(table)) WHERE Z_PK = \(expression))"
        }
        return "CASE WHEN \(isMissing(pair.old, table.oldTable)) AND \(isMissing(pair.new, table.newTable)) "
            + "THEN \(expression) ELSE -1 END"
    }

    /// SQL for what the destination of a link is in the new store; -1 where it is not there.
    func mapped(_ expression: String, _ old: ToOneColumn, _ new: ToOneColumn) -> String {
        guard let table = destination(old, new) else {
            return "CASE WHEN \(expression) IS NOT NULL THEN -1 END"
        }
        return "CASE WHEN \(expression) IS NOT NULL THEN "
            + "ifnull(\(table.newKey(expression)), \(unmatched(expression, table))) END"
    }

    /// The same for one key.
    ///
    /// - Throws: `DatabaseError`.
    func mapped(_ key: Int64, in table: TableMatches?) throws -> Int64 {
        guard let table else { return -1 }
        if let new = table.runs.new(of: key) { return new }
        return try exists(key, pair.old.table(table.oldTable)) || exists(key, pair.new.table(table.newTable))
            ? -1 : key
    }

    private func exists(_ key: Int64, _ table: String) throws -> Bool {
        let statement =
            try existence[table]
            ?? pair.connection.prepare("SELECT 1 FROM \(table) WHERE Z_PK = ?1", isPersistent: true)
        existence[table] = statement
        defer { statement.reset() }
        try statement.bind(key, at: 1)
        return try statement.step()
    }
}
