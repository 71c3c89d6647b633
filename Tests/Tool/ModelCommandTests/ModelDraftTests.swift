import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

/// `zseed model`: the schemas of well-known databases, drafted, built without edits, and compared by SQL.
@Suite("Models from databases and files")
struct ModelDraftTests {
    struct Shape: Sendable, CustomStringConvertible {
        let description: String
        let sql: String
        /// The result for each table.
        let summary: [String]
        /// Queries for the same rows: for the legacy database, and for the store with Core Data's columns.
        let queries: [(legacy: String, store: String)]
    }

    static let music = Shape(
        description: "music",
        sql: """
            CREATE TABLE artists (ArtistId INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, Name NVARCHAR(120));
            CREATE TABLE albums (AlbumId INTEGER PRIMARY KEY, Title NVARCHAR(160) NOT NULL,
                ArtistId INTEGER NOT NULL REFERENCES artists (ArtistId));
            CREATE TABLE employees (EmployeeId INTEGER PRIMARY KEY, LastName NVARCHAR(20) NOT NULL,
                ReportsTo INTEGER REFERENCES employees (EmployeeId), BirthDate DATETIME, Active BOOLEAN, Photo BLOB);
            CREATE TABLE tracks (TrackId INTEGER PRIMARY KEY, Name NVARCHAR(200) NOT NULL,
                AlbumId INTEGER REFERENCES albums, UnitPrice NUMERIC(10, 2) NOT NULL, Bytes INTEGER, description TEXT);
            CREATE TABLE playlists (PlaylistId INTEGER PRIMARY KEY, Name NVARCHAR(120));
            CREATE TABLE playlist_track (PlaylistId INTEGER NOT NULL REFERENCES playlists,
                TrackId INTEGER NOT NULL REFERENCES tracks, PRIMARY KEY (PlaylistId, TrackId));
            CREATE INDEX tracks_by_name ON tracks (Name);
            CREATE VIRTUAL TABLE notes USING fts5 (body);
            INSERT INTO artists VALUES (1, 'AC/DC'), (2, NULL), (3, 'Accept');
            INSERT INTO albums VALUES (7, 'For Those About To Rock', 1), (8, 'Balls to the Wall', 3);
            INSERT INTO employees VALUES (1, 'Adams', NULL, '1962-02-18 00:00:00', 1, x'0102'),
                (2, 'Edwards', 1, '1958-12-08 00:00:00', 0, NULL);
            INSERT INTO tracks VALUES (1, 'One', 7, 0.99, 111, ''), (2, 'Two', 8, 1.29, NULL, 'some'),
                (3, 'Three', NULL, 1, 5000000000, 'N/A');
            INSERT INTO playlists VALUES (1, 'Music'), (2, 'Movies');
            INSERT INTO playlist_track VALUES (1, 1), (1, 2), (2, 3);
            """,
        summary: [
            "albums             2  Album                     2  artist → Artist",
            "artists            3  Artist                    2",
            "employees          2  Employee                  5  reportsTo → Employee",
            "playlists          2  Playlist                  2",
            "tracks             3  Track                     5  album → Album",
            "playlist_track     3  Playlist.tracks              playlists ← Track",
            "notes              0  nothing",
        ],
        queries: [
            ("SELECT ArtistId, Name FROM artists", "SELECT ZARTISTID, ZNAME FROM ZARTIST"),
            (
                "SELECT AlbumId, Title, ArtistId FROM albums",
                "SELECT a.ZALBUMID, a.ZTITLE, r.ZARTISTID FROM ZALBUM a JOIN ZARTIST r ON r.Z_PK = a.ZARTIST"
            ),
            (
                """
                SELECT EmployeeId, LastName, ReportsTo, strftime('%s', BirthDate) - 978307200, Active, hex(Photo)
                FROM employees
                """,
                """
                SELECT e.ZEMPLOYEEID, e.ZLASTNAME, m.ZEMPLOYEEID, CAST(e.ZBIRTHDATE AS INTEGER), e.ZACTIVE,
                hex(e.ZPHOTO) FROM ZEMPLOYEE e LEFT JOIN ZEMPLOYEE m ON m.Z_PK = e.ZREPORTSTO
                """
            ),
            (
                "SELECT TrackId, Name, AlbumId, UnitPrice, Bytes, description FROM tracks",
                """
                SELECT t.ZTRACKID, t.ZNAME, a.ZALBUMID, t.ZUNITPRICE, t.ZBYTES, t.ZTRACKDESCRIPTION
                FROM ZTRACK t LEFT JOIN ZALBUM a ON a.Z_PK = t.ZALBUM
                """
            ),
            (
                "SELECT PlaylistId, TrackId FROM playlist_track",
                """
                SELECT p.ZPLAYLISTID, t.ZTRACKID FROM Z_4TRACKS j JOIN ZPLAYLIST p ON p.Z_PK = j.Z_4PLAYLISTS
                JOIN ZTRACK t ON t.Z_PK = j.Z_5TRACKS
                """
            ),
        ])

