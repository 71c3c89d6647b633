import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

@Suite("Sources on the command line")
struct SourceCommandTests {
    /// The model of the demo. Its entity Unit has only a name.
    private static let reference = Corpus.packageRoot + "/data/GroceryDude.xcdatamodeld"

    /// Builds from one input in a folder with one data file.
    private static func build(
        _ source: String, file: String = "a", _ data: Data, in folder: TestFolder,
        input: Data? = nil
    ) throws -> ProcessResult {
        try folder.write(data, as: file)
        try folder.write(
            """
            reference: \(reference)
            output: out.sqlite
            sources: { s: \(source) }
            entities: { Unit: { from: s, attributes: { name: a } } }
            """, as: "plan.yml")
        return try Zseed.run("build", "plan.yml", "-q", in: folder.path, input: input)
    }

    private static func names(in folder: TestFolder) throws -> [String?] {
        try Connection.reading(path: folder.path + "/out.sqlite")
            .rows("SELECT ZNAME FROM ZUNIT ORDER BY Z_PK") { $0.text(at: 0) }
    }

    @Test(
        "Standard input is read like a file, through a pipe or redirected",
        arguments: [
            ("{ csv: \"-\" }", "a,b\nx,1\ny,2\n"),
            ("{ ndjson: \"-\" }", "{\"a\":\"x\"}\n{\"a\":\"y\"}\n"),
            ("{ json: \"-\" }", "[{\"a\":\"x\"},{\"a\":\"y\"}]"),
            ("{ xml: \"-\", records: l/r }", "<l><r a='x'/><r a='y'/></l>"),
            (
                "{ plist: \"-\" }",
                "<plist><array><dict><key>a</key><string>x</string></dict><dict>"
                    + "<key>a</key><string>y</string></dict></array></plist>"
            ),
        ])
    func standardInput(source: String, text: String) throws {
        let folder = try TestFolder()
        let redirected = try Self.build(source, Data(), in: folder, input: Data(text.utf8))
        #expect(redirected.errors == "")
        #expect(try Self.names(in: folder) == ["x", "y"])
        try FileManager.default.removeItem(atPath: folder.path + "/out.sqlite")
        try folder.write(text, as: "input")
        let piped = try run(
            "sh", ["-c", "cat input | '\(Zseed.path)' build plan.yml -q"], in: folder.path)
        #expect(piped.errors == "")
        #expect(try Self.names(in: folder) == ["x", "y"])
    }

    @Test("Two loads of one pipe both get all of it")
    func sharedInput() throws {
        let folder = try TestFolder()
        try folder.write(
            """
            reference: \(Self.reference)
            sources: { s: { csv: "-" } }
            entities:
              Unit:
              - { from: s, attributes: { name: a } }
              - { from: s, attributes: { name: b } }
            """, as: "plan.yml")
        let rows = (0..<40_000).map { "a\($0),b\($0)\n" }.joined()
        try folder.write("a,b\n" + rows, as: "input")
        let result = try run(
            "sh", ["-c", "cat input | '\(Zseed.path)' build plan.yml -q -o out.sqlite"],
            in: folder.path)
        #expect(result.errors == "")
        let names = try Self.names(in: folder)
        #expect(names.count == 80_000)
        #expect(names[0] == "a0")
        #expect(names.last == "b39999")
    }

    @Test("Nothing is written beside a source, and the source is not changed")
    func sourcesStay() throws {
        let folder = try TestFolder()
        let text = Data("[{\"a\": \"x\"}]".utf8)
        #expect(try Self.build("{ json: a }", text, in: folder).errors == "")
        #expect(try files(in: folder.path) == ["a", "out.sqlite", "plan.yml"])
        #expect(try bytes(of: folder.path + "/a") == text)
    }

    private static let other = (try? Corpus.entry("grocery-dude").store) ?? "none"

