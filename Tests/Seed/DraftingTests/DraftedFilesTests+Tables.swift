import TestSupport
import Testing

@testable import Seeding

extension DraftedFilesTests {
    private static let amounts = "SELECT ZNAME, ZAMOUNT FROM ZITEM ORDER BY Z_PK"
    private static let kinds = "SELECT ZNAME, ZKIND FROM ZITEM ORDER BY Z_PK"
    private static let kind = "Item name! kind amount:Integer_64"
    private static let works =
        "Work title! artist>Artist.works\nArtist lastName! firstName works>>Work.artist"
    private static let artists =
        "SELECT w.ZTITLE, a.ZLASTNAME, a.ZFIRSTNAME FROM ZWORK w LEFT JOIN ZARTIST a ON a.Z_PK = w.ZARTIST ORDER BY 1"

    @Test("Rows that are not objects", arguments: rowFiles)
    func rows(file: DraftedFile) throws { try Self.expect(file) }

    private static let rowFiles: [DraftedFile] = [
        .init(
            "A total in a row without blanks", item, ["items.csv": "name,amount\nA,1\nB,2\nTotal,3\n"],
            .rows(amounts, ["A|1", "B|2"]), told: ["'Total'"]),
        .init(
            "A word for a total that is a name", item, ["items.csv": "name,amount\nA,1\nTotal,2\nB,4\n"],
            .rows(amounts, ["A|1", "Total|2", "B|4"])),
        .init(
            "A word for a total among zeros", item, ["items.csv": "name,amount\nA,0\nB,0\nSum,0\n"],
            .rows(amounts, ["A|0", "B|0", "Sum|0"])),
        .init(
            "A word for a total beside another number than the total", item,
            ["items.csv": "name,amount\nA,1\nB,-1\nSum,0\nC,2\nSum,2\n"],
            .rows(amounts, ["A|1", "B|-1", "Sum|0", "C|2", "Sum|2"]),
            told: ["are the rows of 'Sum' no objects?"]),
        .init(
            "Totals of groups in the second column", kind,
            [
                "items.csv": "kind;name;amount\nfruit;A;1\nfruit;B;2\nfruit;Zwischensumme;3\nnut;C;5\n"
                    + "nut;Zwischensumme;5\n;Gesamtsumme;8\n"
            ],
            .rows(kinds, ["A|fruit", "B|fruit", "C|nut"]), told: ["'Zwischensumme'", "'Gesamtsumme'"]),
        .init(
            "A sum without a name", item, ["items.csv": "name,amount,note\nA,1,x\nB,2,y\n,3,\n"],
            .rows(amounts, ["A|1", "B|2"]), told: ["`name` != nil", "a sum without a name"]),
        .init(
            "A note behind a line without anything", item,
            ["items.csv": "name,amount\nA,1\nB,2\n\nPrices are without tax,\n"],
            .rows(amounts, ["A|1", "B|2"]), told: ["'Prices are without tax'"]),
        .init(
            "A text behind a line without anything, and rows below it", item,
            ["items.csv": "name,amount\nA,1\nB,2\n\nPrices of May,\nC,3\n"],
            .rows(amounts, ["A|1", "B|2", "Prices of May|", "C|3"]),
            told: ["is the row, 'Prices of May', an object?"]),
        .init(
            "Two notes behind a line without anything", item,
            ["items.csv": "name,amount\nA,1\nB,2\n,\n* stock of last week,\nSource: nursery,\n"],
            .rows(amounts, ["A|1", "B|2"]), told: ["'* stock of last week', 'Source: nursery'"]),
        .init(
            "A name of two words behind a row of two lines", item,
            ["items.csv": "name,amount\n\"A\nB\",1\nC D,\n"],
            .rows(amounts, ["A\nB|1", "C D|"])),
        .init(
            "A formula in a row that is left out", item,
            [("items.xlsx", total("<f>SUM(B2:B3)</f><v>3</v>").zip.bytes)], .rows(amounts, ["A|1", "B|2"]),
            told: ["'Total'"]),
        .init(
            "Formulas without results in a row that is left out", item,
            [("items.xlsx", total("<f>SUM(B2:B3)</f>").zip.bytes)], .rows(amounts, ["A|1", "B|2"]),
            told: ["'Total'"]),
    ]

