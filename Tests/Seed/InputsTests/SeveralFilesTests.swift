import Foundation
import TestSupport
import Testing

@testable import Inputs

@Suite("Several files of records")
struct SeveralFilesTests {
    private struct Files: CustomTestStringConvertible {
        let testDescription: String
        let files: KeyValuePairs<String, String>
        var paths = ["*"]
        var kind: any RecordKind.Type = JSONKind.self
        var records: [String] = []
        var parents: [String] = []
        var columns: [String]?
        let expected: (columns: [String], rows: [String])
    }

    private static let files: [Files] = [
        Files(
            testDescription: "objects that are one record each, with the columns of all",
            files: ["b": #"{"n": 2, "c": "z"}"#, "a": #"{"n": 1, "b": "x"}"#],
            expected: (["n", "b", "c"], ["1 | x | ∅", "2 | ∅ | z"])),
        Files(
            testDescription: "arrays and objects, in the order of a list",
            files: ["a": #"[{"n": 1}, {"n": 2}]"#, "b": #"{"n": 3}"#], paths: ["b", "a"],
            expected: (["n"], ["3", "1", "2"])),
        Files(
            testDescription: "a list in each document, with values around it",
            files: [
                "a": #"{"id": 7, "s": [{"t": "x"}, {"t": "y"}]}"#, "b": #"{"s": [{"t": "z"}], "id": 8}"#,
            ],
            records: ["s"], parents: ["../id", "position()"],
            expected: (["t", "../id", "position()"], ["x | 7 | 1", "y | 7 | 2", "z | 8 | 1"])),
        Files(
            testDescription: "a file without records",
            files: ["a": "[]", "b": #"[{"n": 1}]"#], expected: (["n"], ["1"])),
        Files(
            testDescription: "listed columns",
            files: ["a": #"[{"n": 1, "m": 2}]"#, "b": #"[{"m": 3}]"#], columns: ["m"],
            expected: (["m"], ["2", "3"])),
        Files(
            testDescription: "a malformed file between others",
            files: ["a": #"[{"n": 1}]"#, "b": #"[{"n": 2},"#, "c": #"[{"n": 3}]"#], columns: ["n"],
            expected: (["n"], ["1", "2", "1:11 malformedJSON", "3"])),
        Files(
            testDescription: "files without the list",
            files: ["a": #"{"n": 2}"#, "b": #"{"s": [{"n": 1}]}"#, "c": #"{"n": 3}"#],
            records: ["s"], expected: (["n"], ["1"])),
        Files(
            testDescription: "lines", files: ["a": "{\"n\": 1}\n{\"n\": 2}\n", "b": "{\"m\": 3}\n"],
            kind: NDJSONKind.self, expected: (["n", "m"], ["1 | ∅", "2 | ∅", "∅ | 3"])),
        Files(
            testDescription: "elements",
            files: [
                "a": "<l k='7'><i n='1'/></l>", "b": "<l k='8'><i><m>2</m></i></l>",
            ],
            kind: XMLKind.self, records: ["l", "i"], parents: ["../@k"],
            expected: (["n", "m", "../@k"], ["1 | ∅ | 7", "∅ | 2 | 8"])),
        Files(
            testDescription: "property lists, with dates where all files have dates",
            files: [
                "a": plist("<key>d</key><date>2001-01-01T00:00:10Z</date><key>n</key><integer>1</integer>"),
                "b": plist("<key>d</key><date>2001-01-01T00:00:20Z</date><key>m</key><string>x</string>"),
            ],
            kind: PropertyListKind.self, expected: (["d", "n", "m"], ["10.0 | 1 | ∅", "20.0 | ∅ | x"])),
    ]

    private static func plist(_ content: String) -> String {
        "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict>\(content)</dict></plist>"
    }

    @Test("Rows and columns", arguments: files)
    private func rows(_ test: Files) throws {
        let folder = try TestFolder()
        for (name, text) in test.files { try folder.write(text, as: name) }
        var options = RecordOptions()
        options.records = test.records
        options.takesRoot = test.records.isEmpty
        options.columns = test.columns
        options.parentColumns = test.parents
        let kind = test.kind.init(paths: test.paths.map { folder.path + "/" + $0 }, options: options)
        let outcome = try SourceOutcome { try kind.open(sharing: nil) }
        #expect(outcome.columns == test.expected.columns)
        #expect(
            outcome.rows.map { row in
                // The case of an issue is enough.
                row.contains(" document(") ? row.prefix { $0 != " " } + " " + name(in: row) : row
            } == test.expected.rows)
    }

    private func name(in row: String) -> String {
        let rest = row.split(separator: ".").last.map(String.init) ?? row
        return String(rest.prefix { $0.isLetter })
    }

    @Test("Dates of property lists, and known columns")
    func dates() throws {
        let folder = try TestFolder()
        try folder.write(Self.plist("<key>d</key><date>2001-01-01T00:00:10Z</date>"), as: "a")
        try folder.write(Self.plist("<key>d</key><date>2001-01-01T00:00:20Z</date>"), as: "b")
        var options = RecordOptions()
        options.takesRoot = true
        let paths = [folder.path + "/a", folder.path + "/b"]
        let kind = PropertyListKind(paths: paths, options: options)
        #expect(try kind.open(sharing: nil).referenceDates == ["d"])
        try folder.write(Self.plist("<key>d</key><integer>3</integer>"), as: "b")
        #expect(try kind.open(sharing: nil).referenceDates == [])
        // A list that only some files have.
        try folder.write(#"{"s": [{"n": 1}]}"#, as: "a")
        try folder.write(#"{"n": 2}"#, as: "b")
        options.takesRoot = false
        for (records, count) in [("s", 1), ("t", 0)] {
            options.records = [records]
            let lists = JSONKind(paths: paths, options: options)
            guard count > 0 else {
                let rows = try SourceOutcome { try lists.open(sharing: nil) }.rows
                #expect(rows.count == 1 && rows[0].contains("noSuchRecords"))
                continue
            }
            let source = try lists.open(sharing: nil)
            #expect(try allRows(of: source).count == count)
            #expect(source.warnings.map(\.location.path) == [paths[1]])
        }
        options.records = []
        options.takesRoot = true
        // A known kind reads the files once.
        let json = JSONKind(paths: paths, options: options)
        try folder.write(#"{"x": 1}"#, as: "a")
        try folder.write(#"{"y": 2}"#, as: "b")
        let known = json.knowing(try json.open(sharing: nil))
        #expect(known.options.columns == ["x", "y"])
        #expect(try SourceOutcome { try known.open(sharing: nil) }.rows == ["1 | ∅", "∅ | 2"])
        #expect(known.inputPaths == paths)
    }
}
