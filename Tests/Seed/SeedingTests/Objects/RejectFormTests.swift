import Foundation
import ObjectModel
import SQLite
@testable import Inputs
import TestSupport
import Testing

@testable import Seeding

@Suite("Reject files have the form of their source")
struct RejectFormTests {
    private static func model() throws -> ManagedObjectModel {
        try ManagedObjectModel(entities: [
            EntityDescription(
                name: "Item", ownProperties: [.attribute("name"), .attribute("count", .integer32)])
        ])
    }

    struct Case: CustomTestStringConvertible, Sendable {
        let source: String
        let file: String
        let content: String
        let reject: String
        let expected: String
        var columns = "{ name: name, count: count }"
        var testDescription: String { source }
    }

    private static let cases = [
        Case(
            source: "{ csv: items.csv, delimiter: \";\", shape: { skipLines: 1 } }", file: "items.csv",
            content: "made by X\nname;count\ntea;1\n\"a;\"\"b\";2x\n", reject: "s.csv",
            expected: "\nname;count;reason\n\"a;\"\"b\";2x;WHY\n"),
        Case(
            source: "{ csv: items.csv, comment: \"#\" }", file: "items.csv",
            content: "name,count\n# x\ntea,1\n\"#a\",2x\n", reject: "s.csv",
            expected: "name,count,reason\n\"#a\",2x,WHY\n"),
        // A source's own column keeps its name, in any case.
        Case(
            source: "{ csv: items.csv }", file: "items.csv",
            content: "name,Reason,count\ntea,x,1\nrum,y,2x\n", reject: "s.csv",
            expected: "name,Reason,count,zseed-reason\nrum,y,2x,WHY\n"),
        Case(
            source: "{ csv: items.csv }", file: "items.csv",
            content: "name,REASON,zseed-reason,count\ntea,x,z,1\nrum,y,z,2x\n", reject: "s.csv",
            expected: "name,REASON,zseed-reason,count,zseed-zseed-reason\nrum,y,z,2x,WHY\n"),
        Case(
            source: "{ csv: items.csv, header: false }", file: "items.csv",
            content: "tea,1\nrum,2x\n", reject: "s.csv", expected: "rum,2x,WHY\n",
            columns: "{ name: \"1\", count: \"2\" }"),
        Case(
            source: "{ json: items.json, records: data.items }", file: "items.json",
            content:
                #"{"data": {"items": [{"name": "tea", "n": {"c": 1}}, {"name": "a\"\\\u0001\né", "n": {"c": "2x"}}]}}"#,
            reject: "s.json",
            expected: #"{"data": {"items": ["# + "\n  "
                + #"{"name": "a\"\\\u0001\né", "n.c": "2x", "reason": "WHY"}"# + "\n]}}\n",
            columns: "{ name: name, count: n.c }"),
        Case(
            source: "{ ndjson: items.ndjson }", file: "items.ndjson",
            content: "{\"name\": \"tea\", \"count\": 1}\n{\"name\": \"rum\", \"count\": \"2x\"}\n",
            reject: "s.ndjson",
            expected: "{\"name\": \"rum\", \"count\": \"2x\", \"reason\": \"WHY\"}\n"),
        Case(
            source: "{ xml: items.xml, records: data/items/item }", file: "items.xml",
            content: """
                <data><items><item name="tea"><size><n>1</n></size></item>\
                <item name="a&lt;&quot;&amp;&#10;b"><size><n>2x</n></size></item></items></data>
                """,
            reject: "s.xml",
            expected: """
                <?xml version="1.0" encoding="UTF-8"?>
                <data><items>
                  <item name="a&lt;&quot;&amp;&#10;b" reason="WHY"><size><n>2x</n></size></item>
                </items></data>

                """,
            columns: "{ name: name, count: size/n }"),
        Case(
            source: "{ xml: items.xml, records: items/item }", file: "items.xml",
            content: "<items><item n=\"1\">tea</item><item n=\"2x\">a &lt; b</item></items>",
            reject: "s.xml",
            expected: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<items>\n"
                + "  <item n=\"2x\" reason=\"WHY\">a &lt; b</item>\n</items>\n",
            columns: "{ name: ., count: n }"),
        Case(
            source: "{ xml: items.xml, records: items/item, lists: [tag], separator: \"; \" }",
            file: "items.xml",
            content: "<items><item><n>1</n><tag>tea</tag></item>"
                + "<item><n>2x</n><tag>a</tag><tag>b&amp;c</tag></item></items>",
            reject: "s.xml",
            expected: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<items>\n"
                + "  <item n=\"2x\" reason=\"WHY\"><tag>a</tag><tag>b&amp;c</tag></item>\n</items>\n",
            columns: "{ name: tag, count: n }"),
        Case(
            source: "{ plist: items.plist, records: items }", file: "items.plist",
            content: """
                <plist version="1.0"><dict><key>items</key><array>
                <dict><key>name</key><string>tea</string><key>count</key><integer>1</integer></dict>
                <dict><key>name</key><string>a&lt;b</string><key>count</key><string>2x</string></dict>
                </array></dict></plist>
                """,
            reject: "s.plist",
            expected: """
                <?xml version="1.0" encoding="UTF-8"?>
                <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
                "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
                <plist version="1.0">
                <dict><key>items</key><array>
                  <dict><key>count</key><string>2x</string><key>name</key><string>a&lt;b</string>\
                <key>reason</key><string>WHY</string></dict>
                </array></dict>
                </plist>

                """),
    ]

