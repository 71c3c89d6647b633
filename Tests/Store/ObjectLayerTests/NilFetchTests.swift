import Foundation
import ObjectModel
import TestSupport
import Testing

@testable import ObjectLayer

/// Missing values, in fetches from the store and in memory.
///
/// Sources: Apple's Predicate Programming Guide ("Using Null Values"), and public reports that a fetch
/// with `!=` or `NOT … CONTAINS` leaves out the objects whose value is nil, as the SQL that Core Data
/// prints (`t0.ZAUTHOR <> ?`) does.
@Suite("nil in fetches")
struct NilFetchTests {
    private let stack: Stack

    init() throws {
        stack = try Stack(
            """
            <entity name="Item"><attribute name="name" attributeType="String"/>
            <attribute name="author" optional="YES" attributeType="String"/>
            <attribute name="editor" optional="YES" attributeType="String"/>
            <attribute name="price" optional="YES" attributeType="Double"/>
            <attribute name="day" optional="YES" attributeType="Date"/>
            <relationship name="unit" optional="YES" maxCount="1" destinationEntity="Unit"
                inverseName="items" inverseEntity="Unit"/>
            <relationship name="tags" optional="YES" toMany="YES" destinationEntity="Tag"
                inverseName="items" inverseEntity="Tag"/></entity>
            <entity name="Unit"><attribute name="name" optional="YES" attributeType="String"/>
            <relationship name="items" optional="YES" toMany="YES" destinationEntity="Item"
                inverseName="unit" inverseEntity="Item"/></entity>
            <entity name="Tag"><attribute name="label" optional="YES" attributeType="String"/>
            <relationship name="items" optional="YES" toMany="YES" destinationEntity="Item"
                inverseName="tags" inverseEntity="Item"/></entity>
            """)
        let context = stack.context
        let kg = try context.insert("Unit", ["name": "kg"])
        let nameless = try context.insert("Unit", [:])
        let red = try context.insert("Tag", ["label": "red"])
        let blank = try context.insert("Tag", [:])
        let full = try context.insert(
            "Item",
            [
                "name": "full", "author": "X", "editor": "X", "price": 2.0, "unit": kg,
                "day": Date(timeIntervalSinceReferenceDate: 10),
            ])
        try full.relatedObjects(forKey: "tags").add(red)
        let other = try context.insert(
            "Item", ["name": "other", "author": "Y", "editor": "Z", "price": 5.0, "unit": nameless])
        try other.relatedObjects(forKey: "tags").add(blank)
        let empty = try context.insert("Item", ["name": "empty"])
        _ = empty
        try context.save()
    }

