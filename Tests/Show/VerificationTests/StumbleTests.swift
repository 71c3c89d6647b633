import Foundation
import ObjectModel
import SQLite
import StoreFormat
import TestSupport
import Testing

@testable import Verification

/// Data that would cause problems in an app, although SQLite finds nothing wrong with it.
@Suite("Values that an app would fail on")
struct StumbleTests {
    @Test(
        "Values of a wrong type are found",
        arguments: [
            Damage(
                "UPDATE ZITEM SET ZPRICE = 'cheap' WHERE Z_PK = 3",
                "storage classes | Item p3 .price: text 'cheap' is not a valid Decimal value"),
            Damage(
                "UPDATE ZITEM SET ZPRICE = 'NaN' WHERE Z_PK = 3",
                "storage classes | Item p3 .price: text 'NaN' is not a valid Decimal value"),
            Damage(
                "UPDATE ZITEM SET ZPRICE = 9e999 WHERE Z_PK = 3",
                "storage classes | Item p3 .price: real inf is not a valid Decimal value"),
            Damage("UPDATE ZITEM SET ZPRICE = '12.50' WHERE Z_PK = 3"),
            Damage(
                "UPDATE ZITEM SET ZWHEN = -9e999 WHERE Z_PK = 3",
                "storage classes | Item p3 .when: real -inf is not a valid Date value"),
            Damage(
                "UPDATE ZITEM SET ZWHEN = 'now' WHERE Z_PK = 3",
                "storage classes | Item p3 .when: text 'now' is not a valid Date value"),
            Damage(
                "UPDATE ZITEM SET ZRATIO = 1e300 WHERE Z_PK = 3",
                "storage classes | Item p3 .ratio: real 1e+300 is not a valid Float value"),
            Damage("UPDATE ZITEM SET ZRATIO = 3.4028234663852886e38 WHERE Z_PK = 3"),
            Damage("UPDATE ZITEM SET ZRATIO = 9e999, ZWEIGHT = 9e999 WHERE Z_PK = 3"),
            Damage(
                "UPDATE ZITEM SET ZSETTINGS = X'' WHERE Z_PK = 3",
                "storage classes | Item p3 .settings: X'' is not a readable archive"),
            Damage(
                "UPDATE ZITEM SET ZSETTINGS = X'DEADBEEF' WHERE Z_PK = 3",
                "storage classes | Item p3 .settings: X'DEADBEEF' is not a readable archive"),
            Damage(
                "UPDATE ZITEM SET ZSETTINGS = 'list' WHERE Z_PK = 3",
                "storage classes | Item p3 .settings: text 'list' is not a valid Transformable value"),
            // The values of an app's own transformer can have any form.
            Damage("UPDATE ZITEM SET ZSHAPE = X'DEADBEEF' WHERE Z_PK = 3"),
            Damage(
                "UPDATE ZPLACE SET ZWIDTH = 7 WHERE Z_PK = 1",
                "Z_ENT | warning: Room p1: has a value for Shelf.width, which Room does not have"),
            // A migration in place gives every row the default of a new attribute.
            Damage("UPDATE ZPLACE SET ZWIDTH = 0 WHERE Z_PK = 1"),
        ])
    func values(_ damage: Damage) throws { try expect(damage) }

    @Test("Truncated archives and those of other classes are found")
    func archives() throws {
        func found(_ sql: String) throws -> [String] {
            let store = try SoundStore()
            try store.change(sql)
            return try store.findings()
        }
        let cut = try found(
            "UPDATE ZITEM SET ZSETTINGS = substr(ZSETTINGS, 1, length(ZSETTINGS) - 1) WHERE Z_PK = 1")
        #expect(cut.count == 1)
        #expect(cut.first?.hasPrefix("storage classes | Item p1 .settings: X'62706C69") == true)
        #expect(cut.first?.hasSuffix("…' is not a readable archive") == true)
        let list = PropertyList.array([.string("a list"), .string("that nobody archived")]).binary
        let plain = try found("UPDATE ZITEM SET ZSETTINGS = \(list.sqlBlobLiteral) WHERE Z_PK = 1")
        #expect(plain.count == 1, "\(plain)")
    }

    @Test(
        "Wrong counters, links and history are found",
        arguments: [
            Damage(
                "UPDATE Z_PRIMARYKEY SET Z_MAX = 9223372036854775807 WHERE Z_NAME = 'Item'",
                "Z_MAX | Item: Z_MAX is 9223372036854775807: there is no next primary key"),
            Damage(
                "UPDATE Z_PRIMARYKEY SET Z_MAX = 9223372036854775807 WHERE Z_NAME = 'CHANGE'",
                "Z_MAX | CHANGE: Z_MAX is 9223372036854775807: there is no next primary key"),
            Damage(
                "UPDATE Z_2TAGS SET Z_FOK_2ITEMS = 2048",
                "order keys | warning: Tag p1 .items: 2 objects share the order key 2048"),
            Damage(
                "CREATE UNIQUE INDEX mine ON ZITEM (ZNAME)",
                "schema | warning: the unique index mine is not in the model: saves of equal values fail"),
            Damage(
                "UPDATE ATRANSACTION SET ZTIMESTAMP = 'today'",
                "history | ATRANSACTION p1: ZTIMESTAMP is 'today', no date"),
            Damage(
                "UPDATE ATRANSACTION SET ZTIMESTAMP = NULL",
                "history | ATRANSACTION p1: ZTIMESTAMP is NULL, no date"),
            Damage(
                "UPDATE ACHANGE SET ZENTITYPK = NULL",
                "history | ACHANGE p1: ZENTITYPK is NULL, which is not a primary key"),
            Damage(
                "UPDATE ATRANSACTION SET ZAUTHORTS = 9",
                "history | ATRANSACTION p1 .ZAUTHORTS → ATRANSACTIONSTRING p9 does not exist"),
            Damage(
                "DROP TABLE ATRANSACTIONSTRING",
                "schema | there is no table ATRANSACTIONSTRING"),
        ])
    func bookkeeping(_ damage: Damage) throws { try expect(damage) }

