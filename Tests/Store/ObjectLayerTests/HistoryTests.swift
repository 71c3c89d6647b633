import Foundation
import ObjectModel
import SQLite
import StoreFormat
import TestSupport
import Testing

@testable import ObjectLayer

/// Persistent history: the rules for bitmaps and tombstones, and the rows that a save adds.
///
/// Source: the Photos libraries of the corpus (docs/internals/format.md#persistent-history); names are those of
/// `NSPersistentHistoryTransaction` and `NSPersistentHistoryChange`.
@Suite("Persistent history")
struct HistoryTests {
    private static let model = """
        <entity name="Item"><attribute name="name" optional="YES" attributeType="String"/>
        <attribute name="code" optional="YES" attributeType="UUID"
            preserveAfterDeletion="YES"/>
        <attribute name="age" optional="YES" attributeType="Integer 16"
            preserveAfterDeletion="YES"/>
        <relationship name="unit" optional="YES" maxCount="1" destinationEntity="Unit"
            inverseName="items" inverseEntity="Unit"/>
        <relationship name="tags" optional="YES" toMany="YES" destinationEntity="Tag"
            inverseName="items" inverseEntity="Tag"/></entity>
        <entity name="Unit"><attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="items" optional="YES" toMany="YES" ordered="YES"
            destinationEntity="Item" inverseName="unit" inverseEntity="Item"/></entity>
        <entity name="Weight" parentEntity="Unit"><attribute name="alias" optional="YES"
            attributeType="String"/></entity>
        <entity name="Tag"><attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="items" optional="YES" toMany="YES" destinationEntity="Item"
            inverseName="tags" inverseEntity="Item"/></entity>
        """

    private final class Store {
        let folder: TestFolder
        let path: String
        let coordinator: PersistentStoreCoordinator
        let context: ManagedObjectContext

        init() throws {
            folder = try TestFolder()
            path = folder.path + "/Store.sqlite"
            let model = try ModelFile.read(path: folder.writeModel(HistoryTests.model)).model
            try StoreCreator(model: model, hasHistory: true).create(at: path)
            coordinator = try PersistentStoreCoordinator(path: path, access: .readWrite)
            context = try ManagedObjectContext(coordinator)
        }
    }

