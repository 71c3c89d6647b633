import Foundation
import SQLite
@testable import Inputs
import TestSupport
import Testing

@Suite("SQLite databases as sources")
struct SQLiteSourceTests {
    private let folder: TestFolder
    private let path: String

    init() throws {
        folder = try TestFolder()
        path = folder.path + "/legacy.sqlite"
        try Connection(path: path, mode: .create).execute(
            """
            CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT, weight REAL, photo BLOB, any);
            INSERT INTO things VALUES (2, 'b', 1.5, X'00FF', NULL), (1, 'Grüße 🌱', -0.5, X'', 'x'),
                (3, '', 9007199254740993.0, NULL, 9223372036854775807);
            CREATE TABLE codes (code TEXT PRIMARY KEY, n INTEGER) WITHOUT ROWID;
            INSERT INTO codes VALUES ('z', 1), ('a', 2);
            CREATE VIEW heavy AS SELECT name AS n FROM things WHERE weight > 1 ORDER BY id DESC;
            CREATE TABLE "odd name" ("a ""b"" c");
            INSERT INTO "odd name" VALUES (7);
            """)
    }

    private func rows(_ selection: SQLiteSource.Selection) throws -> [ReadRow] {
        try allRows(of: SQLiteSource(path: path, selection: selection), atMost: 20)
    }

    @Test("A table gives its rows by rowid, with each value's storage class")
    func table() throws {
        #expect(
            try rows(.table("things")) == [
                .cells([.integer(1), .text("Grüße 🌱"), .real(-0.5), .blob([]), .text("x")]),
                .cells([.integer(2), .text("b"), .real(1.5), .blob([0, 255]), .null]),
                .cells([
                    .integer(3), .text(""), .real(9_007_199_254_740_992), .null, .integer(.max),
                ]),
            ])
    }

    @Test("Tables without rowid, views, quoted names and other cases of letters work")
    func kinds() throws {
        #expect(
            try rows(.table("codes")) == [
                .cells([.text("a"), .integer(2)]), .cells([.text("z"), .integer(1)]),
            ])
        #expect(try rows(.table("heavy")) == [.cells([.text("")]), .cells([.text("b")])])
        #expect(try rows(.table("ODD NAME")) == [.cells([.integer(7)])])
        let source = try SQLiteSource(path: path, selection: .table("odd name"))
        #expect(source.columns == ["a \"b\" c"])
    }

    @Test("A query gives its rows in its own order")
    func query() throws {
        let query = "SELECT id * 10 AS tens, upper(name) FROM things WHERE id < 3 ORDER BY id DESC"
        let source = try SQLiteSource(path: path, selection: .query(query))
        #expect(source.columns == ["tens", "upper(name)"])
        #expect(
            try allRows(of: source) == [
                .cells([.integer(20), .text("B")]), .cells([.integer(10), .text("GRüßE 🌱")]),
            ])
    }

    @Test(
        "Queries that are refused",
        arguments: [
            ("DELETE FROM things", "the query is no SELECT"),
            ("INSERT INTO things (name) VALUES ('x') RETURNING id", "the query is no SELECT"),
            ("CREATE TABLE t (a)", "the query is no SELECT"),
            ("SELECT 1; DELETE FROM things", "more than one SQL statement"),
            ("", "no SQL statement"), ("-- nothing", "no SQL statement"),
            ("SELECT nope FROM things", "no such column: nope"),
            ("SELEC 1", "near \"SELEC\": syntax error"),
            ("ATTACH '/tmp/other.sqlite' AS o", "not authorized"),
            ("BEGIN", "the query is no SELECT"), ("VACUUM", "the query is no SELECT"),
        ])
    func refused(query: String, words: String) throws {
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        let error = #expect(throws: SeedIssue.self) { try rows(.query(query)) }
        #expect(error?.reason == .database(.sourceDatabase(words)))
        #expect(error?.fault == .plan)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    }

    @Test("A missing table is reported with the nearest name")
    func missingTable() {
        #expect(
            throws: SeedIssue(
                .plan(.unknownName("thinks", kind: .table, nearest: "things")), at: .init(path: path))
        ) {
            try rows(.table("thinks"))
        }
    }

    @Test("Files that are not databases are refused")
    func files() throws {
        let text = try folder.write("name,qty\n", as: "a.csv")
        #expect(
            throws: SeedIssue(.database(.sourceDatabase("file is not a database")), at: .init(path: text))
        ) {
            try SQLiteSource(path: text, selection: .table("x"))
        }
        let missing = folder.path + "/none.sqlite"
        #expect(throws: SeedIssue(.file(.fileNotFound), at: .init(path: missing))) {
            try SQLiteSource(path: missing, selection: .table("x"))
        }
        #expect(throws: SeedIssue(.file(.isFolder), at: .init(path: folder.path))) {
            try SQLiteSource(path: folder.path, selection: .table("x"))
        }
    }

    @Test("Invalid texts are reported at their row and column")
    func badTexts() throws {
        let connection = try Connection(path: path, mode: .readWrite)
        try connection.execute(
            "CREATE TABLE bad (a, b); INSERT INTO bad VALUES (1, CAST(X'C3' AS TEXT)), "
                + "(2, 'x' || char(0)), (3, 'fine')")
        #expect(
            try rows(.table("bad")) == [
                .issue(
                    SeedIssue(
                        .file(.invalidUTF8), at: .init(path: path, line: 1, column: 2),
                        sourceColumn: "b")),
                .issue(
                    SeedIssue(
                        .value(.nulCharacter), at: .init(path: path, line: 2, column: 2), sourceColumn: "b")
                ),
                .cells([.integer(3), .text("fine")]),
            ])
    }

    @Test("Texts that are not UTF-8 are read in the encoding of the plan, and others stay")
    func encodings() throws {
        try Connection(path: path, mode: .readWrite).execute(
            "CREATE TABLE old (a, b); INSERT INTO old VALUES (CAST(X'4BF66C6E' AS TEXT), 'Köln'), "
                + "('x', CAST(X'9D' AS TEXT)), (CAST(X'F600' AS TEXT), X'F6')")
        let source = try SQLiteSource(path: path, selection: .table("old"), encoding: .windows1252)
        #expect(
            try allRows(of: source) == [
                .cells([.text("Köln"), .text("Köln")]),
                .issue(
                    SeedIssue(
                        .file(.invalidText(.windows1252)), at: .init(path: path, line: 2, column: 2),
                        sourceColumn: "b")),
                .issue(
                    SeedIssue(
                        .value(.nulCharacter), at: .init(path: path, line: 3, column: 1), sourceColumn: "a")),
            ])
    }

    @Test("A failing row ends the source and does not restart it")
    func failingRow() throws {
        let query =
            """
            SELECT CASE id WHEN 2 THEN abs(-9223372036854775807 - 1) ELSE id END FROM things ORDER \
            BY id
            """
        #expect(
            try rows(.query(query)) == [
                .cells([.integer(1)]),
                .issue(SeedIssue(.database(.sourceDatabase("integer overflow")), at: .init(path: path))),
            ])
    }

    @Test("Rows in a live -wal are read, and both files are unchanged")
    func wal() throws {
        let writer = try Connection(path: path, mode: .readWrite)
        try writer.execute("PRAGMA journal_mode = WAL; INSERT INTO codes VALUES ('m', 3)")
        let files = ["", "-wal", "-shm"].map { URL(fileURLWithPath: path + $0) }
        let before = try files.map { try Data(contentsOf: $0) }
        #expect(try rows(.table("codes")).count == 3)
        #expect(try files.map { try Data(contentsOf: $0) } == before)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 3)
        withExtendedLifetime(writer) {}
    }
}

