import Foundation
import ObjectModel
import SQLite
import StoreFormat
import TestSupport
import Testing

@testable import Verification

/// One kind of damage, as a small edit of a sound store, and the expected findings.
struct Damage: Sendable, CustomTestStringConvertible {
    let sql: String
    let expected: [String]

    init(_ sql: String, _ expected: String...) {
        self.sql = sql
        self.expected = expected
    }

    var testDescription: String { sql }
}

@Suite("Damaged stores")
struct DamageTests {
    @Test("The undamaged store passes, and every check examines something")
    func sound() throws {
        let store = try SoundStore()
        #expect(try store.findings() == [])
        let results = try StoreVerifier().verify(path: store.path)
        // No XML model has the values that only SwiftData stores. SwiftDataValueTests damages those.
        let unexamined = results.filter { $0.outcome.examined == 0 }.map(\.name)
        #expect(unexamined == ["enumerations", "codable arrays"])
        #expect(results.allSatisfy { $0.outcome.skipped == nil })
        try FormatLint.expectSound(store.path)
    }

    @Test(
        "Damage in Z_PRIMARYKEY is found",
        arguments: [
            Damage(
                "UPDATE Z_METADATA SET Z_VERSION = 2",
                "metadata | Z_VERSION is 2, not 1"),
            Damage(
                "UPDATE Z_METADATA SET Z_UUID = 'x'",
                "metadata | Z_UUID 'x' is not an upper-case UUID"),
            Damage(
                "INSERT INTO Z_MODELCACHE SELECT * FROM Z_MODELCACHE",
                "metadata | Z_MODELCACHE has 2 rows instead of one"),
            Damage(
                "UPDATE Z_PRIMARYKEY SET Z_SUPER = 2 WHERE Z_NAME = 'Room'",
                "entity numbers | Room: Z_SUPER is 2, but in the model it is 4"),
            Damage(
                "DELETE FROM Z_PRIMARYKEY WHERE Z_NAME = 'Tag'",
                "entity numbers | Tag: has no row in Z_PRIMARYKEY"),
            Damage(
                "UPDATE Z_PRIMARYKEY SET Z_MAX = 2 WHERE Z_NAME = 'Item'",
                "Z_MAX | Item: Z_MAX is 2, but there is p3"),
            Damage(
                "UPDATE Z_PRIMARYKEY SET Z_MAX = 2 WHERE Z_NAME = 'Room'",
                "Z_MAX | Room: is a subentity, but has Z_MAX 2 instead of 0"),
            Damage(
                "UPDATE Z_PRIMARYKEY SET Z_MAX = NULL WHERE Z_NAME = 'Tag'",
                "Z_MAX | Tag: Z_MAX is 0, but there is p3"),
            Damage(
                "UPDATE ZITEM SET Z_PK = -3 WHERE Z_PK = 3",
                "Z_MAX | Item: there is a primary key -3"),
            Damage(
                "UPDATE Z_PRIMARYKEY SET Z_MAX = 0 WHERE Z_ENT = 16001",
                "Z_MAX | the history table ACHANGE has a row 1 beyond its Z_MAX 0"),
        ])
    func bookkeeping(_ damage: Damage) throws { try expect(damage) }

