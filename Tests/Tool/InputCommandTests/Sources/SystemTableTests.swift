import CommandSupport
import Foundation
import TestSupport
import Testing

/// The rows of the table "Other systems" in docs/sources/command.md, with every kind of difficult text.
@Suite("The table of other systems")
struct SystemTableTests {
    /// The texts of the rows 1, 2, 3 …; nil for NULL.
    private static let names: [String?] = [
        "plain", nil, "NULL", "two\nlines", "a\ttab", "back\\slash, \\n \\N \\", "carriage\rreturn\r",
        "\"quoted\" start", "it's, \"in\" the middle", "😀 é", " spaces ", "", "\\N",
    ]

    /// Returns the expected names if nothing is lost: SQL texts in hexadecimal, as `id|name`.
    private static func expected(_ changed: [String: String?] = [:]) -> [String] {
        names.enumerated().map { index, name in
            let text = name.flatMap { changed[$0] ?? $0 }
            return "\(index + 1)|"
                + (text.map { $0.utf8.map { String(format: "%02X", $0) }.joined() } ?? "NULL")
        }
    }

    /// Returns statements that create the rows. Columns other than the name have values only in the first row.
    ///
    /// - Parameter text: returns an expression that creates a text from bytes in hexadecimal.
    private static func statements(
        bytes: String, flag: String, text: (String) -> String
    ) -> String {
        let rows = names.enumerated().map { index, name in
            let hexadecimal = (name ?? "").utf8.map { String(format: "%02x", $0) }.joined()
            let others =
                index == 0 ? "\(bytes), \(flag), '2024-03-09 10:00:00', 12.50" : "NULL, NULL, NULL, NULL"
            return "(\(index + 1), \(name == nil ? "NULL" : text(hexadecimal)), \(others))"
        }
        return "INSERT INTO items VALUES " + rows.joined(separator: ", ") + ";"
    }

    /// A row of the table.
    private struct System {
        let cells: [String]

        init(_ name: String) throws {
            let page = try String(
                contentsOfFile: Corpus.packageRoot + "/docs/sources/command.md", encoding: .utf8)
            let line = try #require(
                page.split(separator: "\n").first { $0.hasPrefix("| \(name) | ") }, "\(name)")
            cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }

