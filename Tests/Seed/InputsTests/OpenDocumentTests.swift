import Foundation
import SQLite
@testable import Inputs
import TestSupport
import Testing

/// Tests the rules of docs/sources/ods.md about cells with handmade sheets.
@Suite("OpenDocument sheets")
struct OpenDocumentTests {
    /// Creates a document with tables and the styles before them.
    private static func document(_ tables: String, styles: String = "") throws -> (
        folder: TestFolder, path: String
    ) {
        let folder = try TestFolder()
        let content =
            "<o:document-content xmlns:o='urn:oasis:names:tc:opendocument:xmlns:office:1.0' "
            + "xmlns:c='urn:oasis:names:tc:opendocument:xmlns:table:1.0' "
            + "xmlns:s='urn:oasis:names:tc:opendocument:xmlns:style:1.0' "
            + "xmlns:t='urn:oasis:names:tc:opendocument:xmlns:text:1.0'><o:automatic-styles>\(styles)"
            + "</o:automatic-styles><o:body><o:spreadsheet>\(tables)</o:spreadsheet></o:body></o:document-content>"
        return (folder, try folder.write(Data(ZipText([.init("content.xml", content)]).bytes), as: "a.ods"))
    }

    private static func row(_ cells: String) -> String { "<c:table-row>\(cells)</c:table-row>" }

    private static func text(_ paragraphs: String) -> String {
        "<c:table-cell o:value-type='string'>\(paragraphs)</c:table-cell>"
    }

    @Test(
        "Cells have their displayed values",
        arguments: [
            (text("<t:p>a</t:p><t:p>b</t:p>"), "a\nb"),
            (text("<t:p>a<t:line-break/>b<t:tab/>c</t:p>"), "a\nb\tc"),
            (text("<t:p>  a \n b<t:s/><t:s t:c='2'/>c</t:p>"), "a b   c"),
            (text("<t:p>a<t:s t:c='200000'/>b</t:p>"), "a" + String(repeating: " ", count: 200_000) + "b"),
            (
                text(
                    "<o:annotation><t:p>note</t:p></o:annotation><t:p>a<o:annotation><t:p>x</t:p></o:annotation></t:p>"
                ), "a"
            ),
            (text("<t:p>a<t:span>b</t:span><t:note><t:p>1</t:p></t:note></t:p>"), "ab"),
            ("<c:table-cell o:value-type='string' o:string-value='v'><t:p>shown</t:p></c:table-cell>", "v"),
            ("<c:table-cell o:value-type='float' o:value='2.50'><t:p>2,5</t:p></c:table-cell>", "2.5"),
            ("<c:table-cell o:value-type='percentage' o:value='3'><t:p>300 %</t:p></c:table-cell>", "3"),
            ("<c:table-cell o:value-type='float' o:value='7'><t:p>0007</t:p></c:table-cell>", "0007"),
            ("<c:table-cell o:value-type='float' o:value='0.7'><t:p>01</t:p></c:table-cell>", "0.7"),
            ("<c:table-cell o:value-type='float' o:value='-7'><t:p>-0007</t:p></c:table-cell>", "-7"),
            ("<c:table-cell o:value-type='boolean' o:boolean-value='true'/>", "true"),
            ("<c:table-cell o:value-type='date' o:date-value='2024-03-09'/>", "2024-03-09"),
            ("<c:table-cell o:value-type='time' o:time-value='PT10H05M03S'/>", "10:05:03"),
            ("<c:table-cell o:value-type='time' o:time-value='PT00H00M01.25S'/>", "00:00:01.250"),
            ("<c:table-cell o:value-type='time' o:time-value='-PT30H00M00,5S'/>", "-30:00:00.500"),
        ])
    func cells(xml: String, expected: String) throws {
        let (folder, path) = try Self.document(
            "<c:table c:name='Items'>" + Self.row(Self.text("<t:p>a</t:p>")) + Self.row(xml) + "</c:table>")
        let outcome = try SourceOutcome {
            try ODSKind(path: path, selection: SheetSelection()).open(sharing: nil)
        }
        #expect(outcome.columns == ["a"] && outcome.rows == [expected])
        withExtendedLifetime(folder) {}
    }

    @Test("More repeated spaces than a text can have are refused")
    func spaces() throws {
        let (folder, path) = try Self.document(
            "<c:table>" + Self.row(Self.text("<t:p>a</t:p>"))
                + Self.row(Self.text("<t:p>a<t:s t:c='67108864'/></t:p>")) + "</c:table>")
        let failure = #expect(throws: SeedFailure.self) {
            try SourceOutcome { try ODSKind(path: path, selection: SheetSelection()).open(sharing: nil) }
        }
        #expect(failure?.issues.map(\.reason) == [.document(.recordTooLong(limit: 67_108_864))])
        withExtendedLifetime(folder) {}
    }

    @Test("Without a name, the first visible sheet is read; a hidden one must be named")
    func hiddenSheets() throws {
        func table(_ name: String, _ style: String) -> String {
            "<c:table c:name='\(name)' c:style-name='\(style)'>" + Self.row(Self.text("<t:p>a</t:p>"))
                + Self.row(Self.text("<t:p>\(name)</t:p>")) + "</c:table>"
        }
        let (folder, path) = try Self.document(
            table("One", "h") + table("Two", "v"),
            styles: "<s:style s:name='h'><s:table-properties c:display='false'/></s:style>"
                + "<s:style s:name='v'><s:table-properties c:display='true'/></s:style>")
        for (name, found) in [(nil, "Two"), ("One", "One"), ("two", "Two")] as [(String?, String)] {
            var selection = SheetSelection()
            selection.sheet = name
            let outcome = try SourceOutcome {
                try ODSKind(path: path, selection: selection).open(sharing: nil)
            }
            #expect(outcome.rows == [found])
        }
        withExtendedLifetime(folder) {}
    }

    @Test("Hidden rows and merged cells outside the used columns are not reported")
    func warnings() throws {
        let cell = "<c:table-cell o:value-type='float' o:value='1'/>"
        func merged(_ columns: Int, _ rows: Int) -> String {
            "<c:table-cell o:value-type='float' o:value='1' c:number-columns-spanned='\(columns)' "
                + "c:number-rows-spanned='\(rows)'/>"
        }
        func reasons(_ rows: String) throws -> [SeedIssue.Reason] {
            let (folder, path) = try Self.document("<c:table c:name='Items'>" + rows + "</c:table>")
            let source = try ODSKind(path: path, selection: SheetSelection()).open(sharing: nil)
            while try source.next() {}
            return withExtendedLifetime(folder) { source.warnings.map(\.reason) }
        }
        let header = Self.row(Self.text("<t:p>a</t:p>") + Self.text("<t:p>b</t:p>"))
        let hidden = "<c:table-row c:visibility='collapse'>\(cell)</c:table-row>"
        #expect(try reasons(header + Self.row(cell) + hidden) == [.spreadsheet(.hiddenRows(1))])
        // A header is read even if its row is hidden.
        let hiddenHeader = header.replacing("<c:table-row>", with: "<c:table-row c:visibility='filter'>")
        #expect(try reasons(hiddenHeader + Self.row(cell)) == [])
        #expect(
            try reasons(header + Self.row(cell + merged(1, 2))) == [
                .spreadsheet(.mergedCells("B2:B3", count: 1))
            ])
        #expect(
            try reasons(header + Self.row(cell + cell + "<c:table-cell/>" + merged(2, 1)))
                == [.spreadsheet(.unnamedColumns("D2", count: 1))])
    }
}
