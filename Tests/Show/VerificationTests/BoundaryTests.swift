import ObjectModel
import SQLite
import StoreFormat
import TestSupport
import Testing

@testable import Verification

/// Values just inside a limit pass, and values just outside are reported.
@Suite("Boundary values of checks")
struct BoundaryTests {
    @Test(
        "Values just outside a limit are found",
        arguments: [
            Damage(
                "UPDATE ZITEM SET Z_PK = 0 WHERE Z_PK = 3", "Z_MAX | Item: there is a primary key 0"),
            Damage(
                "UPDATE ZITEM SET ZSMALL = 32768 WHERE Z_PK = 3",
                "storage classes | Item p3 .small: integer 32768 is not a valid Integer 16 value"),
            Damage(
                "UPDATE ZITEM SET ZSMALL = -32769 WHERE Z_PK = 3",
                "storage classes | Item p3 .small: integer -32769 is not a valid Integer 16 value"),
            Damage(
                "UPDATE ZITEM SET ZLARGE = 2147483648 WHERE Z_PK = 3",
                "storage classes | Item p3 .large: integer 2147483648 is not a valid Integer 32 value"),
            Damage(
                "UPDATE ZITEM SET ZLARGE = -2147483649 WHERE Z_PK = 3",
                "storage classes | Item p3 .large: integer -2147483649 is not a valid Integer 32 value"),
            Damage(
                "UPDATE ZITEM SET ZFLAG = -1 WHERE Z_PK = 3",
                "storage classes | Item p3 .flag: integer -1 is not a valid Boolean value"),
            Damage(
                "UPDATE ZITEM SET ZCODE = X'00112233445566778899AABBCCDDEEFF00' WHERE Z_PK = 3",
                """
                storage classes | Item p3 .code: blob X'00112233445566778899AABBCCDDEEFF00' \
                is not a valid UUID value
                """
            ),
            Damage(
                "UPDATE ZITEM SET Z_OPT = -1 WHERE Z_PK = 3", "Z_OPT | Item p3: Z_OPT is -1"),
            Damage(
                "UPDATE ACHANGE SET ZCHANGETYPE = 3",
                "history | ACHANGE p1: ZCHANGETYPE is 3, not 0, 1 or 2"),
            Damage(
                "UPDATE ACHANGE SET ZCHANGETYPE = -1",
                "history | ACHANGE p1: ZCHANGETYPE is -1, not 0, 1 or 2"),
            Damage(
                "INSERT INTO Z_2TAGS VALUES (1, 9, 4096)",
                "many-to-many rows | Item p1 .tags → Tag p9 does not exist"),
        ])
    func outside(_ damage: Damage) throws { try expect(damage) }

    /// The history of the store has one inserted item.
    @Test(
        "A contradictory history is found",
        arguments: [
            Damage(
                "UPDATE ACHANGE SET ZCHANGETYPE = 1",
                "history | ACHANGE p1 .ZCOLUMNS: is missing for an update"),
            Damage(
                "UPDATE ACHANGE SET ZCOLUMNS = X'00'",
                "history | ACHANGE p1 .ZCOLUMNS: belongs only to updates"),
            Damage(
                "UPDATE ACHANGE SET ZCHANGETYPE = 1, ZCOLUMNS = X'00'",
                "history | ACHANGE p1 .ZCOLUMNS: is a bitmap of 1 bytes, not of 3"),
            Damage(
                "UPDATE ACHANGE SET ZENTITY = 99",
                "history | ACHANGE p1 .ZENTITY: names the entity 99, which does not exist"),
            Damage(
                "UPDATE Z_PRIMARYKEY SET Z_SUPER = 1 WHERE Z_ENT = 16001",
                "entity numbers | CHANGE: Z_SUPER is 1, not 0"),
            Damage(
                "UPDATE Z_PRIMARYKEY SET Z_NAME = 'Change' WHERE Z_ENT = 16001",
                "entity numbers | Change: has the number 16001, which is CHANGE's"),
        ])
    func history(_ damage: Damage) throws { try expect(damage) }

