import Foundation
import SQLite
@testable import Inputs
import TestSupport
import Testing
import Files

@Suite("Workbooks")
struct WorkbookTests {
    static func outcome(
        _ workbook: WorkbookText, _ change: (inout SheetSelection) -> Void = { _ in }
    ) throws -> SourceOutcome {
        var selection = SheetSelection()
        change(&selection)
        return try SourceOutcome.of(workbook.zip.bytes, as: "Data.xlsx") {
            try XLSXKind(path: $0, selection: selection).open(sharing: nil)
        }
    }

    /// Returns the only cell of a sheet, given its XML.
    static func cell(_ xml: String, texts: String? = nil, styles: String? = nil, properties: String = "")
        throws
        -> String
    {
        let rows = WorkbookText.row(1, ["a", "b"]) + "<row r=\"2\">\(xml)<c r=\"B2\"><v>1</v></c></row>"
        var workbook = WorkbookText(rows: rows, texts: texts, styles: styles)
        workbook.properties = properties
        let outcome = try outcome(workbook)
        #expect(outcome.columns == ["a", "b"])
        return String(outcome.rows.joined(separator: "\n").replacing(" | 1", with: ""))
    }

    @Test(
        "Cells of every type have their displayed values",
        arguments: [
            ("<c r='A2'><v>12</v></c>", "12"), ("<c r='A2'><v>0.1</v></c>", "0.1"),
            ("<c r='A2'><v>0.10000000000000001</v></c>", "0.1"), ("<c r='A2'><v>1E+05</v></c>", "100000"),
            ("<c r='A2'><v>100.0</v></c>", "100"), ("<c r='A2'><v>-3</v></c>", "-3"),
            ("<c r='A2'><v>9007199254740993</v></c>", "9007199254740993"),
            ("<c r='A2'><v>-9223372036854775808</v></c>", "-9223372036854775808"),
            ("<c r='A2'><v>1.5e300</v></c>", "1.5e+300"), ("<c r='A2' t='n'><v>7</v></c>", "7"),
            ("<c r='A2' t='b'><v>1</v></c>", "true"), ("<c r='A2' t='b'><v>0</v></c>", "false"),
            ("<c r='A2' t='str'><f>A1</f><v>x</v></c>", "x"), ("<c r='A2'><f>1+1</f><v>2</v></c>", "2"),
            ("<c r='A2' t='str'><f>A1</f><v></v></c>", "∅"), ("<c r='A2' s='0'/>", "∅"),
            ("<c r='A2'></c>", "∅"), ("<c r='A2'><v/></c>", "∅"),
            ("<c r='A2' t='inlineStr'><is><t> x &amp; y </t></is></c>", " x & y "),
            ("<c r='A2' t='inlineStr'><is><r><t>Bo</t></r><r><rPr><b/></rPr><t>ld</t></r></is></c>", "Bold"),
            ("<c r='A2' t='inlineStr'><is><t>日</t><rPh sb='0' eb='1'><t>ひ</t></rPh></is></c>", "日"),
            ("<c r='A2' t='inlineStr'><is><t>a_x000D_b_x005F_x_xD83C__xDF31_</t></is></c>", "a\rb_x🌱"),
            ("<c r='A2' t='inlineStr'><is><t><![CDATA[<b>]]></t></is></c>", "<b>"),
            ("<!-- x --><c r='A2' t='s'><v>1</v></c>", "two"), ("<c r='A2' t='s'><v>0</v></c>", "one"),
            ("<c t='s'><v>1</v></c>", "two"), ("<c r='A2' t='s'><v>2</v></c>", "a\rb_x🌱"),
            ("<c r='A2' t='s'><v>3</v></c>", "c\rd_x000D_"),
            ("<c r='A2' t='d'><v>2024-03-09T10:00:00</v></c>", "2024-03-09T10:00:00"),
            ("<x:c xmlns:x='y' r='A2'><x:v>5</x:v></x:c>", "5"),
        ])
    func cells(xml: String, expected: String) throws {
        let texts =
            "<si><t>one</t></si><si><r><t>t</t></r><r><t>wo</t></r></si>"
            + "<si><t>a_x000D_b_x005F_x_xD83C__xDF31_</t></si>"
            + "<si><r><t>c_x000D_</t></r><r><t>d_x005F_x000D_</t></r></si>"
        // With other quotes the cell does not have the usual form, and is read by the slower path.
        #expect(try Self.cell(xml, texts: texts) == expected)
        #expect(try Self.cell(xml.replacing("'", with: "\""), texts: texts) == expected)
    }

