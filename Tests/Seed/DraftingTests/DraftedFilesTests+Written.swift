import TestSupport
import Testing

/// Numbers and dates in less common forms, and rows that repeat the header in an unknown language.
extension DraftedFilesTests {
    private static let thing = """
        Thing name! since:Date minutes:Integer_64 seconds:Double duration:Integer_64 weight:Double count:Integer_64 \
        latitude:Double longitude:Double priceMin:Decimal priceMax:Decimal code
        """

    private static func thing(
        _ name: String, _ column: String, _ cells: [String], _ sql: String, _ rows: [String],
        told: [String] = []
    ) -> DraftedFile {
        let lines = cells.enumerated().map { "\(["A", "B", "C", "D"][$0.offset])\t\($0.element)\n" }
        return .init(
            name, thing, ["things.tsv": "name\t\(column)\n" + lines.joined()],
            rows.isEmpty ? .refused : .rows("SELECT \(sql) FROM ZTHING ORDER BY Z_PK", rows), told: told)
    }

    private static func dated(
        _ name: String, _ first: String, _ second: String, told: [String] = []
    ) -> DraftedFile {
        thing(
            name, "since", [first, second], "date(ZSINCE + 978307200, 'unixepoch')",
            ["2021-05-03", "2021-05-04"],
            told: told)
    }

    @Test("Dates with the names of weekdays", arguments: weekdays)
    func weekdays(file: DraftedFile) throws { try Self.expect(file) }

    private static let weekdays: [DraftedFile] = [
        dated("German, short", "Mo, 03.05.2021", "Di, 04.05.2021", told: ["\"EEE, dd.MM.yyyy\"", "de_DE"]),
        dated("Without a comma", "Mo 03.05.2021", "Di 04.05.2021", told: ["EEE dd.MM.yyyy"]),
        dated("With a full stop", "Mo. 03.05.21", "Di. 04.05.21", told: ["EEE dd.MM.yy"]),
        dated("English", "Monday, May 3, 2021", "Tuesday, May 4, 2021"),
        dated("French", "lundi 3 mai 2021", "mardi 4 mai 2021", told: ["fr_FR"]),
        dated("French numbers", "lun. 03/05/2021", "mar. 04/05/2021", told: ["fr_FR", "would fit as well"]),
        dated("Behind the day", "2021-05-03 (Mo)", "2021-05-04 (Di)", told: ["yyyy-MM-dd (EEE)"]),
        dated("Japanese", "2021/05/03(月)", "2021/05/04(火)", told: ["ja_JP"]),
        dated("Japanese, signs for units", "2021年5月3日(月)", "2021年5月4日(火)"),
        thing("A word that is no weekday", "since", ["Ca. 03.05.2021", "Ca. 04.05.2021"], "", []),
        thing(
            "Months of two languages", "since", ["3. Mai 2021", "4. Dezember 2021", "5 février 2021"], "", [],
            told: ["'5 février 2021'"]),
    ]

    @Test("Numbers in other forms", arguments: otherForms)
    func otherForms(file: DraftedFile) throws { try Self.expect(file) }

