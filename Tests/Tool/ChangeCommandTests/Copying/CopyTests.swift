import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

@Suite("zseed copy")
struct CopyTests {
    /// The chosen objects, the option for related objects, and the names of all copied objects.
    static let choices: [(arguments: [String], names: String)] = [
        (["--where", "Item: name == 'Rice'"], "Rice Pantry dry food kg"),
        (["--where", "Item: name == 'Milk'"], "Milk"),
        (["--where", "List: title == 'Pantry'"], "Rice Salt Pantry dry food kg"),
        // Members of many-to-many relationships are copied with the objects they refer to, but no others.
        (["--where", "Tag: name == 'food'"], "Rice Pantry food kg"),
        (["--where", "Tag: name == 'food'", "--follow", "all"], "Rice Salt Pantry food kg"),
        (["--where", "Unit: name == 'kg'", "--follow", "all"], "Rice Salt Pantry dry food kg"),
        // A condition also applies to related objects.
        (["--where", "Item: name == 'Rice'", "--follow", "all"], "Rice Pantry dry food kg"),
        (["--where", "Item: name == 'Rice'", "--follow", "required"], "Rice"),
        (["--entity", "Item", "--follow", "none"], "Rice Salt Milk"),
        (["--entity", "Unit,Tag", "--follow", "none"], "dry food g kg"),
        (
            ["--entity", "Item", "--where", "Item: quantity == 1", "--where", "Item: price != nil"],
            "Rice Pantry dry food kg"
        ),
        (["--where", "Item: quantity == 99"], ""),
    ]

    @Test("Chosen objects are copied with the objects that belong to them", arguments: choices.indices)
    func choosing(index: Int) throws {
        let (arguments, names) = Self.choices[index]
        let stores = try ComparedStores("")
        let before = try bytes(of: stores.path + "/A.sqlite")
        let result = try Zseed.run(["copy", "A.sqlite", "-o", "C.sqlite"] + arguments, in: stores.path)
        #expect(result.status == 0, "\(result.errors)")
        let store = try Connection(path: stores.path + "/C.sqlite", mode: .immutable)
        let found = try store.rows(
            "SELECT ZNAME FROM ZITEM UNION ALL SELECT ZTITLE FROM ZLIST UNION ALL SELECT ZNAME FROM ZTAG "
                + "UNION ALL SELECT ZNAME FROM ZUNIT"
        ) { $0.text(at: 0) ?? "" }
        #expect(found.joined(separator: " ") == names, "\(arguments)")
        #expect(try Zseed.run("verify", "C.sqlite", in: stores.path).status == 0)
        #expect(try bytes(of: stores.path + "/A.sqlite") == before)
    }

    @Test("A whole store is copied unchanged, between journal modes and page sizes")
    func whole() throws {
        let stores = try ComparedStores("")
        let into = try Connection(path: stores.path + "/A.sqlite", mode: .readWrite)
        try into.execute("CREATE TABLE Notes (text); INSERT INTO Notes VALUES ('kept')")
        for (arguments, size, mode) in [
            ([], 4_096, [1, 1]), (["--page-size", "8192"], 8_192, [1, 1]),
            (["--journal-mode", "wal", "--page-size", "1024"], 1_024, [2, 2]),
        ] as [([String], Int64, [UInt8])] {
            let result = try Zseed.run(["copy", "A.sqlite", "-o", "C.sqlite"] + arguments, in: stores.path)
            #expect(result.status == 0, "\(result.errors)")
            let copy = try Connection(path: stores.path + "/C.sqlite", mode: .immutable)
            #expect(try copy.integer("PRAGMA page_size") == size)
            #expect(Array(try bytes(of: stores.path + "/C.sqlite")[18..<20]) == mode)
            #expect(try copy.text("SELECT text FROM Notes") == "kept")
            #expect(try Zseed.run("diff", "A.sqlite", "C.sqlite", in: stores.path).status == 0)
        }
        // If only a part is copied, tables that are not Core Data's are left out, and the file contains none of their
        // data.
        let part = try Zseed.run(
            "copy", "A.sqlite", "-o", "P.sqlite", "--entity", "Unit", "--follow", "none", in: stores.path)
        #expect(part.errors.contains("warning: table Notes: 1 row not copied"), "\(part.errors)")
        #expect(try bytes(of: stores.path + "/P.sqlite").range(of: Data("kept".utf8)) == nil)
        #expect(try bytes(of: stores.path + "/P.sqlite").range(of: Data("Pantry".utf8)) == nil)
    }

