import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

@Suite("zseed migrate")
struct MigrateTests {
    /// A change of a model that can be inferred, and the resulting rows.
    struct Change: CustomTestStringConvertible, Sendable {
        let name: String
        let old: String
        let new: String
        let rows: String
        let query: String
        let expected: [String]
        var verdict = "lightweight"
        var testDescription: String { name }
    }

    private static func attribute(_ name: String, _ type: String = "String", _ more: String = "") -> String {
        "<attribute name=\"\(name)\" attributeType=\"\(type)\" \(more)/>"
    }
    private static let optional = "optional=\"YES\""

    private static func entity(_ name: String, _ more: String = "", _ body: String) -> String {
        "<entity name=\"\(name)\" \(more)>\(body)</entity>"
    }

    private static func relationship(
        _ name: String, _ destination: String, _ inverse: String?, toMany: Bool = false,
        _ more: String = ""
    ) -> String {
        "<relationship name=\"\(name)\" optional=\"YES\" destinationEntity=\"\(destination)\" "
            + (toMany ? "toMany=\"YES\" " : "maxCount=\"1\" ")
            + (inverse.map { "inverseName=\"\($0)\" inverseEntity=\"\(destination)\" " } ?? "")
            + more + "/>"
    }

    private static let items =
        "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (3, 1, 7, 'a'), (5, 1, 1, NULL);"

