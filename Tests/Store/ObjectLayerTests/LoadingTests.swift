import ObjectModel
import SQLite
import Synchronization
import TestSupport
import Testing

@testable import ObjectLayer

@Suite("Loading many objects at once")
struct LoadingTests {
    private static let model = """
        <entity name="Page">
            <attribute name="number" attributeType="Integer 64"/>
            <relationship name="book" optional="YES" maxCount="1" destinationEntity="Book"
                inverseName="pages" inverseEntity="Book"/>
        </entity>
        <entity name="Book">
            <relationship name="pages" optional="YES" toMany="YES" destinationEntity="Page"
                inverseName="book" inverseEntity="Page"/>
        </entity>
        """

    /// The statements that ran.
    private final class Log: Sendable {
        let statements = Mutex<[String]>([])
    }

    private static func keys(_ name: String) -> [Int64] {
        var random = SeededGenerator(seed: 7)
        switch name {
        case "one": return [5]
        case "in order": return Array(1...400)
        case "in any order": return (1...400).shuffled(using: &random)
        case "twice": return (Array(1...200) + Array(1...200)).shuffled(using: &random)
        case "with gaps": return (1...400).filter { $0 % 3 > 0 }.shuffled(using: &random)
        case "with one gap": return (1...400).filter { $0 != 300 }.shuffled(using: &random)
        default: return [1, 2, .min, .max]
        }
    }

    @Test(
        "Keys are found in any order, and by one statement if they are consecutive",
        arguments: [
            ("one", 1), ("in order", 1), ("in any order", 1), ("twice", 1), ("with gaps", 3),
            ("with one gap", 4), ("far apart", 1),
        ])
    func keys(name: String, statements: Int) throws {
        let log = Log()
        let stack = try Stack(Self.model) { trace in
            log.statements.withLock { $0.append(trace.sql) }
        }
        try stack.run(
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400)
            INSERT INTO ZPAGE (Z_PK, Z_ENT, Z_OPT, ZBOOK, ZNUMBER)
            SELECT i, (SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = 'Page'), 1, 1 + i % 3, 2 * i
            FROM n;
            INSERT INTO ZBOOK (Z_PK, Z_ENT, Z_OPT)
            SELECT DISTINCT ZBOOK, (SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = 'Book'), 1
            FROM ZPAGE
            """)
        let keys = Self.keys(name)
        let pages = try keys.map { key in
            let id = stack.coordinator.managedObjectID(entityName: "Page", primaryKey: key)
            return try stack.context.object(with: #require(id))
        }
        log.statements.withLock { $0 = [] }
        try stack.context.loadFaults(pages)
        #expect(log.statements.withLock { $0 }.count == statements)
        for (key, page) in zip(keys, pages) where (1...400).contains(key) {
            #expect(!page.isFault)
            #expect(try page.value(forKey: "number", as: Int64.self) == 2 * key)
        }
        let missing = zip(keys, pages).filter { !(1...400).contains($0.0) }
        #expect(missing.map(\.1).filter { !$0.isFault }.isEmpty)
    }

    @Test("Members of one entity are found by the index of their foreign key alone")
    func members() throws {
        let log = Log()
        let stack = try Stack(Self.model) { trace in
            log.statements.withLock { $0.append(trace.sql) }
        }
        let books = try (0..<3).map { _ in try stack.context.insert("Book", [:]) }
        try stack.context.save()
        let other = try stack.otherContext()
        let same = try books.map { try other.object(with: $0.objectID) }
        try other.loadMembers(ofRelationships: ["pages"], of: same)
        let sql = try #require(log.statements.withLock { $0.last })
        #expect(sql.contains("FROM \"ZPAGE\""))
        let plan = try Connection(path: stack.path, mode: .readOnly).rows(
            "EXPLAIN QUERY PLAN \(sql)"
        ) { $0.text(at: 3) ?? "" }
        #expect(plan.count == 1)
        #expect(plan.first?.contains("USING COVERING INDEX") == true, "\(plan)")
    }

    @Test("The IDs of members are in order, include unsaved ones, and need no objects")
    func memberIDs() throws {
        let stack = try Stack(
            Self.model.replacing("name=\"pages\"", with: "name=\"pages\" ordered=\"YES\""))
        let pages = try (1...3).map { try stack.context.insert("Page", ["number": Int64($0)]) }
        let book = try stack.context.insert("Book", [:])
        try book.setObjects([pages[2], pages[0]], forKey: "pages")
        try stack.context.save()
        let other = try stack.otherContext()
        let same = try other.object(with: book.objectID)
        let saved = [pages[2].objectID, pages[0].objectID]
        #expect(try same.objectIDs(forRelationshipNamed: "pages") == saved)
        #expect(other.registeredObject(for: saved[0]) == nil)
        let page = try other.insert("Page", ["number": Int64(4)])
        try same.relatedObjects(forKey: "pages").insert(page, at: 1)
        #expect(
            try same.objectIDs(forRelationshipNamed: "pages") == [saved[0], page.objectID, saved[1]])
        #expect(throws: ManagedObjectError.unknownKey(entity: "Book", key: "leaves")) {
            try same.objectIDs(forRelationshipNamed: "leaves")
        }
    }

    @Test(
        "Objects are indexed by name, and a repeated name finds the first",
        arguments: [0, 1, 4, 5, 40])
    func names(count: Int) {
        let names = (0..<count).map { "name \($0)" }
        let places = NameIndices(names + names)
        for (place, name) in names.enumerated() { #expect(places[name] == place) }
        #expect(places["nome 0"] == nil)
    }
}