    private static let otherForms: [DraftedFile] = [
        thing(
            "Times with letters", "minutes", ["1h 30min", "45min", "2 h"], "ZMINUTES", ["90", "45", "120"],
            told: ["number: { written: minutes }"]),
        thing(
            "Times with colons, by the name", "minutes", ["01:30", "00:45"], "ZMINUTES", ["90", "45"],
            told: ["'01:30' is taken for hours and minutes"]),
        thing(
            "By the unit in brackets", "Duration (min)", ["1:30", "0:45"], "ZDURATION", ["90", "45"],
            told: ["written: minutes"]),
        thing(
            "Seconds", "seconds", ["3:45", "1:02:05.5"], "ZSECONDS", ["225.0", "3725.5"],
            told: ["'3:45' is taken for minutes and seconds"]),
        thing(
            "Times of an unknown unit", "duration", ["3:45", "12:05"], "", [],
            told: ["say `number: { written: minutes }`"]),
        thing("One unit that all have", "minutes", ["90 min", "45 min"], "ZMINUTES", ["90", "45"]),
        thing(
            "Fractions", "weight", ["½", "1 ½", "2", "¼"], "ZWEIGHT", ["0.5", "1.5", "2.0", "0.25"],
            told: ["number: { written: fraction }"]),
        thing(
            "Fractions with strokes", "weight", ["1/2", "1 1/2", "3"], "ZWEIGHT", ["0.5", "1.5", "3.0"],
            told: ["is '1/2' a fraction?"]),
        thing("Fractions where none can be", "count", ["½", "1"], "", []),
        thing(
            "Degrees", "latitude", ["52° 31' 12\u{2033} N", "33° 30' S"], "ZLATITUDE", ["52.52", "-33.5"],
            told: ["number: { written: degrees }"]),
        thing("Decimal degrees", "Breite", ["52,52° N", "48,1° S"], "ZLATITUDE", ["52.52", "-48.1"]),
        // Regression: the letter was read as a unit, and all places were east.
        thing("All places west", "longitude", ["13.40 W", "11.5 W"], "ZLONGITUDE", ["-13.4", "-11.5"]),
        thing(
            "Ranges", "price", ["10–12", "12–15", "9"], "ZPRICEMIN, ZPRICEMAX", ["10|12", "12|15", "9|9"],
            told: ["part: 1", "part: -1", "unsure: ranges give both ends"]),
        thing(
            "Ranges with a currency", "Preis", ["10 - 12,50 €", "12 - 15 €"], "ZPRICEMIN, ZPRICEMAX",
            ["10|12.5", "12|15"]),
        thing(
            "Ranges for one attribute", "weight", ["10–12", "12–15", "9"], "", [],
            told: ["'10–12' is a range"]),
        thing("About a number", "weight", ["ca. 12", "13"], "", [], told: ["'ca. 12' is no exact number"]),
        thing("More than a number", "count", ["~12", ">5"], "", [], told: ["'~12' is no exact number"]),
    ]

    @Test("Delimiters and formats of other programs", arguments: foreign)
    func foreign(file: DraftedFile) throws { try Self.expect(file) }

    private static let pairs = "SELECT ZNAME, ZCOUNT FROM ZTHING ORDER BY Z_PK"

    private static let foreign: [DraftedFile] = [
        .init("Colons", thing, ["things.txt": "name:count\nA:1\nB:2\n"], .rows(pairs, ["A|1", "B|2"])),
        .init("Circumflexes", thing, ["things.txt": "name^count\nA^1\nB^2\n"], .rows(pairs, ["A|1", "B|2"])),
        .init(
            "A control character", thing, ["things.txt": "name\u{1}count\nA\u{1}1\nB\u{1}2\n"],
            .rows(pairs, ["A|1", "B|2"])),
        .init(
            "One column with colons in some cells", thing, ["things.txt": "name\nA:1\nB\n"],
            .rows("SELECT ZNAME FROM ZTHING ORDER BY Z_PK", ["A:1", "B"])),
        .init(
            "A part of a web page", thing, ["things.xls": "<table><tr><td>name</td></tr></table>\n"],
            .refused,
            told: ["html"]),
        .init(
            "A workbook of Excel 2003", thing,
            [
                "things.xml": "<?xml version=\"1.0\"?>\n<?mso-application progid=\"Excel.Sheet\"?>\n"
                    + "<Workbook xmlns=\"urn:schemas-microsoft-com:office:spreadsheet\"/>"
            ], .refused, told: ["xmlWorkbook"]),
        .init(
            "Objects under keys", thing,
            [
                "things.json":
                    "{\"a\": {\"name\": \"A\", \"count\": 1}, \"b\": {\"name\": \"B\", \"count\": 2}}"
            ],
            .rows(pairs, ["A|1", "B|2"]), told: ["records: \"*\"", "the column `key()`"]),
        .init(
            "Objects under keys, further in, beside another one", thing,
            [
                "file.json":
                    "{\"meta\": {\"version\": 2}, \"things\": {\"a\": {\"name\": \"A\", \"count\": 1, \"size\": "
                    + "{\"x\": {\"v\": 1}, \"y\": {\"v\": 2}}}, \"b\": {\"name\": \"B\", \"count\": 2}}}"
            ], .rows(pairs, ["A|1", "B|2"]), told: ["records: \"things.*\""]),
        .init(
            "Columns of JSON", thing, ["things.json": "{\"name\": [\"A\", \"B\"], \"count\": [1, 2]}"],
            .refused,
            told: ["recordsAreNoArray"]),
    ]

