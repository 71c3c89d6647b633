import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

// Two models, and choices on the command line.
extension DiffTextTests {
    // MARK: Two models

    @Test("Entities and properties of only one model are listed, with the first one's objects")
    func models() throws {
        let thing = Self.entity("Thing", Self.attribute("name"))
        let book = Self.entity("Book", Self.attribute("pages"), "parentEntity=\"Thing\"")
        let folder = try stores(
            thing + book + Self.entity("Old", Self.attribute("name")),
            "INSERT INTO ZOLD (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 1, 1, 'o');",
            "INSERT INTO ZNEW (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 1, 1, 'b'), (2, 1, 1, 'a');",
            newModel: Self.entity("Thing", Self.attribute("name") + Self.attribute("size")) + book
                + Self.entity("New", Self.attribute("name")))
        #expect(
            try diff(folder) == [
                "+ model: New", "+ New \"a\": name a", "+ New \"b\": name b", "- model: Old",
                "- Old \"o\": name o",
                "+ model: Thing.size",
            ])
        #expect(
            try Zseed.run("diff", "A.sqlite", "B.sqlite", "--stat", in: folder.path).output == """
                entity  removed  added  changed  the same by
                New           0      2        0  all values
                Old           1      0        0  all values

                A.sqlite, B.sqlite: 1 object removed, 2 objects added, 3 differences of models or metadata

                """)
    }

    @Test("A number equals its digits as text if the model changed the type")
    func types() throws {
        func stores(isDescendant: Bool) throws -> TestFolder {
            try self.stores(
                Self.entity("Item", Self.attribute("name") + Self.attribute("n", "Integer 16")),
                "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME, ZN) VALUES (1, 1, 1, 'a', 5), (2, 1, 1, 'b', 6);",
                "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME, ZN) VALUES (1, 1, 1, 'a', '5'), (2, 1, 1, 'b', '7');",
                newModel: Self.entity("Item", Self.attribute("name") + Self.attribute("n")),
                isDescendant: isDescendant)
        }
        #expect(try diff(stores(isDescendant: true)) == ["Item \"b\": n 6 → 7"])
        #expect(
            try diff(stores(isDescendant: false)) == [
                "- Item \"b\": n 6, name b", "+ Item \"b\": n 7, name b",
            ])
    }

    // MARK: Choosing

    private static let family =
        Self.entity("Book", Self.attribute("pages", "Integer 16"), "parentEntity=\"Thing\"")
        + Self.entity(
            "Thing",
            Self.attribute("code") + Self.attribute("note")
                + "<attribute name=\"size\" optional=\"YES\" attributeType=\"Composite\">\(Self.attribute("w", "Double"))"
                + "\(Self.attribute("h", "Double"))</attribute>")
    private static let things =
        "INSERT INTO ZTHING (Z_PK, Z_ENT, Z_OPT, ZCODE, ZNOTE, ZW, ZH, ZPAGES) VALUES "

    @Test("A chosen entity includes its subentities, and a composite all of its elements")
    func choosing() throws {
        let folder = try stores(
            Self.family, Self.things + "(1, 2, 1, 'x', 'a', 1, 2, 9), (2, 1, 1, 'y', 'a', 1, 2, NULL);",
            Self.things + "(5, 2, 1, 'x', 'b', 3, 4, 9), (6, 1, 1, 'y', 'b', 3, 4, NULL);",
            isDescendant: false)
        let all = [
            "Book \"x\": note a → b, size.h 2 → 4, size.w 1 → 3",
            "Thing \"y\": note a → b, size.h 2 → 4, size.w 1 → 3",
        ]
        #expect(try diff(folder, "--key", "Thing=code") == all)
        #expect(
            try diff(folder, "--key", "Thing=code", "--ignore", "size") == [
                "Book \"x\": note a → b", "Thing \"y\": note a → b",
            ])
        #expect(
            try diff(folder, "--key", "Thing=code", "--ignore", "Thing.note,size.h")
                == ["Book \"x\": size.w 1 → 3", "Thing \"y\": size.w 1 → 3"])
        #expect(
            try diff(folder, "--key", "Thing=code", "--ignore", "Book.note,size")
                == ["Thing \"y\": note a → b"])
        #expect(try diff(folder, "--key", "Thing=code", "--entity", "Thing") == all)
        #expect(try diff(folder, "--key", "Thing=code", "--entity", "Book") == [all[0]])
        #expect(try diff(folder, "--ignore", "Thing") == [])
        let wrong = try Zseed.run(
            "diff", "A.sqlite", "B.sqlite", "--key", "Thing=size.w,nope", in: folder.path)
        #expect(wrong.status == 2 && wrong.errors.contains("'Thing.nope'"), "\(wrong.errors)")
    }

    @Test("The app's metadata is compared unless entities are chosen")
    func metadata() throws {
        let folder = try stores(Self.entity("Item", Self.attribute("name")), "", "")
        try Zseed.run("metadata", "A.sqlite", "version=1", "note=a, b", "-q", in: folder.path).expectSuccess()
        try Zseed.run("metadata", "B.sqlite", "version=2", "extra=x", "-q", in: folder.path).expectSuccess()
        #expect(
            try diff(folder) == [
                "metadata: extra nil → x", "metadata: note \"a, b\" → nil", "metadata: version 1 → 2",
            ])
        #expect(try diff(folder, "--entity", "Item") == [])
        #expect(try dump(folder) == "metadata\n  note: \"a, b\"\n  version: 1\n\n")
        #expect(try dump(folder, "--entity", "Item") == "")
    }
}
