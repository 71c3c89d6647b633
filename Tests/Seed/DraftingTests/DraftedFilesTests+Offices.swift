import TestSupport
import Testing

/// The tables of offices in different trades and countries.
extension DraftedFilesTests {
    private static let dish = """
        Dish name! price:Decimal summary vatRate:Double course>Course.dishes tags>>Tag.dishes
        Course name! dishes>>Dish.course
        Tag name! dishes>>Dish.tags
        """
    private static let member = """
        Member firstName lastName! email phone city website dues:Decimal active:Boolean roles>>Role.members
        Role name! members>>Member.roles
        """
    private static let art =
        "Artwork title! medium artist>Artist.works\nArtist firstName lastName! born:Integer_16 works>>Artwork.artist"
    private static let station = "Station code! name latitude:Double installed:Date labels:Array"
    private static let people = "SELECT ZFIRSTNAME, ZLASTNAME FROM ZMEMBER ORDER BY Z_PK"
    private static let dishes = "SELECT ZNAME, ZSUMMARY FROM ZDISH ORDER BY Z_PK"
    private static let three = ["Soup|hot", "Steak|rare", "Cake|sweet"]
    private static let works =
        "SELECT a.ZTITLE, r.ZFIRSTNAME, r.ZLASTNAME FROM ZARTWORK a JOIN ZARTIST r ON r.Z_PK = a.ZARTIST ORDER BY a.Z_PK"
    private static let tags =
        "SELECT d.ZNAME, t.ZNAME FROM ZDISH d LEFT JOIN Z_2TAGS j ON j.Z_2DISHES = d.Z_PK "
        + "LEFT JOIN ZTAG t ON t.Z_PK = j.Z_3TAGS ORDER BY 1, 2"

    @Test("Further header rows below the first are left out", arguments: namesTwice)
    func namesTwice(file: DraftedFile) throws { try Self.expect(file) }

    private static let namesTwice: [DraftedFile] = [
        .init(
            "In another language, beside texts only", dish,
            ["dishes.csv": "Name;Summary\nname;Beschreibung\nSoup;hot\nSteak;rare\nCake;sweet\n"],
            .rows(dishes, three), told: ["NOT `Name` IN {'name'}"]),
        .init(
            "In two more languages", member,
            [
                "members.csv":
                    "First name,Last name,City\nVorname,Nachname,Ort\nPrénom,Nom,Ville\nAnn,Lee,Bern\nBob,Roy,Basel\n"
            ], .rows(people, ["Ann|Lee", "Bob|Roy"]), told: ["IN {'Vorname', 'Prénom'}"]),
        .init(
            "In Japanese", member,
            ["members.csv": "First name,Last name,City\n名,姓,市\nKen,Ito,Tokyo\nAi,Mori,Osaka\n"],
            .rows(people, ["Ken|Ito", "Ai|Mori"])),
        .init(
            "As the model has them", member,
            ["members.csv": "Given;Family;City\nfirstName;lastName;city\nAnn;Lee;Bern\nBob;Roy;Basel\n"],
            .refused, told: ["NOT `Given` IN {'firstName'}"]),
        .init(
            "Whether they have to be filled", member,
            [
                "members.csv":
                    "First name;Last name;City\nRequired;Required;Optional\nAnn;Lee;Bern\nBob;Roy;Basel\n"
            ],
            .rows(people, ["Ann|Lee", "Bob|Roy"]), told: ["'Required'"]),
        .init(
            "A first row that has one of them by chance", dish,
            ["dishes.csv": "name,summary\nThe course,Summary\nSteak,rare\nCake,sweet\n"],
            .rows(dishes, ["The course|Summary", "Steak|rare", "Cake|sweet"]),
            told: ["does the first row, 'The course', name the columns once more?"]),
        .init(
            "A list of names of columns", dish,
            ["dishes.csv": "name,summary\nprice,Preis\ncity,Ort\ncolor,Farbe\nzip,PLZ\n"],
            .rows(dishes, ["price|Preis", "city|Ort", "color|Farbe", "zip|PLZ"])),
        .init(
            "Headers in German for names in English", member,
            ["members.csv": "Vorname;Nachname;Ort;Telefon\nAnn;Lee;Bern;111\n"],
            .rows("SELECT ZFIRSTNAME, ZLASTNAME, ZCITY, ZPHONE FROM ZMEMBER", ["Ann|Lee|Bern|111"]),
            told: ["is `Ort` the right column?"]),
        .init(
            "Two words for types beside a number of a sheet, which are values",
            "Item name! kind amount:Integer_64",
            [("items.xlsx", typeWords.zip.bytes)],
            .rows(
                "SELECT ZNAME, ZKIND, ZAMOUNT FROM ZITEM ORDER BY Z_PK",
                ["text|money|3", "pen|tool|4", "ink|tool|5"])
        ),
        .init(
            "The same of a CSV file", "Item name! kind amount:Integer_64",
            ["items.csv": "name,kind,amount\ntext,money,3\npen,tool,4\nink,tool,5\n"],
            .rows(
                "SELECT ZNAME, ZKIND, ZAMOUNT FROM ZITEM ORDER BY Z_PK",
                ["text|money|3", "pen|tool|4", "ink|tool|5"])
        ),
    ]