    @Test(
        "Used cells without data are reported at their place",
        arguments: [
            (
                "<c r='A2' t='e'><v>#N/A</v></c>",
                "2:1 spreadsheet(Inputs.SeedIssue.Reason.Spreadsheet.errorCell(\"#N/A\")) [a]"
            ),
            (
                "<c r='A2'><f>NOW()</f></c>",
                "2:1 spreadsheet(Inputs.SeedIssue.Reason.Spreadsheet.uncalculatedFormula) [a]"
            ),
            (
                "<c r='A2' t='s'><v>9</v></c>",
                "2:1 spreadsheet(Inputs.SeedIssue.Reason.Spreadsheet.badCell(\"shared text\")) [a]"
            ),
            (
                "<c r='A2'><v>1,5</v></c>",
                "2:1 spreadsheet(Inputs.SeedIssue.Reason.Spreadsheet.badCell(\"number\")) [a]"
            ),
            (
                "<c r='A2' s='1'><v>60</v></c>",
                "2:1 spreadsheet(Inputs.SeedIssue.Reason.Spreadsheet.noSuchDay(60.0)) [a]"
            ),
        ])
    func faults(xml: String, expected: String) throws {
        let styles = "<cellXfs><xf numFmtId='0'/><xf numFmtId='14'/></cellXfs>"
        for xml in [xml, xml.replacing("'", with: "\"")] {
            #expect(try Self.cell(xml, texts: "", styles: styles) == expected)
        }
        let rows = WorkbookText.row(1, ["a", "b"]) + "<row>\(xml)<c r=\"B2\"><v>1</v></c></row>"
        let folder = try TestFolder()
        let workbook = WorkbookText(rows: rows, texts: "", styles: styles)
        let path = try folder.write(Data(workbook.zip.bytes), as: "a.xlsx")
        let source = try XLSXKind(path: path, selection: SheetSelection()).open(sharing: nil)
        source.use([1])
        #expect(try source.next())
    }

    @Test("A large sheet has the same rows without a thread")
    func withoutThread() throws {
        let rows = (1...10_000).map { WorkbookText.row($0, ["a\($0)", "b\($0 * 7)"]) }.joined()
        let expected = try Self.outcome(WorkbookText(rows: rows))
        let threadless = try NewThread.$isRefused.withValue(true) {
            try Self.outcome(WorkbookText(rows: rows))
        }
        #expect(expected.rows.count == 9_999 && expected.rows.last == "a10000 | b70000")
        #expect(threadless.rows == expected.rows)
    }

    @Test("An error value among the plan's null words is nil")
    func nullWords() throws {
        let rows = WorkbookText.row(1, ["a", "b"]) + "<row><c t=\"e\"><v>#N/A</v></c><c><v>1</v></c></row>"
        #expect(try Self.outcome(WorkbookText(rows: rows)) { $0.nullWords = ["#N/A"] }.rows == ["∅ | 1"])
    }

    @Test(
        "Numbers are dates if their format shows dates, in both date systems",
        arguments: [
            (14, "", 45306.0, "2024-01-15", "2028-01-16"),
            (22, "", 45306.5, "2024-01-15T12:00:00", "2028-01-16T12:00:00"),
            (14, "", 1, "1900-01-01", "1904-01-02"), (14, "", 59, "1900-02-28", "1904-02-29"),
            (14, "", 61, "1900-03-01", "1904-03-02"), (20, "", 0.5625, "13:30:00", "13:30:00"),
            (46, "", 1.5, "36:00:00", "36:00:00"), (46, "", -0.25, "-06:00:00", "-06:00:00"),
            (14, "", 45306.75, "2024-01-15T18:00:00", "2028-01-16T18:00:00"),
            (22, "", 45306, "2024-01-15T00:00:00", "2028-01-16T00:00:00"),
            (22, "", 45306.000011574, "2024-01-15T00:00:01", "2028-01-16T00:00:01"),
            (164, "yyyy\\-mm\\-dd", 45306, "2024-01-15", "2028-01-16"),
            (164, "[$-407]d. mmmm yyyy;@", 45306, "2024-01-15", "2028-01-16"),
            (164, "dd.mm.yyyy hh:mm", 45306.25, "2024-01-15T06:00:00", "2028-01-16T06:00:00"),
            (164, "[h]:mm", 2, "48:00:00", "48:00:00"),
            (164, "mm:ss.0", 0.0005, "00:00:43.200", "00:00:43.200"),
            (164, "h:mm AM/PM", 0.75, "18:00:00", "18:00:00"),
            (164, "mmm", 45306, "2024-01-15", "2028-01-16"),
            (164, "0.00E+00", 45306, "45306", "45306"), (164, "#,##0 \"days\"", 45306, "45306", "45306"),
            (164, "[Red]0;[Blue]-0", 3, "3", "3"), (164, "General", 3, "3", "3"),
            (164, "[Magenta]0.0", 1.5, "1.5", "1.5"), (164, "[hh]:mm", 1.5, "36:00:00", "36:00:00"),
            (164, "Standard", 3, "3", "3"),
            (164, "0 \\d", 3, "3", "3"), (9, "", 0.15, "0.15", "0.15"), (165, "", 3, "3", "3"),
            (14, "yyyy", 45306, "2024-01-15", "2028-01-16"), (14, "0.00", 45306, "45306", "45306"),
        ] as [(Int, String, Double, String, String)])
    func dates(format: Int, code: String, number: Double, in1900: String, in1904: String) throws {
        let escaped = code.replacing("\"", with: "&quot;")
        let formats =
            code.isEmpty
            ? "" : "<numFmts><numFmt numFmtId=\"\(format)\" formatCode=\"\(escaped)\"/></numFmts>"
        let styles =
            formats + "<cellStyleXfs><xf numFmtId=\"0\"/></cellStyleXfs><cellXfs><xf numFmtId=\"0\"/>"
            + "<xf numFmtId=\"\(format)\" applyNumberFormat=\"1\"/></cellXfs>"
        let cell = "<c r=\"A2\" s=\"1\"><v>\(number)</v></c>"
        #expect(try Self.cell(cell, styles: styles) == in1900)
        #expect(try Self.cell(cell, styles: styles, properties: "<workbookPr date1904=\"1\"/>") == in1904)
    }

