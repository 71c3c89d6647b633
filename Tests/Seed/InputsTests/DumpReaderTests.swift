import Foundation
import SQLite
import TestSupport
import Testing

@testable import Inputs

private let mySQLHead = "/*!40014 SET UNIQUE_CHECKS=0 */;\n"
private let postgreSQLHead = "--\n-- Dumped from database version 16.1\n--\nSET statement_timeout = 0;\n"

/// Dumps and scripts of MySQL and PostgreSQL, converted to SQLite tables.
@Suite("Dumps of other systems")
struct DumpReaderTests {
    /// Returns the declared columns and the rows of the table `a`, as SQL literals.
    private static func read(_ text: String, leftOut: ([String: [String]]) -> Void = { _ in }) throws
        -> [String]
    {
        let folder = try TestFolder()
        let path = try folder.write(text, as: "dump.sql")
        let scripts = ScriptDatabases()
        let database = try scripts.database(of: path)
        leftOut(scripts.leftOut(of: path))
        let columns = try database.rows("PRAGMA table_info(a)") { $0.text(at: 1) ?? "" }
        let cells = columns.map { "quote(\($0.sqlIdentifier))" }.joined(separator: " || ',' || ")
        return try database.rows("SELECT \(cells) FROM a ORDER BY rowid") { $0.text(at: 0) ?? "" }
    }

