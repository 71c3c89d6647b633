import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

/// An existing database, and the model of an app for its rows.
struct LegacyDatabase: Sendable, CustomStringConvertible {
    let description: String
    let sql: String
    /// Entities with their properties, in the notation of ``LegacyModel``.
    let model: String
    /// The parts that the draft reports as left out.
    let left: [String]
    /// Queries for the same rows: for the legacy database, and for the store.
    let queries: [(legacy: String, store: String)]
}

/// A model in a short notation: `Album: title/s! artist>Artist.albums tracks>>Track.album`. `!` marks required
/// properties, `>` a to-one relationship, `>>` a to-many relationship, and `]]` an ordered one.
enum LegacyModel {
    private static let types = [
        "s": "String", "i": "Integer 64", "i32": "Integer 32", "i16": "Integer 16", "d": "Date",
        "dec": "Decimal", "b": "Boolean", "f": "Double", "x": "Binary",
    ]

    static func write(_ words: String, in folder: TestFolder) throws {
        var entities: [(name: String, words: [Substring])] = []
        for word in words.split(whereSeparator: \.isWhitespace) {
            if word.last == ":" {
                entities.append((String(word.dropLast()), []))
            } else {
                entities[entities.count - 1].words.append(word)
            }
        }
        let text = entities.map { entity in
            "<entity name=\"\(entity.name)\">" + entity.words.map(property).joined() + "</entity>"
        }
        try folder.write(
            "<?xml version=\"1.0\"?><model type=\"com.apple.IDECoreDataModeler.DataModel\" "
                + "documentVersion=\"1.0\">\(text.joined(separator: "\n"))</model>",
            as: "App.xcdatamodel/contents")
    }

    private static func property(_ word: Substring) -> String {
        let optional = word.last == "!" ? "" : " optional=\"YES\""
        let parts = word.split { "/>].!".contains($0) }.map(String.init)
        guard parts.count == 3 else {
            return "<attribute name=\"\(parts[0])\"\(optional) attributeType=\"\(types[parts[1]] ?? "")\"/>"
        }
        let count =
            word.contains(">>") || word.contains("]]")
            ? " toMany=\"YES\"" + (word.contains("]]") ? " ordered=\"YES\"" : "") : " maxCount=\"1\""
        return "<relationship name=\"\(parts[0])\"\(optional)\(count) destinationEntity=\"\(parts[1])\" "
            + "inverseName=\"\(parts[2])\" inverseEntity=\"\(parts[1])\"/>"
    }
}

/// `zseed plan` for a hand-written model and an existing database: the plan is drafted, built without edits, and
/// compared by SQL.
@Suite("Plans for legacy databases")
struct LegacyPlanTests {
    /// Drafts and builds; returns the draft and the messages about it.
    private static func drafted(
        _ model: String, _ sources: [String], in folder: TestFolder
    ) throws -> (plan: String, summary: [String]) {
        try LegacyModel.write(model, in: folder)
        let result = try Zseed.run(
            ["plan", "App.xcdatamodel"] + sources + ["-o", "plan.yml"], in: folder.path)
        #expect(result.status == 0, "\(result.errors)")
        let plan = try String(contentsOfFile: folder.path + "/plan.yml", encoding: .utf8)
        #expect(!plan.contains("a build stops here"), "\(plan)")
        let built = try Zseed.run("build", "plan.yml", "-q", in: folder.path)
        #expect(built.status == 0, "\(built.errors)\n\(plan)")
        let summary = result.output.split(separator: "\n").map(String.init)
        return (plan, summary)
    }

    private static func rows(_ sql: String, of path: String, in folder: TestFolder) throws -> [String] {
        let database = try Connection(path: folder.path + "/" + path, mode: .readOnly)
        return try database.rows(sql) { row in
            (0..<row.columnCount).map { index in
                // 14 and 14.0 are the same price.
                switch row.value(at: index) {
                case .integer(let value): "\(Double(value))"
                case .real(let value): "\(value)"
                case let other: Double(row.text(at: index) ?? "").map { "\($0)" } ?? "\(other)"
                }
            }.joined(separator: "|")
        }.sorted()
    }

