import CommandSupport
import Foundation
import TestSupport
import Testing

@Suite("Spreadsheets on the command line")
struct SpreadsheetCommandTests {
    private static let header =
        "<row r=\"1\">" + ["id", "name", "qty", "added"].map { "<c t=\"str\"><v>\($0)</v></c>" }.joined()
        + "</row>"
    private static let styles = "<cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"14\"/></cellXfs>"

    private static func shop(_ workbook: WorkbookText, source: String = "{ xlsx: items.xlsx }") throws -> Shop
    {
        let shop = try Shop()
        try shop.folder.write(Data(workbook.zip.bytes), as: "items.xlsx")
        try shop.folder.write(
            """
            reference: reference.sqlite
            output: out.sqlite
            timeZone: UTC
            sources: { items: \(source) }
            entities:
              Item:
                from: items
                key: id
                attributes: { name: name, quantity: qty, added: added }
            """, as: "plan.yml")
        return shop
    }

    private static func row(_ number: Int, _ name: String, _ qty: String, _ day: String = "45306") -> String {
        "<row r=\"\(number)\"><c><v>\(number)</v></c><c t=\"str\"><v>\(name)</v></c>\(qty)<c r=\"D\(number)\" s=\"1\"><v>\(day)</v></c></row>"
    }

    @Test("Errors are reported at their cell, such as B17, as text and as JSON")
    func positions() throws {
        var workbook = WorkbookText(
            rows: Self.header + Self.row(2, "A", "<c><v>1</v></c>")
                + Self.row(17, "B", "<c t=\"str\"><v>many</v></c>")
                + Self.row(18, "C", "<c t=\"e\"><v>#N/A</v></c>")
                + Self.row(19, "D", "<c><f>1+1</f></c>", "60"),
            styles: Self.styles)
        workbook.sheets[0].name = "Mine & yours' 1"
        let shop = try Self.shop(workbook)
        let result = try shop.build()
        #expect(result.status == 1)
        let place = "items.xlsx:'Mine & yours'' 1'!"
        #expect(
            result.errors.split(separator: "\n").map(String.init) == [
                "\(place)C17: error: Item.quantity: 'many' (column `qty`) is not an integer",
                "\(place)C18: error: the cell has the error '#N/A' (column `qty`)",
                "\(place)C19: error: the cell has a formula without a result: open the file in a spreadsheet "
                    + "program and save it to calculate the formulas (column `qty`)",
            ])
        let json = try Zseed.run("build", "plan.yml", "--json", in: shop.path).output
        #expect(json.contains("\"cell\" : \"C17\""), "\(json)")
        #expect(json.contains("\"sheet\" : \"Mine & yours' 1\""))
        #expect(json.contains("\"line\" : 17"))
    }

    @Test("Rejected rows are CSV, which replaces the sheet after correction")
    func rejects() throws {
        let workbook = WorkbookText(
            rows: Self.header + Self.row(2, "A", "<c><v>1</v></c>")
                + Self.row(3, "B, \"x\"", "<c t=\"e\"><v>#DIV/0!</v></c>"),
            styles: Self.styles)
        let shop = try Self.shop(workbook)
        try shop.edit("plan.yml", "timeZone: UTC\n", "timeZone: UTC\nonError: skip\n")
        let result = try shop.build()
        #expect(result.status == 0, "\(result.errors)")
        let rejects = shop.path + "/out.sqlite.rejects/items.csv"
        let text = try String(contentsOfFile: rejects, encoding: .utf8)
        #expect(
            text == "id,name,qty,added,reason\n3,\"B, \"\"x\"\"\",#DIV/0!,2024-01-15,"
                + "the cell has the error '#DIV/0!' (column `qty`)\n")
        try shop.folder.write(text.replacing("#DIV/0!,", with: "2,"), as: "items.csv")
        let again = try Zseed.run(
            "build", "plan.yml", "--source", "items=items.csv", "-o", "two.sqlite", in: shop.path)
        #expect(again.status == 0, "\(again.errors)")
        let rows = try run(
            "sqlite3", ["-readonly", shop.path + "/two.sqlite", "SELECT ZNAME, ZQUANTITY FROM ZITEM"])
        #expect(rows.output == "B, \"x\"|2\n")
    }

    @Test(
        "A truncated workbook never becomes a store, even with `onError: skip`", arguments: ["stop", "skip"])
    func damage(policy: String) throws {
        let rows = (2..<5_000).map { Self.row($0, "Item \($0 * 7919 % 5_003)", "<c><v>\($0)</v></c>") }
            .joined()
        let workbook = WorkbookText(rows: Self.header + rows, styles: Self.styles)
        let whole = workbook.zip
        func expect(_ words: String, _ bytes: [UInt8]) throws {
            let shop = try Self.shop(workbook)
            try shop.edit("plan.yml", "timeZone: UTC\n", "timeZone: UTC\nonError: \(policy)\n")
            try shop.folder.write(Data(bytes), as: "items.xlsx")
            let result = try shop.build()
            #expect(result.status == 1)
            #expect(result.errors.contains(words), "\(result.errors)")
            #expect(!FileManager.default.fileExists(atPath: shop.output))
        }
        var zip = whole
        let index = try #require(zip.members.firstIndex { $0.name == "xl/worksheets/sheet1.xml" })
        zip.members[index].checksum = 1
        try expect("items.xlsx: error: `xl/worksheets/sheet1.xml` in it: its checksum is wrong", zip.bytes)
        zip = whole
        zip.members[index].bytes.removeLast(100)
        try expect("items.xlsx:xl/worksheets/sheet1.xml:2:", zip.bytes)
        try expect(
            "items.xlsx: error: is not a workbook: it is not a ZIP archive, or its end is missing",
            Array(whole.bytes.dropLast(50)))
        zip = whole
        zip.members[index].bytes = Array("<!DOCTYPE a [<!ENTITY x \"y\">]><worksheet/>".utf8)
        try expect(
            "items.xlsx:xl/worksheets/sheet1.xml:1:25: error: a document type that declares entities",
            zip.bytes)
        zip = whole
        let head = Array((WorkbookText.declaration + "<worksheet><sheetData>").utf8)
        zip.members[index].bytes =
            head + [UInt8](repeating: 0x20, count: 40 << 20) + Array("</sheetData></worksheet>".utf8)
        try expect("it expands to more than 250 times its size", zip.bytes)
    }

    @Test(
        "Unsupported kinds of workbooks are named and refused",
        arguments: [
            (
                "application/vnd.ms-excel.sheet.macroEnabled.main+xml",
                "this is a workbook with macros (.xlsm): zseed does not read files that contain programs"
            ),
            (
                "application/vnd.ms-excel.sheet.binary.macroEnabled.main",
                "this is a binary workbook (.xlsb): save it as a workbook (.xlsx)"
            ),
            (
                "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml",
                "this is a Word document"
            ),
        ])
    func otherTypes(type: String, words: String) throws {
        var workbook = WorkbookText(rows: Self.header)
        workbook.type = type
        let result = try Self.shop(workbook).build()
        #expect(result.status == 1)
        #expect(result.errors.hasPrefix("items.xlsx: error: \(words)"), "\(result.errors)")
    }

    @Test("Old and encrypted workbooks have their own messages, and a text is not an archive")
    func otherFiles() throws {
        func words(_ data: Data, _ source: String = "{ xlsx: items.xlsx }") throws -> String {
            let shop = try Self.shop(WorkbookText(rows: Self.header), source: source)
            try shop.folder.write(data, as: "items.xlsx")
            let result = try shop.build()
            #expect(result.status == 1)
            return result.errors
        }
        var old = [UInt8](repeating: 0, count: 4096)
        old.replaceSubrange(0..<8, with: [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1])
        old[30] = 9
        #expect(try words(Data(old)).hasPrefix("items.xlsx: error: this is an old Office document"))
        let name = Array("EncryptedPackage".utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        old.replaceSubrange(640..<(640 + name.count), with: name)
        #expect(
            try words(Data(old)).hasPrefix(
                "items.xlsx: error: this is a password-protected workbook: save it without"))
        #expect(try words(Data("id,name\n1,A\n".utf8)).hasPrefix("items.xlsx: error: is not a workbook"))
        #expect(try words(Data("<html></html>".utf8)).hasPrefix("items.xlsx:1: error: this is a web page"))
        #expect(try words(Data()).hasPrefix("items.xlsx: error: is not a workbook"))
        let archive = Data(ZipText([.init("a.txt", "a")]).bytes)
        #expect(try words(archive).hasPrefix("items.xlsx: error: this is a ZIP archive"))
        let workbook = Data(WorkbookText(rows: Self.header).zip.bytes)
        #expect(
            try words(workbook, "{ ods: items.xlsx }").hasPrefix(
                "items.xlsx: error: this is an Excel workbook: read it with `xlsx:`"))
    }

    @Test("A workbook is read from standard input, and drafted with a source for each sheet")
    func drafts() throws {
        var workbook = WorkbookText(
            rows: Self.header + Self.row(2, "A", "<c><v>1</v></c>"), styles: Self.styles)
        workbook.sheets.append(
            (
                "Labels",
                "<sheetData>\(WorkbookText.row(1, ["text"]))\(WorkbookText.row(2, ["red"]))</sheetData>"
            ))
        workbook.sheets.append(("Empty", "<sheetData/>"))
        let shop = try Self.shop(workbook, source: "{ xlsx: -, sheet: items }")
        let piped = try Zseed.run(
            "build", "plan.yml", in: shop.path, input: try bytes(of: shop.path + "/items.xlsx"))
        #expect(piped.status == 0, "\(piped.errors)")
        let draft = try Zseed.run("plan", "reference.sqlite", "items.xlsx", "-o", "draft.yml", in: shop.path)
        #expect(draft.status == 0, "\(draft.errors)")
        let text = try String(contentsOfFile: shop.path + "/draft.yml", encoding: .utf8)
        #expect(text.contains("Items: { xlsx: items.xlsx, sheet: Items }"), "\(text)")
        #expect(text.contains("Labels: { xlsx: items.xlsx, sheet: Labels }"))
        #expect(!text.contains("Empty"))
        let built = try Zseed.run("build", "draft.yml", "-o", "two.sqlite", in: shop.path)
        #expect(built.status == 0, "\(built.errors)\n\(text)")
    }
}
