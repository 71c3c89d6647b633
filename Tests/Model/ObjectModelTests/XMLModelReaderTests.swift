import Testing

@testable import ObjectModel

@Suite("Reading the XML of a model")
struct XMLModelReaderTests {
    static func read(_ content: String, attributes: String = "") throws -> ManagedObjectModel {
        try XMLModelReader.read(Array("<model \(attributes)>\(content)</model>".utf8)).model
    }

    static func attribute(_ content: String) throws -> AttributeDescription {
        let model = try read("<entity name='E'><attribute name='a' \(content)</entity>")
        return try #require(model.entity(named: "E")?.attribute(named: "a"))
    }

    @Test(
        "Default values have the form of their type",
        arguments: [
            ("Integer 16", "-1", PropertyValue.integer(-1)), ("Integer 64", "0.0", .integer(0)),
            ("Boolean", "YES", .bool(true)), ("Boolean", "0", .bool(false)),
            ("Decimal", "1.50", .decimal("1.5")), ("Double", "0.1", .double(0.1)),
            ("Float", "0.1", .double(Double(Float(0.1)))),
            ("String", "New Item", .string("New Item")), ("String", "", .string("")),
            ("URI", "https://a.b", .uri("https://a.b")),
            (
                "UUID", "00010203-0405-0607-0809-0A0B0C0D0E0F",
                .uuid([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15])
            ),
            // The compiler's value for a text that remains from another type.
            ("Integer 32", "NO", .integer(0)),
        ])
    func defaults(type: String, text: String, value: PropertyValue) throws {
        let attribute = try Self.attribute(
            "attributeType='\(type)' defaultValueString='\(text)'/>")
        #expect(attribute.defaultValue == value)
    }

    @Test("A date has its default and bounds as seconds since 2001")
    func dates() throws {
        let attribute = try Self.attribute(
            """
            attributeType='Date' defaultDateTimeInterval='12.5' minDateTimeInterval='0'
            maxDateTimeInterval='100'/>
            """)
        #expect(attribute.defaultValue == .date(12.5))
        #expect(attribute.validation.minimum == .date(0))
        #expect(attribute.validation.maximum == .date(100))
    }

