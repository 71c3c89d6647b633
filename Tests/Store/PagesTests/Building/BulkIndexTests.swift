import Files
import Foundation
import TestSupport
import Testing

@testable import Pages
@testable import SQLite

/// Compares indexes that are written directly to the file with `PRAGMA integrity_check`, which checks the entry of
/// every row, and with SQLite's own indexes.
@Suite("Bulk indexes")
struct BulkIndexTests {
    /// A kind of database, with its number of rows.
    struct Shape: Sendable, CustomTestStringConvertible {
        let rows: Int
        /// The number of entries that are sorted at once.
        var run = 128 * 1024
        let setup: String
        var testDescription: String { "\(rows) rows, \(run) at a time, \(setup)" }
    }

    static let shapes: [Shape] = [
        Shape(rows: 1, setup: "PRAGMA page_size = 4096"),
        Shape(rows: 2, setup: "PRAGMA page_size = 512"),
        Shape(rows: 40, setup: "PRAGMA page_size = 512"),
        Shape(
            rows: 333, run: 10, setup: "PRAGMA page_size = 512; PRAGMA auto_vacuum = INCREMENTAL"),
        Shape(rows: 5_000, run: 50, setup: "PRAGMA page_size = 512; PRAGMA auto_vacuum = FULL"),
        Shape(rows: 5_000, setup: "PRAGMA page_size = 65536"),
        Shape(
            rows: 20_000, run: 700,
            setup: "PRAGMA page_size = 1024; PRAGMA auto_vacuum = INCREMENTAL"),
        Shape(
            rows: 30_000, run: 9_999,
            setup: "PRAGMA page_size = 4096; PRAGMA auto_vacuum = INCREMENTAL"),
    ]

    private static let schema = """
        CREATE TABLE T (id INTEGER PRIMARY KEY, few INTEGER, many INTEGER, at TIMESTAMP,
          name VARCHAR, rare VARCHAR, odd BLOB, mixed INTEGER);
        CREATE INDEX T_few ON T (few);
        CREATE INDEX T_many ON T (many);
        CREATE INDEX T_at ON T (at COLLATE BINARY ASC);
        CREATE INDEX T_name ON T (name COLLATE BINARY ASC);
        CREATE INDEX T_again ON T (name);
        CREATE INDEX T_rare ON T (rare);
        CREATE INDEX T_odd ON T (odd);
        CREATE INDEX T_mixed ON T (mixed);
        CREATE INDEX T_both ON T (few, name);
        CREATE INDEX T_down ON T (many DESC);
        CREATE INDEX T_part ON T (many) WHERE few = 1;
        CREATE INDEX T_fold ON T (name COLLATE NOCASE);
        CREATE UNIQUE INDEX T_one ON T (id, name);
        """

    private static func fill(_ store: Connection, _ shape: Shape) throws {
        var random = SeededGenerator(seed: UInt64(shape.rows))
        let insert = try store.prepare("INSERT INTO T VALUES (?,?,?,?,?,?,?,?)")
        // Small pages have no room for long texts.
        let longest = shape.setup.contains("512") ? 15 : 50
        var id: Int64 = 0
        for _ in 0..<shape.rows {
            id += Int64.random(in: 1...3, using: &random)
            try insert.bind(id, at: 1)
            let few = Int64.random(in: -3...3, using: &random)
            if few == 0 { try insert.bindNull(at: 2) } else { try insert.bind(few, at: 2) }
            let shift = Int64.random(in: 0...63, using: &random)
            try insert.bind(Int64.random(in: .min ... .max, using: &random) >> shift, at: 3)
            let seconds = Double(Int64.random(in: -1_000_000...1_000_000_000, using: &random))
            try insert.bind(Bool.random(using: &random) ? seconds : seconds + 0.25, at: 4)
            let length = Int.random(in: 0...longest, using: &random)
            // Texts with long common prefixes, NUL characters, and non-ASCII characters.
            let letters = (0..<length).map { _ in
                ["a", "a", "a", "b", "\u{0}", "é", "😀"].randomElement(using: &random) ?? "a"
            }
            try insert.bind("Item " + letters.joined(), at: 5)
            if few == 1 { try insert.bind("rare \(id)", at: 6) } else { try insert.bindNull(at: 6) }
            try insert.bind(.blob([UInt8.random(in: 0...255, using: &random)]), at: 7)
            try insert.bind(few == 2 ? .text("two") : .integer(few), at: 8)
            try insert.run()
        }
    }

