import Foundation
import ObjectModel
import SQLite
import StoreFormat
import TestSupport

@testable import Verification

/// A small store with everything that the checks examine: inheritance, all kinds of relationships, derived attributes
/// with triggers, an R-tree, history, external data.
final class SoundStore {
    let folder: TestFolder
    var path: String { folder.path + "/Store.sqlite" }

    /// Creates the store. It passes every check.
    init() throws {
        folder = try TestFolder()
        let model = try ModelFile.read(path: folder.writeModel(Self.model)).model
        try StoreCreator(model: model, hasHistory: true).create(at: path)
        try change(Self.rows)
        let archive = try PropertyValue.dictionary(UserInfo([.init(key: "mode", value: .string("list"))]))
            .keyedArchive()
        try change("UPDATE ZITEM SET ZSETTINGS = \(archive.sqlBlobLiteral), ZSHAPE = X'00' WHERE Z_PK = 1")
        try folder.write("the bytes", as: ".Store_SUPPORT/_EXTERNAL_DATA/\(Self.fileName)")
    }

    /// Runs SQL on the store, with the functions that triggers call.
    func change(_ sql: String) throws {
        let store = try Connection(path: path, mode: .readWrite)
        for function in StoreSchema.triggerFunctions {
            try store.register(function: function, argumentCount: 5) { _ in .null }
        }
        try store.execute(sql)
    }

    /// Returns the findings of the checks as `check | line`, with warnings marked.
    func findings(_ checks: [any StoreCheck] = StoreVerifier.allChecks) throws -> [String] {
        try StoreVerifier(checks: checks).verify(path: path).flatMap { result in
            result.outcome.examples.map { "\(result.name) | \($0.line)" }
                + result.outcome.warnings.map { "\(result.name) | warning: \($0.line)" }
        }
    }

    static let fileName = "0A1B2C3D-0000-4000-8000-00000000F11E"

    private static let model = """
        <entity name="Box"><attribute name="title" optional="YES" attributeType="String"/>
        <relationship name="extras" optional="YES" toMany="YES" destinationEntity="Item"/></entity>
        <entity name="Item"><attribute name="name" attributeType="String"/>
        <attribute name="small" optional="YES" attributeType="Integer 16"/>
        <attribute name="large" optional="YES" attributeType="Integer 32"/>
        <attribute name="weight" optional="YES" attributeType="Double"/>
        <attribute name="flag" optional="YES" attributeType="Boolean"/>
        <attribute name="when" optional="YES" attributeType="Date"/>
        <attribute name="code" optional="YES" attributeType="UUID"/>
        <attribute name="photo" optional="YES" attributeType="Binary"
            allowsExternalBinaryDataStorage="YES"/>
        <attribute name="price" optional="YES" attributeType="Decimal"/>
        <attribute name="ratio" optional="YES" attributeType="Float"/>
        <attribute name="settings" optional="YES" attributeType="Transformable"
            valueTransformerName="NSSecureUnarchiveFromData"/>
        <attribute name="shape" optional="YES" attributeType="Transformable"
            valueTransformerName="ShapeTransformer"/>
        <attribute name="grade" optional="YES" attributeType="Integer 16" minValueString="1"
            maxValueString="5"/>
        <attribute name="sku" optional="YES" attributeType="String" minValueString="2"
            maxValueString="4" regularExpressionString="[A-Z]+"/>
        <attribute name="placeTitle" optional="YES" attributeType="String" derived="YES"
            derivationExpression="place.title"/>
        <relationship name="place" optional="YES" maxCount="1" destinationEntity="Place"
            inverseName="items" inverseEntity="Place"/>
        <relationship name="label" optional="YES" maxCount="1" destinationEntity="Label"
            inverseName="item" inverseEntity="Label"/>
        <relationship name="tags" optional="YES" toMany="YES" destinationEntity="Tag"
            inverseName="items" inverseEntity="Tag"/></entity>
        <entity name="Label"><relationship name="item" optional="YES" maxCount="1"
            destinationEntity="Item" inverseName="label" inverseEntity="Item"/></entity>
        <entity name="Place" isAbstract="YES">
        <attribute name="title" optional="YES" attributeType="String"/>
        <attribute name="itemCount" optional="YES" attributeType="Integer 64" derived="YES"
            derivationExpression="items.@count"/>
        <relationship name="items" optional="YES" toMany="YES" maxCount="3" ordered="YES"
            destinationEntity="Item" inverseName="place" inverseEntity="Item"/></entity>
        <entity name="Room" parentEntity="Place"/>
        <entity name="Shelf" parentEntity="Place">
        <attribute name="width" optional="YES" attributeType="Integer 16" defaultValueString="0"/></entity>
        <entity name="Spot"><attribute name="latitude" optional="YES" attributeType="Double"/>
        <attribute name="longitude" optional="YES" attributeType="Double"/>
        <attribute name="location" optional="YES" transient="YES" attributeType="Transformable">
        <userInfo><entry key="_NSLocationAttributeDerivedComponents"
            value="latitude,longitude"/></userInfo></attribute></entity>
        <entity name="Tag"><attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="items" optional="YES" toMany="YES" ordered="YES"
            destinationEntity="Item" inverseName="tags" inverseEntity="Item"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="name"/>
        </uniquenessConstraint></uniquenessConstraints></entity>
        <fetchRequest name="Named" entity="Item" predicateString="name == $NAME"/>
        """

