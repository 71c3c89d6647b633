import Foundation
import ObjectModel
import TestSupport
import Testing

@testable import ObjectLayer

/// Hooks, automatic merges, batches, sections, transformable attributes, opening with other hashes.
///
/// Sources: Apple's documentation of `NSManagedObject` (awakeFromInsert and its like),
/// `NSManagedObjectContext.automaticallyMergesChangesFromParent`, `NSBatchInsertRequest`,
/// `NSBatchUpdateRequest`, `NSBatchDeleteRequest`, `NSFetchedResultsController`.
@Suite("Lifecycle features of an object layer")
struct LifecycleTests {
    private static let model = """
        <entity name="Item"><attribute name="name" optional="YES" attributeType="String"/>
        <attribute name="price" optional="YES" attributeType="Double"/>
        <attribute name="shown" optional="YES" transient="YES" attributeType="String"/>
        <attribute name="list" optional="YES" attributeType="Transformable"/>
        <relationship name="unit" optional="YES" maxCount="1" destinationEntity="Unit"
            inverseName="items" inverseEntity="Unit"/></entity>
        <entity name="Unit"><attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="items" optional="YES" toMany="YES" deletionRule="Cascade"
            destinationEntity="Item" inverseName="unit" inverseEntity="Item"/></entity>
        <entity name="Weight" parentEntity="Unit"/>
        """

    private final class Noting: ManagedObject {
        nonisolated(unsafe) static var log: [String] = []

        override func awakeFromInsert() throws {
            try setValue("new", forKey: "name")
            Self.log.append("insert")
        }
        override func awakeFromFetch() throws {
            let name = try value(forKey: "name", as: String.self) ?? ""
            try setValue("<\(name)>", forKey: "shown")
            Self.log.append("fetch")
        }
        override func prepareForDeletion() throws {
            let unit = try object(forKey: "unit")
            Self.log.append("delete \(unit != nil)")
        }
        override func willSave() throws {
            if !isDeleted, try value(forKey: "price", as: Double.self) == nil {
                try setValue(1.0, forKey: "price")
            }
            Self.log.append("will")
        }
        override func didSave() { Self.log.append("did") }
        override func reasonAgainst(_ value: StoredValue, forKey key: String) throws -> String? {
            value == .attribute(.string("bad")) ? "is bad" : nil
        }
    }

