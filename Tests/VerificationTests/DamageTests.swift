import SQLite
import StoreFormat
import TestSupport
import Testing

@testable import Verification

@Suite("Damaged stores are found out")
struct DamageTests {
    private static let model = """
        <entity name="Item"><attribute name="name" attributeType="String"/>
        <attribute name="small" optional="YES" attributeType="Integer 16"/>
        <attribute name="flag" optional="YES" attributeType="Boolean"/>
        <attribute name="when" optional="YES" attributeType="Date"/>
        <attribute name="code" optional="YES" attributeType="UUID"/>
        <attribute name="photo" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>
        <relationship name="place" optional="YES" maxCount="1" destinationEntity="Place"
            inverseName="items" inverseEntity="Place"/>
        <relationship name="label" optional="YES" maxCount="1" destinationEntity="Label"
            inverseName="item" inverseEntity="Label"/>
        <relationship name="tags" optional="YES" toMany="YES" destinationEntity="Tag"
            inverseName="items" inverseEntity="Tag"/></entity>
        <entity name="Label"><relationship name="item" optional="YES" maxCount="1"
            destinationEntity="Item" inverseName="label" inverseEntity="Item"/></entity>
        <entity name="Place" isAbstract="YES"><relationship name="items" optional="YES" toMany="YES"
            ordered="YES" destinationEntity="Item" inverseName="place" inverseEntity="Item"/></entity>
        <entity name="Room" parentEntity="Place"/>
        <entity name="Shelf" parentEntity="Place"/>
        <entity name="Tag"><attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="items" optional="YES" toMany="YES" destinationEntity="Item"
            inverseName="tags" inverseEntity="Item"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="name"/>
        </uniquenessConstraint></uniquenessConstraints></entity>
        """

    private static let rows = """
        INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME, ZPLACE, Z3_PLACE, Z_FOK_PLACE, ZLABEL)
        VALUES (1, 1, 1, 'a', 1, 4, 2048, 1), (2, 1, 3, 'b', 1, 4, 3072, NULL), (3, 1, 1, 'c', NULL, NULL, NULL, NULL);
        INSERT INTO ZLABEL (Z_PK, Z_ENT, Z_OPT, ZITEM) VALUES (1, 2, 1, 1), (2, 2, 1, NULL);
        INSERT INTO ZPLACE (Z_PK, Z_ENT, Z_OPT) VALUES (1, 4, 1), (2, 5, 1);
        INSERT INTO ZTAG (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 6, 1, 'x'), (2, 6, 1, NULL), (3, 6, 1, NULL);
        INSERT INTO Z_1TAGS (Z_1ITEMS, Z_6TAGS) VALUES (1, 1), (2, 1), (2, 3);
        UPDATE Z_PRIMARYKEY SET Z_MAX = CASE Z_NAME WHEN 'Item' THEN 3 WHEN 'Label' THEN 2
            WHEN 'Place' THEN 2 WHEN 'Tag' THEN 3 ELSE 0 END;
        """

    private static func failures(after sql: String) throws -> [String] {
        let folder = try TestFolder()
        let path = folder.path + "/store.sqlite"
        try TestStore.create(at: path, model: model)
        let store = try Connection(path: path, mode: .readWrite)
        try store.execute(rows)
        try store.execute(sql)
        return try StoreVerifier().verify(path: path).filter { !$0.isPassed }
            .flatMap { result in result.outcome.examples.map { "\(result.name) | \($0.line)" } }
    }

    @Test("The undamaged store passes")
    func sound() throws {
        #expect(try Self.failures(after: "") == [])
        let folder = try TestFolder()
        let path = folder.path + "/store.sqlite"
        try TestStore.create(at: path, model: Self.model)
        try Connection(path: path, mode: .readWrite).execute(Self.rows)
        try FormatLint.expectSound(path)
        #expect(try StoreVerifier().verify(path: path).allSatisfy { $0.outcome.examined > 0 })
    }