    private static var typeWords: WorkbookText {
        let rows = [("text", "money", 3), ("pen", "tool", 4), ("ink", "tool", 5)].enumerated().map {
            index, row in
            let number = index + 2
            return "<row r=\"\(number)\"><c r=\"A\(number)\" t=\"str\"><v>\(row.0)</v></c>"
                + "<c r=\"B\(number)\" t=\"str\"><v>\(row.1)</v></c><c r=\"C\(number)\"><v>\(row.2)</v></c></row>"
        }
        return WorkbookText(rows: WorkbookText.row(1, ["name", "kind", "amount"]) + rows.joined())
    }

    @Test("Addresses", arguments: addressFiles)
    func addresses(file: DraftedFile) throws { try Self.expect(file) }

    private static let addressFiles: [DraftedFile] = [
        .init(
            "As links have them", member,
            [
                "members.csv":
                    "last name,email,phone\nLee,mailto:ann@x.org,tel:+41 44\nRoy,bob@x.org,TEL:+41 45\n"
            ],
            .rows(
                "SELECT ZEMAIL, ZPHONE FROM ZMEMBER ORDER BY Z_PK", ["ann@x.org|+41 44", "bob@x.org|+41 45"]),
            told: ["`mailto:` and `tel:` before addresses are left out"]),
        .init(
            "With a subject", member, ["members.csv": "last name,email\nLee,mailto:ann@x.org?subject=Hi\n"],
            .rows("SELECT ZEMAIL FROM ZMEMBER", ["ann@x.org?subject=Hi"]),
            told: ["is all of 'mailto:ann@x.org?subject=Hi' an address?"]),
        .init(
            "With names", member,
            ["members.csv": "last name,email\nLee,Ann Lee <ann@x.org>\nRoy,bob@x.org\n"],
            .rows("SELECT ZEMAIL FROM ZMEMBER ORDER BY Z_PK", ["ann@x.org", "bob@x.org"]),
            told: ["are left out"]),
        .init(
            "Where links are meant", member, ["members.csv": "last name,website\nLee,mailto:ann@x.org\n"],
            .rows("SELECT ZWEBSITE FROM ZMEMBER", ["mailto:ann@x.org"])),
    ]

    @Test(
        "Broken or lost letters are reported",
        arguments: [
            "Caf?", "M?nchen", "?sterreich am Inn", "????", "D\u{FFFD}rer", "MÃ¼ller", "DvoÅ™Ã¡k", "Itâ€™s",
            "MĂĽller",
            "M├╝ller", "M√ºller", "РџСЂРёРІРµС‚", "Gr\u{94}\u{E1}e",
            "Dvoøák", "Jiøí Ètvrtek", "Ma³gorzata",
        ])
    func letters(text: String) throws {
        for (files, query) in [
            (
                ["artworks.csv": "title,medium\nA,x\nB,\(text)\n"],
                "SELECT ZMEDIUM FROM ZARTWORK ORDER BY Z_PK"
            ),
            (
                ["artworks.csv": "title,artist last name\nA,x\nB,\(text)\n"],
                "SELECT ZLASTNAME FROM ZARTIST ORDER BY Z_PK"
            ),
        ] as [(KeyValuePairs<String, String>, String)] {
            try Self.expect(.init(text, Self.art, files, .rows(query, ["x", text]), told: ["letter"]))
        }
    }

