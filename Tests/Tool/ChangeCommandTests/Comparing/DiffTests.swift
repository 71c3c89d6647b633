import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

@Suite("zseed diff")
struct DiffTests {
    /// A change of the new store, and the printed lines.
    static let changes: [(sql: String, lines: [String])] = [
        (
            "UPDATE ZITEM SET ZQUANTITY = 2, ZUNIT = 2 WHERE Z_PK = 1",
            ["Item \"Rice\": quantity 1 → 2, unit kg → g"]
        ),
        (
            "UPDATE ZITEM SET ZNAME = 'Brown rice' WHERE Z_PK = 1",
            ["Item \"Brown rice\": name Rice → Brown rice"]
        ),
        ("UPDATE ZITEM SET ZPRICE = NULL WHERE Z_PK = 1", ["Item \"Rice\": price 2.5 → nil"]),
        ("UPDATE ZITEM SET ZPRICE = 2.50 WHERE Z_PK = 1", []),
        (
            "UPDATE ZITEM SET ZADDED = 725760000.5 WHERE Z_PK = 1",
            ["Item \"Rice\": added 2024-01-01T00:00:00Z → 2024-01-01T00:00:00.5Z"]
        ),
        ("UPDATE ZITEM SET ZNAME = 'a, b' WHERE Z_PK = 3", ["Item \"a, b\": name Milk → \"a, b\""]),
        (
            "DELETE FROM ZITEM WHERE Z_PK = 3; INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME, ZUNIT) "
                + "VALUES (9, 1, 1, 'Oil', 2)",
            ["- Item \"Milk\": name Milk, price 1.1, quantity 2", "+ Item \"Oil\": name Oil, unit g"]
        ),
        (
            "DELETE FROM Z_1TAGS WHERE Z_1ITEMS = 1 AND Z_3TAGS = 1; INSERT INTO Z_1TAGS VALUES (3, 2)",
            ["Item \"Milk\": tags + food", "Item \"Rice\": tags - dry"]
        ),
        (
            "UPDATE ZITEM SET Z_FOK_LIST = 4096 WHERE Z_PK = 1", ["List \"Pantry\": items in another order"]
        ),
        ("UPDATE ZITEM SET Z_FOK_LIST = Z_FOK_LIST + 1", []),
        (
            "UPDATE ZUNIT SET ZNAME = 'kilo' WHERE Z_PK = 1",
            [
                "Item \"Rice\": unit kg → kilo", "Item \"Salt\": unit kg → kilo", "- Unit \"kg\": name kg",
                "+ Unit \"kilo\": name kilo",
            ]
        ),
        ("UPDATE ZITEM SET Z_OPT = 7; UPDATE Z_PRIMARYKEY SET Z_MAX = 99", []),
    ]

    @Test("Differences are reported per object, not per row", arguments: changes.indices)
    func tells(index: Int) throws {
        let (sql, lines) = Self.changes[index]
        let result = try ComparedStores(sql).diff()
        #expect(result.errors == "")
        #expect(result.status == (lines.isEmpty ? 0 : 1), "\(sql)")
        let found = result.output.split(separator: "\n").map(String.init)
        #expect(Array(found.dropLast()) == lines, "\(sql)")
        #expect(found.last?.hasPrefix("A.sqlite, B.sqlite: ") == true)
    }

    /// The same objects with other primary keys and in another order.
    private static let shuffled = """
        UPDATE ZITEM SET Z_PK = Z_PK + 100, ZUNIT = 3 - ZUNIT, ZLIST = 7 * ZLIST; UPDATE ZLIST SET Z_PK = 7;
        UPDATE Z_1TAGS SET Z_1ITEMS = Z_1ITEMS + 100;
        DELETE FROM ZUNIT; INSERT INTO ZUNIT (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 4, 1, 'g'), (2, 4, 1, 'kg');
        """

