import SQLite
@testable import Inputs
import TestSupport
import Testing

@Suite("JSON")
struct JSONSourceTests {
    private static func outcome(
        _ text: String, records: String = "", columns: [String]? = nil, separator: String = "|"
    ) throws -> SourceOutcome {
        var options = RecordOptions()
        options.records = records.split(separator: ".").map(String.init)
        options.columns = columns
        options.separator = separator
        return try SourceOutcome.of(Array(text.utf8)) { [options] in
            try JSONSource(path: $0, options: options)
        }
    }

    @Test(
        "Records and their columns",
        arguments: [
            (
                "flat", #"[{"a": 1, "b": "x"}, {"b": "y", "a": -2.50}]"#, ["a", "b"],
                ["1 | x", "-2.50 | y"]
            ),
            (
                "missing and null", #"[{"a": 1}, {"b": null}, {}]"#, ["a", "b"],
                ["1 | ∅", "∅ | ∅", "∅ | ∅"]
            ),
            (
                "nested", #"[{"a": {"b": {"c": 1}, "d": 2}, "e": 3}]"#, ["a.b.c", "a.d", "e"],
                ["1 | 2 | 3"]
            ),
            ("booleans", "[{\"a\":true,\"b\":false}]", ["a", "b"], ["true | false"]),
            (
                "lists", #"[{"t": ["x", "y", 3, true]}, {"t": []}, {"t": "z"}]"#, ["t"],
                ["x|y|3|true", "∅", "z"]
            ),
            ("lists of objects are no columns", #"[{"a": 1, "s": [{"a": 2}, [3]]}]"#, ["a"], ["1"]),
            ("scalars", #"["x", 2, null]"#, ["."], ["x", "2", "∅"]),
            (
                "escapes", #"[{"a": "\"\\\/\b\f\n\r\t\u00e9\ud83c\udf31ü"}]"#, ["a"],
                ["\"\\/\u{8}\u{C}\n\r\té🌱ü"]
            ),
            (
                "numbers stay what they are",
                "[{\"a\": 9223372036854775807, \"b\": 1.000, \"c\": 1E+10, \"d\": -0.0, \"e\": 0}]",
                ["a", "b", "c", "d", "e"], ["9223372036854775807 | 1.000 | 1E+10 | -0.0 | 0"]
            ),
            ("empty names", #"[{"": 1, "a": {"": 2}}]"#, ["", "a."], ["1 | 2"]),
            ("white space", " \r\n\t[ { \"a\" : 1 } , { } ] \n", ["a"], ["1", "∅"]),
        ])
    func records(name: String, text: String, columns: [String], rows: [String]) throws {
        let outcome = try Self.outcome(text)
        #expect(outcome.columns == columns)
        #expect(outcome.rows == rows)
    }

    @Test("Records are found by the keys that lead to them")
    func path() throws {
        let text = #"{"x": {"b": [1]}, "a": {"c": [{"z": 9}], "b": [{"k": 1}], "d": 2}, "b": []}"#
        #expect(try Self.outcome(text, records: "a.b").rows == ["1"])
        let missing = SeedIssue.Reason.document(.noSuchRecords("a.q"))
        #expect(try Self.outcome(text, records: "a.q").rows == ["1:75 \(missing)"])
        #expect(
            try Self.outcome(text, records: "a.d").rows == [
                "1:64 \(SeedIssue.Reason.document(.recordsAreNoArray))"
            ])
        #expect(try Self.outcome(text).rows == ["1:1 \(SeedIssue.Reason.document(.recordsAreNoArray))"])
        let twice = #"{"a": [{"k": 1}], "a": [{"k": 2}]}"#
        #expect(
            try Self.outcome(twice, records: "a", columns: ["k"]).rows
                == ["1", "1:24 \(SeedIssue.Reason.document(.repeatedRecords("a")))"])
    }

    @Test("Only columns that the plan names are read")
    func columns() throws {
        let text = #"[{"a": 1, "b": 2, "c": [{}]}, {"b": 3, "c": [{}]}]"#
        let outcome = try Self.outcome(text, columns: ["b", "q"])
        #expect(outcome.columns == ["b", "q"])
        #expect(outcome.rows == ["2 | ∅", "3 | ∅"])
        #expect(try Self.outcome("[]", columns: ["b"]).rows == [])
        #expect(try Self.outcome("[]").rows == [" \(SeedIssue.Reason.document(.noRecords))"])
    }

    @Test(
        "Errors in a record are errors of only this record",
        arguments: [
            (#"[{"a": 1, "a": 2}, {"a": 3}]"#, "1:16 \(SeedIssue.Reason.document(.repeatedValue)) [a]", "3"),
            (#"[{"a": 1}, [1, {}], {"a": 3}]"#, "1:12 \(SeedIssue.Reason.document(.recordIsNoObject))", "3"),
            (
                #"[{"a": 1}, {"a": [{}, 1]}, {"a": 3}]"#, "1:19 \(SeedIssue.Reason.document(.notAList)) [a]",
                "3"
            ),
            (
                #"[{"a": 1}, {"a": [null]}, {"a": 3}]"#, "1:19 \(SeedIssue.Reason.document(.notAList)) [a]",
                "3"
            ),
            (
                "[{\"a\": 1},\n{\"a\": [\"x|y\"]}, {\"a\": 3}]",
                "2:8 \(SeedIssue.Reason.document(.separatorInElement("|"))) [a]", "3"
            ),
        ])
    func recordIssues(text: String, issue: String, next: String) throws {
        let rows = try Self.outcome(text).rows
        #expect(rows.contains(issue), "\(rows)")
        #expect(rows.last == next)
    }

    @Test("Another separator allows the usual one in elements")
    func separator() throws {
        let outcome = try Self.outcome(#"[{"a": ["x|y", "z"]}]"#, separator: "; ")
        #expect(outcome.rows == ["x|y; z"])
    }

    private static func malformed(_ words: String) -> String {
        "\(SeedIssue.Reason.document(.malformedJSON(words)))"
    }

    @Test(
        "Malformed text is an error at its place",
        arguments: [
            ("", "1:1", "the text ends too early"), ("[", "1:2", "the text ends too early"),
            ("[{\"a\": 1}", "1:10", "the text ends too early"),
            ("[{\"a\": 1},]", "1:10", "a comma after the last element of the array: remove it"),
            ("[{\"a\": 1},\n {\"b\": }]", "2:8", "a value is missing"),
            ("[{\"a\": 1,}]", "1:9", "a comma after the last element of the object: remove it"),
            ("[{a: 1}]", "1:3", "a name in quotes is missing"),
            ("[{\"a\" 1}]", "1:7", "a colon is missing"),
            ("[{\"a\": 1 \"b\": 2}]", "1:10", "a comma or the end of the object is missing"),
            ("[{\"a\": 1]]", "1:9", "a comma or the end of the object is missing"),
            ("[1 2]", "1:4", "a comma or the end of the array is missing"),
            ("[{\"a\": nul}]", "1:8", "`nul` is no value"), ("[NaN]", "1:2", "`NaN` is no value"),
            ("['a']", "1:2", "this is no value"), ("[01]", "1:2", "a number begins with 0"),
            ("[1.]", "1:2", "this is no number"), ("[-]", "1:2", "this is no number"),
            ("[1.5.2]", "1:2", "this is no number"), ("[1e]", "1:2", "this is no number"),
            ("[0x1]", "1:2", "this is no number"), ("[+1]", "1:2", "this is no value"),
            ("[\"a\nb\"]", "1:4", "a control character in a text"),
            ("[\"ü\\x\"]", "1:4", "an unknown escape"),
            ("[\"\\u12g4\"]", "1:3", "`\\u` needs four hexadecimal digits"),
            ("[\"\\ud800\"]", "1:3", "half a surrogate pair"),
            ("[\"\\ud800\\u0041\"]", "1:3", "half a surrogate pair"),
            ("[\"\\udc00\"]", "1:3", "half a surrogate pair"),
            ("[\"a", "1:2", "a text is never closed"), ("[1] x", "1:5", "text after the end"),
            ("[1][2]", "1:4", "text after the end"), ("[1] // x", "1:5", "text after the end"),
        ])
    func malformedText(text: String, place: String, words: String) throws {
        let rows = try Self.outcome(text, columns: ["a"]).rows
        #expect(rows.last == "\(place) \(Self.malformed(words))")
        // Without given columns, the pass that infers them finds the error.
        #expect(try Self.outcome(text).rows == ["\(place) \(Self.malformed(words))"])
    }

    @Test("Bytes that are not UTF-8 and NUL characters are errors at their place")
    func characters() throws {
        let bad = try SourceOutcome.of(Array("[\n\"ü".utf8) + [0xC3, 0x28] + Array("\"]".utf8)) {
            try JSONSource(path: $0)
        }
        #expect(bad.rows == ["2:3 \(SeedIssue.Reason.file(.invalidUTF8))"])
        #expect(try Self.outcome("[\"\\u0000\"]").rows == ["1:3 \(SeedIssue.Reason.value(.nulCharacter))"])
    }

    @Test("Nesting has a limit")
    func depth() throws {
        let deep = String(repeating: "[", count: 20_000)
        let place = JSONParser.depthLimit + 1
        #expect(
            try Self.outcome(deep).rows
                == ["1:\(place) \(SeedIssue.Reason.document(.tooDeep(limit: JSONParser.depthLimit)))"])
    }

    @Test("Numbers have a limit of digits", arguments: [(4_096, true), (4_097, false)])
    func digits(count: Int, isRead: Bool) throws {
        let number = String(repeating: "7", count: count)
        let outcome = try Self.outcome("[{\"a\": \(number)}]")
        guard isRead else {
            #expect(
                outcome.rows == [
                    "1:8 \(SeedIssue.Reason.document(.malformedJSON("a number has too many digits")))"
                ])
            return
        }
        #expect(outcome.rows == [number])
    }

    @Test("Columns have a limit")
    func columnLimit() throws {
        let record = (0...ColumnIndex.limit).map { "\"k\($0)\": 1" }.joined(separator: ",")
        let rows = try Self.outcome("[{\(record)}]").rows
        #expect(rows.count == 1)
        #expect(rows[0].hasSuffix("\(SeedIssue.Reason.document(.tooManyColumns(ColumnIndex.limit)))"))
    }

    @Test("A long text with many escapes, and many lists, are read")
    func longText() throws {
        let text = String(repeating: "ab\\n", count: 200_000)
        let list = (0..<20_000).map { "\"\($0)\"" }.joined(separator: ",")
        let outcome = try Self.outcome("[{\"a\": \"\(text)\", \"b\": [\(list)]}]")
        #expect(outcome.rows.map(\.utf8.count) == [600_000 + 3 + 108_889])
    }

    @Test("Reading does not depend on the size of the blocks", arguments: [1, 2, 3, 7, 64])
    func pieces(size: Int) throws {
        let folder = try TestFolder()
        let text = #"{"ü🌱": [true, null, -12.5e3, "a\u00e9\ud83c\udf31ü🌱"], "x": {}}"# + "\n"
        let path = try folder.write(text, as: "a.json")
        func events(_ size: Int) throws -> [String] {
            let parser = JSONParser(TextScanner(try TextFile(path: path, bufferSize: size)))
            var events: [String] = []
            while events.last?.hasPrefix("end ") != true {
                let event = try parser.next()
                let text = String(decoding: parser.text, as: UTF8.self)
                events.append("\(event) \(text) \(parser.position.line):\(parser.position.column)")
            }
            return events
        }
        #expect(try events(size) == events(4096))
        #expect(try events(size).count == 13)
    }
}

@Suite("JSON lines")
struct NDJSONSourceTests {
    private static func outcome(_ text: String, columns: [String]? = nil) throws -> SourceOutcome {
        var options = RecordOptions()
        options.columns = columns
        return try SourceOutcome.of(Array(text.utf8)) { [options] in
            try NDJSONSource(path: $0, options: options)
        }
    }

    @Test(
        "Lines are records",
        arguments: [
            ("{\"a\":1}\n{\"b\":2}\n", ["1 | ∅", "∅ | 2"]),
            ("\n{\"a\":1}\r\n\n  {\"b\":2}", ["1 | ∅", "∅ | 2"]),
            ("{\"a\":\"x\\ny\",\"b\":[1,2]}", ["x\ny | 1|2"]),
        ])
    func lines(text: String, rows: [String]) throws {
        let outcome = try Self.outcome(text)
        #expect(outcome.columns == ["a", "b"])
        #expect(outcome.rows == rows)
    }

    @Test("A malformed line is an error of only this line")
    func issues() throws {
        let text = """
            {"a":1}
            {"a":
            {"a":2} x
            {"a":"b
            {"a":tru}
            [1]
            {"a":3,"a":4}
            7
            {"a":5}
            """
        func malformed(_ words: String) -> String { "\(SeedIssue.Reason.document(.malformedJSON(words)))" }
        #expect(
            try Self.outcome(text, columns: ["a"]).rows == [
                "1", "2:6 \(malformed("the line ends too early"))",
                "3:9 \(malformed("text after the end"))",
                "4:8 \(malformed("a control character in a text"))",
                "5:6 \(malformed("`tru` is no value"))",
                "6:1 \(SeedIssue.Reason.document(.recordIsNoObject))",
                "7:12 \(SeedIssue.Reason.document(.repeatedValue)) [a]", "∅", "5",
            ])
        #expect(try Self.outcome(text).columns == ["a", "."])
        #expect(try Self.outcome("x\n").rows == ["1:1 \(malformed("`x` is no value"))"])
    }

    @Test("A line with bytes that are not UTF-8 is an error of only this line")
    func badBytes() throws {
        let bytes =
            Array("{\"a\":1}\n{\"a\":\"ü".utf8) + [0xFF, 0xFE]
            + Array("\"}\n{\"a\":2}\n".utf8) + [0xC3]
        let outcome = try SourceOutcome.of(bytes) { try NDJSONSource(path: $0) }
        let reason = SeedIssue.Reason.file(.invalidUTF8)
        #expect(outcome.rows == ["1", "2:8 \(reason)", "2", "4:1 \(reason)"])
    }
}
