import Foundation
import ObjectModel
import StoreFormat
import TestSupport
import Testing

@testable import ObjectLayer

@Suite struct ContextTests {
    @Test("A context has one object per ID, and releases unreferenced ones")
    func identity() throws {
        let stack = try Stack.groceries()
        _ = try stack.context.insert("Item", ["name": "Milk"])
        try stack.context.save()
        let context = try stack.otherContext()
        var first = try context.fetch(FetchRequest(entityName: "Item")).first
        #expect(try context.fetch(FetchRequest(entityName: "Item")).first === first)
        let id = try #require(first?.objectID)
        #expect(context.registeredObject(for: id) === first)
        first = nil
        #expect(context.registeredObject(for: id) == nil)
        #expect(context.registeredObjects.isEmpty)
    }

    @Test("Rollback restores the old values")
    func rollback() throws {
        let stack = try Stack.groceries()
        let context = stack.context
        let unit = try context.insert("Unit", ["name": "kg"])
        let item = try context.insert("Item", ["name": "Milk", "unit": unit])
        try context.save()
        try item.setValue("Cream", forKey: "name")
        try context.delete(unit)
        let new = try context.insert("Item", ["name": "New"])
        #expect(try item.object(forKey: "unit") == nil)
        context.rollback()
        #expect(!context.hasChanges && !unit.isDeleted && new.managedObjectContext == nil)
        #expect(try item.value(forKey: "name", as: String.self) == "Milk")
        #expect(try item.object(forKey: "unit") === unit)
        #expect(try unit.objects(forKey: "items") == [item])
    }

    @Test(
        "A conflict fails, or is resolved by the merge policy",
        arguments: [
            (MergePolicy.error, "Cream|2.0|2"), (.mergeByPropertyStoreTrump, "Cream|9.0|3"),
            (.mergeByPropertyObjectTrump, "Skimmed|9.0|3"), (.overwrite, "Skimmed|9.0|3"),
            (.rollback, "Cream|2.0|3"),
        ])
    func mergePolicies(_ policy: MergePolicy, _ expected: String) throws {
        let stack = try Stack.groceries()
        let item = try stack.context.insert(
            "Item", ["name": "Milk", "quantity": 2.0, "barcode": "1"])
        try stack.context.save()
        let other = try stack.otherContext()
        let same = try other.existingObject(with: item.objectID)
        try same.setValue("Cream", forKey: "name")
        try same.setValue("2", forKey: "barcode")
        try other.save()
        try item.setValue("Skimmed", forKey: "name")
        try item.setValue(9.0, forKey: "quantity")
        stack.context.mergePolicy = policy
        if policy == .error {
            let conflict = MergeConflict(objectID: item.objectID, oldVersion: 1, newVersion: 2)
            #expect(throws: MergeConflictError(conflicts: [conflict])) { try stack.context.save() }
            #expect(item.isUpdated)
        } else {
            try stack.context.save()
            // The object has the values of the store.
            let row = try stack.rows("SELECT ZNAME, ZQUANTITY, ZBARCODE FROM ZITEM")
            let name = try item.value(forKey: "name", as: String.self) ?? ""
            let quantity = try item.value(forKey: "quantity", as: Double.self) ?? 0
            let code = try item.value(forKey: "barcode", as: String.self) ?? ""
            #expect(row == ["\(name)|\(quantity)|\(code)"])
            #expect(code == (policy == .overwrite ? "1" : "2"))
        }
        #expect(try stack.rows("SELECT ZNAME, ZQUANTITY, Z_OPT FROM ZITEM") == [expected])
        try FormatLint.expectSound(stack.path)
    }

