import CommandSupport
import SQLite
import TestSupport
import Testing

/// Random pairs of models, with a store of the first. The expected rows follow from the old rows that this file
/// created, and are compared by plain SQL.
@Suite("Random migrations give the expected rows")
struct MigrationOracleTests {
    @Test("Names, properties, defaults and parents change", arguments: 0..<SeededGenerator.rounds(8))
    func migrations(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed) &* 48_271 &+ 11)
        let old = OracleModel(&random)
        let rows = old.rows(&random)
        let new = old.changed(&random)
        let context = "seed \(seed)\n\(old.xml)\n\(new.xml)"
        let pair = try ModelPair(old.xml, new.xml)
        let store = try Connection(path: pair.path + "/old.sqlite", mode: .readWrite)
        let numbers = try Self.numbers(store)
        try store.execute(old.sql(rows, numbers))
        let result = try pair.migrate("-o", "new.sqlite", "-q")
        try #require(result.status == 0, "\(result.errors)\n\(context)")
        try pair.expectSound()
        let migrated = try Connection(path: pair.path + "/new.sqlite", mode: .readOnly)
        let newNumbers = try Self.numbers(migrated)
        for entity in new.entities where !entity.isAbstract {
            let found = try migrated.lines(new.query(entity, newNumbers)).sorted()
            #expect(found == new.expected(entity, of: old, rows).sorted(), "\(entity.name), \(context)")
        }
    }

    @Test(
        "Another attribute type, or a new required attribute without a default, is refused",
        arguments: 0..<SeededGenerator.rounds(2))
    func refusals(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed) &* 69_621 &+ 5)
        let old = OracleModel(&random)
        for change in [OracleModel.retyped, OracleModel.requiring] {
            let new = change(old)(&random)
            let pair = try ModelPair(old.xml, new.xml)
            let result = try pair.migrate("-o", "new.sqlite", "-q")
            #expect(result.status == 1, "seed \(seed)\n\(old.xml)\n\(new.xml)")
            #expect(try !files(in: pair.path).contains("new.sqlite"))
        }
    }

    private static func numbers(_ store: Connection) throws -> [String: Int64] {
        let rows = try store.rows("SELECT Z_NAME, Z_ENT FROM Z_PRIMARYKEY") {
            ($0.text(at: 0) ?? "", $0.integer(at: 1))
        }
        return Dictionary(rows) { first, _ in first }
    }
}

/// A model in the test. Entities and properties are the same if their keys are, whatever their names.
struct OracleModel {
    struct Attribute {
        let key: Int
        var name: String
        var formerName: String?
        var type: String
        var isOptional: Bool
        var defaultValue: String?

        var xml: String {
            "<attribute name=\"\(name)\" attributeType=\"\(type)\""
                + (formerName.map { " elementID=\"\($0)\"" } ?? "") + (isOptional ? " optional=\"YES\"" : "")
                + (defaultValue.map { " defaultValueString=\"\($0)\"" } ?? "") + "/>"
        }

        /// The default value with SQLite's quotes.
        var quotedDefault: String {
            guard let defaultValue else { return "NULL" }
            return type == "String" ? "'\(defaultValue)'" : type == "Boolean" ? "1" : defaultValue
        }
    }

    /// An optional to-one relationship with a to-many inverse.
    struct Link {
        let key: Int
        var name: String
        let target: Int
    }

    struct Entity {
        let key: Int
        var name: String
        var formerName: String?
        var parent: Int?
        var isAbstract = false
        var attributes: [Attribute]
        var links: [Link] = []
    }

    /// An object: its values with SQLite's quotes, and its destinations by key.
    struct Row {
        let entity: Int
        let primaryKey: Int
        var values: [Int: String]
        var targets: [Int: Int]
    }

    var entities: [Entity]
    private var nextKey = 100

    // MARK: Creating models

    private static let types = ["Integer 16", "Integer 32", "Integer 64", "String", "Double", "Boolean"]
    private static let defaults = [
        "Integer 16": "7", "Integer 32": "70000", "Integer 64": "7", "String": "none", "Double": "2.5",
        "Boolean": "YES",
    ]