    @Test(
        "Damage, and what is said of it",
        arguments: [
            ("UPDATE ZITEM SET ZPLACE = 9 WHERE Z_PK = 1",
                ["to-one targets | Item p1 .place: Place p9 does not exist"]),
            ("UPDATE ZITEM SET Z3_PLACE = 5 WHERE Z_PK = 1",
                ["entity columns | Item p1 .place: Z3_PLACE is 5, the target's Z_ENT 4"]),
            ("UPDATE ZITEM SET Z3_PLACE = NULL WHERE Z_PK = 1",
                ["entity columns | Item p1 .place: Z3_PLACE is NULL, the target's Z_ENT 4"]),
            ("UPDATE ZITEM SET Z_ENT = 2 WHERE Z_PK = 3", ["Z_ENT | Item p3: Z_ENT is 2, Label"]),
            ("UPDATE ZITEM SET Z_ENT = NULL WHERE Z_PK = 3", ["Z_ENT | Item p3: Z_ENT is NULL"]),
            ("UPDATE ZPLACE SET Z_ENT = 3 WHERE Z_PK = 2", ["Z_ENT | Place p2: Z_ENT is 3, Place"]),
            ("UPDATE Z_PRIMARYKEY SET Z_MAX = 2 WHERE Z_NAME = 'Item'",
                ["Z_MAX | Item: Z_MAX is 2, but there is p3"]),
            ("UPDATE Z_PRIMARYKEY SET Z_MAX = 2 WHERE Z_NAME = 'Room'",
                ["Z_MAX | Room: is a subentity, but has Z_MAX 2 instead of 0"]),
            ("UPDATE Z_PRIMARYKEY SET Z_MAX = NULL WHERE Z_NAME = 'Tag'",
                ["Z_MAX | Tag: Z_MAX is 0, but there is p3"]),
            ("UPDATE ZITEM SET Z_PK = -3 WHERE Z_PK = 3", ["Z_MAX | Item: there is a primary key -3"]),
            ("UPDATE ZITEM SET Z_OPT = NULL WHERE Z_PK = 3", ["Z_OPT | Item p3: Z_OPT is NULL"]),
            ("UPDATE ZITEM SET Z_OPT = 0 WHERE Z_PK = 3", ["Z_OPT | Item p3: Z_OPT is 0"]),
            ("UPDATE ZITEM SET Z_OPT = 'x' WHERE Z_PK = 3", ["Z_OPT | Item p3: Z_OPT is 'x'"]),
            ("UPDATE ZITEM SET ZWHEN = '2024-03-09' WHERE Z_PK = 3",
                ["storage classes | Item p3 .when: text '2024-03-09' is no Date value"]),
            ("UPDATE ZITEM SET ZSMALL = 40000 WHERE Z_PK = 3",
                ["storage classes | Item p3 .small: integer 40000 is no Integer 16 value"]),
            ("UPDATE ZITEM SET ZSMALL = 1.5 WHERE Z_PK = 3",
                ["storage classes | Item p3 .small: real 1.5 is no Integer 16 value"]),
            ("UPDATE ZITEM SET ZFLAG = 2 WHERE Z_PK = 3",
                ["storage classes | Item p3 .flag: integer 2 is no Boolean value"]),
            ("UPDATE ZITEM SET ZNAME = X'00' WHERE Z_PK = 3",
                ["storage classes | Item p3 .name: blob X'00' is no String value"]),
            ("UPDATE ZITEM SET ZCODE = X'0011' WHERE Z_PK = 3",
                ["storage classes | Item p3 .code: blob X'0011' is no UUID value"]),
            ("UPDATE ZITEM SET ZPHOTO = X'FFD8' WHERE Z_PK = 3",
                ["storage classes | Item p3 .photo: blob X'FFD8' is no Binary value"]),
            ("UPDATE ZITEM SET ZNAME = NULL WHERE Z_PK = 3",
                ["required properties | Item p3 .name: has no value, but is not optional"]),
            ("UPDATE ZLABEL SET ZITEM = NULL WHERE Z_PK = 1",
                ["one-to-one agreement | Item p1 .label: leads to Label p1, whose `item` is NULL"]),
            ("UPDATE ZLABEL SET ZITEM = 2 WHERE Z_PK = 1",
                ["one-to-one agreement | Item p1 .label: leads to Label p1, whose `item` is 2",
                 "one-to-one agreement | Label p1 .item: leads to Item p2, whose `label` is NULL"]),
            ("UPDATE ZITEM SET Z_FOK_PLACE = NULL WHERE Z_PK = 2",
                ["order keys | Item p2 .place: has no order key"]),
            ("UPDATE ZITEM SET Z_FOK_PLACE = 2048 WHERE Z_PK = 2",
                ["order keys | Item p1 .place: shares the order key 2048 with another object of Place p1"]),
            ("INSERT INTO Z_1TAGS (Z_1ITEMS, Z_6TAGS) VALUES (9, 1)",
                ["many-to-many rows | Z_1TAGS: Item p9 does not exist"]),
            ("DROP INDEX Z_Tag_UNIQUE_name; UPDATE ZTAG SET ZNAME = 'x'",
                ["uniqueness constraints | Tag p1 .name: 3 objects share the value"]),
            ("UPDATE Z_METADATA SET Z_VERSION = 2", ["metadata | Z_VERSION is 2, not 1"]),
            ("UPDATE Z_METADATA SET Z_UUID = 'x'", ["metadata | Z_UUID 'x' is no upper-case UUID"]),
            ("UPDATE Z_PRIMARYKEY SET Z_SUPER = 2 WHERE Z_NAME = 'Room'",
                ["entity numbers | Room: Z_SUPER is 2, the model says 3"]),
        ])
    func damage(sql: String, expected: [String]) throws {
        #expect(try Self.failures(after: sql) == expected)
    }

