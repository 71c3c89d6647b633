import Foundation
import ObjectModel
import SQLite
import StoreFormat
import TestSupport
import Testing

@testable import ObjectLayer

@Suite("Derived attributes without triggers")
struct DerivedValueTests {
    private func dropTriggers(_ stack: Stack) throws {
        let names = try stack.rows("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        for name in names { try stack.run("DROP TRIGGER \(name.sqlIdentifier)") }
    }

    @Test("They are computed at each save for all objects with changed values")
    func relationships() throws {
        let stack = try Stack(TestModels.library)
        try dropTriggers(stack)
        let context = stack.context
        let author = try context.insert("Poet", ["name": "Ann"])
        let book = try context.insert("Book", ["name": "One"])
        let other = try context.insert("Book", ["name": "Two"])
        try book.setValue(author, forKey: "author")
        let page = try context.insert("Page", ["number": 1])
        try book.relatedObjects(forKey: "pages").add(page)
        try context.save()
        func rows() throws -> [String] {
            try stack.rows("SELECT ZNAME, ZAUTHORNAME, ZPAGECOUNT FROM ZBOOK ORDER BY Z_PK")
        }
        #expect(try Set(rows()) == ["One|Ann|1", "Two|NULL|0"])
        #expect(try book.value(forKey: "pageCount", as: Int.self) == 1)
        #expect(try other.value(forKey: "pageCount", as: Int.self) == 0)
        try FormatLint.expectSound(stack.path)

        // Only other objects are changed.
        try author.setValue("Anna", forKey: "name")
        try page.setValue(other, forKey: "book")
        try context.save()
        #expect(try Set(rows()) == ["One|Anna|0", "Two|NULL|1"])
        #expect(try book.value(forKey: "authorName", as: String.self) == "Anna")
        try context.delete(page)
        try context.save()
        #expect(try Set(rows()) == ["One|Anna|0", "Two|NULL|0"])
        #expect(try other.value(forKey: "pageCount", as: Int.self) == 0)
        try FormatLint.expectSound(stack.path)
    }

    @Test("Functions of the object alone, and the time of the save, are computed")
    func functions() throws {
        let folder = try TestFolder()
        let path = folder.path + "/Store.sqlite"
        try TestStore.create(
            at: path,
            model: """
                <entity name="Note"><attribute name="text" optional="YES" attributeType="String"/>
                <attribute name="folded" optional="YES" derived="YES" attributeType="String"
                    derivationExpression="canonical:(text)"/>
                <attribute name="changed" optional="YES" derived="YES" attributeType="Date"
                    derivationExpression="now()"/></entity>
                """)
        let context = try ManagedObjectContext(
            PersistentStoreCoordinator(path: path, access: .readWrite))
        func rows(_ sql: String) throws -> [String] {
            try Connection(path: path, mode: .readOnly).rows(sql) { row in
                (0..<row.columnCount).map { row.text(at: $0) ?? "NULL" }.joined(separator: "|")
            }
        }
        let before = Date().timeIntervalSinceReferenceDate
        let note = try context.insert("Note", ["text": "Crème"])
        try context.save()
        #expect(try note.value(forKey: "folded", as: String.self) == "creme")
        let changed = try #require(try note.value(forKey: "changed", as: Date.self))
        #expect(changed.timeIntervalSinceReferenceDate >= before)
        #expect(try rows("SELECT ZFOLDED, typeof(ZCHANGED) FROM ZNOTE") == ["creme|real"])
        try note.setValue(nil, forKey: "text")
        try context.save()
        #expect(try rows("SELECT ZFOLDED FROM ZNOTE") == ["NULL"])
    }
}