    @Test(
        "Correct letters are not reported as broken",
        arguments: [
            "Where do we come from?", "Sørøya på Læsø", "12 m³", "Città è più", "https://x.org/a?b=c",
            "SÃO PAULO", "BĂRĂGAN", "Рівне", "Ö°",
            "Ångström", "Ä“",
            "À bientôt", "½ · ¾",
        ])
    func soundLetters(text: String) throws {
        let folder = try TestFolder()
        let file = DraftedFile(
            text, Self.art, ["artworks.csv": "title,medium\nA,x\nB,\(text)\n"],
            .rows("SELECT ZMEDIUM FROM ZARTWORK ORDER BY Z_PK", ["x", text]))
        let result = try file.result(in: folder)
        #expect(result.rows == ["x", text])
        #expect(!result.said.contains("letter"), "\(result.said)")
    }

    @Test("Columns that are ticked", arguments: tickFiles)
    func ticks(file: DraftedFile) throws { try Self.expect(file) }

    private static let tickFiles: [DraftedFile] = [
        .init(
            "With a letter", dish,
            ["dishes.csv": "name,price,Vegan,Gluten-free\nSoup,4.50,x,X\nSteak,19,,x\nCake,5,,\n"],
            .rows(tags, ["Cake|", "Soup|Gluten-free", "Soup|Vegan", "Steak|Gluten-free"]),
            told: ["{Vegan?Vegan}|{Gluten-free?Gluten-free}", "is it 'Vegan', 'Gluten-free' where"]),
        .init(
            "With words", dish,
            [
                "dishes.csv":
                    "name;price;Vegan;Bio\nSoup;4,50;ja;nein\nSteak;19,00;nein;ja\nCake;5,00;nein;nein\n"
            ],
            .rows(tags, ["Cake|", "Soup|Vegan", "Steak|Bio"]), told: ["true: [\"ja\"], false: [\"nein\"]"]),
        .init(
            "With 1 and 0, where a list has the tags", dish,
            ["tags.csv": "name\nvegan\nhalal\n", "dishes.csv": "name,vegan,halal\nSoup,1,0\nSteak,0,1\n"],
            .rows(tags, ["Soup|vegan", "Steak|halal"]), told: ["missing: error"]),
        .init(
            "Behind the name of what they are", member,
            ["members.csv": "last name,Role: Coach,Role: Treasurer\nLee,x,\nRoy,,x\n"],
            .rows(
                "SELECT m.ZLASTNAME, r.ZNAME FROM ZMEMBER m JOIN Z_1ROLES j ON j.Z_1MEMBERS = m.Z_PK "
                    + "JOIN ZROLE r ON r.Z_PK = j.Z_2ROLES ORDER BY 1", ["Lee|Coach", "Roy|Treasurer"])),
        .init(
            "Of something else", member,
            ["members.csv": "last name,newsletter,paid\nLee,yes,no\nRoy,no,yes\n"],
            .rows("SELECT count(*) FROM ZROLE", ["0"]), told: ["no property fits `newsletter`, `paid`"]),
        .init(
            "That ask", dish, ["dishes.csv": "name,Vegan?,Bio?\nSoup,y,n\nSteak,n,y\n"],
            .rows(tags, ["Soup|Vegan", "Steak|Bio"]), told: ["{Vegan??Vegan}|{Bio??Bio}"]),
        .init(
            "Into an array", station,
            ["stations.csv": "code,name,Label wind,Label snow\nA,North,x,\nB,South,x,x\n"],
            .rows("SELECT ZCODE, substr(ZLABELS, 1, 6) FROM ZSTATION ORDER BY 1", ["A|bplist", "B|bplist"]),
            told: ["{Label wind?wind}|{Label snow?snow}"]),
        .init(
            "Below the name of the group", dish,
            [
                "dishes.csv":
                    "Name,Price,Tags,,\n,,Vegan,Halal,Bio\nSoup,4.50,x,,x\nSteak,19,,x,\nCake,5,,,\n"
            ], .rows(tags, ["Cake|", "Soup|Bio", "Soup|Vegan", "Steak|Halal"])),
    ]

    @Test("Names of people in one cell", arguments: personFiles)
    func persons(file: DraftedFile) throws { try Self.expect(file) }

