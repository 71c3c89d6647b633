import Foundation
import TestSupport
import Testing

@testable import SQLite

@Suite("Reading a user's database")
struct ReadingTests {
    @Test("Rows in the -wal are read, and no file is left beside the store")
    func wal() throws {
        let folder = try TestFolder()
        let path = folder.path + "/live.sqlite"
        let writer = try Connection(path: path, mode: .create)
        try writer.execute("PRAGMA journal_mode=WAL; CREATE TABLE t (v); INSERT INTO t VALUES (7)")
        let before = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        do {
            let reader = try Connection.reading(path: path)
            #expect(try reader.integer("SELECT v FROM t") == 7)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == before)
        withExtendedLifetime(writer) {}
    }

    @Test("A file that cannot be attached is named, and an unreadable one is a machine error")
    func attached() throws {
        let folder = try TestFolder()
        let main = folder.path + "/main.sqlite"
        try Connection(path: main, mode: .create).execute("CREATE TABLE t (v)")
        let connection = try Connection(path: main, mode: .immutable)
        try folder.write(
            "no database, but long enough to be looked at as the header of one"
                + String(repeating: " ", count: 99), as: "text.txt")
        try Connection(path: folder.path + "/utf-16.sqlite", mode: .create)
            .execute("PRAGMA encoding = 'UTF-16'; CREATE TABLE t (v)")
        for (name, isMachineFault) in [
            ("missing.sqlite", true), ("text.txt", false), ("utf-16.sqlite", false),
        ] {
            let path = folder.path + "/" + name
            let error = #expect(throws: DatabaseError.self) {
                try connection.attachImmutable(path, as: "other")
            }
            #expect(error?.path == path && error?.isMachineFault == isMachineFault, "\(error as Any)")
        }
    }

    @Test("Changes that a crash left unfinished, with their journal, are not read")
    func hotJournal() throws {
        let folder = try TestFolder()
        let path = folder.path + "/live.sqlite"
        let writer = try Connection(path: path, mode: .create)
        try writer.execute(
            """
            PRAGMA journal_mode = DELETE; CREATE TABLE t (v); INSERT INTO t VALUES (7);
            CREATE TABLE u (w); PRAGMA cache_size = 1; BEGIN; UPDATE t SET v = 8
            """)
        // These rows do not fit into memory, so that the changed page is written to the file before the transaction
        // ends.
        for _ in 0..<100 { try writer.execute("INSERT INTO u VALUES (zeroblob(2000))") }
        for suffix in ["", "-journal"] {
            try FileManager.default.copyItem(
                atPath: path + suffix, toPath: folder.path + "/left.sqlite" + suffix)
        }
        try writer.execute("ROLLBACK")
        let before = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(before == ["left.sqlite", "left.sqlite-journal", "live.sqlite"])
        do {
            let reader = try Connection.reading(path: folder.path + "/left.sqlite")
            #expect(try reader.integer("SELECT v FROM t") == 7)
            #expect(try reader.integer("SELECT count(*) FROM u") == 0)
        }
        do {
            // Without its journal, the file has the uncommitted value.
            let torn = try Connection(path: folder.path + "/left.sqlite", mode: .immutable)
            #expect(try torn.integer("SELECT v FROM t") == 8)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == before)
    }

    @Test("A file in a read-only folder is read")
    func readOnlyFolder() throws {
        let folder = try TestFolder()
        let inner = folder.path + "/ro"
        try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: false)
        let path = inner + "/a.sqlite"
        try Connection(path: path, mode: .create)
            .execute("CREATE TABLE t (v); INSERT INTO t VALUES (7)")
        try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: inner)
        #expect(try Connection.reading(path: path).integer("SELECT v FROM t") == 7)
    }
}