    @Test("Only deleted objects have preserved values in the history", arguments: [0, 1, 2])
    func tombstones(kind: Int) throws {
        let store = try SoundStore()
        try store.change(
            "ALTER TABLE ACHANGE ADD COLUMN ZTOMBSTONE0 BLOB; UPDATE ACHANGE SET ZTOMBSTONE0 = 'a', "
                + "ZCHANGETYPE = \(kind), ZCOLUMNS = \(kind == 1 ? "X'000000'" : "NULL")")
        let findings = try store.findings(StoreVerifier.checks(chosen: ["history"], skipped: []))
        #expect(
            findings
                == (kind == 2
                    ? [] : ["history | ACHANGE p1 .ZTOMBSTONE0: has a value, but the object was not deleted"])
        )
    }

    @Test("A composite with a value needs its required elements")
    func composites() throws {
        let folder = try TestFolder()
        let path = folder.path + "/Store.sqlite"
        try TestStore.create(
            at: path,
            model: """
                <entity name="Item"><attribute name="place" optional="YES" attributeType="Composite">
                <attribute name="lat" attributeType="Double"/><attribute name="note" optional="YES" \
                attributeType="String"/></attribute>
                <attribute name="size" attributeType="Composite">
                <attribute name="w" optional="YES" attributeType="Double"/><attribute name="h" optional="YES" \
                attributeType="Double"/></attribute></entity>
                """)
        try Connection(path: path, mode: .readWrite).execute(
            "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZLAT, ZNOTE, ZW, ZH) VALUES (1, 1, 1, NULL, NULL, 1, NULL), "
                + "(2, 1, 1, NULL, 'x', NULL, 1), (3, 1, 1, 2.5, NULL, NULL, NULL); UPDATE Z_PRIMARYKEY SET Z_MAX = 3"
        )
        let results = try StoreVerifier(
            checks: StoreVerifier.checks(chosen: ["required properties"], skipped: [])
        ).verify(path: path)
        #expect(
            results.flatMap(\.outcome.examples).map(\.line) == [
                "Item p2 .place.lat: has no value, but is not optional",
                "Item p3 .size: has no value, but is not optional",
            ])
    }

    @Test(
        "Values just inside a limit pass",
        arguments: [
            Damage("UPDATE ZITEM SET ZSMALL = 32767, ZLARGE = 2147483647, ZFLAG = 1"),
            Damage("UPDATE ZITEM SET ZSMALL = -32768, ZLARGE = -2147483648, ZFLAG = 0"),
            Damage("UPDATE ACHANGE SET ZCHANGETYPE = 2"),
            Damage("UPDATE ZITEM SET ZGRADE = 1, ZSKU = 'AB'"),
            Damage("UPDATE ZITEM SET ZGRADE = 5, ZSKU = 'ABCD'"),
            // Exactly the maximum number of members.
            Damage(
                """
                UPDATE ZITEM SET ZPLACE = 1, Z4_PLACE = 5, Z_FOK_PLACE = 4096, \
                ZPLACETITLE = 'Hall' WHERE Z_PK = 3
                """),
        ])
    func inside(_ damage: Damage) throws { try expect(damage) }

    private func expect(_ damage: Damage) throws {
        let store = try SoundStore()
        try store.change(damage.sql)
        let findings = try store.findings()
        #expect(findings == damage.expected, "\(findings)")
    }

    /// A relationship with two to three members, which may be empty if it is optional.
    @Test(
        "Minimum and maximum counts of members are exact",
        arguments: [
            (0, false, false), (0, true, true), (1, false, false), (1, true, false),
            (2, false, true), (2, true, true), (3, false, true), (3, true, true),
            (4, false, false), (4, true, false),
        ])
    func members(count: Int, isOptional: Bool, isSound: Bool) throws {
        let folder = try TestFolder()
        let path = folder.path + "/Store.sqlite"
        try TestStore.create(
            at: path,
            model: """
                <entity name="Team"><relationship name="players" \
                optional="\(isOptional ? "YES" : "NO")" toMany="YES" minCount="2" maxCount="3" \
                destinationEntity="Player" inverseName="team" inverseEntity="Player"/></entity>
                <entity name="Player"><relationship name="team" optional="YES" maxCount="1" \
                destinationEntity="Team" inverseName="players" inverseEntity="Team"/></entity>
                """)
        let store = try Connection(path: path, mode: .readWrite)
        try store.execute("INSERT INTO ZTEAM (Z_PK, Z_ENT, Z_OPT) VALUES (1, 2, 1)")
        for key in 1..<(count + 1) {
            try store.execute(
                "INSERT INTO ZPLAYER (Z_PK, Z_ENT, Z_OPT, ZTEAM) VALUES (\(key), 1, 1, 1)")
        }
        try store.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = 9")
        let results = try StoreVerifier(
            checks: StoreVerifier.checks(chosen: ["relationship counts"], skipped: [])
        ).verify(path: path)
        let warnings = results.flatMap(\.outcome.warnings).map(\.line)
        #expect(
            warnings
                == (isSound
                    ? [] : ["Team p1 .players: has \(count) members, but the model requires 2 to 3"]))
    }
}
