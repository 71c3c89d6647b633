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

    private static let publicFiles: [DraftedFile] = [
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
    ]
}
