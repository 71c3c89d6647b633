import Foundation
import SQLite
@testable import Inputs
import TestSupport
import Testing

/// The position of rows in a sheet, and the reported parts of a sheet that are not in its rows.
@Suite("Shape of sheets")
struct SheetShapeTests {
    private static let rows =
        WorkbookText.row(2, ["", "Stock list"]) + "<row r=\"3\" spans=\"1:4\"/>"
        + "<row r=\"4\"><c r=\"B4\" t=\"str\"><v>name</v></c><c r=\"C4\" t=\"str\"><v> qty </v></c></row>"
        + "<row r=\"5\"><c r=\"B5\" t=\"str\"><v>Apples</v></c><c r=\"C5\"><v>3</v></c></row>"
        + "<row r=\"6\"><c r=\"B6\" s=\"1\"/></row>"
        + "<row r=\"9\"><c r=\"A9\" t=\"str\"><v>*</v></c><c r=\"C9\"><v>4</v></c><c r=\"E9\"><v>1</v></c></row>"
        + "<row r=\"10\"/><row r=\"1000\"><c r=\"B1000\" s=\"1\"/></row>"

    @Test(
        "A range determines the header and the rows",
        arguments: [
            ("B4", ["name", "qty"], ["Apples | 3", "∅ | 4"]),
            ("B4:C5", ["name", "qty"], ["Apples | 3"]),
            ("$B$4:$C$9", ["name", "qty"], ["Apples | 3", "∅ | 4"]),
            ("C4:C", ["qty"], ["3", "4"]), ("4:5", ["", "name", "qty"], ["∅ | Apples | 3"]),
            ("A4:E", ["", "name", "qty"], ["∅ | Apples | 3", "* | ∅ | 4"]),
            ("4:", ["", "name", "qty"], ["∅ | Apples | 3", "* | ∅ | 4"]),
        ])
    func ranges(range: String, columns: [String], rows: [String]) throws {
        let outcome = try WorkbookTests.outcome(WorkbookText(rows: Self.rows)) {
            $0.range = CellRange(range)
        }
        #expect(outcome.columns == columns)
        #expect(outcome.rows == rows)
    }

    @Test("Without a range, the first non-empty row is the header")
    func firstRow() throws {
        let outcome = try WorkbookTests.outcome(WorkbookText(rows: Self.rows))
        #expect(outcome.columns == ["Stock list"])
        #expect(outcome.rows == ["name", "Apples"])
    }

    @Test(
        "Invalid ranges",
        arguments: ["", ":", "B3:A4", "B3:B2", "3:F", "B3:F4:G5", "A0", "ZZZZ1", "Items!A1"])
    func badRanges(text: String) {
        #expect(CellRange(text) == nil)
    }

    /// Repeated rows with and without content, including the header and the last row.
    @Test("Repeated rows of an OpenDocument sheet count, with or without values")
    func repeatedRows() throws {
        func row(_ text: String, _ count: Int = 1) -> String {
            let cell =
                text.isEmpty
                ? "<c:table-cell/>" : "<c:table-cell o:value-type='string'><t:p>\(text)</t:p></c:table-cell>"
            return "<c:table-row c:number-rows-repeated='\(count)'>\(cell)</c:table-row>"
        }
        let content =
            "<o:document-content xmlns:o='urn:oasis:names:tc:opendocument:xmlns:office:1.0' "
            + "xmlns:c='urn:oasis:names:tc:opendocument:xmlns:table:1.0' "
            + "xmlns:t='urn:oasis:names:tc:opendocument:xmlns:text:1.0'><o:body><o:spreadsheet>"
            + "<c:table c:name='Items'>" + row("", 2) + row("a") + row("x") + row("", 3) + row("y", 2)
            + row("", 1_000) + row("z") + row("", 1_000_000)
            + "</c:table></o:spreadsheet></o:body></o:document-content>"
        let folder = try TestFolder()
        let path = try folder.write(Data(ZipText([.init("content.xml", content)]).bytes), as: "a.ods")
        let source = try ODSKind(path: path, selection: SheetSelection()).open(sharing: nil)
        var rows: [String] = []
        while try source.next() {
            let line = source.location(ofColumn: 0).line ?? 0
            rows += cells(of: source).map { "\(line) \($0)" }
        }
        #expect(source.columns == ["a"])
        #expect(rows == [#"4 text("x")"#, #"8 text("y")"#, #"9 text("y")"#, #"1010 text("z")"#])
    }

    @Test("Without a header, columns are named by letters, or by the plan")
    func noHeader() throws {
        let range = CellRange("B5:C9")
        let letters = try WorkbookTests.outcome(WorkbookText(rows: Self.rows)) {
            $0.hasHeader = false
            $0.range = range
        }
        #expect(letters.columns == ["B", "C"])
        #expect(letters.rows == ["Apples | 3", "∅ | 4"])
        let named = try WorkbookTests.outcome(WorkbookText(rows: Self.rows)) {
            $0.hasHeader = false
            $0.range = CellRange("B5")
            $0.columns = ["x", "y", "z"]
        }
        #expect(named.columns == ["x", "y", "z"])
        #expect(named.rows == ["Apples | 3 | ∅", "∅ | 4 | ∅"])
    }

    @Test("Rows and cells without references follow the last ones")
    func references() throws {
        let rows =
            "<row><c t=\"str\"><v>a</v></c><c t=\"str\"><v>b</v></c><c t=\"str\"><v>c</v></c></row>"
            + "<row><c><v>1</v></c><c r=\"C2\"><v>3</v></c></row>"
            + "<row r=\"5\"><c r=\"B5\"><v>2</v></c><c><v>3</v></c></row>"
        #expect(try WorkbookTests.outcome(WorkbookText(rows: rows)).rows == ["1 | ∅ | 3", "∅ | 2 | 3"])
    }