    @Test("Bounds of a text are lengths, and those of a number are values")
    func bounds() throws {
        let text = try Self.attribute(
            """
            attributeType='String' minValueString='3' maxValueString='50'
            regularExpressionString='[a-z]+'/>
            """)
        #expect(
            text.validation
                == PropertyValidation(
                    minimumLength: 3, maximumLength: 50, regularExpression: "[a-z]+"))
        let number = try Self.attribute("attributeType='Float' minValueString='0'/>")
        #expect(number.validation == PropertyValidation(minimum: .double(0)))
    }

    @Test("An invalid value is reported")
    func stray() throws {
        let text =
            "<model><entity name='E'><attribute name='a' attributeType='Integer 32' "
            + "defaultValueString='YES'/></entity></model>"
        #expect(
            try XMLModelReader.read(Array(text.utf8)).warnings == [
                .strayValue(text: "YES", attribute: "defaultValueString", usedBy: "E.a")
            ])
    }

    @Test("An attribute has all flags, user info and a renaming identifier")
    func flags() throws {
        let attribute = try Self.attribute(
            """
            optional='YES' transient='YES' indexed='YES' attributeType='Transformable'
            valueTransformerName='T' customClassName='C' allowsExternalBinaryDataStorage='YES'
            preserveAfterDeletion='YES' allowsCloudEncryption='YES'
            spotlightIndexingEnabled='YES' versionHashModifier='m' elementID='old'>
            <userInfo><entry key='k' value='v'/></userInfo></attribute>
            """)
        #expect(
            attribute
                == AttributeDescription(
                    PropertyTraits(
                        name: "a", isTransient: true, isIndexed: true, isIndexedBySpotlight: true,
                        versionHashModifier: "m", renamingIdentifier: "old",
                        userInfo: ["k": "v"]),
                    type: .transformable, attributeValueClassName: "C", valueTransformerName: "T",
                    allowsExternalBinaryDataStorage: true,
                    preservesValueInHistoryOnDeletion: true, allowsCloudEncryption: true))
    }

    @Test("A derived attribute is read-only; a count becomes a function, as when compiled")
    func derived() throws {
        let model = try Self.read(
            """
            <entity name='E'>
            <attribute name='count' derived='YES' derivationExpression='pages.@count'
                attributeType='Integer 64'/>
            <attribute name='name' derived='YES' derivationExpression='author.name'
                attributeType='String'/>
            <attribute name='now' derived='YES' derivationExpression='now()'
                attributeType='Date'/>
            </entity>
            """)
        let entity = try #require(model.entity(named: "E"))
        let count = try #require(entity.attribute(named: "count"))
        #expect(count.isReadOnly)
        #expect(count.derivation == .function(name: "count:", arguments: [.keyPath("pages")]))
        #expect(entity.attribute(named: "name")?.derivation == .keyPath("author.name"))
        #expect(
            entity.attributes.compactMap(\.derivation?.derivationText)
                == ["count:(pages)", "author.name", "now()"])
        #expect(
            model.unsampledDerivations == [.unsampledDerivation(entity: "E", attribute: "now")])
    }

    @Test(
        "Functions in derivations keep the text that affects the hash",
        arguments: ["canonical:(title)", "lowercase:(title)", "sum:(pages.price)", "now()"])
    func derivations(text: String) throws {
        let attribute = try Self.attribute(
            "derived='YES' derivationExpression='\(text)' attributeType='String'/>")
        #expect(attribute.derivation?.derivationText == text)
        #expect(attribute.derivation?.isSampledDerivation == false)
    }

    @Test("A relationship has its counts, order and delete rule")
    func relationships() throws {
        let model = try Self.read(
            """
            <entity name='A'>
            <relationship name='many' optional='YES' toMany='YES' minCount='1' maxCount='9'
                ordered='YES' deletionRule='Cascade' destinationEntity='B' inverseName='one'
                inverseEntity='B'/></entity>
            <entity name='B' parentEntity='A' isAbstract='YES'>
            <relationship name='one' maxCount='1' deletionRule='Deny' destinationEntity='A'
                inverseName='many' inverseEntity='A'/>
            <relationship name='free' toMany='YES' deletionRule='No Action'
                destinationEntity='A'/></entity>
            """)
        let a = try #require(model.entity(named: "A"))
        let b = try #require(model.entity(named: "B"))
        let many = try #require(a.relationship(named: "many"))
        #expect(many.minCount == 1)
        #expect(many.maxCount == 9)
        #expect(many.isOrdered)
        #expect(many.deleteRule == .cascade)
        #expect(model.inverse(of: many, in: a) == b.relationship(named: "one"))
        #expect(b.relationship(named: "one")?.isToMany == false)
        #expect(b.relationship(named: "free")?.maxCount == 0)
        #expect(b.relationships.map(\.name) == ["free", "many", "one"])
        #expect(b.isAbstract)
    }

    @Test("Templates, fetched properties, configurations and identifiers are read")
    func fetching() throws {
        let model = try Self.read(
            """
            <entity name='E' elementID='Old' representedClassName='.C' versionHashModifier='2'>
            <attribute name='listed' attributeType='Boolean'/>
            <fetchedProperty name='f' optional='YES'><fetchRequest name='x' entity='E'
                predicateString='listed == $FETCH_SOURCE.listed'/></fetchedProperty>
            </entity>
            <fetchRequest name='T' entity='E' predicateString='listed == 1' fetchLimit='5'
                returnDistinctResults='YES'/>
            <configuration name='Local'><memberEntity name='E'/></configuration>
            <elements><element name='E' positionX='0'/></elements>
            """, attributes: "userDefinedModelVersionIdentifier='v2'")
        #expect(model.versionIdentifiers == ["v2"])
        #expect(model.configurations == ["Local": ["E"]])
        #expect(
            model.fetchRequestTemplate(named: "T")
                == FetchRequestTemplate(
                    name: "T", entityName: "E", predicate: try Predicate(format: "listed == 1"),
                    fetchLimit: 5, returnsDistinctResults: true))
        let entity = try #require(model.entity(named: "E"))
        #expect(entity.renamingIdentifier == "Old")
        #expect(entity.managedObjectClassName == ".C")
        #expect(entity.versionHashModifier == "2")
        let fetched = try #require(entity.fetchedProperty(named: "f"))
        #expect(fetched.isTransient)
        #expect(fetched.fetchRequest.entityName == "E")
        #expect(fetched.fetchRequest.name == "f")
    }

    @Test("Indexes equal those of the compiler")
    func indexes() throws {
        let model = try Self.read(
            """
            <entity name='Root'><attribute name='inherited' attributeType='String'/></entity>
            <entity name='New' parentEntity='Root'>
            <attribute name='a' attributeType='String'/>
            <attribute name='b' attributeType='Date'/>
            <relationship name='r' destinationEntity='Root'/>
            <fetchIndex name='byA'><fetchIndexElement property='a' order='ascending'/></fetchIndex>
            <fetchIndex name='byB'><fetchIndexElement property='b' order='descending'/></fetchIndex>
            <fetchIndex name='both' partialIndexPredicate='a == "x"'>
              <fetchIndexElement property='a'/>
              <fetchIndexElement property='inherited' order='descending'/></fetchIndex>
            <fetchIndex name='byR'><fetchIndexElement property='r'/>
              <fetchIndexElement property='a'/></fetchIndex>
            <fetchIndex name='place'><fetchIndexElement property='a' type='RTree'/></fetchIndex>
            </entity>
            <entity name='Old'><attribute name='a' indexed='YES' attributeType='String'/>
            <attribute name='b' attributeType='Date'/>
            <compoundIndexes><compoundIndex><index value='a'/><index value='b'/></compoundIndex>
            </compoundIndexes></entity>
            """)
        let new = try #require(model.entity(named: "New"))
        #expect(new.fetchIndexes.map(\.name) == ["a", "both", "byA", "byB", "byR", "place"])
        #expect(new.attribute(named: "a")?.isIndexed == true)
        #expect(new.attribute(named: "b")?.isIndexed == false)
        #expect(new.compoundIndexes == [["a", "inherited"]])
        let both = try #require(new.fetchIndexes.first { $0.name == "both" })
        #expect(both.partialIndexPredicate == (try Predicate(format: "a == \"x\"")))
        #expect(both.elements.map(\.isAscending) == [true, false])
        #expect(new.fetchIndexes.last?.elements.map(\.collationType) == [.rTree])
        let old = try #require(model.entity(named: "Old"))
        #expect(old.fetchIndexes.map(\.name) == ["a", "a_b"])
        #expect(old.compoundIndexes == [["a", "b"]])
    }

    @Test("A composite consists of elements, and without any it is an error")
    func composites() throws {
        let model = try Self.read(
            """
            <entity name='E'><attribute name='c' attributeType='Composite'>
            <attribute name='z' attributeType='String'/>
            <attribute name='y' attributeType='Date'/></attribute></entity>
            """)
        let composite = try #require(model.entity(named: "E")?.attribute(named: "c"))
        #expect(composite.leaves.map(\.name) == ["z", "y"])
        #expect(throws: ModelError.self) { try Self.attribute("attributeType='Composite'/>") }
    }

    @Test("Composite types that contain each other are an error")
    func circle() {
        #expect(throws: ModelError.self) {
            try Self.read(
                """
                <composite name='C'><attribute name='x' attributeType='Composite' type='C'/>
                <attribute name='y' attributeType='Composite' type='C'/></composite>
                <entity name='E'><attribute name='c' attributeType='Composite' type='C'/></entity>
                """)
        }
    }

    @Test(
        "A wrong value is an error with its place",
        arguments: [
            (
                "<entity name='E'>\n<attribute name='a' attributeType='Nope'/></entity>",
                ModelError.Problem.unknownValue("Nope", of: "attribute type", usedBy: "E.a")
            ),
            (
                "<entity name='E'>\n<attribute attributeType='String'/></entity>",
                .missing("name", usedBy: "attribute")
            ),
            (
                "<entity name='E'>\n<relationship name='r' deletionRule='X'/></entity>",
                .unknownValue("X", of: "delete rule", usedBy: "E.r")
            ),
            (
                "<entity name='E'>\n<relationship name='r' maxCount='x'/></entity>",
                .unknownValue("x", of: "maxCount", usedBy: "E.r")
            ),
        ])
    func wrong(content: String, problem: ModelError.Problem) {
        #expect(throws: ModelError(problem, line: 2, column: 1)) { try Self.read(content) }
    }

    @Test("A template with an unreadable predicate gets no predicate, and is reported")
    func unreadablePredicate() throws {
        let text =
            "<model><entity name='E'/>"
            + "<fetchRequest name='T' entity='E' predicateString='a ==='/></model>"
        let (model, warnings) = try XMLModelReader.read(Array(text.utf8))
        #expect(model.fetchRequestTemplate(named: "T")?.predicate == nil)
        #expect(warnings.count == 1)
        guard case .predicateLeftOut(usedBy: "T", _)? = warnings.first else {
            Issue.record("no warning about T: \(warnings)")
            return
        }
    }
}
