import Foundation
import TestSupport
import Testing

@testable import Pages
@testable import SQLite

/// Compares sums of index entries with `PRAGMA integrity_check`, which looks up the entry of each row.
@Suite("Indexes compared by sums")
struct IndexComparisonTests {
    /// A kind of database.
    struct Shape: Sendable, CustomTestStringConvertible {
        let setup: String
        /// Whether all its indexes can be compared by sums.
        var isCompared = true
        var testDescription: String { setup }
    }

    private static let columns = "(id INTEGER PRIMARY KEY, a INTEGER, b TEXT, c REAL, d BLOB, e)"

    static let shapes: [Shape] = [
        Shape(setup: "CREATE TABLE t \(columns); CREATE INDEX i ON t (a); CREATE INDEX j ON t (b)"),
        Shape(
            setup: """
                PRAGMA page_size = 512; CREATE TABLE t \(columns);
                CREATE INDEX i ON t (b, a DESC); CREATE INDEX j ON t (c DESC, e, id)
                """),
        Shape(
            setup: """
                PRAGMA page_size = 1024; PRAGMA auto_vacuum = FULL; CREATE TABLE t \(columns);
                CREATE UNIQUE INDEX i ON t (a, id); CREATE INDEX j ON t (e, d); CREATE INDEX k ON t (b COLLATE NOCASE)
                """),
        Shape(
            setup: """
                PRAGMA page_size = 65536; CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER, b TEXT, c REAL,
                    d BLOB, e, UNIQUE (e, id)); CREATE INDEX i ON t (d)
                """),
        Shape(
            setup: """
                PRAGMA page_size = 512; CREATE TABLE t \(columns); CREATE TABLE u (p, q, PRIMARY KEY (p, q));
                CREATE INDEX i ON t (e, b, c, a, d); CREATE INDEX j ON u (q, p)
                """),
        Shape(
            setup: """
                CREATE TABLE t \(columns); CREATE INDEX i ON t (a) WHERE a > 3; CREATE INDEX j ON t (a + 1);
                CREATE TABLE u (p TEXT PRIMARY KEY, q) WITHOUT ROWID; CREATE INDEX k ON u (q)
                """, isCompared: false),
        Shape(
            setup: """
                PRAGMA encoding = 'UTF-16le'; CREATE TABLE t \(columns); CREATE INDEX i ON t (b)
                """, isCompared: false),
    ]

    @Test("Valid databases pass, without SQLite's own check if possible", arguments: shapes)
    func sound(shape: Shape) throws {
        var random = SeededGenerator(seed: 1)
        let folder = try TestFolder()
        let path = try Self.make(shape, rows: 700, in: folder, using: &random)
        let connection = try Connection(path: path, mode: .immutable)
        #expect(try Self.full(path).isEmpty)
        #expect(try DatabaseIntegrity.messages(of: connection, path: path, most: 5).isEmpty)
        let isCompared: Bool
        do {
            let comparison = try IndexComparison(path: path, connection)
            try comparison.check()
            isCompared = comparison.otherTables.isEmpty
        } catch let doubt as UnreadablePage {
            #expect(doubt.words == "texts in UTF-16")
            isCompared = false
        }
        #expect(isCompared == shape.isCompared)
    }

    /// Changes that are made while SQLite does not know the index, so that the index becomes stale.
    static let changes = [
        "DELETE FROM t WHERE id = ?1", "UPDATE t SET a = a + 1 WHERE id = ?1",
        "UPDATE t SET b = upper(b) || 'x' WHERE id = ?1", "UPDATE t SET c = -c - 1 WHERE id = ?1",
        "UPDATE t SET e = CASE WHEN e IS NULL THEN 0 END WHERE id = ?1",
        "UPDATE t SET d = d || x'00' WHERE id = ?1", "INSERT INTO t (a, b) SELECT a, b FROM t WHERE id = ?1",
        "UPDATE t SET id = id + 100000 WHERE id = ?1",
    ]

    @Test("An index that misses a change never passes", arguments: shapes, changes)
    func stale(shape: Shape, change: String) throws {
        var random = SeededGenerator(seed: 2)
        let folder = try TestFolder()
        let path = try Self.make(shape, rows: 60, in: folder, using: &random)
        let whole = try Data(contentsOf: URL(fileURLWithPath: path))
        for name in ["i", "j", "k"] {
            try whole.write(to: URL(fileURLWithPath: path))
            let id = try Connection(path: path, mode: .immutable).integer(
                "SELECT id FROM t LIMIT 1 OFFSET 30")
            let hidden = try Connection(path: path, mode: .readWrite)
            let index = try hidden.firstRow(
                "SELECT type, name, tbl_name, rootpage, sql FROM sqlite_schema WHERE name = ?1", [.text(name)]
            ) { row in (0..<5).map { row.value(at: $0) } }
            guard let index else { continue }
            try hidden.execute(
                "PRAGMA writable_schema = ON; DELETE FROM sqlite_schema WHERE name = '\(name)'")
            let blind = try Connection(path: path, mode: .readWrite)
            let statement = try blind.prepare(change)
            try statement.bind(id ?? 1, at: 1)
            try statement.run()
            try blind.execute("PRAGMA writable_schema = ON")
            let insert = try blind.prepare("INSERT INTO sqlite_schema VALUES (?1, ?2, ?3, ?4, ?5)")
            for (offset, value) in index.enumerated() { try insert.bind(value, at: offset + 1) }
            try insert.run()
            try expectNothingMissed(path, "\(name): \(change)")
        }
    }

