import Foundation
import ObjectModel
import SQLite
import StoreFormat
import TestSupport
import Testing

@testable import ObjectLayer

@Suite struct SavingTests {
    @Test("All kinds of values are read back from the store unchanged")
    func values() throws {
        let stack = try Stack(TestModels.library)
        let code = try #require(UUID(uuidString: "01234567-89AB-CDEF-0123-456789ABCDEF"))
        let date = Date(timeIntervalSinceReferenceDate: 1.5)
        _ = try stack.context.insert(
            "Book",
            [
                "name": "e\u{301}", "code": code, "cover": Data([1, 2, 3]), "rating": 0.1,
                "price": Decimal(string: "12.50") ?? 0, "published": date, "copies": -7,
                "lent": true,
            ])
        try stack.context.save()
        let book = try #require(
            try stack.otherContext().fetch(FetchRequest(entityName: "Book")).first)
        #expect(book.isFault)
        #expect(try book.value(forKey: "name", as: String.self)?.unicodeScalars.count == 2)
        #expect(!book.isFault)
        #expect(try book.value(forKey: "code", as: UUID.self) == code)
        #expect(try book.value(forKey: "cover", as: Data.self) == Data([1, 2, 3]))
        #expect(try book.value(forKey: "rating", as: Double.self) == 0.1)
        #expect(try book.value(forKey: "price", as: Decimal.self) == Decimal(string: "12.5"))
        #expect(try book.value(forKey: "published", as: Date.self) == date)
        #expect(try book.value(forKey: "copies", as: Int.self) == -7)
        #expect(try book.value(forKey: "lent", as: Bool.self) == true)
        // Inline values of attributes that allow external storage have the leading byte 1
        // (docs/internals/format.md#rows).
        #expect(
            try stack.rows("SELECT hex(ZCOVER), typeof(ZPRICE) FROM ZBOOK") == ["01010203|real"])
        try FormatLint.expectSound(stack.path)
    }

    @Test("A change from one Unicode form of a text to another is a change")
    func unicodeForms() throws {
        let stack = try Stack.groceries()
        let unit = try stack.context.insert("Unit", ["name": "e\u{301}"])
        try stack.context.save()
        try unit.setValue("\u{E9}", forKey: "name")
        #expect(unit.isUpdated)
        try stack.context.save()
        #expect(try stack.rows("SELECT length(ZNAME) FROM ZUNIT") == ["1"])
    }

    @Test("Only changed columns are written, and setting the same value is not a change")
    func changedValues() throws {
        let stack = try Stack.groceries()
        let item = try stack.context.insert("Item", ["name": "Milk", "quantity": 2.0])
        try stack.context.save()
        try item.setValue("Milk", forKey: "name")
        #expect(!stack.context.hasChanges)
        try item.setValue(3.0, forKey: "quantity")
        #expect(item.changedValues() == ["quantity": .attribute(.double(3))])
        #expect(
            try item.committedValues(forKeys: ["quantity"]) == ["quantity": .attribute(.double(2))])
        try item.setValue(2.0, forKey: "quantity")
        #expect(!item.hasChanges && !stack.context.hasChanges)
    }

    @Test("A to-one to an inherited entity also writes the entity column")
    func entityColumn() throws {
        let stack = try Stack(TestModels.library)
        let poet = try stack.context.insert("Poet", ["name": "Sappho"])
        let novelist = try stack.context.insert("Novelist", ["name": "Austen"])
        let book = try stack.context.insert("Book", ["name": "Emma", "author": novelist])
        #expect(try novelist.objects(forKey: "books") == [book])
        try stack.context.save()
        let number = try #require(stack.coordinator.layout.entity(named: "Novelist")).number
        #expect(
            try stack.rows("SELECT ZAUTHOR, Z1_AUTHOR FROM ZBOOK") == ["2|\(number)"])
        try book.setValue(poet, forKey: "author")
        #expect(try novelist.objects(forKey: "books").isEmpty)
        try stack.context.save()
        try FormatLint.expectSound(stack.path)
        try book.setValue(nil, forKey: "author")
        try stack.context.save()
        #expect(try stack.rows("SELECT ZAUTHOR, Z1_AUTHOR FROM ZBOOK") == ["NULL|NULL"])
        try FormatLint.expectSound(stack.path)
    }

    @Test("Members of an ordered relationship keep their keys; new ones get one between")
    func order() throws {
        let stack = try Stack(TestModels.library)
        let context = stack.context
        let book = try context.insert("Book", ["name": "Emma"])
        let pages = try (1...3).map { try context.insert("Page", ["number": $0]) }
        try book.setValue(pages, forKey: "pages")
        try context.save()
        let keys = "SELECT ZNUMBER, Z_FOK_BOOK FROM ZPAGE ORDER BY Z_FOK_BOOK"
        #expect(try stack.rows(keys) == ["1|2048", "2|3072", "3|4096"])
        let extra = try context.insert("Page", ["number": 4])
        try book.relatedObjects(forKey: "pages").insert(extra, at: 1)
        try context.save()
        #expect(try stack.rows(keys) == ["1|2048", "4|2560", "2|3072", "3|4096"])
        try book.setValue([pages[2], pages[0], extra], forKey: "pages")
        try context.save()
        #expect(
            try stack.rows(keys + ", Z_PK")
                == ["2|NULL", "3|1024", "1|2048", "4|2560"])
        let other = try stack.otherContext()
        let found = try #require(try other.fetch(FetchRequest(entityName: "Book")).first)
        #expect(
            try found.objects(forKey: "pages").map { try $0.value(forKey: "number", as: Int.self) }
                == [3, 1, 4])
        try FormatLint.expectSound(stack.path)
    }

    @Test("A many-to-many relationship is written from either side, ordered or not")
    func manyToMany() throws {
        let stack = try Stack(TestModels.library)
        let context = stack.context
        let books = try (1...3).map { try context.insert("Book", ["name": "Book \($0)"]) }
        let tag = try context.insert("Tag", ["name": "old"])
        let other = try context.insert("Tag", ["name": "new"])
        try tag.setValue([books[2], books[0]], forKey: "books")
        try books[1].relatedObjects(forKey: "tags").add(tag)
        try tag.relatedObjects(forKey: "related").add(other)
        #expect(try other.objects(forKey: "related") == [tag])
        try context.save()
        try FormatLint.expectSound(stack.path)
        let reread = try stack.otherContext()
        let found = try #require(
            try reread.fetch(FetchRequest(entityName: "Tag")).first { tag in
                try tag.value(forKey: "name", as: String.self) == "old"
            })
        #expect(
            try found.objects(forKey: "books").map { try $0.value(forKey: "name", as: String.self) }
                == ["Book 3", "Book 1", "Book 2"])
        try found.relatedObjects(forKey: "books").remove(found.objects(forKey: "books")[1])
        try reread.save()
        try FormatLint.expectSound(stack.path)
        try reread.delete(found)
        try reread.save()
        try FormatLint.expectSound(stack.path)
        let joins = stack.coordinator.layout.joinTables.map(\.name)
        for table in joins { #expect(try stack.rows("SELECT count(*) FROM \(table)") == ["0"]) }
    }

    @Test("Triggers update derived attributes, and objects load the new values")
    func derived() throws {
        let stack = try Stack(TestModels.library)
        let context = stack.context
        let author = try context.insert("Poet", ["name": "Sappho"])
        let book = try context.insert("Book", ["name": "Poems", "author": author])
        let pages = try (1...3).map { try context.insert("Page", ["number": $0, "book": book]) }
        try context.save()
        #expect(try book.value(forKey: "pageCount", as: Int.self) == 3)
        #expect(try book.value(forKey: "authorName", as: String.self) == "Sappho")
        try author.setValue("Psappho", forKey: "name")
        try context.delete(pages[0])
        try context.save()
        #expect(try book.value(forKey: "pageCount", as: Int.self) == 2)
        #expect(try book.value(forKey: "authorName", as: String.self) == "Psappho")
        #expect(try stack.rows("SELECT ZPAGECOUNT, ZAUTHORNAME FROM ZBOOK") == ["2|Psappho"])
        #expect(throws: ManagedObjectError.derivedValue(entity: "Book", key: "pageCount")) {
            try book.setValue(5, forKey: "pageCount")
        }
        try FormatLint.expectSound(stack.path)
    }

    @Test("Deleting cascades, nullifies and denies according to the rules")
    func deleteRules() throws {
        let stack = try Stack(TestModels.library)
        let context = stack.context
        let author = try context.insert("Poet", ["name": "Sappho"])
        let shelf = try context.insert("Shelf", ["name": "A"])
        let tag = try context.insert("Tag", ["name": "old"])
        let book = try context.insert("Book", ["name": "Poems", "author": author])
        try book.relatedObjects(forKey: "tags").add(tag)
        for number in 1...2 { _ = try context.insert("Page", ["number": number, "book": book]) }
        let other = try context.insert("Book", ["name": "Kept", "shelf": shelf])
        try context.save()

        try context.delete(author)
        #expect(context.deletedObjects.count == 4)
        try context.save()
        #expect(try stack.rows("SELECT count(*) FROM ZPAGE") == ["0"])
        #expect(try stack.rows("SELECT ZNAME FROM ZBOOK") == ["Kept"])
        #expect(try stack.rows("SELECT count(*) FROM ZTAG") == ["1"])
        #expect(try tag.objects(forKey: "books").isEmpty)
        #expect(book.managedObjectContext == nil)
        try FormatLint.expectSound(stack.path)

        try context.delete(shelf)
        #expect {
            try context.save()
        } throws: { error in
            let failures = (error as? ValidationError)?.failures ?? []
            return failures.map(\.reason) == [.deletionDenied] && failures[0].key == "books"
        }
        context.rollback()
        #expect(try other.object(forKey: "shelf") === shelf)
        #expect(!context.hasChanges)
    }

    @Test("A failed save changes neither the store nor the context")
    func failure() throws {
        let stack = try Stack.groceries()
        _ = try stack.context.insert("Unit", ["name": "kg"])
        try stack.context.save()
        let item = try stack.context.insert("Item", ["name": "Milk"])
        let unit = try stack.context.insert("Unit", ["name": "kg"])
        #expect(throws: ConstraintConflictError.self) { try stack.context.save() }
        #expect(
            try stack.rows("SELECT (SELECT count(*) FROM ZITEM), (SELECT count(*) FROM ZUNIT)") == [
                "0|1"
            ])
        #expect(item.objectID.isTemporaryID && item.isInserted)
        try unit.setValue("g", forKey: "name")
        try stack.context.save()
        #expect(try stack.rows("SELECT ZNAME FROM ZUNIT ORDER BY 1") == ["g", "kg"])
        try FormatLint.expectSound(stack.path)
    }

    @Test("A read-only store is not written, and a store without a model is read-only")
    func access() throws {
        let stack = try Stack.groceries()
        let coordinator = try PersistentStoreCoordinator(path: stack.path)
        let context = try ManagedObjectContext(coordinator)
        _ = try context.insert("Item", ["name": "Milk"])
        #expect(throws: PersistentStoreError.readOnly(path: stack.path)) { try context.save() }
        #expect(throws: PersistentStoreError.readOnly(path: stack.path)) {
            try coordinator.setMetadata(["a": .bool(true)])
        }
        let folder = try TestFolder()
        try TestStore.create(
            at: folder.path + "/old.sqlite",
            model: "<entity name=\"A\"><attribute name=\"b\" attributeType=\"String\"/></entity>",
            framework: 320)
        #expect(throws: PersistentStoreError.self) {
            try PersistentStoreCoordinator(path: folder.path + "/old.sqlite", access: .readWrite)
        }
        #expect(
            try PersistentStoreCoordinator(path: folder.path + "/old.sqlite").modelOrigin
                == .inferred)
    }

    @Test("A required composite needs a value in one of its elements, and in all required ones")
    func requiredComposite() throws {
        let stack = try Stack(
            """
            <entity name="Trip"><attribute name="name" attributeType="String"/>
            <attribute name="kind" attributeType="Composite">
                <attribute name="kind" optional="YES" attributeType="String"/></attribute>
            <attribute name="place" optional="YES" attributeType="Composite">
                <attribute name="lat" attributeType="Double"/>
                <attribute name="note" optional="YES" attributeType="String"/></attribute></entity>
            """)
        func failures(_ values: [String: Any]) throws -> [String] {
            let context = try stack.otherContext()
            let trip = try context.insert("Trip", ["name": "Alps"])
            for (key, value) in values { try trip.setValue(value, forKey: key) }
            do {
                try context.save()
                return []
            } catch let error as ValidationError {
                return error.failures.map { "\($0.key) \($0.reason)" }.sorted()
            }
        }
        #expect(try failures([:]) == ["kind missingValue"])
        #expect(try failures(["place.note": "x"]) == ["kind missingValue", "place.lat missingValue"])
        #expect(try failures(["kind.kind": "hike", "place.note": "x"]) == ["place.lat missingValue"])
        #expect(try stack.rows("SELECT count(*) FROM ZTRIP") == ["0"])
        #expect(try failures(["kind.kind": "hike"]) == [])
        #expect(try failures(["kind.kind": "city", "place.lat": 1.5]) == [])
        #expect(
            try stack.rows("SELECT ZKIND, ZLAT FROM ZTRIP ORDER BY Z_PK") == ["hike|NULL", "city|1.5"])
    }
}
