import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

/// The statements of docs/guides/comparing.md, one by one: stores of several models, and the whole output.
@Suite("zseed diff and dump, word by word")
struct DiffTextTests {
    static func attribute(_ name: String, _ type: String = "String", _ more: String = "") -> String {
        "<attribute name=\"\(name)\" optional=\"YES\" attributeType=\"\(type)\" \(more)/>"
    }

    static func relationship(
        _ name: String, _ destination: String, _ inverse: String?, toMany: Bool = false, _ more: String = ""
    ) -> String {
        "<relationship name=\"\(name)\" optional=\"YES\" destinationEntity=\"\(destination)\" "
            + (toMany ? "toMany=\"YES\" " : "maxCount=\"1\" ")
            + (inverse.map { "inverseName=\"\($0)\" inverseEntity=\"\(destination)\" " } ?? "") + more + "/>"
    }

    static func unique(_ constraints: [String]...) -> String {
        "<uniquenessConstraints>"
            + constraints.map { names in
                "<uniquenessConstraint>" + names.map { "<constraint value=\"\($0)\"/>" }.joined()
                    + "</uniquenessConstraint>"
            }.joined() + "</uniquenessConstraints>"
    }

    static func entity(_ name: String, _ body: String, _ more: String = "") -> String {
        "<entity name=\"\(name)\" \(more)>\(body)</entity>"
    }

    /// Creates an old and a new store. If the new one has no rows, it is a copy of the old one.
    func stores(
        _ model: String, _ old: String, _ new: String, newModel: String? = nil, isDescendant: Bool = true
    ) throws -> TestFolder {
        let folder = try TestFolder()
        for (name, model, rows) in [("A", model, old), ("B", newModel ?? model, new)] {
            try TestStore.create(at: folder.path + "/\(name).sqlite", model: model)
            try Connection(path: folder.path + "/\(name).sqlite", mode: .readWrite).execute(rows)
        }
        guard !isDescendant else { return folder }
        try Connection(path: folder.path + "/B.sqlite", mode: .readWrite).execute(
            "UPDATE Z_METADATA SET Z_UUID = '5EED0000-0000-4000-8000-000000000001'")
        return folder
    }

    func diff(_ folder: TestFolder, _ arguments: String...) throws -> [String] {
        let result = try Zseed.run(["diff", "A.sqlite", "B.sqlite"] + arguments, in: folder.path)
        let lines = result.output.split(separator: "\n").map(String.init)
        #expect(result.status == (lines.last?.hasSuffix(": equal") == true ? 0 : 1), "\(result.errors)")
        return lines.dropLast().map(\.self)
    }

    func dump(_ folder: TestFolder, _ arguments: String...) throws -> String {
        try Zseed.run(["dump", "A.sqlite"] + arguments, in: folder.path).output
    }

    // MARK: Compared properties

