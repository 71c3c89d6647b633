import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

@Suite("zseed merge")
struct MergeTests {
    private static let items =
        "SELECT Z_PK, ZNAME, ZQUANTITY, ZUNIT, ZLIST FROM ZITEM ORDER BY Z_PK"

    /// The changes of editor and user, the resulting items, and the messages.
    static let cases: [(seed: String, user: String, items: [String], told: [String])] = [
        (
            "UPDATE ZITEM SET ZQUANTITY = 9 WHERE Z_PK = 1",
            "UPDATE ZITEM SET ZQUANTITY = 7 WHERE Z_PK = 2",
            ["1,Rice,9,1,1", "2,Salt,7,1,1", "3,Milk,2,nil,nil"], []
        ),
        (
            "UPDATE ZITEM SET ZQUANTITY = 9, ZUNIT = 2 WHERE Z_PK = 1",
            "UPDATE ZITEM SET ZQUANTITY = 7 WHERE Z_PK = 1",
            ["1,Rice,7,2,1", "2,Salt,1,1,1", "3,Milk,2,nil,nil"],
            ["Item \"Rice\": quantity: the user has 7, the new edition 9; the user's value is kept"]
        ),
        (
            "UPDATE ZITEM SET ZUNIT = 2 WHERE Z_PK = 1", "UPDATE ZITEM SET ZUNIT = NULL WHERE Z_PK = 1",
            ["1,Rice,1,nil,1", "2,Salt,1,1,1", "3,Milk,2,nil,nil"],
            ["Item \"Rice\": unit: the user has nil, the new edition g; the user's value is kept"]
        ),
        (
            "DELETE FROM ZITEM WHERE Z_PK = 3", "", ["1,Rice,1,1,1", "2,Salt,1,1,1"], []
        ),
        (
            "DELETE FROM ZITEM WHERE Z_PK = 3", "UPDATE ZITEM SET ZQUANTITY = 3 WHERE Z_PK = 3",
            ["1,Rice,1,1,1", "2,Salt,1,1,1", "3,Milk,3,nil,nil"],
            ["Item \"Milk\": the new edition dropped it, but the user changed quantity; kept"]
        ),
        (
            "UPDATE ZITEM SET ZQUANTITY = 9 WHERE Z_PK = 3", "DELETE FROM ZITEM WHERE Z_PK = 3",
            ["1,Rice,1,1,1", "2,Salt,1,1,1"],
            ["Item \"Milk\": the new edition changed it, but it is not in the store; left out"]
        ),
        (
            "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME, ZUNIT) VALUES (4, 1, 1, 'Oil', 2)",
            "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (4, 1, 1, 'Figs'); "
                + "UPDATE Z_PRIMARYKEY SET Z_MAX = 7 WHERE Z_NAME = 'Item'",
            ["1,Rice,1,1,1", "2,Salt,1,1,1", "3,Milk,2,nil,nil", "4,Figs,nil,nil,nil", "8,Oil,nil,2,nil"], []
        ),
        // The new edition drops a unit that an item of the user's refers to.
        (
            "UPDATE ZITEM SET ZUNIT = 2; DELETE FROM ZUNIT WHERE Z_PK = 1",
            "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME, ZUNIT) VALUES (4, 1, 1, 'Figs', 1); "
                + "UPDATE Z_PRIMARYKEY SET Z_MAX = 4 WHERE Z_NAME = 'Item'",
            ["1,Rice,1,2,1", "2,Salt,1,2,1", "3,Milk,2,2,nil", "4,Figs,nil,1,nil"],
            ["Unit \"kg\": the new edition dropped it, but a kept object refers to it; kept"]
        ),
    ]

    @Test(
        "Three-way merge: the edition's changes arrive, and the user's changes are kept",
        arguments: cases.indices)
    func threeWays(index: Int) throws {
        let (seed, user, items, told) = Self.cases[index]
        let stores = try MergedStores(seed: seed, user: user)
        let before = try ["A", "B", "U"].map { try bytes(of: "\(stores.path)/\($0).sqlite") }
        let result = try stores.merge()
        #expect(result.errors == "")
        #expect(result.status == 0)
        #expect(try stores.rows(Self.items) == items)
        let lines = result.output.split(separator: "\n").map(String.init)
        #expect(lines.dropLast().map { $0.replacing("conflict  ", with: "") } == told)
        #expect(lines.last?.hasPrefix("M.sqlite: merged, ") == true)
        #expect(try ["A", "B", "U"].map { try bytes(of: "\(stores.path)/\($0).sqlite") } == before)
        #expect(try Zseed.run("verify", "M.sqlite", in: stores.path).status == 0)
    }

