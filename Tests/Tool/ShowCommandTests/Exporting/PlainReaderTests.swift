import Foundation
import TestSupport
import Testing

/// Plain databases are read by the programs they are intended for.
@Suite("Readers of plain databases")
struct PlainReaderTests {
    private static func has(_ modules: String) -> Bool {
        (try? run("python3", ["-c", "import \(modules)"]).status) == 0
    }
    private static let hasDuckDB = (try? run("python3", ["-c", loading]).status) == 0
    private static let hasDatasette = has("datasette")

    /// DuckDB with its SQLite reader, from packages, without network access.
    private static let loading = """
        import duckdb, duckdb_extensions
        duckdb_extensions.import_extension("sqlite_scanner")
        database = duckdb.connect()
        database.execute("LOAD sqlite_scanner")

        """

    @Test("Python reads every row of every table and view", .enabled(if: has("sqlite3"), "needs python3"))
    func python() throws {
        let kennel = try Kennel()
        try kennel.export()
        let result = try run(
            "python3",
            [
                "-c",
                """
                import sqlite3, datetime, decimal
                plain = sqlite3.connect("file:plain.sqlite?mode=ro", uri=True)
                for (name,) in plain.execute("SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')").fetchall():
                    plain.execute(f'SELECT * FROM "{name}"').fetchall()
                placed, total = plain.execute('SELECT placed, sum FROM "Order" WHERE pk = 1').fetchone()
                print(datetime.datetime.fromisoformat(placed.replace("Z", "+00:00")), decimal.Decimal(total))
                """,
            ], in: kennel.path)
        #expect(result.errors == "")
        #expect(result.output == "2024-03-09 16:05:30.250000+00:00 0.1\n")
    }

    @Test(
        "DuckDB reads every row, casts dates and decimals, and joins",
        .enabled(
            if: hasDuckDB,
            "needs duckdb and duckdb-extension-sqlite-scanner, which `make counterparts` installs"))
    func duckDB() throws {
        let kennel = try Kennel()
        try kennel.export()
        let result = try run(
            "python3",
            [
                "-c",
                Self.loading + """
                    database.execute("ATTACH 'plain.sqlite' AS plain (TYPE sqlite, READ_ONLY)")
                    names = database.execute("SELECT table_name FROM duckdb_tables() WHERE database_name = 'plain'").fetchall()
                    for (name,) in names:
                        database.execute(f'SELECT * FROM plain."{name}"').fetchall()
                    print(len(names), database.execute('''
                        SELECT CAST(o.placed AS TIMESTAMP), CAST(o.sum AS DECIMAL(20, 9)), a.name
                        FROM plain.Animal a JOIN plain."Order" o ON o.pk = a.order_id ORDER BY a.order_order
                        ''').fetchall()[0])
                    """,
            ], in: kennel.path)
        #expect(result.errors == "")
        #expect(
            result.output
                == "7 (datetime.datetime(2024, 3, 9, 16, 5, 30, 250000), Decimal('0.100000000'), 'Rex')\n")
    }

    @Test(
        "Datasette shows tables with labels for their foreign keys",
        .enabled(if: hasDatasette, "needs datasette, which `make counterparts` installs"))
    func datasette() throws {
        let kennel = try Kennel()
        try kennel.export()
        func page(_ path: String) throws -> String {
            let result = try run(
                "python3", ["-m", "datasette", "plain.sqlite", "--get", path], in: kennel.path)
            #expect(result.status == 0, "\(result.errors)")
            return result.output
        }
        #expect(try page("/plain.json").contains("\"name\": \"entity_sqlite_mark\""))
        #expect(
            try page("/plain/Group_marks_2.json?_shape=array&_labels=on")
                .contains("\"sqlite_mark_id\": {\"value\": 2, \"label\": \"2\"}"))
        #expect(try page("/plain/Animal?_facet=entity").contains("Böll &lt;b&gt;"))
    }
}
