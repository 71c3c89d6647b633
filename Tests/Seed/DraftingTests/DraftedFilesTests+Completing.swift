import TestSupport
import Testing

/// Inputs that complete the objects of others, and values that only the records around have.
extension DraftedFilesTests {
    @Test("Files that complete others", arguments: completingFiles)
    func completing(file: DraftedFile) throws { try Self.expect(file) }

    private static let title = "Title imdbID! name! rating:Double votes:Integer_64 @imdbID"
    private static let basics = "tconst\tprimaryTitle\ntt1\tJaws\ntt2\tAlien\ntt3\tHeat\n"

    /// A row of a query's result, as SPARQL servers return it.
    private static func city(_ name: String, _ country: String) -> String {
        func value(_ text: String) -> String {
            #"{"xml:lang": "en", "type": "literal", "value": "\#(text)"}"#
        }
        let population = #"{"datatype": "http://x/decimal", "type": "literal", "value": "\#(name.count)"}"#
        return
            #"{"cityLabel": \#(value(name)), "population": \#(population), "countryLabel": \#(value(country))}"#
    }

    private static let completingFiles: [DraftedFile] = [
        .init(
            "Ratings of titles", title,
            [
                "title.basics.tsv": basics,
                "title.ratings.tsv": "tconst\taverageRating\tnumVotes\ntt1\t8.1\t600\ntt3\t8.3\t700\n",
            ],
            .rows(
                "SELECT ZIMDBID, ZNAME, ZRATING, ZVOTES FROM ZTITLE ORDER BY 1",
                ["tt1|Jaws|8.1|600", "tt2|Alien||", "tt3|Heat|8.3|700"]),
            told: ["do the rows complete the objects of `title` with the same `imdbID`?"]),
        .init(
            "Ratings of other titles, too", title,
            [
                "title.basics.tsv": basics,
                "title.ratings.tsv": "tconst\taverageRating\tnumVotes\ntt1\t8.1\t600\ntt9\t8.3\t700\n",
            ],
            .refused,
            told: ["1 of 2 rows have no such object", "noSuchTarget(entity: \"Title\", key: \"tt9\")"]),
        .init(
            "Keys of movies on other sites",
            "Movie identifier:Integer_64! title! imdbID tmdbID:Integer_64 @identifier",
            [
                "links.csv": "movieId,imdbId,tmdbId\n1,0114709,862\n7,0113497,8844\n9,0113277,949\n",
                "movies.csv":
                    "movieId,title,genres\n1,Toy Story,Animation|Comedy\n7,Jumanji,(none listed)\n9,Heat,Action\n",
            ],
            .rows(
                "SELECT ZTITLE, ZIMDBID, ZTMDBID FROM ZMOVIE ORDER BY Z_PK",
                ["Toy Story|0114709|862", "Jumanji|0113497|8844", "Heat|0113277|949"])),
        .init(
            "Credits by keys in columns of the same name",
            """
            Title imdbID! name! credits>>Credit.title @imdbID
            Person imdbID! name! credits>>Credit.person @imdbID
            Credit category title>Title.credits person>Person.credits
            """,
            [
                "name.basics.tsv": "nconst\tprimaryName\nnm1\tAnn\nnm2\tBob\n",
                "title.basics.tsv": basics,
                "title.principals.tsv": "tconst\tnconst\tcategory\ntt1\tnm2\tactor\ntt3\tnm1\twriter\n",
            ],
            .rows(
                "SELECT t.ZNAME, p.ZNAME, c.ZCATEGORY FROM ZCREDIT c JOIN ZTITLE t ON t.Z_PK = c.ZTITLE "
                    + "JOIN ZPERSON p ON p.Z_PK = c.ZPERSON ORDER BY 1",
                ["Heat|Ann|writer", "Jaws|Bob|actor"])),
        .init(
            "A date around exchange rates", "ExchangeRate currency! rate:Double! date:Date!",
            [
                "rates.xml":
                    "<Envelope><subject>Rates</subject><Cube><Cube date='2024-01-05'><Cube currency='USD' rate='1.09'/>"
                    + "<Cube currency='JPY' rate='158.5'/></Cube><Cube date='2024-01-04'>"
                    + "<Cube currency='USD' rate='1.1'/></Cube></Cube></Envelope>"
            ],
            .rows(
                "SELECT ZCURRENCY, ZRATE, date(ZDATE + 978307200, 'unixepoch') FROM ZEXCHANGERATE ORDER BY Z_PK",
                ["USD|1.09|2024-01-05", "JPY|158.5|2024-01-05", "USD|1.1|2024-01-04"])),
        .init(
            "A single record about a file of points", "Point latitude:Double! longitude:Double! time:Date",
            [
                "ride.gpx":
                    "<?xml version='1.0'?><gpx><metadata><time>2024-01-05T08:00:00Z</time></metadata><trk><trkseg>"
                    + "<trkpt lat='47.5' lon='8.5'><time>2024-01-04T08:00:00Z</time></trkpt>"
                    + "<trkpt lat='47.6' lon='8.6'><time>2024-01-04T08:01:00Z</time></trkpt></trkseg></trk></gpx>"
            ],
            .rows("SELECT ZLATITUDE, ZLONGITUDE FROM ZPOINT ORDER BY 1", ["47.5|8.5", "47.6|8.6"])),
        .init(
            "The only list that remains",
            """
            Recipe name! tags>>Tag.recipes steps>>Step.recipe
            Tag name! recipes>>Recipe.tags @name
            Step text! recipe>Recipe.steps
            """,
            [
                "recipes.json":
                    #"[{"name": "Tea", "tags": ["hot"], "instructions": ["Boil.", "Wait."]}, "#
                    + #"{"name": "Ice", "tags": ["cold", "sweet"], "instructions": ["Wait."]}]"#
            ],
            .rows(
                "SELECT r.ZNAME, s.ZTEXT FROM ZSTEP s JOIN ZRECIPE r ON r.Z_PK = s.ZRECIPE ORDER BY s.Z_PK",
                ["Tea|Boil.", "Tea|Wait.", "Ice|Wait."]),
            told: ["is this Step?"]),
        .init(
            "Notes below a blank row", "Region code! name! population:Integer_64 @code",
            [
                "regions.csv":
                    "Region,Area code,Population\nEast,E1,100\nWest,W1,300\nNorth,N1,200\nTotal,,600\n,,\nNotes,,\n1. Provisional.,,\n"
            ],
            .rows(
                "SELECT ZCODE, ZNAME, ZPOPULATION FROM ZREGION ORDER BY 1",
                ["E1|East|100", "N1|North|200", "W1|West|300"])),
        .init(
            "Values of a query's variables",
            "City name! population:Integer_64 country>Country.cities\nCountry name! cities>>City.country @name",
            [
                "query.json":
                    #"{"head": {"vars": ["cityLabel"]}, "results": {"bindings": ["#
                    + city("Berlin", "Germany") + ", " + city("Paris", "France") + ", "
                    + city("Lyon", "France")
                    + "]}}"
            ],
            .rows(
                "SELECT c.ZNAME, ZPOPULATION, k.ZNAME FROM ZCITY c JOIN ZCOUNTRY k ON k.Z_PK = c.ZCOUNTRY ORDER BY 1",
                ["Berlin|6|Germany", "Lyon|4|France", "Paris|5|France"])),
    ]

