import Foundation
import ObjectModel
import TestSupport
import Testing

@testable import ObjectLayer

@Suite("Uniqueness constraints at a save")
struct UniquenessTests {
    private static let model = """
        <entity name="Unit"><attribute name="name" attributeType="String"/>
        <attribute name="symbol" optional="YES" attributeType="String" defaultValueString="?"/>
        <attribute name="note" optional="YES" attributeType="String"/>
        <relationship name="items" optional="YES" toMany="YES" destinationEntity="Item"
            inverseName="unit" inverseEntity="Item"/>
        <relationship name="label" optional="YES" maxCount="1" destinationEntity="Label"
            inverseName="unit" inverseEntity="Label"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="name"/>
        </uniquenessConstraint></uniquenessConstraints></entity>
        <entity name="Item"><attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="unit" optional="YES" maxCount="1" destinationEntity="Unit"
            inverseName="items" inverseEntity="Unit"/></entity>
        <entity name="Label"><relationship name="unit" optional="YES" maxCount="1"
            destinationEntity="Unit" inverseName="label" inverseEntity="Unit"/></entity>
        """

    private let stack: Stack

    init() throws {
        stack = try Stack(Self.model)
        let context = try stack.otherContext()
        let unit = try context.insert("Unit", ["name": "kg", "symbol": "kg", "note": "old"])
        try unit.relatedObjects(forKey: "items").add(context.insert("Item", ["name": "Rice"]))
        try context.save()
    }

    /// Inserts a new unit with the same name, and an item.
    private func insertDuplicate(_ values: [String: Any] = [:]) throws -> ManagedObject {
        let unit = try stack.context.insert(
            "Unit", ["name": "kg"].merging(values) { _, new in new })
        try stack.context.insert("Item", ["name": "Flour"]).setValue(unit, forKey: "unit")
        return unit
    }

    private func units() throws -> [String] {
        try stack.rows("SELECT Z_PK, Z_OPT, ZNAME, ZSYMBOL, ZNOTE FROM ZUNIT ORDER BY 1")
    }

    @Test("By default, the save fails and nothing is written")
    func error() throws {
        _ = try insertDuplicate()
        #expect(throws: ConstraintConflictError.self) { try stack.context.save() }
        #expect(try units() == ["1|1|kg|kg|old"])
        #expect(try stack.rows("SELECT count(*) FROM ZITEM") == ["1"])
        #expect(stack.context.hasChanges)
    }

    @Test(
        "With the other policies, the new object takes the existing row",
        arguments: [
            (MergePolicy.mergeByPropertyObjectTrump, "1|2|kg|?|old"),
            (.overwrite, "1|2|kg|?|NULL"), (.mergeByPropertyStoreTrump, "1|2|kg|kg|old"),
            (.rollback, "1|2|kg|kg|old"),
        ])
    func merged(policy: MergePolicy, row: String) throws {
        stack.context.mergePolicy = policy
        var told: ManagedObjectContextNotification?
        stack.context.addObserver { if $0.name == .didSave { told = $0 } }
        let unit = try insertDuplicate()
        try stack.context.save()
        #expect(try units() == [row])
        #expect(
            try stack.rows("SELECT ZNAME, ZUNIT FROM ZITEM ORDER BY 1") == ["Flour|1", "Rice|1"])
        #expect(try stack.rows("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Unit'") == ["1"])
        #expect(unit.objectID.primaryKey == 1)
        #expect(
            try unit.value(forKey: "note", as: String.self) == (policy == .overwrite ? nil : "old"))
        #expect(try unit.objects(forKey: "items").count == 2)
        #expect(told?.insertedObjectIDs.map(\.entityName) == ["Item"])
        #expect(told?.updatedObjectIDs == [unit.objectID])
        #expect(!stack.context.hasChanges)
        try FormatLint.expectSound(stack.path)
    }

    @Test("A row whose object the context already has stays one object")
    func identity() throws {
        stack.context.mergePolicy = .mergeByPropertyObjectTrump
        let known = try stack.context.fetch(FetchRequest(entityName: "Unit"))[0]
        #expect(try known.value(forKey: "symbol", as: String.self) == "kg")
        let duplicate = try insertDuplicate(["symbol": "KG"])
        try stack.context.save()
        #expect(duplicate.managedObjectContext == nil)
        #expect(try known.value(forKey: "symbol", as: String.self) == "KG")
        #expect(try stack.context.fetch(FetchRequest(entityName: "Unit")) == [known])
        #expect(try known.objects(forKey: "items").count == 2)
    }

    @Test("A row that the save deletes is not a duplicate")
    func replaced() throws {
        stack.context.mergePolicy = .overwrite
        try stack.context.delete(stack.context.fetch(FetchRequest(entityName: "Unit"))[0])
        _ = try insertDuplicate()
        try stack.context.save()
        #expect(try units() == ["2|1|kg|?|NULL"])
        try FormatLint.expectSound(stack.path)
    }

    @Test(
        "Two new objects, partners of a one-to-one and changed rows cannot be merged and are refused"
    )
    func refused() throws {
        for policy in [
            MergePolicy.mergeByPropertyObjectTrump, .mergeByPropertyStoreTrump, .overwrite,
            .rollback,
        ] {
            let context = try stack.otherContext()
            context.mergePolicy = policy
            _ = try context.insert("Unit", ["name": "l"])
            _ = try context.insert("Unit", ["name": "l"])
            #expect(throws: ConstraintConflictError.self) { try context.save() }
            context.rollback()
            let label = try context.insertNewObject(forEntityName: "Label")
            try label.setValue(context.insert("Unit", ["name": "kg"]), forKey: "unit")
            #expect(throws: ConstraintConflictError.self) { try context.save() }
            context.rollback()
            let known = try context.fetch(FetchRequest(entityName: "Unit"))[0]
            try known.setValue("x", forKey: "note")
            _ = try context.insert("Unit", ["name": "kg"])
            #expect(throws: ConstraintConflictError.self) { try context.save() }
        }
        #expect(try units() == ["1|1|kg|kg|old"])
        try FormatLint.expectSound(stack.path)
    }
}
