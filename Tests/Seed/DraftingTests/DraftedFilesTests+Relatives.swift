import TestSupport
import Testing

/// Variants of the files in the other tables: other languages, layouts and signs.
extension DraftedFilesTests {
    private static let product = """
        Product name! price:Decimal stock:Integer_64 weight:Double added:Date sku note active:Boolean \
        category>Category.products tags>>Tag.products
        Category name! products>>Product.category
        Tag name! products>>Product.tags
        """
    private static let stocks = "SELECT ZNAME, ZSTOCK FROM ZPRODUCT ORDER BY Z_PK"
    private static let prices = "SELECT ZNAME, ZPRICE FROM ZPRODUCT ORDER BY Z_PK"
    private static let days =
        "SELECT ZNAME, date(ZADDED + 978307200, 'unixepoch') FROM ZPRODUCT ORDER BY Z_PK"
    private static let categories =
        "SELECT p.ZNAME, c.ZNAME FROM ZPRODUCT p LEFT JOIN ZCATEGORY c ON c.Z_PK = p.ZCATEGORY ORDER BY p.Z_PK"
    private static let tags =
        "SELECT p.ZNAME, t.ZNAME FROM ZPRODUCT p LEFT JOIN Z_2TAGS j ON j.Z_2PRODUCTS = p.Z_PK "
        + "LEFT JOIN ZTAG t ON t.Z_PK = j.Z_3TAGS ORDER BY 1, 2"
    private static let both = ["A|2", "B|3"]

    /// Returns a table of three products with one more row.
    private static func table(_ row: String) -> KeyValuePairs<String, String> {
        ["products.csv": "name,price,stock,note\nA,1.50,2,a\nB,2.50,3,b\nC,1.00,1,c\n\(row)\n"]
    }

    @Test(
        "Totals in many languages, with the words of programs",
        arguments: [
            "Total général", "Suma total", "Totale", "Razem", "Celkem", "Итого", "Summa", "合計", "합계",
            "Gesamtergebnis", "Grand Total:", "Subtotal Fruit", "Fruit Total", "Fruit Ergebnis", "Toplam",
            "Összesen", "Yhteensä", "Total geral", "Count: 3", "Average", "Mindenütt",
        ])
    func totals(word: String) throws {
        try Self.expect(
            .init(
                word, Self.product, Self.table("\(word),5.00,6,"), .rows(Self.stocks, Self.both + ["C|1"]),
                told: ["'\(word)'"]))
    }

    @Test("Rows around a table, in further forms", arguments: aroundFiles)
    func around(file: DraftedFile) throws { try Self.expect(file) }

    private static let aroundFiles: [DraftedFile] = [
        .init(
            "A name with a word for a total, whose numbers add up to nothing", product,
            table("Total Recall,7.00,1,d"), .rows(stocks, both + ["C|1", "Total Recall|1"])),
        .init(
            "Totals as Excel writes them below groups", product,
            [
                "products.csv":
                    "category,name,stock\nFruit,Apple,1\nFruit,Pear,2\nFruit Total,,3\nNuts,Hazel,5\n"
                    + "Nuts Total,,5\nGrand Total,,8\n"
            ], .rows(stocks, ["Apple|1", "Pear|2", "Hazel|5"]), told: ["'Fruit Total'"]),
        .init(
            "Totals of amounts with the sign of a currency", product,
            ["products.csv": "name;price;note\nA;1,50 €;x\nB;2,50 €;y\nC;1,00 €;z\nAlles;5,00 €;\n"],
            .rows(prices, ["A|1.5", "B|2.5", "C|1", "Alles|5"])),
        .init(
            "Headings of groups", product,
            ["products.csv": "name,price,stock\nFruit,,\nApple,1.5,1\nPear,2.5,2\nNuts,,\nHazel,3,5\n"],
            .rows(stocks, ["Apple|1", "Pear|2", "Hazel|5"]), told: ["`price` != nil", "'Fruit', 'Nuts'"]),
        .init(
            "One row with nothing but its name", product,
            ["products.csv": "name,price,stock\nApple,1.5,1\nNuts,,\nHazel,3,5\n"],
            .rows(stocks, ["Apple|1", "Nuts|", "Hazel|5"]), told: ["is the row, 'Nuts', an object?"]),
        .init(
            "Units below the header", product, ["products.csv": "name,price,stock\n,EUR,pcs\nA,1,2\nB,2,3\n"],
            .rows(stocks, both), told: ["'EUR'"]),
        .init(
            "Types below the header", product,
            ["products.csv": "name,price,stock\nstring,decimal,int\nA,1,2\nB,2,3\n"],
            .rows(stocks, both), told: ["'string'"]),
        .init(
            "A line below the header", product,
            ["products.csv": "name,price,stock\n----,-----,-----\nA,1,2\nB,2,3\n"], .rows(stocks, both),
            told: ["'----'"]),
        .init(
            "A table of psql", product,
            [
                "products.txt":
                    " name | price | stock \n------+-------+-------\n A    |  1.50 |     2\n"
                    + " B    |  2.50 |     3\n(2 rows)\n"
            ], .rows(stocks, both), told: ["shortRows: pad", "'(2 rows)'"]),
        .init(
            "A table of Markdown", product,
            [
                "products.txt":
                    "| name | price | stock |\n|------|------:|------:|\n| A | 1.50 | 2 |\n| B | 2.50 | 3 |\n"
            ], .rows(stocks, both)),
        .init(
            "Footnotes with numbers", product,
            ["products.csv": "name,price,stock\nA,1,2\nB,2,3\n1) without tax,,\n2) estimated,,\n"],
            .rows(stocks, both), told: ["'1) without tax', '2) estimated'"]),
        .init(
            "Lines that are comments to other programs", product,
            ["products.csv": "# Report,Stock\n# Date,2024-01-01\nname,price,stock\nA,1.5,2\nB,2.5,3\n"],
            .rows(stocks, both), told: ["skipLines: 2"]),
        .init(
            "A word for the cell above", product,
            ["products.csv": "name,category\nA,Fruit\nB,dito\nC,Nuts\nD,dito\n"],
            .rows(categories, ["A|Fruit", "B|Fruit", "C|Nuts", "D|Nuts"]), told: ["does 'dito'"]),
        .init(
            "A delimiter at the end of each row", product, ["products.csv": "name,stock\nA,2,\nB,3,\n"],
            .rows(stocks, both), told: ["longRows: dropEmpty"]),
        .init(
            "Objects on lines in a file of another name", product,
            ["products.json": "{\"name\":\"A\",\"stock\":2}\n{\"name\":\"B\",\"stock\":3}\n"],
            .rows(stocks, both), told: ["ndjson:"]),
    ]

