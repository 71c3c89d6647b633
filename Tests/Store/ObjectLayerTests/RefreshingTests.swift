import ObjectModel
import TestSupport
import Testing

@testable import ObjectLayer

@Suite("Refreshing objects")
struct RefreshingTests {
    @Test("Refreshing loads the store's values, with or without unsaved changes")
    func refreshing() throws {
        let stack = try Stack.groceries()
        let item = try stack.context.insert("Item", ["name": "Milk", "quantity": 1.0])
        try stack.context.save()
        let other = try stack.otherContext()
        let same = try other.existingObject(with: item.objectID)
        try same.setValue("Cream", forKey: "name")
        try item.setValue(5.0, forKey: "quantity")
        try other.save()
        stack.context.refresh(item, mergeChanges: true)
        #expect(try item.value(forKey: "name", as: String.self) == "Cream")
        #expect(try item.value(forKey: "quantity", as: Double.self) == 5)
        #expect(item.isUpdated)
        stack.context.refresh(item, mergeChanges: false)
        #expect(item.isFault && !stack.context.hasChanges)
        #expect(try item.value(forKey: "quantity", as: Double.self) == 1)
        stack.context.reset()
        #expect(item.managedObjectContext == nil)
        #expect(throws: ManagedObjectError.self) { try item.value(forKey: "name") }
    }

    @Test("All unchanged objects become faults that load the store's values again")
    func unchanged() throws {
        let stack = try Stack.groceries()
        let unit = try stack.context.insert("Unit", ["name": "kg"])
        let items = try ["Milk", "Tea"].map {
            try stack.context.insert("Item", ["name": $0, "unit": unit])
        }
        try stack.context.save()
        #expect(try Set(unit.objects(forKey: "items")) == Set(items))
        let other = try stack.otherContext()
        let tea = try other.existingObject(with: items[1].objectID)
        try tea.setValue("Green tea", forKey: "name")
        try tea.setValue(nil, forKey: "unit")
        try other.save()
        // Until then the context keeps the values that it has read.
        #expect(try items[1].value(forKey: "name", as: String.self) == "Tea")
        stack.context.refreshAllObjects()
        for object in items + [unit] { #expect(object.isFault) }
        #expect(stack.context.registeredObjects.count == 3)
        #expect(!stack.context.hasChanges)
        #expect(try items[1].value(forKey: "name", as: String.self) == "Green tea")
        #expect(try items[1].object(forKey: "unit") == nil)
        #expect(try unit.objects(forKey: "items") == [items[0]])
    }

    @Test("Changed, inserted and deleted objects keep their unsaved changes, and are saved")
    func pending() throws {
        let stack = try Stack.groceries()
        let context = stack.context
        let milk = try context.insert("Item", ["name": "Milk", "quantity": 1.0])
        let gone = try context.insert("Item", ["name": "Gone"])
        let unit = try context.insert("Unit", ["name": "l"])
        try context.save()
        let other = try stack.otherContext()
        try other.existingObject(with: milk.objectID).setValue("Cream", forKey: "name")
        try other.save()
        try milk.setValue(2.0, forKey: "quantity")
        try milk.setValue(unit, forKey: "unit")
        try context.delete(gone)
        let new = try context.insert("Item", ["name": "New", "unit": unit])
        context.refreshAllObjects()
        #expect(milk.isUpdated && gone.isDeleted && new.isInserted)
        #expect(try new.value(forKey: "name", as: String.self) == "New")
        #expect(try milk.value(forKey: "name", as: String.self) == "Cream")
        #expect(try milk.value(forKey: "quantity", as: Double.self) == 2)
        #expect(try milk.object(forKey: "unit") === unit)
        #expect(try Set(unit.objects(forKey: "items")) == [milk, new])
        // The new values count as read, so there is no conflict with the other context's save.
        try context.save()
        #expect(
            try stack.rows("SELECT ZNAME, ZQUANTITY, ZUNIT, Z_OPT FROM ZITEM ORDER BY Z_PK")
                == ["Cream|2.0|1|3", "New|1.0|1|1"])
        try FormatLint.expectSound(stack.path)
    }

    @Test("A many-to-many relationship applies unsaved changes to the new members")
    func members() throws {
        let stack = try Stack(TestModels.library)
        let tags = try ["a", "b", "c"].map { try stack.context.insert("Tag", ["name": $0]) }
        let book = try stack.context.insert("Book", ["name": "Poems", "tags": Set([tags[0]])])
        try stack.context.save()
        let other = try stack.otherContext()
        let same = try other.existingObject(with: tags[1].objectID)
        try same.setValue("beta", forKey: "name")
        try other.save()
        try book.setValue(Set([tags[0], tags[2]]), forKey: "tags")
        stack.context.refreshAllObjects()
        #expect(book.isUpdated)
        #expect(try Set(book.objects(forKey: "tags")) == [tags[0], tags[2]])
        #expect(try tags[2].objects(forKey: "books") == [book])
        #expect(try tags[1].value(forKey: "name", as: String.self) == "beta")
        try stack.context.save()
        #expect(try stack.context.names("Tag", "books.name CONTAINS 'Poems'") == ["a", "c"])
        try FormatLint.expectSound(stack.path)
    }

    @Test("An object whose row was deleted is a fault that cannot be fulfilled")
    func deletedRow() throws {
        let stack = try Stack.groceries()
        let item = try stack.context.insert("Item", ["name": "Milk"])
        try stack.context.save()
        let other = try stack.otherContext()
        try other.delete(other.existingObject(with: item.objectID))
        try other.save()
        #expect(try item.value(forKey: "name", as: String.self) == "Milk")
        stack.context.refreshAllObjects()
        #expect(throws: ManagedObjectError.faultNotFulfilled(item.objectID)) {
            try item.value(forKey: "name")
        }
    }

    @Test("A child's objects are loaded again from its parent")
    func child() throws {
        let stack = try Stack.groceries()
        let item = try stack.context.insert("Item", ["name": "Milk", "quantity": 1.0])
        try stack.context.save()
        let child = ManagedObjectContext(parent: stack.context)
        let same = try child.existingObject(with: item.objectID)
        try same.setValue(2.0, forKey: "quantity")
        try item.setValue("Cream", forKey: "name")
        #expect(try same.value(forKey: "name", as: String.self) == "Milk")
        child.refreshAllObjects()
        #expect(try same.value(forKey: "name", as: String.self) == "Cream")
        #expect(try same.value(forKey: "quantity", as: Double.self) == 2)
        #expect(try item.value(forKey: "quantity", as: Double.self) == 1)
    }
}
