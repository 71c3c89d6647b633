import Files
import ObjectLayer
import ObjectModel
import SQLite
import TestSupport
import Testing

@testable import zseed

/// Compares groups, aggregates and distinct values from SQL with those from objects, byte for byte.
@Suite("Groups computed by SQL")
struct PlainGroupTests {
    // MARK: Real stores

    @Test("Results equal those from objects in every store", arguments: Corpus.ends)
    func stores(_ entry: Corpus.Entry) throws {
        let coordinator = try PersistentStoreCoordinator(path: entry.store)
        let context = try ManagedObjectContext(coordinator)
        let model = coordinator.managedObjectModel
        for name in coordinator.stores.flatMap(\.entityNames) {
            let entity = try #require(model.entity(named: name))
            let attributes = entity.attributes.filter { !$0.isTransient && !$0.isComposite }
            let relationships = entity.relationships.filter { !$0.isToMany && !$0.isTransient }
            // One attribute of each type, because some models have a hundred attributes.
            var types: Set<AttributeType> = []
            var keys = attributes.filter { types.insert($0.type).inserted }.map(\.name)
            for relationship in relationships.prefix(2) {
                keys.append(relationship.name)
                let destination = model.destination(of: relationship)
                let named = destination?.attributes.first { $0.type == .string && !$0.isTransient }
                if let named { keys.append("\(relationship.name).\(named.name)") }
            }
            let numbers = attributes.filter { Self.numbers.contains($0.type) }.prefix(3).map(\.name)
            let aggregates =
                ["count(*)"]
                + attributes.prefix(2).map { "count(\($0.name)), max(\($0.name))" }
                + numbers.map { "sum(\($0)), average(\($0)), min(\($0))" }
            let all = "\(name) SELECT \(aggregates.joined(separator: ", "))"
            try Self.compare(all, in: context)
            // Without rows, one key is as good as all.
            let isEmpty = try context.count(for: FetchRequest(entityName: name)) == 0
            for key in isEmpty ? Array(keys.prefix(1)) : keys {
                let isHeld = ["SELF", "self", "entity"].contains(key)
                guard !isHeld else { continue }
                try Self.compare(
                    "\(name) SELECT \(key), \(aggregates.joined(separator: ", ")) GROUP BY \(key)",
                    in: context)
                try Self.compare(
                    """
                    \(name) SELECT \(key), count(*) AS n GROUP BY \(key) HAVING n > 1 \
                    ORDER BY n DESC, \(key) LIMIT 5 OFFSET 1
                    """, in: context)
                try Self.compare("\(name) SELECT DISTINCT \(key) ORDER BY \(key) DESC", in: context)
            }
        }
    }

    private static let numbers: Set<AttributeType> = [
        .integer16, .integer32, .integer64, .decimal, .double, .float, .boolean,
    ]

    /// Prints the results of a query both ways.
    @discardableResult
    private static func compare(
        _ query: String, in context: ManagedObjectContext, includesSubentities: Bool = true
    ) throws -> BothWays.Way? {
        var request = try FetchRequest(format: query)
        request.includesSubentities = includesSubentities
        return try BothWays.compare(request, in: context, query)
    }

    // MARK: Random queries

    private static let keys =
        DamagedThings.AttributeKind.all.map(\.name) + [
            "owner", "teacher", "box", "owner.name", "owner.title", "teacher.subject", "box.size",
            "owner.objectID", "box.objectID", "entity",
        ]
    private static let values =
        DamagedThings.AttributeKind.all.map(\.name) + [
            "weight", "count", "price", "SELF", "owner", "box.size", "owner.name", "count + small",
            "price * weight", "uppercase(text)", "weight - 0.1", "owner.things.@count",
        ]
    private static let conditions = [
        "", "", "", " WHERE text CONTAINS[cd] 'a'", " WHERE owner.name != nil", " WHERE count >= 0",
        " WHERE box == nil OR sold == YES", " WHERE tags.@count > 1", " WHERE weight > 5000",
    ]

