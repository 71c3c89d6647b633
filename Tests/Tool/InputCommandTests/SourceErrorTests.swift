import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

@Suite("Errors of sources in zseed build")
struct SourceErrorTests {
    /// An invalid input, and the error of the command.
    struct Mistake: Sendable, CustomTestStringConvertible {
        let source: String
        /// The bytes of the file `a`.
        let data: Data
        /// The text of the file `b`.
        let other: String?
        let error: String
        let status: Int32

        init(
            _ source: String, _ data: Data, other: String? = nil, _ error: String,
            _ status: Int32 = 1
        ) {
            self.source = source
            self.data = data
            self.other = other
            self.error = error
            self.status = status
        }

        init(
            _ source: String, _ text: String, other: String? = nil, _ error: String,
            _ status: Int32 = 1
        ) {
            self.init(source, Data(text.utf8), other: other, error, status)
        }

        var testDescription: String { "\(source): \(error)" }
    }

    private static let reference = Corpus.packageRoot + "/data/GroceryDude.xcdatamodeld"

    private static func utf16(_ text: String) -> Data {
        Data(text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
    }

    private static func expect(_ mistake: Mistake, in folder: TestFolder) throws {
        try folder.write(
            """
            reference: \(reference)
            output: out.sqlite
            sources: { s: \(mistake.source) }
            entities: { Unit: { from: s, attributes: { name: a } } }
            """, as: "plan.yml")
        let before = try files(in: folder.path)
        let result = try Zseed.run("build", "plan.yml", in: folder.path)
        #expect(result.errors == mistake.error + "\n")
        #expect(result.status == mistake.status)
        #expect(result.output == "")
        #expect(try files(in: folder.path) == before)
    }

    private static let textMistakes: [Mistake] = [
        // CSV
        Mistake(
            "{ csv: [a, b] }", "a,b\nx,1\n", other: "a,c\ny,2\n",
            """
            b:1: error: the columns differ from those of the first file: `a`, `c` instead of `a`, `b`
            """),
        Mistake(
            "{ csv: [a, b] }", "a,b\nx,1\n", other: "a,b\ny\n",
            "b:2: error: the row has 1 field, the header 2"),
        Mistake(
            "{ csv: a, delimiter: \";\" }", "a;b\nx;1;2\n",
            "a:2: error: the row has 3 fields, the header 2"),
        Mistake(
            "{ csv: a, shape: { skipLines: 2 }, comment: \"#\" }", "t\nu\na,b\n#c\nx\n",
            "a:5: error: the row has 1 field, the header 2"),
        Mistake(
            "{ csv: a, encoding: utf-16le }", utf16("a\nx\n") + Data("y".utf8),
            "a:3:1: error: bytes that are not UTF-16 (column `a`)"),
        Mistake(
            "{ csv: a, encoding: utf-16le }", utf16("a\nx\n") + Data([0, 0xD8]) + utf16("y\n"),
            "a:3:1: error: bytes that are not UTF-16 (column `a`)"),
        Mistake(
            "{ csv: a }", Data([0xFF, 0xFE]) + utf16("a\nx\"y\n"),
            """
            a:2:2: error: malformed quoting: a quote inside a field must be doubled, and the field \
            quoted
            """
        ),
        Mistake(
            "{ csv: a }", "\u{FEFF}a\nx\"y\n",
            """
            a:2:2: error: malformed quoting: a quote inside a field must be doubled, and the field \
            quoted
            """
        ),
        Mistake(
            "{ csv: a }", "a,b\nx\ry,1\n",
            "a:2: error: a carriage return inside an unquoted field"),
        Mistake(
            "{ csv: a, shape: { skipLines: -1 } }", "a\n",
            "plan.yml:3:45: error: expected a positive integer",
            2),
        Mistake("{ csv: a, comment: [x] }", "a\n", "plan.yml:3:34: error: expected a text", 2),
        Mistake("{ csv: \"x*/y\" }", "", "x*/y: error: no file matches the pattern", 2),
        Mistake("{ csv: none/b.csv }", "", "none/b.csv: error: no such file", 2),
        Mistake(
            "{ csv: a, timeZone: CET }", "a\n",
            "plan.yml:3:35: error: unknown time zone `CET`: use a name such as `Europe/Berlin`, or an offset "
                + "such as `+01:00`",
            2),
        // JSON
        Mistake(
            "{ json: a }", Data("[{\"a\":\"".utf8) + Data([0xFF]) + Data("\"}]".utf8),
            "a:1:8: error: bytes that are not UTF-8; the file seems to be Windows-1252, and must be "
                + "UTF-8: convert it, for example with `iconv -f windows-1252 -t UTF-8`"),
        Mistake("{ json: a }", "[{\"a\":\"\\u0000\"}]", "a:1:8: error: a NUL character"),
        Mistake(
            "{ json: a }", "[{\"a\":\"\\ud800\"}]",
            "a:1:8: error: malformed JSON: half a surrogate pair"),
        Mistake(
            "{ json: a }", "[{\"a\":" + String(repeating: "[", count: 200),
            "a:1:133: error: nested more than 128 deep"),
        Mistake(
            "{ json: a }", "[{\"a\":1},{\"a\"",
            "a:1:14: error: malformed JSON: a colon is missing"),
        Mistake(
            "{ json: a }", "[{\"b\":1}]",
            "plan.yml:4:50: error: unknown column `a`; did you mean `b`?", 2),
        Mistake(
            "{ json: a, header: true }", "[]",
            "plan.yml:3:26: error: `header` and `json` exclude each other", 2),
        Mistake(
            "{ json: a, lists: [a] }", "[]",
            "plan.yml:3:26: error: `lists` and `json` exclude each other", 2),
        Mistake(
            "{ ndjson: a }", "{\"a\":1}\n[1]\n",
            "a:2:1: error: a record must be an object, but this is an array"),
        // XML
        Mistake(
            "{ xml: a, records: l/r }", "<l><r><a>x</a><a>y</a></r></l>",
            "a:1:15: error: two values for one column (column `a`)"),
        Mistake(
            "{ xml: a, records: l/r }", "<l><r a='1'><a>x</a></r></l>",
            "a:1:13: error: two values for one column (column `a`)"),
        Mistake(
            "{ xml: a, records: l/r }", "<l><r a='x'>" + String(repeating: "<x>", count: 200),
            "a:1:391: error: nested more than 128 deep"),
        Mistake(
            "{ xml: a, records: l/r }",
            Data("<l>\n<r a='".utf8) + Data([0xFF]) + Data("'/></l>".utf8),
            "a:2:7: error: bytes that are not UTF-8; the file seems to be Windows-1252: begin it with "
                + "`<?xml version=\"1.0\" encoding=\"windows-1252\"?>`"),
        Mistake(
            "{ xml: a, records: l/r }", "", "a:1:1: error: malformed XML: there is no element"),
        // Property lists
        Mistake(
            "{ plist: a }", "<plist><array><dict><key>a</key>",
            "a:1:33: error: not a readable property list: the XML is malformed: the text ends too early"),
        Mistake(
            "{ plist: a, records: x.y }", "<plist><dict><key>x</key><dict/></dict></plist>",
            "a: error: there is nothing at `records: x.y`", 2),
        // Databases
        Mistake("{ sqlite: none, table: x }", "", "none: error: no such file", 2),
        Mistake(
            "{ sqlite: a }", "", "plan.yml:3:15: error: the key `table` or `query` is missing", 2),
        Mistake(
            "{ sqlite: a, table: t, query: \"SELECT 1\" }", "",
            "plan.yml:3:38: error: `table` and `query` exclude each other", 2),
        Mistake("{ store: none, entity: Unit }", "", "none: error: no such file", 2),
        Mistake("{ store: a }", "", "plan.yml:3:15: error: the key `entity` is missing", 2),
        Mistake(
            "{ store: \"-\", entity: Unit }", "",
            "plan.yml:3:24: error: expected a file: SQLite cannot read from standard input", 2),
    ]

    @Test("Errors of files have exact text, place and exit code", arguments: textMistakes)
    func texts(mistake: Mistake) throws {
        let folder = try TestFolder()
        try folder.write(mistake.data, as: "a")
        if let other = mistake.other { try folder.write(other, as: "b") }
        try Self.expect(mistake, in: folder)
    }

    @Test(
        "Errors of databases have exact text, place and exit code",
        arguments: [
            (
                "query: \"SELECT x FROM t\"", "", "plan.yml:3:12: error: SQLite: no such column: x",
                2
            ),
            (
                "query: \"SELECT a FROM t; DELETE FROM t\"", "",
                "plan.yml:3:12: error: SQLite: more than one SQL statement", 2
            ),
            (
                "query: \"SELECT abs(a) AS a FROM t\"", "-9223372036854775808",
                "a: error: SQLite: integer overflow", 1
            ),
            (
                "table: t", "CAST(X'FF' AS TEXT)",
                "a:1:2: error: bytes that are not UTF-8 (column `a`)", 1
            ),
            (
                "table: t", "CAST(X'610062' AS TEXT)", "a:1:2: error: a NUL character (column `a`)",
                1
            ),
            (
                "table: t", "X'FF'",
                "a:1:2: error: Unit.name: a value from a blob (column `a`) is not supported here", 1
            ),
        ] as [(String, String, String, Int32)])
    func databases(options: String, value: String, error: String, status: Int32) throws {
        let folder = try TestFolder()
        let database = try Connection(path: folder.path + "/a", mode: .create)
        try database.execute("CREATE TABLE t (b, a)")
        if !value.isEmpty { try database.execute("INSERT INTO t VALUES (1, \(value))") }
        try Self.expect(Mistake("{ sqlite: a, \(options) }", "", error, status), in: folder)
    }

    @Test("Failing SQL text, and a database that is not a store, are reported")
    func scripts() throws {
        let folder = try TestFolder()
        try folder.write("CREATE TABLE t (a);\nINSERT INTO x VALUES (1);\n", as: "a.sql")
        try Self.expect(
            Mistake("{ sqlite: a.sql, table: t }", "", "a.sql:2: error: SQLite: no such table: x"),
            in: folder)
        let database = try Connection(path: folder.path + "/a", mode: .create)
        try database.execute("CREATE TABLE t (a)")
        try Self.expect(
            Mistake(
                "{ store: a, entity: Unit }", "",
                "a: error: is an SQLite database but not a Core Data store: it has no Z_METADATA and "
                    + "no Z_PRIMARYKEY"), in: folder)
    }

    @Test("An error in a compressed file has the line of the decompressed text")
    func compressed() throws {
        let folder = try TestFolder()
        try folder.write("a,b\nx,1\ny\n", as: "a")
        #expect(try run("gzip", ["a"], in: folder.path).status == 0)
        try Self.expect(
            Mistake("{ csv: a.gz }", "", "a.gz:3: error: the row has 1 field, the header 2"),
            in: folder)
    }

    @Test(
        "Errors of another store are reported", .enabled(if: Corpus.isPresent, Corpus.absence),
        arguments: [
            ("", "nmae", "plan.yml:4:50: error: unknown column `nmae`; did you mean `name`?", 2),
            (
                ", model: failed-banks", "name",
                "STORE: error: was not created with this model: different version hashes for "
                    + "FailedBankDetails, FailedBankInfo, Item, Location, LocationAtHome, "
                    + "LocationAtShop, Unit", 1
            ),
        ] as [(String, String, String, Int32)])
    func stores(options: String, column: String, error: String, status: Int32) throws {
        let folder = try TestFolder()
        let store = try Corpus.entry("grocery-dude").store
        let model = try #require(try Corpus.entry("failed-banks").modelXML)
        try folder.write(
            """
            reference: \(Self.reference)
            output: out.sqlite
            sources: { s: { store: \(store), entity: Unit\(options.replacing("failed-banks", with: model)) } }
            entities: { Unit: { from: s, attributes: { name: \(column) } } }
            """, as: "plan.yml")
        let result = try Zseed.run("build", "plan.yml", in: folder.path)
        #expect(result.errors == error.replacing("STORE", with: store) + "\n")
        #expect(result.status == status)
    }

    @Test("Invalid bytes of SQL text are reported at their place in the file")
    func invalidBytesOfText() throws {
        let folder = try TestFolder()
        try TestStore.create(
            at: folder.path + "/r.sqlite",
            model: "<entity name=\"Item\"><attribute name=\"a\" attributeType=\"String\"/></entity>")
        try folder.write(
            """
            reference: r.sqlite
            output: out.sqlite
            sources: { s: { sqlite: s.sql, table: t } }
            entities: { Item: { from: s, attributes: { a: a } } }

            """, as: "plan.yml")
        func check(_ parts: [String], _ errors: String, line: Int = #line) throws {
            let text = parts.map { Data($0.utf8) }.joined(separator: [0xFF])
            try Data(text).write(to: URL(fileURLWithPath: folder.path + "/s.sql"))
            let result = try Zseed.run("build", "plan.yml", in: folder.path)
            #expect(result.errors == errors && result.status == 1, "line \(line)")
        }
        let words = "error: bytes that are not UTF-8 (column `a`)"
        try check(
            ["CREATE TABLE t (a);\nINSERT INTO t VALUES\n ('x'),\n ('b", "');\n"],
            "s.sql:4: error: SQLite: the text is not UTF-8\n")
        // The same value twice, and one with a quote that is escaped differently.
        try check(
            [
                "-- MySQL dump 10.13\nCREATE TABLE `t` (`a` text);\nINSERT INTO `t` VALUES ('x'),\n('it\\'s b",
                "'),\n('b", "'),('b", "');\n-- Dump completed\n",
            ], "s.sql:4:10: \(words)\ns.sql:5:4: \(words)\ns.sql:5:11: \(words)\n")
        try check(
            [
                """
                --
                -- PostgreSQL database dump
                --
                CREATE TABLE t (n integer, a text);
                COPY t (n, a) FROM stdin;
                1\tx
                2\tü
                """, "b\n\\.\n\n--\n-- PostgreSQL database dump complete\n--\n",
            ], "s.sql:7:4: \(words)\n")
    }
}