    @Test(
        "Plans build unchanged, with every value and every foreign key",
        arguments: [LegacyDatabase.chinook, .northwind, .sakila])
    func shape(_ legacy: LegacyDatabase) throws {
        let folder = try TestFolder()
        try Connection(path: folder.path + "/legacy.db", mode: .create).execute(legacy.sql)
        let (_, summary) = try Self.drafted(legacy.model, ["legacy.db"], in: folder)
        for line in legacy.left { #expect(summary.contains(line), "\(summary)") }
        for query in legacy.queries {
            let expected = try Self.rows(query.legacy, of: "legacy.db", in: folder)
            #expect(!expected.isEmpty)
            #expect(
                try Self.rows(query.store, of: "seed.sqlite", in: folder) == expected, "\(query.store)")
        }
    }

    @Test(
        "One row gives an object and its one-to-one partner, in every kind of source",
        arguments: ["legacy.db", "banks.csv", "banks.json"])
    func partners(source: String) throws {
        let folder = try TestFolder()
        try Connection(path: folder.path + "/legacy.db", mode: .create).execute(
            """
            CREATE TABLE banks (id INTEGER PRIMARY KEY, name TEXT, city TEXT, zip INT, close_date TEXT);
            INSERT INTO banks VALUES (4, 'One', 'Miami', 89101, '26-Mar-10'), (9, 'Two', NULL, 89102, '2-Jul-11');
            """)
        try folder.write(
            "id,name,city,zip,close_date\n4,One,Miami,89101,26-Mar-10\n9,Two,,89102,2-Jul-11\n",
            as: "banks.csv")
        try folder.write(
            """
            [{"id": 4, "name": "One", "city": "Miami", "zip": 89101, "close_date": "26-Mar-10"},
             {"id": 9, "name": "Two", "city": null, "zip": 89102, "close_date": "2-Jul-11"}]
            """, as: "banks.json")
        let (_, summary) = try Self.drafted(
            """
            BankInfo: name/s city/s details>BankDetails.info
            BankDetails: zip/i32 closeDate/d info>BankInfo.details
            """, [source], in: folder)
        #expect(summary.contains("banks      2  BankDetails, BankInfo   5 of 5"), "\(summary)")
        let rows = try Self.rows(
            """
            SELECT i.ZNAME, i.ZCITY, d.ZZIP, datetime(d.ZCLOSEDATE + 978307200, 'unixepoch'), d.Z_PK = i.ZDETAILS
            FROM ZBANKINFO i JOIN ZBANKDETAILS d ON d.ZINFO = i.Z_PK
            """, of: "seed.sqlite", in: folder)
        #expect(
            rows == [
                "text(\"One\")|text(\"Miami\")|89101.0|text(\"2010-03-26 00:00:00\")|1.0",
                "text(\"Two\")|null|89102.0|text(\"2011-07-02 00:00:00\")|1.0",
            ], "\(rows)")
    }

    @Test("A table with another name and one shared column is not drafted for a better-fitting entity")
    func worseFit() throws {
        let folder = try TestFolder()
        try Connection(path: folder.path + "/legacy.db", mode: .create).execute(
            """
            CREATE TABLE Artist (ArtistId INTEGER PRIMARY KEY, Name TEXT);
            CREATE TABLE MediaType (MediaTypeId INTEGER PRIMARY KEY, Name TEXT);
            INSERT INTO Artist VALUES (1, 'a'), (2, 'b');
            INSERT INTO MediaType VALUES (1, 'x'), (2, 'y'), (3, 'z');
            """)
        let (_, summary) = try Self.drafted("Artist: name/s", ["legacy.db"], in: folder)
        #expect(summary.contains { $0.hasPrefix("MediaType     3  nothing   0 of 2") }, "\(summary)")
        #expect(try Self.rows("SELECT ZNAME FROM ZARTIST", of: "seed.sqlite", in: folder).count == 2)
    }

    private static let cast = """
        CREATE TABLE film (film_id INTEGER PRIMARY KEY, title TEXT);
        CREATE TABLE actor (actor_id INTEGER PRIMARY KEY, name TEXT);
        CREATE TABLE film_actor (actor_id INT REFERENCES actor, film_id INT REFERENCES film, billing_no INT,
            role TEXT, last_update TIMESTAMP, PRIMARY KEY (actor_id, film_id));
        CREATE TABLE film_text (film_id INTEGER PRIMARY KEY, title TEXT);
        CREATE TABLE film_archive (film_id INTEGER PRIMARY KEY, title TEXT);
        INSERT INTO film VALUES (1, 'A'), (2, 'B');
        INSERT INTO film_text SELECT * FROM film;
        INSERT INTO actor VALUES (1, 'Ann'), (2, 'Bob');
        INSERT INTO film_actor VALUES (1, 1, 2, 'x', '2024-01-01'), (2, 1, 1, 'y', '2024-01-01'),
            (2, 2, 1, 'z', '2024-01-01');
        """

    @Test(
        "A join table with more columns becomes links, or objects if the model has its entity",
        arguments: [
            (
                "Film: title/s actors>>Actor.films\nActor: name/s films>>Film.actors",
                [
                    "film_actor       3  Actor.films   2 of 5",
                    "film_actor: nothing fits billing_no, role, last_update",
                ],
                "SELECT a.ZNAME, f.ZTITLE FROM Z_1FILMS JOIN ZACTOR a ON a.Z_PK = Z_1ACTORS "
                    + "JOIN ZFILM f ON f.Z_PK = Z_2FILMS ORDER BY 2, 1",
                ["Ann|A", "Bob|A", "Bob|B"]
            ),
            (
                "Film: title/s actors]]Actor.films\nActor: name/s films>>Film.actors",
                ["film_actor       3  Film.actors   3 of 5", "film_actor: nothing fits role, last_update"],
                "SELECT a.ZNAME, f.ZTITLE FROM Z_1FILMS JOIN ZACTOR a ON a.Z_PK = Z_1ACTORS "
                    + "JOIN ZFILM f ON f.Z_PK = Z_2FILMS ORDER BY 2, Z_FOK_1ACTORS",
                ["Bob|A", "Ann|A", "Bob|B"]
            ),
            (
                "Film: title/s cast>>Part.film\nActor: name/s parts>>Part.actor\n"
                    + "Part: role/s film>Film.cast! actor>Actor.parts!",
                [
                    "film_actor       3  Part      3 of 5       2",
                    "film_actor: nothing fits billing_no, last_update",
                ],
                "SELECT a.ZNAME, f.ZTITLE, p.ZROLE FROM ZPART p JOIN ZACTOR a ON a.Z_PK = p.ZACTOR "
                    + "JOIN ZFILM f ON f.Z_PK = p.ZFILM ORDER BY 2, 1",
                ["Ann|A|x", "Bob|A|y", "Bob|B|z"]
            ),
        ] as [(String, [String], String, [String])])
    func pairs(model: String, told: [String], sql: String, expected: [String]) throws {
        let folder = try TestFolder()
        try Connection(path: folder.path + "/legacy.db", mode: .create).execute(Self.cast)
        let (plan, summary) = try Self.drafted(model, ["legacy.db"], in: folder)
        for line in told { #expect(summary.contains(line), "\(summary)\n\(plan)") }
        let result = try run("sqlite3", [folder.path + "/seed.sqlite", sql])
        #expect(result.output.split(separator: "\n").map(String.init) == expected, "\(plan)")
        // The same films again, and a table without rows whose name only begins like another one's.
        #expect(
            plan.hasSuffix(
                """
                # `film_archive` has no rows and is left out
                # unsure: the rows of `film_text` have the keys of `film`, and create no objects

                """), "\(plan)")
    }

    private static let owners = "Owner: name/s items>>Item.owner\nItem: title/s owner>Owner.items"

    @Test(
        "Keys match by value, in the notations of SQLite and pandas",
        arguments: [
            ["owners.csv": "id,name\n1,Ann\n2,Bob\n", "items.csv": "title,owner_id\nx,1.0\ny,\nz,2.0\n"],
            ["owners.csv": "id,name\n1.0,Ann\n2.0,Bob\n", "items.csv": "title,owner_id\nx,1\ny,\nz,2\n"],
            [
                "legacy.sql": """
                CREATE TABLE owners (id INTEGER PRIMARY KEY, name TEXT);
                CREATE TABLE items (title TEXT, owner_id REAL);
                INSERT INTO owners VALUES (1, 'Ann'), (2, 'Bob');
                INSERT INTO items VALUES ('x', 1), ('y', NULL), ('z', 2);
                """
            ],
            [
                "legacy.sql": """
                CREATE TABLE owners (id REAL PRIMARY KEY, name TEXT);
                CREATE TABLE items (title TEXT, owner_id INTEGER);
                INSERT INTO owners VALUES (10000000000000000, 'Ann'), (2, 'Bob');
                INSERT INTO items VALUES ('x', 10000000000000000), ('y', NULL), ('z', 2);
                """
            ],
        ])
    func keysByValue(files: [String: String]) throws {
        let folder = try TestFolder()
        for (name, text) in files { try folder.write(text, as: name) }
        let (plan, _) = try Self.drafted(Self.owners, files.keys.sorted(), in: folder)
        #expect(plan.contains("owner: { keyOf: Owner, column: owner_id }"), "\(plan)")
        #expect(
            try Self.rows(
                "SELECT i.ZTITLE, o.ZNAME FROM ZITEM i LEFT JOIN ZOWNER o ON o.Z_PK = i.ZOWNER",
                of: "seed.sqlite", in: folder)
                == ["text(\"x\")|text(\"Ann\")", "text(\"y\")|null", "text(\"z\")|text(\"Bob\")"])
    }

    @Test("Codes that look like numbers are compared as texts")
    func codes() throws {
        let folder = try TestFolder()
        try LegacyModel.write(Self.owners, in: folder)
        try folder.write("id,name\n1.0,Ann\n1,Bob\n01,Cyd\n", as: "owners.csv")
        try folder.write("title,owner_id\nx,1\ny,1.0\nz,01\n", as: "items.csv")
        let plan = """
            reference: App.xcdatamodel
            output: seed.sqlite
            sources: { owners: { csv: owners.csv }, items: { csv: items.csv } }
            entities:
              Owner: { from: owners, key: id, attributes: { name: name } }
              Item:
                from: items
                attributes: { title: title }
                relationships: { owner: { keyOf: Owner, column: owner_id } }
            """
        try folder.write(plan, as: "plan.yml")
        let built = try Zseed.run("build", "plan.yml", "-q", in: folder.path)
        #expect(built.status == 0, "\(built.errors)")
        #expect(
            try Self.rows(
                "SELECT i.ZTITLE, o.ZNAME FROM ZITEM i LEFT JOIN ZOWNER o ON o.Z_PK = i.ZOWNER",
                of: "seed.sqlite", in: folder)
                == ["x|Bob", "y|Ann", "z|Cyd"].map { row in
                    row.split(separator: "|").map { "text(\"\($0)\")" }.joined(separator: "|")
                })
        try folder.write("title,owner_id\nx,1e0\ny,01.0\n", as: "items.csv")
        let refused = try Zseed.run("build", "plan.yml", "-q", in: folder.path)
        #expect(refused.status == 1)
        #expect(refused.errors.contains("'1e0'") && refused.errors.contains("'01.0'"), "\(refused.errors)")
    }

    @Test("Members of an ordered relationship follow the column that numbers them")
    func order() throws {
        let folder = try TestFolder()
        try folder.write(
            """
            CREATE TABLE recipes (id INTEGER PRIMARY KEY, title TEXT);
            CREATE TABLE steps (recipe_id INT REFERENCES recipes, step_no INT, text TEXT, PRIMARY KEY (recipe_id, step_no));
            INSERT INTO recipes VALUES (1, 'Bread');
            INSERT INTO steps VALUES (1, 2, 'Bake'), (1, 1, 'Knead');
            """, as: "legacy.sql")
        let (plan, _) = try Self.drafted(
            "Recipe: title/s steps]]Step.recipe\nStep: text/s recipe>Recipe.steps", ["legacy.sql"], in: folder
        )
        #expect(
            plan.contains("recipe: { keyOf: Recipe, column: recipe_id, order: step_no }"), "\(plan)")
        let result = try run(
            "sqlite3", [folder.path + "/seed.sqlite", "SELECT ZTEXT FROM ZSTEP ORDER BY Z_FOK_RECIPE"])
        #expect(result.output == "Knead\nBake\n")
    }
}
