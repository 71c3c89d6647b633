import TestSupport
import Testing

/// Values that are built unchanged but must be reported.
extension DraftedFilesTests {
    private static let thing = "Item name! amount:Double code tags>>Tag.items\nTag name! items>>Item.tags"
    private static let amounts = "SELECT ZNAME, ZAMOUNT FROM ZITEM ORDER BY Z_PK"
    private static let codes = "SELECT ZCODE FROM ZITEM ORDER BY Z_PK"

    @Test("Uncertain choices are reported", arguments: told)
    func told(file: DraftedFile) throws { try Self.expect(file) }

    private static let told: [DraftedFile] = [
        .init(
            "Two currencies of a sheet", thing, [("items.xlsx", shown("0.00 \"€\"", "0.00 \"$\""))],
            .rows(amounts, ["A|10.0", "B|12.0"]), told: ["the sheet shows numbers with '€' and with '$'"]),
        .init(
            "Some numbers of a sheet in per cent", thing, [("items.xlsx", shown("0%", "0.00"))],
            .rows(amounts, ["A|10.0", "B|12.0"]),
            told: ["the sheet shows 1 of 2 numbers as per cent: is 0.5 of them 50?"]),
        .init(
            "A row that is struck out", thing, [("items.xlsx", struck.zip.bytes)],
            .rows(amounts, ["A|10.0", "B|12.0"]), told: ["struckRows(1)"]),
        .init(
            "Rows twice", thing, ["items.csv": "name,amount\nA,1\nB,2\nA,1\nB,2\n"],
            .rows(amounts, ["A|1.0", "B|2.0", "A|1.0", "B|2.0"]),
            told: ["2 rows are the same as earlier ones, the first in row 4: is each an object?"]),
        .init(
            "Rows without a key, of two entities",
            "Info name city more>More.info\nMore zip:Integer_32 info>Info.more",
            ["infos.csv": "name,city,zip\nOne,Rome,89101\nOne,Rome,89101\nTwo,Rome,89102\n"],
            .rows("SELECT ZNAME, ZCITY FROM ZINFO ORDER BY Z_PK", ["One|Rome", "One|Rome", "Two|Rome"]),
            told: ["no column has unique values, so these objects cannot be linked to More"]),
        .init(
            "A day among codes", thing, ["items.csv": "name,code\nA,BRCA1\nB,2-Sep\nC,TP53\n"],
            .rows(codes, ["BRCA1", "2-Sep", "TP53"]),
            told: ["1 of 3 values is a day, such as '2-Sep': did a spreadsheet convert other texts to dates?"]
        ),
        .init(
            "A zero that got lost", thing,
            ["items.csv": "name,code\nDresden,1067\nBerlin,10115\nKöln,50667\n"],
            .rows(codes, ["1067", "10115", "50667"]),
            told: ["1 of 3 codes has a digit less, such as '1067': has a zero in front been lost?"]),
        .init(
            "Codes of any length", thing, ["items.csv": "name,code\nA,17\nB,10115\nC,506\n"],
            .rows(codes, ["17", "10115", "506"])),
        .init(
            "Two signs between tags", thing,
            ["items.csv": "name,tags\nA,Sea; Sun\nB,Sea\nC,\"Sun, Beach\"\n"],
            .rows("SELECT ZNAME FROM ZTAG ORDER BY 1", ["Sea", "Sun", "Sun, Beach"]),
            told: ["',' also occurs in 1 of the cells"]),
        .init(
            "A row that is a comment", thing, ["items.csv": "name,amount\nA,1\n# B,2\nC,3\n"],
            .rows(amounts, ["A|1.0", "# B|2.0", "C|3.0"]), told: ["is the row '# B' a comment?"]),
        .init(
            "Digits that a sheet has lost", thing,
            [
                (
                    "items.xlsx",
                    cells(
                        "<c r=\"B2\"><v>4.0123456789012E+18</v></c>", "<c r=\"B3\"><v>1</v></c>",
                        column: "code"
                    ).zip
                        .bytes
                )
            ], .rows(codes, ["4.0123456789012e+18", "1"]),
            told: ["a spreadsheet has left out digits of numbers such as '4.0123456789012e+18'"]),
        .init(
            "No such latitude", "Spot name! latitude:Double longitude:Double",
            ["spots.csv": "name,latitude,longitude\nA,139.7,35.7\n"],
            .rows("SELECT ZLATITUDE, ZLONGITUDE FROM ZSPOT", ["139.7|35.7"]),
            told: ["there is no latitude of 139.7"]),
    ]

    private static func shown(_ first: String, _ second: String) -> [UInt8] {
        var book = cells("<c r=\"B2\" s=\"1\"><v>10</v></c>", "<c r=\"B3\" s=\"2\"><v>12</v></c>")
        let formats = [first, second].map { $0.replacing("\"", with: "&quot;") }
        book.styles =
            "<numFmts><numFmt numFmtId=\"165\" formatCode=\"\(formats[0])\"/>"
            + "<numFmt numFmtId=\"166\" formatCode=\"\(formats[1])\"/></numFmts>"
            + "<cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"165\"/><xf numFmtId=\"166\"/></cellXfs>"
        return book.zip.bytes
    }

    private static var struck: WorkbookText {
        var book = cells("<c r=\"B2\"><v>10</v></c>", "<c r=\"B3\" s=\"1\"><v>12</v></c>")
        book.sheets[0].xml = book.sheets[0].xml.replacing("<c r=\"A3\"", with: "<c r=\"A3\" s=\"1\"")
            .replacing("<c r=\"B2\"", with: "<c r=\"B2\" s=\"1\"")
        book.styles =
            "<fonts><font/><font><strike/></font></fonts>"
            + "<cellXfs><xf fontId=\"0\"/><xf fontId=\"1\"/></cellXfs>"
        return book
    }
}