    private static let rows = """
        INSERT INTO ZBOX (Z_PK, Z_ENT, Z_OPT, ZTITLE) VALUES (1, 1, 1, 'Spare');
        INSERT INTO ZPLACE (Z_PK, Z_ENT, Z_OPT, ZTITLE) VALUES (1, 5, 1, 'Hall'), (2, 6, 1, 'Top');
        INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME, ZPLACE, Z4_PLACE, Z_FOK_PLACE, ZLABEL,
            Z1EXTRAS, ZGRADE, ZSKU, ZPHOTO)
        VALUES (1, 2, 1, 'a', 1, 5, 2048, 1, NULL, 3, 'AB', X'0189'),
            (2, 2, 3, 'b', 1, 5, 3072, NULL, 1, NULL, NULL,
                CAST(X'02' || '\(fileName)' || X'00' AS BLOB)),
            (3, 2, 1, 'c', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
        INSERT INTO ZLABEL (Z_PK, Z_ENT, Z_OPT, ZITEM) VALUES (1, 3, 1, 1), (2, 3, 1, NULL);
        INSERT INTO ZSPOT (Z_PK, Z_ENT, Z_OPT, ZLATITUDE, ZLONGITUDE)
        VALUES (1, 7, 1, 52.5163, 13.3777), (2, 7, 1, NULL, NULL);
        INSERT INTO ZTAG (Z_PK, Z_ENT, Z_OPT, ZNAME)
        VALUES (1, 8, 1, 'x'), (2, 8, 1, NULL), (3, 8, 1, NULL);
        INSERT INTO Z_2TAGS (Z_2ITEMS, Z_8TAGS, Z_FOK_2ITEMS)
        VALUES (1, 1, 2048), (2, 1, 3072), (2, 3, 2048);
        INSERT INTO Z_PRIMARYKEY VALUES (16001, 'CHANGE', 0, 1), (16002, 'TRANSACTION', 0, 1),
            (16003, 'TRANSACTIONSTRING', 0, 1);
        INSERT INTO ACHANGE (Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID)
        VALUES (1, 16001, 0, 2, 1, 1);
        INSERT INTO ATRANSACTION (Z_PK, Z_ENT, ZTIMESTAMP) VALUES (1, 16002, 700000000.5);
        INSERT INTO ATRANSACTIONSTRING (Z_PK, Z_ENT, ZNAME) VALUES (1, 16003, 'app');
        UPDATE Z_PRIMARYKEY SET Z_MAX = CASE Z_NAME WHEN 'Item' THEN 3 WHEN 'Label' THEN 2
            WHEN 'Place' THEN 2 WHEN 'Tag' THEN 3 WHEN 'Box' THEN 1 WHEN 'Spot' THEN 2
            ELSE Z_MAX END;
        """
}