    @Test("Column names in an unknown language", arguments: unknownNames)
    func unknownNames(file: DraftedFile) throws { try Self.expect(file) }

    private static let card = "Card name! surname licence category city email"
    private static let cards = "SELECT ZNAME, ZLICENCE FROM ZCARD ORDER BY Z_PK"
    private static let again = "name the columns once more?"

    private static let unknownNames: [DraftedFile] = [
        .init(
            "Known ones: Filipino", card,
            ["cards.csv": "name;surname;licence\nPangalan;Apelyido;Lisensya\nAnn;Lee;B\nBob;Roy;C\n"],
            .rows(cards, ["Ann|B", "Bob|C"]), told: ["NOT `name` IN {'Pangalan'}"]),
        .init(
            "Unlike codes: Swahili", card,
            ["cards.csv": "name;surname;licence\nJina;Ukoo;Leseni\nAnn;Lee;B\nBob;Roy;C\n"],
            .rows(cards, ["Jina|Leseni", "Ann|B", "Bob|C"]), told: [again]),
        .init(
            "Unlike addresses", card, ["cards.csv": "name,email\nIzena,Posta\nAnn,a@x.org\nBob,b@x.org\n"],
            .rows(cards, ["Izena|", "Ann|", "Bob|"]), told: [again]),
        .init(
            "Like their columns: Basque", card,
            [
                "cards.csv":
                    "name,category,licence\nIzena,Kategoriya,Lizentzia\nAnn,North,old\nBob,South,new\n"
            ],
            .rows(cards, ["Izena|Lizentzia", "Ann|old", "Bob|new"]), told: [again]),
        .init(
            "Alone where others repeat", card,
            [
                "cards.csv": "name,category,city\nIzena,Mota,Herria\n"
                    + ["Ann", "Bob", "Cat", "Dan", "Eva", "Fay", "Gus"].enumerated().map {
                        "\($0.element),\($0.offset % 2 == 0 ? "new" : "old"),\($0.offset % 2 == 0 ? "Bern" : "Basel")\n"
                    }.joined()
            ],
            .rows("SELECT count(*) FROM ZCARD", ["8"]), told: [again]),
    ]

    @Test(
        "Objects in the first row, like those below",
        arguments: [
            "name,surname,city\nAnn,Lee,Bern\nBob,Roy,Basel\nCat,May,Chur\n",
            "name,licence,city\nAnn,B,Bern\nBob,C,Basel\nCat,B,Chur\n",
            "name,category,city\nAnn,new,Bern\nBob,old,Basel\nCat,new,Bern\n",
            "name,email\nAnn,a@x.org\nBob,b@x.org\nCat,c@x.org\n",
        ])
    func firstRows(text: String) throws {
        let result = try DraftedFile(
            text, Self.card, ["cards.csv": text], .rows("SELECT count(*) FROM ZCARD", ["3"])
        )
        .result(in: TestFolder())
        #expect(result.rows == ["3"])
        #expect(!result.said.contains(Self.again), "\(result.said)")
    }
}
