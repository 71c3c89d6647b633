import TestSupport
import Testing

/// Shapes of well-known public files and exports.
extension DraftedFilesTests {
    @Test("Shapes of further public files", arguments: furtherPublicFiles)
    func furtherShapes(file: DraftedFile) throws { try Self.expect(file) }

    private static let furtherPublicFiles: [DraftedFile] = [
        .init(
            "Semicolons between names with commas",
            "Book title! authors>>Author.books\nAuthor name! books>>Book.authors @name",
            [
                "catalog.csv": """
                Title,Authors
                Plays,"Sophocles; Storr, Francis"
                Tales,"Grimm, Jacob; Grimm, Wilhelm; Taylor, Edgar"
                Frankenstein,"Shelley, Mary"

                """
            ],
            .rows(
                "SELECT ZNAME FROM ZAUTHOR ORDER BY 1",
                [
                    "Grimm, Jacob", "Grimm, Wilhelm", "Shelley, Mary", "Sophocles", "Storr, Francis",
                    "Taylor, Edgar",
                ]), told: ["',' also occurs in 3 of the cells"]),
        .init(
            "Points, and links that identify",
            "Volcano wikidataID! name! latitude:Double longitude:Double @wikidataID",
            [
                "query.csv": """
                item,itemLabel,coord
                http://w.org/Q524,Vesuvius,Point(14.426 40.821)
                http://w.org/Q16990,Etna,Point(14.995 37.755)
                http://w.org/Q7296,Kilauea,Point(-155.28 19.42)

                """
            ],
            .rows(
                "SELECT ZWIKIDATAID, ZNAME, ZLATITUDE, ZLONGITUDE FROM ZVOLCANO ORDER BY 3",
                [
                    "http://w.org/Q7296|Kilauea|19.42|-155.28", "http://w.org/Q16990|Etna|37.755|14.995",
                    "http://w.org/Q524|Vesuvius|40.821|14.426",
                ])),
        .init(
            "Answers to a form",
            "Answer submittedAt:Date! age:Integer_16 isVegetarian:Boolean guestCount:Integer_16 arrivesOn:Date",
            [
                "form.csv": """
                "Timestamp","How old are you?","Are you vegetarian?","How many guests will you bring?","When will you arrive?"
                "2024/05/03 9:14:22 AM GMT+2","34","No","1","2024-06-14"
                "2024/05/04 12:31:09 AM GMT+2","29","Yes","0","2024-06-15"

                """
            ],
            .rows(
                """
                SELECT datetime(ZSUBMITTEDAT + 978307200, 'unixepoch'), ZAGE, ZISVEGETARIAN, ZGUESTCOUNT,
                date(ZARRIVESON + 978307200, 'unixepoch') FROM ZANSWER ORDER BY 1
                """,
                ["2024-05-03 07:14:22|34|0|1|2024-06-14", "2024-05-03 22:31:09|29|1|0|2024-06-15"])),
        .init(
            "A list under a name that fits nothing, for the only objects that remain",
            "Show title! genres>>Genre.shows\nGenre name! shows>>Show.genres @name",
            [
                "shows.csv": """
                title,listed_in
                Ganglands,"Crime, Action"
                Blood,"Drama, Crime"
                Midnight,Drama

                """
            ],
            .rows("SELECT ZNAME FROM ZGENRE ORDER BY 1", ["Action", "Crime", "Drama"]),
            told: ["is `listed_in` the right column?"]),
        .init(
            "Columns of a relationship whose name begins with the entity's",
            "Card name! cardSet>CardSet.cards\nCardSet code! name! cards>>Card.cardSet @code",
            ["cards.csv": "name,set,set_name\nNishoba,tsb,Time Spiral\nForest,ddg,Duels\nSwamp,ddg,Duels\n"],
            .rows(
                "SELECT c.ZNAME, s.ZCODE, s.ZNAME FROM ZCARD c JOIN ZCARDSET s ON s.Z_PK = c.ZCARDSET ORDER BY 1",
                ["Forest|ddg|Duels", "Nishoba|tsb|Time Spiral", "Swamp|ddg|Duels"])),
        .init(
            "Rows that repeat their objects", "Restaurant camis! name! phone grade @camis",
            [
                "inspections.csv": """
                CAMIS,NAME,PHONE,VIOLATION
                300,Bake Shop,718,08A
                300,Bake Shop,718,10F
                403,Riviera,719,02G

                """
            ],
            .rows(
                "SELECT ZCAMIS, ZNAME, ZPHONE FROM ZRESTAURANT ORDER BY 1",
                ["300|Bake Shop|718", "403|Riviera|719"]),
            told: ["records with the same `camis` become one object"]),
        .init(
            "Rows that repeat a key with other values", "Restaurant camis! name! phone @camis",
            ["inspections.csv": "CAMIS,NAME,PHONE\n300,Bake Shop,718\n300,Bakery,718\n403,Riviera,719\n"],
            .refused, told: ["must be unique, but some values occur twice"]),
        .init(
            "A list of the entity beside lists of its parts",
            """
            Food fdcID:Integer_64! name! amounts>>FoodNutrient.food @fdcID
            FoodNutrient amount:Double food>Food.amounts nutrient>Nutrient.amounts
            Nutrient number! name! amounts>>FoodNutrient.nutrient @number
            """,
            [
                "foods.json": """
                {"FoundationFoods": [
                {"fdcId": 1, "description": "Hummus", "foodClass": "Final",
                 "foodNutrients": [{"id": 71, "nutrient": {"id": 1003, "number": "203", "name": "Protein"}, "amount": 7.5,
                  "foodNutrientDerivation": {"code": "A"}}],
                 "foodPortions": [{"id": 91, "measureUnit": {"name": "tablespoon"}}]},
                {"fdcId": 2, "description": "Beans", "foodClass": "Final",
                 "foodNutrients": [{"id": 72, "nutrient": {"id": 1003, "number": "203", "name": "Protein"}, "amount": 1.5,
                  "foodNutrientDerivation": {"code": "B"}}],
                 "foodPortions": [{"id": 92, "measureUnit": {"name": "cup"}}]},
                {"fdcId": 3, "description": "Bread", "foodClass": "Final", "foodNutrients": [], "foodPortions": []}]}
                """
            ],
            .rows(
                """
                SELECT f.ZFDCID, f.ZNAME, a.ZAMOUNT, n.ZNUMBER FROM ZFOOD f LEFT JOIN ZFOODNUTRIENT a ON a.ZFOOD = f.Z_PK
                LEFT JOIN ZNUTRIENT n ON n.Z_PK = a.ZNUTRIENT ORDER BY 1
                """,
                ["1|Hummus|7.5|203", "2|Beans|1.5|203", "3|Bread||"])),
        .init(
            "Another list of a board than that of its cards",
            "Card cardID! name! dueDate:Date @cardID",
            [
                "board.json": """
                {"name": "Roadmap",
                 "actions": [{"id": "x1", "type": "comment", "date": "2024-01-02T00:00:00Z", "memberCreator": "m1"},
                  {"id": "x2", "type": "comment", "date": "2024-01-03T00:00:00Z", "memberCreator": "m1"}],
                 "cards": [{"id": "c1", "name": "Ship", "due": null, "pos": 1},
                  {"id": "c2", "name": "Rest", "due": "2024-02-01T00:00:00Z", "pos": 2}]}
                """
            ],
            .rows("SELECT ZCARDID, ZNAME FROM ZCARD ORDER BY 1", ["c1|Ship", "c2|Rest"])),
        .init(
            "Lists of texts for one text", "Spell name! text",
            [
                "spells.json":
                    #"[{"name": "Arrow", "desc": ["Green.", "Bursts."]}, {"name": "Aid", "desc": ["Helps."]}]"#
            ],
            .rows("SELECT ZNAME, ZTEXT FROM ZSPELL ORDER BY 1", ["Aid|Helps.", "Arrow|Green.|Bursts."]),
            told: ["the elements of its lists are joined with '|'"]),
        .init(
            "Lists in lists", "Book name! abbreviation",
            [
                "bible.json":
                    #"[{"abbrev": "ob", "name": "Obadiah", "chapters": [["The vision", "Behold"], ["Thus"]]}]"#
            ],
            .rows("SELECT ZNAME, ZABBREVIATION FROM ZBOOK", ["Obadiah|ob"]),
            told: ["`chapters` has lists in lists, which are left out: `records: chapters.*` reads them"]),
        .init(
            "A first row of values, one of which has the name of the entity",
            "Airport airportID:Integer_32! name! iata kind",
            [
                "airports.dat": """
                340,"Frankfurt Airport","FRA",50.03,"airport"
                346,"Munich Airport","MUC",48.35,"airport"
                507,"London Heathrow Airport","LHR",51.47,"airport"

                """
            ], .refused, told: ["noHeader"]),
        .init(
            "Abbreviations in front of names",
            """
            Planet name! discoveryYear:Integer_16 orbitalPeriod:Double mass:Double star>Star.planets
            Star name! planets>>Planet.star @name
            """,
            [
                "planets.csv": """
                pl_name,disc_year,pl_orbper,st_teff,st_mass
                11 Com b,2007,323.2,4874,2.09
                K2-18 b,2015,32.9,3457,0.36

                """
            ],
            .rows(
                "SELECT ZNAME, ZDISCOVERYYEAR, ZORBITALPERIOD, ZMASS FROM ZPLANET ORDER BY 1",
                ["11 Com b|2007|323.2|", "K2-18 b|2015|32.9|"])),
        .init(
            "Initials, other words for names, and the end of a word",
            """
            Star rightAscension:Double! colorIndex:Double note
            Reader company jobTitle publicationYear:Integer_16 shelves
            """,
            [
                "stars.csv": "ra,dec,ci\n185.1,17.79,0.65\n172.5,7.58,1.2\n",
                "readers.csv":
                    "Organization Name,Organization Title,Year Published,Bookshelves\nACME,Boss,2012,red\nDJ,,2004,new\n",
            ],
            .rows(
                "SELECT ZRIGHTASCENSION, ZCOLORINDEX, '' FROM ZSTAR UNION ALL "
                    + "SELECT ZCOMPANY || '/' || ifnull(ZJOBTITLE, ''), ZPUBLICATIONYEAR, ZSHELVES FROM ZREADER ORDER BY 1",
                ["172.5|1.2|", "185.1|0.65|", "ACME/Boss|2012|red", "DJ/|2004|new"])),
        .init(
            "Year, month and day in three columns", "Track name! releasedOn:Date",
            [
                "tracks.csv":
                    "name,released_year,released_month,released_day\nSeven,2023,7,14\nAs It Was,2022,12,1\n"
            ],
            .rows(
                "SELECT ZNAME, date(ZRELEASEDON + 978307200, 'unixepoch') FROM ZTRACK ORDER BY 1",
                ["As It Was|2022-12-01", "Seven|2023-07-14"])),
        .init(
            "Numbers of other objects are no words", "Track name! genre",
            ["tracks.csv": "Name,GenreId\nSeven,1\nAs It Was,2\n"],
            .rows("SELECT ZNAME, ZGENRE FROM ZTRACK ORDER BY 1", ["As It Was|", "Seven|"]),
            told: ["no property fits `GenreId`"]),
        .init(
            "A column without values gives way", "Activity name! gear",
            ["activities.csv": "Activity Name,Gear,Activity Gear\nRun,,Shoes\nRide,,Bike\n"],
            .rows("SELECT ZNAME, ZGEAR FROM ZACTIVITY ORDER BY 1", ["Ride|Bike", "Run|Shoes"])),
        .init(
            "A word in front of all names, and flags", "Meal name! isVegan:Boolean category",
            [
                "meals.csv":
                    "strName,strVegan,strCategory,strArea,strTags\nTeriyaki,no,Chicken,Japan,\nDal,yes,Lentils,India,\n"
            ],
            .rows(
                "SELECT ZNAME, ZISVEGAN, ZCATEGORY FROM ZMEAL ORDER BY 1",
                ["Dal|1|Lentils", "Teriyaki|0|Chicken"])),
        .init(
            "Lists beside the one that a relationship names",
            """
            Park code! name! activities>>Activity.parks @code
            Activity name! parks>>Park.activities @name
            """,
            [
                "parks.json": """
                {"data": [
                {"parkCode": "glac", "fullName": "Glacier", "activities": [{"id": "a1", "name": "Hiking"}],
                 "topics": [{"id": "t1", "name": "Animals"}]},
                {"parkCode": "zion", "fullName": "Zion", "activities": [{"id": "a1", "name": "Hiking"}],
                 "topics": [{"id": "t1", "name": "Animals"}, {"id": "t2", "name": "Rocks"}]}]}
                """
            ],
            .rows("SELECT ZNAME FROM ZACTIVITY ORDER BY 1", ["Hiking"]),
            told: ["no entity fits the source `topics`"]),
    ]
}