    @Test("Numbers, in further forms", arguments: numberFiles)
    func numbers(file: DraftedFile) throws { try Self.expect(file) }

    private static let numberFiles: [DraftedFile] = [
        .init(
            "Yen", product, ["products.tsv": "name\tprice\nA\t¥1,200\nB\t¥300\n"],
            .rows(prices, ["A|1200", "B|300"])),
        .init(
            "Yen behind", product, ["products.tsv": "name\tprice\nA\t1,200円\nB\t300円\n"],
            .rows(prices, ["A|1200", "B|300"])),
        .init(
            "Crowns before, with a point", product,
            ["products.csv": "name;price\nA;kr. 1.234,50\nB;kr. 12,00\n"],
            .rows(prices, ["A|1234.5", "B|12"]), told: ["unit: \"kr.\""]),
        .init(
            "Prices without cents", product,
            ["products.csv": "name;price\nA;12,– €\nB;3,50 €\nC;1.200,-\n"],
            .rows(prices, ["A|12", "B|3.5", "C|1200"])),
        .init(
            "Prices for a unit", product, ["products.csv": "name;price\nA;1,99 €/kg\nB;2,50 €/kg\n"],
            .rows(prices, ["A|1.99", "B|2.5"]), told: ["unit: \"€/kg\""]),
        .init(
            "One piece, two pieces", product, ["products.csv": "name;stock\nA;2 pcs\nB;1 pc\n"],
            .rows(stocks, ["A|2", "B|1"])),
        .init(
            "-1 for true", product, ["products.csv": "name;active\nA;-1\nB;0\n"],
            .rows("SELECT ZNAME, ZACTIVE FROM ZPRODUCT ORDER BY 1", ["A|1", "B|0"])),
        .init(
            "Boxes", product, ["products.csv": "name;active\nA;[x]\nB;[ ]\n"],
            .rows("SELECT ZNAME, ZACTIVE FROM ZPRODUCT ORDER BY 1", ["A|1", "B|0"])),
        .init(
            "No value, as German Excel writes it", product, ["products.csv": "name;stock\nA;2\nB;#NV\n"],
            .rows(stocks, ["A|2", "B|"]), told: ["null: [\"#NV\"]"]),
    ]

    @Test("Dates, in further languages", arguments: dateFiles)
    func dates(file: DraftedFile) throws { try Self.expect(file) }

    private static func dated(
        _ name: String, _ first: String, _ second: String, told: [String] = []
    ) -> DraftedFile {
        .init(
            name, product, ["products.csv": "name;added\nA;\(first)\nB;\(second)\n"],
            .rows(days, ["A|2021-04-03", "B|2021-12-24"]), told: told)
    }

