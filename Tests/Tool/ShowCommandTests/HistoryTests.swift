import CommandSupport
import SQLite
import TestSupport
import Testing

@Suite("zseed history")
struct HistoryTests {
    private static let rows = """
        INSERT INTO ATRANSACTIONSTRING (Z_PK, Z_ENT, ZNAME) VALUES (1, 16003, 'app'), (2, 16003, 'me');
        INSERT INTO ATRANSACTION (Z_PK, Z_ENT, ZTIMESTAMP, ZAUTHORTS, ZPROCESSIDTS)
        VALUES (1, 16002, 0.5, 2, 1);
        INSERT INTO ACHANGE (Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS,
            ZTOMBSTONE0)
        VALUES (1, 16001, 0, 1, 7, 1, NULL, NULL), (2, 16001, 1, 1, 7, 1, X'A0', NULL),
            (3, 16001, 2, 1, 7, 1, NULL, 'x');
        """

    private func store(_ folder: TestFolder, _ options: String...) throws -> String {
        _ = try folder.writeModel(
            """
            <entity name="Item"><attribute name="a" optional="YES" attributeType="String"/>
            <attribute name="b" optional="YES" attributeType="String"
                preserveAfterDeletion="YES"/>
            <attribute name="c" optional="YES" attributeType="Integer 16"/></entity>
            """)
        let created = try TestSupport.run(
            Zseed.path,
            ["create", "Model.xcdatamodel", "-o", "Store.sqlite"] + options, in: folder.path)
        #expect(created.status == 0, "\(created.errors)")
        return folder.path + "/Store.sqlite"
    }

    @Test("Transactions are printed with their changes, as text and as JSON")
    func shows() throws {
        let folder = try TestFolder()
        try Connection(path: store(folder, "--history"), mode: .readWrite).execute(Self.rows)
        let text = try TestSupport.run(Zseed.path, ["history", "Store.sqlite"], in: folder.path)
        #expect(text.status == 0 && text.errors == "")
        #expect(
            text.output == """
                transaction 1  2001-01-01T00:00:00.5Z  author me  process app
                  insert Item/p7
                  update Item/p7: a, c
                  delete Item/p7: b x

                1 transaction, 3 changes

                """)
        let json = try TestSupport.run(
            Zseed.path, ["history", "Store.sqlite", "--json", "--entity", "Item"], in: folder.path)
        #expect(json.output.contains("\"updatedProperties\": [\"a\", \"c\"]"))
        #expect(json.output.contains("\"tombstone\": {\"b\": \"x\"}"))
        let later = try TestSupport.run(
            Zseed.path, ["history", "Store.sqlite", "--json", "--after", "1"], in: folder.path)
        #expect(later.output == "[]\n")
    }

    @Test("A store without history is reported, and an unknown entity is refused")
    func without() throws {
        let folder = try TestFolder()
        _ = try store(folder)
        let none = try TestSupport.run(Zseed.path, ["history", "Store.sqlite"], in: folder.path)
        #expect(none.errors == "Store.sqlite: note: the store has no persistent history\n")
        #expect(none.output == "" && none.status == 0)
        let wrong = try TestSupport.run(
            Zseed.path, ["history", "Store.sqlite", "--entity", "Itme"], in: folder.path)
        #expect(wrong.status == 2)
    }
}