    static let changes: [Change] = [
        Change(
            name: "An attribute is added with a default, one is removed without values",
            old: entity("Item", "", attribute("name", "String", optional) + attribute("x", "Date", optional)),
            new: entity(
                "Item", "",
                attribute("name", "String", optional)
                    + attribute("count", "Integer 16", "defaultValueString=\"7\"")),
            rows: items, query: "SELECT Z_PK, Z_ENT, Z_OPT, ZNAME, ZCOUNT FROM ZITEM",
            expected: ["3|1|7|a|7", "5|1|1||7"]),
        Change(
            name: "An attribute becomes required: NULLs get the default",
            old: entity("Item", "", attribute("name", "String", optional)),
            new: entity("Item", "", attribute("name", "String", "defaultValueString=\"none\"")),
            rows: items, query: "SELECT Z_PK, ZNAME FROM ZITEM", expected: ["3|a", "5|none"]),
        Change(
            name: "An entity and an attribute are renamed",
            old: entity("Item", "", attribute("name", "String", optional)),
            new: entity(
                "Thing", "elementID=\"Item\"",
                attribute("title", "String", "optional=\"YES\" elementID=\"name\"")),
            rows: items, query: "SELECT Z_PK, ZTITLE FROM ZTHING", expected: ["3|a", "5|"]),
        Change(
            name: "A parent is renamed: its children and their rows stay under it",
            old: entity("Animal", "", attribute("name", "String", optional))
                + entity("Dog", "parentEntity=\"Animal\"", attribute("breed", "String", optional)),
            new: entity("Being", "elementID=\"Animal\"", attribute("name", "String", optional))
                + entity("Dog", "parentEntity=\"Being\"", attribute("breed", "String", optional)),
            rows: """
                INSERT INTO ZANIMAL (Z_PK, Z_ENT, Z_OPT, ZNAME, ZBREED)
                VALUES (1, 1, 1, 'a', NULL), (4, 2, 3, 'rex', 'pug');
                """,
            query: "SELECT Z_PK, Z_ENT, Z_OPT, ZNAME, ZBREED FROM ZBEING ORDER BY 1",
            expected: ["1|1|1|a|", "4|2|3|rex|pug"]),
        Change(
            name: "A relationship becomes to-many, and its inverse stays ordered",
            old: entity(
                "Folder", "", relationship("items", "Item", "folder", toMany: true, "ordered=\"YES\""))
                + entity(
                    "Item", "",
                    attribute("name", "String", optional) + relationship("folder", "Folder", "items")),
            new: entity(
                "Folder", "", relationship("items", "Item", "folders", toMany: true, "ordered=\"YES\""))
                + entity(
                    "Item", "",
                    attribute("name", "String", optional)
                        + relationship("folders", "Folder", "items", toMany: true, "elementID=\"folder\"")),
            rows: """
                INSERT INTO ZFOLDER (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1), (2, 1, 1);
                INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME, ZFOLDER, Z_FOK_FOLDER)
                VALUES (1, 2, 1, 'a', 1, 3072), (2, 2, 1, 'b', 1, 2048), (3, 2, 1, 'c', NULL, NULL);
                """,
            query: "SELECT Z_1ITEMS, Z_2FOLDERS, Z_FOK_2FOLDERS FROM Z_1ITEMS ORDER BY 1, 3",
            expected: []),
        Change(
            name: "A to-many relationship becomes ordered, by primary key",
            old: entity("Folder", "", relationship("items", "Item", "folder", toMany: true))
                + entity("Item", "", relationship("folder", "Folder", "items")),
            new: entity(
                "Folder", "", relationship("items", "Item", "folder", toMany: true, "ordered=\"YES\""))
                + entity("Item", "", relationship("folder", "Folder", "items")),
            rows: """
                INSERT INTO ZFOLDER (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1), (2, 1, 1);
                INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZFOLDER)
                VALUES (1, 2, 1, 2), (2, 2, 1, 1), (3, 2, 1, 2), (4, 2, 1, NULL);
                """,
            query: "SELECT Z_PK, ZFOLDER, Z_FOK_FOLDER FROM ZITEM",
            expected: ["1|2|2048", "2|1|2048", "3|2|3072", "4||"]),
        Change(
            name: "Two entities get a common parent: keys that are taken are given anew",
            old: entity("Cat", "", attribute("name", "String", optional))
                + entity(
                    "Dog", "", attribute("name", "String", optional) + relationship("friend", "Dog", nil)),
            new: entity("Animal", "isAbstract=\"YES\"", attribute("name", "String", optional))
                + entity("Cat", "parentEntity=\"Animal\"", "")
                + entity("Dog", "parentEntity=\"Animal\"", relationship("friend", "Dog", nil)),
            rows: """
                INSERT INTO ZCAT (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 1, 1, 'tom'), (2, 1, 1, 'kit');
                INSERT INTO ZDOG (Z_PK, Z_ENT, Z_OPT, ZNAME, ZFRIEND) VALUES (2, 2, 1, 'rex', 3), (3, 2, 1, 'ace', 2);
                """,
            query: "SELECT Z_PK, Z_ENT, ZNAME, ZFRIEND FROM ZANIMAL ORDER BY Z_PK",
            expected: ["1|2|tom|", "2|2|kit|", "3|3|ace|4", "4|3|rex|3"]),
        Change(
            name: "An entity leaves its parent",
            old: entity("Animal", "", attribute("name", "String", optional))
                + entity("Dog", "parentEntity=\"Animal\"", relationship("owner", "Owner", "dogs"))
                + entity("Owner", "", relationship("dogs", "Dog", "owner", toMany: true)),
            new: entity("Animal", "", attribute("name", "String", optional))
                + entity(
                    "Dog", "", attribute("name", "String", optional) + relationship("owner", "Owner", "dogs"))
                + entity("Owner", "", relationship("dogs", "Dog", "owner", toMany: true)),
            rows: """
                INSERT INTO ZANIMAL (Z_PK, Z_ENT, Z_OPT, ZNAME, ZOWNER) VALUES (1, 1, 1, 'ant', NULL), (2, 2, 1, 'rex', 9);
                INSERT INTO ZOWNER (Z_PK, Z_ENT, Z_OPT) VALUES (9, 3, 1);
                """,
            query:
                "SELECT Z_PK, Z_ENT, ZNAME, ZOWNER FROM ZDOG UNION ALL SELECT Z_PK, Z_ENT, ZNAME, 0 FROM ZANIMAL",
            expected: ["2|2|rex|9", "1|1|ant|0"]),
        Change(
            name: "A to-one relationship gets a new to-one inverse",
            old: entity("Cover", "", "") + entity("Book", "", relationship("cover", "Cover", nil)),
            new: entity("Cover", "", relationship("book", "Book", "cover"))
                + entity("Book", "", relationship("cover", "Cover", "book")),
            rows: """
                INSERT INTO ZCOVER (Z_PK, Z_ENT, Z_OPT) VALUES (4, 2, 1);
                INSERT INTO ZBOOK (Z_PK, Z_ENT, Z_OPT, ZCOVER) VALUES (1, 1, 1, 4);
                """,
            query: "SELECT ZBOOK FROM ZCOVER", expected: ["1"]),
        Change(
            name: "Bytes may lie in files from now on",
            old: entity("Item", "", attribute("data", "Binary", optional)),
            new: entity(
                "Item", "",
                attribute("data", "Binary", "optional=\"YES\" allowsExternalBinaryDataStorage=\"YES\"")),
            rows: "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZDATA) VALUES (1, 1, 1, X'00FF'), (2, 1, 1, NULL);",
            query: "SELECT hex(ZDATA), typeof(ZDATA) FROM ZITEM", expected: ["0100FF|blob", "|null"]),
        Change(
            name: "An attribute and an entity with values go",
            old: entity("Item", "", attribute("name", "String", optional))
                + entity("Old", "", relationship("item", "Item", nil)),
            new: entity("Item", "", attribute("count", "Integer 16", optional)),
            rows: items + "INSERT INTO ZOLD (Z_PK, Z_ENT, Z_OPT, ZITEM) VALUES (1, 2, 1, 3);",
            query: "SELECT Z_PK, ZCOUNT FROM ZITEM", expected: ["3|", "5|"], verdict: "loses data"),
    ]

