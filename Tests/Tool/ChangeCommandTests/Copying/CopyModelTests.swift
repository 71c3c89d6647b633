import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

@Suite("zseed copy: other models, masks, files")
struct CopyModelTests {
    /// Items with other properties than in the stores, and no lists.
    static let other = """
        <entity name="Item"><attribute name="name" optional="YES" attributeType="String"/>
        <attribute name="quantity" optional="YES" attributeType="Integer 64"/>
        <attribute name="price" optional="YES" attributeType="String"/>
        <attribute name="state" attributeType="String" defaultValueString="new"/>
        <relationship name="tags" optional="YES" toMany="YES" ordered="YES" destinationEntity="Tag"
            inverseName="items" inverseEntity="Tag"/>
        <relationship name="unit" optional="YES" maxCount="1" destinationEntity="Unit"
            inverseName="items" inverseEntity="Unit"/></entity>
        <entity name="Tag"><attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="items" optional="YES" toMany="YES" destinationEntity="Item"
            inverseName="tags" inverseEntity="Item"/></entity>
        <entity name="Unit"><attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="items" optional="YES" toMany="YES" destinationEntity="Item"
            inverseName="unit" inverseEntity="Item"/></entity>
        """

    @Test("Properties that both models have are copied, and the others are reported")
    func otherModel() throws {
        let stores = try ComparedStores("")
        try stores.folder.writeModel(Self.other, as: "Other.xcdatamodel")
        let result = try Zseed.run(
            "copy", "A.sqlite", "-o", "C.sqlite", "--model", "Other.xcdatamodel", in: stores.path)
        #expect(result.status == 0, "\(result.errors)")
        for words in [
            "Item.price: 2 values not copied: Decimal here, String in the target",
            "Item.added: 1 value not copied: the target has no such attribute",
            "Item.list: 2 links not copied: the target has no such relationship",
            "List: 1 object not copied: the target has no such entity",
        ] { #expect(result.errors.contains(words), "\(result.errors)") }
        let store = try Connection(path: stores.path + "/C.sqlite", mode: .immutable)
        #expect(
            try store.rows("SELECT ZNAME || ZQUANTITY || ZSTATE FROM ZITEM ORDER BY Z_PK") {
                $0.text(at: 0) ?? ""
            }
                == ["Rice1new", "Salt1new", "Milk2new"])
        #expect(try Zseed.run("verify", "C.sqlite", in: stores.path).status == 0)
    }

    @Test("A missing required value or object is an error")
    func required() throws {
        let stores = try ComparedStores("")
        let change = { (old: String, new: String) in
            Self.other.replacingOccurrences(of: old, with: new)
        }
        for (model, words) in [
            (change(" defaultValueString=\"new\"", ""), "Item.state: 3 objects without a value"),
            (
                change("name=\"unit\" optional=\"YES\"", "name=\"unit\""),
                "Item.unit: 1 object without the object that the target requires, the first is p3"
            ),
            (
                change("name=\"quantity\" optional=\"YES\"", "name=\"count\""),
                "Item.count: 3 objects without a value"
            ),
        ] {
            try stores.folder.writeModel(model, as: "Other.xcdatamodel")
            let result = try Zseed.run(
                "copy", "A.sqlite", "-o", "C.sqlite", "--model", "Other.xcdatamodel", in: stores.path)
            #expect(result.status == 1 && result.errors.contains(words), "\(result.errors)")
            #expect(try !CommandSupport.files(in: stores.path).contains("C.sqlite"))
        }
        // Required objects are copied too, or nothing is.
        try stores.folder.writeModel(
            change("name=\"unit\" optional=\"YES\"", "name=\"unit\""), as: "Other.xcdatamodel")
        for (follow, status) in [("required", 0), ("none", 1)] as [(String, Int32)] {
            let result = try Zseed.run(
                "copy", "A.sqlite", "-o", "C.sqlite", "--model", "Other.xcdatamodel", "--where",
                "Item: unit != nil", "--follow", follow, in: stores.path)
            #expect(result.status == status, "\(result.errors)")
        }
    }