    private static let personFiles: [DraftedFile] = [
        .init(
            "Given names first", member,
            [
                "members.csv":
                    "Name;City\nCaspar David Friedrich;Bern\nVincent van Gogh;Arles\nRembrandt;Leiden\n"
            ],
            .rows(people, ["Caspar David|Friedrich", "Vincent|van Gogh", "|Rembrandt"]),
            told: ["family names are taken to be the last words, as in 'Caspar David Friedrich'"]),
        .init(
            "In a column called as they are", member,
            ["members.csv": "Member,City\nAnn Lee,Bern\nBob Roy,Basel\n"],
            .rows(people, ["Ann|Lee", "Bob|Roy"])),
        .init(
            "Of those whom a relationship leads to", art,
            [
                "artworks.csv":
                    "Title,Artist\nNight Watch,Rembrandt van Rijn\nCat,Paul Klee\nFish,Paul Klee\n"
            ], .rows(works, ["Night Watch|Rembrandt|van Rijn", "Cat|Paul|Klee", "Fish|Paul|Klee"])),
        .init(
            "Of those whom a list has", art,
            [
                "artists.csv": "first name,last name,born\nPaul,Klee,1879\nFranz,Marc,1880\n",
                "artworks.csv": "Title,Artist\nTower,Franz Marc\nCat,Paul Klee\n",
            ], .rows(works, ["Tower|Franz|Marc", "Cat|Paul|Klee"]), told: ["missing: error"]),
        .init(
            "Family names in capitals", member, ["members.csv": "Name\nLEE Ann\nROY Bob\n"],
            .rows(people, ["Ann|LEE", "Bob|ROY"]),
            told: ["family names are taken to be the first words, as in 'LEE Ann'"]),
        .init(
            "Family names in front", member, ["members.csv": "Name\n伊藤 健\n森 愛\n"],
            .rows(people, ["健|伊藤", "愛|森"])),
        .init(
            "Names of things", "Item firstName lastName name!",
            ["items.csv": "Name\nRed Apple\nGreen Pear\n"],
            .rows("SELECT ZNAME, ZLASTNAME FROM ZITEM ORDER BY 1", ["Green Pear|", "Red Apple|"])),
    ]

    @Test("Tables whose columns are objects", arguments: transposedFiles)
    func transposed(file: DraftedFile) throws { try Self.expect(file) }

    private static let transposedFiles: [DraftedFile] = [
        .init(
            "Of a CSV file", dish, ["dishes.csv": "name;Soup;Steak\nprice;4,50;19,00\nsummary;hot;rare\n"],
            .rows(
                "SELECT ZNAME, ZPRICE, ZSUMMARY FROM ZDISH ORDER BY Z_PK", ["Soup|4.5|hot", "Steak|19|rare"]),
            told: ["transpose: true"]),
        .init(
            "One object", station,
            ["station.csv": "Code,A1\nName,North\nLatitude,47.1\nInstalled,2024-03-01\n"],
            .rows(
                "SELECT ZCODE, ZNAME, ZLATITUDE, date(ZINSTALLED + 978307200, 'unixepoch') FROM ZSTATION",
                ["A1|North|47.1|2024-03-01"])),
        .init(
            "With names in German", member,
            ["members.csv": "Vorname;Ann;Bob\nNachname;Lee;Roy\nOrt;Bern;Basel\n"],
            .rows(people, ["Ann|Lee", "Bob|Roy"]), told: ["transpose: true"]),
        .init(
            "A form below its title", station,
            ["station.csv": "Station form,\n,\nCode,A1\nName,North\nLatitude,47.1\nInstalled,2024-03-01\n"],
            .rows("SELECT ZCODE, ZNAME, ZLATITUDE FROM ZSTATION", ["A1|North|47.1"])),
        .init(
            "With a row without a name, and one without anything", dish,
            ["dishes.csv": "name;Soup;Steak\nprice;4,50;19,00\n;hot;\n;;\nvat rate;;\n"],
            .rows("SELECT ZNAME, ZPRICE, ZSUMMARY FROM ZDISH ORDER BY Z_PK", ["Soup|4.5|", "Steak|19|"]),
            told: ["no property fits ``"]),
        .init(
            "With a row without a name at the top, and values above the names", dish,
            ["dishes.csv": "Dishes;;\n;hot;rare\nprice;4,50;19,00\nname;Soup;Steak\n"],
            .rows("SELECT ZNAME, ZPRICE FROM ZDISH ORDER BY Z_PK", ["Soup|4.5", "Steak|19"]),
            told: ["skipLines: 1", "no property fits ``"]),
        .init(
            "Of a sheet, with numbers as it shows them", item, [("items.xlsx", shownCodes.zip.bytes)],
            .rows(
                "SELECT ZNAME, ZCODE, ZNOTE FROM ZITEM ORDER BY Z_PK", ["A|0007|INV-0003", "B|0012|INV-0004"]),
            told: ["transpose: true", "template: \"INV-{note}\""]),
        .init(
            "A list of the model's names", dish,
            ["dishes.csv": "name,summary\nprice,what it costs\nsummary,what it is\n"],
            .rows(dishes, ["price|what it costs", "summary|what it is"])),
    ]

