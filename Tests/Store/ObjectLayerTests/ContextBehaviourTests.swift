import Foundation
import ObjectModel
import TestSupport
import Testing

@testable import ObjectLayer

/// The behaviour of contexts apart from fetching and saving.
///
/// Sources: Apple's documentation of `NSFetchRequest.includesPendingChanges` (dictionaries reflect the
/// store), `NSManagedObject.changedValues()` ("persistent properties"),
/// `NSManagedObjectContext.mergeChanges(fromContextDidSave:)` and `processPendingChanges()`.
@Suite("Changes and notifications of contexts")
struct ContextBehaviourTests {
    private static let model = """
        <entity name="Item"><attribute name="name" optional="YES" attributeType="String"/>
        <attribute name="price" optional="YES" attributeType="Double"/>
        <attribute name="shown" optional="YES" transient="YES" attributeType="String"/>
        <relationship name="unit" optional="YES" maxCount="1" destinationEntity="Unit"
            inverseName="items" inverseEntity="Unit"/></entity>
        <entity name="Unit"><attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="items" optional="YES" toMany="YES" destinationEntity="Item"
            inverseName="unit" inverseEntity="Item"/></entity>
        """

    @Test("Dictionaries show the store's values, not unsaved ones, also in a child context")
    func dictionaries() throws {
        let stack = try Stack(Self.model)
        let context = stack.context
        let unit = try context.insert("Unit", ["name": "kg"])
        let item = try context.insert("Item", ["name": "a", "price": 1.0, "unit": unit])
        let other = try context.insert("Item", ["name": "b", "price": 2.0])
        try context.save()
        try item.setValue("changed", forKey: "name")
        try unit.setValue("g", forKey: "name")
        try context.delete(other)
        _ = try context.insert("Item", ["name": "c"])
        let request = try FetchRequest(format: "Item SELECT name, unit.name ORDER BY name")
        let stored: [[String: StoredValue]] = [
            ["name": .attribute(.string("a")), "unit.name": .attribute(.string("kg"))],
            ["name": .attribute(.string("b"))],
        ]
        #expect(try context.fetchDictionaries(request) == stored)
        let child = ManagedObjectContext(parent: context)
        #expect(try child.fetchDictionaries(request) == stored)
        let sum = try FetchRequest(format: "Item SELECT sum(price) AS total, count(*) AS n")
        #expect(
            try context.fetchDictionaries(sum)
                == [["total": .attribute(.double(3)), "n": .attribute(.integer(2))]])
        // Fetched objects do include unsaved changes.
        #expect(try context.names("Item") == ["c", "changed"])
        try context.save()
        #expect(try context.fetchDictionaries(request).count == 2)
    }

    @Test("Changed values include only persistent properties")
    func changedValues() throws {
        let stack = try Stack(Self.model)
        let item = try stack.context.insert("Item", ["name": "a"])
        try stack.context.save()
        try item.setValue("x", forKey: "shown")
        #expect(item.changedValues().isEmpty)
        try item.setValue("b", forKey: "name")
        #expect(item.changedValues() == ["name": .attribute(.string("b"))])
    }

    @Test("A new object is reported as inserted once, and afterwards as updated")
    func pendingChanges() throws {
        let stack = try Stack(Self.model)
        let context = stack.context
        var told: [[[ManagedObjectID]]] = []
        context.addObserver { notification in
            guard notification.name == .objectsDidChange else { return }
            told.append([
                notification.insertedObjectIDs, notification.updatedObjectIDs,
                notification.deletedObjectIDs,
            ])
        }
        let item = try context.insert("Item", ["name": "a"])
        let id = item.objectID
        context.processPendingChanges()
        try item.setValue("b", forKey: "name")
        context.processPendingChanges()
        try context.delete(item)
        context.processPendingChanges()
        #expect(told == [[[id], [], []], [[], [id], []], [[], [], [id]]])
        // An object that was never reported is not reported as deleted.
        try context.delete(try context.insert("Item", [:]))
        context.processPendingChanges()
        #expect(told.count == 3)
    }

    @Test("A merge registers inserted objects, refreshes changed ones, and keeps deleted ones readable")
    func merging() throws {
        let stack = try Stack(Self.model)
        let first = try stack.context.insert("Item", ["name": "a"])
        let second = try stack.context.insert("Item", ["name": "b"])
        try stack.context.save()
        let other = try stack.otherContext()
        let (changed, gone) = (
            try other.existingObject(with: first.objectID),
            try other.existingObject(with: second.objectID)
        )
        var saved: ManagedObjectContextNotification?
        stack.context.addObserver { if $0.name == .didSave { saved = $0 } }
        var told: ManagedObjectContextNotification?
        other.addObserver { told = $0 }
        try first.setValue("c", forKey: "name")
        try stack.context.delete(second)
        let new = try stack.context.insert("Item", ["name": "new"])
        try stack.context.save()
        other.mergeChanges(fromContextDidSave: try #require(saved))
        #expect(try changed.value(forKey: "name", as: String.self) == "c")
        #expect(gone.isDeleted)
        #expect(try gone.value(forKey: "name", as: String.self) == "b")
        #expect(other.registeredObject(for: gone.objectID) == nil)
        #expect(!other.hasChanges)
        let registered = try #require(other.registeredObject(for: new.objectID))
        #expect(try registered.value(forKey: "name", as: String.self) == "new")
        #expect(told?.name == .objectsDidChange)
        #expect(told?.insertedObjectIDs == [new.objectID])
        #expect(told?.refreshedObjectIDs == [first.objectID])
        #expect(told?.deletedObjectIDs == [gone.objectID])
    }

    @Test("A required derived attribute prevents insertion")
    func requiredDerived() throws {
        let stack = try Stack(
            """
            <entity name="Unit"><attribute name="itemCount" derived="YES"
                derivationExpression="items.@count" attributeType="Integer 64"/>
            <relationship name="items" optional="YES" toMany="YES" destinationEntity="Item"
                inverseName="unit" inverseEntity="Item"/></entity>
            <entity name="Item"><relationship name="unit" optional="YES" maxCount="1"
                destinationEntity="Unit" inverseName="items" inverseEntity="Unit"/></entity>
            """)
        let unit = try stack.context.insertNewObject(forEntityName: "Unit")
        #expect(try unit.failuresForInsert().map(\.key) == ["itemCount"])
        #expect(throws: ValidationError.self) { try stack.context.save() }
    }

    @Test(
        "A localized order uses the given locale",
        .enabled(if: TextOrder.isLocaleKnown, "Foundation carries no ICU here"))
    func locales() throws {
        let stack = try Stack(Self.model)
        for name in ["zebra", "ärlig", "Zoo", "apa", "öl", "item 10", "item 9", "côte", "coté"] {
            _ = try stack.context.insert("Item", ["name": name])
        }
        for isSaved in [false, true] {
            if isSaved { try stack.context.save() }
            func names(_ order: String, _ locale: String?) throws -> [String] {
                var request = try FetchRequest(format: "Item ORDER BY name[\(order)]")
                if let locale { request.localeIdentifier = locale }
                return try stack.context.fetch(request).compactMap {
                    try $0.value(forKey: "name", as: String.self)
                }
            }
            let english = ["apa", "ärlig", "coté", "côte", "item 10", "item 9", "öl", "zebra", "Zoo"]
            #expect(try names("l", nil) == english)
            #expect(try names("l", "de_DE") == english)
            #expect(
                try names("l", "sv_SE") == [
                    "apa", "coté", "côte", "item 10", "item 9", "zebra", "Zoo", "ärlig", "öl",
                ])
            #expect(
                try names("n", "sv_SE") == [
                    "apa", "coté", "côte", "item 9", "item 10", "zebra", "Zoo", "ärlig", "öl",
                ])
        }
    }
}