    @Test("In a migrated store, duplicates and a missing row of an R-tree are found")
    func migrated() throws {
        let store = try SoundStore()
        try store.change(
            """
            PRAGMA writable_schema = ON;
            UPDATE sqlite_schema SET sql = replace(sql, 'CREATE TABLE ZBOX', 'CREATE TABLE "ZBOX"')
            WHERE name = 'ZBOX'
            """)
        #expect(try store.findings() == [])
        // A tree that a migration added does not have older rows.
        try store.change("DELETE FROM Z_RT_Spot_boundedByRect WHERE Z_PK = 1")
        #expect(try store.findings() == [])
        try store.change(
            """
            INSERT INTO Z_RT_Spot_boundedByRect VALUES (1, 52.5163, 52.5163, 13.3777, 13.3777);
            DELETE FROM Z_RT_Spot_boundedByRect WHERE Z_PK = 2;
            CREATE UNIQUE INDEX mine ON ZITEM (ZNAME)
            """)
        #expect(
            try store.findings() == [
                "schema | warning: the unique index mine is not in the model: saves of equal values fail",
                "location trees | ZSPOT p2: is not in Z_RT_Spot_boundedByRect",
            ])
    }

    @Test("A folder in place of an external file, or a missing folder, is found")
    func externalFiles() throws {
        let store = try SoundStore()
        let folder = store.folder.path + "/.Store_SUPPORT/_EXTERNAL_DATA"
        let file = folder + "/" + SoundStore.fileName
        try FileManager.default.removeItem(atPath: file)
        try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
        #expect(
            try store.findings() == [
                "external files | Item p2 .photo → file \(SoundStore.fileName) is a folder"
            ])
        try FileManager.default.removeItem(atPath: store.folder.path + "/.Store_SUPPORT")
        #expect(
            try store.findings() == [
                "external files | warning: 1 value is in a file, but there is no folder \(folder)"
            ])
    }

    #if os(Linux)
        @Test(
            "An unreadable external file is a machine error, and a pipe is not a file"
        )
        func unreadableExternalFile() throws {
            let store = try SoundStore()
            let file = store.folder.path + "/.Store_SUPPORT/_EXTERNAL_DATA/" + SoundStore.fileName
            try FileManager.default.removeItem(atPath: file)
            // A regular file that can be opened, but whose first byte cannot be read.
            try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: "/proc/self/mem")
            let error = #expect(throws: StoreError.self) { try store.findings() }
            #expect(error?.isMachineFault == true)
            try FileManager.default.removeItem(atPath: file)
            #expect(mkfifo(file, 0o600) == 0)
            #expect(
                try store.findings() == [
                    "external files | Item p2 .photo → file \(SoundStore.fileName) is not a regular file"
                ])
        }
    #endif

    @Test("Missing metadata entries and those of another type are found")
    func metadata() throws {
        typealias Key = StoreMetadata.Key
        func findings(_ key: String, _ value: PropertyList?) throws -> [String] {
            let store = try SoundStore()
            var metadata = try StoreMetadata.read(from: Connection(path: store.path, mode: .readOnly))
            metadata.entries[key] = value
            try store.change("UPDATE Z_METADATA SET Z_PLIST = \(metadata.propertyList.sqlBlobLiteral)")
            return try store.findings()
        }
        #expect(
            try findings(Key.versionHashesVersion, nil)
                == ["metadata | NSStoreModelVersionHashesVersion is missing"])
        #expect(
            try findings(Key.frameworkVersion, .string("1523"))
                == ["metadata | NSPersistenceFrameworkVersion is not an integer"])
        #expect(
            try findings(Key.frameworkVersion, .integer(0)).contains(
                "metadata | NSPersistenceFrameworkVersion is 0"))
        #expect(
            try findings(Key.modelVersionIdentifiers, .string("v1"))
                == ["metadata | NSStoreModelVersionIdentifiers is not a list of texts"])
        #expect(
            try findings(Key.modelVersionIdentifiers, .array([.integer(1)]))
                == ["metadata | NSStoreModelVersionIdentifiers is not a list of texts"])
        #expect(
            try findings(Key.versionHashesDigest, .data([1]))
                == ["metadata | NSStoreModelVersionHashesDigest is not text"])
        #expect(
            try findings(Key.versionChecksum, .integer(1))
                == ["metadata | NSStoreModelVersionChecksumKey is not text"])
    }

    private func expect(_ damage: Damage) throws {
        let store = try SoundStore()
        try store.change(damage.sql)
        let findings = try store.findings()
        #expect(findings == damage.expected, "\(findings)")
    }
}