    /// Builds a database, with the indexes in bulk or by `CREATE INDEX`.
    private static func make(_ path: String, _ shape: Shape, inBulk: Bool) throws -> Set<String> {
        var written: Set<String> = []
        let pending: PendingIndexes
        do {
            let store = try Connection(path: path, mode: .create)
            try store.execute(shape.setup + "; PRAGMA journal_mode = OFF")
            try store.execute(schema)
            let definitions = try BulkIndexes.definitions(in: store)
            let indexes = try store.rows(
                "SELECT name, sql FROM sqlite_schema WHERE type = 'index' ORDER BY rowid"
            ) { (name: $0.text(at: 0) ?? "", sql: $0.text(at: 1) ?? "") }
            for index in indexes { try store.execute("DROP INDEX \(index.name.sqlIdentifier)") }
            try store.execute("VACUUM")
            pending = try store.transaction {
                try fill(store, shape)
                let bulk = try BulkIndexes(
                    inBulk ? definitions : [], connection: store, fewestRows: 1,
                    runLength: shape.run)
                for index in indexes {
                    if try bulk.prepare(index.name) {
                        written.insert(index.name)
                    } else {
                        try store.execute(index.sql)
                    }
                }
                return bulk.pending
            }
        }
        try pending.write()
        return written
    }

    private static func content(_ path: String, _ sql: String) throws -> [String] {
        try Connection(path: path, mode: .readOnly).rows(sql) { row in
            (0..<row.columnCount).map { "\(row.value(at: $0))" }.joined(separator: "|")
        }
    }

    @Test("They are used for any table with enough rows, and not for small databases")
    func fewestRows() throws {
        let store = try Connection.temporary()
        #expect(try !BulkIndexes.mayPay(for: store))
        // Rows of the minimum size.
        try store.execute(
            """
            CREATE TABLE t (v);
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n
              WHERE i < \(BulkIndexes.fewestRows))
            INSERT INTO t (v) SELECT NULL FROM n
            """)
        #expect(try BulkIndexes.mayPay(for: store))
    }

