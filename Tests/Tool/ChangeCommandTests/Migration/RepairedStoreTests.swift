import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

@Suite("zseed repair of R-trees, history, metadata and external files")
struct RepairedStoreTests {
    /// Returns a damaged copy of a hand-made store.
    private func damaged(_ name: String, _ sql: String) throws -> TestFolder {
        let folder = try TestFolder()
        try FileManager.default.copyItem(
            atPath: #require(Corpus.all.first { $0.name == name }).store, toPath: folder.path + "/old.sqlite")
        try Connection(path: folder.path + "/old.sqlite", mode: .readWrite).execute(sql)
        return folder
    }

    private func repaired(_ folder: TestFolder) throws -> (output: String, store: Connection) {
        let result = try Zseed.run("repair", "old.sqlite", "-o", "new.sqlite", in: folder.path)
        try #require(result.status == 0, "\(result.errors)")
        let verified = try Zseed.run("verify", "--strict", "new.sqlite", in: folder.path)
        #expect(verified.status == 0, "\(verified.output)")
        return (result.output, try Connection(path: folder.path + "/new.sqlite", mode: .readOnly))
    }

    @Test(
        "An R-tree that lost entries, triggers or everything is rebuilt from the rows",
        arguments: [
            "DELETE FROM Z_RT_Place_boundedByRect WHERE Z_PK = 1",
            "UPDATE Z_RT_Place_boundedByRect SET ZLATITUDE_MAX = 80 WHERE Z_PK = 1",
            "DROP TRIGGER Z_RT_Place_boundedByRect_UPDATE",
            "DROP TABLE Z_RT_Place_boundedByRect; DROP TRIGGER Z_RT_Place_boundedByRect_INSERT; "
                + "DROP TRIGGER Z_RT_Place_boundedByRect_UPDATE; DROP TRIGGER Z_RT_Place_boundedByRect_DELETE",
        ])
    func locations(sql: String) throws {
        let (_, store) = try repaired(damaged("atlas", sql))
        #expect(
            try store.lines("SELECT * FROM Z_RT_Place_boundedByRect ORDER BY 1")
                == ["1|54.5|54.5|10.25|10.25", "2|0.0|0.0|0.0|0.0", "3|0.0|0.0|0.0|0.0"])
        #expect(
            try store.integer(
                "SELECT count(*) FROM sqlite_master WHERE type = 'trigger' AND name GLOB 'Z_RT_*'") == 3)
    }

    @Test("A cleared history is reported, and its tables are kept")
    func history() throws {
        let (output, store) = try repaired(
            damaged("diary", "UPDATE Z_PRIMARYKEY SET Z_MAX = 0 WHERE Z_ENT < 1000"))
        #expect(output.contains("of the persistent history cleared\n"), "\(output)")
        for table in ["ACHANGE", "ATRANSACTION", "ATRANSACTIONSTRING"] {
            #expect(try store.integer("SELECT count(*) FROM \(table)") == 0)
        }
    }

    @Test("Repaired links, positions and partners are reported line by line")
    func links() throws {
        let model = """
            <entity name="Item"><attribute name="name" optional="YES" attributeType="String"/>
            <relationship name="label" optional="YES" maxCount="1" destinationEntity="Label" inverseName="item"
                inverseEntity="Label"/><relationship name="place" optional="YES" maxCount="1"
                destinationEntity="Place" inverseName="items" inverseEntity="Place"/></entity>
            <entity name="Label"><relationship name="item" optional="YES" maxCount="1" destinationEntity="Item"
                inverseName="label" inverseEntity="Item"/></entity>
            <entity name="Note"><relationship name="box" maxCount="1" destinationEntity="Item"/></entity>
            <entity name="Place"><relationship name="items" optional="YES" toMany="YES" ordered="YES"
                destinationEntity="Item" inverseName="place" inverseEntity="Item"/></entity>
            """
        let pair = try ModelPair(
            model, model,
            rows: """
                INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME, ZLABEL, ZPLACE, Z_FOK_PLACE)
                VALUES (1, 1, 1, 'a', 1, NULL, 4096), (2, 1, 1, 'b', 1, 1, 2048);
                INSERT INTO ZLABEL (Z_PK, Z_ENT, Z_OPT, ZITEM) VALUES (1, 2, 1, NULL);
                INSERT INTO ZPLACE (Z_PK, Z_ENT, Z_OPT) VALUES (1, 4, 1);
                INSERT INTO ZNOTE (Z_PK, Z_ENT, Z_OPT, ZBOX) VALUES (1, 3, 1, NULL), (2, 3, 1, 1);
                """)
        let refused = try Zseed.run("repair", "old.sqlite", "-o", "new.sqlite", in: pair.path)
        #expect(
            refused.errors
                == "old.sqlite: error: cannot be repaired: check 'required properties': Note p1 .box: has no value, but "
                + "is not optional\n")
        #expect(refused.status == 1)
        let result = try Zseed.run("repair", "old.sqlite", "-o", "new.sqlite", "--delete", in: pair.path)
        #expect(
            result.output.split(separator: "\n").dropLast() == [
                "repaired  required properties: Note p1 .box: has no value, but is not optional",
                "repaired  one-to-one agreement: Item p1 .label → Label p1 does not lead back: .item is NULL",
                "repaired  one-to-one agreement: Item p2 .label → Label p1 does not lead back: .item is NULL",
                "changed   Note.box: 1 object deleted, because a required destination is missing",
                "changed   Label.item: 1 inverse link set",
                "changed   Item.label: 1 link set to NULL, because the inverse refers to another object",
            ])
        try pair.expectSound()
        let store = try Connection(path: pair.path + "/new.sqlite", mode: .readOnly)
        #expect(
            try store.lines("SELECT Z_PK, ZLABEL, ZPLACE, Z_FOK_PLACE FROM ZITEM ORDER BY 1") == [
                "1|1||", "2||1|2048",
            ])
        #expect(try store.lines("SELECT Z_PK, ZITEM FROM ZLABEL") == ["1|1"])
        #expect(try store.lines("SELECT Z_PK, ZBOX FROM ZNOTE") == ["2|1"])
    }

    @Test("The intact one of several metadata rows is kept")
    func metadata() throws {
        let pair = try ModelPair(
            Self.outside, Self.outside,
            rows: """
                INSERT INTO Z_METADATA SELECT 2, '5EED0000-0000-4000-8000-0000000000AA', Z_PLIST FROM Z_METADATA;
                UPDATE Z_METADATA SET Z_UUID = 'x' WHERE Z_VERSION = 1;
                """)
        let result = try Zseed.run("repair", "old.sqlite", "-o", "new.sqlite", in: pair.path)
        #expect(result.status == 0, "\(result.errors)")
        #expect(
            try Connection(path: pair.path + "/new.sqlite", mode: .readOnly)
                .lines("SELECT Z_VERSION, Z_UUID FROM Z_METADATA") == [
                    "1|5EED0000-0000-4000-8000-0000000000AA"
                ])
    }

    private static let outside = """
        <entity name="Item"><attribute name="data" optional="YES" attributeType="Binary"
            allowsExternalBinaryDataStorage="YES"/></entity>
        """
    private static let file = "0A1B2C3D-0000-4000-8000-00000000F11E"

    private func external() throws -> ModelPair {
        try ModelPair(
            Self.outside, Self.outside,
            rows: "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZDATA) VALUES "
                + "(1, 1, 1, CAST(X'02' || '\(Self.file)' || X'00' AS BLOB)), (2, 1, 0, X'0161');")
    }

    @Test("Files of values are copied, except those that no row refers to")
    func externalValues() throws {
        let pair = try external()
        try pair.folder.write("bytes", as: ".old_SUPPORT/_EXTERNAL_DATA/\(Self.file)")
        try pair.folder.write("left", as: ".old_SUPPORT/_EXTERNAL_DATA/99999999-0000-4000-8000-00000000F11E")
        let result = try Zseed.run("repair", "old.sqlite", "-o", "new.sqlite", in: pair.path)
        try #require(result.status == 0, "\(result.errors)")
        #expect(try files(in: pair.path + "/.new_SUPPORT/_EXTERNAL_DATA") == [Self.file])
        #expect(
            try bytes(of: pair.path + "/.new_SUPPORT/_EXTERNAL_DATA/\(Self.file)") == Data("bytes".utf8))
        try pair.expectSound()
    }

    @Test("A missing file of a value is an error, and nothing is written")
    func missingFile() throws {
        let pair = try external()
        let result = try Zseed.run("repair", "old.sqlite", "-o", "new.sqlite", in: pair.path)
        #expect(result.status == 1)
        #expect(
            result.errors.hasPrefix("old.sqlite: error: the store: 1 file of values missing from "),
            "\(result.errors)")
        #expect(try files(in: pair.path) == ["New.xcdatamodel", "Old.xcdatamodel", "old.sqlite"])
    }

    @Test("Unreadable metadata is rebuilt from the named model if that fits the store")
    func named() throws {
        for (model, status) in [("Old.xcdatamodel", 0), ("New.xcdatamodel", 1)] as [(String, Int32)] {
            let pair = try ModelPair(
                Self.outside, Self.outside.replacing("data", with: "other"),
                rows: "DROP TABLE Z_MODELCACHE; UPDATE Z_METADATA SET Z_PLIST = NULL")
            let result = try Zseed.run(
                "repair", "old.sqlite", "-o", "new.sqlite", "--model", model, in: pair.path)
            #expect(result.status == status, "\(result.errors)")
            guard status == 0 else {
                #expect(result.errors.contains("Z_METADATA has no version hashes"), "\(result.errors)")
                continue
            }
            #expect(result.output.contains("the app's own entries are lost\n"), "\(result.output)")
            let verified = try Zseed.run(
                "verify", "--strict", "new.sqlite", "--model", model, in: pair.path)
            #expect(verified.status == 0, "\(verified.output)")
        }
    }
}