@Suite("Endless views and queries")
struct EndlessQueryTests {
    private static func database() throws -> TestFolder {
        let folder = try TestFolder()
        let connection = try Connection(path: folder.path + "/legacy.sqlite", mode: .create)
        try connection.execute(
            """
            CREATE VIEW rows_for_ever AS
            WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n;
            CREATE VIEW never_a_row AS
            WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n;
            CREATE TABLE plain (x);
            INSERT INTO plain VALUES (1), (2), (3);
            """)
        return folder
    }

    @Test(
        "They end with an error instead of filling the disk",
        arguments: [
            (SQLiteSource.Selection.table("rows_for_ever"), SeedIssue.QueryLimit.rows(1_000)),
            (.table("never_a_row"), .steps(3_000_000)),
            (.query("SELECT x FROM rows_for_ever"), .rows(1_000)),
        ])
    func ends(_ selection: SQLiteSource.Selection, _ limit: SeedIssue.QueryLimit) throws {
        let folder = try Self.database()
        let source = try SQLiteSource(
            path: folder.path + "/legacy.sqlite", selection: selection,
            limits: .init(rows: 1_000, steps: 3_000_000))
        let failure = #expect(throws: SeedFailure.self) { while try source.next() {} }
        #expect(failure?.issues.map(\.reason) == [.database(.endlessQuery(limit))])
        #expect(try !source.next())
    }

