import CommandSupport
import Foundation
import TestSupport
import Testing

/// Databases of other systems, read through their own programs.
@Suite("Other systems through a pipe")
struct OtherSystemTests {
    private static let items = """
        CREATE TABLE items (id integer, name text, qty integer, added timestamp);
        INSERT INTO items VALUES (1, 'Äpfel, "rote"', 3, '2024-03-09 10:00:00'), (2, 'Brot', NULL, NULL);
        """

    private static func expectItems(from command: String, in shop: Shop) throws {
        try shop.folder.write(
            """
            reference: reference.sqlite
            output: out.sqlite
            timeZone: UTC
            sources: { items: { command: \(command) } }
            entities:
              Item:
                from: items
                attributes:
                  name: name
                  quantity: qty
                  added: { column: added, date: yyyy-MM-dd HH:mm:ss }
            """, as: "plan.yml")
        let result = try Zseed.run("build", "plan.yml", "--allow-commands", in: shop.path)
        #expect(result.status == 0, "\(result.errors)")
        let rows = try run(
            "sqlite3",
            [
                "-readonly", shop.output,
                "SELECT ZNAME, ZQUANTITY, datetime(ZADDED + 978307200, 'unixepoch') FROM ZITEM ORDER BY 2",
            ])
        #expect(rows.output.contains("Äpfel, \"rote\"|3|2024-03-09 10:00:00\n"), "\(rows.output)")
    }

    private static func has(_ program: String...) -> Bool {
        (try? run(program[0], Array(program.dropFirst())).status) == 0
    }

    @Test(
        "The output of sqlite3 is read", .enabled(if: has("sqlite3", "-version"), "needs the sqlite3 shell"))
    func sqlite() throws {
        let shop = try Shop()
        #expect(try run("sqlite3", ["legacy.db", Self.items], in: shop.path).status == 0)
        try Self.expectItems(from: "[sqlite3, -csv, -header, legacy.db, SELECT * FROM items]", in: shop)
    }

    @Test(
        "The output of DuckDB is read",
        .enabled(
            if: has("python3", "-c", "import duckdb"),
            "needs the duckdb module of Python: `make counterparts`"))
    func duckDB() throws {
        let shop = try Shop()
        try shop.folder.write(
            """
            import duckdb, sys
            duckdb.sql(sys.argv[1]).write_csv("/dev/stdout")
            """, as: "duck.py")
        try shop.folder.write(
            "id,name,qty,added\n1,\"Äpfel, \"\"rote\"\"\",3,2024-03-09 10:00:00\n", as: "raw.csv")
        try Self.expectItems(
            from: "[python3, duck.py, \"SELECT name, qty, added FROM 'raw.csv'\"]", in: shop)
    }

    @Test(
        "The output of a PostgreSQL server is read",
        .enabled(if: PostgreSQL.isPresent, "needs PostgreSQL: `make counterparts`"),
        .timeLimit(.minutes(5)))
    func postgreSQL() throws {
        let shop = try Shop()
        let server = try PostgreSQL()
        defer { server.stop() }
        try server.run(Self.items)
        let psql = "psql, -h, \(server.folder), -U, postgres, -X"
        try Self.expectItems(
            from: "[\(psql), postgres, --csv, -c, \"SELECT name, qty, added FROM items ORDER BY id\"]",
            in: shop)
        let json =
            "{ command: [\(psql), -At, -c, \"SELECT row_to_json(items) FROM items\", postgres], format: ndjson }"
        try shop.folder.write(
            """
            reference: reference.sqlite
            output: out.sqlite
            sources: { items: \(json) }
            entities: { Item: { from: items, attributes: { name: name, quantity: qty } } }
            """, as: "plan.yml")
        #expect(try Zseed.run("build", "plan.yml", "--allow-commands", in: shop.path).status == 0)
        // An error of the server is reported with its own message, and the store does not change.
        let before = try bytes(of: shop.output)
        try shop.edit("plan.yml", "FROM items", "FROM nothing")
        let refused = try Zseed.run("build", "plan.yml", "--allow-commands", in: shop.path)
        #expect(refused.status == 1)
        #expect(refused.errors.contains("relation \"nothing\" does not exist"), "\(refused.errors)")
        #expect(try bytes(of: shop.output) == before)
    }
}
