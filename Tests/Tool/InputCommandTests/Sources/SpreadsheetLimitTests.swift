import CommandSupport
import Foundation
import TestSupport
import Testing

/// Small spreadsheets that represent very large contents.
@Suite("Spreadsheets that expand")
struct SpreadsheetLimitTests {
    private static func text(_ word: String) -> String {
        "<c:table-cell o:value-type='string'><t:p>\(word)</t:p></c:table-cell>"
    }

    /// Returns an OpenDocument sheet with a header and rows.
    private static func sheet(_ rows: String) -> Data {
        let content =
            "<o:document-content xmlns:o='urn:oasis:names:tc:opendocument:xmlns:office:1.0' "
            + "xmlns:c='urn:oasis:names:tc:opendocument:xmlns:table:1.0' "
            + "xmlns:t='urn:oasis:names:tc:opendocument:xmlns:text:1.0'><o:body><o:spreadsheet>"
            + "<c:table c:name='Items'><c:table-row>\(text("name"))\(text("qty"))</c:table-row>\(rows)</c:table>"
            + "</o:spreadsheet></o:body></o:document-content>"
        return Data(ZipText([.init("content.xml", content)]).bytes)
    }

    @Test(
        "Repeated rows and columns of a small OpenDocument file do not fill the disk",
        arguments: [
            "<c:table-row c:number-rows-repeated='1048576'>\(text(String(repeating: "a", count: 900)))</c:table-row>",
            """
            <c:table-row><c:table-cell o:value-type='string' c:number-columns-repeated='16384'>\
            <t:p>\(String(repeating: "a", count: 20_000))</t:p></c:table-cell></c:table-row>
            """,
            """
            <c:table-row c:number-rows-repeated='1000000'><c:table-cell o:value-type='float' o:value='1' \
            c:number-columns-repeated='1024'/></c:table-row>
            """,
        ])
    func repetitions(rows: String) throws {
        let project = try SourceProject("{ ods: i.ods }", [:])
        try project.folder.write(Self.sheet(rows), as: "i.ods")
        let result = try project.build()
        #expect(result.status == 1, "\(result)")
        #expect(
            result.errors
                == "i.ods:Items!2: error: is too large: the limit for the repeated cells and spaces of an OpenDocument "
                + "sheet is 256 MB\n")
        #expect(try files(in: project.folder.path) == ["i.ods", "plan.yml"])
    }

    @Test("Realistic numbers of repeated rows are read")
    func usual() throws {
        let project = try SourceProject("{ ods: i.ods }", [:])
        try project.folder.write(
            Self.sheet("<c:table-row c:number-rows-repeated='3000'>\(Self.text("Tea"))</c:table-row>"),
            as: "i.ods")
        #expect(try project.build().status == 0)
        #expect(try project.items().count == 3_000)
    }

    @Test("A row whose cells share a long text counts with its full length")
    func sharedTexts() throws {
        let project = try SourceProject("{ xlsx: i.xlsx }", [:], attributes: "name: name")
        let cells = String(repeating: "<c t=\"s\"><v>0</v></c>", count: 1_000)
        let workbook = WorkbookText(
            rows: "<row><c t=\"str\"><v>name</v></c></row><row>\(cells)</row>",
            texts: "<si><t>\(String(repeating: "a", count: 70_000))</t></si>")
        try project.folder.write(Data(workbook.zip.bytes), as: "i.xlsx")
        // All columns count, with or without a name.
        let wide = try SourceProject(
            "{ xlsx: i.xlsx, header: false, range: \"A2:ALL\" }", [:], attributes: "name: A")
        try wide.folder.write(Data(workbook.zip.bytes), as: "i.xlsx")
        #expect(try project.build().status == 0)
        let result = try wide.build()
        #expect(result.status == 1)
        #expect(result.errors.hasPrefix("i.xlsx:Items!2: error: "), "\(result)")
        #expect(result.errors.contains("longer than"), "\(result)")
    }

    @Test("Styles with very many attributes are read")
    func attributes() throws {
        let project = try SourceProject("{ xlsx: i.xlsx }", [:], attributes: "name: name")
        let many = (0..<1_000).map { " a\($0)=\"\"" }.joined()
        let workbook = WorkbookText(
            rows: "<row><c t=\"str\"><v>name</v></c></row><row><c t=\"str\"><v>Tea</v></c></row>",
            styles: String(repeating: "<x\(many)/>", count: 100))
        try project.folder.write(Data(workbook.zip.bytes), as: "i.xlsx")
        let result = try project.build()
        #expect(result.status == 0, "\(result)")
        let more = WorkbookText(rows: "", styles: "<x\(many) b=\"\"/>")
        try project.folder.write(Data(more.zip.bytes), as: "i.xlsx")
        #expect(try project.build().errors.contains("1000"))
        let twice = WorkbookText(rows: "", styles: "<x\(many.dropLast(8)) a3=\"\"/>")
        try project.folder.write(Data(twice.zip.bytes), as: "i.xlsx")
        #expect(try project.build().errors.contains("an attribute twice"))
    }
}
