import Foundation
import SQLite
@testable import Inputs
import TestSupport
import Testing

@Suite("CSV files")
struct CSVSourceTests {
    private static func rows(_ text: String, delimiter: UInt8 = 0x2C) throws -> [[Value]] {
        let folder = try TestFolder()
        let source = try CSVSource(
            path: try folder.write(text, as: "a.csv"), delimiter: delimiter)
        return try allRows(of: source).compactMap {
            if case .cells(let cells) = $0 { cells } else { nil }
        }
    }

    @Test(
        "Rows and cells",
        arguments: [
            ("plain", "a,b\n1,2\n", [["1", "2"]]),
            ("last line without a newline", "a,b\n1,2", [["1", "2"]]),
            ("CRLF", "a,b\r\n1,2\r\n3,4\r\n", [["1", "2"], ["3", "4"]]),
            ("CRLF without the last", "a,b\r\n1,2\r\n3,4", [["1", "2"], ["3", "4"]]),
            ("CR", "a,b\r1,2\r3,4\r", [["1", "2"], ["3", "4"]]),
            ("CR without the last", "a,b\r1,2", [["1", "2"]]),
            ("LF and CRLF mixed", "a,b\n1,2\r\n3,4\n", [["1", "2"], ["3", "4"]]),
            ("quoted commas", "a,b\n\"1,1\",2\n", [["1,1", "2"]]),
            ("doubled quotes", "a,b\n\"say \"\"hi\"\"\",\"\"\"\"\n", [["say \"hi\"", "\""]]),
            ("newlines in quotes", "a,b\n\"x\ny\",\"\n\"\n3,4\n", [["x\ny", "\n"], ["3", "4"]]),
            ("CRLF in quotes", "a,b\r\n\"x\r\ny\",2\r\n", [["x\r\ny", "2"]]),
            ("CR in quotes", "a,b\r\"x\ry\",2\r", [["x\ry", "2"]]),
            ("blank lines in quotes", "a,b\n\"x\n\n\ny\",2\n", [["x\n\n\ny", "2"]]),
            ("blank lines between rows", "\n\na,b\n\n1,2\n\r\n\n3,4\n\n", [["1", "2"], ["3", "4"]]),
            ("spaces belong to the value", "a,b\n 1 ,\t2\n", [[" 1 ", "\t2"]]),
            ("several languages", "ä,b\nGrüße,🌱棵\n", [["Grüße", "🌱棵"]]),
            ("byte order mark", "\u{FEFF}a,b\n1,2\n", [["1", "2"]]),
            ("byte order mark and quotes", "\u{FEFF}\"a\",b\n1,2\n", [["1", "2"]]),
            ("header only", "a,b\n", []), ("header without newline", "a,b", []),
        ] as [(String, String, [[String]])])
    func rows(name: String, text: String, expected: [[String]]) throws {
        #expect(try Self.rows(text) == expected.map { $0.map { .text($0) } })
    }

    @Test("Empty cells have no value, quoted or not")
    func emptyCells() throws {
        let folder = try TestFolder()
        let source = try CSVSource(path: try folder.write("a,b,c,d\n,\"\",,x\n", as: "a.csv"))
        #expect(try source.next())
        #expect((0..<3).allSatisfy { source.record[$0].isEmpty })
        #expect(source.record.count == 4)
    }

    @Test("Header names are trimmed, and a byte order mark is not part of them")
    func header() throws {
        let folder = try TestFolder()
        let text = "\u{FEFF} name ,\"Closing\nDate\",CERT #,,x,x\n"
        let source = try CSVSource(path: try folder.write(text, as: "a.csv"))
        #expect(source.columns == ["name", "Closing\nDate", "CERT #", "", "x", "x"])
    }

    @Test("Another delimiter", arguments: [UInt8(ascii: ";"), 0x09, UInt8(ascii: "|")])
    func delimiters(delimiter: UInt8) throws {
        let mark = String(UnicodeScalar(delimiter))
        let rows = try Self.rows("a\(mark)b\n1,5\(mark)\"x\(mark)y\"\n", delimiter: delimiter)
        #expect(rows == [[.text("1,5"), .text("x\(mark)y")]])
    }

    // MARK: Issues

    private static func issues(_ bytes: [UInt8]) throws -> [ReadRow] {
        let folder = try TestFolder()
        let path = try folder.write(Data(bytes), as: "a.csv")
        do {
            let source = try CSVSource(path: path)
            return try allRows(of: source).map { row in
                guard case .issue(var issue) = row else { return row }
                issue.location.path = "a.csv"
                // The guessed encoding in the hint is not the subject of this test.
                if issue.reason == .file(.invalidUTF8) { issue.hint = nil }
                return .issue(issue)
            }
        } catch var issue as SeedIssue {
            issue.location.path = "a.csv"
            return [.issue(issue)]
        }
    }

    private static func issue(
        _ reason: SeedIssue.Reason, _ line: Int, _ column: Int? = nil, of name: String? = nil
    ) -> ReadRow {
        .issue(
            SeedIssue(
                reason, at: .init(path: "a.csv", line: line, column: column), sourceColumn: name))
    }

