import Foundation
import ObjectModel
import SQLite
import StoreFormat
import TestSupport
import Testing

@testable import ObjectLayer

@Suite("Large binary values in files beside the store")
struct ExternalDataTests {
    private static let large = Data(repeating: 7, count: ExternalValues.longestInline + 1)
    private let stack: Stack
    private let folder: String

    init() throws {
        stack = try Stack(TestModels.library)
        folder = stack.folder.path + "/.Store_SUPPORT/_EXTERNAL_DATA"
    }

    private func files() -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }

    private func covers() throws -> [Data?] {
        let context = try stack.otherContext()
        return try context.fetch(FetchRequest(entityName: "Book")).map {
            try $0.value(forKey: "cover", as: Data.self)
        }
    }

    @Test("Values are written, read, replaced and removed")
    func lifeCycle() throws {
        let book = try stack.context.insert("Book", ["name": "A", "cover": Self.large])
        let small = try stack.context.insert(
            "Book", ["name": "B", "cover": Data(Self.large.dropLast())])
        try stack.context.save()
        #expect(files().count == 1)
        #expect(
            try stack.rows("SELECT length(ZCOVER), hex(substr(ZCOVER, 1, 1)) FROM ZBOOK ORDER BY 1")
                == ["38|02", "\(ExternalValues.longestInline + 1)|01"])
        let name = try stack.rows(
            "SELECT CAST(substr(ZCOVER, 2, 36) AS TEXT) FROM ZBOOK WHERE length(ZCOVER) = 38")
        #expect(files() == name)
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name[0])) == Self.large)
        #expect(try covers() == [Self.large, Self.large.dropLast()])
        try FormatLint.expectSound(stack.path)

        // Another change keeps the file, and a new value replaces it.
        try book.setValue("C", forKey: "name")
        try stack.context.save()
        #expect(files() == name)
        try book.setValue(Self.large + [1], forKey: "cover")
        try small.setValue(Self.large, forKey: "cover")
        try stack.context.save()
        #expect(files().count == 2 && !files().contains(name[0]))
        #expect(try covers() == [Self.large + [1], Self.large])
        try small.setValue(nil, forKey: "cover")
        try stack.context.save()
        #expect(files().count == 1)
        try stack.context.delete(book)
        try stack.context.save()
        #expect(files() == [])
        try FormatLint.expectSound(stack.path)
    }

    @Test("A file is kept if its value is replaced by an equal one")
    func overwritten() throws {
        let book = try stack.context.insert("Book", ["name": "A", "cover": Self.large])
        try stack.context.save()
        let context = try stack.otherContext()
        context.mergePolicy = .overwrite
        let same = try context.existingObject(with: book.objectID)
        try book.setValue("B", forKey: "name")
        try stack.context.save()
        try same.setValue("C", forKey: "name")
        try context.save()
        #expect(try stack.rows("SELECT ZNAME, Z_OPT FROM ZBOOK") == ["C|3"])
        #expect(files().count == 1)
        #expect(try covers() == [Self.large])
    }

    @Test("New files are removed if a save fails")
    func failure() throws {
        _ = try stack.context.insert("Tag", ["name": "x"])
        try stack.context.save()
        _ = try stack.context.insert("Book", ["name": "A", "cover": Self.large])
        _ = try stack.context.insert("Tag", ["name": "x"])
        #expect(throws: ConstraintConflictError.self) { try stack.context.save() }
        #expect(files() == [])
    }

    @Test("Predicates compare external values, which SQL cannot do")
    func predicates() throws {
        _ = try stack.context.insert("Book", ["name": "A", "cover": Self.large])
        _ = try stack.context.insert("Book", ["name": "B"])
        try stack.context.save()
        let context = try stack.otherContext()
        #expect(try context.names("Book", "cover != nil") == ["A"])
        #expect(try context.names("Book", "cover == nil") == ["B"])
    }

    @Test("Missing files and invalid names are reported")
    func missing() throws {
        try stack.folder.write("secret", as: "secret-secret-secret-secret-secret-secr")
        _ = try stack.context.insert("Book", ["name": "A", "cover": Self.large])
        try stack.context.save()
        try FileManager.default.removeItem(atPath: folder)
        let context = try stack.otherContext()
        let book = try context.fetch(FetchRequest(entityName: "Book"))[0]
        #expect {
            try book.attributeValue(forKey: "cover")
        } throws: { error in
            guard case ManagedObjectError.missingExternalData(_, "cover", _) = error else {
                return false
            }
            return true
        }
        let name = "../../secret-secret-secret-secret-se"
        try stack.run(
            "UPDATE ZBOOK SET ZCOVER = CAST(X'02' || '\(name)' || X'00' AS BLOB)")
        let other = try stack.otherContext().fetch(FetchRequest(entityName: "Book"))[0]
        #expect(throws: ManagedObjectError.self) { try other.attributeValue(forKey: "cover") }
    }
}