    @Test("--prefer seed takes the edition's side of a conflict")
    func preferSeed() throws {
        let stores = try MergedStores(
            seed: "UPDATE ZITEM SET ZQUANTITY = 9 WHERE Z_PK IN (1, 3)",
            user: "UPDATE ZITEM SET ZQUANTITY = 7 WHERE Z_PK = 1; DELETE FROM ZITEM WHERE Z_PK = 3")
        let result = try stores.merge("--prefer", "seed")
        #expect(
            result.output.hasPrefix(
                "conflict  Item \"Rice\": quantity: the user has 7, the new edition 9; the new value is taken\n"
            ))
        #expect(try stores.rows(Self.items) == ["1,Rice,9,1,1", "2,Salt,1,1,1", "4,Milk,9,nil,nil"])
    }

    @Test("A key can contain a to-one relationship")
    func keyWithRelationship() throws {
        let stores = try MergedStores(
            seed: "UPDATE ZITEM SET ZQUANTITY = 9 WHERE Z_PK = 1",
            user: "UPDATE ZITEM SET ZQUANTITY = 7 WHERE Z_PK = 1")
        let result = try stores.merge("--key", "Item=list,name", "--key", "List=title")
        #expect(result.status == 0, "\(result.errors)")
        #expect(
            result.output.hasPrefix(
                "conflict  Item \"Rice\": quantity: the user has 7, the new edition 9; the user's value is kept\n"
            ))
    }

    @Test("Two objects with one unique value become one with the members of both")
    func unique() throws {
        let tag = "INSERT INTO ZTAG (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (3, 3, 1, 'new'); "
        let stores = try MergedStores(
            seed: tag + "INSERT INTO Z_1TAGS VALUES (3, 3)",
            user: tag.replacing("(3, 3, 1", with: "(5, 3, 1")
                + "UPDATE Z_PRIMARYKEY SET Z_MAX = 5 WHERE Z_NAME = 'Tag'; INSERT INTO Z_1TAGS VALUES (2, 5)")
        #expect(try stores.merge().status == 0)
        #expect(try stores.rows("SELECT Z_PK, ZNAME FROM ZTAG ORDER BY 1") == ["1,dry", "2,food", "5,new"])
        #expect(
            try stores.rows("SELECT * FROM Z_1TAGS ORDER BY 1, 2") == ["1,1", "1,2", "2,1", "2,5", "3,5"])
    }

    @Test("An object with another unique value is another object")
    func renamed() throws {
        let stores = try MergedStores(
            seed:
                "UPDATE ZUNIT SET ZNAME = 'x' WHERE Z_PK = 1; UPDATE ZUNIT SET ZNAME = 'kg' WHERE Z_PK = 2; "
                + "UPDATE ZUNIT SET ZNAME = 'g' WHERE Z_PK = 1; "
                + "UPDATE ZTAG SET ZNAME = 'wet' WHERE Z_PK = 1",
            user: "INSERT INTO ZTAG (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (3, 3, 1, 'wet'); "
                + "UPDATE Z_PRIMARYKEY SET Z_MAX = 3 WHERE Z_NAME = 'Tag'")
        let keyed = try stores.merge("--key", "Unit=items")
        #expect(
            keyed.status == 2 && keyed.errors.contains("the model has no 'Unit.items'"), "\(keyed.errors)")
        // The items now refer to the other unit.
        #expect(try stores.merge().status == 0)
        #expect(try stores.rows("SELECT Z_PK, ZNAME FROM ZUNIT ORDER BY 1") == ["1,kg", "2,g"])
        #expect(try stores.rows("SELECT DISTINCT ZUNIT FROM ZITEM WHERE ZUNIT NOT NULL") == ["2"])
        #expect(try stores.rows("SELECT Z_PK, ZNAME FROM ZTAG ORDER BY 1") == ["2,food", "3,wet"])
    }

    @Test("A list has the user's order if the user changed it, otherwise the new edition's")
    func order() throws {
        let list = "SELECT ZNAME FROM ZITEM WHERE ZLIST = 1 ORDER BY Z_FOK_LIST"
        let added =
            "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME, ZLIST, Z_FOK_LIST) VALUES (4, 1, 1, 'Oil', 1, 2500)"
        let followed = try MergedStores(seed: added)
        #expect(try followed.merge().status == 0)
        #expect(try followed.rows(list) == ["Rice", "Oil", "Salt"])
        let kept = try MergedStores(
            seed: added, user: "UPDATE ZITEM SET Z_FOK_LIST = 9000 WHERE Z_PK = 1")
        #expect(try kept.merge().status == 0)
        #expect(try kept.rows(list) == ["Salt", "Rice", "Oil"])
        let both = try MergedStores(
            seed: "UPDATE ZITEM SET ZLIST = 1, Z_FOK_LIST = 1000 WHERE Z_PK = 3",
            user: "UPDATE ZITEM SET Z_FOK_LIST = 9000 WHERE Z_PK = 1")
        #expect(try both.merge().status == 0)
        #expect(try both.rows(list) == ["Milk", "Salt", "Rice"])
    }

    @Test("Without the old edition, only new objects are added, unless --update is given")
    func twoWays() throws {
        let seed =
            "UPDATE ZITEM SET ZQUANTITY = 9 WHERE Z_PK = 1; "
            + "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME, ZUNIT) VALUES (4, 1, 1, 'Oil', 2)"
        // With the same UUID, both stores gave the next primary key to a new object.
        let uuid = "UPDATE Z_METADATA SET Z_UUID = '5EED0000-0000-4000-8000-000000000009'; "
        let user =
            uuid + "UPDATE ZITEM SET ZQUANTITY = 7 WHERE Z_PK = 2; "
            + "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (4, 1, 1, 'Figs'); "
            + "UPDATE Z_PRIMARYKEY SET Z_MAX = 4 WHERE Z_NAME = 'Item'"
        let stores = try MergedStores(seed: seed + "; " + uuid, user: user)
        let result = try stores.add()
        #expect(result.status == 0)
        #expect(
            try stores.rows(Self.items)
                == [
                    "1,Rice,1,1,1", "2,Salt,7,1,1", "3,Milk,2,nil,nil", "4,Figs,nil,nil,nil",
                    "5,Oil,nil,2,nil",
                ])
        #expect(result.errors.hasPrefix("note: objects of Item are matched only by"))
        let updated = try MergedStores(seed: seed, user: user)
        #expect(try updated.add("--update", "--key", "Item=name", "--key", "List=title").errors == "")
        #expect(
            try updated.rows(Self.items)
                == [
                    "1,Rice,9,1,1", "2,Salt,1,1,1", "3,Milk,2,nil,nil", "4,Figs,nil,nil,nil",
                    "5,Oil,nil,2,nil",
                ])
    }

    @Test("The store keeps its UUID and metadata, and only changed rows get a new version")
    func identity() throws {
        let stores = try MergedStores(seed: "UPDATE ZITEM SET ZQUANTITY = 9 WHERE Z_PK = 1")
        #expect(try Zseed.run("metadata", "U.sqlite", "launches=7", "-q", in: stores.path).status == 0)
        #expect(try stores.merge().status == 0)
        let uuid = "SELECT Z_UUID FROM Z_METADATA"
        #expect(try stores.rows(uuid) == stores.rows(uuid, of: "U.sqlite"))
        #expect(try Zseed.run("metadata", "M.sqlite", in: stores.path).output == "launches = 7  (integer)\n")
        #expect(try stores.rows("SELECT Z_OPT FROM ZITEM ORDER BY Z_PK") == ["2", "1", "1"])
    }

    @Test("Large values are merged, and new ones are written to files beside the result")
    func largeValues() throws {
        let stores = try MergedStores()
        let large = String(repeating: "AB", count: 150_000)
        for (name, file) in [("A", "0A"), ("U", "0A"), ("B", "0B")] {
            let uuid = "5EED0000-0000-4000-8000-0000000000\(file)"
            try stores.stores.folder.write(
                name == "B" ? large + "!" : large, as: ".\(name)_SUPPORT/_EXTERNAL_DATA/\(uuid)")
            let reference = "02" + uuid.utf8.map { String($0, radix: 16) }.joined() + "00"
            try Connection(path: stores.path + "/\(name).sqlite", mode: .readWrite)
                .execute("UPDATE ZITEM SET ZDATA = x'\(reference)' WHERE Z_PK IN (1, 2)")
        }
        try Connection(path: stores.path + "/U.sqlite", mode: .readWrite)
            .execute("UPDATE ZITEM SET ZQUANTITY = 5, ZDATA = x'0101' WHERE Z_PK = 2")
        let result = try stores.merge()
        #expect(result.status == 0, "\(result.errors)")
        let names = try files(in: stores.path + "/.M_SUPPORT/_EXTERNAL_DATA")
        #expect(names.count == 1)
        let written = try bytes(of: stores.path + "/.M_SUPPORT/_EXTERNAL_DATA/" + names[0])
        #expect(written == Data((large + "!").utf8))
        #expect(
            result.output.contains("Item \"Salt\": data: the user has 1 bytes, the new edition 300001 bytes"))
        #expect(try files(in: stores.path + "/.U_SUPPORT/_EXTERNAL_DATA").count == 1)
    }

    @Test("--json prints the result for programs")
    func json() throws {
        let stores = try MergedStores(
            seed: "UPDATE ZITEM SET ZQUANTITY = 9", user: "UPDATE ZITEM SET ZQUANTITY = 7 WHERE Z_PK = 1")
        let result = try stores.merge("--json")
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
        let entities = try #require(object["entities"] as? [[String: Any]])
        #expect(entities.map { $0["updated"] as? Int } == [2])
        #expect(entities.first?["sameBy"] as? String == "primaryKey")
        let conflict = try #require((object["conflicts"] as? [[String: Any]])?.first)
        #expect(conflict["kind"] as? String == "bothChanged")
        #expect(conflict["user"] as? String == "7" && conflict["seed"] as? String == "9")
        #expect(conflict["kept"] as? String == "user")
    }

    /// Arguments, the exit code, and the message.
    static let mistakes: [(arguments: [String], status: Int32, words: String)] = [
        (["U.sqlite", "--from", "B.sqlite"], 2, "Missing expected argument '--output <output>'"),
        (["none.sqlite", "--from", "B.sqlite", "-o", "M.sqlite"], 2, "none.sqlite: error: no such file"),
        (["U.sqlite", "--from", "none.sqlite", "-o", "M.sqlite"], 2, "none.sqlite: error: no such file"),
        (
            ["U.sqlite", "--from", "B.sqlite", "--base", "B.sqlite", "-o", "M.sqlite"], 2,
            "B.sqlite: error: is given twice"
        ),
        (["U.sqlite", "--from", "B.sqlite", "-o", "U.sqlite"], 2, "the output would overwrite U.sqlite"),
        (["U.sqlite", "--from", "B.sqlite", "-o", "B.sqlite"], 2, "the output would overwrite B.sqlite"),
        (["U.sqlite", "--from", "Other.sqlite", "-o", "M.sqlite"], 1, "run `zseed migrate` first"),
        (["U.sqlite", "--from", "Model.xcdatamodel", "-o", "M.sqlite"], 1, "is a model, not a store"),
        (["Text.sqlite", "--from", "B.sqlite", "-o", "M.sqlite"], 1, "is not an SQLite database"),
        (["U.sqlite", "--from", "Half.sqlite", "-o", "M.sqlite"], 1, "Half.sqlite: error: is truncated"),
        (
            ["U.sqlite", "--from", "B.sqlite", "--base", "Empty.sqlite", "-o", "M.sqlite"], 1,
            "Empty.sqlite: error: is not the edition that the user's store began with"
        ),
        (
            ["U.sqlite", "--from", "B.sqlite", "--base", "A.sqlite", "--update", "-o", "M.sqlite"], 2,
            "--update is only for merges without --base"
        ),
        (
            ["U.sqlite", "--from", "B.sqlite", "--key", "Nothing=name", "-o", "M.sqlite"], 2,
            "the model has no 'Nothing'"
        ),
        (
            ["U.sqlite", "--from", "B.sqlite", "--key", "Item", "-o", "M.sqlite"], 2,
            "--key needs Entity=attribute"
        ),
        (["U.sqlite", "--from", "B.sqlite", "--prefer", "me", "-o", "M.sqlite"], 2, "--prefer <side>"),
    ]

    @Test("Bad input is reported, and nothing is written", arguments: mistakes.indices)
    func badInput(index: Int) throws {
        let (arguments, status, words) = Self.mistakes[index]
        let stores = try MergedStores(seed: "UPDATE ZITEM SET ZQUANTITY = 9")
        let other = try Shop()
        try FileManager.default.copyItem(
            atPath: other.path + "/reference.sqlite", toPath: stores.path + "/Other.sqlite")
        try stores.stores.folder.write("no database, but some text", as: "Text.sqlite")
        try stores.stores.folder.write(bytes(of: stores.path + "/B.sqlite").prefix(9_000), as: "Half.sqlite")
        #expect(
            try Zseed.run("create", "Model.xcdatamodel", "-o", "Empty.sqlite", in: stores.path).status == 0)
        let before = try files(in: stores.path)
        let contents = try ["A", "B", "U"].map { try bytes(of: "\(stores.path)/\($0).sqlite") }
        let result = try Zseed.run(["merge"] + arguments, in: stores.path)
        #expect(result.status == status, "\(result.errors)")
        #expect(result.errors.contains(words), "\(result.errors)")
        #expect(try files(in: stores.path) == before)
        #expect(try ["A", "B", "U"].map { try bytes(of: "\(stores.path)/\($0).sqlite") } == contents)
    }

    @Test("The -wal of a store that an app has open is merged, too")
    func live() throws {
        let stores = try MergedStores(seed: "UPDATE ZITEM SET ZQUANTITY = 9 WHERE Z_PK = 1")
        let user = try Connection(path: stores.path + "/U.sqlite", mode: .readWrite)
        try user.execute("PRAGMA journal_mode = WAL; UPDATE ZITEM SET ZQUANTITY = 7 WHERE Z_PK = 2")
        #expect(try stores.merge().status == 0)
        #expect(
            try stores.rows("SELECT ZQUANTITY FROM ZITEM ORDER BY Z_PK") == ["9", "7", "2"])
    }
}
