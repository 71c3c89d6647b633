import Foundation
import ObjectModel
import StoreFormat
import TestSupport
import Testing

@testable import ObjectLayer

@Suite struct WalkthroughTests {
    private static let items = [
        "Apples", "Milk", "Bread", "Cheese", "Sausages", "Butter", "Orange Juice", "Cereal",
        "Coffee", "Eggs", "Tomatoes", "Fish",
    ]

    @Test("Grocery Dude: insert twelve items, sort, filter, use the template, delete all")
    func groceryDude() throws {
        let stack = try Stack.groceries()
        let context = stack.context
        for name in Self.items {
            let item = try context.insertNewObject(forEntityName: "Item")
            try item.setValue(name, forKey: "name")
            #expect(item.objectID.isTemporaryID)
        }
        // Unsaved objects can already be fetched.
        #expect(try context.names("Item") == Self.items.sorted())
        try context.save()
        #expect(!context.hasChanges)
        #expect(try stack.rows("SELECT count(*), max(Z_PK), min(Z_OPT) FROM ZITEM") == ["12|12|1"])
        #expect(try stack.rows("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Item'") == ["12"])
        try FormatLint.expectSound(stack.path)

        let other = try stack.otherContext()
        #expect(try other.names("Item") == Self.items.sorted())
        #expect(
            try other.names("Item", "name != \"Coffee\"")
                == Self.items.filter { $0 != "Coffee" }.sorted())
        let milk = try #require(
            try other.fetch(FetchRequest(entityName: "Item")).first { item in
                try item.value(forKey: "name", as: String.self) == "Milk"
            })
        try milk.setValue(false, forKey: "listed")
        try other.save()
        #expect(try stack.rows("SELECT Z_OPT, ZLISTED FROM ZITEM WHERE ZNAME = 'Milk'") == ["2|0"])

        let template = try stack.coordinator.fetchRequestFromTemplate(named: "ShoppingList")
        #expect(try other.fetch(template).count == 11)
        for item in try other.fetch(FetchRequest(entityName: "Item")) { try other.delete(item) }
        #expect(try other.count(for: FetchRequest(entityName: "Item")) == 0)
        try other.save()
        #expect(try stack.rows("SELECT count(*) FROM ZITEM") == ["0"])
        // Primary keys are never reused (docs/internals/format.md#metadata).
        #expect(try stack.rows("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Item'") == ["12"])
        try FormatLint.expectSound(stack.path)
    }

    @Test("Failed Banks: a bank with details, one-to-one, read back, changed and deleted")
    func failedBanks() throws {
        let stack = try Stack(
            """
            <entity name="FailedBankDetails">
                <attribute name="closeDate" optional="YES" attributeType="Date"/>
                <attribute name="zip" optional="YES" attributeType="Integer 32"
                    defaultValueString="0"/>
                <relationship name="info" optional="YES" minCount="1" maxCount="1"
                    deletionRule="Cascade" destinationEntity="FailedBankInfo" inverseName="details"
                    inverseEntity="FailedBankInfo"/>
            </entity>
            <entity name="FailedBankInfo">
                <attribute name="city" optional="YES" attributeType="String"/>
                <attribute name="name" optional="YES" attributeType="String"/>
                <relationship name="details" optional="YES" minCount="1" maxCount="1"
                    deletionRule="Cascade" destinationEntity="FailedBankDetails" inverseName="info"
                    inverseEntity="FailedBankDetails"/>
            </entity>
            """)
        let context = stack.context
        for number in 1...3 {
            let info = try context.insert("FailedBankInfo", ["name": "Bank \(number)"])
            let details = try context.insert(
                "FailedBankDetails",
                ["zip": 12_345, "closeDate": Date(timeIntervalSinceReferenceDate: 86_400)])
            try info.setValue(details, forKey: "details")
            #expect(try details.object(forKey: "info") === info)
        }
        try context.save()
        #expect(
            try stack.rows("SELECT Z_PK, ZDETAILS, ZNAME FROM ZFAILEDBANKINFO")
                == ["1|1|Bank 1", "2|2|Bank 2", "3|3|Bank 3"])
        #expect(
            try stack.rows("SELECT Z_PK, ZINFO, typeof(ZCLOSEDATE) FROM ZFAILEDBANKDETAILS")
                == ["1|1|integer", "2|2|integer", "3|3|integer"])
        try FormatLint.expectSound(stack.path)

        let other = try stack.otherContext()
        let banks = try other.fetch(FetchRequest(entityName: "FailedBankInfo"))
        #expect(
            try banks[0].object(forKey: "details")?.value(forKey: "zip", as: Int.self) == 12_345)
        // Assigning the details of one bank to another takes them from the first.
        try banks[1].setValue(banks[0].object(forKey: "details"), forKey: "details")
        #expect(try banks[0].object(forKey: "details") == nil)
        try other.delete(banks[2])
        try other.save()
        #expect(
            try stack.rows("SELECT Z_PK, ZDETAILS, Z_OPT FROM ZFAILEDBANKINFO")
                == ["1|NULL|2", "2|1|2"])
        #expect(
            try stack.rows("SELECT Z_PK, ZINFO FROM ZFAILEDBANKDETAILS ORDER BY Z_PK")
                == ["1|2", "2|NULL"])
        try FormatLint.expectSound(stack.path)
    }

    @Test("A child context imports in batches while its parent reads")
    func childImport() async throws {
        let stack = try Stack.groceries()
        let background = try BackgroundContext(stack.coordinator)
        for batch in 0..<5 {
            let seen = try await background.perform { parent in
                let child = ManagedObjectContext(parent: parent)
                for number in 0..<10 {
                    _ = try child.insert("Item", ["name": "Item \(batch)-\(number)"])
                }
                let before = try parent.count(for: FetchRequest(entityName: "Item"))
                try child.save()
                return (before, try parent.count(for: FetchRequest(entityName: "Item")))
            }
            #expect(seen == (batch * 10, batch * 10 + 10))
        }
        #expect(try stack.rows("SELECT count(*) FROM ZITEM") == ["0"])
        try await background.perform { try $0.save() }
        #expect(try stack.rows("SELECT count(*), max(Z_PK) FROM ZITEM") == ["50|50"])
        try FormatLint.expectSound(stack.path)
    }
}