    /// The objects that a predicate finds in the store, and those that it matches in memory.
    private static let cases: [(format: String, stored: [String], inMemory: [String])] = [
        ("author != 'X'", ["other"], ["empty", "other"]),
        ("NOT (author == 'X')", ["other"], ["empty", "other"]),
        ("author == nil", ["empty"], ["empty"]),
        ("author != nil", ["full", "other"], ["full", "other"]),
        ("NOT (author == nil)", ["full", "other"], ["full", "other"]),
        ("author != 'X' OR author == nil", ["empty", "other"], ["empty", "other"]),
        ("author !=[c] 'x'", ["other"], ["empty", "other"]),
        ("author == editor", ["full"], ["empty", "full"]),
        ("author != editor", ["other"], ["other"]),
        ("author IN {'X', 'Z'}", ["full"], ["full"]),
        ("NOT (author IN {'X', 'Z'})", ["other"], ["empty", "other"]),
        ("author IN {nil, 'X'}", ["full"], ["empty", "full"]),
        ("NOT (author IN {nil, 'X'})", [], ["other"]),
        ("NOT (author IN {})", ["empty", "full", "other"], ["empty", "full", "other"]),
        ("price BETWEEN {1, 3}", ["full"], ["full"]),
        ("NOT (price BETWEEN {1, 3})", ["other"], ["empty", "other"]),
        ("NOT (price > 3)", ["full"], ["empty", "full"]),
        ("price + 1 != 3", ["other"], ["empty", "other"]),
        ("NOT (day < CAST(20, 'NSDate'))", [], ["empty", "other"]),
        ("NOT (author CONTAINS 'X')", ["other"], ["empty", "other"]),
        ("NOT (author BEGINSWITH 'X')", ["other"], ["empty", "other"]),
        ("NOT (author ENDSWITH[cd] 'x')", ["other"], ["empty", "other"]),
        ("NOT (author LIKE 'X*')", ["other"], ["empty", "other"]),
        ("NOT (author MATCHES 'X')", ["other"], ["empty", "other"]),
        ("NOT ('X' IN author)", ["other"], ["empty", "other"]),
        ("unit.name != 'kg'", [], ["empty", "other"]),
        ("NOT (unit.name == 'kg')", [], ["empty", "other"]),
        ("unit.name == nil", ["empty", "other"], ["empty", "other"]),
        ("unit != nil", ["full", "other"], ["full", "other"]),
        ("ANY tags.label != 'red'", [], ["other"]),
        ("ANY tags.label == nil", ["other"], ["other"]),
        ("NONE tags.label == 'red'", ["empty", "other"], ["empty", "other"]),
        ("NOT (ANY tags.label != 'blue')", ["empty", "other"], ["empty"]),
        ("SUBQUERY(tags, $t, $t.label != 'blue').@count == 1", ["full"], ["full", "other"]),
        (
            "SUBQUERY(tags, $t, NOT ($t.label == 'red')).@count == 0",
            ["empty", "full", "other"], ["empty", "full"]
        ),
        ("NOT (tags.@max.label == 'red')", [], ["empty", "other"]),
        (
            "TERNARY(author == 'X', 1, 2) == 2", ["empty", "other"], ["empty", "other"]
        ),
    ]

    @Test("A fetch compares nil as SQL does, and unsaved objects as NSPredicate does")
    func cases() throws {
        let context = try stack.otherContext()
        let all = try context.fetch(FetchRequest(entityName: "Item"))
        let memory = PredicateEvaluator(.compared)
        let likeSQL = PredicateEvaluator(.unknown)
        for (format, stored, inMemory) in Self.cases {
            #expect(try context.names("Item", format) == stored, "\(format)")
            var request = FetchRequest(entityName: "Item")
            request.predicate = try Predicate(format: format)
            let predicate = try #require(
                try FetchPlan(request, in: stack.coordinator.map).predicate)
            func names(_ evaluator: PredicateEvaluator) throws -> [String] {
                try all.filter {
                    try evaluator.holds(predicate, in: PredicateEvaluator.Scope(object: $0))
                }.compactMap { try $0.value(forKey: "name", as: String.self) }.sorted()
            }
            #expect(try names(likeSQL) == stored, "\(format)")
            #expect(try names(memory) == inMemory, "\(format)")
        }
    }

    @Test("Of two objects that differ only in being saved, the unsaved one is found")
    func unsaved() throws {
        let context = try stack.otherContext()
        _ = try context.insert("Item", ["name": "new"])
        #expect(try context.names("Item", "author != 'X'") == ["new", "other"])
        #expect(try context.names("Item", "unit.name != 'kg'") == ["new"])
        let empty = try #require(
            try context.fetch(FetchRequest(entityName: "Item")).first {
                try $0.value(forKey: "name", as: String.self) == "empty"
            })
        try empty.setValue(1.0, forKey: "price")
        #expect(try context.names("Item", "author != 'X'") == ["empty", "new", "other"])
        try context.save()
        #expect(try context.names("Item", "author != 'X'") == ["other"])
    }

    @Test("Groups compare nil as SQL does, too")
    func groups() throws {
        var request = try FetchRequest(
            format: "Item SELECT author, sum(price) AS total, max(price) AS most GROUP BY author "
                + "HAVING $most != 2 ORDER BY author")
        let groups = try stack.context.fetchDictionaries(request)
        #expect(groups.map { $0["author"] } == [.attribute(.string("Y"))])
        request.havingPredicate = try Predicate(format: "$most == nil")
        #expect(try stack.context.fetchDictionaries(request).count == 1)
    }
}
