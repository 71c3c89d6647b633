import ObjectModel
import SQLite
import StoreFormat
import TestSupport
import Testing

@testable import Copying

@Suite("Required objects and empty links of a copy")
struct RequiredObjectTests {
    /// A kit needs its case, and a case needs its maker and at least one label. A shelf has kits in an order.
    private static let model = """
        <entity name="Case"><attribute name="name" attributeType="String"/>
        <relationship name="kits" optional="YES" toMany="YES" destinationEntity="Kit"
            inverseName="box" inverseEntity="Kit"/>
        <relationship name="labels" toMany="YES" minCount="1" destinationEntity="Label"
            inverseName="box" inverseEntity="Label"/>
        <relationship name="maker" maxCount="1" minCount="1" destinationEntity="Maker"
            inverseName="cases" inverseEntity="Maker"/></entity>
        <entity name="Kit"><attribute name="name" attributeType="String"/>
        <relationship name="box" maxCount="1" minCount="1" destinationEntity="Case"
            inverseName="kits" inverseEntity="Case"/>
        <relationship name="shelf" optional="YES" maxCount="1" destinationEntity="Shelf"
            inverseName="kits" inverseEntity="Shelf"/></entity>
        <entity name="Label"><attribute name="name" attributeType="String"/>
        <relationship name="box" optional="YES" maxCount="1" destinationEntity="Case"
            inverseName="labels" inverseEntity="Case"/></entity>
        <entity name="Maker"><attribute name="name" attributeType="String"/>
        <relationship name="cases" optional="YES" toMany="YES" destinationEntity="Case"
            inverseName="maker" inverseEntity="Case"/></entity>
        <entity name="Shelf"><attribute name="name" attributeType="String"/>
        <relationship name="kits" optional="YES" toMany="YES" ordered="YES" destinationEntity="Kit"
            inverseName="shelf" inverseEntity="Kit"/></entity>
        """

    private static func copy(_ choice: CopyChoice) throws -> [String] {
        let folder = try TestFolder()
        let path = folder.path + "/A.sqlite"
        try TestStore.create(at: path, model: model)
        try Connection(path: path, mode: .readWrite).execute(
            """
            INSERT INTO ZCASE (Z_PK, Z_ENT, Z_OPT, ZNAME, ZMAKER) VALUES (1, 1, 1, 'c1', 1), (2, 1, 1, 'c2', 1);
            INSERT INTO ZKIT (Z_PK, Z_ENT, Z_OPT, ZNAME, ZBOX, ZSHELF, Z_FOK_SHELF) VALUES
                (1, 2, 1, 'k1', 1, 1, 2048), (2, 2, 1, 'k2', 2, 1, 3072), (3, 2, 1, 'k3', 2, NULL, NULL);
            INSERT INTO ZLABEL (Z_PK, Z_ENT, Z_OPT, ZNAME, ZBOX) VALUES (1, 3, 1, 'l1', 1), (2, 3, 1, 'l2', 2);
            INSERT INTO ZMAKER (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 4, 1, 'm');
            INSERT INTO ZSHELF (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 5, 1, 's');
            UPDATE Z_PRIMARYKEY SET Z_MAX = 3;
            """)
        try StoreCopier(from: path, to: .new(folder.path + "/C.sqlite"), choice: choice).copy().store.place()
        return try Connection(path: folder.path + "/C.sqlite", mode: .immutable).rows(
            """
            SELECT ZNAME || ' ' || ifnull(ZBOX, '-') || ' ' || ifnull(ZSHELF, '-') || ' '
                || ifnull(Z_FOK_SHELF, '-') FROM ZKIT
            UNION ALL SELECT ZNAME FROM ZCASE UNION ALL SELECT ZNAME FROM ZLABEL
            UNION ALL SELECT ZNAME FROM ZMAKER UNION ALL SELECT ZNAME FROM ZSHELF
            """
        ) { $0.text(at: 0) ?? "NULL" }
    }

    @Test(
        "Required objects are copied even if they do not match a condition of their own",
        arguments: [
            (.deep, ["k1 1 1 2048", "c1", "l1", "m", "s"]), (.all, ["k1 1 1 2048", "c1", "l1", "m", "s"]),
            (.required, ["k1 1 - -", "c1", "l1", "m"]),
        ] as [(CopyChoice.Follow, [String])])
    func needed(follow: CopyChoice.Follow, expected: [String]) throws {
        var choice = CopyChoice()
        choice.follow = follow
        choice.conditions = [
            .init(entity: "Kit", predicate: try Predicate(format: "name == 'k1'")),
            .init(entity: "Case", predicate: try Predicate(format: "name == 'none'")),
            .init(entity: "Label", predicate: try Predicate(format: "name == 'none'")),
        ]
        #expect(try Self.copy(choice) == expected)
        // Optional objects must meet their condition.
        choice.conditions += [.init(entity: "Shelf", predicate: try Predicate(format: "name == 'none'"))]
        let withoutShelf = expected.map { $0.replacing("1 2048", with: "- -") }.filter { $0 != "s" }
        #expect(try Self.copy(choice) == withoutShelf)
    }

    @Test("An empty link has no order key")
    func orderKeys() throws {
        var choice = CopyChoice()
        choice.follow = .none
        choice.entities = ["Case", "Kit", "Label", "Maker"]
        #expect(
            try Self.copy(choice) == [
                "k1 1 - -", "k2 2 - -", "k3 2 - -", "c1", "c2", "l1", "l2", "m",
            ])
        choice.entities.append("Shelf")
        #expect(
            try Self.copy(choice) == [
                "k1 1 1 2048", "k2 2 1 3072", "k3 2 - -", "c1", "c2", "l1", "l2", "m", "s",
            ])
    }
}