    @Test("Derived attributes are left out, and every other type has its own notation")
    func values() throws {
        let model = Self.entity(
            "Item",
            Self.attribute("name") + Self.attribute("b", "Binary") + Self.attribute("d", "Double")
                + Self.attribute("t", "Date") + Self.attribute("u", "UUID") + Self.attribute("y", "Boolean")
                + Self.attribute("upper", "String", "derived=\"YES\" derivationExpression=\"name\""))
        let folder = try stores(
            model,
            "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME, ZUPPER) VALUES (1, 1, 1, 'a', 'A'), (2, 1, 1, 'b', 'B');",
            """
            INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME, ZUPPER) VALUES (1, 1, 1, 'a', 'Z');
            INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME, ZB, ZD, ZT, ZU, ZY)
            VALUES (2, 1, 1, 'b', X'616263', 2, 86400, X'0A1B2C3D00004000800000000000F11E', 0);
            """)
        #expect(
            try diff(folder) == [
                "Item \"b\": b nil → 3 bytes (ba7816bf8f01cfea), d nil → 2, t nil → 2001-01-02T00:00:00Z, "
                    + "u nil → 0A1B2C3D-0000-4000-8000-00000000F11E, y nil → false"
            ])
    }

    @Test(
        "Links are compared without an inverse, within an entity, and in ordered many-to-many lists"
    )
    func members() throws {
        let model =
            Self.entity(
                "Book",
                Self.attribute("name") + Self.relationship("related", "Book", "related", toMany: true)
                    + Self.relationship("authors", "Writer", "books", toMany: true))
            + Self.entity(
                "Shelf", Self.attribute("name") + Self.relationship("shown", "Book", nil, toMany: true))
            + Self.entity(
                "Writer",
                Self.attribute("name")
                    + Self.relationship("books", "Book", "authors", toMany: true, "ordered=\"YES\""))
        let rows = """
            INSERT INTO ZBOOK (Z_PK, Z_ENT, Z_OPT, ZNAME, Z2SHOWN) VALUES (1, 1, 1, 'Emma', 1), (2, 1, 1, 'Kim', NULL);
            INSERT INTO ZSHELF (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 2, 1, 'top');
            INSERT INTO ZWRITER (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 3, 1, 'Ann');
            """
        let folder = try stores(
            model, rows,
            rows + """
                UPDATE ZBOOK SET Z2SHOWN = 1 WHERE Z_PK = 2; UPDATE ZBOOK SET Z2SHOWN = NULL WHERE Z_PK = 1;
                INSERT INTO Z_1RELATED VALUES (1, 2), (2, 1);
                INSERT INTO Z_1AUTHORS VALUES (1, 1, 2048);
                """)
        #expect(
            try diff(folder) == [
                "Book \"Emma\": related + Kim", "Book \"Kim\": related + Emma",
                "Shelf \"top\": shown - Emma + Kim",
                "Writer \"Ann\": books + Emma",
            ])
        // Both sides are shown if their entity is requested.
        #expect(
            try diff(folder, "--entity", "Book") == [
                "Book \"Emma\": authors + Ann, related + Kim", "Book \"Kim\": related + Emma",
            ])
    }

    @Test("A removed object changes no order, and a new object of the same name is a different object")
    func changes() throws {
        let gone = try ComparedStores(
            "DELETE FROM ZITEM WHERE Z_PK = 1; DELETE FROM Z_1TAGS WHERE Z_1ITEMS = 1")
        #expect(
            try gone.diff().output == """
                - Item "Rice": added 2024-01-01T00:00:00Z, list Pantry, name Rice, price 2.5, quantity 1, tags [dry, food], unit kg
                List "Pantry": items - Rice

                A.sqlite, B.sqlite: 1 object removed, 1 object changed

                """)
        let other = try ComparedStores(
            "INSERT INTO ZLIST (Z_PK, Z_ENT, Z_OPT, ZTITLE) VALUES (2, 2, 1, 'Pantry'); "
                + "UPDATE ZITEM SET ZLIST = 2 WHERE Z_PK = 2")
        #expect(
            try other.diff().output == """
                Item "Salt": list Pantry → Pantry
                + List "Pantry": items [Salt], title Pantry
                List "Pantry": items - Salt

                A.sqlite, B.sqlite: 1 object added, 2 objects changed

                """)
    }

    @Test("Objects are sorted by name, and the first text attribute is the name")
    func names() throws {
        let model =
            Self.entity(
                "Item", Self.attribute("name") + Self.attribute("title") + Self.attribute("n", "Integer 16"))
            + Self.entity("Point", Self.attribute("x", "Integer 16"))
        let folder = try stores(
            model,
            """
            INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME, ZTITLE, ZN) VALUES (1, 1, 1, 'd', 'a', 1),
                (2, 1, 1, NULL, 'b', 1), (3, 1, 1, 'c', NULL, 1);
            INSERT INTO ZPOINT (Z_PK, Z_ENT, Z_OPT, ZX) VALUES (1, 2, 1, 9), (2, 2, 1, 3);
            """,
            """
            INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME, ZTITLE, ZN) VALUES (1, 1, 1, 'd', 'a', 2),
                (2, 1, 1, NULL, 'b', 2), (3, 1, 1, 'c', NULL, 2), (4, 1, 1, 'z', NULL, 1), (5, 1, 1, NULL, 'y', 1);
            INSERT INTO ZPOINT (Z_PK, Z_ENT, Z_OPT, ZX) VALUES (1, 2, 1, 9), (2, 2, 1, 3);
            """)
        #expect(
            try diff(folder) == [
                "+ Item \"y\": n 1, title y", "+ Item \"z\": n 1, name z", "Item \"b\": n 1 → 2",
                "Item \"c\": n 1 → 2",
                "Item \"d\": n 1 → 2",
            ])
        #expect(
            try dump(folder) == """
                Item "b"
                  n: 1
                  title: b

                Item "c"
                  n: 1
                  name: c

                Item "d"
                  n: 1
                  name: d
                  title: a

                Point
                  x: 3

                Point
                  x: 9


                """)
    }

    @Test("Objects are named by their key or first constraint, with nil for a missing part")
    func keys() throws {
        let model = Self.entity(
            "Day",
            Self.attribute("year", "Integer 16") + Self.attribute("month", "Integer 16")
                + Self.attribute("code")
                + Self.attribute("note") + Self.unique(["year", "month"], ["code"]))
        let folder = try stores(
            model,
            "INSERT INTO ZDAY (Z_PK, Z_ENT, Z_OPT, ZYEAR, ZMONTH, ZCODE, ZNOTE) VALUES (1, 1, 1, 2024, 1, 'a', 'x'), "
                + "(2, 1, 1, 2024, NULL, 'b', 'y');",
            "INSERT INTO ZDAY (Z_PK, Z_ENT, Z_OPT, ZYEAR, ZMONTH, ZCODE, ZNOTE) VALUES (8, 1, 1, 2024, 1, 'a', 'z'), "
                + "(9, 1, 1, 2024, NULL, 'b', 'z');", isDescendant: false)
        #expect(try diff(folder) == ["Day \"2024 nil\": note y → z", "Day \"2024 1\": note x → z"])
        #expect(
            try diff(folder, "--key", "Day=code") == ["Day \"a\": note x → z", "Day \"b\": note y → z"])
    }

    @Test("A constraint with a relationship identifies objects; unordered members are sorted by name")
    func linkedKeys() throws {
        let model =
            Self.entity(
                "Entry",
                Self.attribute("place", "Integer 16") + Self.attribute("note")
                    + Self.relationship("list", "List", "rows") + Self.unique(["list", "place"]))
            + Self.entity(
                "List",
                Self.attribute("name") + Self.relationship("rows", "Entry", "list", toMany: true)
                    + Self.relationship("tags", "Tag", "lists", toMany: true) + Self.unique(["name"]))
            + Self.entity(
                "Tag", Self.attribute("name") + Self.relationship("lists", "List", "tags", toMany: true))
        let folder = try stores(
            model,
            """
            INSERT INTO ZLIST (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 2, 1, 'a'), (2, 2, 1, 'b');
            INSERT INTO ZENTRY (Z_PK, Z_ENT, Z_OPT, ZPLACE, ZNOTE, ZLIST) VALUES (1, 1, 1, 1, 'x', 1),
                (2, 1, 1, 1, 'y', 2);
            """,
            """
            INSERT INTO ZLIST (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 2, 1, 'b'), (2, 2, 1, 'a'), (3, 2, 1, 'c');
            INSERT INTO ZENTRY (Z_PK, Z_ENT, Z_OPT, ZPLACE, ZNOTE, ZLIST) VALUES (1, 1, 1, 1, 'z', 1),
                (2, 1, 1, 1, 'x', 2);
            INSERT INTO ZTAG (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 3, 1, 'v'), (2, 3, 1, 'u');
            INSERT INTO Z_2TAGS VALUES (3, 1), (3, 2);
            """, isDescendant: false)
        #expect(
            try diff(folder) == [
                "Entry \"z\": note y → z", "+ List \"c\": name c, tags [u, v]", "+ Tag \"u\": name u",
                "+ Tag \"v\": name v",
            ])
    }

    @Test("Objects with equal values are matched by their destinations, whatever their primary keys")
    func twins() throws {
        let model =
            Self.entity("Item", Self.attribute("name") + Self.relationship("unit", "Unit", nil))
            + Self.entity("Unit", Self.attribute("name"))
        let items =
            "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME, ZUNIT) VALUES (1, 1, 1, 'a', 1), (2, 1, 1, 'a', 2);"
        let units = "INSERT INTO ZUNIT (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES "
        let (old, new) = (
            items + units + "(1, 2, 1, 'kg'), (2, 2, 1, 'g');",
            items + units + "(1, 2, 1, 'g'), (2, 2, 1, 'kg');"
        )
        #expect(try diff(stores(model, old, new, isDescendant: false)) == [])
        // Without a UUID, no store descends from another one.
        let none = "UPDATE Z_METADATA SET Z_UUID = '';"
        #expect(try diff(stores(model, old + none, new + none)) == [])
    }

    @Test(
        "Without a key, equal objects match first, then those that differ only in destinations"
    )
    func likeValues() throws {
        let stores = try ComparedStores(
            "UPDATE ZITEM SET Z_PK = Z_PK + 100, ZUNIT = 2 WHERE Z_PK = 2; "
                + "UPDATE Z_1TAGS SET Z_1ITEMS = 102 WHERE Z_1ITEMS = 2", isDescendant: false)
        #expect(try stores.diff().output.hasPrefix("Item \"Salt\": unit kg → g\n\n"))
    }

    @Test("Links to the same missing object are equal")
    func nowhere() throws {
        let equal = try ComparedStores(
            "UPDATE ZITEM SET ZUNIT = 77, ZQUANTITY = 5 WHERE Z_PK = 3")
        try Connection(path: equal.path + "/A.sqlite", mode: .readWrite).execute(
            "UPDATE ZITEM SET ZUNIT = 77 WHERE Z_PK = 3")
        #expect(try equal.diff().output.hasPrefix("Item \"Milk\": quantity 2 → 5\n\n"))
    }
}