    private static func row(_ cells: String...) -> ReadRow { .cells(cells.map { .text($0) }) }

    @Test(
        "Errors have a place, and reading continues after them",
        arguments: [
            (
                "too few fields", "a,b\n1\n3,4\n",
                [issue(.table(.raggedRow(expected: 2, found: 1)), 2), row("3", "4")]
            ),
            (
                "too many fields", "a,b\n1,2,3\n3,4\n",
                [issue(.table(.raggedRow(expected: 2, found: 3)), 2), row("3", "4")]
            ),
            (
                "ragged last line", "a,b\n1,2\n3",
                [row("1", "2"), issue(.table(.raggedRow(expected: 2, found: 1)), 3)]
            ),
            (
                "ragged behind a multi-line row", "a,b\n\"x\ny\",2\n3\n",
                [row("x\ny", "2"), issue(.table(.raggedRow(expected: 2, found: 1)), 4)]
            ),
            (
                "ragged behind blank lines", "a,b\n\n\n3\n",
                [issue(.table(.raggedRow(expected: 2, found: 1)), 4)]
            ),
            (
                "a quote inside a field", "a,b\n1\"x,2\n3,4\n",
                [issue(.table(.malformedQuoting), 2, 2), row("3", "4")]
            ),
            (
                "text behind a closing quote", "a,b\n1,\"2\"x\n3,4\n",
                [issue(.table(.malformedQuoting), 2, 6), row("3", "4")]
            ),
            (
                "a space behind a closing quote", "a,b\n\"1\" ,2\n3,4\n",
                [issue(.table(.malformedQuoting), 2, 4), row("3", "4")]
            ),
            (
                "malformed on a later line of a row", "a,b\n\"x\nü\"y,2\n3,4\n",
                [issue(.table(.malformedQuoting), 3, 3), row("3", "4")]
            ),
            (
                "a quote that is never closed", "a,b\n1,2\n3,\"4\n5,6\n",
                [row("1", "2"), issue(.table(.unterminatedQuote), 3, 3)]
            ),
            (
                "a carriage return in a field", "a,b\n1,2\r3,4\n5,6\n",
                [issue(.table(.malformedLineEnd), 2), row("5", "6")]
            ),
            (
                "a NUL", "a,b\nx,1\u{0}2\n3,4\n",
                [issue(.value(.nulCharacter), 2, 3, of: "b"), row("3", "4")]
            ),
            ("no header", "", [issue(.table(.missingHeader), 1)]),
            ("blank lines only", "\n\r\n\n", [issue(.table(.missingHeader), 1)]),
            ("malformed header", "a\"b,c\n1,2\n", [issue(.table(.malformedQuoting), 1, 2)]),
            ("unterminated header", "a,\"b\n1,2\n", [issue(.table(.unterminatedQuote), 1, 3)]),
        ])
    func issues(name: String, text: String, expected: [ReadRow]) throws {
        #expect(try Self.issues(Array(text.utf8)) == expected)
    }

