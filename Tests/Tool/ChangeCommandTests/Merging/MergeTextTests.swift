import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

/// The exact output of a merge, and the resulting rows.
@Suite("zseed merge, word by word")
struct MergeTextTests {
    private static let items = "SELECT Z_PK, ZNAME, ZQUANTITY, ZUNIT, ZLIST FROM ZITEM ORDER BY Z_PK"

    /// The changes of editor and user, more arguments, the output, and the resulting items.
    static let cases: [(seed: String, user: String, more: [String], lines: [String], items: [String])] = [
        // Objects added by both are one object with `--key`, and two objects without.
        (
            "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME, ZQUANTITY, ZUNIT) VALUES (4, 1, 1, 'Oil', 3, 2)",
            "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME, ZQUANTITY) VALUES (9, 1, 1, 'Oil', 5); "
                + "UPDATE Z_PRIMARYKEY SET Z_MAX = 9 WHERE Z_NAME = 'Item'",
            ["--key", "Item=name"],
            [
                "conflict  Item \"Oil\": quantity: the user has 5, the new edition 3; the user's value is kept",
                "M.sqlite: merged, 1 object updated, 1 conflict, N checks passed",
            ], ["1,Rice,1,1,1", "2,Salt,1,1,1", "3,Milk,2,nil,nil", "9,Oil,5,2,nil"]
        ),
        (
            "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME, ZQUANTITY, ZUNIT) VALUES (4, 1, 1, 'Oil', 3, 2)",
            "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME, ZQUANTITY) VALUES (9, 1, 1, 'Oil', 5); "
                + "UPDATE Z_PRIMARYKEY SET Z_MAX = 9 WHERE Z_NAME = 'Item'",
            [], ["M.sqlite: merged, 1 object added, N checks passed"],
            ["1,Rice,1,1,1", "2,Salt,1,1,1", "3,Milk,2,nil,nil", "9,Oil,5,nil,nil", "10,Oil,3,2,nil"]
        ),
        // Conflicts are in order, and objects are named by the key.
        (
            "UPDATE ZITEM SET ZQUANTITY = 9 WHERE Z_PK IN (1, 3)",
            "UPDATE ZITEM SET ZQUANTITY = 7 WHERE Z_PK IN (1, 3)",
            ["--key", "Item=price"],
            [
                "conflict  Item \"2.5\": quantity: the user has 7, the new edition 9; the user's value is kept",
                "conflict  Item \"1.1\": quantity: the user has 7, the new edition 9; the user's value is kept",
                "M.sqlite: merged, nothing to change, 2 conflicts, N checks passed",
            ], ["1,Rice,7,1,1", "2,Salt,1,1,1", "3,Milk,7,nil,nil"]
        ),
        (
            "UPDATE ZITEM SET ZUNIT = 2 WHERE Z_PK = 3; UPDATE ZITEM SET ZADDED = 86400 WHERE Z_PK = 1",
            "DELETE FROM ZUNIT WHERE Z_PK = 2; UPDATE ZITEM SET ZADDED = 0.5 WHERE Z_PK = 1", [],
            [
                "conflict  Item \"Rice\": added: the user has 2001-01-01T00:00:00.5Z, the new edition 2001-01-02T00:00:00Z; the user's value is kept",
                "conflict  Item \"Milk\": unit: the new edition has g, which is not in the store; the link is left out",
                "M.sqlite: merged, nothing to change, 2 conflicts, N checks passed",
            ], ["1,Rice,1,1,1", "2,Salt,1,1,1", "3,Milk,2,nil,nil"]
        ),
        (
            "UPDATE ZITEM SET ZUNIT = 2 WHERE Z_PK = 1",
            "UPDATE ZITEM SET ZUNIT = 3 WHERE Z_PK = 1; "
                + "INSERT INTO ZUNIT (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (3, 4, 1, 'cup'); "
                + "UPDATE Z_PRIMARYKEY SET Z_MAX = 3 WHERE Z_NAME = 'Unit'", ["--prefer", "seed"],
            [
                "conflict  Item \"Rice\": unit: the user has cup, the new edition g; the new value is taken",
                "M.sqlite: merged, 1 object updated, 1 conflict, N checks passed",
            ], ["1,Rice,1,2,1", "2,Salt,1,1,1", "3,Milk,2,nil,nil"]
        ),
        (
            "UPDATE ZITEM SET ZQUANTITY = 9 WHERE Z_PK = 3", "DELETE FROM ZITEM WHERE Z_PK = 3",
            ["--prefer", "seed"],
            [
                "conflict  Item \"Milk\": the new edition changed it, but it is not in the store; restored",
                "M.sqlite: merged, 1 object added, 1 conflict, N checks passed",
            ], ["1,Rice,1,1,1", "2,Salt,1,1,1", "4,Milk,9,nil,nil"]
        ),
    ]