    @Test("Objects match by uniqueness, by named attributes or by all values, whatever the primary keys")
    func matching() throws {
        let equal = try ComparedStores(Self.shuffled, isDescendant: false)
        #expect(try equal.diff().output == "A.sqlite, B.sqlite: equal\n")
        let stores = try ComparedStores(
            Self.shuffled + "UPDATE ZITEM SET ZQUANTITY = 5 WHERE ZNAME = 'Salt';", isDescendant: false)
        let named = try stores.diff("--key", "Item=name")
        #expect(named.output.hasPrefix("Item \"Salt\": quantity 1 → 5\n\n"), "\(named.output)")
        let guessed = try stores.diff()
        #expect(
            guessed.output.hasPrefix(
                "- Item \"Salt\": list Pantry, name Salt, quantity 1, tags [dry], unit kg\n"),
            "\(guessed.output)")
        #expect(guessed.errors.contains("note: objects of Item are matched only by"))
        // In a store with its own UUID, primary keys identify objects.
        let shifted = try ComparedStores(
            "UPDATE ZITEM SET Z_PK = Z_PK + 100; UPDATE Z_1TAGS SET Z_1ITEMS = Z_1ITEMS + 100")
        #expect(try shifted.diff("--key", "Item=name").status == 0)
        #expect(try shifted.diff().status == 1)
    }

    @Test("Rebuilt seeds share a UUID, but their primary keys do not identify objects")
    func rebuilt() throws {
        let stores = try ComparedStores(
            "UPDATE ZITEM SET Z_PK = Z_PK + 100; UPDATE Z_1TAGS SET Z_1ITEMS = Z_1ITEMS + 100; "
                + "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 1, 1, 'Oil'); "
                + "UPDATE ZITEM SET ZQUANTITY = 9 WHERE ZNAME = 'Salt'", isRebuilt: true)
        let result = try stores.diff()
        #expect(
            result.output.hasPrefix("+ Item \"Oil\": name Oil\nItem \"Salt\": quantity 1 → 9\n\n"),
            "\(result.output)")
        // The remaining objects have the same primary key.
        let renamed = try ComparedStores("UPDATE ZITEM SET ZNAME = 'Oil' WHERE Z_PK = 3", isRebuilt: true)
        #expect(try renamed.diff().output.hasPrefix("Item \"Oil\": name Milk → Oil\n\n"))
    }

    @Test("Objects with equal values are compared by their number")
    func equalObjects() throws {
        let stores = try ComparedStores(
            "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (8, 1, 1, 'Oil'), (9, 1, 1, 'Oil')",
            isDescendant: false)
        for arguments in [[], ["--key", "Item=name"]] {
            let result = try Zseed.run(
                ["diff", "A.sqlite", "B.sqlite", "--stat"] + arguments, in: stores.path)
            #expect(result.output.contains("2 objects added"), "\(result.output)")
        }
    }

    @Test("Extreme primary keys, which only damage produces, are compared like others")
    func extremeKeys() throws {
        let stores = try ComparedStores("")
        for name in ["A.sqlite", "B.sqlite"] {
            try Connection(path: stores.path + "/" + name, mode: .readWrite).execute(
                "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (\(Int64.max), 1, 1, 'Oil'), "
                    + "(-9223372036854775808, 1, 1, 'Tea')")
        }
        #expect(try stores.diff().output == "A.sqlite, B.sqlite: equal\n")
        try Connection(path: stores.path + "/B.sqlite", mode: .readWrite).execute(
            "UPDATE ZITEM SET ZQUANTITY = 4 WHERE Z_PK = \(Int64.max)")
        #expect(try stores.diff().output.hasPrefix("Item \"Oil\": quantity nil → 4\n"))
    }

    @Test("Links to an object that both stores lack are equal until one store has the object")
    func missingDestinations() throws {
        let stores = try ComparedStores("")
        for name in ["A.sqlite", "B.sqlite"] {
            try Connection(path: stores.path + "/" + name, mode: .readWrite).execute(
                "UPDATE ZITEM SET ZUNIT = 9 WHERE Z_PK = 1; INSERT INTO Z_1TAGS VALUES (1, 9)")
        }
        #expect(try stores.diff().output == "A.sqlite, B.sqlite: equal\n")
        try Connection(path: stores.path + "/B.sqlite", mode: .readWrite).execute(
            """
            INSERT INTO ZUNIT (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (9, 4, 1, 'pound');
            INSERT INTO ZTAG (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (9, 3, 1, 'grain')
            """)
        let found = try stores.diff()
        #expect(found.status == 1)
        let line = found.output.split(separator: "\n").first { $0.hasPrefix("Item \"Rice\"") } ?? ""
        #expect(line.contains("tags") && line.contains("grain") && line.contains("pound"), "\(found.output)")
    }

    @Test("--entity and --ignore limit the comparison; unknown names are refused")
    func choosing() throws {
        let stores = try ComparedStores(
            "UPDATE ZITEM SET ZQUANTITY = 9, ZUNIT = 2 WHERE Z_PK = 1; UPDATE ZLIST SET ZTITLE = 'Shelf'")
        #expect(try stores.diff("--entity", "Tag").status == 0)
        #expect(
            try stores.diff("--entity", "List").output.hasPrefix("List \"Shelf\": title Pantry → Shelf\n"))
        let ignoring = try stores.diff("--ignore", "quantity,Item.unit", "--ignore", "List")
        #expect(
            ignoring.output.contains("Item \"Rice\": list Pantry → Shelf\n") == false, "\(ignoring.output)")
        for arguments in [
            ["--entity", "Itme"], ["--ignore", "Item.x"], ["--key", "Item=x"], ["--key", "Item"],
        ] {
            let wrong = try Zseed.run(["diff", "A.sqlite", "B.sqlite"] + arguments, in: stores.path)
            #expect(wrong.status == 2 && wrong.output == "", "\(arguments)")
        }
        #expect(try stores.diff("--json", "--stat").status == 2)
    }

    @Test("Differences are printed as JSON, as Markdown, as numbers or as the exit code alone")
    func forms() throws {
        let stores = try ComparedStores(
            "UPDATE ZITEM SET ZQUANTITY = 2, ZNAME = 'A|B' WHERE Z_PK = 1; DELETE FROM ZITEM WHERE Z_PK = 3")
        struct Report: Decodable {
            struct Difference: Decodable {
                struct Property: Decodable { let name: String }
                let kind: String
                let entity: String?
                let name: String?
                let properties: [Property]?
            }
            let differences: [Difference]
            let isEqual: Bool
        }
        let json = try stores.diff("--json")
        let report = try JSONDecoder().decode(Report.self, from: Data(json.output.utf8))
        #expect(json.status == 1 && !report.isEqual)
        #expect(report.differences.map(\.kind) == ["removed", "changed"])
        #expect(report.differences.last?.properties?.map(\.name) == ["name", "quantity"])
        #expect(
            try stores.diff("--markdown").output.contains(
                "| Item \"A\\|B\" | name | Rice | A\\|B |\n|  | quantity | 1 | 2 |\n"))
        #expect(
            try stores.diff("--stat").output == """
                entity  removed  added  changed  the same by
                Item          1      0        1  primary key

                A.sqlite, B.sqlite: 1 object removed, 1 object changed

                """)
        let quiet = try stores.diff("-q")
        #expect(quiet.output == "" && quiet.errors == "" && quiet.status == 1)
    }

    @Test("Values in files are compared by content, wherever they are stored")
    func externalValues() throws {
        let file = "0A1B2C3D-0000-4000-8000-00000000F11E"
        let stores = try ComparedStores(
            "UPDATE ZITEM SET ZDATA = CAST(X'02' || '\(file)' || X'00' AS BLOB) WHERE Z_PK = 1")
        try Connection(path: stores.path + "/A.sqlite", mode: .readWrite)
            .execute("UPDATE ZITEM SET ZDATA = CAST(X'01' || 'bytes' AS BLOB) WHERE Z_PK = 1")
        #expect(try stores.diff().output.hasPrefix("Item \"Rice\": data 5 bytes ("))
        try stores.folder.write("bytes", as: ".B_SUPPORT/_EXTERNAL_DATA/\(file)")
        #expect(try stores.diff().status == 0)
        try stores.folder.write("other", as: ".B_SUPPORT/_EXTERNAL_DATA/\(file)")
        #expect(try stores.diff().status == 1)
    }

    @Test("A live -wal is read, and no file is written beside the stores")
    func live() throws {
        let stores = try ComparedStores("")
        let writer = try Connection(path: stores.path + "/B.sqlite", mode: .readWrite)
        try writer.execute(
            "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; UPDATE ZITEM SET ZQUANTITY = 7 WHERE Z_PK = 1"
        )
        try withExtendedLifetime(writer) {
            let before = try files(in: stores.path)
            #expect(try stores.diff().output.hasPrefix("Item \"Rice\": quantity 1 → 7\n"))
            #expect(try files(in: stores.path) == before)
        }
    }

    @Test("Differences between models and in the app's metadata are reported")
    func modelsAndMetadata() throws {
        let stores = try ComparedStores("")
        try stores.folder.writeModel(
            ComparedStores.model.replacing("name=\"quantity\"", with: "name=\"count\"")
                + "<entity name=\"Zone\"><attribute name=\"name\" optional=\"YES\" attributeType=\"String\"/></entity>",
            as: "Other.xcdatamodel")
        #expect(try Zseed.run("create", "Other.xcdatamodel", "-o", "C.sqlite", in: stores.path).status == 0)
        try Connection(path: stores.path + "/C.sqlite", mode: .readWrite).execute(
            ComparedStores.rows.replacing("ZQUANTITY", with: "ZCOUNT"))
        let result = try Zseed.run("diff", "A.sqlite", "C.sqlite", "--ignore", "price", in: stores.path)
        #expect(result.status == 1)
        #expect(
            result.output.hasPrefix("+ model: Item.count\n- model: Item.quantity\n+ model: Zone\n"),
            "\(result.output)")
    }

    @Test("Files that are not stores are refused")
    func badInput() throws {
        let stores = try ComparedStores("")
        let missing = try Zseed.run("diff", "A.sqlite", "none.sqlite", "--json", in: stores.path)
        #expect(missing.errors == "none.sqlite: error: no such file\n" && missing.status == 2)
        #expect(missing.output == "")
        let model = try Zseed.run("diff", "Model.xcdatamodel", "A.sqlite", in: stores.path)
        #expect(model.status == 1 && model.errors.hasPrefix("Model.xcdatamodel: error: "))
        try stores.folder.write("no store", as: "text.sqlite")
        #expect(
            try Zseed.run("dump", "text.sqlite", in: stores.path).errors
                == "text.sqlite: error: is not an SQLite database\n")
        #expect(try Zseed.run("diff", "A.sqlite", in: stores.path).status == 2)
    }

    @Test(
        "A real store equals itself and the build of its exact export",
        .enabled(if: Corpus.isPresent, Corpus.absence),
        arguments: ["grocery-dude", "moody-5", "coredataplus-cars"])
    func corpus(name: String) throws {
        let store = try Corpus.entry(name).store
        let folder = try TestFolder()
        let same = try Zseed.run("diff", store, store, in: folder.path)
        #expect(same.status == 0, "\(same.output)\(same.errors)")
        #expect(
            try Zseed.run("export", store, "-o", "exported", "--exact", "-q", in: folder.path).status == 0)
        let plan = try #require(try files(in: folder.path + "/exported").first { $0.hasSuffix(".yml") })
        let built = try Zseed.run("build", "exported/\(plan)", "-o", "again.sqlite", "-q", in: folder.path)
        try #require(built.status == 0, "\(built.errors)")
        let again = try Zseed.run("diff", store, "again.sqlite", in: folder.path)
        #expect(again.status == 0, "\(again.output)\(again.errors)")
    }

    @Test("A uniqueness constraint identifies objects of subentities, too")
    func inheritedUniqueness() throws {
        let folder = try TestFolder()
        try folder.writeModel(
            """
            <entity name="Book" parentEntity="Thing"/>
            <entity name="Thing"><attribute name="code" optional="YES" attributeType="String"/>
            <attribute name="title" optional="YES" attributeType="String"/>
            <uniquenessConstraints><uniquenessConstraint><constraint value="code"/></uniquenessConstraint>
            </uniquenessConstraints></entity>
            """, as: "Model.xcdatamodel")
        for (name, rows) in [
            ("A", "(1, 2, 1, 'x', 'Emma'), (2, 2, 1, 'y', 'Kim')"),
            ("B", "(1, 2, 1, 'y', 'Kim'), (2, 2, 1, 'x', 'Persuasion')"),
        ] {
            let created = try Zseed.run(
                "create", "Model.xcdatamodel", "-o", name + ".sqlite", in: folder.path)
            try #require(created.status == 0, "\(created.errors)")
            try Connection(path: folder.path + "/\(name).sqlite", mode: .readWrite).execute(
                "INSERT INTO ZTHING (Z_PK, Z_ENT, Z_OPT, ZCODE, ZTITLE) VALUES \(rows); "
                    + "UPDATE Z_METADATA SET Z_UUID = '5EED0000-0000-4000-8000-00000000000\(name)'")
        }
        let result = try Zseed.run("diff", "A.sqlite", "B.sqlite", in: folder.path)
        let lines = result.output.split(separator: "\n").map(String.init)
        #expect(lines.dropLast() == ["Book \"x\": title Emma → Persuasion"], "\(result.output)")
    }
}