    @Test(
        "Damage in single rows is found",
        arguments: [
            Damage(
                "UPDATE ZITEM SET Z_ENT = 3 WHERE Z_PK = 3", "Z_ENT | Item p3: Z_ENT is 3, Label"),
            Damage(
                "UPDATE ZITEM SET Z_ENT = NULL WHERE Z_PK = 3", "Z_ENT | Item p3: Z_ENT is NULL"),
            Damage(
                "UPDATE ZITEM SET Z_ENT = 99 WHERE Z_PK = 3",
                "Z_ENT | Item p3: Z_ENT is 99, entity 99"),
            Damage(
                "UPDATE ZPLACE SET Z_ENT = 4 WHERE Z_PK = 2", "Z_ENT | Place p2: Z_ENT is 4, Place"),
            Damage("UPDATE ZITEM SET Z_OPT = NULL WHERE Z_PK = 3", "Z_OPT | Item p3: Z_OPT is NULL"),
            Damage("UPDATE ZITEM SET Z_OPT = 0 WHERE Z_PK = 3", "Z_OPT | Item p3: Z_OPT is 0"),
            Damage("UPDATE ZITEM SET Z_OPT = 'x' WHERE Z_PK = 3", "Z_OPT | Item p3: Z_OPT is 'x'"),
            Damage(
                "UPDATE ZITEM SET ZWHEN = '2024-03-09' WHERE Z_PK = 3",
                "storage classes | Item p3 .when: text '2024-03-09' is not a valid Date value"),
            Damage(
                "UPDATE ZITEM SET ZSMALL = 40000 WHERE Z_PK = 3",
                "storage classes | Item p3 .small: integer 40000 is not a valid Integer 16 value"),
            Damage(
                "UPDATE ZITEM SET ZLARGE = -3000000000 WHERE Z_PK = 3",
                "storage classes | Item p3 .large: integer -3000000000 is not a valid Integer 32 value"),
            Damage(
                "UPDATE ZITEM SET ZSMALL = 1.5 WHERE Z_PK = 3",
                "storage classes | Item p3 .small: real 1.5 is not a valid Integer 16 value"),
            Damage(
                "UPDATE ZITEM SET ZWEIGHT = 'heavy' WHERE Z_PK = 3",
                "storage classes | Item p3 .weight: text 'heavy' is not a valid Double value"),
            Damage(
                "UPDATE ZITEM SET ZFLAG = 2 WHERE Z_PK = 3",
                "storage classes | Item p3 .flag: integer 2 is not a valid Boolean value"),
            Damage(
                "UPDATE ZITEM SET ZNAME = X'00' WHERE Z_PK = 3",
                "storage classes | Item p3 .name: blob X'00' is not a valid String value"),
            Damage(
                "UPDATE ZITEM SET ZNAME = CAST(X'41FF' AS TEXT) WHERE Z_PK = 3",
                "storage classes | Item p3 .name: text 'A\u{FFFD}' is not a valid String value"),
            Damage(
                "UPDATE ZITEM SET ZCODE = X'0011' WHERE Z_PK = 3",
                "storage classes | Item p3 .code: blob X'0011' is not a valid UUID value"),
            Damage(
                "UPDATE ZITEM SET ZPHOTO = X'FFD8' WHERE Z_PK = 3",
                "storage classes | Item p3 .photo: blob X'FFD8' is not a valid Binary value"),
            Damage(
                "UPDATE ZITEM SET ZPHOTO = X'0245' WHERE Z_PK = 3",
                "storage classes | Item p3 .photo: blob X'0245' is not a valid Binary value"),
            Damage(
                "UPDATE ZITEM SET ZNAME = NULL WHERE Z_PK = 3",
                "required properties | Item p3 .name: has no value, but is not optional"),
            Damage(
                "UPDATE ZITEM SET ZGRADE = 0 WHERE Z_PK = 1",
                "validation | warning: Item p1 .grade: 0 is less than the model's minimum of 1"),
            Damage(
                "UPDATE ZITEM SET ZGRADE = 6 WHERE Z_PK = 1",
                "validation | warning: Item p1 .grade: 6 is greater than the model's maximum of 5"),
            Damage(
                "UPDATE ZITEM SET ZSKU = 'A' WHERE Z_PK = 1",
                "validation | warning: Item p1 .sku: 'A' is shorter than 2 characters"),
            Damage(
                "UPDATE ZITEM SET ZSKU = 'ABCDE' WHERE Z_PK = 1",
                "validation | warning: Item p1 .sku: 'ABCDE' is longer than 4 characters"),
            Damage(
                "UPDATE ZITEM SET ZSKU = 'a1' WHERE Z_PK = 1",
                "validation | warning: Item p1 .sku: 'a1' does not match [A-Z]+"),
        ])
    func rows(_ damage: Damage) throws { try expect(damage) }

