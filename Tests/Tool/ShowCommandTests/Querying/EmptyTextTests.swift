import CommandSupport
import SQLite
import TestSupport
import Testing

/// As in Core Data, no text begins with, ends with or contains an empty text: an empty search field finds nothing.
@Suite("An empty text matches nothing")
struct EmptyTextTests {
    private static func store() throws -> TestFolder {
        let folder = try TestFolder()
        try folder.writeModel(
            """
            <entity name="Item"><attribute name="name" optional="YES" attributeType="String"/></entity>
            """, as: "App.xcdatamodel")
        try #require(Zseed.run("create", "App.xcdatamodel", "-o", "A.sqlite", in: folder.path).status == 0)
        try Connection(path: folder.path + "/A.sqlite", mode: .readWrite).execute(
            """
            INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 1, 1, 'Rice'), (2, 1, 1, ''),
                (3, 1, 1, 'Crème'), (4, 1, 1, NULL);
            UPDATE Z_PRIMARYKEY SET Z_MAX = 4
            """)
        return folder
    }

    @Test(
        "In queries",
        arguments: [
            ("name CONTAINS ''", 0), ("name CONTAINS[cd] ''", 0), ("name BEGINSWITH ''", 0),
            ("name BEGINSWITH[c] ''", 0), ("name ENDSWITH ''", 0), ("name ENDSWITH[d] ''", 0),
            ("'' IN name", 0), ("name LIKE ''", 1), ("name == ''", 1), ("name CONTAINS[cd] 'e'", 2),
            ("name LIKE '*'", 3), ("NOT name CONTAINS ''", 3),
        ])
    func queries(condition: String, count: Int) throws {
        let folder = try Self.store()
        let result = try Zseed.run(
            "query", "A.sqlite", "Item WHERE \(condition)", "--format", "csv", in: folder.path)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.split(separator: "\n", omittingEmptySubsequences: false).count - 2 == count)
    }

    @Test("In a plan's `where:`")
    func sources() throws {
        let folder = try Self.store()
        try folder.write("name,kind\nRice,a\nSalt,\n", as: "rows.csv")
        try folder.write(
            """
            reference: A.sqlite
            output: out.sqlite
            sources: { rows: { csv: rows.csv, where: "name CONTAINS kind" } }
            entities: { Item: { from: rows, attributes: { name: name } } }
            """, as: "plan.yml")
        let result = try Zseed.run("build", "plan.yml", "-q", in: folder.path)
        #expect(result.status == 0, "\(result.errors)")
        let store = try Connection(path: folder.path + "/out.sqlite", mode: .immutable)
        #expect(try store.integer("SELECT count(*) FROM ZITEM") == 0)
    }
}
