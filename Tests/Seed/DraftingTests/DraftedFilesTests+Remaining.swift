import TestSupport
import Testing

/// Columns whose names are no evidence, matched by their cells and by the remaining properties.
extension DraftedFilesTests {
    private static let wine = """
        Wine name! producer>Producer.wines vintage:Integer_16 price:Decimal region
        Producer name! wines>>Wine.producer
        """
    private static let city = "City name! province population:Integer_32 area:Double"
    private static let book = "Book title! published:Date available:Boolean pages:Integer_16 link:URI code"
    private static let part = "Part name! price:Double note id:UUID link:URI"
    private static let spot = "Spot name! latitude:Double! longitude:Double!"
    private static let color = "Swatch name! hex red:Integer_16 green:Integer_16 blue:Integer_16"
    private static let colors = "SELECT ZNAME, ZHEX, ZRED, ZGREEN, ZBLUE FROM ZSWATCH ORDER BY Z_PK"
    private static let places = "SELECT ZNAME, ZLATITUDE, ZLONGITUDE FROM ZSPOT ORDER BY Z_PK"

    @Test("Remaining columns and attributes are matched by their values", arguments: remaining)
    func remaining(file: DraftedFile) throws { try Self.expect(file) }

    private static let remaining: [DraftedFile] = [
        .init(
            "Of a file in German", wine,
            [
                "Weine.csv":
                    "Name;Weingut;Jahrgang;Preis;Region\nRiesling;Dr. Müller;2019;12,90 €;Mosel\nSilvaner;Köhler;2021;7,90 €;Baden\n"
            ],
            .rows(
                "SELECT w.ZNAME, p.ZNAME, ZVINTAGE, ZPRICE, ZREGION FROM ZWINE w JOIN ZPRODUCER p ON p.Z_PK = ZPRODUCER "
                    + "ORDER BY 1", ["Riesling|Dr. Müller|2019|12.9|Mosel", "Silvaner|Köhler|2021|7.9|Baden"]),
            told: ["is `Weingut` the right column?", "is `Jahrgang` the right column?"]),
        .init(
            "Fractions first, then whole numbers", city,
            [
                "miasta.csv":
                    "Miasto;Województwo;Ludność;Powierzchnia\nŁódź;łódzkie;672 185;293,25\nGdańsk;pomorskie;470 907;261,96\n"
            ],
            .rows(
                "SELECT ZNAME, ZPROVINCE, ZPOPULATION, ZAREA FROM ZCITY ORDER BY Z_PK",
                ["Łódź|łódzkie|672185|293.25", "Gdańsk|pomorskie|470907|261.96"])),
        .init(
            "Truth, numbers, codes and links", book,
            [
                "libri.csv":
                    "Titolo,Disponibile,Pagine,Sito,Codice interno\nA,sì,512,https://x.org/a,007\nB,no,214,https://x.org/b,012\n"
            ],
            .rows(
                "SELECT ZTITLE, ZAVAILABLE, ZPAGES, ZLINK, ZCODE FROM ZBOOK ORDER BY 1",
                ["A|1|512|https://x.org/a|007", "B|0|214|https://x.org/b|012"])),
        .init(
            "Links and UUIDs, not numbers and texts of a file in English", part,
            [
                "list.csv":
                    "Name,Depth,Maker,Page,Ident\nA,1.5,x,http://x.org/a,{6F9619FF-8B86-D011-B42D-00C04FC964FF}\nB,2,y,http://x.org/b,{0E984725-C51C-4BF4-9960-E1C80E27ABA0}\n"
            ],
            .rows(
                "SELECT ZNAME, ZPRICE, ZNOTE, ZLINK, hex(ZID) FROM ZPART ORDER BY 1",
                [
                    "A|||http://x.org/a|6F9619FF8B86D011B42D00C04FC964FF",
                    "B|||http://x.org/b|0E984725C51C4BF49960E1C80E27ABA0",
                ]), told: ["no property fits `Depth`, `Maker`"]),
        .init(
            "Two columns for one property", "Item name! size:Double",
            ["ding.csv": "Bezeichnung;Tiefgang;Verdrängung\nA;1,5;20\nB;2,5;30\n"],
            .rows("SELECT ZNAME, ZSIZE FROM ZITEM ORDER BY 1", ["A|", "B|"]),
            told: ["no property fits `Tiefgang`, `Verdrängung`"]),
        .init(
            "UUIDs without hyphens", part,
            ["parts.csv": "name,id\nA,6f9619ff8b86d011b42d00c04fc964ff\n"],
            .rows("SELECT hex(ZID) FROM ZPART", ["6F9619FF8B86D011B42D00C04FC964FF"])),
        .init(
            "First letters, and the name of what the file is called", color,
            ["colors.csv": "Color,Hex,R,G,B\nTomato,#FF6347,255,99,71\nNavy,#000080,0,0,128\n"],
            .rows(colors, ["Tomato|#FF6347|255|99|71", "Navy|#000080|0|0|128"])),
        .init(
            "Codes of languages", "Phrase key! english german titleFrench",
            ["phrases.csv": "Key,EN,DE,title_fr\nhello,Hello,Hallo,Bonjour\n"],
            .rows("SELECT ZKEY, ZENGLISH, ZGERMAN, ZTITLEFRENCH FROM ZPHRASE", ["hello|Hello|Hallo|Bonjour"])),
        .init(
            "Number and article of French", "Work inventoryNumber! title! year:Integer_16",
            ["works.csv": "N° d'inventaire;Titre;Année\n0012;La Nuit;1887\n0013;Le Jour;1890\n"],
            .rows(
                "SELECT ZINVENTORYNUMBER, ZTITLE, ZYEAR FROM ZWORK ORDER BY 1",
                ["0012|La Nuit|1887", "0013|Le Jour|1890"])),
        .init(
            "The only required text", "Question text! answer! level:Integer_16",
            ["quiz.csv": "Question,Answer,Level\nCapital of France?,Paris,1\n2 + 2?,4,2\n"],
            .rows(
                "SELECT ZTEXT, ZANSWER FROM ZQUESTION ORDER BY 1", ["2 + 2?|4", "Capital of France?|Paris"])),
        .init(
            "Superiors by their numbers",
            "Employee number name! boss>Employee.reports reports>>Employee.boss",
            ["staff.csv": "Number,Name,Manager No.\n3,Cara,1\n1,Ann,\n2,Bob,1\n"],
            .rows(
                "SELECT e.ZNAME, b.ZNAME FROM ZEMPLOYEE e LEFT JOIN ZEMPLOYEE b ON b.Z_PK = e.ZBOSS ORDER BY 1",
                ["Ann|", "Bob|Ann", "Cara|Ann"])),
        .init(
            "Places in one cell", spot,
            ["spots.csv": "Name,Coordinates\nTower,\"48.8584, 2.2945\"\nGate,\"52.5163, 13.3777\"\n"],
            .rows(places, ["Tower|48.8584|2.2945", "Gate|52.5163|13.3777"]),
            told: ["is `latitude` first, as in '48.8584, 2.2945'?"]),
        .init(
            "Places with the longitude first", spot,
            ["spots.csv": "Name;Position\nBay;-122.4194 37.7749\nGate;13.3777 52.5163\n"],
            .rows(places, ["Bay|37.7749|-122.4194", "Gate|52.5163|13.3777"])),
        .init(
            "Places of GeoJSON", spot,
            [
                "spots.geojson": """
                {"type": "FeatureCollection", "features": [
                 {"type": "Feature", "properties": {"name": "Zoo"}, "geometry": {"type": "Point", "coordinates": [7.44, 46.95]}},
                 {"type": "Feature", "properties": {"name": "Top"}, "geometry": {"type": "Point", "coordinates": [7.5, 47, 900]}}]}
                """
            ], .rows(places, ["Zoo|46.95|7.44", "Top|47.0|7.5"])),
        .init(
            "What stands around the items of a feed", "Episode title! link:URI length:Integer_32",
            [
                "feed.xml": """
                <rss><channel><title>Show</title>
                <item><title>One</title><link>https://x.org/1</link><length>1800</length></item>
                <item><title>Two</title><link>https://x.org/2</link><length>2400</length></item></channel></rss>
                """
            ],
            .rows("SELECT ZTITLE, ZLENGTH FROM ZEPISODE ORDER BY Z_PK", ["One|1800", "Two|2400"]),
            told: ["no entity fits the source `channel`"]),
        .init(
            "Columns of another script", "Station name! line opened:Date closed:Boolean",
            ["stations.csv": "역명,노선,개통일,폐\n서울역,1호선,1974-08-15,예\n강남,2호선,1982-12-23,아니오\n"],
            .rows(
                "SELECT ZNAME, ZLINE, date(ZOPENED + 978307200, 'unixepoch'), ZCLOSED FROM ZSTATION ORDER BY Z_PK",
                ["서울역|1호선|1974-08-15|1", "강남|2호선|1982-12-23|0"])),
        .init(
            "Abbreviations of one beginning", "Team name! points:Integer_16",
            ["teams.csv": "Pos,Name,Pts\n1,Reds,23\n2,Blues,19\n"],
            .rows("SELECT ZNAME, ZPOINTS FROM ZTEAM ORDER BY Z_PK", ["Reds|23", "Blues|19"]),
            told: ["no property fits `Pos`"]),
        .init(
            "Places of KML, by what the file is", spot,
            [
                "spots.kml": """
                <?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>Map</name>
                <Placemark><name>Bern</name><Point><coordinates>7.44,46.95,0</coordinates></Point></Placemark>
                <Placemark><name>Basel</name><Point><coordinates>7.59,47.56,0</coordinates></Point></Placemark>
                </Document></kml>
                """
            ], .rows(places, ["Bern|46.95|7.44", "Basel|47.56|7.59"]), told: ["xml: spots.kml"]),
        .init(
            "JSON called a text", spot,
            ["spots.txt": "[{\"name\": \"A\", \"latitude\": 1.5, \"longitude\": 2}]"],
            .rows(places, ["A|1.5|2.0"]), told: ["json: spots.txt"]),
        .init(
            "A header in brackets", spot, ["spots.csv": "[Name],[Latitude],[Longitude]\nA,1.5,2\n"],
            .rows(places, ["A|1.5|2.0"])),
        .init(
            "The value beside its label", "Person lastName! email phone",
            [
                "contacts.csv":
                    "Last Name,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value\nLee,Home,ann@x.org,Mobile,+41 79\n"
            ], .rows("SELECT ZEMAIL, ZPHONE FROM ZPERSON", ["ann@x.org|+41 79"])),
        .init(
            "Records called as the relationship that leads to them",
            "Card name! closed:Boolean list>Column.cards\nColumn name! cards>>Card.list",
            [
                "board.json": """
                {"lists": [{"id": "l1", "name": "To do"}, {"id": "l2", "name": "Done"}],
                 "cards": [{"id": "c1", "name": "A", "closed": false, "idList": "l1"},
                           {"id": "c2", "name": "B", "closed": true, "idList": "l2"}]}
                """
            ],
            .rows(
                "SELECT c.ZNAME, k.ZNAME FROM ZCARD c JOIN ZCOLUMN k ON k.Z_PK = c.ZLIST ORDER BY 1",
                ["A|To do", "B|Done"])),
        .init(
            "The end of a compound", "Tree number! height:Double",
            ["Baumkataster.csv": "Baumnummer;Höhe [m]\nB-001;12,5\nB-002;9\n"],
            .rows("SELECT ZNUMBER, ZHEIGHT FROM ZTREE ORDER BY 1", ["B-001|12.5", "B-002|9.0"]),
            told: ["is `Baumnummer` the right column?"]),
        .init(
            "What a file has many of", "Quote text! year:Integer_16",
            ["Zitate.csv": "Zitat;Jahr\nSein oder nicht sein;1603\nHabe nun, ach!;1808\n"],
            .rows(
                "SELECT ZTEXT, ZYEAR FROM ZQUOTE ORDER BY 2",
                ["Sein oder nicht sein|1603", "Habe nun, ach!|1808"])),
        .init(
            "A known name among the texts that are left", "Contact nickname! company",
            ["contacts.csv": "Title,First Name,Company\nDr.,Lee,Acme\nMs,Roy,Bolt\n"], .refused,
            told: ["no property fits `Title`, `First Name`"]),
        .init(
            "Times of a sheet in a text", "Lesson name! start!",
            [
                (
                    "lessons.xlsx",
                    clock.zip.bytes
                )
            ], .rows("SELECT ZNAME, ZSTART FROM ZLESSON ORDER BY 1", ["A|18:30", "B|07:00"]),
            told: ["seconds are left out, which are 0 in all cells"]),
        .init(
            "Names of several words, one as in another language",
            "Plant name! scientificName flowering height:Integer_16",
            [
                "plantas.csv":
                    "Nombre común,Nombre científico,Altura (cm)\nRomero,Salvia rosmarinus,150\nAdelfa,Nerium oleander,400\n"
            ],
            .rows(
                "SELECT ZNAME, ZSCIENTIFICNAME, ZHEIGHT FROM ZPLANT ORDER BY 1",
                ["Adelfa|Nerium oleander|400", "Romero|Salvia rosmarinus|150"])),
        .init(
            "Names and units in brackets", "Recipe title! minutes:Integer_16 storyPoints:Integer_16",
            ["recipes.csv": "Titre,Temps de préparation (min),Custom field (Story Points)\nA,20,3\nB,60,5\n"],
            .rows("SELECT ZTITLE, ZMINUTES, ZSTORYPOINTS FROM ZRECIPE ORDER BY 1", ["A|20|3", "B|60|5"])),
        .init(
            "Names of stations in Japanese",
            "Station name! line>Line.stations\nLine name! stations>>Station.line",
            ["駅一覧.csv": "駅名,路線\n新宿,山手線\n渋谷,山手線\n"],
            .rows(
                "SELECT s.ZNAME, l.ZNAME FROM ZSTATION s JOIN ZLINE l ON l.Z_PK = s.ZLINE ORDER BY s.Z_PK",
                ["新宿|山手線", "渋谷|山手線"])),
        .init(
            "Per cent with a plus", "Region name! growth:Double",
            ["regions.csv": "Region,Growth\nNorth,+5.5%\nSouth,-2.1%\n"],
            .rows("SELECT ZNAME, ZGROWTH FROM ZREGION ORDER BY 1", ["North|5.5", "South|-2.1"])),
        .init(
            "Two amounts of a bank", "Transaction date:Date text amount:Decimal! balance:Decimal",
            [
                "umsatz.csv":
                    "Datum;Buchungstext;Betrag;Saldo\n03.01.2024;Miete;-1450,00;2310,55\n15.01.2024;Lohn;5200,00;7510,55\n"
            ],
            .rows(
                "SELECT ZAMOUNT, ZBALANCE FROM ZTRANSACTION ORDER BY Z_PK", ["-1450|2310.55", "5200|7510.55"])
        ),
        .init(
            "The keys of records", "Pokemon number:Integer_16! name! kind",
            [
                "pokemon.json":
                    "{\"1\": {\"name\": \"Bulba\", \"kind\": \"grass\"}, \"4\": {\"name\": \"Char\", \"kind\": \"fire\"}}"
            ], .rows("SELECT ZNUMBER, ZNAME FROM ZPOKEMON ORDER BY 1", ["1|Bulba", "4|Char"]),
            told: ["is `key()` the right column?"]),
        .init(
            "Seconds since 1970 under another name", "Log message! loggedAt:Date level:Integer_16",
            ["log.csv": "timestamp,message\n1704067200,start\n1704070800,slow\n"],
            .rows(
                "SELECT ZMESSAGE, datetime(ZLOGGEDAT + 978307200, 'unixepoch') FROM ZLOG ORDER BY 2",
                ["start|2024-01-01 00:00:00", "slow|2024-01-01 01:00:00"])),
        .init(
            "Numbered columns of an array", "Person name! emails:Array",
            ["people.csv": "Name,Email 1,Email 2\nAnn,a@x.org,ann@y.org\nBob,b@x.org,\n"],
            .rows("SELECT ZNAME, ZEMAILS IS NOT NULL FROM ZPERSON ORDER BY 1", ["Ann|1", "Bob|1"]),
            told: ["emails: { template: \"{Email 1}|{Email 2}\", archive: array, separator: \"|\" }"]),
        .init(
            "Stars", "Trail name! rating:Integer_16",
            ["trails.csv": "Name,Rating\nA,★★★☆☆\nB,★★★★★\nC,☆☆☆☆☆\nD,\n"],
            .rows("SELECT ZNAME, ZRATING FROM ZTRAIL ORDER BY 1", ["A|3", "B|5", "C|0", "D|"])),
    ]

    private static var clock: WorkbookText {
        var book = cells(
            "<c r=\"B2\" s=\"1\"><v>0.7708333333333334</v></c>",
            "<c r=\"B3\" s=\"1\"><v>0.2916666666666667</v></c>",
            column: "start")
        book.styles = "<cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"20\"/></cellXfs>"
        return book
    }
}