    @Test("Damage that SQLite finds is found", arguments: shapes)
    func damaged(shape: Shape) throws {
        var random = SeededGenerator(seed: 3)
        let folder = try TestFolder()
        let path = try Self.make(shape, rows: 90, in: folder, using: &random)
        let whole = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
        let size = Int(whole[16]) << 8 | Int(whole[17])
        let pageSize = size == 1 ? 65536 : size
        var found = 0
        for number in 0..<300 {
            var bytes = whole
            let page = Int.random(in: 0..<bytes.count / pageSize, using: &random) * pageSize
            switch number % 5 {
            case 0:
                // Somewhere among the bytes of all pages.
                bytes[Int.random(in: 0..<bytes.count, using: &random)] ^=
                    1 << UInt8.random(in: 0..<8, using: &random)
            case 1:
                // In the header of a page: its kind, cells, free blocks, child.
                bytes[page + Int.random(in: 0..<16, using: &random)] = UInt8.random(
                    in: 0...255, using: &random)
            case 2:
                // Two cells of a page change their order.
                let cells = Int(bytes[page + 3]) << 8 | Int(bytes[page + 4])
                guard cells > 1, cells < 200 else { continue }
                let start = page + (bytes[page] == 2 || bytes[page] == 5 ? 12 : 8)
                let one = start + 2 * Int.random(in: 0..<cells, using: &random)
                let other = start + 2 * Int.random(in: 0..<cells, using: &random)
                guard max(one, other) + 1 < bytes.count else { continue }
                bytes.swapAt(one, other)
                bytes.swapAt(one + 1, other + 1)
            case 3:
                // In the content at a page's end, where cells are.
                let offset = Int.random(in: 1...min(160, pageSize), using: &random)
                bytes[page + pageSize - offset] = UInt8.random(in: 0...255, using: &random)
            default:
                // In the file's header: sizes, free list, vacuum.
                bytes[Int.random(in: 16..<72, using: &random)] = UInt8.random(in: 0...9, using: &random)
            }
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            found += try expectNothingMissed(path, "damage \(number)") ? 1 : 0
        }
        #expect(found > 60)
    }

    @Test("A record with fields longer than any file is uncertain, and does not trap")
    func endlessFields() throws {
        // A header of 28 bytes: three types of nine bytes, each a blob of nearly 2^62 bytes.
        let type: [UInt8] = [0xBF] + Array(repeating: 0xFF, count: 7) + [0xFE]
        let record: [UInt8] = [28] + type + type + type
        var fields = RecordFields(most: 3)
        #expect(throws: UnreadablePage.self) { _ = try record.withUnsafeBytes { try fields.read($0) } }
    }

    /// Expects a finding if SQLite has one. Returns whether SQLite has one.
    @discardableResult
    private func expectNothingMissed(_ path: String, _ words: String) throws -> Bool {
        guard let connection = try? Connection(path: path, mode: .immutable),
            let full = try? Self.full(path)
        else { return false }
        let ours = try? DatabaseIntegrity.messages(of: connection, path: path, most: 100)
        // An error does not report the database as sound.
        guard let ours else { return true }
        #expect(
            ours.isEmpty == full.isEmpty, "\(words): SQLite says \(full.prefix(2)), we say \(ours.prefix(2))")
        return !full.isEmpty
    }

    private static func full(_ path: String) throws -> [String] {
        try Connection(path: path, mode: .immutable).rows("PRAGMA integrity_check") { $0.text(at: 0) ?? "" }
            .filter { $0 != "ok" }
    }

    private static func make(
        _ shape: Shape, rows: Int, in folder: TestFolder, using random: inout SeededGenerator
    ) throws -> String {
        let path = folder.path + "/a.sqlite"
        let connection = try Connection(path: path, mode: .create)
        try connection.execute(shape.setup)
        try connection.execute("BEGIN")
        let insert = try connection.prepare("INSERT INTO t VALUES (?1, ?2, ?3, ?4, ?5, ?6)")
        var id: Int64 = 0
        for _ in 0..<rows {
            id += Int64.random(in: 1...3, using: &random)
            try insert.bind(id, at: 1)
            for column in 2...6 { try insert.bind(value(column, using: &random), at: column) }
            try insert.run()
        }
        if shape.setup.contains("TABLE u") {
            let insert = try connection.prepare("INSERT INTO u VALUES (?1, ?2)")
            for number in 0..<Int64(rows) {
                try insert.bind(.text("key \(number)"), at: 1)
                try insert.bind(Int64.random(in: 0..<50, using: &random), at: 2)
                try insert.run()
            }
        }
        // The database also has free pages.
        try connection.execute("DELETE FROM t WHERE id % 7 = 3; ALTER TABLE t ADD COLUMN late; COMMIT")
        return path
    }

    /// Returns a value for a column, usually of its type, with lengths up to more than a page.
    private static func value(_ column: Int, using random: inout SeededGenerator) -> SQLite.Value {
        if Int.random(in: 0..<6, using: &random) == 0 { return .null }
        let kind = Int.random(in: 0..<5, using: &random) > 0 ? column : Int.random(in: 2...6, using: &random)
        switch kind {
        case 2:
            return .integer(
                Int64.random(in: -5...300, using: &random) << Int64.random(in: 0..<40, using: &random))
        case 4: return .real(Double(Int.random(in: -40...40, using: &random)) / 4)
        case 5: return .blob((0..<length(using: &random)).map { UInt8(truncatingIfNeeded: $0 * 7) })
        default:
            return .text(
                String(
                    repeating: Bool.random(using: &random) ? "aB" : "Añ", count: length(using: &random) / 2))
        }
    }

    private static func length(using random: inout SeededGenerator) -> Int {
        Int.random(in: 0..<9, using: &random) == 0
            ? Int.random(in: 0..<1500, using: &random) : Int.random(in: 0..<20, using: &random)
    }
}
