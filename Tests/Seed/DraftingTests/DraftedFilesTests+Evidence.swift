import TestSupport
import Testing

/// Values that a draft keeps unless the file proves that they mean something else, and structure that the
/// model shows.
extension DraftedFilesTests {
    private static let thing = "Item name! amount:Integer_64 note"
    private static let pairs = "SELECT ZNAME, ZAMOUNT FROM ZITEM ORDER BY Z_PK"

    @Test("Words that are values", arguments: keptFiles)
    func kept(file: DraftedFile) throws { try Self.expect(file) }

    private static let keptFiles: [DraftedFile] = [
        .init(
            "A Pokémon called Ditto", "Pokemon number:Integer_16! name!",
            ["pokemon.csv": "number,name\n131,Lapras\n132,Ditto\n133,Eevee\n"],
            .rows("SELECT ZNUMBER, ZNAME FROM ZPOKEMON ORDER BY 1", ["131|Lapras", "132|Ditto", "133|Eevee"])),
        .init(
            "The same caught twice", "Catch place! kind",
            ["catches.csv": "place,kind\nA,Eevee\nB,Ditto\nC,Ditto\n"],
            .rows("SELECT ZPLACE, ZKIND FROM ZCATCH ORDER BY 1", ["A|Eevee", "B|Ditto", "C|Ditto"]),
            told: ["'Ditto' in `kind` is a value"]),
        .init(
            "A quotation mark among signs", "Sign code! name",
            ["signs.csv": "code,name\n33,!\n34,\"\"\"\"\n35,#\n"],
            .rows("SELECT ZCODE, ZNAME FROM ZSIGN ORDER BY 1", ["33|!", "34|\"", "35|#"])),
        .init(
            "A brand called Total", thing,
            ["items.csv": "name,amount,note\nShell,4,\nTotal,7,\nAral,9,x\n"],
            .rows(pairs, ["Shell|4", "Total|7", "Aral|9"]), told: ["is the row 'Total' an object?"]),
        .init(
            "The same with a total below", thing,
            ["items.csv": "name,amount,note\nShell,4,\nTotal,7,\nAral,9,x\nTotal,20,\n"],
            .rows(pairs, ["Shell|4", "Total|7", "Aral|9", "Total|20"]), told: ["leaves out 2 rows"]),
        .init(
            "A film about a total", thing,
            ["items.csv": "name,amount,note\nA,1,x\nB,2,y\nEnd of Days,3,z\n"],
            .rows(pairs, ["A|1", "B|2", "End of Days|3"])),
        .init(
            "A note with rows below it", thing,
            ["items.csv": "name,amount,note\nA,1,x\n* B,,\nC,2,y\n"], .rows(pairs, ["A|1", "* B|", "C|2"])),
        .init(
            "A number of rows that is another one", thing,
            ["items.csv": "name,amount\nA,1\nB,2\n7 records,\n"],
            .rows(pairs, ["A|1", "B|2", "7 records|"]), told: ["'7 records'"]),
        .init(
            "Names that other programs write for nothing", thing,
            ["items.csv": "name,note\nA,unknown\nB,none\nC,x\nD,NA\n"],
            .rows(notes, ["A|unknown", "B|none", "C|x", "D|NA"])),
        .init(
            "The same word where numbers show it", thing,
            ["items.csv": "name,amount,note\nA,1,NA\nB,NA,none\nC,3,none\n"],
            .rows(notes, ["A|", "B|none", "C|none"]), told: ["does 'NA' mean", "'none' is a value"]),
        .init(
            "Categories by such names", "Item name! kind>Kind.items\nKind name! @name items>>Item.kind",
            ["items.csv": "name,kind\nA,None\nB,Fruit\nC,None\n"],
            .rows("SELECT ZNAME FROM ZKIND ORDER BY 1", ["Fruit", "None"])),
        .init(
            "A constant under a like name", "Quake place! magnitudeType",
            ["quakes.csv": "place,type\nA,Feature\nB,Feature\nC,Feature\n"],
            .rows("SELECT ZPLACE, ZMAGNITUDETYPE FROM ZQUAKE ORDER BY 1", ["A|", "B|", "C|"])),
        .init(
            "Quotes within cells", "Stop code! name latitude:Double",
            ["stops.csv": "code,name,latitude\n1,Main \"St\" & 1st,1.5\n2, \"B, C\",2\n3,\"4\" é,2.5\n"],
            .rows(
                "SELECT ZCODE, ZNAME FROM ZSTOP ORDER BY 1",
                ["1|Main \"St\" & 1st", "2|B, C", "3|4 é"]), told: ["quoting: lenient"]),
    ]

