import ObjectModel
import TestSupport
import Testing

@testable import ObjectLayer

/// Fetch requests for which Core Data raises an exception with an SQLite store.
///
/// Sources: Core Data Programming Guide, "Persistent Store Types and Behaviors" (one to-many element in
/// a key path; no transient properties), `NSFetchRequest` ("SELECT clauses in queries with GROUP BY
/// components …"), and public reports of the exceptions quoted at ``FetchRefusal/Kind``.
@Suite("Requests that Core Data refuses")
struct RefusalTests {
    private static let model = """
        <entity name="Book"><attribute name="name" optional="YES" attributeType="String"/>
        <attribute name="copies" optional="YES" attributeType="Integer 32"/>
        <attribute name="shown" optional="YES" transient="YES" attributeType="String"/>
        <relationship name="tags" optional="YES" toMany="YES" destinationEntity="Tag"
            inverseName="books" inverseEntity="Tag"/>
        <relationship name="shelf" optional="YES" maxCount="1" destinationEntity="Shelf"
            inverseName="books" inverseEntity="Shelf"/></entity>
        <entity name="Tag"><attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="books" optional="YES" toMany="YES" destinationEntity="Book"
            inverseName="tags" inverseEntity="Book"/></entity>
        <entity name="Shelf"><attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="books" optional="YES" toMany="YES" destinationEntity="Book"
            inverseName="shelf" inverseEntity="Book"/></entity>
        """

    private static let requests: [(format: String, [FetchRefusal.Kind])] = [
        ("Book WHERE ALL tags.name == 'x'", [.allModifier]),
        ("Book WHERE tags.name == 'x'", [.toManyWithoutAny]),
        ("Book WHERE tags == nil", [.toManyWithoutAny]),
        ("Book WHERE tags.name CONTAINS[cd] 'x'", [.toManyWithoutAny]),
        ("Book WHERE NOT (tags.name BEGINSWITH 'x')", [.toManyWithoutAny]),
        ("Book WHERE name == tags.name", [.toManyWithoutAny]),
        ("Book WHERE ANY tags.books.name == 'x'", [.severalToMany]),
        ("Book WHERE ANY shelf.books.tags.name == 'x'", [.severalToMany]),
        ("Book WHERE tags.books.@count > 1", [.severalToMany]),
        ("Book WHERE shown == 'x'", [.transientProperty]),
        ("Book WHERE tags[SIZE] > 1", [.collectionOperation]),
        ("Book WHERE 'x' IN tags.@unionOfObjects.name", [.collectionOperation]),
        ("Book WHERE tags.@distinctUnionOfObjects.name CONTAINS 'x'", [.collectionOperation]),
        ("Book WHERE tags[0].name == 'x' OR tags[FIRST] == nil", [.collectionOperation]),
        (
            "Book WHERE SUBQUERY(tags, $t, ALL $t.books.name == 'x').@count > 0", [.allModifier]
        ),
        ("Book ORDER BY tags.@count", [.sortByAggregate]),
        ("Book ORDER BY shown", [.transientProperty]),
        ("Book SELECT name, copies * 2 AS twice ORDER BY twice", [.columnName]),
        ("Book SELECT name, sum(copies) AS total GROUP BY name HAVING total > 1", [.columnName]),
        ("Book SELECT name, sum(copies) AS total GROUP BY name ORDER BY total", [.columnName]),
        ("Book SELECT name, copies, count(*) GROUP BY name", [.columnOutsideGroup]),
        // Names of both a column and a property.
        ("Book SELECT name, count(*) AS copies GROUP BY name HAVING copies > 1", [.columnHidesProperty]),
        ("Book SELECT name, count(*) AS tags GROUP BY name ORDER BY tags", [.columnHidesProperty]),
        ("Book SELECT name, copies * 2 AS copies ORDER BY copies", [.columnHidesProperty]),
    ]

    @Test("They are refused unless extensions are allowed", arguments: requests)
    func refused(format: String, kinds: [FetchRefusal.Kind]) throws {
        let stack = try Stack(Self.model)
        let book = try stack.context.insert("Book", ["name": "a", "copies": 2])
        try book.relatedObjects(forKey: "tags").add(stack.context.insert("Tag", ["name": "x"]))
        try stack.context.save()
        var request: FetchRequest
        do {
            request = try FetchRequest(format: format)
        } catch {
            Issue.record("\(format): \(error)")
            return
        }
        func fetch() throws {
            if request.propertiesToFetch.isEmpty {
                _ = try stack.context.fetch(request)
                _ = try stack.context.fetchObjectIDs(request)
                if request.sortDescriptors.isEmpty { _ = try stack.context.count(for: request) }
            } else {
                _ = try stack.context.fetchDictionaries(request)
            }
        }
        let refusals: [FetchRefusal]
        do {
            refusals = try request.refusals(in: stack.coordinator)
        } catch FetchRequestError.unsupported {
            // The format language does not support this for objects at all.
            return
        }
        #expect(refusals.map(\.kind) == kinds, "\(format)")
        #expect(refusals.allSatisfy { !$0.reason.isEmpty })
        #expect(throws: FetchRequestError.refusedByCoreData(refusals), "\(format)") { try fetch() }
        request.allowsExtensions = true
        #expect(throws: Never.self, "\(format)") { try fetch() }
    }

    @Test(
        "Requests that Core Data accepts need no extensions",
        arguments: [
            "Book WHERE ANY tags.name == 'x'", "Book WHERE NONE tags.name == 'x'",
            "Book WHERE tags CONTAINS 'Tag/p1'", "Book WHERE ANY tags.name IN {'x'}",
            "Book WHERE 'x' IN tags.name", "Book WHERE tags.@count > 0 AND shelf.books.@sum.copies > 1",
            "Book WHERE SUBQUERY(tags, $t, $t.name == 'x').@count > 0",
            "Book WHERE ANY shelf.books.name == 'x'", "Book ORDER BY shelf.name, name[l]",
            "Book SELECT shelf.name, sum(copies) AS total GROUP BY shelf.name HAVING $total > 1",
            "Book SELECT DISTINCT name ORDER BY name", "Book SELECT max(copies)",
        ])
    func answered(format: String) throws {
        let stack = try Stack(Self.model)
        var request = try FetchRequest(format: format)
        request.interpretsTextConstants = true
        #expect(try request.refusals(in: stack.coordinator) == [])
        _ =
            try request.propertiesToFetch.isEmpty
            ? stack.context.fetch(request).count : stack.context.fetchDictionaries(request).count
    }

    @Test("A child's fetch is refused like its parent's")
    func children() throws {
        let stack = try Stack(Self.model)
        let child = ManagedObjectContext(parent: stack.context)
        var request = FetchRequest(entityName: "Book")
        request.predicate = try Predicate(format: "ALL tags.name == 'x'")
        #expect(throws: FetchRequestError.self) { try child.fetch(request) }
        request.allowsExtensions = true
        #expect(try child.fetch(request).isEmpty)
    }
}
