import Foundation
@testable import Inputs
import TestSupport
import Testing

@Suite("Records nested in others")
struct NestedRecordTests {
    private static func outcome(
        _ text: String, records: String, _ columns: [String]? = nil, parents: [String] = [],
        as name: String = "a.json"
    ) throws -> SourceOutcome {
        var options = RecordOptions()
        let separator: Character = name.hasSuffix("xml") ? "/" : "."
        options.records = records.split(separator: separator).map(String.init)
        options.columns = columns
        options.parentColumns = parents
        return try SourceOutcome.of(Array(text.utf8), as: name) { [options] path in
            switch name {
            case "a.json": try JSONSource(path: path, options: options)
            case "a.ndjson": try NDJSONSource(path: path, options: options)
            case "a.plist": try PropertyListSource(path: path, options: options)
            default: try XMLSource(path: path, options: options)
            }
        }
    }

    private static let recipes = #"""
        {"recipes": [
          {"title": "Tea", "steps": [{"text": "Boil", "minutes": 3}, {"text": "Pour"}]},
          {"title": "Water", "steps": []}, {"title": "Air"}, {"title": "Ice", "steps": null},
          {"steps": {"text": "Fry"}, "title": "Egg"}
        ], "book": "First"}
        """#

    @Test("Arrays on the path are followed, and `../` names parents' columns")
    func parents() throws {
        let own = try Self.outcome(Self.recipes, records: "recipes.steps")
        #expect(own.columns == ["text", "minutes"])
        #expect(own.rows == ["Boil | 3", "Pour | ∅", "Fry | ∅"])
        let all = ["text", "../title", "../../book", "position()", "../position()"]
        let rows = [
            "Boil | Tea | First | 1 | 1", "Pour | Tea | First | 2 | 1",
            "Fry | Egg | First | 1 | 5",
        ]
        // The columns are given once, and once inferred by a separate pass.
        let named = try Self.outcome(Self.recipes, records: "recipes.steps", all)
        #expect(named.columns == all)
        #expect(named.rows == rows)
        let learnt = try Self.outcome(
            Self.recipes, records: "recipes.steps", parents: Array(all.dropFirst()))
        #expect(learnt.columns == own.columns + all.dropFirst())
        #expect(
            learnt.rows == [
                "Boil | 3 | Tea | First | 1 | 1", "Pour | ∅ | Tea | First | 2 | 1",
                "Fry | ∅ | Egg | First | 1 | 5",
            ])
    }

    @Test(
        "Paths to the records",
        arguments: [
            (
                "an array at the top", #"[{"s": [{"a": 1}], "t": 2}, {"s": [{"a": 3}]}]"#, "s",
                ["1 | 2", "3 | ∅"]
            ),
            (
                "an object between", #"{"r": [{"t": 1, "d": {"t": 2, "s": [{"a": 3}]}}]}"#, "r.d.s",
                ["3 | 2"]
            ),
            (
                "objects under keys of their own", #"{"t": 0, "u": {"x": {"a": 1}, "y": {"a": 2}}}"#,
                "u.*", ["1 | ∅", "2 | ∅"]
            ),
            (
                "arrays under keys of their own", #"{"g": {"A": [{"a": 1}, {"a": 2}], "B": []}}"#,
                "g.*", ["1 | ∅", "2 | ∅"]
            ),
            (
                "below keys of their own", #"{"u": {"x": {"t": 1, "s": [{"a": 2}]}}}"#, "u.*.s",
                ["2 | 1"]
            ),
            (
                "arrays in arrays", #"{"g": [[{"a": 1}, {"a": 2}], [{"a": 3}]]}"#, "g.*",
                ["1 | ∅", "2 | ∅", "3 | ∅"]
            ),
        ])
    func ways(name: String, text: String, records: String, rows: [String]) throws {
        #expect(try Self.outcome(text, records: records, ["a", "../t"]).rows == rows)
    }

    @Test("Elements that are single values are a column")
    func scalars() throws {
        let text = #"[{"n": "Tea", "tags": ["hot", "wet"]}, {"n": "Ice", "tags": "cold"}]"#
        let outcome = try Self.outcome(text, records: "tags", parents: ["../n", "position()"])
        #expect(outcome.columns == [".", "../n", "position()"])
        #expect(outcome.rows == ["hot | Tea | 1", "wet | Tea | 2", "cold | Ice | 1"])
    }

    @Test("The key of a record or of its array is a column")
    func keys() throws {
        let text = #"{"g": {"A": {"u": {"x": {"a": 1}, "y": {"a": 2}}}, "B": {"u": {"z": {"a": 3}}}}}"#
        let outcome = try Self.outcome(
            text, records: "g.*.u.*",
            ["a", "key()", "../key()", "../../key()", "position()", "../../position()"])
        #expect(
            outcome.rows == [
                "1 | x | u | A | 1 | 1", "2 | y | u | A | 2 | 1",
                "3 | z | u | B | 1 | 2",
            ])
        #expect(
            try Self.outcome(
                #"{"g": {"A": [{"a": 1}, {"a": 2}]}}"#, records: "g.*",
                ["a", "key()", "position()"]
            ).rows == ["1 | A | 1", "2 | A | 2"])
    }

    @Test("Values of parents after the records are read ahead")
    func readAhead() throws {
        let text = #"""
            [{"s": [{"a": 1}], "d": {"e": [{"q": {}}, 5], "t": 1}, "l": ["x", "y"], "n": null},
             {"n": "N", "s": [{"a": 2}, {"a": 3}], "d": {"t": 2}},
             {"s": []}, {"s": [{"a": 4}]}]
            """#
        let rows = ["1 | 1 | x|y | ∅", "2 | 2 | ∅ | N", "3 | 2 | ∅ | N", "4 | ∅ | ∅ | ∅"]
        let columns = ["../d.t", "../l", "../n"]
        #expect(try Self.outcome(text, records: "s", ["a"] + columns).rows == rows)
        #expect(try Self.outcome(text, records: "s", parents: columns).rows == rows)
        let lines = #"""
            {"s": [{"a": 1}], "d": {"e": [{"q": {}}, 5], "t": 1}, "l": ["x", "y"], "n": null}
            {"n": "N", "s": [{"a": 2}, {"a": 3}], "d": {"t": 2}}
            {"s": []}
            {"s": [{"a": 4}]}
            """#
        let nested = try Self.outcome(lines, records: "s", ["a"] + columns, as: "a.ndjson")
        #expect(nested.rows == rows)
    }

    @Test("In XML, elements and attributes of parents are read in any order")
    func xml() throws {
        let text = """
            <x:book edition="2" xmlns:x="urn:x"><recipe id="7"><title lang="en">Tea</title>
            <step>Boil</step><step minutes="1">Pour</step></recipe>
            <recipe><step>Fry</step><note>n</note><title>Egg</title></recipe>
            <name>First</name></x:book>
            """
        let columns = [
            ".", "minutes", "../@id", "../id", "../title", "../title/@lang", "../../name",
            "../../@edition", "position()", "../position()",
        ]
        let rows = [
            "Boil | ∅ | 7 | 7 | Tea | en | First | 2 | 1 | 1",
            "Pour | 1 | 7 | 7 | Tea | en | First | 2 | 2 | 1",
            "Fry | ∅ | ∅ | ∅ | Egg | ∅ | First | 2 | 1 | 2",
        ]
        let named = try Self.outcome(text, records: "x:book/recipe/step", columns, as: "a.xml")
        #expect(named.rows == rows)
        let learnt = try Self.outcome(
            text, records: "x:book/recipe/step", parents: Array(columns.dropFirst(2)), as: "a.xml")
        #expect(learnt.columns == columns)
        #expect(learnt.rows == rows)
    }

    @Test("Columns around records are known, even those after them")
    func names() throws {
        let folder = try TestFolder()
        let path = try folder.write(Self.recipes, as: "a.json")
        var options = RecordOptions()
        options.records = ["recipes", "steps"]
        let names = try #require(try JSONSource(path: path, options: options).parentNames)
        #expect(names.columns == ["../title", "../../book"])
        #expect(names.late == ["../title", "../../book"])
        #expect(names.offers("../position()") && names.offers("key()"))
        #expect(!names.offers("../book") && !names.offers("../../../position()"))
        #expect(names.nearest(to: "../book", besides: []) == "../../book")
        #expect(names.nearest(to: "../titel", besides: []) == "../title")
        #expect(names.nearest(to: "title", besides: []) == "../title")
        #expect(names.nearest(to: "../text", besides: ["text"]) == "text")
        #expect(names.nearest(to: "../../title", besides: ["title"]) == "../title")
    }

    @Test(
        "Errors are reported at their place, and reading continues if possible",
        arguments: [
            (
                #"{"r": [1, {"s": [{"a": 1}]}]}"#, "r.s",
                ["1:8 \(SeedIssue.Reason.document(.parentIsNoObject("r.s")))", "1 | ∅"]
            ),
            (
                #"{"r": [[{"s": []}], {"s": [{"a": 1}]}]}"#, "r.s",
                ["1:8 \(SeedIssue.Reason.document(.parentIsNoObject("r.s")))", "1 | ∅"]
            ),
            (
                #"[{"s": [{"a": 1}], "s": [{"a": 2}]}, {"s": [{"a": 3}]}]"#, "s",
                ["1 | ∅", "1:25 \(SeedIssue.Reason.document(.repeatedRecords("s")))", "3 | ∅"]
            ),
            (
                "[{\"t\": 1,\n \"t\": 2, \"s\": [{\"a\": 1}]}, {\"s\": [{\"a\": 3}]}]", "s",
                ["2:7 \(SeedIssue.Reason.document(.repeatedValue)) [../t]", "3 | ∅"]
            ),
            (
                "[{\"t\": 1, \"s\": [{\"a\": 1}], \"t\": 2}, {\"s\": [{\"a\": 3}]}]", "s",
                ["1 | 1", "1:33 \(SeedIssue.Reason.document(.repeatedValue)) [../t]", "3 | ∅"]
            ),
            (
                #"[{"t": [{}], "s": [{"a": 1}, {"a": 2}]}, {"s": [{"a": 3}]}]"#, "s",
                [
                    "1:9 \(SeedIssue.Reason.document(.notAList)) [../t]",
                    "1:9 \(SeedIssue.Reason.document(.notAList)) [../t]",
                    "3 | ∅",
                ]
            ),
            (
                #"[{"t": 1, "s": [{"a": {"b": 1}}]}]"#, "s",
                ["1:23 \(SeedIssue.Reason.document(.isObject(first: nil))) [a]"]
            ),
            (
                #"[{"t": {"u": 1}, "s": [{"a": 2}]}]"#, "s",
                ["1:8 \(SeedIssue.Reason.document(.isObject(first: nil))) [../t]"]
            ),
            (
                #"[{"t": 1, "s": [{"a": 1}, {"a": }]}]"#, "s",
                ["1 | 1", "1:33 \(SeedIssue.Reason.document(.malformedJSON("a value is missing")))"]
            ),
            (
                #"[{"s": [{"a": 1}], "t": }]"#, "s",
                ["1:25 \(SeedIssue.Reason.document(.malformedJSON("a value is missing")))"]
            ),
            (#"[{"t": 1, "x": []}, {}]"#, "s", ["1:23 \(SeedIssue.Reason.document(.noSuchRecords("s")))"]),
            (
                #"[{"steps": []}]"#, "stesp",
                ["1:15 \(SeedIssue.Reason.document(.noSuchRecords("stesp", nearest: "steps")))"]
            ),
            ("[]", "s", []), (#"{"r": []}"#, "r.s", []),
            (#"[{"s": null}, {"s": []}]"#, "s", []),
            (#"{"r": {"s": {"a": 1}}}"#, "r.s", ["1:13 \(SeedIssue.Reason.document(.recordsAreNoArray))"]),
        ])
    func issues(text: String, records: String, rows: [String]) throws {
        #expect(try Self.outcome(text, records: records, ["a", "../t"]).rows == rows)
    }

    @Test("A malformed line is an error of only this line, even if it is read ahead")
    func lines() throws {
        let text = """
            {"t": 1, "s": [{"a": 1}]}
            {"s": [{"a": 2}], "t": 2

            {"s": [{"a": 3}, {"a": 4}], "t": 3}
            {"t": 5, "s": [{"a": 5}, {"a": 6] }
            {"s": {"a": 7}, "t": 7}
            """
        let rows = try Self.outcome(text, records: "s", ["a", "../t"], as: "a.ndjson").rows
        try #require(rows.count == 7, "\(rows)")
        #expect(rows[0] == "1 | 1")
        #expect(rows[1].hasPrefix("2:25 "))
        #expect(rows[2...4] == ["3 | 3", "4 | 3", "5 | 5"])
        #expect(rows[5].hasPrefix("5:33 "))
        #expect(rows[6] == "7 | 7")
    }

    @Test("Property lists follow arrays as JSON does, and keep dates of parents")
    func propertyList() throws {
        let text = """
            <plist version="1.0"><array><dict><key>on</key><date>2001-01-01T00:00:10Z</date>
            <key>s</key><array><dict><key>a</key><integer>1</integer></dict><dict/></array></dict>
            <dict><key>s</key><dict><key>a</key><integer>3</integer></dict></dict>
            <string>x</string></array></plist>
            """
        let folder = try TestFolder()
        let path = try folder.write(text, as: "a.plist")
        var options = RecordOptions()
        options.records = ["s"]
        options.parentColumns = ["../on", "position()"]
        let source = try PropertyListSource(path: path, options: options)
        #expect(source.columns == ["a", "../on", "position()"])
        #expect(source.referenceDates == ["../on"])
        #expect(source.parentNames?.columns == ["../on"])
        let outcome = try Self.outcome(
            text, records: "s", parents: ["../on", "position()"], as: "a.plist")
        #expect(
            outcome.rows == [
                "1 | 10.0 | 1", "∅ | 10.0 | 2", "3 | ∅ | 1",
                "4 \(SeedIssue.Reason.document(.parentIsNoObject("s")))",
            ])
    }

    @Test(
        "Columns of parents are recognized by their names",
        arguments: [
            ("a", nil, nil), ("../", nil, nil), ("../../", nil, nil), ("../a", 1, .value("a")),
            ("../../a/b", 2, .value("a/b")),
            ("position()", 0, .position), ("../key()", 1, .key), ("../position", 1, .value("position")),
        ] as [(String, Int?, ParentColumn.Content?)])
    func parentColumns(name: String, height: Int?, content: ParentColumn.Content?) {
        #expect(ParentColumn(name)?.height == height)
        #expect(ParentColumn(name)?.content == content)
    }

    @Test("Nesting has a limit below arrays, too")
    func depth() throws {
        let deep = String(repeating: "{\"s\":[", count: 70)
        let rows = try Self.outcome(deep, records: "s.s.s", ["a", "../t"]).rows
        #expect(rows == ["1:385 \(SeedIssue.Reason.document(.tooDeep(limit: JSONParser.depthLimit)))"])
    }
}
