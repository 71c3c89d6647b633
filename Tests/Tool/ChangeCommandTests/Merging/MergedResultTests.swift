import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

/// The messages of a merge about its result, and the records in the result.
@Suite("Results of zseed merge")
struct MergedResultTests {
    // MARK: Minimum and maximum numbers of members

    private static let boxes =
        EntityXML.entity(
            "Box", EntityXML.attribute("name"),
            "<relationship name=\"items\" toMany=\"YES\" minCount=\"1\" maxCount=\"3\" deletionRule=\"Nullify\" "
                + "destinationEntity=\"It\" inverseName=\"box\" inverseEntity=\"It\"/>",
            EntityXML.unique("name"))
        + EntityXML.entity(
            "It", EntityXML.attribute("name"), EntityXML.link("box", "Box", "items"), EntityXML.unique("name")
        )

    private func boxes(_ items: String, boxes: String = "A\nB\n", as name: String, in stores: EditionStores)
        throws
    {
        try stores.build(
            name, ["Box": "name\n" + boxes, "It": "name,box\n" + items],
            loads: [
                "It":
                    "attributes: { name: name }\n    relationships: { box: { find: Box.name, column: box } }"
            ])
    }

    @Test("Too many or too few members are reported in one line each, and the result is valid")
    func counts() throws {
        let stores = try EditionStores(Self.boxes)
        try boxes("a,A\nb,A\nc,B\nd,B\n", as: "A", in: stores)
        try boxes("a,A\nb,A\nc,B\nd,B\nn,A\n", as: "B", in: stores)
        let own = "INSERT INTO ZIT (Z_PK, Z_ENT, Z_OPT, ZNAME, ZBOX) VALUES (9, 2, 1, 'own', 1); "
        try stores.copy("A", as: "U", own + "UPDATE Z_PRIMARYKEY SET Z_MAX = 9 WHERE Z_NAME = 'It'")
        #expect(
            try stores.mergeBothWays()
                == Array(
                    repeating: [
                        "new It \"n\": box: with A, there would be more members than the model allows; not changed"
                    ],
                    count: 2))
        #expect(try stores.rows("SELECT ZNAME FROM ZIT WHERE ZBOX IS NULL") == ["n"])
        try boxes("a,A\nc,B\nd,B\n", as: "B", in: stores)
        try stores.copy("A", as: "U", "DELETE FROM ZIT WHERE ZNAME = 'a'")
        #expect(
            try stores.mergeBothWays()
                == Array(
                    repeating: [
                        "It \"b\": the new edition dropped it, but its box would have fewer members than the model requires; kept"
                    ],
                    count: 2))
        try boxes("a,A\nc,B\nd,B\nb,B\n", as: "B", in: stores)
        #expect(
            try stores.mergeBothWays("--prefer", "seed")
                == Array(
                    repeating: [
                        "It \"b\": box: A would have fewer members than the model requires; not changed"
                    ],
                    count: 2))
        try boxes("a,A\nb,C\nc,B\nd,B\n", boxes: "A\nB\nC\n", as: "B", in: stores)
        try stores.copy("A", as: "U", "UPDATE ZIT SET ZBOX = 2 WHERE ZNAME = 'b'")
        #expect(
            try stores.mergeBothWays()
                == Array(
                    repeating: [
                        "new Box \"C\": items: it would have fewer members than the model requires; left out",
                        "It \"b\": box: the new edition has C, which is not in the store; the link is left out",
                    ], count: 2))
    }

    @Test(
        "Merge, copy and migrate print the verifier's warnings as text and JSON"
    )
    func warnings() throws {
        let stores = try EditionStores(Self.boxes)
        try boxes("a,A\nb,B\n", as: "A", in: stores)
        try boxes("a,A\nb,B\nc,B\n", as: "B", in: stores)
        try stores.copy("A", as: "U", "UPDATE ZIT SET ZBOX = NULL WHERE ZNAME = 'a'")
        let words = "check 'relationship counts': Box p1 .items: has 0 members, but the model requires 1 to 3"
        let calls: [[String]] = [
            ["merge", "U.sqlite", "--from", "B.sqlite", "--base", "A.sqlite"], ["copy", "U.sqlite"],
            ["migrate", "U.sqlite", "--to", "Model.xcdatamodel"],
        ]
        for call in calls {
            let result = try Zseed.run(call + ["-o", "M.sqlite", "--json"], in: stores.path)
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.errors == "M.sqlite: warning: \(words)\n")
            let object = try #require(
                try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
            let warning = try #require((object["warnings"] as? [[String: Any]])?.first, "\(call)")
            #expect(warning["message"] as? String == words)
            #expect(warning["check"] as? String == "relationship-counts")
            #expect(warning["entity"] as? String == "Box" && warning["property"] as? String == "items")
            try FileManager.default.removeItem(atPath: stores.path + "/M.sqlite")
        }
    }

    // MARK: Without the old edition

    private static let things = EntityXML.entity(
        "Thing", EntityXML.attribute("name"), EntityXML.attribute("note"), EntityXML.unique("name"))

    @Test("Without --base, the edition is recorded only if the store has all of its content")
    func noteWithoutBase() throws {
        let stores = try EditionStores(Self.things)
        try stores.build("A", ["Thing": "name,note\na,one\nb,one\n"])
        try stores.build("B", ["Thing": "name,note\na,two\nb,one\nc,one\n"])
        try stores.build("C", ["Thing": "name,note\na,three\nb,one\nc,one\n"])
        func note(_ store: String) throws -> String {
            try stores.run("metadata", "\(store).sqlite", "ZseedEdition").output
        }
        try stores.copy("A", as: "U", "INSERT INTO ZTHING VALUES (3, 1, 1, 'own', NULL)")
        try stores.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = 3 WHERE Z_NAME = 'Thing'", in: "U")
        #expect(try stores.merge("--from", "B.sqlite").output.hasPrefix("M.sqlite: merged, 1 object added,"))
        #expect(try note("M") == note("A"))
        let next = try stores.merge("--from", "B.sqlite", "--base", "A.sqlite", into: "M", as: "N")
        #expect(next.output.hasPrefix("N.sqlite: merged, 1 object updated,"), "\(next.output)")
        let last = try stores.merge("--from", "C.sqlite", "--base", "B.sqlite", into: "N", as: "O")
        #expect(last.output.hasPrefix("O.sqlite: merged, 1 object updated,"), "\(last.output)\(last.errors)")
        #expect(
            try stores.rows("SELECT ZNAME, ZNOTE FROM ZTHING ORDER BY Z_PK", of: "O")
                == ["a,three", "b,one", "own,nil", "c,one"])
        #expect(
            try stores.merge("--from", "B.sqlite", "--update").output
                .hasPrefix("M.sqlite: merged, 1 object added, 1 object updated,"))
        #expect(try note("M") == note("B"))
    }

    @Test(
        "The new edition itself needs no merge, and the old one can also be the user's store"
    )
    func storeIsEdition() throws {
        let stores = try EditionStores(Self.things)
        try stores.build("A", ["Thing": "name,note\na,one\n"])
        try stores.build("B", ["Thing": "name,note\na,two\n"])
        for (user, words) in [
            ("A", "merged, 1 object updated, "), ("B", "nothing to do, B.sqlite has this edition already, "),
        ] {
            let result = try stores.merge("--from", "B.sqlite", "--base", "A.sqlite", into: user)
            #expect(result.status == 0 && result.output.hasPrefix("M.sqlite: " + words), "\(result.errors)")
        }
    }

    @Test("A line truncates a long value, and JSON has all of it")
    func longValues() throws {
        let stores = try EditionStores(Self.things)
        let (mine, new) = (String(repeating: "m", count: 300), String(repeating: "n", count: 300))
        try stores.build("A", ["Thing": "name,note\na,one\n"])
        try stores.build("B", ["Thing": "name,note\na,\(new)\n"])
        try stores.copy("A", as: "U", "UPDATE ZTHING SET ZNOTE = '\(mine)'")
        let result = try stores.merge("--from", "B.sqlite", "--base", "A.sqlite")
        #expect(
            result.output.hasPrefix(
                "conflict  Thing \"a\": note: the user has \(mine.prefix(200))…, the new edition \(new.prefix(200))…; the user's value is kept\n"
            ), "\(result.output)")
        let json = try stores.merge("--from", "B.sqlite", "--base", "A.sqlite", "--json").output
        #expect(json.contains("\"\(mine)\"") && json.contains("\"\(new)\""))
    }

    // MARK: Files of changes

    @Test("A file whose only object the user renamed is refused, with an alternative")
    func onlyObjectRenamed() throws {
        let stores = try EditionStores(Self.things)
        try stores.build("A", ["Thing": "name,note\na,one\nb,one\n"])
        try stores.build("B", ["Thing": "name,note\na,two\nb,one\n"])
        try stores.copy("A", as: "U", "UPDATE ZTHING SET ZNAME = 'mine' WHERE ZNAME = 'a'")
        try stores.forget("U")
        try stores.changes("A", "B")
        let refused = try stores.merge("--changes", "A-B.json")
        #expect(refused.status == 1)
        #expect(
            refused.errors
                == "A-B.json: error: is not the edition that the user's store began with: 1 object has the "
                + "primary key of another object, and 0 are the same, among the changed objects; "
                + "compare all objects with "
                + "--from and --base\n"
        )
        #expect(try stores.merge("--from", "B.sqlite", "--base", "A.sqlite").status == 0)
    }

    @Test("The first constraint is tried for all objects before the second, without a record, too")
    func severalConstraints() throws {
        let stores = try EditionStores(
            EntityXML.entity("Thing", EntityXML.attribute("code"), EntityXML.unique("code"))
                + EntityXML.entity(
                    "Sub", EntityXML.attribute("slug"), EntityXML.unique("slug"), parent: "Thing"))
        try stores.build("A", ["Sub": "code,slug\na,sa\nb,sb\nc,sc\n"])
        try stores.build("B", ["Sub": "code,slug\na,sb\nb,sc\nc,sa\n"])
        try stores.copy(
            "A", as: "U",
            "UPDATE ZTHING SET ZSLUG = 's9' WHERE Z_PK = 1; UPDATE ZTHING SET ZSLUG = 'sa' WHERE Z_PK = 2")
        try stores.forget("U")
        let told = try stores.mergeBothWays()
        #expect(
            told[0] == [
                "Sub \"sb\": the new edition changed it, but it is not in the store; left out",
                "Sub \"sa\": code: the user has b, the new edition c; the user's value is kept",
                "Sub \"sc\": code: another object has b; the user's value is kept",
            ])
        #expect(told[1] == told[0])
        let rows = "SELECT ZCODE, ZSLUG FROM ZTHING ORDER BY Z_PK"
        #expect(try stores.rows(rows) == ["a,s9", "b,sa", "c,sc"])
        for told in try stores.mergeBothWays("--prefer", "seed") {
            #expect(
                told.contains("Sub \"sa\": code: the user has b, the new edition c; the new value is taken"))
            #expect(try stores.rows(rows) == ["a,s9", "c,sa", "b,sc"])
        }
    }

    @Test("A manual edit of a file of changes is an error of the file")
    func editedFiles() throws {
        let stores = try EditionStores(
            EntityXML.entity(
                "Cat", EntityXML.attribute("name"), EntityXML.link("items", "Item", "cat", isToMany: true),
                EntityXML.unique("name"))
                + EntityXML.entity(
                    "Item", EntityXML.attribute("name"),
                    "<attribute name=\"price\" optional=\"YES\" "
                        + "attributeType=\"Integer 64\"/>", EntityXML.link("cat", "Cat", "items"),
                    EntityXML.unique("name")))
        let loads = [
            "Item":
                "attributes: { name: name, price: price }\n    relationships: { cat: { find: Cat.name, column: cat } }"
        ]
        try stores.build(
            "A", ["Cat": "name\nFood\n", "Item": "name,price,cat\nApple,1,Food\n"], loads: loads)
        try stores.build(
            "B", ["Cat": "name\nFood\n", "Item": "name,price,cat\nApple,5,Food\nCorn,2,Food\n"], loads: loads)
        try stores.changes("A", "B")
        let path = stores.path + "/A-B.json"
        let text = String(decoding: try bytes(of: path), as: UTF8.self).withoutSum
        let identity = try #require(text.firstMatch(of: /"new": "([0-9a-f]{32})"/)?.output.1)
        let number = try #require(text.firstMatch(of: /"name": "cat", "newObject": (\d)/)?.output.1)
        for (old, new, words) in [
            ("{\"name\": \"Corn\"}", "{\"nome\": \"x\"}", "Item has no property nome"),
            ("\"newObject\": \(number)", "\"newObject\": 0", "Item.cat leads to Item"),
            ("{\"integer\": \"5\"}", "true", "a value of Item.price is no Integer 64"),
            ("{\"name\": \"Corn\"}", "{\"price\": \"x\"}", "a value of Item.price is no Integer 64"),
            (String(identity), "zz", "its editions have no identifiers with 32 digits"),
        ] {
            #expect(text.contains(old), "\(text)")
            try stores.folder.write(text.replacing(old, with: new), as: "A-B.json")
            let result = try stores.merge("--changes", "A-B.json", into: "A")
            #expect(result.status == 1)
            #expect(result.errors == "A-B.json: error: is not a file of seed changes: \(words)\n")
        }
    }
}