    private static var shownCodes: WorkbookText {
        func row(_ number: Int, _ name: String, _ style: Int, _ cells: [String]) -> String {
            let cells = zip(["B", "C"], cells).map { letter, text in
                "<c r=\"\(letter)\(number)\" s=\"\(style)\" \(Int(text) == nil ? "t=\"str\"" : "")><v>\(text)</v></c>"
            }
            return
                "<row r=\"\(number)\"><c r=\"A\(number)\" t=\"str\"><v>\(name)</v></c>\(cells.joined())</row>"
        }
        var book = WorkbookText(
            rows: row(1, "code", 1, ["7", "12"]) + row(2, "name", 0, ["A", "B"])
                + row(3, "note", 2, ["3", "4"]))
        book.styles =
            "<numFmts><numFmt numFmtId=\"165\" formatCode=\"0000\"/>"
            + "<numFmt numFmtId=\"166\" formatCode=\"&quot;INV-&quot;0000\"/></numFmts>"
            + "<cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"165\"/><xf numFmtId=\"166\"/></cellXfs>"
        return book
    }

    @Test("Numbers of other countries", arguments: writtenNumbers)
    func writtenNumbers(file: DraftedFile) throws { try Self.expect(file) }

    private static let writtenNumbers: [DraftedFile] = [
        .init(
            "Digits of full width", dish, ["dishes.csv": "name,price\nラーメン,９８０\n寿司,１５００\n"],
            .rows("SELECT ZPRICE FROM ZDISH ORDER BY Z_PK", ["980", "1500"]), told: ["normalize: nfkc"]),
        .init(
            "Crowns without cents", dish, ["dishes.csv": "name;price\nA;1 250:-\nB;80:-\n"],
            .rows("SELECT ZPRICE FROM ZDISH ORDER BY Z_PK", ["1250", "80"]), told: ["unit: \":-\""]),
        .init(
            "Per cent of a sheet, which are hundredths", dish,
            [("dishes.xlsx", percent.zip.bytes)],
            .rows("SELECT ZVATRATE FROM ZDISH ORDER BY Z_PK", ["0.19", "0.07"]),
            told: ["the sheet shows 0.55 as 55 %, and it stays 0.55"]),
        .init(
            "Per cent of some numbers", dish, ["dishes.csv": "name,vat rate\nA,19%\nB,0.07\n"],
            .rows("SELECT ZVATRATE FROM ZDISH ORDER BY Z_PK", ["19.0", "0.07"]),
            told: ["1 of 2 values have no '%'"]),
        .init(
            "Per cent of a CSV file, which are whole", dish, ["dishes.csv": "name,vat rate\nA,19%\nB,7%\n"],
            .rows("SELECT ZVATRATE FROM ZDISH ORDER BY Z_PK", ["19.0", "7.0"]),
            told: ["55 % becomes 55; say `scale: 0.01` for 0.55"]),
    ]

    private static var percent: WorkbookText {
        var book = cells(
            "<c r=\"B2\" s=\"1\"><v>0.19</v></c>", "<c r=\"B3\" s=\"1\"><v>0.07</v></c>", column: "vat rate")
        book.styles =
            "<numFmts><numFmt numFmtId=\"165\" formatCode=\"0%\"/></numFmts>"
            + "<cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"165\"/></cellXfs>"
        return book
    }
}
