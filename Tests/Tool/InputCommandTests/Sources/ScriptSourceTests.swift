import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

@Suite("SQL text as a source")
struct ScriptSourceTests {
    private static let model = """
        <entity name="Item"><attribute name="name" attributeType="String"/>
        <relationship name="unit" optional="YES" maxCount="1" destinationEntity="Unit"
            inverseName="items" inverseEntity="Unit"/></entity>
        <entity name="Unit"><attribute name="code" attributeType="String"/>
        <relationship name="items" optional="YES" toMany="YES" destinationEntity="Item"
            inverseName="unit" inverseEntity="Item"/></entity>
        """

    private static func build(_ script: String) throws -> (ProcessResult, TestFolder) {
        let folder = try TestFolder()
        try TestStore.create(at: folder.path + "/reference.sqlite", model: model)
        try folder.write(script, as: "old.sql")
        try folder.write(
            """
            reference: reference.sqlite
            output: out.sqlite
            sources:
              items: { sqlite: old.sql, table: items }
              units: { sqlite: old.sql, table: units }
              pairs: { sqlite: old.sql, query: SELECT name FROM items }
            entities:
              Item:
                - from: items
                  attributes: { name: name }
                  relationships: { unit: { keyOf: Unit, column: unit } }
                - { from: pairs, attributes: { name: name } }
              Unit: { from: units, key: id, attributes: { code: id } }

            """, as: "plan.yml")
        return (try Zseed.run("build", "plan.yml", "-q", in: folder.path), folder)
    }

    /// The random keys differ in each run.
    @Test("The script runs once, however many tables and queries are read")
    func once() throws {
        let (built, folder) = try Self.build(
            """
            CREATE TABLE units AS WITH n(i) AS (VALUES (1), (2), (3))
              SELECT hex(randomblob(8)) AS id FROM n;
            CREATE TABLE items AS SELECT id AS unit, 'item ' || rowid AS name FROM units;
            """)
        built.expectSuccess()
        let store = try Connection(path: folder.path + "/out.sqlite", mode: .readOnly)
        #expect(try store.integer("SELECT count(*) FROM ZITEM WHERE ZUNIT IS NOT NULL") == 3)
        #expect(try store.integer("SELECT count(*) FROM ZITEM") == 6)
    }

    @Test(
        "SQLite's errors are reported with the line of the file",
        arguments: [
            (
                "CREATE TABLE items (name, unit);\n\nINSERT INTO itms VALUES (1, 2);\n",
                "old.sql:3: error: SQLite: no such table: itms"
            ),
            (
                "-- some tool\nCREATE TABLE items (\n  name TEXT,\n  unit INT DEFAULT SELECT\n);\n",
                "old.sql:4: error: SQLite: near \"SELECT\": syntax error"
            ),
            (
                "/* a\nb */ CREATE TABLE units (id UNIQUE);\nINSERT INTO units VALUES (1);\n\n"
                    + "INSERT INTO units\nVALUES (1);",
                "old.sql:5: error: SQLite: UNIQUE constraint failed: units.id"
            ),
            (
                "CREATE TABLE items (name, unit);\nGO\n",
                "old.sql:2: error: this is a script for SQL Server: SQLite cannot run it; run it there, and "
                    + "export each table as CSV, or read it with `command:` from a program that writes CSV or JSON"
            ),
        ])
    func lines(script: String, message: String) throws {
        let (built, folder) = try Self.build(script)
        #expect(built.status == 1)
        #expect(built.errors == message + "\n")
        let draft = try Zseed.run("plan", "reference.sqlite", "old.sql", in: folder.path)
        #expect(draft.status == 1)
        #expect(draft.errors.contains(message), "\(draft.errors)")
        let reference = try Zseed.run("inspect", "old.sql", in: folder.path)
        #expect(reference.status != 0)
        let line = message.split(separator: ":")[1]
        #expect(reference.errors.contains("line \(line): "), "\(reference.errors)")
    }
}