    @Test("They equal those of CREATE INDEX, entry by entry", arguments: shapes)
    func sameAsCreateIndex(shape: Shape) throws {
        let folder = try TestFolder()
        let (bulk, plain) = (folder.path + "/bulk.sqlite", folder.path + "/plain.sqlite")
        let written = try Self.make(bulk, shape, inBulk: true)
        _ = try Self.make(plain, shape, inBulk: false)
        let isMixed = try Self.content(plain, "SELECT 1 FROM T WHERE typeof(mixed) = 'text'")
        let expected: Set = ["T_few", "T_many", "T_at", "T_name", "T_again", "T_rare"]
        #expect(written == (isMixed.isEmpty ? expected.union(["T_mixed"]) : expected))
        #expect(try Self.content(bulk, "PRAGMA integrity_check") == ["text(\"ok\")"])
        let schema = "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY rowid"
        #expect(try Self.content(bulk, schema) == Self.content(plain, schema))
        for column in ["few", "many", "at", "name", "rare"] {
            let sql =
                "SELECT id, \(column) FROM T INDEXED BY T_\(column) "
                + "WHERE \(column) NOT NULL ORDER BY \(column), id"
            #expect(try Self.content(bulk, sql) == Self.content(plain, sql), "\(column)")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
    }

    @Test("They work when rows are added and removed", arguments: shapes)
    func stayUsable(shape: Shape) throws {
        let folder = try TestFolder()
        let path = folder.path + "/store.sqlite"
        _ = try Self.make(path, shape, inBulk: true)
        let store = try Connection(path: path, mode: .readWrite)
        try store.execute("DELETE FROM T WHERE id % 3 = 0")
        try store.execute("UPDATE T SET name = name || 'x', many = many / 2, at = at + 0.5")
        try store.execute("INSERT INTO T (few, many, name) SELECT few, many, name FROM T")
        #expect(try store.text("PRAGMA integrity_check") == "ok")
        try store.execute("PRAGMA incremental_vacuum; VACUUM")
        #expect(try store.text("PRAGMA integrity_check") == "ok")
    }

    @Test("They depend only on the rows, with or without threads")
    func deterministic() throws {
        let folder = try TestFolder()
        let shape = Shape(rows: 20_000, run: 3_000, setup: "PRAGMA auto_vacuum = INCREMENTAL")
        let paths = ["one", "two"].map { folder.path + "/\($0).sqlite" }
        for (path, isRefused) in zip(paths, [false, true]) {
            _ = try NewThread.$isRefused.withValue(isRefused) { try Self.make(path, shape, inBulk: true) }
        }
        let files = try paths.map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
        #expect(files[0] == files[1])
    }

    @Test("CREATE INDEX is used for texts on overflow pages and for dates that are not doubles")
    func leftOut() throws {
        let folder = try TestFolder()
        let store = try Connection(path: folder.path + "/store.sqlite", mode: .create)
        try store.execute(Self.schema)
        let definitions = try BulkIndexes.definitions(in: store)
        let insert = try store.prepare("INSERT INTO T (at, name) VALUES (?, ?)")
        try insert.bind(Int64.max, at: 1)
        try insert.bind(String(repeating: "long ", count: 1000), at: 2)
        try insert.run()
        let bulk = try BulkIndexes(definitions, connection: store, fewestRows: 1)
        #expect(try !bulk.prepare("T_name"))
        #expect(try !bulk.prepare("T_at"))
        #expect(try store.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'T_at'") == 1)
    }

    @Test(
        "They contain texts up to the length that needs overflow pages",
        arguments: [512, 1024, 4096])
    func longestTexts(pageSize: Int) throws {
        // SQLite's limit for the record of an index entry (file format, 1.6).
        let bound = (pageSize - 12) * 64 / 255 - 23
        var outcomes: Set<Bool> = []
        for length in (bound - 20)...(bound + 2) {
            let folder = try TestFolder()
            let path = folder.path + "/store.sqlite"
            var isBulk = false
            let pending: PendingIndexes
            do {
                let store = try Connection(path: path, mode: .create)
                try store.execute("PRAGMA page_size = \(pageSize); PRAGMA journal_mode = OFF")
                try store.execute(Self.schema)
                let definitions = try BulkIndexes.definitions(in: store)
                try store.execute("DROP INDEX T_name; VACUUM")
                pending = try store.transaction {
                    let insert = try store.prepare("INSERT INTO T (id, name) VALUES (?, ?)")
                    // Row numbers of every width that an entry can have.
                    for id in [1, 2, 200, 40_000, 9_000_000, 3_000_000_000, 1 << 45, 1 << 60] {
                        try insert.bind(Int64(id), at: 1)
                        try insert.bind(String(repeating: "x", count: length), at: 2)
                        try insert.run()
                    }
                    let bulk = try BulkIndexes(definitions, connection: store, fewestRows: 1)
                    isBulk = try bulk.prepare("T_name")
                    if !isBulk { try store.execute("CREATE INDEX T_name ON T (name)") }
                    return bulk.pending
                }
            }
            try pending.write()
            outcomes.insert(isBulk)
            #expect(length <= bound || !isBulk, "\(length) of \(bound)")
            #expect(
                try Self.content(path, "PRAGMA integrity_check") == ["text(\"ok\")"], "\(length)")
            #expect(
                try Self.content(path, "SELECT count(*) FROM T INDEXED BY T_name WHERE name > 'a'")
                    == ["integer(8)"])
        }
        #expect(outcomes == [true, false])
    }

    @Test(
        "No page is placed at SQLite's lock bytes or on a pointer-map page",
        arguments: [(512, true), (1024, true), (4096, true), (4096, false), (65536, true)])
    func reservedPages(pageSize: Int, hasPointerMap: Bool) throws {
        let folder = try TestFolder()
        let lockPage = UInt32(0x4000_0000 / pageSize) + 1
        var header = [UInt8](repeating: 0, count: 100)
        header.replaceSubrange(0..<16, with: Array("SQLite format 3\0".utf8))
        header[16] = UInt8(pageSize == 65536 ? 0 : pageSize >> 8)
        header[17] = pageSize == 65536 ? 1 : 0
        header[47] = 4
        let count = lockPage - 3
        for place in 0..<4 { header[28 + place] = UInt8(truncatingIfNeeded: count >> UInt32(24 - 8 * place)) }
        if hasPointerMap { header[55] = 1 }
        let path = try folder.write(Data(header), as: "store.sqlite")
        // A gigabyte without content takes no space on the disk.
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try handle.truncate(atOffset: UInt64(count) * UInt64(pageSize))
        try handle.close()

        let pages = try DatabasePages(path: path)
        var numbers: [UInt32] = []
        for _ in 0..<4 {
            numbers.append(
                try pages.append([UInt8](repeating: 7, count: pageSize), children: []))
        }
        try pages.finish()
        #expect(!numbers.contains(lockPage))
        // The first pointer map is page 2. Each map covers a fifth of its page's bytes.
        let group = UInt32(pageSize / 5) + 1
        for number in numbers where hasPointerMap {
            let map = (number - 2) / group * group + 2
            // With pages of 1024 bytes, one map would be at the lock bytes. It is then on the next page.
            #expect(number != (map == lockPage ? map + 1 : map))
        }
        #expect(numbers == numbers.sorted() && Set(numbers).count == 4)
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        for number in (count + 1)...(numbers[3]) {
            try file.seek(toOffset: UInt64(number - 1) * UInt64(pageSize))
            let first = try file.read(upToCount: 1)?.first
            #expect(first == (numbers.contains(number) ? 7 : 0) || hasPointerMap, "\(number)")
        }
    }
}