    private static func total(_ sum: String) -> WorkbookText {
        var book = WorkbookText(
            rows: WorkbookText.row(1, ["name", "amount", "note"]) + WorkbookText.row(2, ["A", "1", "x"])
                + WorkbookText.row(3, ["B", "2", "y"])
                + "<row r=\"4\"><c r=\"A4\" t=\"str\"><v>Total</v></c><c r=\"B4\">\(sum)</c><c r=\"C4\">\(sum)</c></row>"
        )
        book.properties = "<calcPr fullCalcOnLoad=\"1\"/>"
        return book
    }

    @Test("The form of a table", arguments: formFiles)
    func forms(file: DraftedFile) throws { try Self.expect(file) }

    private static let formFiles: [DraftedFile] = [
        .init(
            "A name that goes over two rows of headers", "Item name! shopPrice:Decimal webPrice:Decimal",
            ["items.csv": "Name,Shop,,Web,\n,Price,Unit,Price,Unit\nA,1,kg,2,kg\nB,3,kg,4,kg\n"],
            .rows("SELECT ZNAME, ZSHOPPRICE, ZWEBPRICE FROM ZITEM ORDER BY 1", ["A|1|2", "B|3|4"])),
        .init(
            "Signs for the cell above", kind, ["items.csv": "kind,name\nfruit,A\n〃,B\nnut,C\n〃,D\n"],
            .rows(kinds, ["A|fruit", "B|fruit", "C|nut", "D|nut"]),
            told: ["fillDown: [\"kind\"]", "mean the cell above?"]),
        .init(
            "Blanks that may mean the cell above", kind, ["items.csv": "kind,name\nfruit,A\n,B\nnut,C\n,D\n"],
            .rows(kinds, ["A|fruit", "B|", "C|nut", "D|"]),
            told: ["do empty cells of `kind` mean the one above?"]),
        .init(
            "White space around texts", item, ["items.csv": "name,amount\nA\u{A0} , 1\n B,2\u{A0}\n"],
            .rows(amounts, ["A|1", "B|2"]), told: ["trim: true"]),
        .init(
            "No header", item, ["items.csv": "Apple,1\nBeer,2\n"],
            .refused, told: ["noHeader"]),
        .init(
            "Columns of a fixed width", item, ["items.txt": "name      amount\nApple     1\n"],
            .refused, told: ["fixedWidth"]),
        .init(
            "Numbers without their digits", item, ["items.csv": "name,code\nA,4.00638E+12\n"],
            .rows("SELECT ZCODE FROM ZITEM", ["4.00638E+12"]), told: ["left out digits"]),
        .init(
            "A table of sums beside the rows", item,
            [
                "items.csv": "name,amount\nA,1\nB,2\n",
                "pivot.csv": "Row Labels,Sum of amount\nA,1\nB,2\nGrand Total,3\n",
            ], .rows(amounts, ["A|1", "B|2"]), told: ["no entity fits the source `pivot`"]),
        .init(
            "Tags in lines of a cell", "Photo title! tags>>Tag.photos\nTag name! photos>>Photo.tags",
            ["photos.csv": "title,tags\na,\"sea\nsun\"\nb,sun\n"],
            .rows("SELECT ZNAME FROM ZTAG ORDER BY 1", ["sea", "sun"])),
        .init(
            "Family and given name in one cell", works,
            ["works.csv": "title,artist\nMonk,\"Friedrich, Caspar David\"\nSea,\"Turner, William\"\n"],
            .rows(artists, ["Monk|Friedrich|Caspar David", "Sea|Turner|William"]),
            told: ["find: [Artist.lastName, firstName]"]),
        .init(
            "The same where a source has them", works,
            [
                "artists.csv": "last name,first name\nFriedrich,Caspar David\nTurner,William\n",
                "works.csv": "title,artist\nMonk,\"Friedrich, Caspar David\"\nSea,\"Turner, Wiliam\"\n",
            ], .refused, told: ["missing: error"]),
        .init(
            "Family and given name in two columns", works,
            ["works.csv": "title,artist last name,artist first name\nMonk,Friedrich,Caspar David\n"],
            .rows(artists, ["Monk|Friedrich|Caspar David"])),
    ]
}
