import SQLite
@testable import Inputs
import TestSupport
import Testing

@Suite("Options of CSV files")
struct CSVOptionsTests {
    private static func outcome(
        _ text: String, _ change: (inout CSVOptions) -> Void
    ) throws -> SourceOutcome {
        var options = CSVOptions()
        change(&options)
        return try SourceOutcome.of(Array(text.utf8)) { [options] in
            try CSVSource(path: $0, options: options)
        }
    }

    @Test("Without a header row, columns are numbered or named by the plan")
    func noHeader() throws {
        let counted = try Self.outcome("1,2\n3,4\n5\n") { $0.hasHeader = false }
        #expect(counted.columns == ["1", "2"])
        #expect(
            counted.rows == [
                "1 | 2", "3 | 4", "3 \(SeedIssue.Reason.table(.raggedRow(expected: 2, found: 1)))",
            ])
        let named = try Self.outcome("1,2\n3\n") {
            $0.hasHeader = false
            $0.columns = ["a", "b"]
        }
        #expect(named.columns == ["a", "b"])
        #expect(
            named.rows == ["1 | 2", "2 \(SeedIssue.Reason.table(.raggedRow(expected: 2, found: 1)))"])
        let empty = try Self.outcome("\n\n") { $0.hasHeader = false }
        #expect(empty.rows == ["1 \(SeedIssue.Reason.document(.noRecords))"])
        let place = try Self.outcome("1,\"2\"x\n") { $0.hasHeader = false }
        #expect(place.rows == ["1:6 \(SeedIssue.Reason.table(.malformedQuoting))"])
    }

    @Test("Lenient quoting keeps quotes that are written twice")
    func doubledQuotes() throws {
        let outcome = try Self.outcome("a,b\n\"x \"\"y\"\" z\",1\nMain \"St\",2\n") { $0.isLenient = true }
        #expect(outcome.rows == ["x \"y\" z | 1", "Main \"St\" | 2"])
    }

    @Test("Skipped lines and comments are not rows, and later lines keep their numbers")
    func skipping() throws {
        let skipped = try Self.outcome("Report \"x\n2024\na,b\n1\n3,4\n") { $0.skippedLines = 2 }
        #expect(skipped.columns == ["a", "b"])
        #expect(
            skipped.rows == ["4 \(SeedIssue.Reason.table(.raggedRow(expected: 2, found: 1)))", "3 | 4"])
        let comments = try Self.outcome(
            "# one, \"two\na,b\n# x\n\"#1\",2\n#1,2\n\"x\n# y\",3\n4\n#"
        ) {
            $0.comment = "#"
        }
        #expect(
            comments.rows == [
                "#1 | 2", "x\n# y | 3", "8 \(SeedIssue.Reason.table(.raggedRow(expected: 2, found: 1)))",
            ])
        let all = try Self.outcome("a\nb\n") { $0.skippedLines = 5 }
        #expect(all.rows == ["3 \(SeedIssue.Reason.table(.missingHeader))"])
    }

    @Test(
        "A delimiter is detected if the first rows agree on one",
        arguments: [
            ("a,b\n1,2\n", ["1 | 2"]), ("a;b\n1,5;2\n", ["1,5 | 2"]), ("a\tb\n1\t2\n", ["1 | 2"]),
            ("a|b\n1|2\n", ["1 | 2"]), ("a\n1\n", ["1"]), ("\n\"x;y;z\",b\n1,2;3\n", ["1 | 2;3"]),
            ("a;b, c\n1;2\n3;4", ["1 | 2", "3 | 4"]), ("a;b\r1;2\r", ["1 | 2"]),
        ])
    func detection(text: String, expected: [String]) throws {
        #expect(try Self.outcome(text) { $0.delimiter = .detected }.rows == expected)
    }

    @Test(
        "An ambiguous delimiter is an error, not a guess",
        arguments: ["1,5;2,5\n3,5;4,5\n", "a;b,c\n1\n", "a,b|c\n1,2|3\n"])
    func ambiguity(text: String) throws {
        let outcome = try Self.outcome(text) { $0.delimiter = .detected }
        #expect(outcome.rows == ["1 \(SeedIssue.Reason.table(.ambiguousDelimiter))"])
    }

    @Test("Rows of other lengths do not affect the detection")
    func raggedDetection() throws {
        let outcome = try Self.outcome("a;b;c\n1;2\n1;2;3\n") { $0.delimiter = .detected }
        #expect(
            outcome.rows == [
                "2 \(SeedIssue.Reason.table(.raggedRow(expected: 3, found: 2)))", "1 | 2 | 3",
            ])
    }

    @Test("Several files are one source; each must have the same columns")
    func files() throws {
        let folder = try TestFolder()
        for (name, text) in [
            ("b.csv", "a,b\n3,4\n"), ("a.csv", "a,b\n1,2\n"), ("c.csv", "a,c\n5,6\n"),
            ("d.csv", "a,b\n7\n"), ("[x].csv", "a,b\n8,9\n"),
        ] { try folder.write(text, as: name) }
        func names(_ paths: [String]) throws -> [String] {
            try SourcePaths.expanded(paths.map { folder.path + "/" + $0 })
                .map { String($0.dropFirst(folder.path.count + 1)) }
        }
        #expect(try names(["[ab].csv"]) == ["a.csv", "b.csv"])
        #expect(try names(["b.csv", "a.csv"]) == ["b.csv", "a.csv"])
        #expect(try names(["[x].csv"]) == ["[x].csv"])
        #expect(throws: SeedIssue(.file(.noMatchingFile), at: .init(path: folder.path + "/*.tsv"))) {
            try names(["*.tsv"])
        }
        #expect(throws: SeedIssue(.file(.repeatedFile), at: .init(path: folder.path + "/a.csv"))) {
            try names(["a.csv", "?.csv"])
        }
        let source = try CSVKind(paths: ["a.csv", "b.csv", "c.csv", "d.csv"].map { folder.path + "/" + $0 })
            .open(sharing: nil)
        let rows = try allRows(of: source)
        let other = SeedIssue.Reason.table(.otherColumns(expected: ["a", "b"], found: ["a", "c"]))
        #expect(
            rows == [
                .cells([.text("1"), .text("2")]), .cells([.text("3"), .text("4")]),
                .issue(SeedIssue(other, at: .init(path: folder.path + "/c.csv", line: 1))),
                .issue(
                    SeedIssue(
                        .table(.raggedRow(expected: 2, found: 1)),
                        at: .init(path: folder.path + "/d.csv", line: 2))),
            ])
    }

    @Test("A cell of megabytes is read whole")
    func longCell() throws {
        let cell = String(repeating: "0123456789\n", count: 200_000)
        let outcome = try Self.outcome("a,b\n1,\"\(cell)\"\n2,3\n") { _ in }
        #expect(outcome.rows.map(\.utf8.count) == [cell.utf8.count + 4, 5])
    }
}
