import Foundation
import ObjectModel
import SQLite
import StoreFormat
import TestSupport
import Testing

@testable import ObjectLayer

@Suite struct FetchingTests {
    private func library() throws -> (Stack, ManagedObjectContext) {
        let stack = try Stack(TestModels.library)
        let context = stack.context
        for (number, name) in ["b", "a", "C", "ä", "c"].enumerated() {
            let author = try context.insert(
                number < 2 ? "Poet" : "Novelist", ["name": "Author \(number)"])
            for book in 0...number {
                _ = try context.insert(
                    "Book",
                    ["name": "\(name)\(book)", "author": author, "copies": book, "rating": 0.5])
            }
        }
        try context.save()
        return (stack, try stack.otherContext())
    }

    @Test("Subentities are fetched with their superentity unless excluded")
    func subentities() throws {
        let (stack, context) = try library()
        defer { withExtendedLifetime(stack) {} }
        var request = FetchRequest(entityName: "Author")
        #expect(try context.count(for: request) == 5)
        #expect(try Set(context.fetch(request).map(\.objectID.entityName)) == ["Poet", "Novelist"])
        request.includesSubentities = false
        #expect(try context.count(for: request) == 0)
        #expect(try context.count(for: FetchRequest(entityName: "Poet")) == 2)
    }

