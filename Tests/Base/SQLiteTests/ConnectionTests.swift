import Files
import Foundation
import TestSupport
import Testing

@testable import SQLite

@Suite("Connection")
struct ConnectionTests {
    @Test("Missing values are nil, and an unreadable file is an error")
    func ifHeldOrNot() throws {
        let database = try Connection(path: ":memory:", mode: .create)
        #expect(try ifHeld { try database.integer("SELECT 7") ?? 0 } == 7)
        #expect(try ifHeld { try database.integer("SELECT a FROM nowhere") } == nil)
        for code in [DatabaseError.ResultCode.ioError, .cannotOpen, .noMemory, .fullDisk] {
            let error = DatabaseError(code: code.rawValue, message: "", path: "a")
            #expect(throws: error) { try ifHeld { throw error } }
        }
        let error = FileError(path: "a", action: .read, reason: "b")
        #expect(throws: error) { try ifHeld { throw error } }
    }

    @Test("Values of every storage class are read back unchanged")
    func roundTrip() throws {
        let database = try Connection(path: ":memory:", mode: .create)
        try database.execute("CREATE TABLE t (v)")
        let values: [Value] = [
            .null, .integer(.min), .integer(.max), .real(-0.5), .text(""), .text("a\u{0}b🌱"),
            .blob([]), .blob([0, 255]),
        ]
        let insert = try database.prepare("INSERT INTO t VALUES (?)")
        for value in values {
            try insert.bind(value, at: 1)
            try insert.run()
        }
        let read = try database.rows("SELECT v FROM t ORDER BY rowid") { $0.value(at: 0) }
        #expect(read == values)
    }

    @Test(
        "Names and texts are quoted, whatever characters they have",
        arguments: [
            ("", "\"\"", "''"), ("ZITEM", "\"ZITEM\"", "'ZITEM'"), ("a\"b", "\"a\"\"b\"", "'a\"b'"),
            ("it's", "\"it's\"", "'it''s'"), ("ä🌱", "\"ä🌱\"", "'ä🌱'"),
            // With a combining mark, a quote is a different character in Swift but still a quote for SQLite.
            ("a\"\u{301}b", "\"a\"\"\u{301}b\"", "'a\"\u{301}b'"),
            ("a'\u{301}b", "\"a'\u{301}b\"", "'a''\u{301}b'"), ("\u{301}", "\"\u{301}\"", "'\u{301}'"),
        ])
    func quoting(text: String, identifier: String, literal: String) throws {
        #expect(text.sqlIdentifier.unicodeScalars.elementsEqual(identifier.unicodeScalars))
        #expect(text.sqlLiteral.unicodeScalars.elementsEqual(literal.unicodeScalars))
        let database = try Connection(path: ":memory:", mode: .create)
        try database.execute("CREATE TABLE t (\(text.sqlIdentifier))")
        #expect(try database.text("SELECT name FROM pragma_table_info('t')") == text)
        #expect(try database.text("SELECT \(text.sqlLiteral)") == text)
    }

    @Test("Deleted content leaves no trace, however SQLite was built")
    func deleted() throws {
        let folder = try TestFolder()
        let path = folder.path + "/store.sqlite"
        let marker = String(repeating: "marker", count: 20)
        do {
            let store = try Connection(path: path, mode: .create)
            #expect(try store.integer("PRAGMA secure_delete") == 1)
            try store.execute("CREATE TABLE t (v)")
            for _ in 0..<500 { try store.execute("INSERT INTO t VALUES ('\(marker)')") }
        }
        let store = try Connection(path: path, mode: .readWrite)
        #expect(try store.integer("PRAGMA secure_delete") == 1)
        try store.execute("DELETE FROM t WHERE rowid % 7 <> 0; DELETE FROM t")
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(bytes.count > 50_000)
        #expect(bytes.range(of: Data(marker.utf8)) == nil)
    }

    @Test("A path with URI characters opens as the file of that name")
    func uriCharacters() throws {
        let folder = FileManager.default.temporaryDirectory.path + "/zseed-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/a?b#c%41 d.sqlite"
        try Connection(path: path, mode: .create).execute("CREATE TABLE t (v)")
        let tables = try Connection(path: path, mode: .immutable)
            .integer("SELECT count(*) FROM sqlite_master")
        #expect(tables == 1)
    }

    @Test(
        "Text that is not exactly one statement is refused",
        arguments: ["", "  ;", "SELECT 1; SELECT 2"])
    func oneStatement(sql: String) throws {
        let database = try Connection(path: ":memory:", mode: .create)
        #expect(throws: DatabaseError.self) { try database.prepare(sql) }
    }

    @Test("A parameter out of range is an error, not a crash", arguments: [0, -1, 2, Int.max])
    func parameterRange(index: Int) throws {
        let statement = try Connection(path: ":memory:", mode: .create).prepare("SELECT ?")
        #expect(throws: DatabaseError.self) { try statement.bind(1 as Int64, at: index) }
    }

    @Test("A transaction that throws changes nothing")
    func rollback() throws {
        struct Stop: Error {}
        let database = try Connection(path: ":memory:", mode: .create)
        try database.execute("CREATE TABLE t (v)")
        #expect(throws: Stop.self) {
            try database.transaction {
                try database.execute("INSERT INTO t VALUES (1)")
                throw Stop()
            }
        }
        #expect(try database.integer("SELECT count(*) FROM t") == 0)
    }

    @Test("SQL text from outside cannot reach another file")
    func denyAttach() throws {
        let database = try Connection(path: ":memory:", mode: .create)
        database.denyOtherDatabases()
        #expect(throws: DatabaseError.self) { try database.execute("ATTACH '/tmp/x' AS x") }
        #expect(throws: DatabaseError.self) { try database.execute("VACUUM INTO '/tmp/zseed-x'") }
    }

    @Test("Recording keeps each prepared statement")
    func recording() throws {
        let database = try Connection(path: ":memory:", mode: .create, recordsStatements: true)
        _ = try database.integer("SELECT 1")
        #expect(database.preparedStatements == ["SELECT 1"])
    }
}