    private static let dateFiles: [DraftedFile] = [
        dated("German, the first as in English", "3. April 2021", "24. Dezember 2021", told: ["de_DE"]),
        dated("Dutch", "3 april 2021", "24 december 2021"),
        dated("Portuguese", "3 de abril de 2021", "24 de dezembro de 2021", told: ["pt_BR"]),
        dated("Czech", "3. dubna 2021", "24. prosince 2021", told: ["cs_CZ"]),
        dated("Russian with a year", "3 апреля 2021 г.", "24 декабря 2021 г."),
        dated("Korean", "2021년 4월 3일", "2021년 12월 24일"),
        dated("Ordinals", "3rd April 2021", "24th December 2021"),
        dated("American ordinals", "April 3rd, 2021", "December 24th, 2021"),
        .init(
            "Both orders in one column", product,
            ["products.csv": "name;added\nA;13/04/2021\nB;04/13/2021\n"],
            .rows(days, ["A|2021-04-13", "B|2021-04-13"]), told: ["some dates have the day first"]),
        .init(
            "Births in the future", "Person name! birthDate:Date",
            ["people.csv": "name,birth date\nA,2045-03-12\nB,2008-12-01\n"],
            .rows(
                "SELECT ZNAME, date(ZBIRTHDATE + 978307200, 'unixepoch') FROM ZPERSON ORDER BY 1",
                ["A|2045-03-12", "B|2008-12-01"]), told: ["are dates up to 2045 meant?"]),
    ]

    @Test("Names and lists, in further forms", arguments: listFiles)
    func lists(file: DraftedFile) throws { try Self.expect(file) }

    private static let listFiles: [DraftedFile] = [
        .init(
            "Tags with strokes", product, ["products.csv": "name;tags\nA;sea / sun\nB;sun\n"],
            .rows(tags, ["A|sea", "A|sun", "B|sun"])),
        .init(
            "Tags with bullets", product, ["products.csv": "name;tags\nA;sea • sun\nB;sun\n"],
            .rows(tags, ["A|sea", "A|sun", "B|sun"])),
        .init(
            "Tags with commas, and bars between them", product,
            ["products.csv": "name;tags\nA;\"sea|sun, hot\"\nB;sun, hot\nC;sand, hot\n"],
            .rows(tags, ["A|sea", "A|sun, hot", "B|sun, hot", "C|sand, hot"])),
        .init(
            "Words for no object", product,
            ["products.csv": "name,category\nA,Fruit\nB,NA\nC,Nuts\nD,n/a\n"],
            .rows(categories, ["A|Fruit", "B|", "C|Nuts", "D|"]),
            told: ["null: [\"NA\", \"n/a\"]", "does 'NA', 'n/a' mean"]),
        .init(
            "A whole name for two attributes", "Student firstName! lastName! grade:Integer_64",
            ["students.csv": "Name,Grade\n\"Lee, Ann\",5\n\"Ray, Ben\",6\n"],
            .rows(
                "SELECT ZFIRSTNAME, ZLASTNAME, ZGRADE FROM ZSTUDENT ORDER BY 1", ["Ann|Lee|5", "Ben|Ray|6"]),
            told: ["split: { separator: \", \", part: 1 }"]),
        .init(
            "No header above numbers", product, ["products.csv": "Apple,1.50,2\nPear,2.50,3\n"], .refused,
            told: ["noHeader"]),
    ]

    @Test(
        "Positions in a list, in further languages",
        arguments: ["#", "Step", "Rang", "ordre", "pořadí", "Lp."])
    func placeNames(column: String) throws {
        try Self.expect(
            .init(
                column, "Trip name! stops>>Stop.trip#\nStop city! trip>Trip.stops",
                ["trips.csv": "name\nT\n", "stops.csv": "city,trip,\(column)\nB,T,2\nA,T,1\nC,T,3\n"],
                .rows("SELECT ZCITY FROM ZSTOP ORDER BY Z_FOK_TRIP", ["A", "B", "C"])))
    }

    @Test(
        "Numbers that a sheet shows with units or signs",
        arguments: [
            ("&quot;INV-&quot;0000", ["A|INV-0007", "B|INV-12345"], "template: \"INV-{code}\""),
            ("000\\-0000", ["A|000-0007", "B|001-2345"], "replace:"),
            ("0.00", ["A|7.00", "B|12345.00"], "number: { shown: \"0.00\" }"),
            ("0%", ["A|700%", "B|1234500%"], "number: { shown: \"0%\" }"),
        ])
    func shapes(format: String, rows: [String], told: String) throws {
        func cell(_ number: Int, _ name: String, _ value: Int) -> String {
            "<row r=\"\(number)\"><c r=\"A\(number)\" t=\"str\"><v>\(name)</v></c>"
                + "<c r=\"B\(number)\" s=\"1\"><v>\(value)</v></c></row>"
        }
        var book = WorkbookText(
            rows: WorkbookText.row(1, ["name", "code"]) + cell(2, "A", 7) + cell(3, "B", 12345))
        book.styles =
            "<numFmts><numFmt numFmtId=\"165\" formatCode=\"\(format)\"/></numFmts>"
            + "<cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"165\"/></cellXfs>"
        try Self.expect(
            .init(
                format, Self.item, [("items.xlsx", book.zip.bytes)],
                .rows("SELECT ZNAME, ZCODE FROM ZITEM ORDER BY Z_PK", rows), told: [told]))
    }
}
