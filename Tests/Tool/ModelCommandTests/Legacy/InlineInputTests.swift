import CommandSupport
import Foundation
import TestSupport
import Testing

/// Inputs of drafts that are not files, or that are not read.
@Suite("Plans from commands, and from unsupported files")
struct InlineInputTests {
    private static let model = "Item: name/s! quantity/f"

    private static func folder() throws -> TestFolder {
        let folder = try TestFolder()
        try LegacyModel.write(model, in: folder)
        try folder.write(
            "CREATE TABLE items (name TEXT, qty REAL); INSERT INTO items VALUES ('Bread', 2), ('N/A', 1.5);",
            as: "legacy.sql")
        _ = try run("sh", ["-c", "sqlite3 legacy.db < legacy.sql"], in: folder.path)
        return folder
    }

    private static let source =
        #"items={ command: [sh, -c, "echo run >> runs; sqlite3 -csv -header legacy.db 'SELECT * FROM items'"] }"#

    @Test("A draft reads and tries the output of a program, which runs once")
    func command() throws {
        let folder = try Self.folder()
        let result = try Zseed.run(
            "plan", "App.xcdatamodel", "--source", Self.source, "--allow-commands", "-o", "plan.yml",
            in: folder.path)
        #expect(result.status == 0, "\(result.errors)")
        #expect(
            result.output.hasSuffix("\nnext: zseed build plan.yml --allow-commands\n"), "\(result.output)")
        #expect(try String(contentsOfFile: folder.path + "/runs", encoding: .utf8) == "run\n")
        let plan = try String(contentsOfFile: folder.path + "/plan.yml", encoding: .utf8)
        #expect(plan.contains("\n  items: " + Self.source.dropFirst("items=".count) + "\n"), "\(plan)")
        let built = try Zseed.run("build", "plan.yml", "--allow-commands", "-q", in: folder.path)
        #expect(built.status == 0, "\(built.errors)")
        let rows = try run(
            "sqlite3", [folder.path + "/seed.sqlite", "SELECT ZNAME, ZQUANTITY FROM ZITEM ORDER BY Z_PK"])
        #expect(rows.output == "Bread|2.0\nN/A|1.5\n")
    }

    @Test(
        "An invalid --source is reported, and no program runs",
        arguments: [
            (
                [source],
                "--source: error: the plan runs a program; allow it with `--allow-commands`: sh -c ", 2
            ),
            (["items={ comand: [x] }"], "--source: error: unknown key `comand`; did you mean `command`?", 2),
            (["items"], "Error: --source needs NAME={ … }, not 'items'", 2),
            (["i={ csv: a.csv }", "--source", "i={ csv: b.csv }"], "Error: --source names 'i' twice", 2),
            (
                ["items={ command: [\"false\"] }", "--allow-commands"],
                "items (command): error: the program exited with status 1, so its output is discarded",
                1
            ),
        ] as [([String], String, Int32)])
    func mistakes(arguments: [String], expected: String, status: Int32) throws {
        let folder = try Self.folder()
        let result = try Zseed.run(["plan", "App.xcdatamodel", "--source"] + arguments, in: folder.path)
        #expect(result.status == status)
        #expect(result.errors.contains(expected), "\(result.errors)")
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/runs"))
    }

    private static let mysql =
        "load it into MySQL, and read each table with `command: [mysql, shop, "
    private static let postgres =
        "load it into PostgreSQL (psql), and read each table with `command: [psql, shop, "
    private static let csv =
        "SQLite cannot run it; run it there, and export each table as CSV, or read it with `command:` from a program that writes CSV or JSON"

    @Test(
        "Scripts of other databases and DuckDB files are refused with a way to read them",
        arguments: [
            (
                "a.sql", "CREATE DATABASE `Chinook`;\nUSE `Chinook`;\nCALL fill();\n",
                ":3: error: this is a dump or script of MySQL, and zseed does not read `CALL`: " + mysql
            ),
            (
                "a.sql", "# a dump\nCREATE TABLE a (b INT);\nDELETE FROM a;\n",
                ":3: error: this is a dump or script of MySQL, and zseed does not read `DELETE`: " + mysql
            ),
            (
                "a.sql",
                "DROP DATABASE IF EXISTS chinook;\nCREATE DATABASE chinook;\n\\c chinook;\nCALL f();\n",
                ":4: error: this is a dump or script of PostgreSQL, and zseed does not read `CALL`: "
                    + postgres
            ),
            (
                "a.sql", "CREATE TABLE a (id SERIAL);\nCREATE DATABASE x;\nTRUNCATE a;",
                ":3: error: this is a dump or script of PostgreSQL, and zseed does not read `TRUNCATE`: "
                    + postgres
            ),
            (
                "a.sql", "CREATE DATABASE [Chinook];\nGO\n",
                ":1: error: this is a script for SQL Server: " + csv
            ),
            (
                "a.sql", "CREATE TABLE a (b NUMBER, c VARCHAR2(10));\nCREATE USER x;",
                ":1: error: this is a script for Oracle: " + csv
            ),
            ("a.sql", "CREATE TABEL a (b);\n", ":1: error: SQLite: near \"TABEL\": syntax error"),
            (
                "a.parquet", "PAR1\u{15}\u{4}",
                ": error: this is a Parquet file: DuckDB reads it: `command: [duckdb, -csv, -c, "
                    + "\"SELECT * FROM 'x.parquet'\"]`"
            ),
            (
                "a.yml", "items:\n  - { name: A }\n",
                ": error: this is YAML: zseed reads YAML only as plans (`zseed build seed.yml`): convert "
            ),
            (
                "a.duckdb", "\u{1}\u{2}\u{3}\u{4}\u{5}\u{6}\u{7}\u{8}DUCK",
                ": error: this is a DuckDB database: DuckDB reads it: `command: [duckdb, -readonly, x.duckdb, "
            ),
        ] as [(String, String, String)])
    func foreign(name: String, text: String, expected: String) throws {
        let folder = try Self.folder()
        try folder.write(text, as: name)
        let result = try Zseed.run("plan", "App.xcdatamodel", name, in: folder.path)
        #expect(result.status == 1)
        #expect(result.errors.hasPrefix(name + expected), "\(result.errors)")
        try folder.write(
            """
            reference: App.xcdatamodel
            output: seed.sqlite
            sources: { items: { \(name.hasSuffix("sql") ? "sqlite: a.sql, table: a" : "csv: \(name)") } }
            entities: { Item: { from: items, attributes: { name: b } } }
            """, as: "plan.yml")
        let built = try Zseed.run("build", "plan.yml", in: folder.path)
        #expect(built.status == 1)
        #expect(built.errors.contains(name + expected), "\(built.errors)")
    }
}
