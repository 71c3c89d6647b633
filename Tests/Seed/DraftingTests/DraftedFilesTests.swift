import Foundation
import TestSupport
import Testing

@testable import Seeding

@Suite("Files from offices, drafted and built unchanged")
struct DraftedFilesTests {
    static let item = "Item name! amount:Integer_64 price:Decimal since:Date note code"
    private static let photo = "Photo title! tags>>Tag.photos\nTag name! photos>>Photo.tags"
    private static let tags =
        "SELECT p.ZTITLE, t.ZNAME FROM ZPHOTO p LEFT JOIN Z_1TAGS j ON j.Z_1PHOTOS = p.Z_PK "
        + "LEFT JOIN ZTAG t ON t.Z_PK = j.Z_2TAGS ORDER BY 1, 2"
    private static let trip = "Trip name! stops>>Stop.trip#\nStop city! trip>Trip.stops"
    private static let shot = "Place code! name shots>>Shot.place\nShot title! place>Place.shots"
    private static let amounts = "SELECT ZNAME, ZAMOUNT FROM ZITEM ORDER BY Z_PK"
    private static let prices = "SELECT ZNAME, ZPRICE FROM ZITEM ORDER BY Z_PK"
    static let notes = "SELECT ZNAME, ZNOTE FROM ZITEM ORDER BY Z_PK"
    private static let codes = "SELECT ZNAME, ZCODE FROM ZITEM ORDER BY Z_PK"
    private static let days =
        "SELECT ZNAME, date(ZSINCE + 978307200, 'unixepoch') FROM ZITEM ORDER BY Z_PK"

