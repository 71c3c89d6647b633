import ObjectModel
import SQLite
import StoreFormat

/// Finds the matching objects of two stores. Unmoved objects with unchanged contents and destinations come first;
/// both stores' tables are read side by side for them. The remaining objects are matched by the rule of their entity.
package final class ObjectMatching {
    /// The rule by which two objects match.
    enum Rule: String {
        /// The values of a uniqueness constraint.
        case uniqueness
        /// The values of named attributes.
        case key
        /// The primary key, since one store descends from the other.
        case primaryKey
        /// Equal values, then the same name, then the same primary key. Both stores were built anew, with a UUID
        /// derived from the model.
        case likeness
        /// All values.
        case value
    }

    /// The purpose of matching objects.
    package enum Purpose: Sendable {
        /// Two editions, or any two stores.
        case comparison
        /// The fate of a store's objects in another store that began as a copy of it. Objects are matched by key, and
        /// the remaining ones by primary key.
        case descent
        /// New objects of one store that the other also has. They are matched by keys and unique values only.
        case additions
        /// An edition and a store in which a user worked, without the edition from which that store began. Equal
        /// primary keys alone may be a coincidence, since both stores give the next free key to new objects.
        case update
    }

    let pair: StorePair
    let purpose: Purpose
    let method: MatchingMethod
    /// The new store's record of primary keys that differ from those of the old store, from which it began as a copy.
    let editionKeys: EditionKeys?
    /// Whether the new store records that it began as the old one. Then primary keys have precedence over values.
    let isCertain: Bool
    /// The number of objects with the primary key of an object that they cannot be.
    var contradictions = 0
    /// The rule of each entity.
    private(set) var rules: [String: Rule] = [:]
    /// The number of objects of each entity that are matched by likeness alone.
    var likely: [String: Int] = [:]
    /// The tables with objects of entities that both stores have. They include tables that are not compared, since
    /// others refer to their objects.
    let tables: [TableMatches]
    let choice: ComparisonChoice
    /// The concrete entities that both stores have.
    private let items: [Item]
    private let tableNumbers: [String: Int]
    let isDescendant: Bool
    /// Whether the UUID is the one that every store of the model gets when it is built anew, so that it does not show
    /// the store's origin.
    private let isRebuilt: Bool
    /// The statements that find out whether a table has a key, by the table in SQL.
    private var existence: [String: Statement] = [:]
    /// Whether each table of links examined so far is the same in both stores.
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
        // With known keys, likeness is not needed.
        isRebuilt = try isDescendant && editionKeys == nil && EditionKeys.isRebuilt(pair.new.store)
        try TableMatches.register(tables, on: pair.connection)
    }

    private static func name(_ old: String, _ new: String) -> String { old + "\0" + new }

    /// Returns the primary keys of the new store by those of the old one, for each root entity.
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

    /// Returns the matches of two tables of objects; nil if no entity is in both.
    func table(_ old: String, _ new: String) -> TableMatches? {
        tableNumbers[Self.name(old, new)].map { tables[$0] }
    }

    /// Returns the table of a link's destinations; nil if they are in one store only.
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
        // Objects that identify others come first, and those identified by all of their values last.
        var last = try matchByKeys()
        guard purpose != .additions else { return }
        try matchEntangled(last.filter { rules[$0.entity.description.name] == .likeness })
        // Objects with links to others come after them.
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

    /// Determines the rule of each entity, and matches the objects that have keys.
    ///
    /// - Returns: the entities that may be matched by all values.
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
        // Keys with links to objects matched late are used even later.
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

    /// The number of objects in the old store without a match.
    var openCount: Int { tables.reduce(0) { $0 + $1.oldCounts.values.reduce(0, +) } }

    /// Returns the number of an entity's objects in the old store without a match.
    func openCount(_ item: Item) -> Int {
        item.table.oldCounts[Int64(item.entity.old.number), default: 0]
    }

    func hasLink(_ names: [String], _ entity: TableMatches.Entity) -> Bool {
        names.contains { entity.old.toOne($0) != nil || entity.new.toOne($0) != nil }
    }

    /// Returns the keys that identify the objects of an entity.
    func identifying(_ entity: EntityDescription) -> [[String]] {
        choice.identifying(entity, in: pair.new.model)
    }

    // MARK: Links

    /// Returns the SQL for an unmatched object's key in the other store: its own key if neither store has the object,
    /// as for links to missing objects, and otherwise -1.
    func unmatched(_ expression: String, _ table: TableMatches) -> String {
        func isMissing(_ side: StorePair.Side, _ table: String) -> String {
            "NOT EXISTS (SELECT 1 FROM \(side.table(table)) WHERE Z_PK = \(expression))"
        }
        return "CASE WHEN \(isMissing(pair.old, table.oldTable)) AND \(isMissing(pair.new, table.newTable)) "
            + "THEN \(expression) ELSE -1 END"
    }

    /// Returns the SQL for a link's destination in the new store; -1 if the new store does not have it.
    func mapped(_ expression: String, _ old: ToOneColumn, _ new: ToOneColumn) -> String {
        guard let table = destination(old, new) else {
            return "CASE WHEN \(expression) IS NOT NULL THEN -1 END"
        }
        return "CASE WHEN \(expression) IS NOT NULL THEN "
            + "ifnull(\(table.newKey(expression)), \(unmatched(expression, table))) END"
    }

    /// Returns the key of a destination in the new store; -1 if the new store does not have it.
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