    @Test("A change of an object that another context deleted is a conflict, or is discarded")
    func deletedMeanwhile() throws {
        let stack = try Stack.groceries()
        let item = try stack.context.insert("Item", ["name": "Milk"])
        try stack.context.save()
        let other = try stack.otherContext()
        try other.delete(other.existingObject(with: item.objectID))
        try other.save()
        try item.setValue("Cream", forKey: "name")
        #expect(
            throws: MergeConflictError(conflicts: [
                MergeConflict(objectID: item.objectID, oldVersion: 1, newVersion: nil)
            ])
        ) { try stack.context.save() }
        stack.context.mergePolicy = .mergeByPropertyStoreTrump
        try stack.context.save()
        #expect(item.managedObjectContext == nil && !stack.context.hasChanges)
    }

    @Test(
        "Deleting an object that another context has changed is a conflict, unless a policy settles it",
        arguments: [
            MergePolicy.error, .mergeByPropertyStoreTrump, .rollback, .mergeByPropertyObjectTrump,
            .overwrite,
        ])
    func changedMeanwhile(_ policy: MergePolicy) throws {
        let stack = try Stack.groceries()
        let item = try stack.context.insert("Item", ["name": "Milk"])
        try stack.context.save()
        let other = try stack.otherContext()
        try other.existingObject(with: item.objectID).setValue("Cream", forKey: "name")
        try other.save()
        try stack.context.delete(item)
        stack.context.mergePolicy = policy
        if policy == .error {
            #expect(
                throws: MergeConflictError(conflicts: [
                    MergeConflict(objectID: item.objectID, oldVersion: 1, newVersion: 2)
                ])
            ) { try stack.context.save() }
        } else {
            try stack.context.save()
        }
        #expect(
            try stack.rows("SELECT ZNAME, Z_OPT FROM ZITEM")
                == (policy == .error ? ["Cream|2"] : []))
    }

    @Test("A child sees its parent's unsaved changes, and saves to it")
    func children() throws {
        let stack = try Stack(TestModels.library)
        let parent = stack.context
        let author = try parent.insert("Poet", ["name": "Sappho"])
        let kept = try parent.insert("Book", ["name": "Kept"])
        let gone = try parent.insert("Book", ["name": "Gone", "author": author])
        try parent.save()
        try author.setValue("Psappho", forKey: "name")
        let child = ManagedObjectContext(parent: parent)
        let same = try child.object(with: author.objectID)
        #expect(same !== author)
        #expect(try same.value(forKey: "name", as: String.self) == "Psappho")
        let book = try child.insert("Book", ["name": "New", "author": same])
        let page = try child.insert("Page", ["number": 1, "book": book])
        try child.delete(child.object(with: gone.objectID))
        try child.object(with: kept.objectID).setValue(same, forKey: "author")
        #expect(try author.objects(forKey: "books") == [gone])
        #expect(try same.objects(forKey: "books").count == 2)
        try child.save()
        #expect(!child.hasChanges && gone.isDeleted)
        #expect(
            try Set(
                author.objects(forKey: "books").map {
                    try $0.value(forKey: "name", as: String.self)
                }) == ["Kept", "New"])
        #expect(book.objectID.isTemporaryID)
        #expect(try stack.rows("SELECT count(*) FROM ZPAGE") == ["0"])
        let grandchild = ManagedObjectContext(parent: child)
        #expect(try grandchild.fetch(FetchRequest(entityName: "Page")).count == 1)
        try parent.save()
        // All contexts of the family have the permanent ID.
        #expect(!book.objectID.isTemporaryID && !page.objectID.isTemporaryID)
        #expect(try page.object(forKey: "book") === book)
        #expect(
            try stack.rows("SELECT ZNAME, ZPAGECOUNT FROM ZBOOK ORDER BY 1") == ["Kept|0", "New|1"])
        try FormatLint.expectSound(stack.path)
        try book.setValue("Newer", forKey: "name")
        try child.save()
        try parent.save()
        #expect(
            try stack.rows("SELECT ZNAME, Z_OPT FROM ZBOOK WHERE ZNAME LIKE 'New%'") == ["Newer|2"])
    }

    @Test("A save notifies its observers, and another context can merge the notification")
    func notifications() throws {
        let stack = try Stack.groceries()
        let old = try stack.context.insert("Item", ["name": "Old"])
        let gone = try stack.context.insert("Item", ["name": "Gone"])
        try stack.context.save()
        let other = try stack.otherContext()
        let seen = try other.existingObject(with: old.objectID)
        let lost = try other.existingObject(with: gone.objectID)
        var told: [ManagedObjectContextNotification] = []
        let token = stack.context.addObserver { told.append($0) }
        let new = try stack.context.insert("Item", ["name": "New"])
        try old.setValue("Changed", forKey: "name")
        try stack.context.delete(gone)
        try stack.context.save()
        #expect(told.map(\.name) == [.objectsDidChange, .willSave, .didSave])
        let last = try #require(told.last)
        #expect(last.insertedObjectIDs == [new.objectID] && !new.objectID.isTemporaryID)
        #expect(last.updatedObjectIDs == [old.objectID])
        #expect(last.deletedObjectIDs == [lost.objectID])
        #expect(try seen.value(forKey: "name", as: String.self) == "Old")
        other.mergeChanges(fromContextDidSave: last)
        #expect(try seen.value(forKey: "name", as: String.self) == "Changed")
        #expect(lost.managedObjectContext == nil)
        stack.context.removeObserver(token)
        try old.setValue("Again", forKey: "name")
        try stack.context.save()
        #expect(told.count == 3)
    }

    @Test("Observers are notified of pending changes once, when these are processed")
    func pendingChanges() throws {
        let stack = try Stack.groceries()
        let context = stack.context
        let old = try context.insert("Item", ["name": "Old"])
        let gone = try context.insert("Item", ["name": "Gone"])
        try context.save()
        var told: [ManagedObjectContextNotification] = []
        context.addObserver { told.append($0) }
        context.processPendingChanges()
        #expect(told.isEmpty)
        let new = try context.insert("Item", ["name": "New"])
        try old.setValue("Changed", forKey: "name")
        try context.delete(gone)
        context.processPendingChanges()
        context.processPendingChanges()
        #expect(told.map(\.name) == [.objectsDidChange])
        #expect(told[0].insertedObjectIDs == [new.objectID])
        #expect(told[0].updatedObjectIDs == [old.objectID])
        #expect(told[0].deletedObjectIDs == [gone.objectID])
        try old.setValue("Again", forKey: "name")
        context.processPendingChanges()
        #expect(told.last?.updatedObjectIDs == [old.objectID])
        #expect(told.last?.insertedObjectIDs == [])
        context.reset()
        context.processPendingChanges()
        #expect(told.count == 2)
    }

    @Test("A required to-many has at least its minimum count of members, which may be 0")
    func emptyToManys() throws {
        let entity = { (name: String, count: String) in
            """
            <entity name="\(name)"><relationship name="parts" toMany="YES" \(count) deletionRule="Nullify"
                destinationEntity="Part"/></entity>
            """
        }
        let stack = try Stack(
            entity("Free", "") + entity("Strict", "minCount=\"1\"") + "<entity name=\"Part\"/>")
        _ = try stack.context.insert("Free", [:])
        try stack.context.save()
        let strict = try stack.context.insert("Strict", [:])
        #expect(try strict.failuresForInsert().map { "\($0.key) \($0.reason)" } == ["parts tooFew"])
    }

    @Test("All failures of a validation are reported at once")
    func validation() throws {
        let stack = try Stack(
            """
            <entity name="Thing">
                <attribute name="age" optional="YES" attributeType="Integer 16" minValueString="0"
                    maxValueString="120"/>
                <attribute name="code" optional="YES" attributeType="String" minValueString="2"
                    maxValueString="3" regularExpressionString="[A-Z]+"/>
                <attribute name="name" attributeType="String"/>
                <relationship name="parts" optional="YES" toMany="YES" minCount="2" maxCount="3"
                    deletionRule="Nullify" destinationEntity="Part" inverseName="thing"
                    inverseEntity="Part"/>
            </entity>
            <entity name="Part">
                <relationship name="thing" maxCount="1" deletionRule="Nullify"
                    destinationEntity="Thing" inverseName="parts" inverseEntity="Thing"/>
            </entity>
            """)
        let context = stack.context
        let thing = try context.insert("Thing", ["age": -1, "code": "abcd"])
        let part = try context.insertNewObject(forEntityName: "Part")
        let found = { () -> [String] in
            do {
                try context.save()
                return []
            } catch let error as ValidationError {
                return error.failures.map { "\($0.key) \($0.reason)" }
            }
        }
        #expect(
            try found() == [
                "age tooSmall", "code tooLong", "code patternMismatch", "name missingValue",
                "thing missingValue",
            ])
        try thing.setValue("x", forKey: "name")
        try thing.setValue(121, forKey: "age")
        try thing.setValue("A", forKey: "code")
        try part.setValue(thing, forKey: "thing")
        #expect(try found() == ["age tooLarge", "code tooShort", "parts tooFew"])
        try thing.setValue(7, forKey: "age")
        try thing.setValue("AB", forKey: "code")
        // The minimum is two, the maximum three.
        _ = try context.insert("Part", ["thing": thing])
        #expect(try found() == [])
        _ = try context.insert("Part", ["thing": thing])
        #expect(try found() == [])
        try FormatLint.expectSound(stack.path)
        let fourth = try context.insert("Part", ["thing": thing])
        #expect(try found() == ["parts tooMany"])
        try context.delete(fourth)
        #expect(try found() == [])
        #expect(throws: ManagedObjectError.unacceptableValue(entity: "Thing", key: "age")) {
            try thing.setValue(40_000, forKey: "age")
        }
        #expect(throws: ManagedObjectError.unacceptableValue(entity: "Thing", key: "age")) {
            try thing.setValue("seven", forKey: "age")
        }
        #expect(throws: ManagedObjectError.unknownKey(entity: "Thing", key: "no")) {
            try thing.value(forKey: "no")
        }
    }

    @Test("Metadata of the app is set and read; that of the store cannot be set")
    func metadata() throws {
        let stack = try Stack.groceries()
        try stack.coordinator.setMetadata(["seedVersion": .integer(3), "other": .string("x")])
        try stack.coordinator.setMetadata(["other": nil])
        let metadata = try stack.coordinator.metadata()
        #expect(metadata["seedVersion"] == .integer(3) && metadata["other"] == nil)
        #expect(metadata["NSStoreType"] == .string("SQLite"))
        #expect(throws: PersistentStoreError.reservedMetadataKey("NSStoreType")) {
            try stack.coordinator.setMetadata(["NSStoreType": .string("XML")])
        }
        try FormatLint.expectSound(stack.path)
    }

    @Test("Two contexts of different actors save to one store at the same time")
    func concurrency() async throws {
        let stack = try Stack.groceries()
        let coordinator = stack.coordinator
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<4 {
                group.addTask {
                    let background = try BackgroundContext(coordinator)
                    for number in 0..<10 {
                        try await background.perform { context in
                            _ = try context.insert("Item", ["name": "\(worker)-\(number)"])
                            try context.save()
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(
            try stack.rows("SELECT count(*), count(DISTINCT Z_PK), max(Z_PK) FROM ZITEM")
                == ["40|40|40"])
        try FormatLint.expectSound(stack.path)
    }
}