    private static func plan(_ test: Case) -> String {
        """
        onError: skip
        sources: { s: \(test.source) }
        entities: { Item: { from: s, attributes: \(test.columns) } }
        """
    }

    private static func options() -> SeedBuilder.Options {
        var options = SeedBuilder.Options()
        options.issueText = { _ in "WHY" }
        return options
    }

    @Test("Corrected reject files can replace their source", arguments: cases)
    func form(_ test: Case) throws {
        let first = try SeededStore(
            Self.plan(test), model: Self.model(), files: [test.file: test.content],
            options: Self.options())
        #expect(try first.rows("SELECT ZNAME, ZCOUNT FROM ZITEM") == ["tea|1"])
        let path = first.path + ".rejects/" + test.reject
        #expect(first.rejectPaths == [path])
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text == test.expected)
        let corrected = text.replacingOccurrences(of: "2x", with: "2")
        let second = try SeededStore(
            Self.plan(test), model: Self.model(), files: [test.file: corrected],
            options: Self.options())
        #expect(try second.rows("SELECT ZCOUNT FROM ZITEM") == ["2"])
        #expect(second.rejectPaths.isEmpty)
        // The name is that of the first source, whatever characters were escaped.
        let whole = try SeededStore(
            Self.plan(test), model: Self.model(),
            files: [test.file: test.content.replacingOccurrences(of: "2x", with: "2")])
        #expect(
            try second.rows("SELECT ZNAME FROM ZITEM")
                == whole.rows("SELECT ZNAME FROM ZITEM WHERE ZCOUNT = 2"))
    }

    @Test("Rows of a database are written to a table of the same name, with storage classes")
    func database() throws {
        let plan = """
            onError: skip
            sources: { s: { sqlite: old.sql, table: \"my items\" } }
            entities: { Item: { from: s, attributes: { name: n, count: reason } } }
            """
        let sql = """
            CREATE TABLE "my items" (n, reason, extra);
            INSERT INTO "my items" VALUES ('tea', 1, 2.5), (7, 'x', X'00FF'), ('rum', 1e30, NULL);
            """
        let store = try SeededStore(
            plan, model: Self.model(), files: ["old.sql": sql], options: Self.options())
        let rejects = try Connection(path: store.path + ".rejects/s.sqlite", mode: .readOnly)
        let rows = try rejects.rows(
            "SELECT quote(n), quote(reason), quote(extra), \"zseed-reason\" FROM \"my items\""
        ) { row in (0..<4).map { row.text(at: $0) ?? "-" }.joined(separator: " ") }
        #expect(rows == ["7 'x' X'00FF' WHY", "'rum' 1.0e+30 NULL WHY"])
    }

    @Test("A row that is too long keeps its additional cells after the reason")
    func surplus() throws {
        let test = Self.cases[0]
        let store = try SeededStore(
            Self.plan(test), model: Self.model(),
            files: [test.file: "x\nname;count\ntea;1;more;yet\n"], options: Self.options())
        let text = try String(contentsOfFile: store.rejectPaths[0], encoding: .utf8)
        #expect(text == "\nname;count;reason\ntea;1;WHY;more;yet\n")
    }

    @Test(
        "Cells of another encoding are written in UTF-8, and the file must be read as such")
    func encoding() throws {
        let plan = """
            onError: skip
            sources: { s: { csv: items.csv, encoding: windows-1252 } }
            entities: { Item: { from: s, attributes: { name: name, count: count } } }
            """
        let folder = try TestFolder()
        let latin: [UInt8] = Array("name,count\nK".utf8) + [0xE4] + Array("se,x\n".utf8)
        try folder.write(Data(latin), as: "items.csv")
        let store = try SeededStore(plan, model: try Self.model(), in: folder)
        let rejects = try Data(
            contentsOf: URL(fileURLWithPath: try #require(store.rejectPaths.first)))
        let text = "\u{FEFF}name,count,reason\nKäse,x,"
        #expect(rejects.starts(with: Data(text.utf8)))
        // If the file replaced the source unchanged, it would be read as `KÃ¤se`.
        try folder.write(
            Data(String(decoding: rejects, as: UTF8.self).replacing(",x,", with: ",1,").utf8),
            as: "items.csv")
        #expect(throws: SeedFailure.self) {
            _ = try SeededStore(plan, model: try Self.model(), in: folder)
        }
        let corrected = try SeededStore(
            plan.replacing(", encoding: windows-1252", with: ""), model: try Self.model(),
            in: folder)
        #expect(try corrected.rows("SELECT ZNAME FROM ZITEM") == ["Käse"])
    }
}
