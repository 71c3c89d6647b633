import CommandSupport
import Foundation
import SQLite
import StoreFormat
import TestSupport
import Testing

@Suite("zseed repair")
struct RepairTests {
    private static let model = """
        <entity name="Box"><attribute name="title" optional="YES" attributeType="String"/>
        <relationship name="extras" optional="YES" toMany="YES" destinationEntity="Item"/></entity>
        <entity name="Item"><attribute name="name" attributeType="String"/>
        <attribute name="rank" attributeType="Integer 16" defaultValueString="3"/>
        <attribute name="grade" optional="YES" attributeType="Integer 16" maxValueString="5"/>
        <attribute name="placeTitle" optional="YES" attributeType="String" derived="YES"
            derivationExpression="place.title"/>
        <relationship name="place" optional="YES" maxCount="1" destinationEntity="Place"
            inverseName="items" inverseEntity="Place"/>
        <relationship name="label" optional="YES" maxCount="1" destinationEntity="Label"
            inverseName="item" inverseEntity="Label"/>
        <relationship name="tags" optional="YES" toMany="YES" destinationEntity="Tag"
            inverseName="items" inverseEntity="Tag"/></entity>
        <entity name="Label"><relationship name="item" optional="YES" maxCount="1"
            destinationEntity="Item" inverseName="label" inverseEntity="Item"/></entity>
        <entity name="Note"><relationship name="box" maxCount="1" destinationEntity="Box"/></entity>
        <entity name="Place" isAbstract="YES">
        <attribute name="title" optional="YES" attributeType="String"/>
        <relationship name="items" optional="YES" toMany="YES" ordered="YES"
            destinationEntity="Item" inverseName="place" inverseEntity="Item"/></entity>
        <entity name="Room" parentEntity="Place"/>
        <entity name="Shelf" parentEntity="Place"/>
        <entity name="Tag"><attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="items" optional="YES" toMany="YES" ordered="YES"
            destinationEntity="Item" inverseName="tags" inverseEntity="Item"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="name"/>
        </uniquenessConstraint></uniquenessConstraints></entity>
        """

    private static let rows = """
        INSERT INTO ZBOX (Z_PK, Z_ENT, Z_OPT, ZTITLE) VALUES (1, 1, 1, 'Spare');
        INSERT INTO ZPLACE (Z_PK, Z_ENT, Z_OPT, ZTITLE) VALUES (1, 6, 1, 'Hall'), (2, 7, 1, 'Top');
        INSERT INTO ZLABEL (Z_PK, Z_ENT, Z_OPT, ZITEM) VALUES (1, 3, 1, 1), (2, 3, 1, NULL);
        INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME, ZRANK, ZPLACE, Z5_PLACE, Z_FOK_PLACE, ZLABEL, Z1EXTRAS, ZPLACETITLE)
        VALUES (1, 2, 1, 'a', 1, 1, 6, 2048, 1, 1, 'Hall'), (2, 2, 1, 'b', 2, 1, 6, 3072, NULL, NULL, 'Hall'),
            (3, 2, 1, 'c', 2, NULL, NULL, NULL, NULL, NULL, NULL);
        INSERT INTO ZNOTE (Z_PK, Z_ENT, Z_OPT, ZBOX) VALUES (1, 4, 1, 1);
        INSERT INTO ZTAG (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 8, 1, 'x'), (2, 8, 1, 'y'), (3, 8, 1, 'z');
        INSERT INTO Z_2TAGS (Z_2ITEMS, Z_8TAGS, Z_FOK_2ITEMS) VALUES (1, 1, 2048), (2, 1, 3072), (2, 3, 2048);
        """

    private static func damaged(_ sql: String) throws -> ModelPair {
        let pair = try ModelPair(model, model)
        let store = try Connection(path: pair.path + "/old.sqlite", mode: .readWrite)
        let triggers = try store.rows("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'") {
            ($0.text(at: 0) ?? "", $0.text(at: 1) ?? "")
        }
        for trigger in triggers { try store.execute("DROP TRIGGER \(trigger.0.sqlIdentifier)") }
        try store.execute(rows)
        try store.execute(
            """
            UPDATE Z_PRIMARYKEY SET Z_MAX = 3 WHERE Z_NAME IN ('Item', 'Tag');
            UPDATE Z_PRIMARYKEY SET Z_MAX = 2 WHERE Z_NAME IN ('Place', 'Label');
            UPDATE Z_PRIMARYKEY SET Z_MAX = 1 WHERE Z_NAME IN ('Box', 'Note');
            """)
        for trigger in triggers { try store.execute(trigger.1) }
        for function in StoreSchema.triggerFunctions {
            try store.register(function: function, argumentCount: 5) { _ in .null }
        }
        try store.execute(sql)
        return pair
    }

