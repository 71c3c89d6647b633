import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

@Suite("References that a build refuses, and rows that already exist")
struct ReferenceErrorTests {
    /// Creates a kitchen with a built store of two recipes, and a plan that continues from it.
    private static func kitchen(_ load: String) throws -> Kitchen {
        let kitchen = try Kitchen(
            .load("  Recipe: { from: rows, attributes: { title: title, code: code } }"))
        try Zseed.run("build", "plan.yml", "-q", "-o", "first.sqlite", in: kitchen.path)
            .expectSuccess()
        let source = load.contains("from: more") ? "more" : "rows"
        try kitchen.folder.write(
            """
            reference: first.sqlite
            output: out.sqlite
            rows: keep
            sources: { \(source): { csv: \(source).csv } }
            entities:
              Recipe: \(load)

            """, as: "plan.yml")
        return kitchen
    }

    @Test(
        "New rows must not repeat existing unique values or used primary keys",
        arguments: [
            (
                "{ from: rows, attributes: { title: title } }",
                [
                    """
                    rows.csv:2:1: error: Recipe: 'Soup' (column `title`) is the title of two \
                    Recipe rows, but must be unique
                    """,
                    """
                    rows.csv:3:1: error: Recipe: 'Cake' (column `title`) is the title of two \
                    Recipe rows, but must be unique
                    """,
                ]
            ),
            (
                "{ from: more, primaryKey: n, attributes: { title: two } }",
                [
                    """
                    more.csv:2:8: error: Recipe: '1' (column `n`) is not a primary key: use a positive integer that no other row has
                    """,
                    """
                    more.csv:3:8: error: Recipe: '2' (column `n`) is not a primary key: use a positive integer that no other row has
                    """,
                ]
            ),
            (
                """
                { from: more, conflict: merge, attributes: { title: { value: Soup }, code: { \
                value: 2 } } }
                """,
                [
                    """
                    more.csv:2:1: error: Recipe: the unique values of the row belong to two \
                    different Recipe objects
                    """,
                    """
                    more.csv:3:1: error: Recipe: the unique values of the row belong to two \
                    different Recipe objects
                    """,
                ]
            ),
        ] as [(String, [String])])
    func kept(load: String, errors: [String]) throws {
        let kitchen = try Self.kitchen(load)
        let before = try bytes(of: kitchen.path + "/first.sqlite")
        let result = try Zseed.run("build", "plan.yml", in: kitchen.path)
        #expect(result.errors.split(separator: "\n").map(String.init) == errors)
        #expect(result.status == 1)
        #expect(try bytes(of: kitchen.path + "/first.sqlite") == before)
        #expect(!FileManager.default.fileExists(atPath: kitchen.path + "/out.sqlite"))
    }

    @Test("A reference that CloudKit mirrors is refused, unless the plan allows it")
    func cloudKit() throws {
        let kitchen = try Self.kitchen("{ from: more, attributes: { title: two } }")
        try Connection(path: kitchen.path + "/first.sqlite", mode: .readWrite).execute(
            "CREATE TABLE ANSCKRECORDMETADATA (Z_PK INTEGER PRIMARY KEY); "
                + "INSERT INTO ANSCKRECORDMETADATA VALUES (1)")
        let refused = try Zseed.run("build", "plan.yml", in: kitchen.path)
        #expect(
            refused.errors == """
                plan.yml:1:12: error: the reference is mirrored by CloudKit (ANSCKRECORDMETADATA \
                has rows), and a copy of its bookkeeping makes devices upload and delete the wrong records; use a store that was never mirrored, or set `allowCloudKit: true`

                """)
        #expect(refused.status == 2)
        let plan = String(decoding: try bytes(of: kitchen.path + "/plan.yml"), as: UTF8.self)
        try kitchen.folder.write("allowCloudKit: true\n" + plan, as: "plan.yml")
        #expect(try Zseed.run("build", "plan.yml", "-q", in: kitchen.path).status == 0)
    }

    @Test("A derived attribute that no known store has is reported at the model")
    func derivation() throws {
        let kitchen = try Self.kitchen("{ from: rows, attributes: { title: title } }")
        try kitchen.folder.writeModel(
            """
            <entity name="Recipe"><attribute name="title" optional="YES" attributeType="String"/>
            <attribute name="made" optional="YES" attributeType="String" derived="YES"
                derivationExpression="canonical:(title)"/></entity>
            """, as: "Log.xcdatamodel")
        let plan = String(decoding: try bytes(of: kitchen.path + "/plan.yml"), as: UTF8.self)
        try kitchen.folder.write(
            plan.replacing("first.sqlite", with: "Log.xcdatamodel"), as: "plan.yml")
        let result = try Zseed.run("build", "plan.yml", in: kitchen.path)
        #expect(
            result.errors == "Log.xcdatamodel: error: Recipe.made: the triggers of such a derived "
                + "attribute are unknown; use a store of the app as the reference, or add `derivedTriggers: "
                + "omit` to the plan\n")
        #expect(result.status == 1)
    }
}