    @Test(
        "Errors of sources have exact text, place and exit code",
        .enabled(if: Corpus.isPresent, Corpus.absence),
        arguments: [
            // CSV
            ("{ csv: \"*.x\" }", "", "*.x: error: no file matches the pattern", 2),
            ("{ csv: [a, a] }", "a\n", "a: error: this file is listed twice", 2),
            (
                "{ csv: a, encoding: utf-16 }", "中国",
                """
                a: error: UTF-16 without byte order mark: set `encoding:` to `utf-16le` or \
                `utf-16be`
                """,
                2
            ),
            (
                "{ csv: a, encoding: windows-1252 }", "\u{FEFF}a\n",
                """
                a: error: the plan has `encoding: windows-1252`, but the byte order mark is for \
                `utf-8`
                """,
                2
            ),
            (
                "{ csv: a, encoding: windows-1252 }", "a\nx\u{81}\n",
                "a:2:1: error: bytes that are not Windows-1252 (column `a`)", 1
            ),
            (
                "{ csv: a, delimiter: detect }", "a;b,c\n",
                "a:1: error: cannot detect the delimiter between fields: set `delimiter:`", 2
            ),
            (
                "{ csv: a, header: false }", "",
                "a:1: error: has no record from which to infer the columns", 1
            ),
            // JSON
            (
                "{ json: a }", "[1,]",
                "a:1:3: error: malformed JSON: a comma after the last element of the array: remove it", 1
            ),
            (
                "{ json: a }", "{}",
                "a:1:1: error: the records are not an array: set `records:` to the path of an array; use "
                    + "`records: .` if the file is one record, `records: \"*\"` for objects under keys, or `jq '[range(first(.[]) | length) as $i | "
                    + "map_values(.[$i])]'` to convert columns to an array", 2
            ),
            (
                "{ json: a, records: x.y }", "{\"x\":{}}",
                "a:1:8: error: there is nothing at `records: x.y`", 2
            ),
            (
                "{ json: a, records: x }", "{\"x\":[{\"a\":1}],\"x\":[]}",
                "a:1:20: error: `records: x` is in the document twice", 1
            ),
            (
                "{ json: a }", "[{\"a\":1,\"a\":2}]",
                "a:1:13: error: two values for one column (column `a`)", 1
            ),
            (
                "{ json: a }", "[{\"a\":1},[]]",
                "a:1:10: error: a record must be an object, but this is an array", 1
            ),
            (
                "{ json: a }", "[{\"a\":1},{\"a\":[1,[2]]}]",
                "a:1:18: error: neither a single value nor a list of single values (column `a`)", 1
            ),
            (
                "{ json: a }", "[{\"a\":[\"x|y\"]}]",
                """
                a:1:8: error: an element of the list contains `|`, the separator: set another `separator:` (column `a`)
                """,
                1
            ),
            ("{ json: a }", "[]", "a: error: has no record from which to infer the columns", 1),
            (
                "{ ndjson: a }", "{\"a\":1}\n{\"a\"",
                "a:2:5: error: malformed JSON: a colon is missing", 1
            ),
            // XML
            (
                "{ xml: a, records: l/r }", "<l><r a='1'></l>",
                "a:1:13: error: malformed XML: `</r>` was expected", 1
            ),
            (
                "{ xml: a, records: q/r }", "<l><r a='1'/></l>",
                "a: error: there is nothing at `records: q/r`; did you mean `l/r`?", 2
            ),
            (
                "{ xml: a, records: item }",
                "<r><items><item><n>A</n></item><item><n>B</n></item></items></r>",
                "a: error: there is nothing at `records: item`; did you mean `r/items/item`?", 2
            ),
            (
                "{ xml: a, records: r.items.item }",
                "<r><items><item><n>A</n></item><item><n>B</n></item></items></r>",
                "a: error: there is nothing at `records: r.items.item`; did you mean `r/items/item`?", 2
            ),
            (
                "{ xml: a, records: rows }", "<r><i><n>A</n></i><i><n>B</n></i></r>",
                "a: error: there is nothing at `records: rows`; there is `r/i`", 2
            ),
            (
                "{ xml: a, records: l/r }", "<!DOCTYPE l [<!ENTITY x 'y'>]><l/>",
                "a:1:25: error: a document type that declares entities or values of attributes is not supported",
                1
            ),
            (
                "{ xml: a, records: l/r }", "<?xml version='1.0' encoding='x'?><l/>",
                "a:1:1: error: the encoding `x` is not supported", 1
            ),
            // Property lists and stores
            (
                "{ plist: a }", "x",
                "a:1:1: error: not a readable property list: the XML is malformed: text outside of the elements; "
                    + "it is text, which `csv:` reads",
                1
            ),
            (
                "{ store: a, entity: Item }", "x",
                "a: error: is not an SQLite database; it is text, which `csv:` reads", 1
            ),
            (
                "{ store: \(other), entity: Itm }", "",
                "plan.yml:3:12: error: unknown entity `Itm`; did you mean `Item`?", 2
            ),
            // Plans
            (
                "{ csv: a, xml: a, records: x }", "",
                "plan.yml:3:25: error: `csv` and `xml` exclude each other", 2
            ),
            (
                "{ csv: a, table: x }", "",
                "plan.yml:3:25: error: `table` and `csv` exclude each other", 2
            ),
            (
                "{ csv: a, columns: [x] }", "",
                "plan.yml:3:25: error: `header: true` and `columns` exclude each other", 2
            ),
            (
                "{ csv: a, encoding: utf-9 }", "",
                "plan.yml:3:35: error: `utf-9` is not a value of `encoding`; did you mean `utf-8`?", 2
            ),
            (
                "{ csv: a, delimiter: xx }", "",
                "plan.yml:3:36: error: expected one character such as `;`, or `tab`, or `detect`", 2
            ),
            ("{ csv: a, header: 3 }", "", "plan.yml:3:33: error: expected true or false", 2),
            (
                "{ csv: a, heder: true }", "",
                "plan.yml:3:25: error: unknown key `heder`; did you mean `header`?", 2
            ),
            ("{ csv: }", "", "plan.yml:3:17: error: expected a path", 2),
            ("{ xml: a }", "", "plan.yml:3:15: error: the key `records` is missing", 2),
            (
                "{ xml: a, records: /x }", "",
                "plan.yml:3:34: error: expected names with `/` between them", 2
            ),
            (
                "{ sqlite: \"-\", table: t }", "",
                "plan.yml:3:25: error: expected a file: SQLite cannot read from standard input", 2
            ),
            (
                "{ name: a }", "",
                """
                plan.yml:3:15: error: the key `csv`, `xlsx`, `ods`, `sqlite`, `xml`, `json`, `ndjson`, \
                `plist`, `store`, `command` or `generate` is missing
                """,
                2
            ),
        ])
    func errors(source: String, text: String, message: String, status: Int32) throws {
        let folder = try TestFolder()
        let result = try Self.build(source, Data(text.utf8), in: folder)
        let lines = result.errors.split(separator: "\n").map(String.init)
        #expect(lines.contains(message), "\(result.errors)")
        #expect(result.status == status)
        #expect(!(try files(in: folder.path)).contains("out.sqlite"))
    }

    @Test("Damaged and truncated compressed files are errors")
    func compressed() throws {
        let folder = try TestFolder()
        try folder.write("a\nx\n", as: "b")
        #expect(try run("gzip", ["-n", "b"], in: folder.path).status == 0)
        let whole = try bytes(of: folder.path + "/b.gz")
        let short = try Self.build("{ csv: a }", whole.dropLast(3), in: folder)
        #expect(short.errors == "a: error: the gzip file ends too early\n")
        #expect(short.status == 1)
        var damaged = whole
        damaged[damaged.count - 2] ^= 1
        let result = try Self.build("{ csv: a }", damaged, in: folder)
        #expect(result.errors == "a: error: the gzip file is damaged: incorrect length check\n")
        #expect(result.status == 1)
    }
}