    @Test("Hooks are called where Core Data calls them")
    func hooks() throws {
        let stack = try Stack(Self.model)
        let coordinator = try PersistentStoreCoordinator(
            path: stack.path, access: .readWrite, objectClasses: ["Item": Noting.self])
        let context = try ManagedObjectContext(coordinator)
        Noting.log = []
        let item = try context.insertNewObject(forEntityName: "Item")
        #expect(try item.value(forKey: "name", as: String.self) == "new")
        try item.setValue(try context.insert("Unit", ["name": "kg"]), forKey: "unit")
        try context.save()
        #expect(try item.value(forKey: "price", as: Double.self) == 1)
        #expect(Noting.log == ["insert", "will", "did"])
        let other = try ManagedObjectContext(coordinator)
        let same = try other.existingObject(with: item.objectID)
        #expect(try same.value(forKey: "shown", as: String.self) == "<new>")
        #expect(!other.hasChanges)
        try same.setValue("bad", forKey: "name")
        #expect(
            try same.failuresForUpdate() == [
                ValidationFailure(objectID: same.objectID, key: "name", reason: .custom("is bad"))
            ])
        #expect(throws: ValidationError.self) { try other.save() }
        other.rollback()
        try other.delete(same)
        try other.save()
        #expect(Noting.log == ["insert", "will", "did", "fetch", "will", "delete true", "will", "did"])
    }

    @Test("A context with automatic merging gets other contexts' saves, and a child at once")
    func automaticMerging() throws {
        let stack = try Stack(Self.model)
        let item = try stack.context.insert("Item", ["name": "a"])
        try stack.context.save()
        let other = try stack.otherContext()
        other.automaticallyMergesChangesFromParent = true
        let seen = try other.existingObject(with: item.objectID)
        let child = ManagedObjectContext(parent: stack.context)
        child.automaticallyMergesChangesFromParent = true
        let inChild = try child.existingObject(with: item.objectID)
        try item.setValue("b", forKey: "name")
        try stack.context.save()
        #expect(try inChild.value(forKey: "name", as: String.self) == "b")
        #expect(try seen.value(forKey: "name", as: String.self) == "a")
        other.processPendingChanges()
        #expect(try seen.value(forKey: "name", as: String.self) == "b")
        other.automaticallyMergesChangesFromParent = false
        try item.setValue("c", forKey: "name")
        try stack.context.save()
        other.processPendingChanges()
        #expect(try seen.value(forKey: "name", as: String.self) == "b")
    }

    @Test("Batch requests change the store at once, and contexts only after a merge")
    func batches() throws {
        let stack = try Stack(Self.model)
        let context = stack.context
        let ids = try context.execute(
            BatchInsertRequest(
                entityName: "Item",
                objects: [["name": "a", "price": 1.0], ["name": "b", "price": 2.0], ["name": "c"]]))
        #expect(ids.count == 3 && ids.allSatisfy { !$0.isTemporaryID })
        #expect(!context.hasChanges)
        let first = try context.existingObject(with: ids[0])
        var update = BatchUpdateRequest(entityName: "Item")
        update.predicate = try Predicate(format: "price != nil")
        update.propertiesToUpdate = [
            "price": try Expression(format: "price * 10"), "name": .constant(.string("x")),
        ]
        let updated = try context.execute(update)
        #expect(updated == [ids[0], ids[1]])
        #expect(try first.value(forKey: "name", as: String.self) == "a")
        context.mergeChanges(updated: updated)
        #expect(try first.value(forKey: "name", as: String.self) == "x")
        #expect(
            try stack.rows("SELECT ZNAME, ZPRICE, Z_OPT FROM ZITEM ORDER BY Z_PK")
                == ["x|10.0|2", "x|20.0|2", "c|NULL|1"])
        var doomed = FetchRequest(entityName: "Item")
        doomed.predicate = try Predicate(format: "name == 'x'")
        let deleted = try context.execute(BatchDeleteRequest(fetchRequest: doomed))
        #expect(deleted == [ids[0], ids[1]])
        context.mergeChanges(deleted: deleted)
        #expect(first.isDeleted)
        #expect(try stack.rows("SELECT ZNAME FROM ZITEM") == ["c"])
        try FormatLint.expectSound(stack.path)
    }

    @Test("A list has sections of equal values, which its order must keep together")
    func sections() throws {
        let stack = try Stack(Self.model)
        for (name, price) in [("apple", 1.0), ("avocado", 2.0), ("bean", 1.0)] {
            _ = try stack.context.insert("Item", ["name": name, "price": price])
        }
        _ = try stack.context.insert("Item", ["price": 2.0])
        var request = FetchRequest(entityName: "Item")
        request.sortDescriptors = [SortDescriptor(key: "price"), SortDescriptor(key: "name")]
        let sections = try stack.context.fetchSections(request, by: "price")
        #expect(sections.map(\.name) == ["1.0", "2.0"])
        #expect(sections.map(\.numberOfObjects) == [2, 2])
        request.sortDescriptors = [SortDescriptor(key: "name")]
        #expect(
            try stack.context.fetchSections(request, by: "name").map(\.indexTitle)
                == [nil, "A", "A", "B"])
        #expect(throws: FetchRequestError.unsortedSections("price")) {
            try stack.context.fetchSections(request, by: "price")
        }
    }

    @Test("Transformable values are set and read as values, and archived like in apps")
    func transformables() throws {
        let stack = try Stack(Self.model)
        let item = try stack.context.insert("Item", [:])
        try item.setTransformedValue(.array([.string("a"), .integer(2)]), forKey: "list")
        try stack.context.save()
        let context = try stack.otherContext()
        defer { withExtendedLifetime(context) {} }
        let other = try context.existingObject(with: item.objectID)
        #expect(try other.transformedValue(forKey: "list") == .array([.string("a"), .integer(2)]))
        try other.setTransformedValue(nil, forKey: "list")
        #expect(try other.transformedValue(forKey: "list") == nil)
        #expect(throws: ManagedObjectError.self) { try item.transformedValue(forKey: "name") }
    }

    @Test("A predicate can use an object's entity, in SQL and in memory")
    func entities() throws {
        let stack = try Stack(Self.model)
        let weight = try stack.context.insert("Weight", ["name": "kg"])
        _ = try stack.context.insert("Unit", ["name": "piece"])
        _ = try stack.context.insert("Item", ["name": "a", "unit": weight])
        for _ in 0..<2 {
            #expect(try stack.context.names("Unit", "entity == 'Weight'") == ["kg"])
            #expect(try stack.context.names("Unit", "entity.name != 'Weight'") == ["piece"])
            #expect(try stack.context.names("Unit", "entity IN {'Unit', 'Weight'}").count == 2)
            #expect(try stack.context.names("Item", "unit.entity == 'Weight'") == ["a"])
            try stack.context.save()
        }
    }

    @Test("@unionOfObjects and @distinctUnionOfObjects return values if extensions are allowed")
    func unions() throws {
        let stack = try Stack(Self.model)
        let unit = try stack.context.insert("Unit", ["name": "kg"])
        for name in ["a", "a", "b"] { _ = try stack.context.insert("Item", ["name": name, "unit": unit]) }
        try stack.context.save()
        func count(_ format: String) throws -> Int {
            var request = FetchRequest(entityName: "Unit")
            request.predicate = try Predicate(format: format)
            request.allowsExtensions = true
            return try stack.context.count(for: request)
        }
        #expect(try count("items.@distinctUnionOfObjects.name.@count == 2") == 1)
        #expect(try count("items.@unionOfObjects.name.@count == 3") == 1)
        #expect(try count("'b' IN items.@distinctUnionOfObjects.name") == 1)
        #expect(try count("items.@distinctUnionOfObjects.name.@count == 3") == 0)
    }

    @Test("A model with other version hashes is accepted on request")
    func otherHashes() throws {
        let stack = try Stack(Self.model)
        let folder = try TestFolder()
        let other = try ModelFile.read(
            path: folder.writeModel(
                Self.model.replacing("name=\"price\" optional=\"YES\"", with: "name=\"price\""))
        ).model
        #expect(throws: (any Error).self) {
            try PersistentStoreCoordinator(path: stack.path, managedObjectModel: other)
        }
        let coordinator = try PersistentStoreCoordinator(
            path: stack.path, managedObjectModel: other, ignoresVersionHashes: true)
        #expect(coordinator.managedObjectModel == other)
        #expect(try ManagedObjectContext(coordinator).count(for: FetchRequest(entityName: "Item")) == 0)
    }
}
