import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

/// Inputs that do not match the plan: the message gives advice.
@Suite("Messages about sources that new users have")
struct MessageTests {
    private let shop: Shop

    init() throws { shop = try Shop() }

    /// Returns the errors of a build with other contents of `items.csv`.
    private func told(_ data: Data) throws -> String {
        try shop.folder.write(data, as: "items.csv")
        let result = try shop.build()
        #expect(result.status != 0)
        return result.errors
    }

    private func told(_ text: String) throws -> String { try told(Data(text.utf8)) }

    private static func encoded(_ text: String, as encoding: String.Encoding) throws -> Data {
        // Foundation's Mac Roman differs on Linux.
        let macRoman: [Character: UInt8] = [
            "Ä": 0x80, "ü": 0x9F, "è": 0x8F, "î": 0x94,
        ]
        guard encoding != .macOSRoman else {
            return Data(text.map { macRoman[$0] ?? $0.asciiValue ?? UInt8(ascii: "?") })
        }
        return try #require(text.data(using: encoding))
    }

    // MARK: Text

    @Test(
        "For bytes that are not UTF-8, the fitting encoding is suggested, and builds",
        arguments: [
            (String.Encoding.windowsCP1252, "windows-1252"), (.isoLatin1, "windows-1252"),
            (.macOSRoman, "macroman"), (.utf16LittleEndian, "utf-16le"),
            (.utf16BigEndian, "utf-16be"),
        ])
    func encodings(encoding: String.Encoding, name: String) throws {
        let text = Shop.items.replacing("Apples", with: "\"Äpfel, grüne für Müller\"")
        let errors = try told(try Self.encoded(text, as: encoding))
        #expect(errors.contains("set `encoding: \(name)`"), "\(errors)")
        try shop.edit("plan.yml", "{ csv: items.csv }", "{ csv: items.csv, encoding: \(name) }")
        try shop.build().expectSuccess()
        let store = try Connection(path: shop.output, mode: .readOnly)
        #expect(
            try store.rows("SELECT ZNAME FROM ZITEM ORDER BY Z_PK") { $0.text(at: 0) }.first
                == "Äpfel, grüne für Müller")
    }

    @Test(
        "Encodings can have their common names",
        arguments: [
            "latin1", "Latin-1", "ISO_8859-1", "l1", "cp1252", "CP-1252", "Windows-1252", "ansi",
            "win1252",
        ])
    func encodingNames(name: String) throws {
        try shop.folder.write(try Self.encoded(Shop.items, as: .isoLatin1), as: "items.csv")
        try shop.edit("plan.yml", "{ csv: items.csv }", "{ csv: items.csv, encoding: \(name) }")
        try shop.build().expectSuccess()
    }

    @Test("UTF-8 and UTF-16 can be written in any case", arguments: ["UTF8", "utf-8", "Utf_8"])
    func unicodeNames(name: String) throws {
        try shop.edit("plan.yml", "{ csv: items.csv }", "{ csv: items.csv, encoding: \(name) }")
        try shop.build().expectSuccess()
        try shop.folder.write(try Self.encoded(Shop.items, as: .utf16), as: "items.csv")
        try shop.edit("plan.yml", "encoding: \(name)", "encoding: UTF16")
        try shop.build().expectSuccess()
    }

    // MARK: Delimiters

    @Test(
        "Excel's `sep=` line sets the delimiter",
        arguments: ["sep=;\n", "sep=;\r\n", "\"sep=;\"\n", "SEP=;\n", "\u{FEFF}sep=;\n"])
    func separatorLine(line: String) throws {
        try shop.build().expectSuccess()
        let before = try bytes(of: shop.output)
        let rows = Shop.labels.replacing(",", with: ";")
        try shop.folder.write(line + rows, as: "labels.csv")
        try shop.build().expectSuccess()
        #expect(try bytes(of: shop.output) == before)
        // A plan that skipped the line before can still do so.
        try shop.edit(
            "plan.yml", "{ csv: labels.csv }",
            "{ csv: labels.csv, delimiter: \";\", shape: { skipLines: 1 } }")
        try shop.build().expectSuccess()
        #expect(try bytes(of: shop.output) == before)
        // The line numbers include it.
        try shop.folder.write(line + rows + "blue;99\n", as: "labels.csv")
        #expect(try shop.build().errors.hasPrefix("labels.csv:6:6: error: "))
    }

    @Test("A malformed `sep=` line is a header", arguments: ["sep=\n", "sep\n1\n", "sep=;;\n"])
    func noSeparatorLine(text: String) throws {
        try shop.folder.write(text, as: "labels.csv")
        #expect(try shop.build().errors.contains("unknown column `text`"))
    }

    @Test(
        "A wrong delimiter is reported with the columns found and the right setting",
        arguments: [(";", "\";\""), ("\t", "tab"), ("|", "\"|\"")])
    func wrongDelimiter(delimiter: String, value: String) throws {
        let header = "text,item".replacing(",", with: delimiter)
        try shop.folder.write(Shop.labels.replacing(",", with: delimiter), as: "labels.csv")
        let shown = header.replacing("\t", with: "\\t")
        let errors = try shop.build().errors
        for name in ["text", "item"] {
            #expect(
                errors.contains(
                    "error: unknown column `\(name)`; the only column found is `\(shown)`: "
                        + "set `delimiter: \(value)` at the source\n"), "\(errors)")
        }
    }

    // MARK: Files of other kinds

    @Test(
        "The format of an unsupported file is named",
        arguments: [
            (Data([0x50, 0x4B, 0x03, 0x04]) + Data("\u{14}\0xl/workbook.xml".utf8), "Excel workbook"),
            (Data("%PDF-1.7\n%\u{E2}\n1 0 obj".utf8), "PDF document"),
        ])
    func foreignFiles(data: Data, title: String) throws {
        let errors = try told(data)
        #expect(errors.hasPrefix("items.csv: error: this is a"))
        #expect(errors.contains(title))
        #expect(errors.split(separator: "\n").count == 1)
    }

    @Test(
        "A dump of another database is named, with its line and a remedy",
        arguments: [
            (
                """
                -- MySQL dump 10.13  Distrib 8.0.36
                --
                CREATE TABLE `items` (
                  `id` int NOT NULL AUTO_INCREMENT,
                  PRIMARY KEY (`id`)
                ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
                CALL fill();
                """, "this is a dump or script of MySQL"
            ),
            (
                """
                --
                -- PostgreSQL database dump
                --
                SET statement_timeout = 0;
                COPY public.items (id, name) FROM stdin;
                1\tTea
                \\.
                """, "this is a dump or script of PostgreSQL"
            ),
        ])
    func dumps(text: String, title: String) throws {
        try shop.folder.write(text, as: "shop.sql")
        try shop.edit("plan.yml", "{ csv: items.csv }", "{ sqlite: shop.sql, table: items }")
        let source = try shop.build()
        #expect(source.status == 1)
        #expect(source.errors.contains(title))
        #expect(source.errors.contains(#/^shop\.sql:\d: error: /#))
        #expect(source.errors.contains("read each table with `command: ["))
        // The same applies to a reference.
        try shop.edit("plan.yml", "reference: reference.sqlite", "reference: shop.sql")
        let reference = try shop.build()
        #expect(reference.errors.contains(title))
        #expect(reference.errors.contains(#/^shop\.sql:\d: error: /#))
    }

    // MARK: JSON

    @Test(
        "A trailing comma in JSON is named",
        arguments: [("[{\"text\": \"a\", }]", "1:14"), ("[{\"text\": \"a\"},\n]", "1:15")])
    func trailingComma(json: String, place: String) throws {
        try shop.folder.write(json, as: "labels.json")
        try shop.edit("plan.yml", "{ csv: labels.csv }", "{ json: labels.json }")
        let errors = try shop.build().errors
        #expect(errors.hasPrefix("labels.json:\(place): error: malformed JSON: a comma after"))
    }

    // MARK: Objects

    @Test("Two rows with one key are both named")
    func duplicates() throws {
        try shop.folder.write(Shop.items + "2,Plums,1,,,,,,,,,kg,\n", as: "items.csv")
        let result = try shop.build()
        #expect(result.status == 1)
        #expect(
            result.errors == """
                items.csv:5:1: error: Item: '2' (column `id`) is the key of two Item rows, but must \
                be unique; the first one is at items.csv:3

                """)
    }

    @Test("Two rows with one unique value are both named, for UUIDs and texts")
    func duplicateUUIDs() throws {
        let folder = try TestFolder()
        try folder.writeModel(
            """
            <entity name="Item"><attribute name="code" attributeType="UUID"/>
            <uniquenessConstraints><uniquenessConstraint><constraint value="code"/>
            </uniquenessConstraint></uniquenessConstraints></entity>
            """)
        let database = try Connection(path: folder.path + "/items.sqlite", mode: .create)
        try database.execute(
            """
            CREATE TABLE items (code BLOB);
            INSERT INTO items VALUES (x'00112233445566778899AABBCCDDEEFF'), (randomblob(16)),
              (x'00112233445566778899AABBCCDDEEFF')
            """)
        try folder.write(
            """
            reference: Model.xcdatamodel
            output: out.sqlite
            sources: { items: { sqlite: items.sqlite, table: items } }
            entities: { Item: { from: items, attributes: { code: code } } }
            """, as: "plan.yml")
        let result = try Zseed.run("build", "plan.yml", in: folder.path)
        #expect(
            result.errors == """
                items.sqlite:3:1: error: Item: '00112233-4455-6677-8899-AABBCCDDEEFF' (column \
                `code`) is the code of two Item rows, but must be unique; the first one is at \
                items.sqlite:1

                """)
    }

    @Test("Objects that `missing: create` creates need their required values, too")
    func createdObjects() throws {
        let folder = try TestFolder()
        try folder.writeModel(
            """
            <entity name="Item"><attribute name="name" attributeType="String"/>
            <relationship name="unit" optional="YES" maxCount="1" destinationEntity="Unit"
                inverseName="items" inverseEntity="Unit"/></entity>
            <entity name="Unit"><attribute name="name" attributeType="String"/>
            <attribute name="symbol" attributeType="String"/>
            <relationship name="items" optional="YES" toMany="YES" destinationEntity="Item"
                inverseName="unit" inverseEntity="Item"/></entity>
            """)
        try folder.write("name,unit\nTea,kg\n", as: "items.csv")
        try folder.write(
            """
            reference: Model.xcdatamodel
            output: out.sqlite
            sources: { items: { csv: items.csv } }
            entities:
              Item:
                from: items
                attributes: { name: name }
                relationships: { unit: { find: Unit.name, column: unit } }
            """, as: "plan.yml")
        let result = try Zseed.run("build", "plan.yml", in: folder.path)
        #expect(result.status == 2)
        #expect(
            result.errors == """
                plan.yml:8:22: error: Unit.symbol: is not optional and has no default: add it to the plan, for the objects that Item.unit creates if it finds none: add it to its `set:`, or set `missing:` to `error` or `null`

                """)
    }

    @Test("A UUID that no object has is printed as a UUID")
    func missingUUID() throws {
        try shop.edit(
            "plan.yml", "item: { keyOf: Item, column: item }",
            "item: { find: Item.code, column: item, missing: error }")
        try shop.folder.write(
            "text,item\nred,00112233-4455-6677-8899-aabbccddee00\n", as: "labels.csv")
        let errors = try shop.build().errors
        #expect(errors.contains("no Item has the key '00112233-4455-6677-8899-AABBCCDDEE00'"))
    }

    // MARK: Commands

    @Test("A missing plan is a command-line error", arguments: ["nope.yml", "."])
    func missingPlan(name: String) throws {
        let result = try Zseed.run("build", name, in: shop.path)
        #expect(result.status == 2)
        #expect(result.errors.hasPrefix("\(name): error: "))
    }

    @Test("The plan's output is printed as a simple path")
    func detour() throws {
        let folder = try TestFolder()
        try TestStore.create(at: folder.path + "/reference.sqlite", model: Shop.model)
        try folder.write("name\nTea\n", as: "data/items.csv")
        try folder.write(
            """
            reference: ../reference.sqlite
            output: ../build/Seed.sqlite
            sources: { items: { csv: items.csv } }
            entities: { Item: { from: items, attributes: { name: name } } }

            """, as: "data/plan.yml")
        let built = try Zseed.run("build", "data/plan.yml", in: folder.path)
        #expect(built.output.contains("\nbuild/Seed.sqlite: built, "), "\(built.output)\(built.errors)")
        let again = try Zseed.run("build", "plan.yml", "--json", in: folder.path + "/data")
        #expect(again.output.contains(#""../build/Seed.sqlite""#), "\(again.output)")
    }

    @Test("An output from the command line is printed as given")
    func output() throws {
        let built = try Zseed.run("build", "plan.yml", "-o", "sub/own.sqlite", in: shop.path)
        #expect(built.output.contains("\nsub/own.sqlite: built, "))
        let again = try Zseed.run("build", "./plan.yml", "--json", in: shop.path)
        #expect(again.output.contains("\"output\" : \"./out.sqlite\""))
    }

    @Test(
        "Unknown commands get a suggestion",
        arguments: [
            (["verfy"], "there is no command 'verfy'; did you mean `verify`?"),
            (["biuld", "plan.yml"], "there is no command 'biuld'; did you mean `build`?"),
            (["help", "qurey"], "there is no command 'qurey'; did you mean `query`?"),
            (["frobnicate"], "there is no command 'frobnicate'; there are plan, build, verify, "),
            (["verify", "x", "--check", "to-one-target"], "did you mean `to-one-targets`?"),
            (["verify", "x", "--strickt"], "Did you mean '--strict'?"),
            (["hash", "x", "--model-versoin", "2"], "Did you mean '--model-version'?"),
            (["hash", "x", "--version", "2"], "did you mean `--model-version 2`?"),
        ])
    func suggestions(arguments: [String], words: String) throws {
        let result = try TestSupport.run(Zseed.path, arguments, in: shop.path)
        #expect(result.status == 2)
        #expect(result.output == "")
        #expect(result.errors.contains(words), "\(result.errors)")
    }

    @Test(
        "--version prints only the version of zseed",
        arguments: ["build", "verify", "inspect", "create", "hash", "query", "codegen"])
    func version(command: String) throws {
        let result = try Zseed.run(command, "--version", in: shop.path)
        #expect(result.status == 0)
        #expect(result.output == (try Zseed.run("--version", in: shop.path)).output)
        let help = try Zseed.run(command, "--help", in: shop.path).output
        #expect(help.components(separatedBy: "  --version ").count == 2)
    }

    @Test("Messages use the singular for one check")
    func plurals() throws {
        try shop.build().expectSuccess()
        let one = try Zseed.run("verify", "out.sqlite", "--check", "z_opt", in: shop.path)
        #expect(one.output.hasSuffix("out.sqlite: 1 check passed\n"))
        try Connection(path: shop.output, mode: .readWrite).execute("UPDATE ZITEM SET Z_OPT = 0")
        let failed = try Zseed.run("verify", "out.sqlite", "--check", "z_opt", in: shop.path)
        #expect(failed.output.hasSuffix("out.sqlite: 1 of 1 check failed\n"))
    }
}
