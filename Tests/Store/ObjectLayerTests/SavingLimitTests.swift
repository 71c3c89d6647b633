import ObjectModel
import TestSupport
import Testing

@testable import ObjectLayer

@Suite("Extreme numbers in a save")
struct SavingLimitTests {
    @Test(
        "The next primary key is one more than Z_MAX, and at least 1",
        arguments: [(-5, "1"), (-1, "1"), (0, "1"), (1, "2"), (41, "42")])
    func nextKey(highest: Int, next: String) throws {
        let stack = try Stack.groceries()
        try stack.run("UPDATE Z_PRIMARYKEY SET Z_MAX = \(highest) WHERE Z_NAME = 'Item'")
        _ = try stack.context.insert("Item", ["name": "Milk"])
        try stack.context.save()
        #expect(try stack.rows("SELECT Z_PK FROM ZITEM") == [next])
        #expect(try stack.rows("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Item'") == [next])
    }

    @Test(
        "A version is one more than before, and 1 after the greatest",
        arguments: [(Int64(1), "2"), (Int64.max - 1, "\(Int64.max)"), (Int64.max, "1")])
    func version(old: Int64, new: String) throws {
        let stack = try Stack.groceries()
        _ = try stack.context.insert("Item", ["name": "Milk"])
        try stack.context.save()
        try stack.run("UPDATE ZITEM SET Z_OPT = \(old)")
        let context = try stack.otherContext()
        let item = try #require(try context.fetch(FetchRequest(entityName: "Item")).first)
        try item.setValue("Cream", forKey: "name")
        try context.save()
        #expect(try stack.rows("SELECT ZNAME, Z_OPT FROM ZITEM") == ["Cream|\(new)"])
    }

    @Test("A deletion removes both directions of a many-to-many within one entity, whatever the rule")
    func reflexiveDeletion() throws {
        let stack = try Stack(
            """
            <entity name="Person"><attribute name="name" optional="YES" attributeType="String"/>
            <relationship name="friends" optional="YES" toMany="YES" deletionRule="No Action"
                destinationEntity="Person" inverseName="friends" inverseEntity="Person"/></entity>
            """)
        let ada = try stack.context.insert("Person", ["name": "Ada"])
        for name in ["Bob", "Cleo"] {
            try ada.relatedObjects(forKey: "friends").add(
                try stack.context.insert("Person", ["name": name]))
        }
        try stack.context.save()
        #expect(try stack.rows("SELECT count(*) FROM Z_1FRIENDS") == ["4"])
        try stack.context.delete(ada)
        try stack.context.save()
        #expect(try stack.rows("SELECT count(*) FROM Z_1FRIENDS") == ["0"])
    }
}
