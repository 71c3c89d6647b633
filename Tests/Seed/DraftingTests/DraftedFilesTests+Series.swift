import TestSupport
import Testing

/// Files of one shape as one input, documents that are records, and columns that only the remaining properties explain.
extension DraftedFilesTests {
    @Test("Files of one shape", arguments: seriesFiles)
    func series(file: DraftedFile) throws { try Self.expect(file) }

    private static let seriesFiles: [DraftedFile] = [
        .init(
            "A table for each year", "Match date:Date! home! away!",
            [
                "E0-2022.csv": "date,home,away\n2022-08-13,A,B\n",
                "E0-2021.csv": "date,home,away\n2021-08-14,B,A\n",
            ],
            .rows("SELECT ZHOME FROM ZMATCH ORDER BY Z_PK", ["B", "A"]),
            told: ["E0: { csv: \"E0-202*.csv\" }"]),
        .init(
            "Tables of two entities in one shape", "Artist name!\nGenre name!",
            ["artists.csv": "id,name\n1,Abba\n", "genres.csv": "id,name\n1,Pop\n2,Folk\n"],
            .rows("SELECT (SELECT COUNT(*) FROM ZARTIST), (SELECT COUNT(*) FROM ZGENRE)", ["1|2"])),
        .init(
            "A file for each recipe, some without a list",
            """
            Recipe title! servings:Integer_16 steps>>Step.recipe
            Step text! recipe>Recipe.steps
            """,
            [
                "r1.json": #"{"title": "Tea", "servings": 1, "steps": [{"text": "Boil"}, {"text": "Wait"}]}"#,
                "r2.json": #"{"title": "Ice", "servings": 4}"#,
                "r3.json": #"{"title": "Egg", "servings": 2, "steps": [{"text": "Boil"}]}"#,
            ],
            .rows(
                "SELECT ZTITLE, ZSERVINGS, (SELECT GROUP_CONCAT(ZTEXT) FROM ZSTEP WHERE ZRECIPE = r.Z_PK) "
                    + "FROM ZRECIPE r ORDER BY r.Z_PK", ["Tea|1|Boil,Wait", "Ice|4|", "Egg|2|Boil"]),
            told: ["json: \"r*.json\", records: .", "json: [r1.json, r3.json], records: steps"]),
        .init(
            "A document that is a record",
            "Recipe title! servings:Integer_16 steps>>Step.recipe\nStep text! recipe>Recipe.steps",
            ["tea.json": #"{"title": "Tea", "servings": 1, "steps": [{"text": "Boil"}]}"#],
            .rows("SELECT ZTITLE, ZTEXT FROM ZRECIPE r JOIN ZSTEP s ON s.ZRECIPE = r.Z_PK", ["Tea|Boil"])),
        .init(
            "Values about the file beside its list", "Fruit name! color",
            [
                "fruits.json":
                    #"{"name": "Fruits", "version": 2, "fruits": [{"name": "Fig", "color": "blue"}]}"#
            ],
            .rows("SELECT ZNAME FROM ZFRUIT", ["Fig"]),
            told: ["  fruits: { json: fruits.json, records: fruits }"]),
        .init(
            "Names under their codes", "Language code! name! @code",
            [
                "languages.json":
                    #"{"main": {"en": {"languages": {"aa": "Afar", "de": "German", "no": "Norwegian", "eo": "Esperanto", "fr": "French"}}}}"#
            ],
            .rows(
                "SELECT ZCODE, ZNAME FROM ZLANGUAGE WHERE ZCODE < 'e' ORDER BY 1", ["aa|Afar", "de|German"]),
            told: ["records: \"main.en.languages.*\""]),
        .init(
            "A required key of records under keys", "Contest year:Integer_16! city @year",
            ["contests.json": #"{"2018": {"city": "Lisbon"}, "2019": {"city": "Tel Aviv"}}"#],
            .rows("SELECT ZYEAR, ZCITY FROM ZCONTEST ORDER BY 1", ["2018|Lisbon", "2019|Tel Aviv"])),
        .init(
            "A channel around its items",
            "Podcast title! author episodes>>Episode.podcast\nEpisode title! guid! podcast>Podcast.episodes",
            [
                "feed.xml":
                    "<rss><channel><title>Talk</title><author>Ann</author><item><title>One</title><guid>1</guid></item>"
                    + "<item><title>Two</title><guid>2</guid></item></channel></rss>"
            ],
            .rows(
                "SELECT e.ZTITLE, p.ZTITLE, ZAUTHOR FROM ZEPISODE e JOIN ZPODCAST p ON p.Z_PK = e.ZPODCAST ORDER BY 1",
                ["One|Talk|Ann", "Two|Talk|Ann"])),
    ]

    @Test("Columns under other names", arguments: otherNames)
    func otherNames(file: DraftedFile) throws { try Self.expect(file) }

    private static let otherNames: [DraftedFile] = [
        .init(
            "A key for a required number", "Pokemon number:Integer_32! name! @number",
            ["pokemon.csv": "id,identifier,height\n1,bulbasaur,7\n25,pikachu,4\n"],
            .rows("SELECT ZNUMBER, ZNAME FROM ZPOKEMON ORDER BY 1", ["1|bulbasaur", "25|pikachu"]),
            told: ["is `id` the right column?"]),
        .init(
            "The only number that is left", "Race season:Integer_16! round:Integer_16! name!",
            ["races.csv": "raceId,year,round,name\n1,2009,1,Monaco\n2,2008,2,Spa\n"],
            .rows("SELECT ZSEASON, ZROUND, ZNAME FROM ZRACE ORDER BY Z_PK", ["2009|1|Monaco", "2008|2|Spa"]),
            told: ["is `year` the right column?"]),
        .init(
            "Two numbers that are left", "Race round:Integer_16! name! season:Integer_16",
            ["races.csv": "round,name,laps,gates\n1,Monaco,78,3\n2,Spa,44,4\n"],
            .rows("SELECT ZSEASON FROM ZRACE ORDER BY Z_PK", ["", ""])),
        .init(
            "Counts, units and synonyms", "Planet name! mass:Double moonCount:Integer_16 runtime:Integer_16",
            [
                "planets.csv":
                    "planet,Atomic Weight,number_of_moons,Running Time min\nMars,0.64,2,90\nEarth,5.97,1,80\n"
            ],
            .rows(
                "SELECT ZNAME, ZMASS, ZMOONCOUNT, ZRUNTIME FROM ZPLANET ORDER BY 1",
                ["Earth|5.97|1|80", "Mars|0.64|2|90"])),
        .init(
            "Forms of a name, and coordinates in a list",
            "Country name! officialName alpha3! latitude:Double longitude:Double @alpha3",
            [
                "all.json":
                    #"[{"name": {"common": "France", "official": "French Republic", "native": {"fra": {"official": "R", "common": "F"}}}, "cca2": "FR", "ccn3": "250", "cca3": "FRA", "latlng": [46.0, 2.0], "currencies": {"EUR": {"name": "Euro"}}}, "#
                    + #"{"name": {"common": "Namibia", "official": "Republic of Namibia"}, "cca2": "NA", "ccn3": "516", "cca3": "NAM", "latlng": [-22.0, 17.0], "currencies": {"NAD": {"name": "Dollar"}}}]"#
            ],
            .rows(
                "SELECT ZNAME, ZOFFICIALNAME, ZALPHA3, ZLATITUDE, ZLONGITUDE FROM ZCOUNTRY ORDER BY 1",
                ["France|French Republic|FRA|46.0|2.0", "Namibia|Republic of Namibia|NAM|-22.0|17.0"])),
        .init(
            "Acronyms that end with the initials",
            "Match date:Date! homeGoals:Integer_16 awayGoals:Integer_16",
            ["matches.csv": "Date,FTHG,FTAG,HS,AS\n2021-08-13,2,0,8,22\n2021-08-14,5,1,16,10\n"],
            .rows("SELECT ZHOMEGOALS, ZAWAYGOALS FROM ZMATCH ORDER BY Z_PK", ["2|0", "5|1"]),
            told: ["is `FTHG` the right column?"]),
        .init(
            "A name in one word with the file's", "Stop code! name! @code",
            ["haltestellen.csv": "Haltestellennummer,Haltestellenname\n1010,Plärrer\n1020,Wöhrd\n"],
            .rows("SELECT ZCODE, ZNAME FROM ZSTOP ORDER BY 1", ["1010|Plärrer", "1020|Wöhrd"])),
    ]
}
