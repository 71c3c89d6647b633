import Foundation
import ObjectModel
import SQLite
import StoreFormat
import TestSupport
import Testing

@testable import Verification

/// Damage other than edits of rows: to metadata, files and bytes.
@Suite("Damaged files and metadata")
struct FileDamageTests {
    private typealias Key = StoreMetadata.Key

    /// Returns the findings after an edit of the metadata's entries.
    private func findings(
        afterEditing edit: (inout [String: PropertyList]) -> Void
    ) throws -> [String] {
        let store = try SoundStore()
        var metadata = try StoreMetadata.read(from: Connection(path: store.path, mode: .readOnly))
        edit(&metadata.entries)
        try store.change(
            "UPDATE Z_METADATA SET Z_PLIST = \(metadata.propertyList.sqlBlobLiteral)")
        return try store.findings()
    }

    @Test("Wrong metadata entries are found")
    func metadata() throws {
        #expect(
            try findings { $0[Key.storeType] = .string("Binary") }
                == ["metadata | NSStoreType is not SQLite"])
        #expect(
            try findings { $0[Key.versionHashesVersion] = .integer(2) }
                == ["metadata | NSStoreModelVersionHashesVersion is not 3"])
        #expect(
            try findings { $0[Key.versionHashes] = nil }
                == ["version hashes | there are no NSStoreModelVersionHashes"])
        #expect(
            try findings { $0[Key.versionHashesDigest] = .string("x") }
                == ["version hashes | NSStoreModelVersionHashesDigest is not that of the hashes"])
        #expect(
            try findings { $0[Key.versionChecksum] = .string("x") }
                == ["version hashes | NSStoreModelVersionChecksumKey is not that of the hashes"])
    }

    /// Returns the findings after an edit of the version hashes, with a new digest and checksum.
    private func hashFindings(
        after edit: (inout [String: [UInt8]]) -> Void
    ) throws -> [String] {
        try findings { entries in
            var hashes = entries[Key.versionHashes]?.dictionary?.compactMapValues(\.data) ?? [:]
            edit(&hashes)
            let all = VersionHashes(entities: hashes)
            entries[Key.versionHashes] = .dictionary(hashes.mapValues { .data($0) })
            entries[Key.versionHashesDigest] = .string(all.digest)
            entries[Key.versionChecksum] = .string(all.checksum)
        }
    }

    @Test("Version hashes that differ from the model's are found")
    func hashes() throws {
        #expect(
            try hashFindings { hashes in hashes["Item"]?[0] ^= 1 }
                == ["version hashes | Item: the version hash is not that of the model in the store"]
        )
        #expect(
            try hashFindings { hashes in hashes["Item"]?.removeLast() }
                == ["version hashes | Item: the version hash has 31 bytes, not 32"])
        #expect(
            try hashFindings { hashes in hashes["Item"] = nil }
                == ["version hashes | Item: has no version hash"])
        #expect(
            try hashFindings { hashes in hashes["Shop"] = hashes["Tag"] }
                == ["version hashes | Shop: has a version hash, but is not in the model"])
    }

    @Test(
        "Unusable rows of Z_METADATA and Z_PRIMARYKEY are found",
        arguments: [
            (
                "UPDATE Z_METADATA SET Z_PLIST = X'00'",
                "Z_PLIST is not a property list with a dictionary"
            ),
            ("UPDATE Z_METADATA SET Z_PLIST = NULL", "Z_METADATA has no UUID or no property list"),
            ("DELETE FROM Z_METADATA", "Z_METADATA has 0 rows instead of one"),
            (
                "UPDATE Z_PRIMARYKEY SET Z_SUPER = 77 WHERE Z_ENT = 1",
                "Z_PRIMARYKEY gives Box the superentity 77, which does not exist"
            ),
            ("UPDATE Z_PRIMARYKEY SET Z_NAME = 'Tag'", "Z_PRIMARYKEY names an entity twice"),
            ("UPDATE Z_MODELCACHE SET Z_CONTENT = X'00'", "Z_MODELCACHE holds no readable model"),
        ])
    func bookkeeping(sql: String, words: String) throws {
        let store = try SoundStore()
        try store.change(sql)
        let error = #expect(throws: StoreError.self) { try store.findings() }
        #expect(error?.problem == .badBookkeeping(words))
    }

    @Test("A truncated store is invalid")
    func truncated() throws {
        let store = try SoundStore()
        let bytes = try Data(contentsOf: URL(fileURLWithPath: store.path))
        try bytes.prefix(bytes.count - 4096).write(to: URL(fileURLWithPath: store.path))
        let error = #expect(throws: StoreError.self) { try store.findings() }
        #expect(
            error?.problem
                == .truncated(expected: Int64(bytes.count), found: Int64(bytes.count - 4096)))
    }

    @Test(
        "Wrong files of SQLite beside the store are found",
        arguments: [
            (
                "-wal", "left behind",
                ["a -wal of 11 bytes is beside the store, but it is not a write-ahead log"]
            ),
            ("-wal", "", ["warning: a -wal of 0 bytes is beside the store"]),
            ("-wal", "x", ["a -wal of 1 byte is beside the store, but it is not a write-ahead log"]),
            ("-journal", "", ["warning: a -journal of 0 bytes is beside the store"]),
            ("-shm", "left behind", ["warning: a -shm of 11 bytes is beside the store"]),
        ])
    func leftovers(suffix: String, content: String, expected: [String]) throws {
        let store = try SoundStore()
        try store.folder.write(content, as: "Store.sqlite\(suffix)")
        #expect(try store.findings() == expected.map { "leftover files | \($0)" })
    }

    @Test("Rows in a live -wal are examined, and the -wal is reported")
    func liveLog() throws {
        let store = try SoundStore()
        let writer = try Connection(path: store.path, mode: .readWrite)
        try writer.execute("PRAGMA journal_mode = WAL; UPDATE ZITEM SET Z_OPT = 0 WHERE Z_PK = 3")
        let findings = try store.findings()
        #expect(findings.count == 3)
        #expect(findings.first?.hasPrefix("leftover files | warning: a -wal of ") == true)
        #expect(findings.contains("Z_OPT | Item p3: Z_OPT is 0"))
        withExtendedLifetime(writer) {}
    }

    @Test("A -wal of another store, and the journal of an interrupted change, are found")
    func foreignFiles() throws {
        let store = try SoundStore()
        let other = try Connection(path: store.folder.path + "/other.sqlite", mode: .create)
        try other.execute("PRAGMA page_size = 1024; PRAGMA journal_mode = WAL; CREATE TABLE t (a)")
        try FileManager.default.copyItem(
            atPath: store.folder.path + "/other.sqlite-wal", toPath: store.path + "-wal")
        // SQLite accepts its pages as the store's, so the other database is read.
        let error = #expect(throws: StoreError.self) { try store.findings() }
        #expect(error?.problem == .notCoreData(missingTables: ["Z_METADATA", "Z_PRIMARYKEY"]))
        try FileManager.default.removeItem(atPath: store.path + "-wal")
        try store.folder.write("left behind", as: "Store.sqlite-journal")
        #expect(
            try store.findings() == [
                "leftover files | a -journal of 11 bytes is beside the store: a change of the store was "
                    + "interrupted"
            ])
        withExtendedLifetime(other) {}
    }

    @Test("An index without one row is found by SQLite and by counting objects")
    func staleIndex() throws {
        let store = try SoundStore()
        // The index on Z_ENT gets its contents from before the last row.
        try store.change(
            """
            PRAGMA writable_schema = ON;
            UPDATE sqlite_schema SET sql = 'CREATE INDEX ZPLACE_Z_ENT_INDEX ON ZPLACE (Z_ENT) WHERE 0'
            WHERE name = 'ZPLACE_Z_ENT_INDEX';
            """)
        try store.change("REINDEX ZPLACE_Z_ENT_INDEX")
        try store.change(
            """
            PRAGMA writable_schema = ON;
            UPDATE sqlite_schema SET sql = 'CREATE INDEX ZPLACE_Z_ENT_INDEX ON ZPLACE (Z_ENT)'
            WHERE name = 'ZPLACE_Z_ENT_INDEX';
            """)
        let findings = try store.findings()
        #expect(findings.contains { $0.hasPrefix("SQLite integrity | row 1 missing from index") })
        // SQLite's own searches find the same.
        let checks = try StoreVerifier.checks(chosen: [], skipped: [], hasFullIntegrity: true)
        #expect(try store.findings(checks) == findings)
        #expect(
            findings.contains("object counts | Room: 0 objects are found, but there is 1 row"))
    }

    @Test("A page of random bytes fails the integrity check, and nothing traps")
    func noise() throws {
        let store = try SoundStore()
        let root = try #require(
            try Connection(path: store.path, mode: .readOnly)
                .integer("SELECT rootpage FROM sqlite_schema WHERE name = 'ZITEM'"))
        var bytes = try Data(contentsOf: URL(fileURLWithPath: store.path))
        let start = (Int(root) - 1) * 4096
        for index in start..<(start + 4096) {
            bytes[index] = UInt8(truncatingIfNeeded: index &* 31)
        }
        try bytes.write(to: URL(fileURLWithPath: store.path))
        let failed = try StoreVerifier().verify(path: store.path).filter { !$0.isPassed }
        #expect(failed.map(\.name).contains("SQLite integrity"))
        #expect(failed.map(\.name).contains("storage classes"))
    }

    @Test("An unreferenced file is reported, except files of the system")
    func strayFiles() throws {
        let store = try SoundStore()
        for name in [".DS_Store", "99999999-0000-4000-8000-00000000F11E"] {
            try store.folder.write("left", as: ".Store_SUPPORT/_EXTERNAL_DATA/\(name)")
        }
        #expect(
            try store.findings() == [
                "external files | warning: no row names the file 99999999-0000-4000-8000-00000000F11E"
            ])
    }

    @Test("Only the first twenty of many findings are kept, and all are counted")
    func many() throws {
        let store = try SoundStore()
        try store.change(
            """
            WITH RECURSIVE n (i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 509)
            INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME) SELECT i, 2, 0, 'x' FROM n;
            UPDATE Z_PRIMARYKEY SET Z_MAX = 509 WHERE Z_NAME = 'Item'
            """)
        let failed = try StoreVerifier().verify(path: store.path).filter { !$0.isPassed }
        #expect(failed.map(\.name) == ["Z_OPT"])
        #expect(failed.first?.outcome.wrong == 500)
        #expect(failed.first?.outcome.examples.count == CheckOutcome.mostExamples)
    }
}