    /// Returns a query for groups or distinct values.
    private static func query(_ random: inout SeededGenerator) -> String {
        func any<Element>(_ elements: [Element]) -> Element {
            elements[Int.random(in: 0..<elements.count, using: &random)]
        }
        func several(_ elements: [String], _ counts: ClosedRange<Int>) -> [String] {
            var found: [String] = []
            for _ in 0..<Int.random(in: counts, using: &random) {
                let element = any(elements)
                if !found.contains(element) { found.append(element) }
            }
            return found
        }
        let entity = any(["Thing", "Thing", "Gadget"])
        let condition = any(conditions)
        let limit = any(["", "", "", " LIMIT 3", " LIMIT 4 OFFSET 2"])
        func suffix() -> String { any(["", " DESC"]) }
        guard Int.random(in: 0..<4, using: &random) > 0 else {
            let columns = several(keys, 1...3)
            let order = any(["", "", " ORDER BY \(any(columns))\(suffix())", " ORDER BY \(any(keys))"])
            let selected = (columns + (Int.random(in: 0..<5, using: &random) == 0 ? ["SELF"] : []))
                .joined(separator: ", ")
            return "\(entity) SELECT DISTINCT \(selected)\(condition)\(order)\(limit)"
        }
        let made = several(keys, 0...2)
        let functions = ["count", "sum", "sum", "min", "max", "average"]
        let aggregates = several(values, 1...3).enumerated().map { index, value in
            "\(any(functions))(\(value)) AS a\(index)"
        }
        // Some queries show a value that is not a grouping key, and some omit a grouping key.
        var shown = Int.random(in: 0..<5, using: &random) > 0 ? made : Array(made.dropFirst())
        if Int.random(in: 0..<5, using: &random) == 0 {
            shown += several(keys, 1...1).filter { !shown.contains($0) }
        }
        let columns = shown + aggregates + (Bool.random(using: &random) ? ["count(*) AS n"] : [])
        let distinct = Int.random(in: 0..<8, using: &random) == 0 ? "DISTINCT " : ""
        let hasCount = columns.last == "count(*) AS n"
        let having =
            !hasCount || made.isEmpty
            ? "" : any(["", "", " HAVING n > 1", " HAVING n < 9 AND $a0 != nil", " HAVING $a0 > 1"])
        let ordered = made + ["a0"] + (hasCount ? ["n"] : [])
        let order = any([
            "", " ORDER BY \(any(ordered))\(suffix())", " ORDER BY \(any(ordered)), \(any(ordered))",
        ])
        let groups = made.isEmpty ? "" : " GROUP BY " + made.joined(separator: ", ")
        return "\(entity) SELECT \(distinct)\(columns.joined(separator: ", "))\(condition)\(groups)\(having)"
            + "\(order)\(limit)"
    }

    @Test("Results equal those from objects in damaged stores", arguments: 1...12)
    func damaged(_ seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed) &* 31)
        let damage = [0, 0.1, 0.4, 1][seed % 4]
        let folder = try DamagedThings.store(
            &random, hasIndexes: !seed.isMultiple(of: 3), damage: damage)
        let context = try ManagedObjectContext(
            PersistentStoreCoordinator(path: folder.path + "/store.sqlite"))
        var ways: [BothWays.Way?: Int] = [:]
        for _ in 0..<120 {
            let query = Self.query(&random)
            let way = try Self.compare(
                query, in: context, includesSubentities: Int.random(in: 0..<3, using: &random) > 0)
            ways[way, default: 0] += 1
        }
        // The comparison is useful only if SQL does the work.
        #expect(ways[.statement, default: 0] > (damage < 0.2 ? 40 : 5), "\(ways)")
        if damage == 0 { #expect(ways[.objects] == nil, "\(ways)") }
        if damage == 1 { #expect(ways[.objects, default: 0] > 20, "\(ways)") }
    }

    @Test("Doubles are added in row order, whichever index is used")
    func order() throws {
        var random = SeededGenerator(seed: 9)
        let folder = try DamagedThings.store(&random, hasIndexes: true, damage: 0)
        let path = folder.path + "/store.sqlite"
        try Connection(path: path, mode: .readWrite).execute(
            """
            CREATE INDEX added ON ZTHING (ZADDED); UPDATE ZTHING SET ZADDED = 1000 - Z_PK,
            ZWEIGHT = CASE Z_PK % 3 WHEN 0 THEN 1e16 WHEN 1 THEN 1 ELSE -1e16 END
            """)
        let context = try ManagedObjectContext(PersistentStoreCoordinator(path: path))
        for query in [
            "Thing SELECT sum(weight) WHERE added > CAST(5, 'NSDate')",
            "Thing SELECT sold, sum(weight), average(weight) WHERE added > CAST(5, 'NSDate') GROUP BY sold",
        ] {
            #expect(try Self.compare(query, in: context) == .statement, "\(query)")
        }
    }

    @Test("Objects are used if texts are UTF-16, whose bytes sort differently")
    func utf16() throws {
        var random = SeededGenerator(seed: 7)
        let folder = try DamagedThings.store(&random, hasIndexes: false, damage: 0)
        let path = folder.path + "/utf16.sqlite"
        do {
            let store = try Connection(path: folder.path + "/store.sqlite", mode: .readOnly)
            let copy = try Connection(path: path, mode: .create)
            try copy.execute("PRAGMA encoding = 'UTF-16'")
            let tables = try store.rows("SELECT name, sql FROM sqlite_master WHERE type = 'table'") {
                ($0.text(at: 0) ?? "", $0.text(at: 1) ?? "")
            }
            for (name, sql) in tables {
                try copy.execute(sql)
                let rows = try store.rows("SELECT * FROM \(name.sqlIdentifier)") { row in
                    (0..<row.columnCount).map { row.value(at: $0) }
                }
                for row in rows {
                    let places = row.map { _ in "?" }.joined(separator: ", ")
                    let insert = try copy.prepare("INSERT INTO \(name.sqlIdentifier) VALUES (\(places))")
                    for (index, value) in row.enumerated() { try insert.bind(value, at: index + 1) }
                    try insert.run()
                }
            }
        }
        let context = try ManagedObjectContext(PersistentStoreCoordinator(path: path))
        let query = "Thing SELECT text, count(*) GROUP BY text ORDER BY text"
        #expect(try Self.compare(query, in: context) == nil)
    }
}