    @Test("A bitmap has to-ones, entity columns, order columns, attributes and to-manys in this order")
    func bits() throws {
        let store = try Store()
        let map = store.coordinator.map
        func bits(_ name: String) throws -> [HistoryBitmap.Bit] {
            let entity = try #require(map.entity(named: name))
            return HistoryBitmap(entity.description, entity.layout, in: map.model).bits
        }
        #expect(
            try bits("Item").map { "\($0.property) \($0.part)" } == [
                "unit value", "unit entity", "unit order", "age value", "code value", "name value",
                "tags value",
            ])
        // Inherited properties come first.
        #expect(try bits("Weight").map(\.property) == ["name", "alias", "items"])
    }

    @Test("A save adds a transaction with its changes, which can be read back")
    func saving() throws {
        let store = try Store()
        let context = store.context
        context.name = "import"
        context.transactionAuthor = "zseed"
        let unit = try context.insert("Weight", ["name": "kg"])
        let code = UUID()
        let item = try context.insert("Item", ["name": "a", "age": 3, "code": code])
        try context.save()
        try item.setValue("b", forKey: "name")
        try item.setValue(unit, forKey: "unit")
        try context.save()
        context.transactionAuthor = nil
        try context.delete(item)
        try context.save()
        let history = try store.coordinator.fetchHistory()
        #expect(history.map(\.transactionNumber) == [1, 2, 3])
        #expect(history.map(\.author) == ["zseed", "zseed", nil])
        #expect(history.allSatisfy { $0.contextName == "import" && $0.processID != nil })
        #expect(history[0].changes.map(\.changeType) == [.insert, .insert])
        #expect(history[0].changes.map(\.updatedProperties) == [[], []])
        let updates = history[1].changes
        #expect(Set(updates.map(\.entityName)) == ["Item", "Weight"])
        let update = try #require(updates.first { $0.entityName == "Item" })
        #expect(update.updatedProperties == ["unit", "name"])
        #expect(update.changedObjectID == item.objectID)
        #expect(updates.first { $0.entityName == "Weight" }?.updatedProperties == ["items"])
        let deletion = try #require(history[2].changes.first { $0.changeType == .delete })
        #expect(deletion.tombstone["age"] == .integer(3))
        #expect(deletion.tombstone["code"] == code.attributeValue)
        #expect(deletion.tombstone.count == 2)
        #expect(try store.coordinator.fetchHistory(after: 2).map(\.transactionNumber) == [3])
        // The rows equal those in stores of apps.
        let connection = try Connection(path: store.path, mode: .readOnly)
        let rows = try connection.rows(
            "SELECT Z_ENT, Z_OPT IS NULL, typeof(ZTIMESTAMP), ZAUTHOR IS NULL FROM ATRANSACTION"
        ) { row in (0..<4).map { row.text(at: $0) ?? "" }.joined(separator: "|") }
        #expect(rows == Array(repeating: "16002|1|real|1", count: 3))
        let keys = try connection.rows(
            "SELECT Z_ENT, Z_NAME, Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT > 16000 ORDER BY 1"
        ) { row in (0..<3).map { row.text(at: $0) ?? "" }.joined(separator: "|") }
        #expect(keys.count == 3 && keys[1] == "16002|TRANSACTION|3")
        #expect(
            try connection.integer(
                "SELECT count(*) FROM ACHANGE WHERE ZCHANGETYPE = 1 AND length(ZCOLUMNS) <> 1")
                == 0)
    }

    @Test("A failed save adds nothing, and a store without history stays without")
    func nothing() throws {
        let store = try Store()
        let item = try store.context.insert("Item", ["name": "a"])
        try store.context.save()
        let other = try ManagedObjectContext(store.coordinator)
        try other.existingObject(with: item.objectID).setValue("b", forKey: "name")
        try other.save()
        try item.setValue("c", forKey: "name")
        #expect(throws: MergeConflictError.self) { try store.context.save() }
        #expect(try store.coordinator.fetchHistory().count == 2)
        let plain = try Stack(Self.model)
        _ = try plain.context.insert("Item", [:])
        try plain.context.save()
        #expect(!plain.coordinator.hasPersistentHistory)
        #expect(try plain.coordinator.fetchHistory() == [])
    }

    @Test(
        "Every bitmap of real stores fits its entity, and to-ones change with their inverses",
        .enabled(if: Corpus.isPresent, Corpus.absence))
    func corpus() throws {
        var bitmaps = 0
        var (mirrored, alone) = (0, 0)
        for entry in Corpus.entries {
            guard let coordinator = try? PersistentStoreCoordinator(path: entry.store),
                coordinator.modelOrigin == .store
            else { continue }
            let model = coordinator.managedObjectModel
            let history = try coordinator.fetchHistory()
            let tracked = Set(history.flatMap { $0.changes.map(\.entityName) })
            for transaction in history {
                let touched = Set(
                    transaction.changes.filter { $0.changeType != .update }.map(\.entityName))
                var updated: [String: Set<String>] = [:]
                for change in transaction.changes where change.changeType == .update {
                    bitmaps += 1
                    let properties = try #require(
                        change.updatedProperties, "\(entry.name) \(change.changeID)")
                    updated[change.entityName, default: []].formUnion(properties)
                }
                for (name, properties) in updated {
                    for property in properties {
                        guard let entity = model.entity(named: name),
                            let relationship = entity.relationship(named: property),
                            !relationship.isToMany,
                            let inverse = relationship.inverseRelationshipName,
                            let destination = model.destination(of: relationship),
                            tracked.contains(destination.name)
                        else { continue }
                        if touched.contains(destination.name)
                            || updated[destination.name]?.contains(inverse) ?? false
                        {
                            mirrored += 1
                        } else {
                            alone += 1
                        }
                    }
                }
            }
        }
        #expect(bitmaps > 6_000)
        // Some changes were purged. With a wrong order of the bits, almost none would agree.
        #expect(mirrored > alone * 5, "\(mirrored) with their inverses, \(alone) without")
    }
}