    @Test(
        "Cells and rows at impossible places end the reading",
        arguments: [
            "<row r=\"1\"/>", "<row r=\"0\"/>", "<row r=\"x\"/>", "<row r=\"99999999\"/>",
            "<row r=\"3\"><c r=\"B3\"><v>1</v></c><c r=\"A3\"><v>1</v></c></row>",
            "<row r=\"3\"><c r=\"A4\"><v>1</v></c></row>", "<row r=\"3\"><c r=\"XFE3\"><v>1</v></c></row>",
            "<row r=\"3\"><c r=\"3\"><v>1</v></c></row>",
            "<row r=\"3\"><c r=\"A99999999999999999999\"><v>1</v></c></row>",
        ])
    func misplaced(xml: String) throws {
        let rows = WorkbookText.row(1, ["a"]) + WorkbookText.row(2, ["x"])
        for xml in [xml, xml.replacing("\"", with: "'")] {
            let folder = try TestFolder()
            let path = try folder.write(Data(WorkbookText(rows: rows + xml).zip.bytes), as: "a.xlsx")
            let source = try XLSXKind(path: path, selection: SheetSelection()).open(sharing: nil)
            #expect(try source.next())
            let failure = #expect(throws: SeedFailure.self) { while try source.next() {} }
            guard case .spreadsheet(.misplacedCell)? = failure?.issues.first?.reason else {
                Issue.record("\(xml)")
                continue
            }
            #expect(try !source.next())
        }
    }

    @Test("Merged cells, hidden rows and values without a column name are reported")
    func warnings() throws {
        let rows =
            WorkbookText.row(1, ["a", "b"])
            + "<row r=\"2\" hidden=\"1\"><c r=\"A2\"><v>1</v></c><c r=\"D2\"><v>9</v></c></row>"
            + "<row r=\"3\"><c r=\"A3\"><f>A2</f><v>1</v></c><c r=\"E3\"><v>9</v></c></row>"
        var book = WorkbookText(rows: rows)
        book.sheets[0].xml +=
            "<mergeCells count=\"2\"><mergeCell ref=\"A1:B1\"/><mergeCell ref=\"A2:B3\"/></mergeCells>"
        book.properties = "<calcPr calcId=\"1\" fullCalcOnLoad=\"1\"/>"
        let folder = try TestFolder()
        let path = try folder.write(Data(book.zip.bytes), as: "a.xlsx")
        var selection = SheetSelection()
        selection.formulas = .asStored
        let source = try XLSXKind(path: path, selection: selection).open(sharing: nil)
        while try source.next() {}
        #expect(
            source.warnings.map(\.reason) == [
                .spreadsheet(.hiddenRows(1)), .spreadsheet(.mergedCells("A2:B3", count: 1)),
                .spreadsheet(.unnamedColumns("D2", count: 2)), .spreadsheet(.staleFormulas(1)),
            ])
    }

    @Test("Blank rows at the end are ignored, and those between rows are counted")
    func blankRows() throws {
        let folder = try TestFolder()
        let path = try folder.write(Data(WorkbookText(rows: Self.rows).zip.bytes), as: "a.xlsx")
        var selection = SheetSelection()
        selection.range = CellRange("B4")
        let source = try XLSXKind(path: path, selection: selection).open(sharing: nil)
        while try source.next() {}
        #expect(source.blankRows == 1)
    }

    @Test("The fast reader gives the rows of a general XML reader")
    func plainRows() throws {
        var generator = SeededGenerator(seed: 22)
        let pieces = [
            "<c r=\"%\"><v>12</v></c>", "<c r=\"%\" s=\"1\"><v>45306.5</v></c>",
            "<c r=\"%\" t=\"s\"><v>0</v></c>",
            "<c r=\"%\" t=\"inlineStr\"><is><t>x_x000D_y</t></is></c>", "<c r=\"%\" t=\"b\"><v>1</v></c>",
            "<c r=\"%\" t=\"str\"><f ca=\"1\">A&amp;B</f><v>z</v></c>", "<c r=\"%\" s=\"1\"/>",
            "<c r=\"%\"><f>1</f><v>1</v></c>", "<c r=\"%\" t=\"inlineStr\"><is><t>a &lt; b</t></is></c>", "",
            "<c r=\"%\" t=\"e\"><v>#REF!</v></c>", "<c r=\"%\"><f t=\"shared\" si=\"0\"/></c>",
            "<c r=\"%\"><v></v></c>",
        ]
        for _ in 0..<200 {
            var rows = WorkbookText.row(1, ["a", "b", "c"])
            for number in 2...8 {
                rows += "<row r=\"\(number)\" spans=\"1:3\" ht=\"15\">"
                for column in ["A", "B", "C"] {
                    rows +=
                        pieces.randomElement(using: &generator)?.replacing("%", with: "\(column)\(number)")
                        ?? ""
                }
                rows += Bool.random(using: &generator) ? "</row>\n" : "</row>"
            }
            let styles = "<cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"22\"/></cellXfs>"
            let book = WorkbookText(rows: rows, texts: "<si><t>s</t></si>", styles: styles)
            let other = WorkbookText(
                rows: rows.replacing("<row ", with: "<row  "), texts: "<si><t >s</t></si>", styles: styles)
            #expect(try WorkbookTests.outcome(book) == WorkbookTests.outcome(other))
        }
    }
}