    static let orders = Shape(
        description: "orders",
        sql: """
            CREATE TABLE customers (customerid TEXT PRIMARY KEY, companyname TEXT NOT NULL, phone TEXT);
            CREATE TABLE orders (orderid INTEGER PRIMARY KEY, customerid TEXT REFERENCES customers, orderdate DATETIME,
                freight REAL DEFAULT 0, shipped BOOLEAN NOT NULL);
            CREATE TABLE products (productid INTEGER PRIMARY KEY, productname TEXT NOT NULL UNIQUE, discontinued TEXT);
            CREATE TABLE order_details (orderid INTEGER NOT NULL REFERENCES orders, productid INTEGER NOT NULL
                REFERENCES products, unitprice NUMERIC NOT NULL, quantity SMALLINT NOT NULL,
                PRIMARY KEY (orderid, productid));
            CREATE TABLE regions (id INTEGER PRIMARY KEY, description TEXT NOT NULL);
            CREATE TABLE territories (code TEXT PRIMARY KEY, region_id INTEGER NOT NULL);
            INSERT INTO customers VALUES ('ALFKI', 'Alfreds', '030-0074321'), ('ANATR', 'Ana', NULL);
            INSERT INTO orders VALUES (10248, 'ALFKI', '1996-07-04 10:20:30', 32.38, 1),
                (10249, NULL, NULL, NULL, 0);
            INSERT INTO products VALUES (11, 'Queso', '0'), (42, 'Mee', '1');
            INSERT INTO order_details VALUES (10248, 11, 14, 12), (10248, 42, 9.8, 10), (10249, 42, 9.8, 5);
            INSERT INTO regions VALUES (1, 'Eastern'), (2, 'Western');
            INSERT INTO territories VALUES ('01581', 1), ('01730', 1), ('90405', 2);
            """,
        summary: [
            "customers         2  Customer              3",
            "order_details     3  OrderDetail           2  order → Order, product → Product",
            "orders            2  Order                 4  customer → Customer",
            "products          2  Product               3",
            "regions           2  Region                2",
            "territories       3  Territory             1  region → Region",
        ],
        queries: [
            (
                "SELECT customerid, companyname, phone FROM customers",
                "SELECT ZCUSTOMERID, ZCOMPANYNAME, ZPHONE FROM ZCUSTOMER"
            ),
            (
                "SELECT orderid, customerid, strftime('%s', orderdate) - 978307200, freight, shipped FROM orders",
                """
                SELECT o.ZORDERID, c.ZCUSTOMERID, CAST(o.ZORDERDATE AS INTEGER), o.ZFREIGHT, o.ZSHIPPED FROM ZORDER o
                LEFT JOIN ZCUSTOMER c ON c.Z_PK = o.ZCUSTOMER
                """
            ),
            (
                "SELECT orderid, productid, unitprice, quantity FROM order_details",
                """
                SELECT o.ZORDERID, p.ZPRODUCTID, d.ZUNITPRICE, d.ZQUANTITY FROM ZORDERDETAIL d
                JOIN ZORDER o ON o.Z_PK = d.ZORDER JOIN ZPRODUCT p ON p.Z_PK = d.ZPRODUCT
                """
            ),
            (
                "SELECT code, region_id FROM territories",
                "SELECT t.ZCODE, r.ZID FROM ZTERRITORY t JOIN ZREGION r ON r.Z_PK = t.ZREGION"
            ),
            ("SELECT id, description FROM regions", "SELECT ZID, ZREGIONDESCRIPTION FROM ZREGION"),
        ])