    @Test(
        "Values of MySQL",
        arguments: [
            ("b text", "'it''s'", "'it''s'"), ("b text", #"'a\'b\"c\\d'"#, #"'a''b"c\d'"#),
            ("b text", #"'two\nlines\ttab\Z\%'"#, "'two\nlines\ttab\u{1A}\\%'"),
            ("b text", "\"dou\"\"ble; -- x\"", "'dou\"ble; -- x'"), ("b text", "_utf8mb4'x'", "'x'"),
            ("b text", "12", "'12'"), ("b varchar(9)", "0x4142", "'AB'"), ("b text", "''", "''"),
            ("b text", "'NULL'", "'NULL'"), ("b text", "NULL", "NULL"), ("b int", "'007'", "7"),
            ("b int(11) unsigned", "4294967295", "4294967295"),
            ("b bigint", "-9223372036854775808", "-9223372036854775808"),
            ("b tinyint(1)", "TRUE", "1"), ("b bool", "0", "0"), ("b bit(1)", "b'1'", "1"),
            ("b bit(1)", "'\u{1}'", "1"), ("b bit(12)", "0x0801", "2049"), ("b bit(1)", #"'\0'"#, "0"),
            ("b decimal(10,2)", "12.50", "12.5"),
            ("b decimal(30,10)", "12345678901234567890.1234567891", "'12345678901234567890.1234567891'"),
            ("b decimal(30,10)", "2.5", "2.5"), ("b double", "-1.5e-3", "-0.0015"),
            ("b date", "'2024-02-29'", "'2024-02-29'"), ("b year(4)", "2024", "2024"),
            ("b enum('1','x,y)')", "'1'", "'1'"), ("b longblob", #"_binary '\0ÿ\''"#, "X'00C3BF27'"),
            ("b blob", "x'00ff'", "X'00FF'"), ("b json", #"'{\"a\": \"\\n\"}'"#, #"'{"a": "\n"}'"#),
            ("b timestamp", "'2024-06-01 12:00:00'", "'2024-06-01 12:00:00'"),
            ("b int DEFAULT 7 COMMENT 'a, b)'", "DEFAULT", "7"),
            ("b int /*!80023 INVISIBLE */", "1 # x", "1"),
        ])
    func mySQL(column: String, value: String, expected: String) throws {
        let table = "CREATE TABLE `a` (`\(column.prefix(1))`\(column.dropFirst())) ENGINE=InnoDB;\n"
        #expect(
            try Self.read(mySQLHead + table + "INSERT INTO `a` VALUES (\(value)\n);\n") == [expected])
    }

    @Test(
        "Values of PostgreSQL",
        arguments: [
            ("b text", #"'a\nb'"#, #"'a\nb'"#), ("b text", #"E'a\nb\'c\x41\u00e9'"#, "'a\nb''cAé'"),
            ("b text", "$$it's; \n$$", "'it''s; \n'"), ("b integer", "'12'::integer", "12"),
            ("b boolean", "true", "1"), ("b boolean", "'f'::boolean", "0"),
            ("b bytea", #"'\x00ff'"#, "X'00FF'"),
            ("b numeric", "1.50", "1.5"), ("b numeric", "1234567890.123456789", "'1234567890.123456789'"),
            ("b double precision", "'NaN'", "'NaN'"), ("b bit(3)", "B'101'", "'101'"),
            ("b integer[]", "'{1,2}'", "'{1,2}'"), ("b public.mood", "'010'", "'010'"),
            ("b timestamp(3) with time zone", "'2024-06-01 10:00:00+00'", "'2024-06-01 10:00:00+00'"),
            ("b character varying(3) DEFAULT 'x'::character varying", "DEFAULT", "'x'"),
            ("b uuid", "'1e5'", "'1e5'"), ("b jsonb", #"'{"a": 1}'"#, #"'{"a": 1}'"#),
        ])
    func postgreSQL(column: String, value: String, expected: String) throws {
        let table = "CREATE TABLE public.a (\(column));\n"
        #expect(
            try Self.read(postgreSQLHead + table + "INSERT INTO public.a VALUES (\(value));\n") == [expected])
    }

    @Test("Lines of COPY: escapes, NULL, the end, and names of columns in another order")
    func copy() throws {
        let rows = try Self.read(
            postgreSQLHead
                + #"""
                CREATE TABLE public.a (
                    id integer NOT NULL,
                    note text,
                    ok boolean
                );
                COPY public.a (id, ok, note) FROM stdin;
                1	t	two\nlines \\ \t tab
                2	f	\N
                3	\N	\\N
                4	f	
                5	f	\\.
                \.

                SELECT pg_catalog.setval('public.a_id_seq', 5, true);
                ALTER TABLE ONLY public.a ADD CONSTRAINT a_pkey PRIMARY KEY (id);

                """#)
        #expect(
            rows == [
                "1,'two\nlines \\ \t tab',1", "2,NULL,0", "3,'\\N',NULL", "4,'',0", "5,'\\.',0",
            ])
    }

    @Test("Keys, indexes and constraints are read, wherever they are declared")
    func keys() throws {
        let folder = try TestFolder()
        let path = try folder.write(
            mySQLHead + """
                CREATE TABLE `b` (`id` int NOT NULL, `name` varchar(9), PRIMARY KEY (`id`), UNIQUE KEY `n` (`name`),
                  KEY `p` (`name`(3)), KEY `both` (`id`,`name`)) ENGINE=InnoDB;
                CREATE TABLE `a` (`id` int NOT NULL, `b_id` int DEFAULT NULL, `x` int, `y` int,
                  CONSTRAINT `f` FOREIGN KEY (`b_id`) REFERENCES `b` (`id`) ON DELETE SET NULL ON UPDATE CASCADE);
                ALTER TABLE `a` ADD PRIMARY KEY (`id`), ADD UNIQUE KEY `xy` (`x`,`y`);
                """, as: "dump.sql")
        let database = try ScriptDatabases().database(of: path)
        let tables = try database.rows("SELECT sql FROM sqlite_schema WHERE sql NOT NULL ORDER BY name") {
            $0.text(at: 0) ?? ""
        }
        #expect(
            tables == [
                "CREATE TABLE \"a\" (\"id\" INT NOT NULL, \"b_id\" INT, \"x\" INT, \"y\" INT, PRIMARY KEY (\"id\"), "
                    + "UNIQUE (\"x\", \"y\"), FOREIGN KEY (\"b_id\") REFERENCES \"b\" (\"id\") ON DELETE SET NULL)",
                "CREATE TABLE \"b\" (\"id\" INT NOT NULL, \"name\" VARCHAR(9), PRIMARY KEY (\"id\"), UNIQUE (\"name\"))",
                "CREATE INDEX \"b 1\" ON \"b\" (\"id\", \"name\")",
            ])
    }

    @Test("A table that inherits has its parents' columns and its own rows")
    func inheritance() throws {
        let tables = """
            CREATE TABLE public.place (
                id integer NOT NULL,
                name text
            );
            CREATE TABLE public.capital (
                state character(2),
                name text NOT NULL
            )
            INHERITS (public.place);
            CREATE TABLE public.port (
            )
            INHERITS (public.place);
            COPY public.capital (id, name, state) FROM stdin;
            1\tVienna\tAT
            \\.
            COPY public.place (id, name) FROM stdin;
            2\tLinz
            \\.
            COPY public.port (id, name) FROM stdin;
            3\tTrieste
            \\.
            ALTER TABLE ONLY public.capital ADD CONSTRAINT k PRIMARY KEY (id);

            """
        let folder = try TestFolder()
        let database = try ScriptDatabases().database(
            of: folder.write(postgreSQLHead + tables, as: "dump.sql"))
        let found = try ["capital", "place", "port"].map { table in
            try database.rows("SELECT * FROM \(table)") { row in
                (0..<3).compactMap { row.text(at: $0) }.joined(separator: "|")
            }
        }
        #expect(found == [["1|Vienna|AT"], ["2|Linz"], ["3|Trieste"]])
        let made = try database.rows("SELECT sql FROM sqlite_schema WHERE name = 'capital'") {
            $0.text(at: 0)
        }
        #expect(
            made == [
                "CREATE TABLE \"capital\" (\"id\" INT NOT NULL, \"name\" TEXT NOT NULL, \"state\" VARCHAR(2), "
                    + "PRIMARY KEY (\"id\"))"
            ])
    }

    @Test("Counters continue as on the server")
    func counters() throws {
        let table = "CREATE TABLE a (id int AUTO_INCREMENT PRIMARY KEY, b text);\n"
        let rows = "INSERT INTO a VALUES (NULL,'x'),(0,'y'),(10,'z');\nINSERT INTO a (b) VALUES ('w');\n"
        #expect(try Self.read(mySQLHead + table + rows) == ["1,'x'", "2,'y'", "10,'z'", "11,'w'"])
        let kept = "/*!40101 SET SQL_MODE='NO_AUTO_VALUE_ON_ZERO' */;\n"
        #expect(
            try Self.read(mySQLHead + kept + table + "INSERT INTO a VALUES (0,'x');\n") == ["0,'x'"])
        let serial =
            "CREATE TABLE a (id serial PRIMARY KEY, b text);\nINSERT INTO a (b) VALUES ('x'), ('y');\n"
        #expect(try Self.read(postgreSQLHead + serial) == ["1,'x'", "2,'y'"])
    }

    @Test("Statements without rows are skipped, whatever they contain")
    func passedOver() throws {
        let mySQL = """
            CREATE TABLE a (b int);
            DELIMITER ;;
            CREATE TRIGGER t BEFORE INSERT ON a FOR EACH ROW BEGIN INSERT INTO a VALUES (8); END ;;
            DELIMITER ;
            /*!50001 CREATE VIEW v AS SELECT 1 AS b */;
            LOCK TABLES a WRITE;
            INSERT INTO a VALUES (1);
            UNLOCK TABLES;
            """
        #expect(try Self.read(mySQLHead + mySQL) == ["1"])
        let postgreSQL = """
            CREATE TABLE a (b int);
            CREATE FUNCTION f() RETURNS void LANGUAGE sql
                BEGIN ATOMIC INSERT INTO a VALUES (8); SELECT CASE WHEN true THEN 1 END; INSERT INTO a VALUES (9);
            END;
            CREATE FUNCTION g() RETURNS void LANGUAGE sql AS $_$ INSERT INTO a VALUES (8); $_$;
            CREATE TABLE parts PARTITION OF a FOR VALUES IN (2);
            COMMENT ON TABLE a IS 'a; b';
            INSERT INTO a VALUES (1) ON CONFLICT DO NOTHING;
            INSERT INTO parts VALUES (2);
            """
        #expect(try Self.read(postgreSQLHead + postgreSQL) == ["1", "2"])
    }

    @Test("Columns that only the server can compute are left out and reported")
    func leftOut() throws {
        var leftOut: [String: [String]] = [:]
        let rows = try Self.read(
            postgreSQLHead + """
                CREATE TABLE a (b int, c int GENERATED ALWAYS AS (b + 1) STORED, d timestamp DEFAULT now());
                INSERT INTO a VALUES (1, DEFAULT, '2024-01-01 00:00:00');
                """
        ) { leftOut = $0 }
        #expect(rows == ["1,'2024-01-01 00:00:00'"])
        #expect(leftOut == ["a": ["c"]])
    }

    @Test("MySQL times are in UTC if the dump declares it")
    func zone() throws {
        let rows = try Self.read(
            mySQLHead + """
                /*!40103 SET TIME_ZONE='+00:00' */;
                CREATE TABLE a (b timestamp NULL, c datetime);
                INSERT INTO a VALUES ('2024-06-01 12:00:00','2024-06-01 12:00:00'),('0000-00-00 00:00:00',NULL);
                """)
        #expect(rows == ["'2024-06-01 12:00:00+00:00','2024-06-01 12:00:00'", "'0000-00-00 00:00:00',NULL"])
    }

    @Test(
        "Unread statements are reported with their line",
        arguments: [
            (mySQLHead + "CREATE TABLE a (b int);\nUPDATE a SET b = 1;", 3, "`UPDATE`"),
            (mySQLHead + "CREATE TABLE a (b int);\nINSERT INTO a SELECT 1;", 3, "`INSERT` without `VALUES`"),
            (
                mySQLHead + "CREATE TABLE a (b int);\nINSERT INTO a VALUES\n(1),\n(NOW());", 5,
                "the expression `NOW());`"
            ),
            (
                mySQLHead + "CREATE TABLE a (b int);\nINSERT INTO a VALUES (1,2);", 3,
                "additional text in the statement"
            ),
            (
                mySQLHead + "CREATE TABLE a (b int);\nINSERT INTO c VALUES (1);", 3,
                "rows of `c`, a table that it does not make"
            ),
            (mySQLHead + "CREATE TABLE a (b int);\nINSERT INTO a VALUES ('x", 3, "a text that does not end"),
            (mySQLHead + "CREATE TABLE a (b int);\nCREATE TABLE `A` (b int);", 3, "another table `A`"),
            (
                mySQLHead
                    + "CREATE TABLE a (b bigint unsigned);\nINSERT INTO a VALUES (18446744073709551615);", 3,
                "18446744073709551615 in `b`, which has no room in SQLite"
            ),
            (
                mySQLHead + "CREATE TABLE a (b int);\nALTER TABLE a ADD COLUMN c int;", 3,
                "`ALTER TABLE` that adds columns"
            ),
            (mySQLHead + "CREATE TABLE a (b int);\nDROP TABLE a;", 3, "`DROP TABLE` of a table that it made"),
            (mySQLHead + "SET NAMES latin1;\nCREATE TABLE a (b int);", 1, "texts in `latin1`"),
            (
                postgreSQLHead + "CREATE TABLE a (b int) INHERITS (c);", 5,
                "`INHERITS` of `c`, a table that it does not make"
            ),
            (
                postgreSQLHead + "CREATE TABLE a (b int);\nCOPY a (b) FROM stdin;\n1\n2\t3\n\\.\n", 8,
                "a row of 2 cells in place of 1"
            ),
            (
                postgreSQLHead + "CREATE TABLE a (b int);\nCOPY a (b) FROM stdin;\n1\n", 6,
                "rows of `COPY` that do not end"
            ),
            (
                postgreSQLHead
                    + "CREATE TABLE a (b int);\nINSERT INTO a VALUES (1)\nON CONFLICT (b) DO UPDATE SET b = 2;",
                7,
                "`INSERT` with more than rows"
            ),
            (
                postgreSQLHead + "CREATE TABLE a (b bytea);\nINSERT INTO a VALUES ('\\x4g');", 6,
                "bytes that are not hexadecimal digits"
            ),
            (postgreSQLHead + "CREATE TABLE a (b text);\nDELETE FROM a;", 6, "`DELETE`"),
        ])
    func unread(text: String, line: Int, words: String) throws {
        let issue = #expect(throws: SeedIssue.self) { try Self.read(text) }
        #expect(issue?.location.line == line)
        guard case .file(.foreignFormat(_, false, let unread)) = issue?.reason else {
            Issue.record("\(String(describing: issue))")
            return
        }
        #expect(unread == words)
    }

    @Test("A row that violates a constraint is reported with its line")
    func refused() throws {
        let error = #expect(throws: DatabaseError.self) {
            try Self.read(
                mySQLHead + "CREATE TABLE a (b int PRIMARY KEY);\nINSERT INTO a VALUES (1),\n(2),\n(1);\n")
        }
        #expect(error?.message == "UNIQUE constraint failed: a.b")
        #expect(error?.line == 5)
    }

    @Test("Cyclic or endless definitions are reported or skipped")
    func endless() throws {
        let circle = """
            CREATE TABLE a (b int);
            CREATE TABLE c PARTITION OF d;
            CREATE TABLE d PARTITION OF c;
            INSERT INTO c VALUES (1);
            """
        let message = "rows of `d`, a table that it does not make"
        let error = #expect(throws: SeedIssue.self) { try Self.read(postgreSQLHead + circle) }
        #expect("\(try #require(error).reason)".contains(message), "\(String(describing: error))")
        #expect(throws: SeedIssue.self) { try Self.read(postgreSQLHead + "CREATE TABLE a (b int[") }
        // Any number of character sets without texts are names.
        let names = String(repeating: "_a ", count: 200_000)
        #expect(
            try Self.read(mySQLHead + "CREATE TABLE a (b int);\nSET \(names);\nINSERT INTO a VALUES (1);\n")
                == ["1"])
    }

    private static let mySQLTable = "CREATE TABLE a (b int) ENGINE=InnoDB;\nINSERT INTO a VALUES (1);\n"
    private static let postgreSQLTable =
        "SET statement_timeout = 0;\nCREATE TABLE a (b int);\nCOPY a (b) FROM stdin;\n1\n\\.\n"
    private static let sandbox = "/*M!999999\\- enable the sandbox mode */ \n"

    @Test(
        "A truncated dump is refused with the missing line or statement; a complete one is not",
        arguments: [
            ("-- MySQL dump 10.13  Distrib 8.0.36\n", mySQLTable, "-- Dump completed"),
            (sandbox + "-- MariaDB dump 10.19-11.4.2-MariaDB\n--\n", mySQLTable, "-- Dump completed"),
            ("-- MySQL dump 10.13\n", mySQLTable + "-- Dump completed on 2024-01-01 10:00:00\n", nil),
            // These dumps have no date, or no comments.
            ("-- MariaDB dump 10.19\n", mySQLTable + "-- Dump completed\n", nil),
            (sandbox, mySQLTable, nil), ("/*!40101 SET NAMES utf8mb4 */;\n", mySQLTable, nil),
            // The end line does not count within a text, nor does that of another dump.
            ("-- MySQL dump 10.13\n", mySQLTable + "SELECT '\n-- Dump completed\n';\n", "-- Dump completed"),
            (
                "-- MySQL dump 10.13\n",
                mySQLTable + "-- MySQL dump 10.13\nCREATE TABLE c (d int);\n-- Dump completed\n",
                "-- Dump completed"
            ),
            (
                "-- MySQL dump 10.13\n",
                mySQLTable + "-- Dump completed\n-- MySQL dump 10.13\n-- Dump completed\n", nil
            ),
            (
                "-- Dump created by MySQL pump utility, version: 8.0.36\n/*!40101 SET NAMES utf8mb4 */;\n",
                mySQLTable, "-- Dump end time"
            ),
            (
                "-- phpMyAdmin SQL Dump\n-- version 5.2.1\nSTART TRANSACTION;\n", mySQLTable, "COMMIT"
            ),
            ("-- phpMyAdmin SQL Dump\nSTART TRANSACTION;\n", mySQLTable + "COMMIT;\n", nil),
            (
                "--\n-- PostgreSQL database dump\n--\n\n\\restrict xyz\n", postgreSQLTable,
                "-- PostgreSQL database dump complete"
            ),
            (
                "--\n-- PostgreSQL database dump\n--\n",
                postgreSQLTable + "\n--\n-- PostgreSQL database dump complete\n--\n\n\\unrestrict xyz\n", nil
            ),
            // A row of a table, not a comment.
            (
                "-- PostgreSQL database dump\n",
                "SET statement_timeout = 0;\nCREATE TABLE a (b text);\nCOPY a (b) FROM stdin;\n"
                    + "-- PostgreSQL database dump complete\n\\.\n",
                "-- PostgreSQL database dump complete"
            ),
            (
                "-- PostgreSQL database cluster dump\n-- PostgreSQL database dump\n",
                postgreSQLTable + "-- PostgreSQL database dump complete\n",
                "-- PostgreSQL database cluster dump complete"
            ),
            (
                "-- PostgreSQL database cluster dump\n-- PostgreSQL database dump\n",
                postgreSQLTable
                    + "-- PostgreSQL database dump complete\n-- PostgreSQL database cluster dump complete\n",
                nil
            ),
            ("BEGIN;\n", postgreSQLTable, "COMMIT"), ("BEGIN;\n", postgreSQLTable + "COMMIT;\n", nil),
            // The output of SQLite's `.dump`.
            (
                "PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n",
                "CREATE TABLE a (b int);\nINSERT INTO a VALUES(1);\n", "COMMIT"
            ),
            (
                "PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n",
                "CREATE TABLE a (b int);\nINSERT INTO a VALUES(1);\nCOMMIT;\n", nil
            ),
        ] as [(String, String, String?)])
    func end(head: String, rest: String, missing: String?) throws {
        let folder = try TestFolder()
        let path = try folder.write(head + rest, as: "dump.sql")
        func rows(isPartial: Bool) throws -> Int {
            let source = try SQLiteSource(path: path, selection: .table("a"), isPartial: isPartial)
            var count = 0
            while try source.next() { count += 1 }
            return count
        }
        #expect(try rows(isPartial: true) == 1)
        guard let missing else {
            #expect(try rows(isPartial: false) == 1)
            return
        }
        let issue = #expect(throws: SeedIssue.self) { try rows(isPartial: false) }
        #expect(issue?.reason == .file(.cutDump(missing: missing)))
        #expect(throws: SeedIssue.self) { try ScriptDatabases().database(of: path) }
    }

    @Test("Many nested partitions and long lists of columns are read quickly", .timeLimit(.minutes(1)))
    func partitions() throws {
        var text = postgreSQLHead + "CREATE TABLE a (b int);\nCREATE TABLE p0 PARTITION OF a DEFAULT;\n"
        for number in 1..<20_000 {
            text += "CREATE TABLE p\(number) (b int);\n"
            text += "ALTER TABLE p\(number - 1) ATTACH PARTITION p\(number) DEFAULT;\n"
        }
        #expect(try Self.read(text + "INSERT INTO p19999 VALUES (1);\n") == ["1"])
    }

    @Test("Damaged dumps end with an error or a database", arguments: 0..<8)
    func damaged(seed: UInt64) throws {
        let whole = Array(
            (postgreSQLHead + #"""
                CREATE TABLE a (b int, c text DEFAULT 'x'::text, d numeric(5,2)[], PRIMARY KEY (b));
                COPY a (b, c) FROM stdin;
                1	\x41\101\\
                \.
                INSERT INTO a VALUES (2, E'\u00e9', '{1}'), (3, $q$z$q$, NULL) ON CONFLICT DO NOTHING;
                ALTER TABLE ONLY a ADD CONSTRAINT u UNIQUE (c);
                CREATE INDEX i ON a USING btree (c DESC);
                """#).utf8)
        var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        for _ in 0..<200 {
            var bytes = whole
            for _ in 0...next(3) {
                let place = next(bytes.count)
                switch next(3) {
                case 0: bytes[place] = UInt8(next(256))
                case 1: bytes.removeSubrange(place..<min(place + next(9), bytes.count))
                default: bytes = Array(bytes[..<max(place, 1)])
                }
            }
            for format in [ForeignFormat.postgreSQLDump, .mySQLDump] {
                do {
                    _ = try DumpReader.database(of: bytes, format: format, path: "x") { _, _ in }
                } catch is SeedIssue {
                } catch is DatabaseError {
                }
            }
        }
    }
}
