import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

/// Two stores of one model, with rows that a test writes.
final class ComparedStores {
    let folder: TestFolder
    var path: String { folder.path }

    static let model = """
        <entity name="Item"><attribute name="name" optional="YES" attributeType="String"/>
        <attribute name="quantity" optional="YES" attributeType="Integer 16"/>
        <attribute name="price" optional="YES" attributeType="Decimal"/>
        <attribute name="added" optional="YES" attributeType="Date"/>
        <attribute name="data" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>
        <relationship name="list" optional="YES" maxCount="1" destinationEntity="List"
            inverseName="items" inverseEntity="List"/>
        <relationship name="tags" optional="YES" toMany="YES" destinationEntity="Tag"
            inverseName="items" inverseEntity="Tag"/>
        <relationship name="unit" optional="YES" maxCount="1" destinationEntity="Unit"
            inverseName="items" inverseEntity="Unit"/></entity>
        <entity name="List"><attribute name="title" optional="YES" attributeType="String"/>
        <relationship name="items" optional="YES" toMany="YES" ordered="YES" destinationEntity="Item"
            inverseName="list" inverseEntity="Item"/></entity>
        <entity name="Tag"><attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="items" optional="YES" toMany="YES" destinationEntity="Item"
            inverseName="tags" inverseEntity="Item"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint>
        </uniquenessConstraints></entity>
        <entity name="Unit"><attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="items" optional="YES" toMany="YES" destinationEntity="Item"
            inverseName="unit" inverseEntity="Item"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint>
        </uniquenessConstraints></entity>
        """

    static let rows = """
        INSERT INTO ZUNIT (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 4, 1, 'kg'), (2, 4, 1, 'g');
        INSERT INTO ZTAG (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 3, 1, 'dry'), (2, 3, 1, 'food');
        INSERT INTO ZLIST (Z_PK, Z_ENT, Z_OPT, ZTITLE) VALUES (1, 2, 1, 'Pantry');
        INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME, ZQUANTITY, ZPRICE, ZADDED, ZUNIT, ZLIST, Z_FOK_LIST) VALUES
            (1, 1, 1, 'Rice', 1, 2.5, 725760000, 1, 1, 2048), (2, 1, 1, 'Salt', 1, NULL, NULL, 1, 1, 3072),
            (3, 1, 1, 'Milk', 2, 1.1, NULL, NULL, NULL, NULL);
        INSERT INTO Z_1TAGS (Z_1ITEMS, Z_3TAGS) VALUES (1, 1), (1, 2), (2, 1);
        """

    /// - Parameters:
    ///   - change: SQL that turns a copy of the old store into the new one.
    ///   - isDescendant: whether both stores have the same UUID.
    ///   - isRebuilt: whether that UUID is the one derived from the model.
    init(_ change: String, isDescendant: Bool = true, isRebuilt: Bool = false) throws {
        folder = try TestFolder()
        try folder.writeModel(Self.model, as: "Model.xcdatamodel")
        let created = try Zseed.run("create", "Model.xcdatamodel", "-o", "A.sqlite", in: path)
        try #require(created.status == 0, "\(created.errors)")
        let old = try Connection(path: path + "/A.sqlite", mode: .readWrite)
        try old.execute(Self.rows)
        if !isRebuilt {
            try old.execute("UPDATE Z_METADATA SET Z_UUID = '5EED0000-0000-4000-8000-000000000002'")
        }
        try FileManager.default.copyItem(atPath: path + "/A.sqlite", toPath: path + "/B.sqlite")
        let new = try Connection(path: path + "/B.sqlite", mode: .readWrite)
        try new.execute(change)
        guard !isDescendant else { return }
        try new.execute("UPDATE Z_METADATA SET Z_UUID = '5EED0000-0000-4000-8000-000000000001'")
    }

    func diff(_ arguments: String...) throws -> ProcessResult {
        try Zseed.run(["diff", "A.sqlite", "B.sqlite"] + arguments, in: path)
    }
}
