import Foundation
import SQLite
import StoreFormat
import TestSupport
import Testing

@testable import Exporting
@testable import Seeding

@Suite("Readable export")
struct StoreExportTests {
    private static let model = """
        <entity name="Item"><attribute name="name" attributeType="String"/>
        <attribute name="quantity" optional="YES" attributeType="Integer 16"/>
        <attribute name="price" optional="YES" attributeType="Decimal"/>
        <attribute name="weight" optional="YES" attributeType="Double"/>
        <attribute name="ratio" optional="YES" attributeType="Float"/>
        <attribute name="sold" optional="YES" attributeType="Boolean"/>
        <attribute name="added" optional="YES" attributeType="Date"/>
        <attribute name="code" optional="YES" attributeType="UUID"/>
        <attribute name="link" optional="YES" attributeType="URI"/>
        <relationship name="parent" optional="YES" maxCount="1" destinationEntity="Item"
            inverseName="children" inverseEntity="Item"/>
        <relationship name="children" optional="YES" toMany="YES" destinationEntity="Item"
            inverseName="parent" inverseEntity="Item"/>
        <relationship name="unit" optional="YES" maxCount="1" destinationEntity="Unit"
            inverseName="items" inverseEntity="Unit"/>
        <relationship name="place" optional="YES" maxCount="1" destinationEntity="Place"
            inverseName="items" inverseEntity="Place"/>
        <relationship name="label" optional="YES" maxCount="1" destinationEntity="Label"
            inverseName="item" inverseEntity="Label"/></entity>
        <entity name="Label"><attribute name="text" optional="YES" attributeType="String"/>
        <relationship name="item" optional="YES" maxCount="1" destinationEntity="Item"
            inverseName="label" inverseEntity="Item"/></entity>
        <entity name="Place" isAbstract="YES"><attribute name="name" optional="YES"
            attributeType="String"/>
        <relationship name="items" optional="YES" toMany="YES" destinationEntity="Item"
            inverseName="place" inverseEntity="Item"/></entity>
        <entity name="Room" parentEntity="Place"/>
        <entity name="Shelf" parentEntity="Place">
        <attribute name="height" optional="YES" attributeType="Integer 32"/></entity>
        <entity name="Unit"><attribute name="name" attributeType="String"/>
        <relationship name="items" optional="YES" toMany="YES" destinationEntity="Item"
            inverseName="unit" inverseEntity="Item"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="name"/>
        </uniquenessConstraint></uniquenessConstraints></entity>
        """

    private static let rows = """
        INSERT INTO ZUNIT (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 6, 1, 'kg'), (2, 6, 1, 'a, b');
        INSERT INTO ZPLACE (Z_PK, Z_ENT, Z_OPT, ZNAME, ZHEIGHT) VALUES
            (1, 4, 1, 'Cellar', NULL), (2, 5, 1, NULL, 7);
        INSERT INTO ZLABEL (Z_PK, Z_ENT, Z_OPT, ZTEXT, ZITEM) VALUES (1, 2, 1, 'red', 2);
        INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME, ZQUANTITY, ZPRICE, ZWEIGHT, ZRATIO, ZSOLD,
            ZADDED, ZCODE, ZLINK, ZPARENT, ZUNIT, ZPLACE, Z3_PLACE, ZLABEL) VALUES
            (1, 1, 1, 'Apples', 3, 3.9, 1.5, 0.10000000149011612, 1, 731692800,
             X'00112233445566778899AABBCCDDEEFF', 'https://example.com/?a=b', 3, 1, 1, 4, NULL),
            (2, 1, 1, '"Bread", rye', NULL, 12, -1e-07, NULL, 0, -0.25, NULL, NULL, 1, 2, 2, 5, 1),
            (3, 1, 1, 'two
        lines ', 0, NULL, NULL, 2.0, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL);
        UPDATE Z_PRIMARYKEY SET Z_MAX = 3 WHERE Z_NAME = 'Item';
        UPDATE Z_PRIMARYKEY SET Z_MAX = 1 WHERE Z_NAME = 'Label';
        UPDATE Z_PRIMARYKEY SET Z_MAX = 2 WHERE Z_NAME IN ('Place', 'Unit');
        """

    private static func makeStore(
        in folder: TestFolder, model: String = model, rows: String = rows
    ) throws -> String {
        let path = folder.path + "/store.sqlite"
        try TestStore.create(at: path, model: model)
        try Connection(path: path, mode: .readWrite).execute(rows)
        return path
    }

    private static func text(_ path: String) throws -> String {
        try String(contentsOfFile: path, encoding: .utf8)
    }