    @Test("Shapes of public files", arguments: publicFiles)
    func publicShapes(file: DraftedFile) throws { try Self.expect(file) }

    private static let album = """
        Album mbid! title! artist>Artist.albums @mbid
        Artist mbid! name! albums>>Album.artist @mbid
        """

    private static let publicFiles: [DraftedFile] = [
        .init(
            "A code for a barcode, not a number that differs in each row",
            "Product barcode! name! score:Integer_16 @barcode",
            ["products.csv": "code,product_name,nutrition\n0012,Oats,3\n3017,Cocoa,26\n7376,Noodles,10\n"],
            .rows(
                "SELECT ZBARCODE, ZNAME FROM ZPRODUCT ORDER BY 1",
                ["0012|Oats", "3017|Cocoa", "7376|Noodles"]),
            told: ["barcode: code"]),
        .init(
            "Codes of two and three letters", "Country name! alpha2! alpha3! @alpha3",
            ["countries.csv": "name,cca2,ccn3,cca3,cioc\nBelgium,BE,056,BEL,BEL\nChad,TD,148,TCD,CHA\n"],
            .rows(
                "SELECT ZNAME, ZALPHA2, ZALPHA3 FROM ZCOUNTRY ORDER BY 1", ["Belgium|BE|BEL", "Chad|TD|TCD"]),
            told: ["alpha2: cca2"]),
        .init(
            "Columns about the object of a relationship",
            "Work title! url:URI artist>Artist.works\nArtist name! bio works>>Work.artist @name",
            [
                "works.csv": """
                Title,Artist Role,Artist Display Name,Artist Display Bio,Artist URL,Link Resource
                Mask,Maker,Ann,born 1900,http://a.org/ann,http://w.org/1
                Cup,Painter,Bob,born 1910,http://a.org/bob,http://w.org/2
                Hat,Maker,Ann,born 1900,http://a.org/ann,http://w.org/3

                """
            ],
            .rows(
                "SELECT w.ZTITLE, w.ZURL, a.ZNAME, a.ZBIO FROM ZWORK w JOIN ZARTIST a ON a.Z_PK = w.ZARTIST "
                    + "ORDER BY w.Z_PK",
                [
                    "Mask|http://w.org/1|Ann|born 1900", "Cup|http://w.org/2|Bob|born 1910",
                    "Hat|http://w.org/3|Ann|born 1900",
                ]), told: ["is `Artist Display Bio` its `bio`?"]),
        .init(
            "Records in others that only look alike, and objects that several have in common", album,
            [
                "albums.json": """
                {"albums": [
                {"id": "m1", "title": "Creep", "credit": [{"name": "R", "artist": {"id": "a1", "name": "Radiohead"}}],
                 "releases": [{"id": "r1", "title": "Creep"}]},
                {"id": "m2", "title": "Karma", "credit": [{"name": "R", "artist": {"id": "a1", "name": "Radiohead"}}],
                 "releases": [{"id": "r2", "title": "Karma"}, {"id": "r3", "title": "Karma"}]}]}
                """
            ],
            .rows(
                "SELECT b.ZMBID, b.ZTITLE, a.ZMBID FROM ZALBUM b JOIN ZARTIST a ON a.Z_PK = b.ZARTIST ORDER BY 1",
                ["m1|Creep|a1", "m2|Karma|a1"]), told: ["no entity fits the source `releases`"]),
        .init(
            "A column without values next to one with them", "Creature number:Integer_32! picture @number",
            ["creatures.csv": "number,picture_back,picture_front\n1,,a.png\n2,,b.png\n"],
            .rows("SELECT ZNUMBER, ZPICTURE FROM ZCREATURE ORDER BY 1", ["1|a.png", "2|b.png"])),
        .init(
            "Links to one object, numbered like the objects",
            "Book title! series>Series.books\nSeries name! books>>Book.series @name",
            [
                "library.sql": """
                CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT NOT NULL);
                CREATE TABLE series (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
                CREATE TABLE books_series_link (id INTEGER PRIMARY KEY, book INTEGER, series INTEGER);
                INSERT INTO books VALUES (1, 'Mort'), (2, 'Emma'), (3, 'Sourcery');
                INSERT INTO series VALUES (1, 'Discworld');
                INSERT INTO books_series_link VALUES (1, 1, 1), (2, 3, 1);
                """
            ],
            .rows(
                "SELECT b.ZTITLE, s.ZNAME FROM ZBOOK b LEFT JOIN ZSERIES s ON s.Z_PK = b.ZSERIES ORDER BY b.Z_PK",
                ["Mort|Discworld", "Emma|", "Sourcery|Discworld"]), told: ["from: books_series_link"]),
        .init(
            "Links next to their labels",
            "Peak name! url:URI country>Country.peaks @name\nCountry name! peaks>>Peak.country @name",
            [
                "query.csv": """
                item,itemLabel,country,countryLabel
                http://w.org/Q513,Everest,http://w.org/Q837,Nepal
                http://w.org/Q583,Mont Blanc,http://w.org/Q142,France
                http://w.org/Q904,Annapurna,http://w.org/Q837,Nepal

                """
            ],
            .rows(
                "SELECT p.ZNAME, p.ZURL, c.ZNAME FROM ZPEAK p JOIN ZCOUNTRY c ON c.Z_PK = p.ZCOUNTRY ORDER BY 1",
                [
                    "Annapurna|http://w.org/Q904|Nepal", "Everest|http://w.org/Q513|Nepal",
                    "Mont Blanc|http://w.org/Q583|France",
                ])),
        .init(
            "Lists under keys that are data",
            """
            Division name! holidays>>Holiday.division @name
            Holiday title! division>Division.holidays
            """,
            [
                "bank-holidays.json": """
                {"wales": {"division": "Wales", "events": [{"title": "Easter"}]},
                 "scotland": {"division": "Scotland", "events": [{"title": "Easter"}, {"title": "St Andrew"}]},
                 "ulster": {"division": "Ulster", "events": [{"title": "St Patrick"}]}}
                """
            ],
            .rows(
                "SELECT h.ZTITLE, d.ZNAME FROM ZHOLIDAY h JOIN ZDIVISION d ON d.Z_PK = h.ZDIVISION ORDER BY h.Z_PK",
                ["Easter|Wales", "Easter|Scotland", "St Andrew|Scotland", "St Patrick|Ulster"]),
            told: ["records: \"*.events\""]),
        .init(
            "The same where only the keys name the groups",
            """
            Aisle name! products>>Product.aisle @name
            Product title! aisle>Aisle.products
            """,
            [
                "shop.json": """
                {"fruit": {"stock": [{"title": "Apple"}, {"title": "Pear"}]},
                 "bread": {"stock": [{"title": "Bun"}]}, "tea": {"stock": [{"title": "Mint"}]}}
                """
            ],
            .rows(
                "SELECT p.ZTITLE, a.ZNAME FROM ZPRODUCT p JOIN ZAISLE a ON a.Z_PK = p.ZAISLE ORDER BY p.Z_PK",
                ["Apple|fruit", "Pear|fruit", "Bun|bread", "Mint|tea"])),
        .init(
            "Quotes between tabs that enclose no whole cell", "Title name! year:Integer_16",
            ["titles.tsv": "name\tyear\n\"Crocodile\" Dundee\t1986\n\"Heat\"\t1995\n\"Open\t1999\n"],
            .rows(
                "SELECT ZNAME, ZYEAR FROM ZTITLE ORDER BY 2",
                ["\"Crocodile\" Dundee|1986", "Heat|1995", "\"Open|1999"]), told: ["quoting: lenient"]),
        .init(
            "A header with years below lines about the file", "Country code! name! @code",
            [
                "indicator.csv": """
                "Data Source","World Development Indicators",

                "Last Updated Date","2024-06-28",

                "Country Name","Country Code","Indicator","2019","2020","2021","2022",
                "Aruba","ABW","Access","90","91.5","","93",
                "Chad","TCD","Access","8","9","10","11",

                """
            ],
            .rows("SELECT ZCODE, ZNAME FROM ZCOUNTRY ORDER BY 1", ["ABW|Aruba", "TCD|Chad"]),
            told: ["skipLines: 4"]),
        .init(
            "Dates by what happened, amounts of something, and beginnings of words",
            "Order placedOn:Date! shippedAt:Date amount:Integer_64 absoluteWeight:Double",
            [
                "orders.csv":
                    "PlacedDate,ShippedDate,PrizeAmount,PrizeAmountAdjusted,absweight\n2016-07-04,2016-07-16,5,6,1.5\n"
                    + "2016-07-05,,7,8,2.5\n"
            ],
            .rows(
                "SELECT date(ZPLACEDON + 978307200, 'unixepoch'), date(ZSHIPPEDAT + 978307200, 'unixepoch'), "
                    + "ZAMOUNT, ZABSOLUTEWEIGHT FROM ZORDER ORDER BY 1",
                ["2016-07-04|2016-07-16|5|1.5", "2016-07-05||7|2.5"])),
        .init(
            "Names next to names of a relationship's objects",
            "Country name! iso3! region>Region.countries @iso3\nRegion name! countries>>Country.region @name",
            ["m49.csv": "Region Name,Country or Area,ISO-alpha3 Code\nAfrica,Chad,TCD\nAfrica,Kenya,KEN\n"],
            .rows(
                "SELECT c.ZNAME, ZISO3, r.ZNAME FROM ZCOUNTRY c JOIN ZREGION r ON r.Z_PK = c.ZREGION ORDER BY 1",
                ["Chad|TCD|Africa", "Kenya|KEN|Africa"])),
        .init(
            "JSON in cells, which names no objects",
            "Movie title! genres>>Genre.movies\nGenre name! movies>>Movie.genres",
            [
                "movies.csv":
                    "title,genres\nJaws,\"[{\"\"id\"\": 28, \"\"name\"\": \"\"Action\"\"}]\"\nHeat,[]\n"
            ],
            .rows("SELECT ZTITLE FROM ZMOVIE ORDER BY 1", ["Heat", "Jaws"]),
            told: ["no property fits `genres`"]),
        .init(
            "A first row of values, one of which is also a word for names", "Place name! opened:Date",
            ["cities.txt": "3038816\tXixerella\tAD\t2009-04-24\n3038999\tSoldeu\tAD\t2017-11-06\n"], .refused,
            told: ["noHeader"]),
    ]
}
