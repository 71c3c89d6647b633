import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

// Other models, and masks at their limits.
extension CopyTextTests {
    private static func item(_ more: String, _ constraint: Bool = false) -> String {
        "<entity name=\"Item\"><attribute name=\"name\" optional=\"YES\" attributeType=\"String\"/>\(more)"
            + (constraint
                ? "<uniquenessConstraints><uniquenessConstraint><constraint value=\"name\"/></uniquenessConstraint>"
                    + "</uniquenessConstraints>" : "") + "</entity>"
    }

    private static func attribute(_ name: String, _ type: String, _ more: String = "optional=\"YES\"")
        -> String
    {
        "<attribute name=\"\(name)\" attributeType=\"\(type)\" \(more)/>"
    }

    @Test(
        "Objects equal by the target's constraint become one; the first wins, and NULL equals nothing")
    func merged() throws {
        let folder = try stores(
            Self.item(Self.attribute("n", "Integer 16")),
            "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME, ZN) VALUES (1, 1, 7, 'a', 1), (2, 1, 1, 'a', 2), "
                + "(3, 1, 1, NULL, 3), (4, 1, 1, NULL, 4), (5, 1, 1, 'b', 5);",
            into: Self.item(Self.attribute("n", "Integer 16"), true),
            "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME, ZN) VALUES (1, 1, 1, 'a', 9);")
        let new = try Zseed.run(
            "copy", "A.sqlite", "-o", "C.sqlite", "--model", "B.xcdatamodel", in: folder.path)
        #expect(
            new.output.split(separator: "\n").dropLast() == [
                "entity  chosen  followed  written  merged", "Item         5         0        4       1",
            ])
        #expect(
            try Connection(path: folder.path + "/C.sqlite", mode: .readOnly)
                .lines("SELECT Z_PK, Z_OPT, ZNAME, ZN FROM ZITEM") == [
                    "1|7|a|1", "3|1||3", "4|1||4", "5|1|b|5",
                ])
        let (result, store) = try copy(folder, "--conflicts", "update")
        #expect(
            result.output.split(separator: "\n").dropLast() == [
                "entity  chosen  followed  written  found  updated",
                "Item         5         0        3      2        1",
            ])
        #expect(
            try store.lines("SELECT Z_PK, Z_OPT, ZNAME, ZN FROM ZITEM")
                == ["1|2|a|1", "10|1||3", "11|1||4", "12|1|b|5"])
    }

    @Test("Wider numbers, new defaults and the app's metadata fit into another model")
    func otherModel() throws {
        let old =
            Self.attribute("a", "Integer 16") + Self.attribute("b", "Integer 32")
            + Self.attribute("c", "Float")
            + Self.attribute("d", "Integer 16") + Self.attribute("e", "Integer 64")
            + "<relationship name=\"one\" optional=\"YES\" maxCount=\"1\" destinationEntity=\"Item\"/>"
            + "<relationship name=\"many\" optional=\"YES\" toMany=\"YES\" destinationEntity=\"Item\"/>"
        let new =
            Self.attribute("a", "Integer 64") + Self.attribute("b", "Integer 64")
            + Self.attribute("c", "Double")
            + Self.attribute("d", "Integer 32", "defaultValueString=\"7\"")
            + Self.attribute("e", "Integer 16")
            + "<relationship name=\"one\" optional=\"YES\" toMany=\"YES\" destinationEntity=\"Item\"/>"
            + "<relationship name=\"many\" optional=\"YES\" maxCount=\"1\" destinationEntity=\"Item\"/>"
        let folder = try stores(
            Self.item(old),
            "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME, ZA, ZB, ZC, ZD, ZE, ZONE, Z1MANY) VALUES "
                + "(1, 1, 5, 'a', 1, 2, 0.5, NULL, 4, 2, NULL), (2, 1, 1, 'b', 1, 2, 0.5, 3, 4, NULL, 1);",
            into: Self.item(new))
        #expect(try Zseed.run("metadata", "A.sqlite", "launches=7", "-q", in: folder.path).status == 0)
        let result = try Zseed.run(
            "copy", "A.sqlite", "-o", "C.sqlite", "--model", "B.xcdatamodel", in: folder.path)
        #expect(
            result.errors == """
                A.sqlite: warning: Item.e: 2 values not copied: Integer 64 here, Integer 16 in the target
                A.sqlite: warning: Item.many: 1 link not copied: the target's relationship has another destination

                """, "\(result.errors)")
        let store = try Connection(path: folder.path + "/C.sqlite", mode: .readOnly)
        #expect(
            try store.lines("SELECT Z_PK, Z_OPT, ZA, ZB, ZC, ZD, ZE, ZMANY, Z1ONE FROM ZITEM")
                == ["1|5|1|2|0.5|7|||", "2|1|1|2|0.5|3|||1"])
        #expect(try store.lines("SELECT Z_MAX FROM Z_PRIMARYKEY") == ["9"])
        #expect(
            try Zseed.run("metadata", "C.sqlite", "launches", in: folder.path).output
                == "launches = 7  (integer)\n")
    }

    @Test("Links to objects of an entity that the target does not allow are left out")
    func kinds() throws {
        let family = """
            <entity name="Being"><attribute name="name" optional="YES" attributeType="String"/></entity>
            <entity name="Cat" parentEntity="Being"/><entity name="Dog" parentEntity="Being"/>
            """
        func owner(_ destination: String) -> String {
            "<entity name=\"Owner\"><relationship name=\"pet\" optional=\"YES\" maxCount=\"1\" "
                + "destinationEntity=\"\(destination)\"/></entity>" + family
        }
        let folder = try stores(
            owner("Being"),
            """
            INSERT INTO ZBEING (Z_PK, Z_ENT, Z_OPT) VALUES (1, 2, 1), (2, 3, 1);
            INSERT INTO ZOWNER (Z_PK, Z_ENT, Z_OPT, ZPET, Z1_PET) VALUES (1, 4, 1, 1, 2), (2, 4, 1, 2, 3);
            """, into: owner("Cat"))
        let (result, store) = try copy(folder)
        #expect(
            result.errors
                == "A.sqlite: warning: Owner.pet: 2 links not copied: the target's relationship has "
                + "another destination\n"
        )
        #expect(try store.lines("SELECT Z_PK, ZPET FROM ZOWNER") == ["10|", "11|"])
    }

    /// Lines require their order, and an order requires at least one line if the model has a minimum count.
    private static let orders = """
        <entity name="Line"><attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="order" maxCount="1" destinationEntity="Order" inverseName="lines"
            inverseEntity="Order"/></entity>
        <entity name="Order"><relationship name="lines" toMany="YES" MINIMUM destinationEntity="Line"
            inverseName="order" inverseEntity="Line"/></entity>
        <entity name="Stamp"><relationship name="line" optional="YES" maxCount="1"
            destinationEntity="Line"/></entity>
        """

    @Test("Required objects are copied, however their owner was reached", arguments: ["", "minCount=\"1\""])
    func requiredMembers(minimum: String) throws {
        let isLeast = !minimum.isEmpty
        for (chosen, follow, names) in [
            ("Order", "required", isLeast ? ["a", "b"] : []),
            ("Stamp", "deep", isLeast ? ["a", "b"] : ["a"]),
            ("Stamp", "required", []),
        ] {
            let folder = try stores(
                Self.orders.replacing("MINIMUM", with: minimum),
                """
                INSERT INTO ZORDER (Z_PK, Z_ENT, Z_OPT) VALUES (1, 2, 1);
                INSERT INTO ZLINE (Z_PK, Z_ENT, Z_OPT, ZNAME, ZORDER) VALUES (1, 1, 1, 'a', 1), (2, 1, 1, 'b', 1);
                INSERT INTO ZSTAMP (Z_PK, Z_ENT, Z_OPT, ZLINE) VALUES (1, 3, 1, 1);
                """)
            let (result, store) = try copy(folder, "--entity", chosen, "--follow", follow)
            #expect(result.status == 0, "\(result.errors)")
            #expect(try store.lines("SELECT ZNAME FROM ZLINE ORDER BY 1") == names, "\(chosen) \(follow)")
        }
    }

    @Test("A required relationship that was already empty does not fail a copy")
    func missingBefore() throws {
        let model =
            "<entity name=\"Item\"><relationship name=\"unit\" maxCount=\"1\" destinationEntity=\"Unit\"/></entity>"
            + "<entity name=\"Unit\"/>"
        let folder = try stores(
            model,
            "INSERT INTO ZUNIT (Z_PK, Z_ENT, Z_OPT) VALUES (1, 2, 1); INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZUNIT) "
                + "VALUES (1, 1, 1, 1), (2, 1, 1, NULL);")
        let (result, store) = try copy(folder, "--entity", "Item", "--no-verify")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try store.lines("SELECT Z_PK, ZUNIT FROM ZITEM ORDER BY 1") == ["10|10", "11|"])
    }

    /// A mask, the attribute in the model, the refusal (nil if the values follow), and the masked values.
    static let masks: [(mask: String, attribute: String, refusal: String?, values: [String])] = [
        (
            "Item.a=hash", attribute("a", "String", "optional=\"YES\" maxValueString=\"16\""), nil,
            ["16", "16"]
        ),
        (
            "Item.a=hash", attribute("a", "String", "optional=\"YES\" maxValueString=\"15\""),
            "Item.a: must be unique, and hashes of 15 characters may be equal", []
        ),
        (
            "Item.a=constant:40000", attribute("a", "Integer 16"),
            "Item.a: (Integer 16) cannot have the value '40000'", []
        ),
        ("Item.a=constant:-32768", attribute("a", "Integer 16"), nil, ["-32768", "-32768"]),
        ("Item.a=constant:no", attribute("a", "Boolean"), nil, ["0", "0"]),
        ("Item.a=constant:Yes", attribute("a", "Boolean"), nil, ["1", "1"]),
        (
            "Item.a=constant:maybe", attribute("a", "Boolean"),
            "Item.a: (Boolean) cannot have the value "
                + "'maybe'", []
        ),
        (
            "Item.c=redact",
            "<attribute name=\"c\" optional=\"YES\" attributeType=\"Composite\">\(attribute("a", "String"))"
                + "</attribute>", nil, ["Xx-0", "x"]
        ),
        (
            "Item.c.a=null",
            "<attribute name=\"c\" attributeType=\"Composite\">\(attribute("a", "String"))</attribute>",
            "Item.c.a: is not optional, so it cannot be null", []
        ),
    ]

    @Test("A mask fits the attribute and its constraints, or is refused", arguments: masks.indices)
    func masked(index: Int) throws {
        let (mask, attribute, refusal, values) = Self.masks[index]
        let isUnique = attribute.contains("maxValueString")
        let model =
            "<entity name=\"Item\">\(attribute)</entity>"
            + (isUnique
                ? "<entity name=\"Part\" parentEntity=\"Item\"><uniquenessConstraints><uniquenessConstraint>"
                    + "<constraint value=\"a\"/></uniquenessConstraint></uniquenessConstraints></entity>"
                : "")
        let value = attribute.contains("String") ? ("'Ab-7'", "'z'") : ("1", "0")
        let folder = try stores(
            model,
            "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZA) VALUES (1, 1, 1, \(value.0)), (2, 1, 1, \(value.1));")
        let (result, store) = try copy(folder, "--mask", mask)
        guard let refusal else {
            #expect(result.status == 0, "\(result.errors)")
            #expect(
                try store.lines(isUnique ? "SELECT length(ZA) FROM ZITEM" : "SELECT ZA FROM ZITEM") == values)
            return
        }
        #expect(result.status == 2)
        #expect(result.errors.contains(refusal), "\(result.errors)")
    }
}