        /// Returns the words of the command, with the given query in place of the table's query.
        func words(_ query: String) -> [String] {
            let list = cells[1].split(separator: "`")[0]
            return list.dropFirst().dropLast().matches(of: /"[^"]*"|[^, ]+/).map {
                $0.output.hasPrefix("\"") ? query : String($0.output)
            }
        }

        /// Returns the first text in a cell that is formatted as code.
        func sample(_ cell: Int) -> String { String(cells[cell].split(separator: "`")[0]) }

        var format: String? {
            cells[1].firstMatch(of: /`format: (\w+)`/).map { String($0.output.1) }
        }
    }

    private static let model = """
        <entity name="Item"><attribute name="id" attributeType="Integer 64"/>
            <attribute name="name" optional="YES" attributeType="String"/>
            <attribute name="photo" optional="YES" attributeType="Binary"/>
            <attribute name="flag" optional="YES" attributeType="Boolean"/>
            <attribute name="added" optional="YES" attributeType="Date"/>
            <attribute name="price" optional="YES" attributeType="Decimal"/></entity>
        """

    /// Runs the command of a row in the table, and builds a store from its output.
    ///
    /// - Returns: the names of the rows, in hexadecimal.
    private static func names(
        of system: System, _ query: String, in folder: TestFolder, environment: [String: String] = [:],
        name: String = "name"
    ) throws -> [String] {
        let words = system.words(query)
        let output = try run(words[0], Array(words.dropFirst()), in: folder.path, environment: environment)
        #expect(output.status == 0, "\(output.errors)")
        for cell in 3..<7 {
            #expect(output.output.contains(system.sample(cell)), "\(system.cells[0]): \(system.cells[cell])")
        }
        let reference = folder.path + "/reference.sqlite"
        if !FileManager.default.fileExists(atPath: reference) {
            try TestStore.create(at: reference, model: model)
        }
        let list = words.map { "\"" + $0.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\"" }
        try folder.write(
            """
            reference: reference.sqlite
            output: out.sqlite
            timeZone: UTC
            sources:
              items: { command: [\(list.joined(separator: ", "))]\(system.format.map { ", format: \($0)" } ?? "") }
            entities:
              Item:
                from: items
                attributes:
                  name: \(name)
                  photo: { column: photo, binary: hex }
                  id: id
                  flag: flag
                  added: added
                  price: price
            """, as: "plan.yml")
        let result = try Zseed.run(
            "build", "plan.yml", "--allow-commands", in: folder.path, environment: environment)
        #expect(result.status == 0, "\(result.errors)")
        let others = try rows(
            "SELECT hex(ZPHOTO), ZFLAG, datetime(ZADDED + 978307200, 'unixepoch'), ZPRICE", folder)
        #expect(others.first == "4142|1|2024-03-09 10:00:00|12.5", "\(system.cells[0])")
        #expect(Set(others.dropFirst()) == ["|||"], "\(system.cells[0])")
        return try rows("SELECT ZID, CASE WHEN ZNAME IS NULL THEN 'NULL' ELSE hex(ZNAME) END", folder)
    }

    private static func rows(_ select: String, _ folder: TestFolder) throws -> [String] {
        try run("sqlite3", ["-readonly", folder.path + "/out.sqlite", select + " FROM ZITEM ORDER BY ZID"])
            .output.split(separator: "\n").map(String.init)
    }

    /// An empty text gets a name in the query, and is mapped back by `lookup`.
    private static let named = "CASE name WHEN '' THEN '(empty)' ELSE name END"
    private static let lookup = "{ column: name, lookup: { \"(empty)\": \"\" }, unmatched: keep }"

    @Test("SQLite loses nothing", .enabled(if: DocumentedPage.hasShell, "needs the sqlite3 shell"))
    func sqlite() throws {
        let folder = try TestFolder()
        let table = "CREATE TABLE items (id, name, photo, flag, added, price);"
        let insert = Self.statements(bytes: "x'4142'", flag: "1") { "CAST(x'\($0)' AS TEXT)" }
        #expect(try run("sqlite3", ["legacy.db", table + insert], in: folder.path).status == 0)
        let columns = "hex(photo) AS photo, flag, added, price FROM items ORDER BY id"
        let system = try System("SQLite")
        #expect(
            try Self.names(of: system, "SELECT id, name, \(columns)", in: folder) == Self.expected(["": nil]))
        #expect(
            try Self.names(
                of: system, "SELECT id, \(Self.named) AS name, \(columns)", in: folder, name: Self.lookup)
                == Self.expected())
    }

    @Test(
        "PostgreSQL loses nothing",
        .enabled(if: PostgreSQL.isPresent, "needs PostgreSQL: `make counterparts`"),
        .timeLimit(.minutes(5)))
    func postgreSQL() throws {
        let folder = try TestFolder()
        let server = try PostgreSQL()
        defer { server.stop() }
        let environment = ["PGHOST": server.folder, "PGUSER": "postgres", "PGCLIENTENCODING": "UTF8"]
        try server.run("CREATE DATABASE shop")
        let table = """
            CREATE TABLE items (
                id integer, name text, photo bytea, flag boolean, added timestamp, price numeric(10, 2));
            """
        let insert = Self.statements(bytes: "'\\x4142'", flag: "true") { "convert_from('\\x\($0)', 'UTF8')" }
        #expect(
            try run("psql", ["shop", "-X", "-q", "-c", table + insert], environment: environment).status == 0)
        let columns = "photo, flag, added, price FROM items ORDER BY id"
        let csv = try System("PostgreSQL")
        #expect(
            try Self.names(of: csv, "SELECT id, name, \(columns)", in: folder, environment: environment)
                == Self.expected(["": nil]))
        #expect(
            try Self.names(
                of: csv, "SELECT id, \(Self.named) AS name, \(columns)", in: folder, environment: environment,
                name: Self.lookup) == Self.expected())
        let query = "SELECT row_to_json(r) FROM (SELECT id, \(Self.named) AS name, \(columns)) r"
        #expect(
            try Self.names(
                of: System("PostgreSQL, as JSON"), query, in: folder, environment: environment,
                name: Self.lookup) == Self.expected())
    }

    @Test(
        "MariaDB loses nothing, with its escapes and as JSON",
        .enabled(if: MariaDB.isPresent, "needs MariaDB: `make counterparts`"), .timeLimit(.minutes(5)))
    func mariaDB() throws {
        let folder = try TestFolder()
        let server = try MariaDB()
        defer { server.stop() }
        let table = """
            CREATE DATABASE shop CHARACTER SET utf8mb4; USE shop;
            CREATE TABLE items (
                id INT PRIMARY KEY, name TEXT, photo BLOB, flag BIT, added DATETIME, price DECIMAL(10, 2));
            """
        let insert = Self.statements(bytes: "x'4142'", flag: "1") { "CONVERT(x'\($0)' USING utf8mb4)" }
        try server.run(table + insert)
        let environment = server.environment
        let columns = "HEX(photo) AS photo, flag + 0 AS flag, added, price FROM items ORDER BY id"
        let batch = try System("MySQL, MariaDB")
        #expect(
            try Self.names(of: batch, "SELECT id, name, \(columns)", in: folder, environment: environment)
                == Self.expected(["": nil, "NULL": nil]))
        // A column that is never NULL has the word as a text.
        let never = "SELECT id, IFNULL(\(Self.named), '(nothing)') AS name, \(columns)"
        let words = "{ column: name, null: [(nothing)], lookup: { \"(empty)\": \"\" }, unmatched: keep }"
        #expect(
            try Self.names(of: batch, never, in: folder, environment: environment, name: words)
                == Self.expected())
        let json = """
            SELECT JSON_OBJECT('id', id, 'name', \(Self.named), 'photo', HEX(photo), 'flag', flag + 0,
            'added', added, 'price', price) FROM items ORDER BY id
            """
        #expect(
            try Self.names(
                of: System("MySQL, MariaDB, as JSON"), json, in: folder, environment: environment,
                name: Self.lookup) == Self.expected())
        // A query without rows, and a text with a NUL character.
        try Self.expect(
            "SELECT id, name FROM items WHERE id < 0", batch, in: folder, environment, status: 0,
            "out.sqlite: warning: no object was created: the store is empty")
        try Self.expect(
            "SELECT 1 AS id, x'410042' AS name", batch, in: folder, environment, status: 1,
            "items (command):2:3: error: a NUL character (column `name`)")
    }

    private static func expect(
        _ query: String, _ system: System, in folder: TestFolder, _ environment: [String: String],
        status: Int32, _ message: String
    ) throws {
        let list = system.words(query).map { "\"\($0)\"" }.joined(separator: ", ")
        try folder.write(
            """
            reference: reference.sqlite
            output: out.sqlite
            sources: { items: { command: [\(list)], format: mysql } }
            entities: { Item: { from: items, attributes: { id: id, name: name } } }
            """, as: "plan.yml")
        let result = try Zseed.run(
            "build", "plan.yml", "--allow-commands", in: folder.path, environment: environment)
        #expect(result.status == status)
        #expect(result.errors.contains(message), "\(result.errors)")
    }
}