    static let films = Shape(
        description: "films",
        sql: """
            CREATE TABLE actor (actor_id SMALLINT PRIMARY KEY, first_name VARCHAR(45) NOT NULL,
                last_update TIMESTAMP NOT NULL);
            CREATE TABLE category (category_id SMALLINT PRIMARY KEY, name VARCHAR(25) NOT NULL);
            CREATE TABLE language (language_id SMALLINT PRIMARY KEY, name CHAR(20) NOT NULL);
            CREATE TABLE film (film_id INT PRIMARY KEY, title VARCHAR(255) NOT NULL, release_year VARCHAR(4),
                language_id SMALLINT NOT NULL REFERENCES language (language_id) ON DELETE NO ACTION,
                original_language_id SMALLINT REFERENCES language (language_id), rental_rate DECIMAL(4, 2) NOT NULL);
            CREATE TABLE film_actor (actor_id INT NOT NULL REFERENCES actor (actor_id), film_id INT NOT NULL
                REFERENCES film (film_id), last_update TIMESTAMP NOT NULL, PRIMARY KEY (actor_id, film_id));
            CREATE TABLE film_category (film_id INT NOT NULL REFERENCES film (film_id), category_id SMALLINT NOT NULL
                REFERENCES category (category_id), last_update TIMESTAMP NOT NULL,
                PRIMARY KEY (film_id, category_id));
            INSERT INTO actor VALUES (1, 'PENELOPE', '2020-12-23 07:12:29'), (2, 'NICK', '2020-12-23 07:12:29');
            INSERT INTO category VALUES (1, 'Action'), (2, 'Animation');
            INSERT INTO language VALUES (1, 'English'), (2, 'Italian');
            INSERT INTO film VALUES (1, 'ACADEMY DINOSAUR', '2006', 1, NULL, 0.99),
                (2, 'ACE GOLDFINGER', '2006', 1, 2, 4.99);
            INSERT INTO film_actor VALUES (1, 1, '2020-12-23 07:13:31'), (2, 1, '2020-12-23 07:13:31'),
                (2, 2, '2020-12-23 07:13:31');
            INSERT INTO film_category VALUES (1, 1, '2020-12-23 07:14:31'), (2, 2, '2020-12-23 07:14:31');
            """,
        summary: [
            "actor             2  Actor                     3",
            "category          2  Category                  2",
            "film              2  Film                      4  language → Language, originalLanguage → Language",
            "language          2  Language                  2",
            "film_actor        3  Actor.films                  actors ← Film",
            "film_category     2  Film.categories              categoryFilms ← Category",
        ],
        queries: [
            (
                "SELECT actor_id, first_name, strftime('%s', last_update) - 978307200 FROM actor",
                "SELECT ZACTORID, ZFIRSTNAME, CAST(ZLASTUPDATE AS INTEGER) FROM ZACTOR"
            ),
            (
                "SELECT film_id, title, release_year, language_id, original_language_id, rental_rate FROM film",
                """
                SELECT f.ZFILMID, f.ZTITLE, f.ZRELEASEYEAR, l.ZLANGUAGEID, o.ZLANGUAGEID, f.ZRENTALRATE FROM ZFILM f
                JOIN ZLANGUAGE l ON l.Z_PK = f.ZLANGUAGE LEFT JOIN ZLANGUAGE o ON o.Z_PK = f.ZORIGINALLANGUAGE
                """
            ),
            (
                "SELECT actor_id, film_id FROM film_actor",
                """
                SELECT a.ZACTORID, f.ZFILMID FROM Z_1FILMS j JOIN ZACTOR a ON a.Z_PK = j.Z_1ACTORS
                JOIN ZFILM f ON f.Z_PK = j.Z_3FILMS
                """
            ),
        ])