    @Test(
        "SQL text has limits of work, output and values, which grow with its size",
        arguments: [
            (
                "INSERT INTO t WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM r) SELECT x FROM r;",
                "the database is larger than "
            ),
            (
                "CREATE TEMP TABLE u AS WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM r) SELECT x FROM r;",
                "the database is larger than "
            ),
            (
                "SELECT count(*) FROM (WITH RECURSIVE r(x) AS (SELECT '' UNION SELECT substr(x, 1, 9999) || hex(randomblob(999)) "
                    + "FROM r) SELECT x FROM r);",
                "the database is larger than "
            ),
            (
                "CREATE TABLE u AS WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM r) SELECT count(*) FROM r;",
                "the text takes more than 3000000 steps of SQLite"
            ),
            (
                "WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM r) SELECT x FROM r;",
                "the text takes more than 3000000 steps of SQLite"
            ),
            (
                "CREATE VIEW v AS SELECT 1 FROM t a, t b, t c, t d, t e, t f, t g; INSERT INTO t VALUES (1), (2), (3), "
                    + "(4), (5), (6), (7), (8), (9), (10);\nSELECT max(z.x + y.x) FROM t y, t z, v;",
                "the text takes more than 3000000 steps of SQLite"
            ),
            (
                "CREATE TRIGGER g AFTER INSERT ON t BEGIN INSERT INTO t SELECT a.x FROM t a, t b; END; PRAGMA "
                    + "recursive_triggers = ON; INSERT INTO t VALUES (1), (2);",
                "the text takes more than 3000000 steps of SQLite"
            ),
            // Few steps that take long.
            (
                "WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM r LIMIT 100000) SELECT "
                    + "sum(length(randomblob(60000 + x % 2))) FROM r;",
                "the text takes more than 3000000 steps of SQLite"
            ),
            (
                "INSERT INTO t VALUES (printf('%.*c', 900000000, 'x'));",
                "not authorized to use function: printf"
            ),
            ("INSERT INTO t VALUES (zeroblob(900000000));", "a value is longer than 65536 bytes"),
            ("INSERT INTO t VALUES (randomblob(65537));", "a value is longer than 65536 bytes"),
            (
                "CREATE TABLE u (a DEFAULT (zeroblob(65536)), b DEFAULT (zeroblob(9))); INSERT INTO u (b) VALUES (zeroblob(9));",
                "a value is longer than 65536 bytes"
            ),
            ("ATTACH 'x.sqlite' AS x;", "not authorized"),
            ("VACUUM INTO 'x.sqlite';", "authorization denied"),
            ("SELECT load_extension('x');", "not authorized"),
        ])
    func script(text: String, message: String) throws {
        let folder = try TestFolder()
        var limits = Connection.ScriptLimits()
        (limits.steps, limits.files, limits.value) = (3_000_000, 8 << 20, 1 << 16)
        if message.hasPrefix("the database") { limits.steps = 200_000_000 }
        // Settings that would remove a limit or write elsewhere have no effect.
        let settings =
            "PRAGMA temp_store_directory = '\(folder.path)';\nPRAGMA max_page_count = 9999999; PRAGMA temp_store = 2;\n"
        let path = try folder.write("CREATE TABLE t (x);\n" + settings + text, as: "a.sql")
        let error = #expect(throws: DatabaseError.self) {
            try Connection.running(script: path, limits: limits)
        }
        #expect(error?.message.hasPrefix(message) == true, "\(String(describing: error))")
        #expect(error?.line.map { $0 >= 3 } == true)
        #expect(error?.isMachineFault == false)
    }

    @Test("SQL text within its limits is read, and long literals are allowed")
    func scriptWithin() throws {
        let folder = try TestFolder()
        var limits = Connection.ScriptLimits()
        (limits.steps, limits.files, limits.value) = (10_000, 1 << 16, 1 << 16)
        let rows = (0..<20_000).map { "INSERT INTO t VALUES (\($0), 'row \($0)');\n" }.joined()
        let long = String(repeating: "a", count: 1 << 20)
        let path = try folder.write(
            "PRAGMA journal_mode = WAL;\nBEGIN;\nCREATE TABLE t (x, y);\nCREATE INDEX i ON t (y, x);\n\(rows)"
                + "INSERT INTO t VALUES (-1, '\(long)');\nCREATE TABLE u AS SELECT * FROM t;\nCOMMIT;\nVACUUM;\n",
            as: "a.sql")
        let database = try Connection.running(script: path, limits: limits)
        #expect(try database.integer("SELECT count(*) + max(length(y)) FROM u") == 20_001 + 1 << 20)
    }

    @Test("A table can have any number of rows")
    func table() throws {
        let folder = try Self.database()
        let source = try SQLiteSource(
            path: folder.path + "/legacy.sqlite", selection: .table("plain"),
            limits: .init(rows: 1, steps: 1))
        var count = 0
        while try source.next() { count += 1 }
        #expect(count == 3)
    }
}