    @Test(
        "ISO 8601 times are days if the cell shows days and the time is midnight",
        arguments: [
            (14, "2024-03-09T00:00:00", "2024-03-09"), (14, "2024-03-09T00:00:00.000Z", "2024-03-09"),
            (14, "2024-03-09T10:00:00", "2024-03-09T10:00:00"),
            (22, "2024-03-09T00:00:00", "2024-03-09T00:00:00"),
            (14, "2024-03-09", "2024-03-09"),
        ])
    func isoDates(format: Int, text: String, expected: String) throws {
        let styles = "<cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"\(format)\"/></cellXfs>"
        #expect(try Self.cell("<c r=\"A2\" s=\"1\" t=\"d\"><v>\(text)</v></c>", styles: styles) == expected)
    }

    // MARK: Sheets

    private static func book(_ names: String...) -> WorkbookText {
        var workbook = WorkbookText(rows: "")
        workbook.sheets = names.map { name in
            (
                name,
                "<sheetData>\(WorkbookText.row(1, ["a"]))\(WorkbookText.row(2, [name.replacing("&", with: "&amp;")]))</sheetData>"
            )
        }
        return workbook
    }

    @Test("A sheet is found by name, in any case, or by position")
    func sheets() throws {
        let book = Self.book("Items", "2024", "Größe & Mehr", "1")
        for (sheet, expected) in [
            ("Items", "Items"), ("items", "Items"), ("2024", "2024"), ("größe & mehr", "Größe & Mehr"),
            ("2", "2024"), ("3", "Größe & Mehr"), ("1", "1"),
        ] {
            #expect(try Self.outcome(book) { $0.sheet = sheet }.rows == [expected])
        }
        let missing = try Self.outcome(book) { $0.sheet = "Item" }.rows
        #expect(missing.first?.contains("noSuchSheet(\"Item\", nearest: Optional(\"Items\")") == true)
    }

    @Test("Without a name, the first visible sheet is read, and reported if there are more")
    func firstSheet() throws {
        var book = Self.book("A", "B", "C")
        book.states["A"] = "state=\"veryHidden\""
        #expect(try Self.outcome(book).rows == ["B"])
        let folder = try TestFolder()
        let path = try folder.write(Data(book.zip.bytes), as: "a.xlsx")
        func warnings(_ sheet: String?) throws -> [SeedIssue.Reason] {
            var selection = SheetSelection()
            selection.sheet = sheet
            let source = try XLSXKind(path: path, selection: selection).open(sharing: nil)
            while try source.next() {}
            return source.warnings.map(\.reason)
        }
        #expect(try warnings(nil) == [.spreadsheet(.firstSheet("B", count: 2))])
        #expect(try warnings("C") == [])
        #expect(try warnings("A") == [.spreadsheet(.hiddenSheet)])
    }

    @Test("Both families of namespaces are read, with any prefix")
    func namespaces() throws {
        var book = WorkbookText(rows: WorkbookText.row(1, ["a"]) + WorkbookText.row(2, ["x"]))
        book.namespace = "http://purl.oclc.org/ooxml/spreadsheetml/main"
        book.relationships = "http://purl.oclc.org/ooxml/officeDocument/relationships"
        #expect(try Self.outcome(book).rows == ["x"])
        book.sheets[0].xml = ""
        book.members = [
            .init(
                "xl/worksheets/sheet1.xml",
                "<x:worksheet xmlns:x=\"y\"><x:sheetData><x:row x:r=\"1\"><x:c t=\"str\"><x:v>a</x:v></x:c></x:row>"
                    + "<x:row><x:c><x:v>5</x:v></x:c></x:row></x:sheetData></x:worksheet>")
        ]
        #expect(try Self.outcome(book).rows == ["5"])
    }
}
