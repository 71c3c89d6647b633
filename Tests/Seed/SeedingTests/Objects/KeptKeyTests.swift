import ObjectModel
import SQLite
import StoreFormat
import TestSupport
import Testing

@testable import Seeding

/// Rows that are applied to an existing object, and lookups by their keys.
@Suite("Keys of rows that match an object")
struct KeptKeyTests {
    private static func model() throws -> ManagedObjectModel {
        try ManagedObjectModel(entities: [
            EntityDescription(
                name: "Food",
                ownProperties: [
                    .attribute("name"), .attribute("code", .integer32),
                    .toMany("notes", "Note", inverse: "food"),
                ], uniquenessConstraints: [["name"], ["code"]]),
            EntityDescription(name: "Dish", superentityName: "Food"),
            EntityDescription(name: "Drink", superentityName: "Food"),
            EntityDescription(
                name: "Note",
                ownProperties: [.attribute("text"), .toOne("food", "Food", inverse: "notes")]),
        ])
    }

    @Test(
        "The key of a row that matches an object refers to that object",
        arguments: ["skip", "merge", "replace"], ["replace", "keep"])
    func loadKeys(policy: String, rows: String) throws {
        func plan(_ rows: String) -> String {
            """
            rows: \(rows)
            sources: { foods: { csv: foods.csv }, notes: { csv: notes.csv } }
            entities:
              Dish:
                from: foods
                key: id
                unique: name
                conflict: \(policy)
                attributes: { name: name }
              Note:
                from: notes
                attributes: { text: text }
                relationships: { food: { keyOf: Dish, column: food } }
            """
        }
        let notes = "text,food\nfirst,1\nagain,7\nother,2\n"
        var path: String?
        var folder: SeededStore?
        if rows == "keep" {
            folder = try SeededStore(
                plan("replace"), model: Self.model(),
                files: ["foods.csv": "id,name\n5,Tea\n", "notes.csv": "text,food\n"])
            path = folder?.path
        }
        let store = try SeededStore(
            plan(rows), model: Self.model(), reference: path,
            files: ["foods.csv": "id,name\n1,Tea\n2,Oat\n7,Tea\n", "notes.csv": notes])
        #expect(
            try store.rows(
                """
                SELECT n.ZTEXT, f.ZNAME FROM ZNOTE AS n JOIN ZFOOD AS f ON f.Z_PK = n.ZFOOD
                ORDER BY n.Z_PK
                """) == ["first|Tea", "again|Tea", "other|Oat"])
        #expect(try store.rows("SELECT count(*) FROM ZFOOD") == ["2"])
        _ = folder
    }

    private static func families(_ policy: String) -> String {
        """
        sources: { dishes: { csv: dishes.csv }, drinks: { csv: drinks.csv } }
        entities:
          Dish: { from: dishes, attributes: { name: name, code: code } }
          Drink:
            from: drinks
            unique: name
            conflict: \(policy)
            attributes: { name: name, code: code }
        """
    }

    @Test(
        "A row does not change an object's entity", arguments: ["merge", "replace"])
    func otherEntity(policy: String) throws {
        let issues = try SeededStore.issues(
            Self.families(policy), model: Self.model(),
            files: ["dishes.csv": "name,code\nSoup,1\n", "drinks.csv": "name,code\nSoup,2\n"])
        #expect(issues.map(\.reason) == [.object(.duplicateKey(entity: "Food", attribute: "name"))])
        #expect(issues.first?.location.line == 2)
    }

    @Test("A merge's unwritten values cause no conflict, and a replacement's values do")
    func otherKey() throws {
        let files = [
            "dishes.csv": "name,code\n", "drinks.csv": "name,code\nTea,1\nMilk,2\nTea,2\nRum,\nRum,2\n",
        ]
        let merged = try SeededStore.issues(
            Self.families("merge"), model: Self.model(),
            files: files.mapValues { $0.replacing("Rum,\nRum,2\n", with: "") })
        #expect(merged == [])
        let filled = try SeededStore.issues(
            Self.families("merge"), model: Self.model(), files: files)
        #expect(filled.map(\.reason) == [.object(.duplicateKey(entity: "Food", attribute: "code"))])
        #expect(filled.first?.location.line == 6)
        let replaced = try SeededStore.issues(
            Self.families("replace"), model: Self.model(), files: files)
        #expect(
            replaced.map(\.location.line) == [4, 6], "\(replaced)")
    }

    @Test("Rows that refer to an invalid row cause no errors of their own")
    func refusedDestinations() throws {
        let plan = """
            sources: { foods: { csv: foods.csv }, notes: { csv: notes.csv } }
            entities:
              Dish: { from: foods, attributes: { name: name, code: code } }
              Note:
                from: notes
                attributes: { text: text }
                relationships: { food: { find: Dish.name, column: food, missing: error } }
            """
        let files = [
            "foods.csv": "name,code\nTea,1\nOat,x\n", "notes.csv": "text,food\na,Tea\nb,Oat\nc,Rye\n",
        ]
        let issues = try SeededStore.issues(plan, model: Self.model(), files: files)
        #expect(issues.map(\.reason) == [.value(.notA(.integer))])
        // If the other rows are written, only this issue shows that the note has no food.
        let skipped = try SeededStore(
            "onError: skip\n" + plan, model: Self.model(), files: files)
        #expect(
            skipped.report.issues.map(\.location.line) == [3, 3, 4], "\(skipped.report.issues)")
        #expect(try skipped.rows("SELECT ZTEXT FROM ZNOTE") == ["a"])
    }
}