    @Test("Variables and literals can be Swift values and objects")
    func variables() throws {
        let (stack, context) = try library()
        defer { withExtendedLifetime(stack) {} }
        let author = try #require(try context.fetch(FetchRequest(entityName: "Novelist")).first)
        let (name, copies, rating, flag) = ("c0", 0, 0.5, true)
        let (date, bytes, id) = (Date(timeIntervalSinceReferenceDate: 1.5), Data([1, 2]), UUID())
        let (price, page, none) = (
            try #require(Decimal(string: "-12.50")), try #require(URL(string: "https://example.org/a")),
            nil as String?
        )
        func constant(_ argument: any PredicateArgumentConvertible) throws -> String {
            try Predicate(format: "x == %@", arguments: [argument]).format
        }
        func literal(_ constant: PropertyValue) throws -> String {
            try Predicate(format: "x == %@", arguments: [.value(constant)]).format
        }
        #expect(try constant(name) == literal(.string("c0")))
        #expect(try constant(copies) == literal(.integer(0)))
        #expect(try constant(Int16(7)) == literal(.integer(7)))
        #expect(try constant(rating) == literal(.double(0.5)))
        #expect(try constant(flag) == literal(.bool(true)))
        #expect(try constant(date) == literal(.date(1.5)))
        #expect(try constant(bytes) == literal(.data([1, 2])))
        #expect(try constant(id) == literal(.uuid(withUnsafeBytes(of: id.uuid) { Array($0) })))
        #expect(try constant(price) == literal(.decimal("-12.5")))
        #expect(try constant(page) == literal(.uri("https://example.org/a")))
        #expect(try constant(none) == literal(.null))
        #expect(try constant(Optional(name)) == literal(.string("c0")))
        #expect(
            try constant(["a", name])
                == Predicate(format: "x == %@", arguments: [.values([.string("a"), .string("c0")])]).format)
        var request = FetchRequest(entityName: "Book")
        request.predicate = try Predicate(format: "author == %@", arguments: [author])
        #expect(try context.fetch(request) == author.objects(forKey: "books"))
        request.predicate = try Predicate(format: "author == %@", arguments: [author.objectID])
        #expect(try context.fetch(request) == author.objects(forKey: "books"))
        request.predicate = try Predicate(
            format: "author IN %@ AND %K == %@ AND copies == %d",
            arguments: [[author], PredicateArgument.keyPath("rating"), rating, copies])
        #expect(try context.count(for: request) == 1)
        let key = "name"
        request.predicate = try Predicate(format: "%K == %@", arguments: [key, "a0"])
        #expect(try context.count(for: request) == 1)
        request.predicate = try Predicate(format: "copies == %@ OR rating == nil", arguments: [3])
        #expect(try context.count(for: request) == 2)
    }

    @Test("Predicates can refer to objects by ID")
    func objects() throws {
        let (stack, context) = try library()
        defer { withExtendedLifetime(stack) {} }
        let author = try #require(try context.fetch(FetchRequest(entityName: "Novelist")).first)
        var request = FetchRequest(entityName: "Book")
        request.predicate = try Predicate(
            format: "author == %@", arguments: [.expression(.object(author.objectID))])
        #expect(try context.fetch(request) == author.objects(forKey: "books"))
        request.predicate = try Predicate(
            format: "SELF == %@", arguments: [.expression(.object(author.objectID))])
        #expect(try context.fetch(request).isEmpty)
    }

    /// Source: an experiment. The text was searched for among texts, and no object was found.
    @Test("CONTAINS on a relationship accepts a text as an object's ID, like IN")
    func containedObjects() throws {
        let (stack, context) = try library()
        defer { withExtendedLifetime(stack) {} }
        let novelist = try #require(try context.fetch(FetchRequest(entityName: "Novelist")).first)
        let book = try #require(try novelist.objects(forKey: "books").first)
        let text = book.objectID.uriRepresentation.split(separator: "/").suffix(2)
            .joined(separator: "/")
        for format in ["books CONTAINS '\(text)'", "'\(text)' IN books", "ANY books == '\(text)'"] {
            var request = try FetchRequest(format: "Author WHERE \(format)")
            request.interpretsTextConstants = true
            #expect(try context.fetch(request) == [novelist], "\(format)")
            request = try FetchRequest(format: "Author WHERE NOT (\(format))")
            request.interpretsTextConstants = true
            #expect(try context.count(for: request) == 4, "\(format)")
        }
    }

    /// Source: experiments. Objects were silently unordered. SQLite orders keys, bytes and texts.
    @Test("IDs, destinations, UUIDs and URLs can be sorted", arguments: [false, true])
    func orderOfOtherKinds(isPending: Bool) throws {
        let stack = try Stack(
            """
            <entity name="A"><attribute name="name" optional="YES" attributeType="String"/>
            <attribute name="code" optional="YES" attributeType="UUID"/>
            <attribute name="link" optional="YES" attributeType="URI"/>
            <relationship name="b" optional="YES" maxCount="1" destinationEntity="B"
                inverseName="a" inverseEntity="B"/></entity>
            <entity name="B"><relationship name="a" optional="YES" toMany="YES" destinationEntity="A"
                inverseName="b" inverseEntity="A"/></entity>
            """)
        let targets = try (0..<3).map { _ in try stack.context.insert("B", [:]) }
        for (name, number) in [("x", 1), ("y", 2), ("z", 0)] {
            let uuid = try #require(UUID(uuidString: "\(number)2345678-0000-0000-0000-000000000000"))
            _ = try stack.context.insert(
                "A",
                [
                    "name": name, "code": uuid, "b": targets[number],
                    "link": try #require(URL(string: "http://\(number).org")),
                ])
        }
        _ = try stack.context.insert("A", ["name": "-"])
        try stack.context.save()
        let objects = try stack.context.fetch(FetchRequest(entityName: "A"))
        if isPending { try objects[0].setValue("x ", forKey: "name") }
        func names(_ order: String) throws -> String {
            let request = try FetchRequest(format: "A ORDER BY \(order)")
            return try stack.context.fetch(request).map {
                String(try $0.value(forKey: "name", as: String.self)?.prefix(1) ?? "")
            }.joined()
        }
        for key in ["code", "link", "b", "b.objectID"] {
            #expect(try names(key) == "-zxy", "\(key)")
            #expect(try names(key + " DESC") == "yxz-", "\(key)")
        }
        #expect(try names("objectID DESC") == "-zyx")
    }

    @Test("Unsaved insertions, changes and deletions affect a fetch")
    func pendingChanges() throws {
        let (stack, context) = try library()
        defer { withExtendedLifetime(stack) {} }
        var request = FetchRequest(entityName: "Book")
        request.predicate = try Predicate(format: "copies > 2 AND author.name != 'Author 3'")
        request.sortDescriptors = [SortDescriptor(key: "name")]
        let before = try context.fetch(request)
        #expect(before.count == 2)
        let new = try context.insert("Book", ["name": "0", "copies": 7])
        try before[0].setValue(0, forKey: "copies")
        try context.delete(before[1])
        #expect(try context.fetch(request) == [new])
        #expect(try context.count(for: request) == 1)
        // With another name, the books of author 3 no longer match.
        let authors = try context.fetch(FetchRequest(entityName: "Author"))
        try authors[3].setValue("Other", forKey: "name")
        #expect(try context.fetch(request).count == 2)
        request.includesPendingChanges = false
        #expect(try context.count(for: request) == 2)
        try context.save()
        request.includesPendingChanges = true
        // In the store, the author of the new book does not match.
        #expect(try context.fetch(request).count == 1)
    }

    @Test("Limit and offset apply to the sorted result, and one statement loads a batch of faults")
    func batches() throws {
        let (stack, _) = try library()
        let log = TraceLog()
        let coordinator = try PersistentStoreCoordinator(path: stack.path, sqlDebug: log.hook)
        let context = try ManagedObjectContext(coordinator)
        var request = FetchRequest(entityName: "Book")
        request.sortDescriptors = [
            SortDescriptor(key: "name", textOrder: .caseAndDiacriticInsensitive)
        ]
        request.fetchOffset = 1
        request.fetchLimit = 6
        request.fetchBatchSize = 4
        let books = try context.fetch(request)
        #expect(books.allSatisfy { $0.isFault })
        #expect(log.count == 1)
        let names = try books.map { try $0.value(forKey: "name", as: String.self) }
        // Equal ones, `a0` and `ä0`, are in the order of their IDs.
        #expect(names == ["ä0", "a1", "ä1", "ä2", "ä3", "b0"])
        #expect(log.count == 3)
        #expect(log.last?.contains("SELECT") == true && log.last?.contains("bind[0]") == true)
    }

    @Test("Relationships are prefetched by one statement each")
    func prefetching() throws {
        let (stack, _) = try library()
        let log = TraceLog()
        let coordinator = try PersistentStoreCoordinator(path: stack.path, sqlDebug: log.hook)
        let context = try ManagedObjectContext(coordinator)
        var request = FetchRequest(entityName: "Author")
        request.relationshipKeyPathsForPrefetching = ["books"]
        let authors = try context.fetch(request)
        #expect(authors.count == 5)
        let count = log.count
        #expect(count <= 4)
        for author in authors { _ = try author.objects(forKey: "books") }
        #expect(log.count == count)
    }

    @Test("Dictionaries have the requested values, distinct or grouped")
    func dictionaries() throws {
        let (stack, context) = try library()
        defer { withExtendedLifetime(stack) {} }
        var request = FetchRequest(entityName: "Book")
        request.propertiesToFetch = [.keyPath("rating")]
        request.returnsDistinctResults = true
        #expect(try context.fetchDictionaries(request) == [["rating": .attribute(.double(0.5))]])
        request = FetchRequest(entityName: "Book")
        request.sortDescriptors = [SortDescriptor(key: "author.name", ascending: false)]
        request.propertiesToFetch = [
            .keyPath("author.name"),
            .expression(name: "total", try Expression(format: "sum:(copies)")),
            .expression(name: "number", try Expression(format: "count:(name)")),
        ]
        request.propertiesToGroupBy = ["author.name"]
        request.fetchLimit = 2
        #expect(
            try context.fetchDictionaries(request) == [
                [
                    "author.name": .attribute(.string("Author 4")),
                    "total": .attribute(.integer(10)), "number": .attribute(.integer(5)),
                ],
                [
                    "author.name": .attribute(.string("Author 3")),
                    "total": .attribute(.integer(6)), "number": .attribute(.integer(4)),
                ],
            ])
    }

    @Test(
        "Invalid requests are refused",
        arguments: [
            ("nothing == 1", FetchRequestError.unknownKeyPath(entity: "Book", keyPath: "nothing")),
            ("author.pages == 1", .unknownKeyPath(entity: "Book", keyPath: "author.pages")),
            ("name == $NAME", .unknownVariable("NAME")),
            ("name MATCHES '('", .invalidRegularExpression("(")),
        ])
    func wrongPredicates(_ format: String, _ error: FetchRequestError) throws {
        let (stack, context) = try library()
        defer { withExtendedLifetime(stack) {} }
        var request = FetchRequest(entityName: "Book")
        request.predicate = try Predicate(format: format)
        #expect(throws: error) { try context.fetch(request) }
    }

    @Test("A template needs values for its variables")
    func templates() throws {
        let stack = try Stack(
            TestModels.library
                + "<fetchRequest name=\"Named\" entity=\"Book\" predicateString=\"name == $NAME\"/>"
        )
        _ = try stack.context.insert("Book", ["name": "x"])
        let coordinator = stack.coordinator
        let request = try coordinator.fetchRequestFromTemplate(
            named: "Named", substituting: ["NAME": .constant(.string("x"))])
        #expect(try stack.context.fetch(request).count == 1)
        #expect(throws: FetchRequestError.unknownVariable("NAME")) {
            try coordinator.fetchRequestFromTemplate(named: "Named")
        }
        #expect(throws: FetchRequestError.unknownTemplate("Other")) {
            try coordinator.fetchRequestFromTemplate(named: "Other")
        }
    }

    @Test("An object ID is written as a URI and read back")
    func uris() throws {
        let (stack, context) = try library()
        let poet = try #require(try context.fetch(FetchRequest(entityName: "Poet")).first)
        let uri = poet.objectID.uriRepresentation
        #expect(uri == "x-coredata://\(stack.coordinator.storeUUID)/Poet/p1")
        #expect(stack.coordinator.managedObjectID(forURIRepresentation: uri) == poet.objectID)
        // The entity of the row counts, even if the URI has another entity of the family.
        let general = try #require(
            stack.coordinator.managedObjectID(entityName: "Author", primaryKey: 1))
        #expect(general == poet.objectID)
        let other = try stack.otherContext()
        #expect(try other.object(with: general).objectID.entityName == "Poet")
        for wrong in ["", "x-coredata://A/Poet/p1", uri + "x", uri.replacing("Poet", with: "No")] {
            #expect(stack.coordinator.managedObjectID(forURIRepresentation: wrong) == nil)
        }
        let missing = try #require(
            stack.coordinator.managedObjectID(entityName: "Poet", primaryKey: 99))
        #expect(throws: ManagedObjectError.faultNotFulfilled(missing)) {
            try other.existingObject(with: missing)
        }
    }
}

/// Records the SQL that ran.
final class TraceLog: @unchecked Sendable {
    private let lock = NSLock()
    private var entries: [SQLTrace] = []

    var hook: SQLTrace.Hook {
        { [self] trace in lock.withLock { entries.append(trace) } }
    }
    var count: Int { lock.withLock { entries.count } }
    var last: String? { lock.withLock { entries.last?.description } }
}