    private static func repair(_ pair: ModelPair, _ arguments: String...) throws -> ProcessResult {
        try Zseed.run(["repair", "old.sqlite", "-o", "new.sqlite"] + arguments, in: pair.path)
    }

    /// Damage that can be repaired, and the store after the repair.
    static let mendable: [(sql: String, query: String, expected: [String])] = [
        ("UPDATE Z_METADATA SET Z_VERSION = 2", "SELECT Z_VERSION FROM Z_METADATA", ["1"]),
        ("UPDATE Z_METADATA SET Z_UUID = 'x'", "SELECT length(Z_UUID) FROM Z_METADATA", ["36"]),
        ("INSERT INTO Z_MODELCACHE SELECT * FROM Z_MODELCACHE", "SELECT count(*) FROM Z_MODELCACHE", ["1"]),
        (
            "UPDATE Z_PRIMARYKEY SET Z_SUPER = 2 WHERE Z_NAME = 'Room'",
            "SELECT Z_SUPER FROM Z_PRIMARYKEY WHERE Z_NAME = 'Room'", ["5"]
        ),
        (
            "UPDATE Z_PRIMARYKEY SET Z_ENT = Z_ENT + 20",
            "SELECT Z_ENT, Z_SUPER FROM Z_PRIMARYKEY WHERE Z_NAME = 'Room'", ["6|5"]
        ),
        (
            "UPDATE Z_PRIMARYKEY SET Z_SUPER = 77 WHERE Z_NAME = 'Room'",
            "SELECT Z_ENT, Z_SUPER FROM Z_PRIMARYKEY WHERE Z_NAME = 'Room'", ["6|5"]
        ),
        (
            "UPDATE Z_PRIMARYKEY SET Z_SUPER = Z_ENT WHERE Z_NAME = 'Place'",
            "SELECT Z_ENT, Z_SUPER FROM Z_PRIMARYKEY WHERE Z_NAME = 'Place'", ["5|0"]
        ),
        (
            "INSERT INTO Z_PRIMARYKEY VALUES (99, 'Tag', 0, 4)",
            "SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = 'Tag'", ["8"]
        ),
        (
            "DROP TABLE Z_PRIMARYKEY", "SELECT Z_ENT, Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Tag'",
            ["8|3"]
        ),
        ("DROP TABLE Z_METADATA", "SELECT Z_VERSION, length(Z_UUID) FROM Z_METADATA", ["1|36"]),
        (
            "INSERT INTO Z_METADATA SELECT Z_VERSION + 1, 'x', NULL FROM Z_METADATA",
            "SELECT Z_VERSION, length(Z_UUID) FROM Z_METADATA", ["1|36"]
        ),
        ("UPDATE Z_METADATA SET Z_UUID = NULL", "SELECT length(Z_UUID) FROM Z_METADATA", ["36"]),
        (
            "UPDATE Z_METADATA SET Z_PLIST = X'62706C69737430'",
            "SELECT length(Z_PLIST) > 100 FROM Z_METADATA", ["1"]
        ),
        (
            "DROP INDEX ZITEM_ZLABEL_INDEX; ALTER TABLE ZLABEL DROP COLUMN Z_ENT", "SELECT Z_ENT FROM ZLABEL",
            ["3", "3"]
        ),
        ("ALTER TABLE ZTAG DROP COLUMN Z_OPT", "SELECT Z_OPT FROM ZTAG", ["1", "1", "1"]),
        (
            "DELETE FROM Z_PRIMARYKEY WHERE Z_NAME = 'Tag'",
            "SELECT Z_ENT, Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Tag'", ["8|3"]
        ),
        ("DELETE FROM Z_PRIMARYKEY", "SELECT Z_ENT, Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Tag'", ["8|3"]),
        (
            "UPDATE Z_PRIMARYKEY SET Z_MAX = 2 WHERE Z_NAME = 'Item'",
            "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Item'", ["3"]
        ),
        (
            "UPDATE Z_PRIMARYKEY SET Z_MAX = 2 WHERE Z_NAME = 'Room'",
            "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Room'", ["0"]
        ),
        (
            "UPDATE Z_PRIMARYKEY SET Z_MAX = NULL WHERE Z_NAME = 'Tag'",
            "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Tag'", ["3"]
        ),
        ("UPDATE ZITEM SET Z_ENT = 3 WHERE Z_PK = 3", "SELECT Z_ENT FROM ZITEM WHERE Z_PK = 3", ["2"]),
        ("UPDATE ZITEM SET Z_ENT = NULL WHERE Z_PK = 3", "SELECT Z_ENT FROM ZITEM WHERE Z_PK = 3", ["2"]),
        ("UPDATE ZITEM SET Z_OPT = NULL WHERE Z_PK = 3", "SELECT Z_OPT FROM ZITEM WHERE Z_PK = 3", ["1"]),
        ("UPDATE ZITEM SET Z_OPT = 'x' WHERE Z_PK = 3", "SELECT Z_OPT FROM ZITEM WHERE Z_PK = 3", ["1"]),
        ("UPDATE ZITEM SET ZRANK = NULL WHERE Z_PK = 3", "SELECT ZRANK FROM ZITEM WHERE Z_PK = 3", ["3"]),
        (
            "DELETE FROM ZPLACE WHERE Z_PK = 1",
            "SELECT ZPLACE, Z5_PLACE, Z_FOK_PLACE, ZPLACETITLE FROM ZITEM WHERE Z_PK = 1", ["|||"]
        ),
        ("UPDATE ZITEM SET Z5_PLACE = 7 WHERE Z_PK = 1", "SELECT Z5_PLACE FROM ZITEM WHERE Z_PK = 1", ["6"]),
        ("UPDATE ZITEM SET Z5_PLACE = 6 WHERE Z_PK = 3", "SELECT Z5_PLACE FROM ZITEM WHERE Z_PK = 3", [""]),
        ("UPDATE ZLABEL SET ZITEM = NULL WHERE Z_PK = 1", "SELECT ZITEM FROM ZLABEL WHERE Z_PK = 1", ["1"]),
        ("UPDATE ZITEM SET ZLABEL = NULL WHERE Z_PK = 1", "SELECT ZLABEL FROM ZITEM WHERE Z_PK = 1", ["1"]),
        (
            "UPDATE ZITEM SET ZLABEL = 1 WHERE Z_PK = 3", "SELECT ZLABEL FROM ZITEM WHERE Z_PK IN (1, 3)",
            ["1", ""]
        ),
        (
            "UPDATE ZITEM SET Z_FOK_PLACE = NULL WHERE Z_PK = 1",
            "SELECT Z_PK, Z_FOK_PLACE FROM ZITEM WHERE ZPLACE = 1", ["1|3072", "2|2048"]
        ),
        (
            "UPDATE ZITEM SET Z_FOK_PLACE = 2048 WHERE Z_PK = 2",
            "SELECT Z_PK, Z_FOK_PLACE FROM ZITEM WHERE ZPLACE = 1", ["1|2048", "2|3072"]
        ),
        (
            "UPDATE ZITEM SET Z_FOK_PLACE = 'x' WHERE Z_PK = 1",
            "SELECT Z_PK, Z_FOK_PLACE FROM ZITEM WHERE ZPLACE = 1", ["1|3072", "2|2048"]
        ),
        (
            "UPDATE Z_2TAGS SET Z_FOK_2ITEMS = NULL WHERE Z_2ITEMS = 1",
            "SELECT Z_2ITEMS, Z_FOK_2ITEMS FROM Z_2TAGS WHERE Z_8TAGS = 1 ORDER BY 1", ["1|3072", "2|2048"]
        ),
        ("UPDATE ZITEM SET Z1EXTRAS = 7 WHERE Z_PK = 2", "SELECT Z1EXTRAS FROM ZITEM WHERE Z_PK = 2", [""]),
        ("INSERT INTO Z_2TAGS VALUES (9, 1, 4096)", "SELECT count(*) FROM Z_2TAGS", ["3"]),
        ("DELETE FROM ZTAG WHERE Z_PK = 3", "SELECT count(*) FROM Z_2TAGS", ["2"]),
        ("DROP TABLE ZLABEL; UPDATE ZITEM SET ZLABEL = NULL", "SELECT count(*) FROM ZLABEL", ["0"]),
        ("ALTER TABLE ZITEM DROP COLUMN ZGRADE", "SELECT ZGRADE FROM ZITEM WHERE Z_PK = 1", [""]),
        ("ALTER TABLE ZITEM DROP COLUMN ZRANK", "SELECT ZRANK FROM ZITEM WHERE Z_PK = 1", ["3"]),
        ("DROP TABLE Z_2TAGS", "SELECT count(*) FROM Z_2TAGS", ["0"]),
        (
            "DROP INDEX ZITEM_ZPLACE_INDEX",
            "SELECT count(*) FROM sqlite_master WHERE name = 'ZITEM_ZPLACE_INDEX'", ["1"]
        ),
        (
            "DROP INDEX Z_Tag_UNIQUE_name",
            "SELECT count(*) FROM sqlite_master WHERE name = 'Z_Tag_UNIQUE_name'", ["1"]
        ),
        (
            "UPDATE ZITEM SET ZPLACETITLE = 'Attic' WHERE Z_PK = 2",
            "SELECT ZPLACETITLE FROM ZITEM WHERE Z_PK = 2", ["Hall"]
        ),
        (
            "CREATE TABLE ZEXTRA (A); ALTER TABLE ZITEM ADD COLUMN ZEXTRA INTEGER",
            "SELECT count(*) FROM sqlite_master WHERE name = 'ZEXTRA'", ["0"]
        ),
    ]