    static func expect(_ file: DraftedFile) throws {
        let folder = try TestFolder()
        let result = try file.result(in: folder)
        switch file.outcome {
        case .rows(_, let rows): #expect(result.rows == rows, "\(file): \(result.said)")
        case .refused: #expect(result.rows == nil, "\(file): \(result.said)")
        }
        for words in file.told { #expect(result.said.contains(words), "\(file): \(result.said)") }
    }

    @Test("Names", arguments: namedFiles)
    func names(file: DraftedFile) throws { try Self.expect(file) }

    private static let namedFiles: [DraftedFile] = [
        .init(
            "No column fits", item, ["x.csv": "foo,bar\n1,2\n"], .refused, told: ["nothingFits"]),
        .init(
            "A header and no rows", item, ["items.csv": "name,amount\n"], .rows(amounts, []),
            told: ["it has no rows", "noRows"]),
        .init(
            "Files named like entities",
            "Region name! territories>>Territory.region\nTerritory name! region>Region.territories",
            [
                "Regions.csv": "RegionID,RegionDescription\n1,East\n2,West\n",
                "Territories.csv": "TerritoryID,TerritoryName,RegionID\n10,Boston,1\n11,LA,2\n",
            ],
            .rows(
                "SELECT t.ZNAME, r.ZNAME FROM ZTERRITORY t JOIN ZREGION r ON r.Z_PK = t.ZREGION ORDER BY 1",
                ["Boston|East", "LA|West"])),
        .init(
            "Units in brackets", "Item name! count:Integer_64 amount:Integer_64 weight:Double",
            ["items.csv": "Name,Count (pcs),Weight [kg]\nA,3,1.5\nB,4,2\n"],
            .rows(
                "SELECT ZNAME, ZCOUNT, ZAMOUNT, ZWEIGHT FROM ZITEM ORDER BY 1", ["A|3||1.5", "B|4||2.0"])),
        .init(
            "A key that a whole list lacks", shot,
            [
                "places.csv": "code,name\nPAR,Paris\nLON,London\nROM,Rome\nBER,Berlin\nMAD,Madrid\n",
                "shots.csv": "title,place\na,PAR\nb,LON\nc,PAX\nd,ROM\ne,BER\nf,MAD\n",
            ], .refused, told: ["missing: error", "such as 'PAX'"]),
        .init(
            "Keys that a list has", shot,
            [
                "places.csv": "code,name\nPAR,Paris\nLON,London\nROM,Rome\n",
                "shots.csv": "title,place\na,PAR\nb,LON\nd,ROM\n",
            ],
            .rows(
                "SELECT s.ZTITLE, p.ZNAME FROM ZSHOT s JOIN ZPLACE p ON p.Z_PK = s.ZPLACE ORDER BY 1",
                ["a|Paris", "b|London", "d|Rome"]), told: ["missing: error"]),
    ]

    @Test("Positions in a list", arguments: ["position", "order", "sort_order", "nr", "stop_sequence"])
    func order(column: String) throws {
        try Self.expect(
            .init(
                column, Self.trip,
                ["trips.csv": "name\nT\n", "stops.csv": "city,trip,\(column)\nB,T,2\nA,T,1\nC,T,3\n"],
                .rows("SELECT ZCITY FROM ZSTOP ORDER BY Z_FOK_TRIP", ["A", "B", "C"]),
                told: ["order: \(column)"]))
    }

    @Test("Lists and texts", arguments: textFiles)
    func texts(file: DraftedFile) throws { try Self.expect(file) }

    private static let textFiles: [DraftedFile] = [
        .init(
            "An empty element beside one with a list", photo,
            [
                "photos.xml": "<photos><photo><title>a</title><tags/></photo>"
                    + "<photo><title>b</title><tags><tag>sea</tag><tag>sun</tag></tags></photo></photos>"
            ], .rows(tags, ["a|", "b|sea", "b|sun"])),
        .init(
            "The same with one element at most", photo,
            [
                "photos.xml": "<photos><photo><title>a</title><tags/></photo>"
                    + "<photo><title>b</title><tags><tag>sea</tag></tags></photo></photos>"
            ], .rows(tags, ["a|", "b|sea"])),
        .init(
            "Text around elements, and line ends that a program wrote", item,
            [
                "items.xml": "<items><item><name>A</name><note>x <b>y</b> z</note></item>"
                    + "<item><name>\n   B\n  </name><note><i>q</i> r</note></item></items>"
            ], .rows(notes, ["A|x y z", "B|q r"])),
        .init(
            "A unit within an element", item,
            [
                "items.xml": "<items><item><name>A</name><amount>3<unit>kg</unit></amount></item>"
                    + "<item><name>B</name><amount>4<unit>kg</unit></amount></item></items>"
            ], .rows(amounts, ["A|3", "B|4"])),
        .init(
            "Tags with commas", photo, ["photos.csv": "title;tags\na;\"Küche, Abend\"\nb;Abend\n"],
            .rows(tags, ["a|Abend", "a|Küche", "b|Abend"])),
        .init(
            "NA is a code", "Country code! name region",
            ["countries.csv": "code,name,region\nDE,Germany,EU\nNA,Namibia,AF\nFR,France,NA\n"],
            .rows(
                "SELECT ZCODE, ZNAME, ZREGION FROM ZCOUNTRY ORDER BY 1",
                ["DE|Germany|EU", "FR|France|NA", "NA|Namibia|AF"]), told: ["'NA' is a code"]),
        .init(
            "An array", "Item name! colors:Array", ["items.csv": "name,colors\nA,a;b\nB,c\n"],
            .rows(
                "SELECT ZNAME, substr(ZCOLORS, 1, 6) FROM ZITEM ORDER BY 1", ["A|bplist", "B|bplist"]),
            told: ["archive: array, separator: \";\""]),
    ]

    @Test("The place of the table in a sheet", arguments: tableFiles)
    func tables(file: DraftedFile) throws { try Self.expect(file) }

    private static let tableFiles: [DraftedFile] = [
        .init(
            "A title above", item, ["items.csv": "Stock list 2024\n\nname,amount\nA,1\nB,2\n"],
            .rows(amounts, ["A|1", "B|2"]), told: ["skipLines: 2"]),
        .init(
            "A title with delimiters", item,
            ["items.csv": "Stock list;;\nas of;2024-01-01;\nname;amount;note\nA;1;x\nB;2;y\n"],
            .rows(amounts, ["A|1", "B|2"]), told: ["skipLines: 2"]),
        .init(
            "Totals and footnotes", item,
            ["items.csv": "name,amount,note\nA,1,x\nB,2,\nTotal,3,\n* estimated,,\n"],
            .rows(amounts, ["A|1", "B|2"]), told: ["where:", "'Total', '* estimated'"]),
        .init(
            "A name that begins like a total", item,
            ["items.csv": "name,amount,note\nTotal Recall,1,\nB,2,y\n"],
            .rows(amounts, ["Total Recall|1", "B|2"])),
        .init(
            "A footnote without delimiters", item,
            ["items.csv": "name,amount,note\nA,1,x\nB,2,y\n* estimated\n"],
            .rows(amounts, ["A|1", "B|2"]), told: ["shortRows: pad"]),
        .init(
            "A header that comes again", item,
            ["items.csv": "name,amount\nA,1\nname,amount\nB,2\n"], .rows(amounts, ["A|1", "B|2"])),
        .init(
            "Groups of columns above their names", "Item name! shopPrice:Decimal webPrice:Decimal",
            ["items.csv": ",Shop,,Web,\nname,Price,Unit,Price,Unit\nA,1,kg,2,kg\nB,3,kg,4,kg\n"],
            .rows("SELECT ZNAME, ZSHOPPRICE, ZWEBPRICE FROM ZITEM ORDER BY 1", ["A|1|2", "B|3|4"])),
        .init(
            "A workbook with a title, and a total below", item,
            [
                (
                    "items.xlsx",
                    WorkbookText(
                        rows: WorkbookText.row(1, ["Stock list"])
                            + WorkbookText.row(3, ["name", "amount", "note"])
                            + WorkbookText.row(4, ["A", "1", "x"]) + WorkbookText.row(5, ["B", "2", "y"])
                            + "<row r=\"6\"><c r=\"A6\" t=\"str\"><v>Total</v></c><c r=\"B6\"><v>3</v></c></row>"
                    ).zip.bytes
                )
            ], .rows(amounts, ["A|1", "B|2"]), told: ["range: A3", "where:"]),
        .init(
            "Merged cells", "Item name! kind",
            [
                (
                    "items.xlsx",
                    merged.zip.bytes
                )
            ],
            .rows("SELECT ZNAME, ZKIND FROM ZITEM ORDER BY 1", ["A|fruit", "B|fruit", "C|nut"]),
            told: ["fillDown: [\"kind\"]"]),
    ]

    private static var merged: WorkbookText {
        var book = WorkbookText(rows: "")
        let row = "<row r=\"3\"><c r=\"B3\" t=\"str\"><v>B</v></c></row>"
        book.sheets = [
            (
                "Items",
                "<sheetData>" + WorkbookText.row(1, ["kind", "name"]) + WorkbookText.row(2, ["fruit", "A"])
                    + row
                    + WorkbookText.row(4, ["nut", "C"])
                    + "</sheetData><mergeCells><mergeCell ref=\"A2:A3\"/></mergeCells>"
            )
        ]
        return book
    }

    @Test("Numbers and dates", arguments: valueFiles)
    func values(file: DraftedFile) throws { try Self.expect(file) }

    private static let valueFiles: [DraftedFile] = [
        .init(
            "Euros", item, ["items.csv": "name;price\nA;1.234,50 €\nB;0,99 €\nC;12\n"],
            .rows(prices, ["A|1234.5", "B|0.99", "C|12"]), told: ["number: { unit: \"€\" }"]),
        .init(
            "Dollars", item, ["items.csv": "name,price\nA,\"$1,200\"\nB,-$5.50\n"],
            .rows(prices, ["A|1200", "B|-5.5"]), told: ["number: { unit: \"$\" }"]),
        .init(
            "Per cent", item, ["items.csv": "name,amount\nA,55 %\nB,7%\n"], .rows(amounts, ["A|55", "B|7"]),
            told: ["scale: 0.01"]),
        .init(
            "Two units", item, ["items.csv": "name,amount\nA,12 kg\nB,7 kg\nC,3 lb\n"], .refused,
            told: ["another unit than 'kg': 'lb'"]),
        .init(
            "Dates in two forms", item,
            ["items.csv": "name,since\nA,2021-04-03\nB,2021-05-06\nC,13.04.21\nD,2022-01-01\n"],
            .rows(days, ["A|2021-04-03", "B|2021-05-06", "C|2021-04-13", "D|2022-01-01"]),
            told: ["date: [iso8601, dd.MM.yy]", "century: 1970"]),
        .init(
            "Births in years of two digits", "Person name! birthDate:Date",
            ["people.csv": "name,birth date\nA,12.03.45\nB,01.12.98\nC,30.06.61\n"],
            .rows(
                "SELECT ZNAME, date(ZBIRTHDATE + 978307200, 'unixepoch') FROM ZPERSON ORDER BY 1",
                ["A|1945-03-12", "B|1998-12-01", "C|1961-06-30"]), told: ["years of two digits are from"]),
        .init(
            "Days of a workbook that counts from 1904", item, [("items.xlsx", from1904.zip.bytes)],
            .rows(days, ["A|2024-03-09", "B|2024-03-10"]), told: ["excel1904"]),
        .init(
            "A number that is shown as 0007", item, [("items.xlsx", padded("0000", "code").zip.bytes)],
            .rows(codes, ["A|0007", "B|12345"])),
        .init(
            "The same for a number", item, [("items.xlsx", padded("0000", "amount").zip.bytes)],
            .rows(amounts, ["A|7", "B|12345"])),
        .init(
            "Digits with a sign between them", item,
            [("items.xlsx", padded("00\\-00", "code").zip.bytes)], .rows(codes, ["A|00-07", "B|123-45"]),
            told: ["replace:"]),
        .init(
            "Values in a workbook that asks to be worked out anew, and are no formulas'", item,
            [
                (
                    "items.xlsx",
                    cells(
                        "<c r=\"B2\"><v>3</v></c>", "<c r=\"B3\"><v>4</v></c>",
                        properties: "<calcPr fullCalcOnLoad=\"1\"/>"
                    ).zip.bytes
                )
            ],
            .rows(amounts, ["A|3", "B|4"])),
        .init(
            "Formulas without results", item,
            [("items.xlsx", formulas("<f>1+1</f>", "").zip.bytes)], .refused, told: ["uncalculatedFormula"]),
        .init(
            "Formulas that nobody has worked out", item,
            [("items.xlsx", formulas("<f>1+1</f><v>0</v>", "<calcPr fullCalcOnLoad=\"1\"/>").zip.bytes)],
            .refused, told: ["staleFormula"]),
        .init(
            "Formulas whose results are all 0", item,
            [("items.xlsx", formulas("<f>1+1</f><v>0</v>", "").zip.bytes)],
            .rows(amounts, ["A|0", "B|0"]), told: ["zeroFormulas(2)"]),
        .init(
            "#N/A", item,
            [
                (
                    "items.xlsx",
                    cells("<c r=\"B2\" t=\"e\"><v>#N/A</v></c>", "<c r=\"B3\"><v>2</v></c>").zip.bytes
                )
            ],
            .rows(amounts, ["A|", "B|2"]), told: ["null: [\"#N/A\"]"]),
    ]

    /// Returns a sheet of two items, with the second cell of each.
    static func cells(
        _ first: String, _ second: String, column: String = "amount", properties: String = ""
    ) -> WorkbookText {
        func row(_ number: Int, _ name: String, _ cell: String) -> String {
            "<row r=\"\(number)\"><c r=\"A\(number)\" t=\"str\"><v>\(name)</v></c>\(cell)</row>"
        }
        var book = WorkbookText(
            rows: WorkbookText.row(1, ["name", column]) + row(2, "A", first) + row(3, "B", second))
        book.properties = properties
        return book
    }

    private static var from1904: WorkbookText {
        var book = cells("<c r=\"B2\"><v>43898</v></c>", "<c r=\"B3\"><v>43899</v></c>", column: "since")
        book.properties = "<workbookPr date1904=\"1\"/>"
        return book
    }

    private static func padded(_ format: String, _ column: String) -> WorkbookText {
        var book = cells(
            "<c r=\"B2\" s=\"1\"><v>7</v></c>", "<c r=\"B3\" s=\"1\"><v>12345</v></c>", column: column)
        book.styles =
            "<numFmts><numFmt numFmtId=\"165\" formatCode=\"\(format)\"/></numFmts>"
            + "<cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"165\"/></cellXfs>"
        return book
    }

    private static func formulas(_ content: String, _ properties: String) -> WorkbookText {
        cells("<c r=\"B2\">\(content)</c>", "<c r=\"B3\">\(content)</c>", properties: properties)
    }
}