    @Test("Evidence in the model", arguments: structureFiles)
    func structures(file: DraftedFile) throws { try Self.expect(file) }

    private static let structureFiles: [DraftedFile] = [
        .init(
            "A key for an identifier", "Book identifier! title! @identifier",
            ["books.csv": "id,title\nb1,Emma\nb2,Ulysses\n"],
            .rows("SELECT ZIDENTIFIER, ZTITLE FROM ZBOOK ORDER BY 1", ["b1|Emma", "b2|Ulysses"]),
            told: ["identifier: id"]),
        .init(
            "A code for an identifier", "Book identifier! title! @identifier",
            ["books.csv": "book_code,title\nb1,Emma\nb2,Ulysses\n"],
            .rows("SELECT ZIDENTIFIER, ZTITLE FROM ZBOOK ORDER BY 1", ["b1|Emma", "b2|Ulysses"])),
        .init(
            "Two attributes that are unique together",
            "Shop name! city>City.shops\nCity name! state @name,state shops>>Shop.city",
            ["shops.csv": "name,city,state\nA,Springfield,IL\nB,Springfield,MA\nC,Springfield,IL\n"],
            .rows(
                "SELECT s.ZNAME, c.ZNAME, c.ZSTATE FROM ZSHOP s JOIN ZCITY c ON c.Z_PK = s.ZCITY ORDER BY 1",
                ["A|Springfield|IL", "B|Springfield|MA", "C|Springfield|IL"]),
            told: ["find: [City.name, state]"]),
        .init(
            "Objects of objects in one table",
            """
            Reading year:Integer_16! value:Double country>Country.readings
            Country name! @name continent>Continent.countries readings>>Reading.country
            Continent name! @name countries>>Country.continent
            """,
            [
                "readings.csv":
                    "country,continent,year,value\nChad,Africa,1990,1.5\nChad,Africa,1991,2\nPeru,Americas,1990,3\n"
            ],
            .rows(
                "SELECT c.ZNAME, k.ZNAME, count(r.Z_PK) FROM ZCOUNTRY c JOIN ZCONTINENT k ON k.Z_PK = c.ZCONTINENT "
                    + "JOIN ZREADING r ON r.ZCOUNTRY = c.Z_PK GROUP BY 1 ORDER BY 1",
                ["Chad|Africa|2", "Peru|Americas|1"])),
        .init(
            "The same with two continents of one country, which none may lose",
            """
            Reading year:Integer_16! value:Double country>Country.readings
            Country name! @name continent>Continent.countries readings>>Reading.country
            Continent name! @name countries>>Country.continent
            """,
            [
                "readings.csv":
                    "country,continent,year,value\nEgypt,Africa,1990,1.5\nEgypt,Asia,1991,2\nPeru,Americas,1990,3\n"
            ],
            .rows("SELECT count(*) FROM ZCONTINENT", ["0"]), told: ["no property fits `continent`"]),
        .init(
            "Two sources of the same objects", "Person name! height:Double mass:Double",
            [
                "a.csv": "name,height\nAnn,1.7\nBob,1.8\nCat,1.6\n",
                "b.csv": "name,mass\nBob,80\nAnn,60\nCat,55\n",
            ],
            .rows(
                "SELECT ZNAME, ZHEIGHT, ZMASS FROM ZPERSON ORDER BY 1",
                ["Ann|1.7|60.0", "Bob|1.8|80.0", "Cat|1.6|55.0"]),
            told: ["unique: name", "become one object"]),
        .init(
            "Texts of an array that are objects",
            "Recipe title! steps>>Step.recipe#\nStep text! recipe>Recipe.steps",
            [
                "recipes.json":
                    "[{\"title\": \"Tea\", \"steps\": [\"Boil\", \"Wait\", \"Boil\"]}, {\"title\": \"Rice\", \"steps\": [\"Boil\"]}]"
            ],
            .rows(
                "SELECT r.ZTITLE, s.ZTEXT FROM ZSTEP s JOIN ZRECIPE r ON r.Z_PK = s.ZRECIPE ORDER BY s.Z_PK",
                ["Tea|Boil", "Tea|Wait", "Tea|Boil", "Rice|Boil"]), told: ["records: steps"]),
        .init(
            "Two lists, and a relationship for each",
            """
            Match day! homeGoals>>Goal.homeMatch awayGoals>>Goal.awayMatch
            Goal player! homeMatch>Match.homeGoals awayMatch>Match.awayGoals
            """,
            [
                "matches.json":
                    "[{\"day\": \"1\", \"goals1\": [{\"player\": \"A\"}], \"goals2\": [{\"player\": \"B\"}, {\"player\": \"C\"}]}]"
            ],
            .rows(
                "SELECT ZPLAYER, ZHOMEMATCH, ZAWAYMATCH FROM ZGOAL ORDER BY 1", ["A|1|", "B||1", "C||1"])),
        .init(
            "Neighbours of the same kind",
            "Country code! name borders>>Country.borderedBy borderedBy>>Country.borders",
            ["countries.csv": "code,name,borders\nA,Aland,B|C\nB,Bland,A\nC,Cland,\n"],
            .rows("SELECT count(*) FROM ZCOUNTRY", ["3"]), told: ["joinTables: guess"]),
        .init(
            "Numbers of a list", "Game day! homeScore:Integer_16 awayScore:Integer_16",
            ["games.json": "[{\"day\": \"1\", \"score\": [3, 1]}, {\"day\": \"2\", \"score\": [0, 2]}]"],
            .rows("SELECT ZDAY, ZHOMESCORE, ZAWAYSCORE FROM ZGAME ORDER BY 1", ["1|3|1", "2|0|2"])),
        .init(
            "A fraction for the attribute that holds one", "City name! male:Integer_32 maleShare:Double",
            ["cities.csv": "name,Percentage Male\nA,48.5\nB,51.25\n"],
            .rows("SELECT ZNAME, ZMALE, ZMALESHARE FROM ZCITY ORDER BY 1", ["A||48.5", "B||51.25"])),
        .init(
            "A key that both files call the same, but not like the relationship",
            "Artwork title! artist>Artist.artworks\nArtist name! artworks>>Artwork.artist",
            [
                "Artists.csv": "ConstituentID,DisplayName\n1,Arneson\n2,Arnaiz\n",
                "Artworks.csv": "Title,ConstituentID\nMask,1\nUntitled,2\nCup,1\n",
            ],
            .rows(
                "SELECT w.ZTITLE, a.ZNAME FROM ZARTWORK w JOIN ZARTIST a ON a.Z_PK = w.ZARTIST ORDER BY w.Z_PK",
                ["Mask|Arneson", "Untitled|Arnaiz", "Cup|Arneson"]),
            told: ["keyOf: Artist, column: ConstituentID"]),
        .init(
            "Objects that several records have in common, by another name of their name",
            "Pokemon name! types>>PokemonType.pokemon\nPokemonType typeName! pokemon>>Pokemon.types",
            [
                "pokemon.json":
                    "[{\"name\": \"A\", \"types\": [{\"name\": \"grass\"}, {\"name\": \"poison\"}]}, {\"name\": \"B\", \"types\": [{\"name\": \"grass\"}]}]"
            ],
            .rows(
                "SELECT p.ZNAME, t.ZTYPENAME FROM Z_1TYPES j JOIN ZPOKEMON p ON p.Z_PK = j.Z_1POKEMON "
                    + "JOIN ZPOKEMONTYPE t ON t.Z_PK = j.Z_2TYPES ORDER BY 1, 2",
                ["A|grass", "A|poison", "B|grass"]),
            told: ["records with the same `typeName` become one object"]),
        .init(
            "A join table that is named like an entity of another file",
            "Pokemon name! types>>PokemonType.pokemon#\nPokemonType name! pokemon>>Pokemon.types",
            [
                "pokemon.csv": "id,identifier\n1,bulbasaur\n4,charmander\n",
                "types.csv": "id,identifier\n12,grass\n4,poison\n10,fire\n",
                "pokemon_types.csv": "pokemon_id,type_id,slot\n1,4,2\n1,12,1\n4,10,1\n",
            ],
            .rows(
                "SELECT p.ZNAME, t.ZNAME FROM Z_1TYPES j JOIN ZPOKEMON p ON p.Z_PK = j.Z_1POKEMON "
                    + "JOIN ZPOKEMONTYPE t ON t.Z_PK = j.Z_2TYPES ORDER BY 1, 2",
                ["bulbasaur|grass", "bulbasaur|poison", "charmander|fire"]),
            told: ["relationship: Pokemon.types", "order: slot"]),
        .init(
            "A value that names no subentity",
            "Animal name!\nBird <Animal wingspan:Double\nMammal <Animal legs:Integer_16",
            ["animals.csv": "class,name\nBird,Eagle\nFish,Cod\nMammal,Wolf\n"],
            .rows("SELECT count(*) FROM ZANIMAL", ["3"]), told: ["no property fits `class`"]),
        .init(
            "The same with words of the subentities, and rows of the parent itself",
            "Place name!\nPlaceAtHome <Place storedIn\nPlaceAtShop <Place aisle:Integer_16",
            ["places.csv": "kind,name,storedIn,aisle\nhome,Fridge,Kitchen,\nshop,Dairy,,3\nplace,Car,,\n"],
            .rows(
                "SELECT e.Z_NAME, ZNAME, ZSTOREDIN, ZAISLE FROM ZPLACE p JOIN Z_PRIMARYKEY e "
                    + "ON e.Z_ENT = p.Z_ENT ORDER BY p.Z_PK",
                ["PlaceAtHome|Fridge|Kitchen|", "PlaceAtShop|Dairy||3", "Place|Car||"])),
        .init(
            "A list below a relationship whose objects are missing",
            "Repo name! owner>Owner.repos topics>>Topic.repos\nOwner login! repos>>Repo.owner\nTopic name! repos>>Repo.topics",
            [
                "repos.json":
                    "[{\"name\": \"a\", \"owner\": {\"login\": \"x\", \"id\": 9}, \"topics\": [\"b\", \"c\"]}]"
            ],
            .rows("SELECT ZNAME FROM ZTOPIC ORDER BY 1", ["b", "c"])),
        .init(
            "A column that names the subentity of each row",
            """
            Animal * name! habitat
            Bird <Animal wingspan:Double!
            Mammal <Animal legs:Integer_16
            """,
            [
                "animals.csv":
                    "class,name,habitat,wingspan,legs\nBird,Eagle,hills,2.1,\nMammal,Wolf,forest,,4\nBird,Swift,city,0.4,\n"
            ],
            .rows(
                "SELECT e.Z_NAME, ZNAME, ZHABITAT, ZWINGSPAN, ZLEGS FROM ZANIMAL a JOIN Z_PRIMARYKEY e "
                    + "ON e.Z_ENT = a.Z_ENT ORDER BY a.Z_PK",
                ["Bird|Eagle|hills|2.1|", "Mammal|Wolf|forest||4", "Bird|Swift|city|0.4|"]),
            told: ["discriminator: { column: class, entities: { Bird: Bird, Mammal: Mammal } }"]),
        .init(
            "A header below which a row looks like words", "Language name! nativeName family",
            [
                "languages.csv":
                    "family,name,nativeName,639-1,639-2,639-2/B\nCaucasian,Abkhaz,аҧсуа,ab,abk,\nIndo-European,Albanian,Shqip,sq,sqi,alb\n"
            ],
            .rows(
                "SELECT ZNAME, ZFAMILY FROM ZLANGUAGE ORDER BY 1",
                ["Abkhaz|Caucasian", "Albanian|Indo-European"])),
    ]
}