    @Test("Files with a byte order mark are otherwise the same, and build the same store")
    func byteOrderMarks() throws {
        let folder = try TestFolder()
        let reference = try ReferenceStore(path: Self.makeStore(in: folder))
        let report = try StoreExporter(reference).export(to: folder.path + "/out")
        _ = try StoreExporter(reference, writesByteOrderMarks: true).export(to: folder.path + "/marked")
        for file in report.files.map(\.name) {
            let marked = try Array(Data(contentsOf: URL(fileURLWithPath: folder.path + "/marked/" + file)))
            let plain = try Array(Data(contentsOf: URL(fileURLWithPath: folder.path + "/out/" + file)))
            #expect(marked == [0xEF, 0xBB, 0xBF] + plain)
        }
        #expect(
            try Self.text(folder.path + "/marked/seed.yml") == Self.text(folder.path + "/out/seed.yml"))
        let built = try ["out", "marked"].map { name in
            let plan = try PlanReader.read(path: "\(folder.path)/\(name)/seed.yml")
            try SeedBuilder(plan: plan, output: "\(folder.path)/\(name).sqlite").build().place()
            return try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/\(name).sqlite"))
        }
        #expect(built[0].count == built[1].count)
        #expect(
            try Connection(path: folder.path + "/marked.sqlite", mode: .readOnly)
                .integer("SELECT count(*) FROM ZITEM WHERE ZNAME = 'Apples' AND ZUNIT = 1") == 1)
    }

    @Test("Values, names and the plan are readable")
    func files() throws {
        let folder = try TestFolder()
        let reference = try ReferenceStore(path: Self.makeStore(in: folder))
        let report = try StoreExporter(reference).export(to: folder.path + "/out")
        #expect(report.omissions == [])
        #expect(
            report.files.map { "\($0.name) \($0.rows)" }
                == ["Item.csv 3", "Label.csv 1", "Room.csv 1", "Shelf.csv 1", "Unit.csv 2"])
        #expect(
            try Self.text(folder.path + "/out/Item.csv") == """
                Z_PK,added,code,link,name,price,quantity,ratio,sold,weight,label,parent,place,unit
                1,2024-03-09T16:00:00Z,00112233-4455-6677-8899-AABBCCDDEEFF,https://example.com/?a=b,Apples,3.9,3,0.1,true,1.5,,3,1,kg
                2,2000-12-31T23:59:59.75Z,,,"\"\"Bread\"\", rye",12,,,false,-1e-07,1,1,2,"a, b"
                3,,,,"two
                lines ",,0,2,,,,,,kg

                """)
        #expect(try Self.text(folder.path + "/out/Unit.csv") == "name\nkg\n\"a, b\"\n")
        #expect(try Self.text(folder.path + "/out/Shelf.csv") == "Z_PK,height,name\n2,7,\n")
        #expect(
            try Self.text(folder.path + "/out/seed.yml") == """
                # The content of store.sqlite. One file per entity, to edit and build again.
                # Build it with `zseed build seed.yml -o STORE`.

                reference: ../store.sqlite
                timeZone: UTC

                sources:
                  Item: { csv: Item.csv }
                  Label: { csv: Label.csv }
                  Room: { csv: Room.csv }
                  Shelf: { csv: Shelf.csv }
                  Unit: { csv: Unit.csv }

                entities:
                  Item:
                    from: Item
                    key: Z_PK
                    attributes:
                      added: added
                      code: code
                      link: link
                      name: name
                      price: price
                      quantity: quantity
                      ratio: ratio
                      sold: sold
                      weight: weight
                    relationships:
                      label: { keyOf: Label, column: label }
                      parent: { keyOf: Item, column: parent }
                      place: { keyOf: Place, column: place }
                      unit: { find: Unit.name, column: unit, missing: error }
                  Label:
                    from: Label
                    key: Z_PK
                    attributes:
                      text: text
                  Room:
                    from: Room
                    key: Z_PK
                    attributes:
                      name: name
                  Shelf:
                    from: Shelf
                    key: Z_PK
                    attributes:
                      height: height
                      name: name
                  Unit:
                    from: Unit
                    attributes:
                      name: name

                """)
    }

    @Test("Exported, built and exported again, files and rows are the same")
    func roundTrip() throws {
        let folder = try TestFolder()
        let path = try Self.makeStore(in: folder)
        _ = try StoreExporter(ReferenceStore(path: path)).export(to: folder.path + "/out")
        let plan = try PlanReader.read(path: folder.path + "/out/seed.yml")
        let built = folder.path + "/built.sqlite"
        try SeedBuilder(plan: plan, output: built).build().place()
        let content = { (path: String) in try TableContent.all(of: Connection.reading(path: path)) }
        // A build records the identity of its contents. The rest of the metadata does not change.
        for (one, other) in zip(try content(path), try content(built)) where one.name != "Z_METADATA" {
            // A link to an existing row does not count as an update.
            #expect(one == other)
        }
        _ = try StoreExporter(ReferenceStore(path: built)).export(to: folder.path + "/again")
        for file in ["Item.csv", "Label.csv", "Room.csv", "Shelf.csv", "Unit.csv"] {
            #expect(
                try Self.text(folder.path + "/out/" + file)
                    == Self.text(folder.path + "/again/" + file))
        }
        try FormatLint.expectSound(built)
    }

    @Test(
        "An attribute identifies objects only if every object has a different value",
        arguments: [
            ("'kg', 'g'", "unit: { find: Unit.name, column: unit, missing: error }"),
            ("'kg', NULL", "unit: { keyOf: Unit, column: unit }"),
            ("'kg', ''", "unit: { keyOf: Unit, column: unit }"),
            ("'kg', 'a' || char(0)", "unit: { keyOf: Unit, column: unit }"),
            ("'kg', 'kg'", "unit: { keyOf: Unit, column: unit }"),
        ])
    func naturalKeys(names: String, line: String) throws {
        let folder = try TestFolder()
        let values = names.components(separatedBy: ", ")
        let path = try Self.makeStore(
            in: folder,
            rows: "DROP INDEX Z_Unit_UNIQUE_name; "
                + values.map { "INSERT INTO ZUNIT (Z_ENT, Z_OPT, ZNAME) VALUES (6, 1, \($0));" }
                .joined())
        _ = try StoreExporter(ReferenceStore(path: path)).export(to: folder.path + "/out")
        #expect(try Self.text(folder.path + "/out/seed.yml").contains("      \(line)\n"))
    }

    @Test("An attribute that is unique only together with another one identifies nothing")
    func partOfConstraint() throws {
        let folder = try TestFolder()
        let path = try Self.makeStore(
            in: folder,
            model: """
                <entity name="Unit"><attribute name="name" attributeType="String"/>
                <attribute name="system" attributeType="String"/>
                <uniquenessConstraints><uniquenessConstraint><constraint value="name"/>
                <constraint value="system"/></uniquenessConstraint></uniquenessConstraints></entity>
                """,
            rows: """
                INSERT INTO ZUNIT (Z_PK, Z_ENT, Z_OPT, ZNAME, ZSYSTEM)
                VALUES (1, 1, 1, 'kg', 'SI'), (2, 1, 1, 'lb', 'US');
                UPDATE Z_PRIMARYKEY SET Z_MAX = 2
                """)
        _ = try StoreExporter(ReferenceStore(path: path)).export(to: folder.path + "/out")
        #expect(
            try Self.text(folder.path + "/out/Unit.csv")
                == "Z_PK,name,system\n1,kg,SI\n2,lb,US\n")
    }

    @Test("Empty texts are distinguished from missing ones")
    func emptyTexts() throws {
        let folder = try TestFolder()
        let path = try Self.makeStore(
            in: folder,
            rows: """
                INSERT INTO ZITEM (Z_ENT, Z_OPT, ZNAME, ZLINK) VALUES (1, 1, 'x', NULL), (1, 1, '', NULL);
                INSERT INTO ZLABEL (Z_ENT, Z_OPT, ZTEXT) VALUES (2, 1, ''), (2, 1, NULL), (2, 1, 'y');
                """)
        _ = try StoreExporter(ReferenceStore(path: path)).export(to: folder.path + "/out")
        let plan = try Self.text(folder.path + "/out/seed.yml")
        #expect(plan.contains("      name: { column: name, default: \"\" }\n"))
        #expect(
            plan.contains(
                "      text: { column: text, lookup: { \"(empty)\": \"\" }, unmatched: keep }\n"))
        #expect(try Self.text(folder.path + "/out/Label.csv") == "Z_PK,text\n1,(empty)\n2,\n3,y\n")
    }

    @Test("Parts that cannot be exported are named")
    func omissions() throws {
        let folder = try TestFolder()
        let path = try Self.makeStore(
            in: folder,
            rows: """
                CREATE TABLE ZOTHER (Z_PK INTEGER); INSERT INTO ZOTHER VALUES (1), (2);
                INSERT INTO ZUNIT (Z_ENT, Z_OPT, ZNAME) VALUES (99, 1, 'x');
                INSERT INTO ZITEM (Z_ENT, Z_OPT, ZNAME, ZUNIT) VALUES (1, 1, 'a' || char(0), 77);
                """)
        let report = try StoreExporter(ReferenceStore(path: path)).export(to: folder.path + "/out")
        #expect(
            report.omissions == [
                .nulCharacters(entity: "Item", attribute: "name", count: 1),
                .danglingLinks(relationship: "Item.unit", count: 1),
                .unexplainedTable(name: "ZOTHER", rows: 2),
                .unknownEntity(table: "ZUNIT", rows: 1),
            ])
    }
}