    @Test("Existing objects are found by unique values and keep their primary keys")
    func into() throws {
        let change =
            "DELETE FROM ZITEM; DELETE FROM Z_1TAGS; DELETE FROM ZLIST; DELETE FROM ZTAG WHERE Z_PK = 1; "
            + "UPDATE ZUNIT SET Z_PK = 7, Z_OPT = 3 WHERE ZNAME = 'kg'; "
            + "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME, ZUNIT) VALUES (1, 1, 4, 'Oil', 7); "
            + "UPDATE Z_PRIMARYKEY SET Z_MAX = 20 WHERE Z_NAME = 'Item'; "
            + "UPDATE Z_PRIMARYKEY SET Z_MAX = 7 WHERE Z_NAME IN ('Unit', 'Tag')"
        let stores = try ComparedStores(change)
        try "beside".write(toFile: stores.path + "/B.txt", atomically: true, encoding: .utf8)
        let result = try Zseed.run("copy", "A.sqlite", "B.sqlite", in: stores.path)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("B.sqlite: copied, 5 objects"), "\(result.output)")
        let store = try Connection(path: stores.path + "/B.sqlite", mode: .immutable)
        func rows(_ sql: String) throws -> [String] { try store.rows(sql) { $0.text(at: 0) ?? "NULL" } }
        #expect(
            try rows("SELECT Z_PK || ' ' || ZNAME || ' ' || Z_OPT || ' ' || ifnull(ZUNIT, '-') FROM ZITEM")
                == ["1 Oil 4 7", "21 Rice 1 7", "22 Salt 1 7", "23 Milk 1 -"])
        #expect(try rows("SELECT Z_PK || ZNAME || Z_OPT FROM ZUNIT ORDER BY 1") == ["2g1", "7kg3"])
        #expect(try rows("SELECT Z_PK || ZNAME FROM ZTAG ORDER BY 1") == ["2food", "8dry"])
        #expect(
            try rows("SELECT Z_1ITEMS || ' ' || Z_3TAGS FROM Z_1TAGS ORDER BY 1") == ["21 2", "21 8", "22 8"])
        #expect(
            try rows("SELECT Z_NAME || ' ' || Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT < 16000 ORDER BY 1")
                == ["Item 23", "List 1", "Tag 8", "Unit 7"])
        #expect(try Zseed.run("verify", "B.sqlite", in: stores.path).status == 0)
        #expect(try files(in: stores.path).contains("B.txt"))
    }

    @Test("New members of an ordered relationship follow the existing ones")
    func order() throws {
        let stores = try ComparedStores("UPDATE ZITEM SET ZNAME = 'old ' || ZNAME")
        // The constraint that makes the lists equal.
        for name in ["A", "B"] {
            let model = ComparedStores.model.replacingOccurrences(
                of: "inverseName=\"list\" inverseEntity=\"Item\"/></entity>",
                with: "inverseName=\"list\" inverseEntity=\"Item\"/><uniquenessConstraints>"
                    + "<uniquenessConstraint><constraint value=\"title\"/></uniquenessConstraint>"
                    + "</uniquenessConstraints></entity>")
            try stores.folder.writeModel(model, as: "Unique.xcdatamodel")
            let made = try Zseed.run(
                "copy", "\(name).sqlite", "-o", "U\(name).sqlite", "--model", "Unique.xcdatamodel",
                in: stores.path)
            #expect(made.status == 0, "\(made.errors)")
        }
        #expect(try Zseed.run("copy", "UA.sqlite", "UB.sqlite", in: stores.path).status == 0)
        let store = try Connection(path: stores.path + "/UB.sqlite", mode: .immutable)
        let names = try store.rows("SELECT ZNAME FROM ZITEM WHERE ZLIST = 1 ORDER BY Z_FOK_LIST") {
            $0.text(at: 0) ?? ""
        }
        #expect(names == ["old Rice", "old Salt", "Rice", "Salt"])
        #expect(try store.integer("SELECT count(*) FROM ZLIST") == 1)
    }

    @Test("Existing objects are kept, updated or reported as errors")
    func conflicts() throws {
        let model = ComparedStores.model.replacingOccurrences(
            of: "inverseName=\"tags\" inverseEntity=\"Item\"/>",
            with: "inverseName=\"tags\" inverseEntity=\"Item\"/><attribute name=\"color\" optional=\"YES\" "
                + "attributeType=\"String\"/>")
        let stores = try ComparedStores("")
        try stores.folder.writeModel(model, as: "Colors.xcdatamodel")
        for (name, color) in [("X", "red"), ("Y", "blue")] {
            let made = try Zseed.run(
                "copy", "A.sqlite", "-o", "\(name).sqlite", "--model", "Colors.xcdatamodel", in: stores.path)
            #expect(made.status == 0, "\(made.errors)")
            let store = try Connection(path: stores.path + "/\(name).sqlite", mode: .readWrite)
            try store.execute("UPDATE ZTAG SET ZCOLOR = '\(color)' WHERE ZNAME = 'dry'")
        }
        let before = try bytes(of: stores.path + "/Y.sqlite")
        func copy(_ conflicts: String) throws -> (ProcessResult, [String]) {
            try before.write(to: URL(fileURLWithPath: stores.path + "/Y.sqlite"))
            let result = try Zseed.run(
                "copy", "X.sqlite", "Y.sqlite", "--entity", "Tag", "--follow", "none", "--conflicts",
                conflicts,
                in: stores.path)
            let store = try Connection(path: stores.path + "/Y.sqlite", mode: .immutable)
            return (
                result,
                try store.rows(
                    "SELECT ZNAME || ' ' || ifnull(ZCOLOR, '-') || ' ' || Z_OPT FROM ZTAG ORDER BY 1"
                ) {
                    $0.text(at: 0) ?? ""
                }
            )
        }
        #expect(try copy("keep").1 == ["dry blue 1", "food - 1"])
        // Equal objects are not changed.
        let updated = try copy("update")
        #expect(updated.1 == ["dry red 2", "food - 1"])
        #expect(updated.0.output.contains("updated"), "\(updated.0.output)")
        let refused = try copy("error")
        #expect(refused.0.status == 1 && refused.0.errors.contains("Tag: 2 objects with unique values"))
        #expect(try bytes(of: stores.path + "/Y.sqlite") == before)
    }

    @Test("New objects are linked to existing objects of the target")
    func linksToFound() throws {
        let stores = try ComparedStores("DELETE FROM ZITEM; DELETE FROM ZLIST; DELETE FROM Z_1TAGS")
        #expect(try Zseed.run("copy", "A.sqlite", "B.sqlite", in: stores.path).status == 0)
        let store = try Connection(path: stores.path + "/B.sqlite", mode: .immutable)
        func texts(_ sql: String) throws -> [String] { try store.rows(sql) { $0.text(at: 0) ?? "" } }
        #expect(
            try texts(
                "SELECT i.ZNAME || ' ' || t.ZNAME FROM Z_1TAGS JOIN ZITEM AS i ON i.Z_PK = Z_1ITEMS "
                    + "JOIN ZTAG AS t ON t.Z_PK = Z_3TAGS ORDER BY 1") == [
                    "Rice dry", "Rice food", "Salt dry",
                ])
        #expect(
            try texts(
                "SELECT i.ZNAME || ' ' || u.ZNAME FROM ZITEM AS i JOIN ZUNIT AS u ON u.Z_PK = ZUNIT ORDER BY 1"
            )
                == ["Rice kg", "Salt kg"])
        #expect(try texts("SELECT ZNAME FROM ZTAG ORDER BY 1") == ["dry", "food"])
    }
}