    @Test("Inferable changes of a model are migrated", arguments: changes)
    func inferred(change: Change) throws {
        let pair = try ModelPair(change.old, change.new, rows: change.rows)
        let check = try pair.migrate("--check")
        #expect(check.output.hasSuffix("old.sqlite: \(change.verdict)\n"), "\(check.output)")
        #expect(check.status == (change.verdict == "lightweight" ? 0 : 1))
        #expect(try files(in: pair.path) == ["New.xcdatamodel", "Old.xcdatamodel", "old.sqlite"])
        let store = try pair.migrated()
        if !change.expected.isEmpty { #expect(try store.lines(change.query) == change.expected) }
    }

    /// Keys of deleted objects are not reused, because other stores may refer to them.
    @Test("The highest primary keys are kept, also of deleted objects and of parents")
    func highestKeys() throws {
        let change = try #require(Self.changes.first { $0.name.contains("parent is renamed") })
        let pair = try ModelPair(change.old, change.new, rows: change.rows)
        try Connection(path: pair.path + "/old.sqlite", mode: .readWrite)
            .execute("UPDATE Z_PRIMARYKEY SET Z_MAX = 99 WHERE Z_NAME = 'Animal'")
        #expect(
            try pair.migrated().lines("SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY ORDER BY 1")
                .prefix(2) == ["1|Being|0|99", "2|Dog|1|0"])
    }

