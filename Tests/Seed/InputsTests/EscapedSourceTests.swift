import Foundation
@testable import Inputs
import TestSupport
import Testing

/// The output of `mysql --batch`. SystemTableTests reads that of a real server.
@Suite("Escaped lines")
struct EscapedSourceTests {
    private static func outcome(
        _ text: String, _ change: (inout CSVOptions) -> Void = { _ in }
    ) throws -> SourceOutcome {
        var options = CSVOptions()
        options.isEscaped = true
        change(&options)
        return try SourceOutcome.of(Array(text.utf8)) { try EscapedSource(path: $0, options: options) }
    }

    @Test(
        "Cells are unescaped",
        arguments: [
            ("a\tb\n1\t2\n", ["1 | 2"]), ("a\tb\n1\t2", ["1 | 2"]), ("a\n\n\n", ["∅", "∅"]),
            ("a\tb\n\t\n", ["∅ | ∅"]), ("a\ntwo\\nlines\\t\\\\n\n", ["two\nlines\t\\n"]),
            ("a\tb\n\\N\tNULL\n", ["∅ | NULL"]), ("a\n\\\\N\n", ["\\N"]),
            ("a\tb\n\"q\" s\tx\"\n", ["\"q\" s | x\""]), ("a\tb\n1\r\t2\r\n", ["1\r | 2\r"]),
            ("sep=;\n1;2\n", ["1;2"]),
            ("a\nz\\\n", ["2:2 table(Inputs.SeedIssue.Reason.Table.malformedEscape) [a]"]),
            (
                "a\tb\n1\té\\x\n3\t4\n",
                ["2:4 table(Inputs.SeedIssue.Reason.Table.malformedEscape) [b]", "3 | 4"]
            ),
            (
                "a\tb\n1\n2\t3\n",
                ["2 table(Inputs.SeedIssue.Reason.Table.raggedRow(expected: 2, found: 1))", "2 | 3"]
            ),
            ("a\tb\n1\tx\\0\n", ["2:3 value(Inputs.SeedIssue.Reason.Value.nulCharacter) [b]"]),
            ("", ["1 table(Inputs.SeedIssue.Reason.Table.missingHeader)"]),
        ])
    func cells(text: String, rows: [String]) throws {
        #expect(try Self.outcome(text).rows == rows)
    }

    @Test("The header is read literally, and can be missing or given in the plan")
    func header() throws {
        #expect(try Self.outcome("a\\n\t b \n").columns == ["a\\n", " b "])
        let plain = try Self.outcome("1\t2\n") { $0.hasHeader = false }
        #expect(plain.columns == ["1", "2"])
        #expect(plain.rows == ["1 | 2"])
        let named = try Self.outcome("1\t2\n") {
            $0.hasHeader = false
            $0.columns = ["x", "y"]
        }
        #expect(named.columns == ["x", "y"])
    }

    @Test("Errors in unused columns are ignored")
    func used() throws {
        var options = CSVOptions()
        options.isEscaped = true
        let outcome = try SourceOutcome.of(Array("a\tb\n1\t\\0\\x\n2\t".utf8) + [0xFF, 0x0A]) {
            let source = try EscapedSource(path: $0, options: options)
            source.use([0])
            return source
        }
        #expect(outcome.rows.map { $0.prefix(1) } == ["1", "2"])
    }

    @Test("Rejected rows are written unchanged with the reason, and can be read again")
    func rejects() throws {
        let folder = try TestFolder()
        let lines = "name\tcount\tnote\ntea\t1\tx\na\\tb\\n\\\\\u{E9}\t2x\t\n"
        let path = try folder.write(lines, as: "items.tsv")
        var options = CSVOptions()
        options.isEscaped = true
        let kind = CSVKind(paths: [path], options: options)
        #expect(kind.nullWords == ["NULL"])
        #expect(kind.rejectExtension == "tsv")
        let source = try kind.open(sharing: nil)
        #expect(try source.next() && source.next())
        let rejects = try kind.createRejects(at: folder.path + "/rejects.tsv", for: source, reason: "why")
        try rejects.add(source, reason: "no\tcount")
        try rejects.close()
        let text = try String(contentsOfFile: folder.path + "/rejects.tsv", encoding: .utf8)
        #expect(text == "name\tcount\tnote\twhy\na\\tb\\n\\\\\u{E9}\t2x\t\\N\tno\\tcount\n")
        #expect(try Self.outcome(text).rows == ["a\tb\n\\\u{E9} | 2x | \u{2205} | no\tcount"])
    }

    @Test("A line that is too long is an error of only this line")
    func longLine() throws {
        let long = String(repeating: "x", count: CSVSource.longestRow + 400_000)
        let outcome = try Self.outcome("a\n\(long)\n3\n")
        #expect(outcome.rows.count == 2)
        #expect(outcome.rows.first?.contains("rowTooLong") == true)
        #expect(outcome.rows.last == "3")
    }
}