    @Test(
        "Bytes that are not UTF-8 are found at their cell",
        arguments: [
            [0xFF], [0xC3], [0xC0, 0x80], [0xE2, 0x82], [0xED, 0xA0, 0x80],
            [0xF5, 0x80, 0x80, 0x80],
            [0xF0, 0x8F, 0xBF, 0xBF], [0x80], [0xE4],
        ] as [[UInt8]])
    func invalidUTF8(bytes: [UInt8]) throws {
        let text = Array("a,b\n1,ü\n\"x\ny\",".utf8) + bytes + Array("\n3,4\n".utf8)
        #expect(
            try Self.issues(text) == [
                Self.row("1", "ü"), Self.issue(.file(.invalidUTF8), 4, 4, of: "b"), Self.row("3", "4"),
            ])
    }

    @Test("Carriage returns in blank lines and quotes do not shift later lines")
    func strayCarriageReturns() throws {
        #expect(
            try Self.issues(Array("a,b\r\n\r\r\n\r\n\"x\ry\",2\r\n1\r\n".utf8)) == [
                Self.row("x\ry", "2"), Self.issue(.table(.raggedRow(expected: 2, found: 1)), 5),
            ])
    }

    // MARK: Places

    @Test("A cell is located after rows of several lines and multi-byte characters")
    func places() throws {
        let folder = try TestFolder()
        let text = "a,b,c\n\"Grüße\n🌱\",\"棵,\"\"x\"\"\",z\r\n1,2,3\n"
        let source = try CSVSource(path: try folder.write(text, as: "a.csv"))
        func place(_ index: Int?) -> [Int?] {
            let location = source.location(ofColumn: index)
            return [location.line, location.column]
        }
        #expect(try source.next())
        #expect(place(0) == [2, 1])
        #expect(place(1) == [3, 4])
        #expect(place(2) == [3, 14])
        #expect(place(nil) == [2, 1])
        #expect(try source.next())
        #expect(place(0) == [4, 1])
        #expect(place(2) == [4, 5])
        #expect(place(9) == [5, 1])
    }

    @Test("Files that cannot be read")
    func files() throws {
        let folder = try TestFolder()
        let missing = folder.path + "/none.csv"
        #expect(throws: SeedIssue(.file(.fileNotFound), at: .init(path: missing))) {
            try CSVSource(path: missing)
        }
        #expect(throws: SeedIssue(.file(.isFolder), at: .init(path: folder.path))) {
            try CSVSource(path: folder.path)
        }
    }

    // MARK: Round trip

    @Test(
        "Output of a CSV writer is read back, whatever its content", arguments: ["\n", "\r\n", "\r"])
    func roundTrip(lineEnd: String) throws {
        var random = SeededGenerator(seed: 4)
        let pieces = ["a", "ü", "🌱", ",", "\"", "\n", "\r", "\r\n", " ", "\t", ";", "'", "0"]
        func field() -> String {
            (0..<Int.random(in: 0...6, using: &random)).map { _ in
                pieces[Int.random(in: 0..<pieces.count, using: &random)]
            }.joined()
        }
        for round in 0..<60 {
            let width = Int.random(in: 2...5, using: &random)
            let rows = (0..<Int.random(in: 0...8, using: &random)).map { _ in
                (0..<width).map { _ in field() }
            }
            let header = (0..<width).map { "c\($0)" }
            var text = ([header] + rows).map { row in
                row.map { Self.written($0, quoted: Bool.random(using: &random)) }
                    .joined(separator: ",")
            }.joined(separator: lineEnd)
            if Bool.random(using: &random) { text += lineEnd }
            let folder = try TestFolder()
            let path = try folder.write(text, as: "a.csv")
            let size = [1, 2, 3, 7, 64, 4096][round % 6]
            var options = CSVOptions()
            options.keepsBlankRows = round % 2 == 0
            let source = try CSVSource(path: path, options: options, bufferSize: size)
            let read = try allRows(of: source)
            let isRow = { (row: [String]) in
                options.keepsBlankRows || row.contains { !$0.isEmpty }
            }
            #expect(source.blankRows == rows.count { !isRow($0) })
            let expected = rows.filter(isRow).map { row -> ReadRow in
                .cells(row.map { $0.isEmpty ? .null : .text($0) })
            }
            #expect(read.map(Self.withoutEmptyTexts) == expected, "\(text.debugDescription)")
        }
    }

    private static func withoutEmptyTexts(_ row: ReadRow) -> ReadRow {
        guard case .cells(let cells) = row else { return row }
        return .cells(cells.map { $0 == .text("") ? .null : $0 })
    }

    private static func written(_ field: String, quoted: Bool) -> String {
        let needsQuotes = field.unicodeScalars.contains { ",\"\n\r".unicodeScalars.contains($0) }
        guard quoted || needsQuotes else { return field }
        return "\"" + field.replacingOccurrences(of: "\"", with: "\"\"") + "\""
    }

    @Test("A row many times longer than the read buffer is read")
    func longRow() throws {
        let folder = try TestFolder()
        let long = String(repeating: "x\n", count: 300_000)
        let path = try folder.write("a,b\n\"\(long)\",2\n3,4\n", as: "a.csv")
        let source = try CSVSource(path: path)
        #expect(try allRows(of: source) == [.cells([.text(long), .text("2")]), Self.row("3", "4")])
    }
}

@Suite("Long CSV rows")
struct LongRowTests {
    @Test(
        "A row beyond the limit is refused wherever its end is found",
        arguments: ["", "x\n", "\"a\nb\"\n"])
    func tooLong(_ before: String) throws {
        let folder = try TestFolder()
        // The end of the row is already in the enlarged buffer.
        let long = String(repeating: "a", count: CSVSource.longestRow)
        let path = try folder.write("name\n\(before)\(long)\nb\n", as: "long.csv")
        let source = try CSVSource(path: path, options: CSVOptions())
        let issue = #expect(throws: SeedIssue.self) { while try source.next() {} }
        #expect(issue?.reason == .table(.rowTooLong(limit: CSVSource.longestRow)))
        #expect(try source.next())
        #expect(source.location(ofColumn: nil).line == (before == "" ? 3 : before == "x\n" ? 4 : 5))
        #expect(try allRows(of: source) == [])
    }

    @Test("An unclosed quote extends to the end of the file, and is reported")
    func neverClosed() throws {
        let folder = try TestFolder()
        let long = String(repeating: "a", count: CSVSource.longestRow)
        let path = try folder.write("name\nx\n\"\(long)\nb\nc\n", as: "long.csv")
        let source = try CSVSource(path: path, options: CSVOptions())
        #expect(try source.next())
        let issue = #expect(throws: SeedIssue.self) { try source.next() }
        #expect(issue?.reason == .table(.rowTooLong(limit: CSVSource.longestRow)))
        let end = #expect(throws: SeedIssue.self) { try source.next() }
        #expect(end?.reason == .table(.unterminatedQuote))
        #expect(end?.location.line == 3)
        #expect(try !source.next())
    }
}