    @Test(
        "Damage in relationships is found",
        arguments: [
            // The triggers maintain the derived values. With matching values, the only damage is the reference.
            Damage(
                "DELETE FROM ZPLACE WHERE Z_PK = 1; UPDATE ZITEM SET ZPLACETITLE = NULL",
                "to-one targets | Item p1 .place → Place p1 does not exist",
                "to-one targets | Item p2 .place → Place p1 does not exist"),
            Damage(
                "UPDATE ZLABEL SET Z_ENT = 2 WHERE Z_PK = 1",
                "Z_ENT | Label p1: Z_ENT is 2, Item",
                "to-one targets | Item p1 .label → Label p1 is a Item, not a Label"),
            Damage(
                "UPDATE ZITEM SET Z4_PLACE = 6 WHERE Z_PK = 1",
                "entity columns | Item p1 .place: Z4_PLACE is 6, the target's Z_ENT 5"),
            Damage(
                "UPDATE ZITEM SET Z4_PLACE = NULL WHERE Z_PK = 1",
                "entity columns | Item p1 .place: Z4_PLACE is NULL, the target's Z_ENT 5"),
            Damage(
                "UPDATE ZITEM SET Z4_PLACE = 5 WHERE Z_PK = 3",
                "entity columns | Item p3 .place: refers to no object, but Z4_PLACE is 5"),
            Damage(
                "UPDATE ZLABEL SET ZITEM = NULL WHERE Z_PK = 1",
                "one-to-one agreement | Item p1 .label → Label p1 does not lead back: .item is NULL"),
            Damage(
                "UPDATE ZLABEL SET ZITEM = 2 WHERE Z_PK = 1",
                "one-to-one agreement | Item p1 .label → Label p1 does not lead back: .item is Item p2",
                "one-to-one agreement | Label p1 .item → Item p2 does not lead back: .label is NULL"),
            Damage(
                "UPDATE ZITEM SET Z_FOK_PLACE = NULL WHERE Z_PK = 2",
                "order keys | Item p2 .place: has no order key"),
            Damage(
                "UPDATE ZITEM SET Z_FOK_PLACE = 2048 WHERE Z_PK = 2",
                """
                order keys | Item p1 .place: shares the order key 2048 with another object of \
                Place p1
                """
            ),
            Damage(
                "UPDATE Z_2TAGS SET Z_FOK_2ITEMS = NULL WHERE Z_2ITEMS = 1",
                "order keys | Tag p1 .items → Item p1 has no order key"),
            Damage(
                "UPDATE ZITEM SET Z1EXTRAS = 7 WHERE Z_PK = 2",
                "to-many sources | Item p2: is in .extras of Box p7, which does not exist"),
            Damage(
                "INSERT INTO Z_2TAGS VALUES (9, 1, 4096)",
                "many-to-many rows | Tag p1 .items → Item p9 does not exist"),
            Damage(
                "DELETE FROM ZTAG WHERE Z_PK = 3",
                "many-to-many rows | Item p2 .tags → Tag p3 does not exist"),
            Damage(
                """
                UPDATE Z_PRIMARYKEY SET Z_MAX = 5 WHERE Z_NAME = 'Item';
                INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME, ZPLACE, Z4_PLACE, Z_FOK_PLACE)
                VALUES (4, 2, 1, 'd', 1, 5, 4096), (5, 2, 1, 'e', 1, 5, 5120)
                """,
                """
                relationship counts | warning: Place p1 .items: has 4 members, but the model requires 0 to 3
                """
            ),
            Damage(
                "DROP INDEX Z_Tag_UNIQUE_name; UPDATE ZTAG SET ZNAME = 'x'",
                "schema | Tag .name: there is no unique index for the constraint",
                "uniqueness constraints | Tag p1 .name: 3 objects share the value"),
        ])
    func relationships(_ damage: Damage) throws { try expect(damage) }