    @Test(
        "The mask of the nearest entity applies, whatever the order of the masks", arguments: [false, true])
    func nearestMask(isReversed: Bool) throws {
        let folder = try TestFolder()
        try folder.writeModel(
            """
            <entity name="Item"><attribute name="name" optional="YES" attributeType="String"/></entity>
            <entity name="Special" parentEntity="Item"/>
            """, as: "App.xcdatamodel")
        try #require(Zseed.run("create", "App.xcdatamodel", "-o", "A.sqlite", in: folder.path).status == 0)
        try Connection(path: folder.path + "/A.sqlite", mode: .readWrite).execute(
            """
            INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 1, 1, 'Rice'), (2, 2, 1, 'Salt');
            UPDATE Z_PRIMARYKEY SET Z_MAX = 2 WHERE Z_NAME = 'Item'
            """)
        let masks = ["Special.name=null", "Item.name=redact"]
        let result = try Zseed.run(
            ["copy", "A.sqlite", "-o", "C.sqlite"]
                + (isReversed ? masks.reversed() : masks).flatMap { ["--mask", $0] }, in: folder.path)
        #expect(result.status == 0, "\(result.errors)")
        let store = try Connection(path: folder.path + "/C.sqlite", mode: .immutable)
        #expect(
            try store.rows("SELECT ifnull(ZNAME, 'NULL') FROM ZITEM ORDER BY Z_PK") { $0.text(at: 0) ?? "" }
                == ["Xxxx", "NULL"])
    }

    @Test("Masked values are valid, keep equality, and leave no original in the file")
    func masks() throws {
        let stores = try ComparedStores(
            "UPDATE ZITEM SET ZNAME = 'Rice' WHERE Z_PK = 2; UPDATE ZLIST SET ZTITLE = 'Secret Nr. 7'")
        let arguments = [
            "copy", "B.sqlite", "-o", "C.sqlite", "--mask", "Item.name=hash", "--mask", "Tag.name=hash",
            "--mask",
            "List.title=redact", "--mask", "Item.price=null", "--mask", "Item.quantity=constant:5", "--mask",
            "Item.added=constant:2001-01-02",
        ]
        let result = try Zseed.run(arguments, in: stores.path)
        #expect(result.status == 0, "\(result.errors)")
        let store = try Connection(path: stores.path + "/C.sqlite", mode: .immutable)
        func texts(_ sql: String) throws -> [String] { try store.rows(sql) { $0.text(at: 0) ?? "NULL" } }
        let names = try texts("SELECT ZNAME FROM ZITEM ORDER BY Z_PK")
        #expect(names[0] == names[1] && names[0] != names[2] && names.allSatisfy { $0.utf8.count == 32 })
        #expect(try texts("SELECT ZTITLE FROM ZLIST") == ["Xxxxxx Xx. 0"])
        #expect(
            try texts(
                "SELECT ifnull(ZPRICE, '-') || ZQUANTITY || ifnull(ZADDED, '-') FROM ZITEM ORDER BY Z_PK")
                == ["-586400", "-5-", "-5-"])
        let content = try bytes(of: stores.path + "/C.sqlite")
        for secret in ["Rice", "Secret", "food"] {
            #expect(content.range(of: Data(secret.utf8)) == nil, "\(secret)")
        }
        // Repeating the copy gives the same bytes; another key gives other hashes.
        #expect(try Zseed.run(arguments, in: stores.path).status == 0)
        #expect(try bytes(of: stores.path + "/C.sqlite") == content)
        #expect(try Zseed.run(arguments + ["--mask-key", "pepper"], in: stores.path).status == 0)
        let keyed = try Connection(path: stores.path + "/C.sqlite", mode: .immutable)
        #expect(try keyed.text("SELECT ZNAME FROM ZITEM WHERE Z_PK = 1") != names[0])
    }

    @Test("Only the files of the copied objects' values are copied")
    func files() throws {
        let stores = try ComparedStores("")
        let names = ["11111111-2222-4333-8444-555555555555", "11111111-2222-4333-8444-666666666666"]
        let store = try Connection(path: stores.path + "/A.sqlite", mode: .readWrite)
        for (index, name) in names.enumerated() {
            try stores.folder.write("bytes \(index)", as: ".A_SUPPORT/_EXTERNAL_DATA/\(name)")
            try store.execute(
                "UPDATE ZITEM SET ZDATA = CAST(X'02' || '\(name)' || X'00' AS BLOB) WHERE Z_PK = \(index + 1)"
            )
        }
        func copied(_ stem: String) throws -> [String] {
            try CommandSupport.files(in: stores.path + "/.\(stem)_SUPPORT/_EXTERNAL_DATA")
        }
        #expect(try Zseed.run("copy", "A.sqlite", "-o", "W.sqlite", in: stores.path).status == 0)
        #expect(try copied("W") == names)
        let part = ["--where", "Item: name == 'Rice'"]
        #expect(try Zseed.run(["copy", "A.sqlite", "-o", "P.sqlite"] + part, in: stores.path).status == 0)
        #expect(try copied("P") == [names[0]])
        #expect(try Zseed.run(["copy", "A.sqlite", "B.sqlite"] + part, in: stores.path).status == 0)
        #expect(try copied("B") == [names[0]])
        // A file with the same name but other contents.
        try stores.folder.write("other bytes", as: ".B_SUPPORT/_EXTERNAL_DATA/\(names[1])")
        let result = try Zseed.run("copy", "A.sqlite", "B.sqlite", in: stores.path)
        #expect(
            result.status == 1 && result.errors.contains("differs from the one beside the target"),
            "\(result.errors)")
        #expect(try Zseed.run("diff", "A.sqlite", "W.sqlite", in: stores.path).status == 0)
    }
}