    @Test("Repairable damage is repaired, and the old store is not changed", arguments: mendable.indices)
    func mends(index: Int) throws {
        let (sql, query, expected) = Self.mendable[index]
        let pair = try Self.damaged(sql)
        let before = try bytes(of: pair.path + "/old.sqlite")
        let result = try Self.repair(pair)
        try #require(result.status == 0, "\(sql): \(result.errors)")
        #expect(
            result.output.contains("repaired  ") || result.output.contains("changed   "),
            "\(sql): \(result.output)")
        #expect(result.output.contains("new.sqlite: repaired, "))
        #expect(try bytes(of: pair.path + "/old.sqlite") == before)
        try pair.expectSound()
        let store = try Connection(path: pair.path + "/new.sqlite", mode: .readOnly)
        #expect(try store.lines(query) == expected, "\(sql)")
    }

    /// Damage that cannot be repaired, and the messages.
    static let refusals: [(sql: String, words: String)] = [
        ("UPDATE ZPLACE SET Z_ENT = 99 WHERE Z_PK = 2", "entity Place: 1 row of ZPLACE without an entity"),
        ("UPDATE ZITEM SET ZGRADE = 6 WHERE Z_PK = 1", "check 'validation': Item p1 .grade: 6 is greater"),
        (
            "UPDATE ZITEM SET ZNAME = NULL WHERE Z_PK = 3",
            "check 'required properties': Item p3 .name: has no value"
        ),
        ("UPDATE ZITEM SET ZRANK = 1.5 WHERE Z_PK = 3", "check 'storage classes': Item p3 .rank: real 1.5"),
        ("DELETE FROM ZBOX", "Note.box"),
        (
            "DROP INDEX Z_Tag_UNIQUE_name; UPDATE ZTAG SET ZNAME = 'x'",
            "Tag.name: name must be unique, and 3 objects share values"
        ),
    ]

    @Test(
        "Irreparable damage is refused with the reason, and nothing is written",
        arguments: refusals.indices)
    func refuses(index: Int) throws {
        let (sql, words) = Self.refusals[index]
        let pair = try Self.damaged(sql)
        let result = try Self.repair(pair)
        #expect(result.status == 1, "\(sql)")
        #expect(
            result.errors.contains(words.replacing("Note.box", with: "Note p1 .box")),
            "\(sql): \(result.errors)")
        #expect(try files(in: pair.path) == ["New.xcdatamodel", "Old.xcdatamodel", "old.sqlite"])
    }

    @Test(
        "A table page that lost rows is refused; an index page is rebuilt",
        arguments: [("ZITEM", 0x0D, 1), ("ZITEM_ZPLACE_INDEX", 0x0A, 0)] as [(String, UInt8, Int32)])
    func pages(object: String, type: UInt8, status: Int32) throws {
        let pair = try Self.damaged("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE")
        let path = pair.path + "/old.sqlite"
        let connection = try Connection(path: path, mode: .readOnly)
        let root = try #require(
            try connection.integer("SELECT rootpage FROM sqlite_master WHERE name = '\(object)'"))
        let size = try #require(try connection.integer("PRAGMA page_size"))
        var content = try bytes(of: path)
        let start = Int((root - 1) * size)
        try #require(content[start] == type && content[start + 4] == 3)
        content[start + 4] = 2
        try Data(content).write(to: URL(fileURLWithPath: path))
        let result = try Self.repair(pair)
        #expect(result.status == status, "\(result.output)\(result.errors)")
        guard status == 0 else {
            #expect(result.errors.hasPrefix("old.sqlite: error: is damaged: "), "\(result.errors)")
            return
        }
        try pair.expectSound()
    }

    @Test("Values of properties that the object's entity does not have are removed and reported")
    func foreignValues() throws {
        let model = """
            <entity name="Media"><attribute name="title" optional="YES" attributeType="String"/></entity>
            <entity name="Photo" parentEntity="Media"><attribute name="width" optional="YES" attributeType="Integer 32"
                defaultValueString="640"/></entity>
            <entity name="Song" parentEntity="Media"><attribute name="lyrics" optional="YES"
                attributeType="String"/></entity>
            """
        let pair = try ModelPair(
            model, model,
            rows: """
                INSERT INTO ZMEDIA (Z_PK, Z_ENT, Z_OPT, ZTITLE, ZWIDTH, ZLYRICS) VALUES
                    (1, 2, 1, 'a', 12, 'la'), (2, 3, 1, 'b', 640, 'li'), (3, 3, 1, 'c', 13, NULL), (4, 2, 1, 'd', 1, 'lu')
                """)
        let result = try Self.repair(pair)
        try #require(result.status == 0, "\(result.errors)")
        // A migration gives all rows the default of a new attribute, so no data is lost.
        #expect(
            result.output.contains(
                "changed   Photo.width: 1 value left out, because the objects' entity has no such property\n")
        )
        #expect(
            result.output.contains(
                "changed   Song.lyrics: 2 values left out, because the objects' entity has no such property\n"
            ))
        try pair.expectSound()
        let store = try Connection(path: pair.path + "/new.sqlite", mode: .readOnly)
        #expect(
            try store.lines("SELECT Z_PK, ZTITLE, ZWIDTH, ZLYRICS FROM ZMEDIA ORDER BY 1")
                == ["1|a|12|", "2|b||li", "3|c||", "4|d|1|"])
    }

    @Test("--delete removes objects whose required destination is missing")
    func deletes() throws {
        let pair = try Self.damaged("DELETE FROM ZBOX")
        let result = try Self.repair(pair, "--delete")
        try #require(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("changed   Note.box: 1 object deleted, because"))
        try pair.expectSound()
        let store = try Connection(path: pair.path + "/new.sqlite", mode: .readOnly)
        #expect(try store.lines("SELECT count(*) FROM ZNOTE") == ["0"])
    }

    @Test("A valid store is kept row for row")
    func sound() throws {
        let pair = try Self.damaged("")
        let result = try Self.repair(pair)
        try #require(result.status == 0, "\(result.errors)")
        #expect(result.output.hasPrefix("new.sqlite: nothing to repair"))
        let old = try Connection(path: pair.path + "/old.sqlite", mode: .readOnly)
        let new = try Connection(path: pair.path + "/new.sqlite", mode: .readOnly)
        for table in ["ZBOX", "ZITEM", "ZLABEL", "ZNOTE", "ZPLACE", "ZTAG", "Z_2TAGS", "Z_PRIMARYKEY"] {
            #expect(
                try old.lines("SELECT * FROM \(table) ORDER BY 1, 2")
                    == new.lines("SELECT * FROM \(table) ORDER BY 1, 2"))
        }
    }

    @Test("Files that are not stores, and the store itself as output, are refused")
    func badInput() throws {
        let pair = try Self.damaged("")
        let missing = try Zseed.run("repair", "none.sqlite", "-o", "x.sqlite", in: pair.path)
        #expect(missing.errors == "none.sqlite: error: no such file\n" && missing.status == 2)
        let model = try Zseed.run("repair", "Old.xcdatamodel", "-o", "x.sqlite", in: pair.path)
        #expect(model.status == 1)
        let over = try Zseed.run("repair", "old.sqlite", "-o", "old.sqlite", in: pair.path)
        #expect(over.errors == "old.sqlite: error: the output would overwrite old.sqlite\n")
    }
}