    @Test(
        "Damage in schema, history, derived values and R-trees is found",
        arguments: [
            Damage("DROP TABLE ZBOX", "schema | Box: there is no table ZBOX"),
            Damage(
                "ALTER TABLE ZITEM DROP COLUMN ZWEIGHT",
                "schema | Item .weight: ZITEM has no column ZWEIGHT"),
            Damage(
                "DROP TABLE Z_2TAGS", "schema | Item .tags: there is no table Z_2TAGS"),
            Damage(
                "DROP INDEX ZITEM_ZPLACE_INDEX",
                """
                schema | warning: Item .place: ZITEM has no index on ZPLACE: looking up the \
                inverse is slow
                """
            ),
            Damage(
                "DROP TRIGGER Z_DA_ZITEM_Place_itemCount_PARAMETER_DELETE",
                "schema | there is no trigger Z_DA_ZITEM_Place_itemCount_PARAMETER_DELETE"),
            Damage(
                """
                DROP TRIGGER Z_DA_ZITEM_Place_itemCount_PARAMETER_DELETE;
                CREATE TRIGGER Z_DA_ZITEM_Place_itemCount_PARAMETER_DELETE AFTER DELETE ON ZITEM
                BEGIN SELECT 1; END
                """,
                "schema | the trigger Z_DA_ZITEM_Place_itemCount_PARAMETER_DELETE is not Core Data's"),
            Damage(
                "UPDATE ACHANGE SET Z_ENT = 2", "history | ACHANGE p1: Z_ENT is 2, not 16001"),
            Damage(
                "UPDATE ACHANGE SET ZCHANGETYPE = 7",
                "history | ACHANGE p1: ZCHANGETYPE is 7, not 0, 1 or 2"),
            Damage(
                "DELETE FROM ATRANSACTION",
                "history | ACHANGE p1 .ZTRANSACTIONID → ATRANSACTION p1 does not exist"),
            Damage(
                "DROP TABLE ATRANSACTION",
                "history | there is a table ACHANGE, but no ATRANSACTION"),
            Damage(
                "UPDATE ZPLACE SET ZITEMCOUNT = 9 WHERE Z_PK = 1",
                "derived values | Place p1 .itemCount: is 9, but items.@count is 2"),
            Damage(
                "UPDATE ZPLACE SET ZITEMCOUNT = NULL WHERE Z_PK = 1",
                "derived values | Place p1 .itemCount: is NULL, but items.@count is 2"),
            Damage(
                "UPDATE ZITEM SET ZPLACETITLE = 'Attic' WHERE Z_PK = 2",
                "derived values | Item p2 .placeTitle: is 'Attic', but place.title is 'Hall'"),
            Damage(
                """
                DROP TRIGGER Z_RT_Spot_boundedByRect_UPDATE; UPDATE ZSPOT SET ZLATITUDE = 53 WHERE \
                Z_PK = 1
                """,
                "location trees | ZSPOT p1: is elsewhere in Z_RT_Spot_boundedByRect"),
            Damage(
                "DELETE FROM Z_RT_Spot_boundedByRect WHERE Z_PK = 1",
                "location trees | ZSPOT p1: is not in Z_RT_Spot_boundedByRect"),
            Damage(
                "INSERT INTO Z_RT_Spot_boundedByRect VALUES (9, 1, 1, 2, 2)",
                "location trees | Z_RT_Spot_boundedByRect p9: belongs to no row of ZSPOT"),
            Damage(
                "UPDATE ZITEM SET ZPHOTO = replace(ZPHOTO, '0A1B', '9A1B') WHERE Z_PK = 2",
                """
                storage classes | Item p2 .photo: text \
                '\u{2}9A1B2C3D-0000-4000-8000-00000000F11E\0' is not a valid Binary value
                """,
                "external files | warning: no row names the file \(SoundStore.fileName)"),
            Damage(
                """
                UPDATE ZITEM SET ZPHOTO =
                CAST(X'02' || '9A1B2C3D-0000-4000-8000-00000000F11E' || X'00' AS BLOB) WHERE Z_PK = 1
                """,
                """
                external files | Item p1 .photo → file 9A1B2C3D-0000-4000-8000-00000000F11E does \
                not exist
                """
            ),
        ])
    func surroundings(_ damage: Damage) throws { try expect(damage) }

    private func expect(_ damage: Damage) throws {
        let store = try SoundStore()
        try store.change(damage.sql)
        let findings = try store.findings()
        #expect(findings == damage.expected, "\(findings)")
    }
}