    /// Creates a family of a parent and up to two children, and three entities without relatives. Two of these have
    /// relationships to others.
    init(_ random: inout SeededGenerator) {
        entities = []
        let letters = ["A", "B", "C", "D", "E", "F"].shuffled(using: &random)
        let children = Int.random(in: 0...2, using: &random)
        for number in 0..<(4 + children) {
            entities.append(
                Entity(
                    key: number, name: "\(letters[number])thing", parent: number > 3 ? 0 : nil,
                    attributes: [Self.ident(number)]))
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                entities[number].attributes.append(newAttribute(&random))
            }
        }
        for number in [0, 1, 2] where Bool.random(using: &random) { addLink(to: number, &random) }
    }

    private static func ident(_ number: Int) -> Attribute {
        Attribute(key: number, name: "ident\(letter(number))", type: "Integer 32", isOptional: true)
    }

    private static func letter(_ number: Int) -> String {
        String(number).map { String(UnicodeScalar(UInt8(ascii: "a") + UInt8($0.wholeNumberValue ?? 0))) }
            .joined()
    }

    private mutating func newAttribute(_ random: inout SeededGenerator) -> Attribute {
        nextKey += 1
        let type = Self.types.randomElement(using: &random) ?? "String"
        let isOptional = Bool.random(using: &random)
        let hasDefault = !isOptional || Bool.random(using: &random)
        return Attribute(
            key: nextKey, name: "value\(Self.letter(nextKey))", type: type, isOptional: isOptional,
            defaultValue: hasDefault ? Self.defaults[type] : nil)
    }

    private mutating func addLink(to number: Int, _ random: inout SeededGenerator) {
        nextKey += 1
        // The destinations are entities without relatives, so that there are no entity columns.
        let targets = entities.filter { $0.key > 0 && $0.key < 4 }.map(\.key)
        guard let target = targets.randomElement(using: &random) else { return }
        entities[number].links.append(Link(key: nextKey, name: "link\(Self.letter(nextKey))", target: target))
    }

    // MARK: Changing models

    func changed(_ random: inout SeededGenerator) -> OracleModel {
        var model = self
        for _ in 0..<Int.random(in: 1...6, using: &random) { model.change(&random) }
        return model
    }

    private mutating func change(_ random: inout SeededGenerator) {
        let number = Int.random(in: entities.indices, using: &random)
        let others = entities[number].attributes.indices.dropFirst()
        let attribute = others.randomElement(using: &random)
        switch Int.random(in: 0..<9, using: &random) {
        case 0 where entities[number].formerName == nil && entities[number].key < 50:
            entities[number].formerName = entities[number].name
            entities[number].name = "Z\(entities[number].name)"
        case 1:
            guard let attribute, entities[number].attributes[attribute].formerName == nil,
                entities[number].key < 50, entities[number].attributes[attribute].key < 1_000
            else { return }
            let name = entities[number].attributes[attribute].name
            entities[number].attributes[attribute].formerName = name
            entities[number].attributes[attribute].name = "other" + name
        case 2:
            if let attribute { entities[number].attributes.remove(at: attribute) }
        case 3, 4:
            nextKey += 1_000
            let new = newAttribute(&random)
            entities[number].attributes.append(new)
        case 5:
            guard let attribute, let value = Self.defaults[entities[number].attributes[attribute].type] else {
                return
            }
            entities[number].attributes[attribute].isOptional = false
            entities[number].attributes[attribute].defaultValue = value
        case 6: remove(number)
        case 7: move(number, &random)
        default:
            if !entities[number].links.isEmpty { entities[number].links.removeLast() }
        }
    }

    /// Removes an entity without children, and the relationships to it.
    private mutating func remove(_ number: Int) {
        let key = entities[number].key
        guard entities.count > 3, !entities.contains(where: { $0.parent == key }) else { return }
        entities.remove(at: number)
        for index in entities.indices { entities[index].links.removeAll { $0.target == key } }
    }

    /// Gives an entity without relatives a new, abstract parent, or removes a child from its parent.
    private mutating func move(_ number: Int, _ random: inout SeededGenerator) {
        if entities[number].parent != nil, entities[number].key < 50 {
            entities[number].parent = nil
            return
        }
        let key = entities[number].key
        guard (1..<4).contains(key), !entities.contains(where: { $0.key == 50 }) else { return }
        entities[number].parent = 50
        let attribute = newAttribute(&random)
        entities.append(Entity(key: 50, name: "Ybase", isAbstract: true, attributes: [attribute]))
    }

    /// Returns the model with another type for an attribute.
    func retyped(_ random: inout SeededGenerator) -> OracleModel {
        var model = self
        let type = model.entities[1].attributes[1].type
        model.entities[1].attributes[1].type = Self.types.first { $0 != type } ?? type
        model.entities[1].attributes[1].defaultValue = nil
        model.entities[1].attributes[1].isOptional = true
        return model
    }

    /// Returns the model with a new required attribute that has no default.
    func requiring(_ random: inout SeededGenerator) -> OracleModel {
        var model = self
        var attribute = model.newAttribute(&random)
        (attribute.isOptional, attribute.defaultValue) = (false, nil)
        model.entities[1].attributes.append(attribute)
        return model
    }

    // MARK: Texts

    func entity(_ key: Int) -> Entity? { entities.first { $0.key == key } }

    var xml: String {
        entities.map { entity in
            let links = entity.links.compactMap { link in
                self.entity(link.target).map {
                    "<relationship name=\"\(link.name)\" optional=\"YES\" maxCount=\"1\" destinationEntity=\"\($0.name)\" "
                        + "inverseName=\"back\(link.name)\" inverseEntity=\"\($0.name)\"/>"
                }
            }
            let backs = entities.flatMap { other in
                other.links.filter { $0.target == entity.key }.map {
                    "<relationship name=\"back\($0.name)\" optional=\"YES\" toMany=\"YES\" "
                        + "destinationEntity=\"\(other.name)\" inverseName=\"\($0.name)\" inverseEntity=\"\(other.name)\"/>"
                }
            }
            let parent =
                entity.parent.flatMap { self.entity($0) }.map { " parentEntity=\"\($0.name)\"" } ?? ""
            return "<entity name=\"\(entity.name)\""
                + (entity.formerName.map { " elementID=\"\($0)\"" } ?? "") + parent
                + (entity.isAbstract ? " isAbstract=\"YES\"" : "") + ">"
                + (entity.attributes.map(\.xml) + links + backs).joined(separator: "\n") + "</entity>"
        }.joined(separator: "\n")
    }

    private func line(of entity: Entity) -> [Entity] {
        [entity] + (entity.parent.flatMap { self.entity($0) }.map { line(of: $0) } ?? [])
    }

    private func table(of entity: Entity) -> String { "Z" + (line(of: entity).last?.name ?? "").uppercased() }

    /// Returns the attributes and links of an entity, including inherited ones, in the order of keys.
    private func properties(of entity: Entity) -> (attributes: [Attribute], links: [Link]) {
        let line = line(of: entity)
        return (
            line.flatMap(\.attributes).sorted { $0.key < $1.key },
            line.flatMap(\.links).sorted { $0.key < $1.key }
        )
    }

    // MARK: Rows

    func rows(_ random: inout SeededGenerator) -> [Row] {
        var rows: [Row] = []
        for entity in entities {
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                var row = Row(entity: entity.key, primaryKey: rows.count + 1, values: [:], targets: [:])
                for attribute in properties(of: entity).attributes {
                    let isNull = attribute.isOptional && Int.random(in: 0..<3, using: &random) == 0
                    row.values[attribute.key] = isNull ? "NULL" : Self.value(attribute.type, &random)
                }
                // The value that identifies the object.
                row.values[entity.key] = "\(row.primaryKey)"
                rows.append(row)
            }
        }
        for index in rows.indices {
            guard let entity = entity(rows[index].entity) else { continue }
            for link in properties(of: entity).links {
                let targets = rows.filter { $0.entity == link.target }.map(\.primaryKey)
                if Bool.random(using: &random) {
                    rows[index].targets[link.key] = targets.randomElement(using: &random)
                }
            }
        }
        return rows
    }

    private static func value(_ type: String, _ random: inout SeededGenerator) -> String {
        switch type {
        case "String": "'\(["", "a", "é", "b c"].randomElement(using: &random) ?? "")'"
        case "Double": "\(Double(Int.random(in: -9...9, using: &random)) + 0.5)"
        case "Boolean": "\(Int.random(in: 0...1, using: &random))"
        default: "\(Int.random(in: -300...300, using: &random))"
        }
    }

    func sql(_ rows: [Row], _ numbers: [String: Int64]) -> String {
        rows.compactMap { row -> String? in
            guard let entity = entity(row.entity), let number = numbers[entity.name] else { return nil }
            let (attributes, links) = properties(of: entity)
            let columns = attributes.map(\.name) + links.map(\.name)
            let values =
                attributes.map { row.values[$0.key] ?? "NULL" }
                + links.map { row.targets[$0.key].map(String.init) ?? "NULL" }
            return "INSERT INTO \(table(of: entity)) (Z_PK, Z_ENT, Z_OPT, "
                + columns.map { "Z" + $0.uppercased() }.joined(separator: ", ")
                + ") VALUES (\(row.primaryKey), \(number), 1, \(values.joined(separator: ", ")))"
        }.joined(separator: ";\n") + ";\nUPDATE Z_PRIMARYKEY SET Z_MAX = \(rows.count) WHERE Z_SUPER = 0"
    }

    /// Returns SQL for the objects of an entity: their values and the destinations of their links.
    func query(_ entity: Entity, _ numbers: [String: Int64]) -> String {
        let (attributes, links) = properties(of: entity)
        let values = attributes.map { "quote(Z\($0.name.uppercased()))" }
        let targets = links.compactMap { link in
            self.entity(link.target).map {
                "(SELECT quote(Z\($0.attributes[0].name.uppercased())) FROM \(table(of: $0)) "
                    + "WHERE Z_PK = t.Z\(link.name.uppercased()))"
            }
        }
        return "SELECT \((values + targets).joined(separator: ", ")) FROM \(table(of: entity)) AS t "
            + "WHERE Z_ENT = \(numbers[entity.name] ?? 0)"
    }

    /// Returns the expected result of ``query(_:_:)`` for the migrated store.
    func expected(_ entity: Entity, of old: OracleModel, _ rows: [Row]) -> [String] {
        guard let former = old.entity(entity.key) else { return [] }
        let known = old.properties(of: former)
        let (attributes, links) = properties(of: entity)
        return rows.filter { $0.entity == entity.key }.map { row in
            let values = attributes.map { attribute -> String in
                guard known.attributes.contains(where: { $0.key == attribute.key }) else {
                    return attribute.quotedDefault
                }
                let value = row.values[attribute.key] ?? "NULL"
                return value == "NULL" && !attribute.isOptional ? attribute.quotedDefault : value
            }
            let targets = links.map { link in row.targets[link.key].map(String.init) ?? "" }
            return (values + targets).joined(separator: "|")
        }
    }
}