    @Test("A to-one relationship that becomes to-many keeps its links and their order")
    func manyToMany() throws {
        let change = try #require(Self.changes.first { $0.name.contains("stays ordered") })
        let pair = try ModelPair(change.old, change.new, rows: change.rows)
        let store = try pair.migrated()
        let columns = try store.lines("SELECT name FROM pragma_table_info('Z_1ITEMS')")
        #expect(columns == ["Z_1FOLDERS", "Z_2ITEMS", "Z_FOK_2ITEMS"])
        #expect(
            try store.lines("SELECT Z_1FOLDERS, Z_2ITEMS, Z_FOK_2ITEMS FROM Z_1ITEMS ORDER BY 1, 3")
                == ["1|2|2048", "1|1|3072"])
    }

    /// Changes that cannot be inferred, and the reasons.
    static let refusals: [(old: String, new: String, rows: String, reason: String)] = [
        (
            entity("Item", "", attribute("total", "Decimal", optional)),
            entity("Item", "", attribute("total", "String", optional)), "",
            "Item.total: Decimal → String needs a mapping"
        ),
        (
            entity("Item", "", attribute("a", "Integer 16", optional)),
            entity("Item", "", attribute("a", "Integer 32", optional)), "",
            "Item.a: Integer 16 → Integer 32 needs a mapping"
        ),
        (
            entity("Item", "", attribute("a", "String", optional)),
            entity("Item", "", attribute("a")), "",
            "Item.a: optional → required needs a default value, or a mapping"
        ),
        (
            entity("Item", "", attribute("a", "String", optional)),
            entity("Item", "", attribute("a", "String", optional) + attribute("b")), "",
            "Item.b: is new and required: it needs a default value, or a mapping"
        ),
        (
            entity("A", "", relationship("bs", "B", nil, toMany: true)) + entity("B", "", ""),
            entity("A", "", relationship("bs", "B", nil)) + entity("B", "", ""), "",
            "A.bs: to-many → to-one needs a mapping: which of several objects is kept?"
        ),
        (
            entity("A", "", relationship("b", "B", nil)) + entity("B", "", "") + entity("C", "", ""),
            entity("A", "", relationship("b", "C", nil)) + entity("B", "", "") + entity("C", "", ""), "",
            "A.b: leads to C, which is not the renamed B: it needs a mapping"
        ),
        (
            entity("Item", "", attribute("name", "String", optional)),
            entity(
                "Item", "",
                attribute("name", "String", optional)
                    + "<uniquenessConstraints><uniquenessConstraint><constraint value=\"name\"/>"
                    + "</uniquenessConstraint></uniquenessConstraints>"),
            "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 1, 1, 'a'), (2, 1, 1, 'a'), (3, 1, 1, NULL);",
            "Item.name: name must be unique, and 2 objects share values"
        ),
        (
            entity("Item", "", attribute("name", "String", optional)),
            entity("Item", "isAbstract=\"YES\"", attribute("name", "String", optional)), items,
            "entity Item: is abstract now, and the store has 2 objects of it"
        ),
        (
            entity("Item", "", attribute("name", "String", optional)) + entity("Unit", "", ""),
            entity(
                "Item", "",
                attribute("name", "String", optional)
                    + relationship("unit", "Unit", nil).replacing("optional=\"YES\"", with: ""))
                + entity("Unit", "", ""), items,
            "Item.unit: is required, and 2 objects would have no destination"
        ),
    ]

    @Test(
        "Changes that cannot be inferred are refused with a reason, and nothing is written",
        arguments: refusals.indices)
    func refused(index: Int) throws {
        let (old, new, rows, reason) = Self.refusals[index]
        let pair = try ModelPair(old, new, rows: rows)
        let result = try pair.migrate("-o", "new.sqlite")
        #expect(
            result.errors == "old.sqlite: error: \(reason)\n"
                || result.errors.hasPrefix("old.sqlite: error: \(reason) ("))
        #expect(result.status == 1)
        #expect(try files(in: pair.path) == ["New.xcdatamodel", "Old.xcdatamodel", "old.sqlite"])
        let check = try pair.migrate("--check")
        #expect(check.status == 1)
        #expect(check.output.contains("  \(reason)"))
        #expect(check.output.hasSuffix("old.sqlite: needs a mapping\n"))
        let planned = try pair.migrate("--plan", "by-hand.yml")
        #expect(planned.output == check.output)
        #expect(planned.status == 1)
        let plan = try bytes(of: pair.path + "/by-hand.yml")
        let again = try pair.migrate("--plan", "by-hand.yml")
        #expect(again.errors == "by-hand.yml: error: already exists\n")
        #expect(again.status == 2)
        #expect(try bytes(of: pair.path + "/by-hand.yml") == plan)
    }

    @Test("A store of the same model opens unchanged")
    func same() throws {
        let model = Self.entity("Item", "", Self.attribute("name", "String", Self.optional))
        let pair = try ModelPair(model, model, rows: Self.items)
        let check = try pair.migrate("--check")
        #expect(check.output == "old.sqlite: opens as it is\n")
        #expect(check.status == 0)
        #expect(try pair.migrated().lines("SELECT Z_PK, ZNAME FROM ZITEM") == ["3|a", "5|"])
    }

    @Test("The UUID and the app's metadata are kept, and the rest is the new model's")
    func metadata() throws {
        let change = Self.changes[0]
        let pair = try ModelPair(change.old, change.new, rows: change.rows)
        let uuid = try Connection(path: pair.path + "/old.sqlite", mode: .readOnly)
            .text("SELECT Z_UUID FROM Z_METADATA")
        let built = try Zseed.run(
            "create", "New.xcdatamodel", "-o", "empty.sqlite", "--uuid", uuid ?? "", in: pair.path)
        #expect(built.status == 0)
        let empty = try Connection(path: pair.path + "/empty.sqlite", mode: .readOnly)
        let store = try pair.migrated()
        for query in [
            "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY rowid",
            "SELECT Z_UUID, hex(Z_PLIST) FROM Z_METADATA", "SELECT hex(Z_CONTENT) FROM Z_MODELCACHE",
            "SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY",
        ] {
            #expect(try store.lines(query) == empty.lines(query), "\(query)")
        }
        #expect(try store.lines("SELECT Z_MAX FROM Z_PRIMARYKEY") == ["5"])
    }

    @Test("The same input gives the same bytes")
    func deterministic() throws {
        let change = try #require(Self.changes.first { $0.name.contains("common parent") })
        let pair = try ModelPair(change.old, change.new, rows: change.rows)
        for name in ["one.sqlite", "two.sqlite"] {
            #expect(try pair.migrate("-o", name, "-q").status == 0)
        }
        #expect(try bytes(of: pair.path + "/one.sqlite") == bytes(of: pair.path + "/two.sqlite"))
    }

    @Test("A missing output, or the store itself as output, is refused")
    func commandLine() throws {
        let change = Self.changes[0]
        let pair = try ModelPair(change.old, change.new, rows: change.rows)
        let before = try bytes(of: pair.path + "/old.sqlite")
        #expect(try pair.migrate().status == 2)
        #expect(try pair.migrate("--check", "-o", "x.sqlite").status == 2)
        let needless = try pair.migrate("--plan", "x.yml")
        #expect(needless.errors == "x.yml: warning: not written: no mapping is needed\n")
        #expect(needless.status == 0)
        let over = try pair.migrate("-o", "old.sqlite")
        #expect(over.errors == "old.sqlite: error: the output would overwrite old.sqlite\n")
        #expect(over.status == 2)
        #expect(try bytes(of: pair.path + "/old.sqlite") == before)
        let missing = try Zseed.run(
            "migrate", "none.sqlite", "--to", "New.xcdatamodel", "--check", in: pair.path)
        #expect(missing.status == 2)
        #expect(missing.errors == "none.sqlite: error: no such file\n")
    }

    @Test("The JSON has the content of the text")
    func json() throws {
        let (old, new, rows, _) = Self.refusals[0]
        let pair = try ModelPair(old, new, rows: rows)
        struct Report: Decodable {
            struct Step: Decodable {
                struct Difference: Decodable {
                    let entity: String?
                    let property: String?
                    let kind: String
                    let consequence: String
                }
                let differences: [Difference]
            }
            let verdict: String
            let steps: [Step]
        }
        for arguments in [["--check", "--json"], ["-o", "new.sqlite", "--json"]] {
            let result = try Zseed.run(
                ["migrate", "old.sqlite", "--to", "New.xcdatamodel"] + arguments, in: pair.path)
            #expect(result.status == 1)
            let report = try JSONDecoder().decode(Report.self, from: Data(result.output.utf8))
            #expect(report.verdict == "needsMapping")
            let difference = try #require(report.steps.first?.differences.first)
            #expect(difference.entity == "Item" && difference.property == "total")
            #expect(difference.kind == "typeChanged" && difference.consequence == "refusal")
        }
    }

    @Test("A name that changed in every version is followed through all versions")
    func versions() throws {
        let old = Self.entity("Item", "", Self.attribute("name", "String", Self.optional))
        let pair = try ModelPair(old, old, rows: Self.items)
        let names = [("App", "name", ""), ("App 2", "title", "name"), ("App 10", "heading", "title")]
        for (version, name, former) in names {
            try pair.folder.writeModel(
                Self.entity(
                    "Item", "", Self.attribute(name, "String", Self.optional + " elementID=\"\(former)\"")),
                as: "App.xcdatamodeld/\(version).xcdatamodel")
        }
        try pair.folder.write(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict><key>_XCCurrentVersionName</key>
            <string>App 10.xcdatamodel</string></dict></plist>
            """, as: "App.xcdatamodeld/.xccurrentversion")
        let result = try Zseed.run(
            "migrate", "old.sqlite", "--to", "App.xcdatamodeld", "-o", "new.sqlite", in: pair.path)
        try #require(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("To version App 2\n"), "\(result.output)")
        let verified = try Zseed.run(
            "verify", "--strict", "new.sqlite", "--model", "App.xcdatamodeld", in: pair.path)
        #expect(verified.status == 0, "\(verified.output)")
        let store = try Connection(path: pair.path + "/new.sqlite", mode: .readOnly)
        #expect(try store.lines("SELECT Z_PK, ZHEADING FROM ZITEM") == ["3|a", "5|"])
    }

    @Test("A store without a model cache uses the version with its hashes, or --model")
    func withoutModel() throws {
        let change = Self.changes[2]
        let pair = try ModelPair(change.old, change.new)
        try FileManager.default.removeItem(atPath: pair.path + "/old.sqlite")
        let created = try Zseed.run(
            "create", "Old.xcdatamodel", "-o", "old.sqlite", "--framework", "519", in: pair.path)
        try #require(created.status == 0)
        try Connection(path: pair.path + "/old.sqlite", mode: .readWrite).execute(change.rows)
        let refused = try pair.migrate("--check")
        #expect(refused.status == 1)
        #expect(refused.errors == "old.sqlite: error: contains no model: use the app's model instead\n")
        #expect(try pair.migrate("--check", "--model", "Old.xcdatamodel").status == 0)
        try pair.folder.writeModel(change.old, as: "App.xcdatamodeld/1.xcdatamodel")
        try pair.folder.writeModel(change.new, as: "App.xcdatamodeld/2.xcdatamodel")
        let result = try Zseed.run(
            "migrate", "old.sqlite", "--to", "App.xcdatamodeld", "--model-version", "2", "-o", "new.sqlite",
            "-q", in: pair.path)
        #expect(result.status == 0, "\(result.errors)")
        let store = try Connection(path: pair.path + "/new.sqlite", mode: .readOnly)
        #expect(try store.lines(change.query) == change.expected)
    }

    @Test("SwiftData source is a model like any other")
    func swiftData() throws {
        let folder = try TestFolder()
        try folder.write(
            """
            import SwiftData
            @Model final class Trip { var name: String = ""; var days: Int = 1; init() {} }
            """, as: "one/Trip.swift")
        try folder.write(
            """
            import SwiftData
            @Model final class Trip {
                @Attribute(originalName: "name") var title: String = ""
                var days: Int = 1
                var note: String?
                init() {}
            }
            """, as: "two/Trip.swift")
        let created = try Zseed.run("create", "one", "-o", "old.sqlite", in: folder.path)
        try #require(created.status == 0, "\(created.errors)")
        try Connection(path: folder.path + "/old.sqlite", mode: .readWrite).execute(
            "INSERT INTO ZTRIP (Z_PK, Z_ENT, Z_OPT, ZNAME, ZDAYS) VALUES (1, 1, 1, 'Rome', 3); "
                + "UPDATE Z_PRIMARYKEY SET Z_MAX = 1 WHERE Z_ENT = 1")
        let result = try Zseed.run(
            "migrate", "old.sqlite", "--to", "two", "-o", "new.sqlite", "-q", in: folder.path)
        try #require(result.status == 0, "\(result.errors)")
        let store = try Connection(path: folder.path + "/new.sqlite", mode: .readOnly)
        #expect(try store.lines("SELECT ZTITLE, ZDAYS, ZNOTE FROM ZTRIP") == ["Rome|3|"])
        #expect(try store.lines("SELECT count(*) FROM sqlite_master WHERE name = 'ACHANGE'") == ["1"])
        let verified = try Zseed.run(
            "verify", "--strict", "new.sqlite", "--model", "two", in: folder.path)
        #expect(verified.status == 0, "\(verified.output)")
    }

    @Test("Rows in a -wal and values in files are migrated")
    func surroundings() throws {
        let model = Self.entity(
            "Item", "",
            Self.attribute("data", "Binary", "optional=\"YES\" allowsExternalBinaryDataStorage=\"YES\""))
        let inside = model.replacing(" allowsExternalBinaryDataStorage=\"YES\"", with: "")
            .replacing("name=\"data\"", with: "name=\"bytes\" elementID=\"data\"")
        let outside = model.replacing("name=\"data\"", with: "name=\"bytes\" elementID=\"data\"")
        let file = "0A1B2C3D-0000-4000-8000-00000000F11E"
        for (new, expected) in [(inside, "bytes"), (outside, "\u{2}\(file)\0")] {
            let pair = try ModelPair(model, new)
            try pair.folder.write("bytes", as: ".old_SUPPORT/_EXTERNAL_DATA/\(file)")
            let store = try Connection(path: pair.path + "/old.sqlite", mode: .readWrite)
            try store.execute(
                "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; INSERT INTO ZITEM (Z_PK, Z_ENT, "
                    + "Z_OPT, ZDATA) VALUES (1, 1, 1, CAST(X'02' || '\(file)' || X'00' AS BLOB)); "
                    + "UPDATE Z_PRIMARYKEY SET Z_MAX = 1")
            try withExtendedLifetime(store) {
                let result = try pair.migrate("-o", "new.sqlite", "-q")
                try #require(result.status == 0, "\(result.errors)")
            }
            try pair.expectSound()
            let migrated = try Connection(path: pair.path + "/new.sqlite", mode: .readOnly)
            #expect(
                try migrated.firstRow("SELECT ZBYTES FROM ZITEM") { $0.blob(at: 0) ?? [] }
                    == Array(expected.utf8))
            #expect(
                FileManager.default.fileExists(
                    atPath: pair.path + "/.new_SUPPORT/_EXTERNAL_DATA/\(file)") == (new == outside))
        }
    }
}
