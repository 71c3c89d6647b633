import Testing

@testable import Seeding
@testable import Inputs

@Suite("Seed plans")
struct PlanReaderTests {
    private static func delimited(_ byte: UInt8) -> CSVOptions {
        var options = CSVOptions()
        options.delimiter = .byte(byte)
        return options
    }

    private static let head = """
        reference: r.sqlite
        sources:
          s: { csv: s.csv }
        entities:

        """

    private static func read(_ text: String) throws -> SeedPlan {
        try PlanReader(path: "folder/plan.yml").plan(text)
    }

    @Test("The byte order mark of a plan is ignored")
    func byteOrderMark() throws {
        let plan = try Self.read("\u{FEFF}" + Self.head + "  Item: { from: s, attributes: { name: name } }")
        #expect(plan.reference.value == "folder/r.sqlite")
    }

    @Test("All keys of a plan are read")
    func everything() throws {
        let plan = try Self.read(
            """
            reference: /abs/r.sqlite
            model: M.xcdatamodeld
            output: out/o.sqlite
            timeZone: Europe/Berlin
            metadata: { seeded: true, version: 7, ratio: 0.5, name: "12", other: 0x1F }
            sources:
              a: { csv: a.csv, delimiter: tab, timeZone: UTC }
              b: { sqlite: /b.sqlite, table: t }
              c: { sqlite: c.sqlite, query: SELECT 1 }
              d: { csv: "-", delimiter: ";" }
            entities:
              Item:
                - from: a
                  primaryKey: id
                  key: code
                  attributes:
                    name: title
                    added: { column: when, date: unix, timeZone: "+02:00", default: 2020-01-01 }
                    sold: { value: false }
                    width: { column: w, type: integer16 }
                  relationships:
                    unit: unit
                    place: { find: Room.name, column: room, missing: null, set: { floor: level } }
                    label: { keyOf: Label, column: label, inverse: item }
                - { from: b }
            """)
        #expect(plan.reference.value == "/abs/r.sqlite")
        #expect(plan.model?.value == "folder/M.xcdatamodeld")
        #expect(plan.output?.value == "folder/out/o.sqlite")
        #expect(plan.timeZone?.value == "Europe/Berlin")
        #expect(plan.metadata.map(\.key.value) == ["seeded", "version", "ratio", "name", "other"])
        #expect(
            plan.metadata.map(\.value)
                == [.bool(true), .integer(7), .real(0.5), .string("12"), .string("0x1F")])
        let kinds: [any SourceKind] = [
            CSVKind(paths: ["folder/a.csv"], options: Self.delimited(0x09)),
            SQLiteKind(path: "/b.sqlite", selection: .table("t")),
            SQLiteKind(path: "folder/c.sqlite", selection: .query("SELECT 1")),
            CSVKind(paths: ["-"], options: Self.delimited(0x3B)),
        ]
        #expect(plan.sources.count == kinds.count)
        for (source, kind) in zip(plan.sources, kinds) {
            #expect(source.kind.isEqual(to: kind), "\(source.kind)")
        }
        #expect(plan.loads.map(\.source.value) == ["a", "b"])
        let load = plan.loads[0]
        #expect(load.primaryKey?.value == "id")
        #expect(load.key?.value == "code")
        #expect(load.attributes.map(\.name.value) == ["name", "added", "sold", "width"])
        #expect(load.attributes[0].value.column?.value == "title")
        #expect(load.attributes[1].value.date?.value == "unix")
        #expect(load.attributes[1].value.timeZone?.value == "+02:00")
        #expect(load.attributes[1].value.fallback?.value == .text("2020-01-01"))
        #expect(load.attributes[2].value.constant?.value == .boolean(false))
        #expect(load.attributes[3].value.type?.value == "integer16")
        #expect(load.relationships.map(\.missing) == [.create, .null, .error])
        #expect(load.relationships[1].creation.map(\.name.value) == ["floor"])
        #expect(load.relationships[2].inverse?.value == "item")
        #expect(load.relationships[0].name.location.line == 22)
        #expect(load.relationships[0].name.location.column == 9)
    }

    @Test(
        "Errors have a place",
        arguments: [
            ("", ["0:0 malformedPlan"]), ("# nothing", ["0:0 malformedPlan"]),
            ("hello", ["1:1 wrongKind"]), ("- a\n- b", ["1:1 wrongKind"]),
            ("a: [1", ["1:4 malformedPlan"]), ("a: b: c", ["1:5 malformedPlan"]),
            ("\ta: 1", ["1:1 malformedPlan"]), ("a: \"x", ["1:4 malformedPlan"]),
            ("a: *x", ["1:4 malformedPlan"]), ("a: 1\n---\nb: 2", ["2:1 malformedPlan"]),
            ("a: 1\nb: 2\na: 3", ["3:1 malformedPlan"]),
            (
                "x: 1",
                [
                    "1:1 missingKey(\"reference\")", "1:1 missingKey(\"sources\")",
                    "1:1 missingKey(\"entities\")", "1:1 unknownKey",
                ]
            ),
            ("reference: r\nsources:\nentities: {}", []),
            ("reference: [r]\nsources: {}\nentities: {}", ["1:12 wrongKind"]),
            ("reference: r\nsources: 5\nentities: {}", ["2:10 wrongKind"]),
            ("reference: r\nsources: {}\nentities: [A]", ["3:11 wrongKind"]),
            ("reference: r\ntimeZone: Mars/Base\nsources: {}\nentities: {}", ["2:11 unknownName"]),
            ("reference: r\nmetadata: { a: [~] }\nsources: {}\nentities: {}", ["2:17 wrongKind"]),
        ])
    func plans(text: String, expected: [String]) {
        #expect(Self.issues(text) == expected)
    }

    @Test(
        "Errors about a source have a place",
        arguments: [
            (
                "{ }",
                [
                    "1:6 missingKey(\"csv`, `xlsx`, `ods`, `sqlite`, `xml`, `json`, `ndjson`, `plist`, "
                        + "`store`, `command` or `generate\")"
                ]
            ), ("s.csv", ["1:6 wrongKind"]),
            ("{ csv: a, sqlite: b, table: t }", ["1:16 conflictingKeys(\"csv\", \"sqlite\")"]),
            ("{ csv: a, table: t }", ["1:16 conflictingKeys(\"table\", \"csv\")"]),
            ("{ csv: a, query: q }", ["1:16 conflictingKeys(\"query\", \"csv\")"]),
            ("{ sqlite: a }", ["1:6 missingKey(\"table` or `query\")"]),
            ("{ sqlite: a, table: t, query: q }", ["1:29 conflictingKeys(\"table\", \"query\")"]),
            (
                "{ sqlite: a, table: t, delimiter: \";\" }",
                ["1:29 conflictingKeys(\"delimiter\", \"sqlite\")"]
            ),
            ("{ sqlite: a, table: t, encoding: utf-16 }", ["1:39 unknownChoice"]),
            ("{ sqlite: a, table: t, encoding: latin1 }", []),
            ("{ csv: a, delimiter: ab }", ["1:27 wrongKind"]),
            ("{ csv: a, delimiter: é }", ["1:27 wrongKind"]),
            ("{ csv: a, delimiter: '\"' }", ["1:27 wrongKind"]),
            ("{ csv: a, tabel: t }", ["1:16 unknownKey"]),
            ("{ csv: { a: b } }", ["1:13 wrongKind"]),
            ("{ csv: a, timeZone: IST }", ["1:26 unknownName"]),
        ])
    func sources(text: String, expected: [String]) {
        #expect(
            Self.issues(
                "s: \(text)", in: { "reference: r\nentities: {}\nsources:\n  \($0)" }, lines: 3)
                == expected)
    }

    @Test(
        "Errors about a load have a place",
        arguments: [
            ("{}", ["1:8 missingKey(\"from\")"]), ("5", ["1:8 wrongKind"]),
            ("{ from: s, form: x }", ["1:19 unknownKey"]),
            ("{ from: s, attributes: [a] }", ["1:31 wrongKind"]),
            ("{ from: s, attributes: { a: [b] } }", ["1:36 wrongKind"]),
            ("{ from: s, attributes: { a: {} } }", ["1:36 missingKey(\"column` or `value\")"]),
            (
                "{ from: s, attributes: { a: { column: x, value: 1 } } }",
                ["1:49 conflictingKeys(\"column\", \"value\")"]
            ),
            (
                "{ from: s, attributes: { a: { colunm: x } } }",
                ["1:36 missingKey(\"column` or `value\")", "1:38 unknownKey"]
            ),
            ("{ from: s, attributes: { a: { column: x, default: [1] } } }", ["1:58 wrongKind"]),
            (
                "{ from: s, relationships: { a: { find: B.b } } }",
                ["1:39 missingKey(\"column` or `value\")"]
            ),
            (
                "{ from: s, relationships: { a: { column: b, missing: explode } } }",
                ["1:61 unknownChoice"]
            ),
            (
                "{ from: s, relationships: { a: { keyOf: B, find: b, column: b } } }",
                ["1:51 conflictingKeys(\"find\", \"keyOf\")"]
            ),
            (
                "{ from: s, relationships: { a: { keyOf: B, column: b, missing: create } } }",
                ["1:39 conflictingKeys(\"missing: create\", \"keyOf\")"]
            ),
        ])
    func loads(text: String, expected: [String]) {
        #expect(Self.issues("Item: \(text)", in: { Self.head + " " + $0 }, lines: 4) == expected)
    }

    @Test("A plan's text has limits of depth and size")
    func hostile() {
        #expect(Self.issues(String(repeating: "[", count: 100_000)).count == 1)
        #expect(Self.issues(String(repeating: "a: {", count: 100_000)).count == 1)
        #expect(Self.issues(String(repeating: "- ", count: 100_000)).count == 1)
        var aliases = "a0: &a0 [x, x]\n"
        for level in 1..<60 {
            aliases += "a\(level): &a\(level) [*a\(level - 1), *a\(level - 1)]\n"
        }
        #expect(!Self.issues(aliases).isEmpty)
    }

    /// Returns the issues of a plan as `line:column reason`, without names and words.
    private static func issues(
        _ text: String, in frame: (String) -> String = { $0 }, lines: Int = 0
    ) -> [String] {
        do {
            _ = try read(frame(text))
            return []
        } catch let failure as SeedFailure {
            return failure.issues.map { issue in
                let line = (issue.location.line ?? lines) - lines
                let place = "\(line):\(issue.location.column ?? 0) "
                switch issue.reason {
                case .plan(.missingKey), .plan(.conflictingKeys): return place + issue.caseText
                default: return place + issue.caseText.prefix { $0 != "(" }
                }
            }
        } catch {
            return ["\(error)"]
        }
    }
}