    @Test(
        "The drafted model and plan build unchanged, with every value and every foreign key",
        arguments: [music, orders, films],
        [false, true])
    func shape(_ shape: Shape, isSwift: Bool) throws {
        let folder = try TestFolder()
        let legacy = try Connection(path: folder.path + "/legacy.db", mode: .create)
        try legacy.execute(shape.sql)
        let model = isSwift ? "Models.swift" : "App.xcdatamodeld"
        let drafted = try Zseed.run("model", "legacy.db", "-o", model, "--plan", "seed.yml", in: folder.path)
        #expect(drafted.status == 0, "\(drafted.errors)")
        #expect(
            Array(
                drafted.output.split(separator: "\n").map(String.init).dropFirst().prefix(shape.summary.count)
            ) == shape.summary)
        #expect(drafted.output.hasSuffix("next: zseed build seed.yml\n"))
        let built = try Zseed.run("build", "seed.yml", in: folder.path)
        #expect(built.status == 0, "\(built.errors)")
        let output = isSwift ? "seed.store" : "seed.sqlite"
        let verified = try Zseed.run("verify", output, "--model", model, "--strict", in: folder.path)
        #expect(verified.status == 0, "\(verified.errors)\(verified.output)")
        #expect(verified.output.contains("will open"), "\(verified.output)")
        let store = try Connection(path: folder.path + "/" + output, mode: .readOnly)
        for query in shape.queries {
            let expected = try Self.rows(query.legacy, in: legacy)
            #expect(!expected.isEmpty)
            #expect(try Self.rows(query.store, in: store) == expected, "\(query.store)")
        }
    }

    private static func rows(_ sql: String, in database: Connection) throws -> [String] {
        try database.rows(sql) { row in
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
}

/// The models that `zseed model` drafts from files, which declare nothing, and from unusual databases.
@Suite("A model from files")
struct ModelDraftedFilesTests {
    private static func draft(_ files: KeyValuePairs<String, String>, _ options: String...) throws -> (
        result: ProcessResult, model: String
    ) {
        let folder = try TestFolder()
        for (name, text) in files { try folder.write(text, as: name) }
        var sources = files.map(\.key)
        if files[0].key == "legacy.sql" {
            let legacy = try Connection(path: folder.path + "/legacy.db", mode: .create)
            try legacy.execute(files[0].value)
            sources = ["legacy.db"]
        }
        let result = try Zseed.run(
            ["model"] + sources + ["-o", "A.xcdatamodeld", "--plan", "p.yml"] + options, in: folder.path)
        guard result.status == 0 else { return (result, "") }
        let built = try Zseed.run("build", "p.yml", in: folder.path)
        #expect(built.status == 0, "\(built.errors)")
        let model = try String(
            contentsOfFile: folder.path + "/A.xcdatamodeld/A.xcdatamodel/contents", encoding: .utf8)
        return (result, model)
    }

    @Test(
        "Types depend on all values of a column",
        arguments: [
            ("zip", ["90210"] + [String](repeating: "10115", count: 300) + ["01234"], "String", true),
            ("count", ["1", "2"], "Integer 64", true), ("weight", ["1.5", "2"], "Double", true),
            ("price", ["1.234,50 €", "99,00 €"], "Decimal", true),
            ("active", ["yes", "no"], "Boolean", true),
            ("active", ["yes", "yes"], "String", true), ("phone", ["5551234", "5551235"], "String", true),
            ("day", ["2024-01-31", "2024-02-01"], "Date", true),
            ("day", ["2024-01-31", "soon"], "String", true),
            ("home", ["https://a.example/x", ""], "URI", false), ("size", ["S", "M"], "String", true),
            (
                "token", ["7D444840-9DC0-11D1-B245-5FFDCE74FAD2", "e902893a-9d22-3c7e-a7b8-d6e313b71d9f"],
                "UUID", true
            ),
        ] as [(String, [String], String, Bool)])
    func type(column: String, cells: [String], type: String, isRequired: Bool) throws {
        let rows = cells.enumerated().map { "\"\($0.element)\",row \($0.offset)\n" }.joined()
        let (result, model) = try Self.draft(["things.csv": "\(column),title\n" + rows])
        #expect(result.status == 0, "\(result.errors)")
        let optional = isRequired ? "" : " optional=\"YES\""
        #expect(
            model.contains("<attribute name=\"\(column)\"\(optional) attributeType=\"\(type)\" "), "\(model)")
    }

    @Test("Foreign keys of files become relationships, and rows of two keys become links")
    func keysOfFiles() throws {
        let (result, model) = try Self.draft([
            "customers.csv": "id,name\n1,Ann\n2,Bob\n",
            "orders.csv": "order_no,customer_id,parent\n100,1,\n101,2,100\n",
            "items.csv": "sku,name\nA-1,Lamp\nA-2,Chair\n",
            "order_items.csv": "order_no,sku\n100,A-1\n100,A-2\n101,A-2\n",
            "strays.csv": "title,customer_id\nx,1\ny,9\n",
        ])
        #expect(
            result.output == """
                source       rows  becomes      attributes  relationships
                customers       2  Customer              2
                orders          2  Order                 1  customer → Customer, parent → Order
                items           2  Item                  2
                strays          2  Stray                 2
                order_items     3  Order.items              orders ← Item

                orders: `customer_id` is taken for the key of customers
                orders: `parent` is taken for the key of orders
                strays: 1 of 2 different values of `customer_id` are in no row of customers; kept as an attribute
                order_items: `order_no` is taken for the key of orders
                order_items: `sku` is taken for the key of items
                next: zseed build p.yml

                """)
        #expect(model.contains("<relationship name=\"children\" optional=\"YES\" toMany=\"YES\""))
    }

    @Test("A column refers to the table that it is named after; an ambiguous one is no relationship")
    func references() throws {
        let (result, _) = try Self.draft(
            [
                "legacy.sql": """
                CREATE TABLE items (id INTEGER PRIMARY KEY, name TEXT, category_id INT);
                CREATE TABLE item_categories (id INTEGER PRIMARY KEY, name TEXT);
                CREATE TABLE item_prose (item_id INTEGER PRIMARY KEY, prose TEXT);
                CREATE TABLE berries (id INTEGER PRIMARY KEY, item_id INT, size INT, effect_id INT);
                CREATE TABLE contest_effects (id INTEGER PRIMARY KEY, jam INT);
                CREATE TABLE super_effects (id INTEGER PRIMARY KEY, appeal INT);
                CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT, statusid INT, mother_id INT);
                CREATE TABLE statuses (id INTEGER PRIMARY KEY, label TEXT);
                CREATE TABLE notes (id INTEGER PRIMARY KEY, person_id INT, created_by INT, level INT, parentid INT);
                CREATE TABLE levels (id INTEGER PRIMARY KEY, name TEXT);
                CREATE TABLE friendship (a INT REFERENCES people, b INT REFERENCES people, PRIMARY KEY (a, b));
                CREATE TABLE transfers (giver INT REFERENCES people, taker INT REFERENCES people, amount INT);
                CREATE TABLE item_owners (item_id INTEGER PRIMARY KEY, person_id INT);
                CREATE TABLE android_metadata (locale TEXT);
                CREATE TABLE scratch (id INTEGER PRIMARY KEY, x TEXT);
                INSERT INTO items VALUES (1, 'a', 1), (2, 'b', 2), (3, 'c', 1);
                INSERT INTO item_categories VALUES (1, 'k'), (2, 'l');
                INSERT INTO item_prose VALUES (1, 'p'), (2, 'q'), (3, 'r');
                INSERT INTO berries VALUES (1, 2, 1, 1), (2, 3, 2, 2);
                INSERT INTO contest_effects VALUES (1, 10), (2, 20);
                INSERT INTO super_effects VALUES (1, 30), (2, 40);
                INSERT INTO people VALUES (1, 'Ann', 1, NULL), (2, 'Bob', 2, 1);
                INSERT INTO statuses VALUES (1, 'new'), (2, 'old');
                INSERT INTO notes VALUES (1, 1, 2, 1, 0), (2, 2, 1, 2, 1);
                INSERT INTO levels VALUES (1, 'x'), (2, 'y'), (3, 'z');
                INSERT INTO friendship VALUES (1, 2);
                INSERT INTO transfers VALUES (1, 2, 5), (2, 1, 6);
                INSERT INTO item_owners VALUES (1, 2), (2, 2);
                """
            ], "--without", "Scratch")
        let lines = result.output.split(separator: "\n").map { $0.split { $0 == " " }.joined(separator: " ") }
        for line in [
            "items 3 Item 2 category → ItemCategory", "item_prose 3 ItemProse 2 item → Item",
            "berries 2 Berry 3 item → Item", "people 2 Person 2 status → Status, mother → Person",
            "notes 2 Note 1 person → Person, createdBy → Person, level → Level, parent → Note",
            "friendship 1 Friendship a → Person, b → Person", "item_owners 2 Person.items person ← Item",
            "berries: `effect_id` may be the key of contest_effects; kept as an attribute",
            "notes: `parentid` is taken for the key of notes, and 0 for none",
            "friendship: the links between rows of people are objects: only a store of the app shows how a "
                + "relationship of people with itself is stored",
            "android_metadata: left out: what a framework keeps for itself", "scratch: left out",
        ] {
            #expect(lines.contains(line), "\(line)\n\(result.output)")
        }
        // Rows with data of their own are objects anyway.
        #expect(!result.output.contains("transfers: "), "\(result.output)")
    }

    @Test("A column has the keys of the table that its name means by a role, a plural or a common prefix")
    func roles() throws {
        let (result, _) = try Self.draft([
            "legacy.sql": """
            CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT);
            CREATE TABLE teams (id INTEGER PRIMARY KEY, name TEXT);
            CREATE TABLE wp_users (ID INTEGER PRIMARY KEY, login TEXT);
            CREATE TABLE wp_posts (ID INTEGER PRIMARY KEY, post_author INT, created_by INT);
            CREATE TABLE games (id INTEGER PRIMARY KEY, home_team_id INT, away_team_id INT, person_id INT);
            INSERT INTO people VALUES (1, 'a'), (2, 'b'), (3, 'c');
            INSERT INTO teams VALUES (1, 'x'), (2, 'y'), (3, 'z');
            INSERT INTO wp_users VALUES (5, 'u'), (6, 'v'), (7, 'w');
            INSERT INTO wp_posts VALUES (1, 5, 0), (2, 7, 6), (3, 5, 7);
            INSERT INTO games VALUES (1, 1, 2, 3), (2, 2, 3, 1);
            """
        ])
        let lines = result.output.split(separator: "\n").map { $0.split { $0 == " " }.joined(separator: " ") }
        for line in [
            "games 2 Game 1 homeTeam → Team, awayTeam → Team, person → Person",
            "wp_posts 3 WpPost 1 postAuthor → WpUser, createdBy → WpUser",
            "wp_posts: `created_by` is taken for the key of wp_users, and 0 for none",
        ] {
            #expect(lines.contains(line), "\(line)\n\(result.output)")
        }
    }

    @Test(
        "Flags and dates are found by name, declaration and values; uncertain ones stay numbers")
    func meanings() throws {
        let (result, model) = try Self.draft([
            "legacy.sql": """
            CREATE TABLE visits (id INTEGER PRIMARY KEY, is_typed INT, done INT CHECK (done IN (0, 1)), odd INT,
                last_visit INT, visit_time INT, date_added INT, date INT, julian_date REAL, created REAL, size INT,
                snow INT, guid BLOB, play_time INT,
                rating INT CHECK (rating BETWEEN 0 AND 10));
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12) INSERT INTO visits
                SELECT i, 1, i % 2, i % 2, (i % 3 > 0) * (1700000000000000 + i), 13344473600000000 + i,
                1700000000000 + i, 721692800000000000 + i, 2460000.5 + i, 721692800.5 + i, 1700000000000 + i,
                1700000000000 + i, randomblob(16), 100 + i, i % 2 FROM n;
            """
        ])
        for (name, type) in [
            ("isTyped", "Boolean"), ("done", "Boolean"), ("odd", "Integer 32"), ("visitTime", "Date"),
            ("date", "Date"),
            ("dateAdded", "Date"), ("julianDate", "Date"), ("created", "Date"), ("size", "Integer 64"),
            ("snow", "Integer 64"), ("guid", "UUID"), ("playTime", "Integer 32"),
            ("rating", "Integer 32"),
        ] {
            #expect(
                model.contains("<attribute name=\"\(name)\" optional=\"YES\" attributeType=\"\(type)\""),
                "\(name)")
        }
        for line in [
            "visits: odd: all values are 0 or 1; as a Boolean it takes them as they are",
            "visits: snow: as a Date, `date: unixMilliseconds` reads its values",
            "visits: lastVisit: as a Date, `date: unixMicroseconds` reads its values",
        ] {
            #expect(result.output.contains(line), "\(result.output)")
        }
    }

    @Test("Unsupported columns are left out with a reason, and unknown collations are ignored")
    func draftedAround() throws {
        let folder = try TestFolder()
        let database = try Connection(path: folder.path + "/legacy.db", mode: .create)
        try database.acceptUnknownCollations()
        try database.execute(
            """
            CREATE TABLE notes (id INTEGER PRIMARY KEY, title TEXT COLLATE foreign_order, mixed, broken TEXT);
            CREATE INDEX by_title ON notes (title);
            INSERT INTO notes VALUES (1, 'a', 'text', NULL), (2, 'b', 5, CAST(x'780079' AS TEXT)), (3, 'c', x'01', 'z');
            """)
        let result = try Zseed.run(
            "model", "legacy.db", "-o", "A.xcdatamodeld", "--plan", "p.yml", in: folder.path)
        #expect(result.status == 0)
        #expect(
            result.output == """
                source  rows  becomes  attributes  relationships
                notes      3  Note              2

                notes: `mixed` is left out: Note.mixed: a value from a blob (column `mixed`) is not supported here
                notes: `broken` is left out: a NUL character (column `broken`)
                notes: the order `foreign_order` of its texts is not known, and taken for that of their bytes
                next: zseed build p.yml

                """)
        let built = try Zseed.run("build", "p.yml", "-q", in: folder.path)
        #expect(built.status == 0, "\(built.errors)")
        let again = try Zseed.run("model", "seed.sqlite", "-o", "B.xcdatamodeld", in: folder.path)
        #expect(
            again.status == 2 && again.errors.contains("seed.sqlite is a Core Data store"), "\(again.errors)")
    }

    @Test("Dangling and compound foreign keys, and names that Core Data reserves")
    func oddities() throws {
        let (result, model) = try Self.draft([
            "legacy.sql": """
            CREATE TABLE "Set" (id INTEGER PRIMARY KEY, description TEXT, "2nd" TEXT, "class" INT);
            CREATE TABLE pages (book INT, number INT, PRIMARY KEY (book, number));
            CREATE TABLE notes (book INT, number INT, set_id INT REFERENCES "Set" (id), text TEXT,
                FOREIGN KEY (book, number) REFERENCES pages (book, number));
            INSERT INTO "Set" VALUES (1, 'a', 'b', 3);
            INSERT INTO pages VALUES (1, 2);
            INSERT INTO notes VALUES (1, 2, 99, 'z'), (1, 3, NULL, 'y');
            """
        ])
        #expect(
            result.output == """
                source  rows  becomes    attributes  relationships
                Set        1  SetRecord           4
                notes      2  Note                4
                pages      1  Page                2

                notes: 1 value of `set_id` is in no row of Set; kept as an attribute
                notes: (book, number) is a key of several columns of pages, of which 1 row is missing; kept as attributes
                next: zseed build p.yml

                """)
        for name in ["setRecordDescription", "column2nd", "setRecordClass"] {
            #expect(model.contains("<attribute name=\"\(name)\""), "\(name)")
        }
    }

    @Test("Equal column names in two files, neither named after the other, are no relationship")
    func keysThatLeadOn() throws {
        let (result, _) = try Self.draft([
            "titles.csv": "a_no,b_no,title\n1,1,Lamp\n", "films.csv": "a_no,b_no,name\n1,1,Rain\n",
        ])
        #expect(
            result.output.hasPrefix(
                """
                source  rows  becomes  attributes  relationships
                titles     1  Title             3
                films      1  Film              3

                """), "\(result.output)")
    }

    @Test("A compound foreign key is a relationship, and a join table with more columns an entity")
    func compoundKeys() throws {
        let folder = try TestFolder()
        try folder.write(
            """
            CREATE TABLE pages (book INT, number INT, title TEXT, PRIMARY KEY (book, number));
            CREATE TABLE notes (id INTEGER PRIMARY KEY, book INT, number INT, text TEXT,
                FOREIGN KEY (book, number) REFERENCES pages (book, number) ON DELETE CASCADE);
            CREATE TABLE covers (book INT, number INT, art TEXT, PRIMARY KEY (book, number),
                FOREIGN KEY (book, number) REFERENCES pages);
            CREATE TABLE users (id INTEGER PRIMARY KEY);
            CREATE TABLE users_notes (user_id INT REFERENCES users, note_id INT REFERENCES notes, added_at TEXT,
                PRIMARY KEY (user_id, note_id));
            INSERT INTO pages VALUES (1, 1, 'x'), (1, 2, 'y'), (2, 1, 'z');
            INSERT INTO notes VALUES (1, 1, 2, 'n'), (2, 2, 1, 'm'), (3, NULL, NULL, 'o');
            INSERT INTO covers VALUES (1, 1, 'q');
            INSERT INTO users VALUES (7);
            INSERT INTO users_notes VALUES (7, 1, '2020-01-01'), (7, 2, '2021-01-01');
            """, as: "legacy.sql")
        let drafted = try Zseed.run(
            "model", "legacy.sql", "-o", "M.xcdatamodeld", "--plan", "p.yml", in: folder.path)
        #expect(
            drafted.output == """
                source       rows  becomes    attributes  relationships
                covers          1  Cover               3  page → Page
                notes           3  Note                2  page → Page
                pages           3  Page                3
                users           1  User                1
                users_notes     2  UsersNote           1  user → User, note → Note

                users_notes: (user_id, note_id) is unique in the database, but a constraint cannot \
                contain relationships
                next: zseed build p.yml

                """, "\(drafted.errors)")
        let built = try Zseed.run("build", "p.yml", "-q", in: folder.path)
        #expect(built.status == 0, "\(built.errors)")
        let rows = try run(
            "sqlite3",
            [
                "-readonly", folder.path + "/seed.sqlite",
                "SELECT n.ZID, ZTEXT, ZTITLE FROM ZNOTE n LEFT JOIN ZPAGE p ON p.Z_PK = n.ZPAGE ORDER BY 1",
                "SELECT ZART, c.ZNUMBER, ZTITLE FROM ZCOVER c JOIN ZPAGE p ON p.Z_PK = c.ZPAGE",
                "SELECT ZID, ZADDEDAT + 978307200 FROM ZUSERSNOTE JOIN ZNOTE n ON n.Z_PK = ZNOTE ORDER BY 1",
            ])
        #expect(rows.output == "1|n|y\n2|m|z\n3|o|\nq|1|x\n1|1577836800\n2|1609459200\n", "\(rows.errors)")
        let verified = try Zseed.run("verify", "seed.sqlite", "--strict", in: folder.path)
        #expect(verified.status == 0, "\(verified.errors)")
    }

    @Test("A program's output is a source, and the program runs once")
    func commands() throws {
        let folder = try TestFolder()
        try folder.write("id,name,paid\n1,a,2024-03-09\n2,b,\n", as: "rows.csv")
        let source = "items={ command: [sh, -c, \"echo x >> runs; cat rows.csv\"] }"
        let arguments = ["model", "--source", source, "-o", "M.xcdatamodeld", "--plan", "p.yml"]
        let refused = try Zseed.run(arguments, in: folder.path)
        #expect(refused.status == 2)
        #expect(
            refused.errors.hasPrefix(
                "--source: error: the plan runs a program; allow it with `--allow-commands`"))
        let drafted = try Zseed.run(arguments + ["--allow-commands"], in: folder.path)
        #expect(
            drafted.output == """
                source  rows  becomes  attributes  relationships
                items      2  Item              3

                next: zseed build p.yml --allow-commands

                """, "\(drafted.errors)")
        #expect(try String(contentsOfFile: folder.path + "/runs", encoding: .utf8) == "x\n")
        let built = try Zseed.run("build", "p.yml", "-q", "--allow-commands", in: folder.path)
        #expect(built.status == 0, "\(built.errors)")
        let rows = try run(
            "sqlite3",
            ["-readonly", folder.path + "/seed.sqlite", "SELECT ZID, ZNAME, ZPAID FROM ZITEM ORDER BY 1"])
        #expect(rows.output == "1|a|731635200\n2|b|\n")
        let nothing = try Zseed.run("model", "-o", "N.swift", in: folder.path)
        #expect(nothing.status == 2)
        #expect(nothing.errors.hasPrefix("Error: add at least one source"))
    }

    @Test("An existing model or plan is not overwritten")
    func existing() throws {
        let folder = try TestFolder()
        try folder.write("a\n1\n", as: "a.csv")
        try folder.write("mine", as: "p.yml")
        try folder.write("mine", as: "M.swift")
        for arguments in [["-o", "N.swift", "--plan", "p.yml"], ["-o", "M.swift"], ["-o", "a.csv"]] {
            let result = try Zseed.run(["model", "a.csv"] + arguments, in: folder.path)
            #expect(result.status == 2, "\(result.errors)")
        }
        #expect(try files(in: folder.path) == ["M.swift", "a.csv", "p.yml"])
    }

    @Test(
        "A run that stopped before it wrote the plan can be repeated",
        arguments: ["A.xcdatamodeld", "A.swift"])
    func stopped(model: String) throws {
        let folder = try TestFolder()
        try folder.write("a\n1\n", as: "a.csv")
        let command = ["model", "a.csv", "-o", model, "--plan", "p.yml"]
        try Zseed.run(command, in: folder.path).expectSuccess()
        let plan = try bytes(of: folder.path + "/p.yml")
        try FileManager.default.removeItem(atPath: folder.path + "/p.yml")
        try Zseed.run(command, in: folder.path).expectSuccess()
        #expect(try bytes(of: folder.path + "/p.yml") == plan)
        // A different model may contain a developer's work.
        try FileManager.default.removeItem(atPath: folder.path + "/p.yml")
        try folder.write("a\nx\n", as: "a.csv")
        let result = try Zseed.run(command, in: folder.path)
        #expect(result.errors == "\(model): error: already exists\n")
        #expect(result.status == 2)
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/p.yml"))
    }
}
