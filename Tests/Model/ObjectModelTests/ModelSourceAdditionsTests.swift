import Testing

@testable import ObjectModel

@Suite("Additions to the XML of a model")
struct ModelSourceAdditionsTests {
    private static func model(_ entities: String) -> String {
        "<?xml version=\"1.0\"?>\n<model type=\"com.apple.IDECoreDataModeler.DataModel\" documentVersion=\"1.0\">\n"
            + entities + "</model>\n"
    }

    private static let attribute =
        "        <attribute name=\"x\" optional=\"YES\" attributeType=\"String\" syncable=\"YES\"/>\n"

    @Test(
        "Additions are inserted into their entity, and every other byte is kept",
        arguments: [
            // An entity without content gets some.
            (
                "    <entity name=\"A\" note=\"a > b\"/>\n",
                "    <entity name=\"A\" note=\"a > b\">\n" + attribute + "    </entity>\n"
            ),
            ("    <entity name=\"A\"></entity>\n", "    <entity name=\"A\">" + attribute + "</entity>\n"),
            (
                "    <entity name=\"B\"/>\n    <entity name=\"A\">\n"
                    + "        <attribute name=\"é\" attributeType=\"String\"/><!-- mine -->\n    </entity>\n",
                "    <entity name=\"B\"/>\n    <entity name=\"A\">\n"
                    + "        <attribute name=\"é\" attributeType=\"String\"/><!-- mine -->\n" + attribute
                    + "    </entity>\n"
            ),
            // The relationships, and the layout of the editor, come after the attributes.
            (
                "    <entity name=\"A\">\r\n        <relationship name=\"a\" optional=\"YES\" maxCount=\"1\" "
                    + "destinationEntity=\"A\"/>\r\n    </entity>\r\n    <elements/>\r\n",
                "    <entity name=\"A\">\r\n" + attribute
                    + "        <relationship name=\"a\" optional=\"YES\" maxCount=\"1\" "
                    + "destinationEntity=\"A\"/>\r\n    </entity>\r\n    <elements/>\r\n"
            ),
        ])
    func attributes(entities: String, expected: String) throws {
        let new = try XMLModelReader.read(
            Array(Self.model("<entity name=\"A\">\(Self.attribute)</entity>").utf8)
        ).model
        let properties = try #require(new.entity(named: "A")).properties
        let result = try ModelSourceAdditions(properties: ["A": properties])
            .applied(to: Array(Self.model(entities).utf8))
        #expect(result == Self.model(expected))
        #expect(throws: ModelError.self) {
            try ModelSourceAdditions(properties: ["C": properties]).applied(
                to: Array(Self.model(entities).utf8))
        }
    }

    private static let constraint = """
                    <uniquenessConstraint>
                        <constraint value="x"/>
                    </uniquenessConstraint>

        """

    @Test(
        "Join the constraints of their entity",
        arguments: [
            (
                "", "        <uniquenessConstraints>\n" + constraint + "        </uniquenessConstraints>\n"
            ),
            (
                "        <uniquenessConstraints>\n            <uniquenessConstraint>\n"
                    + "                <constraint value=\"a\"/>\n            </uniquenessConstraint>\n"
                    + "        </uniquenessConstraints>\n        <userInfo/>\n",
                "        <uniquenessConstraints>\n            <uniquenessConstraint>\n"
                    + "                <constraint value=\"a\"/>\n            </uniquenessConstraint>\n"
                    + constraint
                    + "        </uniquenessConstraints>\n        <userInfo/>\n"
            ),
            (
                "        <userInfo/>\n",
                "        <uniquenessConstraints>\n" + constraint
                    + "        </uniquenessConstraints>\n        <userInfo/>\n"
            ),
        ])
    func constraints(own: String, expected: String) throws {
        func entity(_ added: String, _ rest: String) -> String {
            Self.model(
                "    <entity name=\"A\">\n        <attribute name=\"a\" attributeType=\"String\"/>\n" + added
                    + rest
                    + "    </entity>\n    <entity name=\"B\"/>\n")
        }
        let new = try XMLModelReader.read(
            Array(Self.model("<entity name=\"A\">\(Self.attribute)</entity>").utf8)
        ).model
        let properties = try #require(new.entity(named: "A")).properties
        let additions = ModelSourceAdditions(
            properties: ["A": properties, "B": []], constraints: ["A": [["x"]]])
        let result = try additions.applied(to: Array(entity("", own).utf8))
        #expect(result == entity(Self.attribute, expected))
    }
}