    @Test("Each case has its conflicts, its summary and its rows", arguments: cases.indices)
    func told(index: Int) throws {
        let (seed, user, more, lines, items) = Self.cases[index]
        let stores = try MergedStores(seed: seed, user: user)
        let result = try Zseed.run(
            ["merge", "U.sqlite", "--from", "B.sqlite", "--base", "A.sqlite", "-o", "M.sqlite"] + more,
            in: stores.path)
        #expect(result.status == 0 && result.errors == "", "\(result.errors)")
        #expect(
            result.output.replacing(/\d+ checks/, with: "N checks").split(separator: "\n").map(String.init)
                == lines)
        #expect(try stores.rows(Self.items) == items)
    }

    @Test("Without the old edition, objects are found, and --update changes them")
    func twoWays() throws {
        for (more, updated) in [([], 0), (["--update"], 1)] as [([String], Int)] {
            let stores = try MergedStores(
                seed: "UPDATE ZITEM SET ZQUANTITY = 9 WHERE Z_PK = 1; "
                    + "INSERT INTO ZTAG (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (3, 3, 1, 'new')",
                user: "UPDATE ZITEM SET ZQUANTITY = 7 WHERE Z_PK = 1")
            let result = try Zseed.run(
                [
                    "merge", "U.sqlite", "--from", "B.sqlite", "-o", "M.sqlite", "--json", "--key",
                    "Item=name",
                    "--key", "List=title",
                ] + more, in: stores.path)
            #expect(result.status == 0, "\(result.errors)")
            struct Report: Decodable {
                struct Entity: Decodable, Equatable {
                    let entity: String
                    let sameBy: String
                    let added: Int
                    let updated: Int
                    let removed: Int
                    let found: Int
                }
                let entities: [Entity]
            }
            let report = try JSONDecoder().decode(Report.self, from: Data(result.output.utf8))
            #expect(
                report.entities == [
                    .init(entity: "Item", sameBy: "key", added: 0, updated: updated, removed: 0, found: 3),
                    .init(entity: "List", sameBy: "key", added: 0, updated: 0, removed: 0, found: 1),
                    .init(entity: "Tag", sameBy: "uniqueness", added: 1, updated: 0, removed: 0, found: 2),
                    .init(entity: "Unit", sameBy: "uniqueness", added: 0, updated: 0, removed: 0, found: 2),
                ])
        }
    }

    /// Creates an old edition of a model, a new one and a user's store, and merges them.
    private func merged(
        _ model: String, _ rows: String, seed: String, user: String, _ more: String...
    ) throws -> (result: ProcessResult, store: Connection, folder: TestFolder) {
        let folder = try TestFolder()
        try TestStore.create(at: folder.path + "/A.sqlite", model: model)
        try Connection(path: folder.path + "/A.sqlite", mode: .readWrite).execute(
            rows + "UPDATE Z_PRIMARYKEY SET Z_MAX = 9 WHERE Z_SUPER = 0;")
        for (name, sql) in [("B", seed), ("U", user)] {
            try FileManager.default.copyItem(
                atPath: folder.path + "/A.sqlite", toPath: folder.path + "/\(name).sqlite")
            try Connection(path: folder.path + "/\(name).sqlite", mode: .readWrite).execute(sql)
        }
        let result = try Zseed.run(
            ["merge", "U.sqlite", "--from", "B.sqlite", "--base", "A.sqlite", "-o", "M.sqlite"] + more,
            in: folder.path)
        try #require(result.status == 0, "\(result.errors)")
        return (result, try Connection(path: folder.path + "/M.sqlite", mode: .readOnly), folder)
    }

    @Test("New objects that depend on a deleted one are left out, or all are restored")
    func dependents() throws {
        func entity(_ name: String, _ needed: String?) -> String {
            "<entity name=\"\(name)\"><attribute name=\"name\" optional=\"YES\" attributeType=\"String\"/>"
                + (needed.map {
                    "<relationship name=\"on\" maxCount=\"1\" destinationEntity=\"\($0)\"/>"
                } ?? "") + "</entity>"
        }
        let model =
            entity("Acorn", "Branch") + entity("Branch", "Crown") + entity("Crown", "Trunk")
            + entity("Trunk", nil)
        let seed = """
            INSERT INTO ZACORN (Z_PK, Z_ENT, Z_OPT, ZNAME, ZON) VALUES (1, 1, 1, 'a', 1);
            INSERT INTO ZBRANCH (Z_PK, Z_ENT, Z_OPT, ZNAME, ZON) VALUES (1, 2, 1, 'b', 1);
            INSERT INTO ZCROWN (Z_PK, Z_ENT, Z_OPT, ZNAME, ZON) VALUES (1, 3, 1, 'c', 1);
            """
        let rows = "INSERT INTO ZTRUNK (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 4, 1, 'oak');"
        let all =
            "SELECT ZNAME FROM ZTRUNK UNION ALL SELECT ZNAME FROM ZCROWN UNION ALL SELECT ZNAME FROM ZBRANCH "
            + "UNION ALL SELECT ZNAME FROM ZACORN"
        let kept = try merged(model, rows, seed: seed, user: "DELETE FROM ZTRUNK")
        #expect(
            kept.result.output.split(separator: "\n").dropLast() == [
                "conflict  new Acorn \"a\": it requires an object that is not in the store; left out",
                "conflict  new Branch \"b\": it requires an object that is not in the store; left out",
                "conflict  new Crown \"c\": on: oak is required, but is not in the store; left out",
            ])
        #expect(try kept.store.lines(all) == [])
        let back = try merged(model, rows, seed: seed, user: "DELETE FROM ZTRUNK", "--prefer", "seed")
        #expect(
            back.result.output.hasPrefix(
                "conflict  new Crown \"c\": on: oak is required, but is not in the store; oak is restored\n"
                    + "M.sqlite: merged, 4 objects added, 1 conflict, "), "\(back.result.output)")
        #expect(try back.store.lines(all) == ["oak", "c", "b", "a"])
    }

    @Test("Delete rules spare objects that the new edition keeps")
    func deleteRules() throws {
        let model = """
            <entity name="Doc"><attribute name="name" optional="YES" attributeType="String"/>
            <relationship name="cover" optional="YES" maxCount="1" deletionRule="Cascade"
                destinationEntity="Page"/>
            <relationship name="pages" optional="YES" toMany="YES" deletionRule="Cascade"
                destinationEntity="Page"/></entity>
            <entity name="Page"><attribute name="name" optional="YES" attributeType="String"/></entity>
            """
        let rows = """
            INSERT INTO ZDOC (Z_PK, Z_ENT, Z_OPT, ZNAME, ZCOVER) VALUES (1, 1, 1, 'd', 1);
            INSERT INTO ZPAGE (Z_PK, Z_ENT, Z_OPT, ZNAME, Z1PAGES) VALUES (1, 2, 1, 'c', NULL), (2, 2, 1, 'p', 1),
                (3, 2, 1, 'q', 1);
            """
        let seed = "DELETE FROM ZDOC; UPDATE ZPAGE SET Z1PAGES = NULL; DELETE FROM ZPAGE WHERE Z_PK = 3"
        let (result, store, _) = try merged(
            model, rows, seed: seed, user: "UPDATE ZPAGE SET ZNAME = 'u' WHERE Z_PK = 2")
        #expect(result.output.hasPrefix("M.sqlite: merged, 2 objects removed, "), "\(result.output)")
        #expect(try store.lines("SELECT Z_PK, ZNAME FROM ZPAGE") == ["1|c", "2|u"])
        #expect(try store.lines("SELECT count(*) FROM ZDOC") == ["0"])
    }

    /// Books are things, and a code identifies things.
    private static let things = """
        <entity name="Book" parentEntity="Thing"><attribute name="title" optional="YES" attributeType="String"/></entity>
        <entity name="Thing"><attribute name="code" optional="YES" attributeType="String"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="code"/></uniquenessConstraint>
        </uniquenessConstraints></entity>
        """
    private static let books =
        "INSERT INTO ZTHING (Z_PK, Z_ENT, Z_OPT, ZCODE, ZTITLE) VALUES (1, 2, 1, 'x', 'Emma'), (2, 2, 1, 'y', 'Kim');"

    @Test("A file of changes identifies objects by inherited constraints, or by --key alone")
    func keysOfChanges() throws {
        let (_, _, folder) = try merged(
            Self.things, Self.books, seed: "UPDATE ZTHING SET ZTITLE = 'Persuasion' WHERE Z_PK = 1", user: "")
        for (more, keys) in [
            ([], "{\"code\": \"x\"}"), (["--key", "Book=title"], "{\"title\": \"Emma\"}"),
            (["--key", "Book=code,title"], "{\"code\": \"x\", \"title\": \"Emma\"}"),
        ] as [([String], String)] {
            let result = try Zseed.run(
                ["diff", "A.sqlite", "B.sqlite", "--changes", "changes.json", "-q"] + more, in: folder.path)
            #expect(result.status == 1 && result.errors == "", "\(result.errors)")
            let text = String(decoding: try bytes(of: folder.path + "/changes.json"), as: UTF8.self)
            let lines = text.split(separator: "\n").map(String.init)
            let objects = try #require(lines.firstIndex(of: "  \"objects\": ["))
            #expect(
                lines[objects + 1].hasPrefix(
                    "    {\"entity\": \"Book\", \"primaryKey\": 1, \"keys\": [\(keys)]}"), "\(text)")
        }
    }

    @Test(
        "Changes find objects by key before primary key, and refuse a store without a match")
    func targetsOfChanges() throws {
        // The user's store has other primary keys: 1 is a different book.
        let user =
            "UPDATE ZTHING SET Z_PK = 3 WHERE Z_PK = 1; UPDATE ZTHING SET Z_PK = 1, ZCODE = 'z' WHERE Z_PK = 2"
        let (_, _, folder) = try merged(
            Self.things, Self.books,
            seed:
                "UPDATE ZTHING SET ZTITLE = 'Persuasion' WHERE Z_PK = 1; UPDATE ZTHING SET ZTITLE = 'The Egg' WHERE Z_PK = 2",
            user: user)
        func merge() throws -> ProcessResult {
            try Zseed.run("merge", "U.sqlite", "--changes", "changes.json", "-o", "C.sqlite", in: folder.path)
        }
        #expect(
            try Zseed.run("diff", "A.sqlite", "B.sqlite", "--changes", "changes.json", "-q", in: folder.path)
                .status == 1)
        let result = try merge()
        #expect(result.status == 0, "\(result.errors)")
        let store = try Connection(path: folder.path + "/C.sqlite", mode: .readOnly)
        #expect(try store.lines("SELECT Z_PK, ZCODE, ZTITLE FROM ZTHING") == ["1|z|Kim", "3|x|Persuasion"])
        try Connection(path: folder.path + "/U.sqlite", mode: .readWrite).execute(
            "UPDATE ZTHING SET ZCODE = ZCODE || '!'; UPDATE Z_METADATA SET Z_UUID = '5EED0000-0000-4000-8000-00000000FFFF'"
        )
        let other = try merge()
        #expect(other.status == 1 && other.output == "")
        #expect(
            other.errors
                == "changes.json: error: the changes begin at a different edition than the user's store, "
                + "which has none of their objects\n")
    }

    @Test("Contradictory changes are refused")
    func contradictions() throws {
        let (_, _, folder) = try merged(
            Self.things, Self.books, seed: "UPDATE ZTHING SET ZTITLE = 'Persuasion' WHERE Z_PK = 1", user: "")
        _ = try Zseed.run("diff", "A.sqlite", "B.sqlite", "--changes", "changes.json", "-q", in: folder.path)
        let text = String(decoding: try bytes(of: folder.path + "/changes.json"), as: UTF8.self).withoutSum
        for (old, new, words) in [
            ("\"changed\"", "\"added\"", "an object cannot be added"),
            (
                "\"primaryKey\": 1", "\"primaryKey\": 1, \"isNew\": true",
                "an object cannot be changed"
            ),
            ("\"changed\"", "\"moved\"", "an object cannot be moved"),
        ] {
            try folder.write(text.replacing(old, with: new), as: "changes.json")
            let result = try Zseed.run(
                "merge", "U.sqlite", "--changes", "changes.json", "-o", "C.sqlite", in: folder.path)
            #expect(result.status == 1)
            #expect(result.errors.contains(words), "\(result.errors)")
        }
    }
}