    @Test(
        "Bookkeeping that no store can do without",
        arguments: [
            ("UPDATE Z_METADATA SET Z_PLIST = X'00'", "Z_PLIST is no property list with a dictionary"),
            ("UPDATE Z_METADATA SET Z_PLIST = NULL", "Z_METADATA has no UUID or no property list"),
            ("DELETE FROM Z_METADATA", "Z_METADATA has 0 rows instead of one"),
            ("UPDATE Z_PRIMARYKEY SET Z_SUPER = 77 WHERE Z_ENT = 1",
                "Z_PRIMARYKEY gives Item the superentity 77, which does not exist"),
            ("UPDATE Z_PRIMARYKEY SET Z_NAME = 'Tag'", "Z_PRIMARYKEY names an entity twice"),
            ("UPDATE Z_MODELCACHE SET Z_CONTENT = X'00'", "Z_MODELCACHE holds no readable model"),
        ])
    func bookkeeping(sql: String, words: String) {
        let error = #expect(throws: StoreError.self) { try Self.failures(after: sql) }
        #expect(error?.problem == .badBookkeeping(words))
    }

    @Test("Only the first twenty of many findings are kept, and all are counted")
    func many() throws {
        let folder = try TestFolder()
        let path = folder.path + "/store.sqlite"
        try TestStore.create(at: path, model: Self.model)
        let store = try Connection(path: path, mode: .readWrite)
        try store.execute(
            """
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
            INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME) SELECT i, 1, 0, 'x' FROM n;
            UPDATE Z_PRIMARYKEY SET Z_MAX = 500 WHERE Z_NAME = 'Item'
            """)
        let failed = try StoreVerifier().verify(path: path).filter { !$0.isPassed }
        #expect(failed.map(\.name) == ["Z_OPT"])
        #expect(failed.first?.outcome.wrong == 500)
        #expect(failed.first?.outcome.examples.count == CheckOutcome.mostExamples)
    }
}
