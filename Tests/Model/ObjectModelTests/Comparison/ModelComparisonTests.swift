import ObjectModel
import Testing

@Suite("Comparing models")
struct ModelComparisonTests {
    @Test("A model equals itself and will open")
    func equal() throws {
        let model = try Self.model([.attribute(.init(PropertyTraits(name: "name"), type: .string))])
        let comparison = ModelComparison(model, model)
        #expect(comparison.isEqual)
        #expect(
            ModelDifferenceText().describe(comparison.verdict)
                == "will open: the version hashes of all 2 entities are equal")
    }

    /// A change of the property `value`, its description, and whether the store still opens.
    struct Change: Sendable, CustomStringConvertible {
        let left: PropertyDescription
        let right: PropertyDescription
        let words: String
        let willOpen: Bool
        var description: String { words }

        init(
            _ left: PropertyDescription, _ right: PropertyDescription, _ words: String, opens: Bool
        ) {
            self.left = left
            self.right = right
            self.words = words
            willOpen = opens
        }
    }

    static func attribute(
        _ type: AttributeType = .string, optional: Bool = true, default value: PropertyValue? = nil,
        modifier: String? = nil, validation: PropertyValidation = .init(), external: Bool = false,
        className: String? = nil, derivation: ObjectModel.Expression? = nil,
        elements: [AttributeDescription] = [], indexed: Bool = false, transient: Bool = false
    ) -> PropertyDescription {
        .attribute(
            AttributeDescription(
                PropertyTraits(
                    name: "value", isOptional: optional, isTransient: transient,
                    isIndexed: indexed, versionHashModifier: modifier, validation: validation),
                type: type, defaultValue: value, attributeValueClassName: className,
                allowsExternalBinaryDataStorage: external, derivation: derivation,
                elements: elements))
    }

    static func relationship(
        to destination: String = "Item", inverse: String? = nil, max: Int = 1, min: Int = 0,
        ordered: Bool = false, rule: RelationshipDescription.DeleteRule = .nullify
    ) -> PropertyDescription {
        .relationship(
            RelationshipDescription(
                PropertyTraits(name: "value"), destinationEntityName: destination,
                inverseRelationshipName: inverse, minCount: min, maxCount: max, isOrdered: ordered,
                deleteRule: rule))
    }

    static let changes: [Change] = [
        Change(
            attribute(.float), attribute(.double),
            "Item.value: Float in the store, Double in the model", opens: false),
        Change(
            attribute(), attribute(optional: false),
            "Item.value: optional in the store, not optional in the model", opens: false),
        Change(
            attribute(), attribute(transient: true),
            "Item.value: not transient in the store, transient in the model", opens: false),
        Change(
            attribute(default: .string("a")), attribute(),
            "Item.value: default value \"a\" in the store, none in the model", opens: true),
        Change(
            attribute(modifier: "1"), attribute(modifier: "2"),
            "Item.value: version hash modifier 1 in the store, 2 in the model", opens: false),
        Change(
            attribute(.integer16, validation: .init(maximum: .integer(3))), attribute(.integer16),
            "Item.value: maximum 3 in the store, none in the model", opens: true),
        Change(
            attribute(validation: .init(maximumLength: 3)),
            attribute(validation: .init(maximumLength: 5)),
            "Item.value: maximum length 3 in the store, 5 in the model", opens: true),
        Change(
            attribute(.binaryData), attribute(.binaryData, external: true),
            "Item.value: not stored externally in the store, stored externally in the model",
            opens: false),
        Change(
            attribute(.transformable, className: "A"), attribute(.transformable, className: "B"),
            "Item.value: value class A in the store, B in the model", opens: true),
        Change(
            attribute(derivation: .keyPath("a.b")), attribute(derivation: .keyPath("a.c")),
            "Item.value: derivation a.b in the store, a.c in the model", opens: false),
        Change(
            attribute(indexed: true), attribute(),
            "Item.value: indexed in the store, not indexed in the model", opens: true),
        Change(
            attribute(
                .composite, elements: [.init(PropertyTraits(name: "x"), type: .double)]),
            attribute(
                .composite, elements: [.init(PropertyTraits(name: "x"), type: .float)]),
            "Item.value: elements x: Double optional only in the store, "
                + "x: Float optional only in the model", opens: false),
        Change(
            relationship(max: 1), relationship(max: 0),
            "Item.value: to-one in the store, to-many in the model", opens: false),
        Change(
            relationship(max: 3), relationship(max: 0),
            "Item.value: maximum count 3 in the store, none in the model", opens: false),
        Change(
            relationship(to: "Unit"), relationship(to: "Item"),
            "Item.value: destination Unit in the store, Item in the model", opens: false),
        Change(
            relationship(max: 0), relationship(max: 0, ordered: true),
            "Item.value: not ordered in the store, ordered in the model", opens: false),
        Change(
            relationship(rule: .nullify), relationship(rule: .cascade),
            "Item.value: delete rule Nullify in the store, Cascade in the model", opens: true),
        Change(
            attribute(), relationship(),
            "Item.value: attribute in the store, relationship in the model", opens: false),
    ]

    @Test("A changed property is described, with whether the store opens", arguments: changes)
    func property(change: Change) throws {
        let comparison = ModelComparison(
            try Self.model([change.left]), try Self.model([change.right]))
        #expect(comparison.differences.map(ModelDifferenceText().describe) == [change.words])
        #expect(comparison.verdict.willOpen == change.willOpen)
        #expect(comparison.differences.first?.countsInVersionHash == !change.willOpen)
        let back = ModelComparison(
            try Self.model([change.right]), try Self.model([change.left]))
        #expect(back.differences.count == 1)
    }

    @Test("A part that only one model has is missing from the other")
    func missing() throws {
        let left = try ManagedObjectModel(entities: [
            EntityDescription(name: "Item", ownProperties: [Self.attribute()]),
            EntityDescription(name: "Unit"),
        ])
        let right = try ManagedObjectModel(
            entities: [
                EntityDescription(name: "Item", ownProperties: []),
                EntityDescription(name: "Photo"),
            ],
            fetchRequestTemplates: [FetchRequestTemplate(name: "All", entityName: "Item")])
        let comparison = ModelComparison(left, right)
        let text = ModelDifferenceText()
        #expect(
            comparison.differences.map(text.describe) == [
                "attribute Item.value is missing from the model",
                "entity Photo is missing from the store",
                "entity Unit is missing from the model",
                "fetch request template All is missing from the store",
            ])
        #expect(
            text.describe(comparison.verdict)
                == "will not open: the version hashes of Item differ; the model lacks Unit; "
                + "the store lacks Photo")
    }

    @Test("A renaming identifier distinguishes a renamed property from a new one")
    func renaming() throws {
        func relationship(
            _ name: String, _ destination: String, _ inverse: String, formerly: String? = nil
        ) -> PropertyDescription {
            .relationship(
                RelationshipDescription(
                    PropertyTraits(name: name, renamingIdentifier: formerly),
                    destinationEntityName: destination, inverseRelationshipName: inverse))
        }
        let left = try ManagedObjectModel(entities: [
            EntityDescription(
                name: "Author", ownProperties: [relationship("book", "Book", "author")]),
            EntityDescription(
                name: "Book", ownProperties: [relationship("author", "Author", "book")]),
        ])
        let right = try ManagedObjectModel(entities: [
            EntityDescription(
                name: "Writer", renamingIdentifier: "Author",
                ownProperties: [relationship("work", "Book", "author", formerly: "book")]),
            EntityDescription(
                name: "Book", ownProperties: [relationship("author", "Writer", "work")]),
        ])
        let text = ModelDifferenceText()
        #expect(
            ModelComparison(left, right).differences.map(text.describe) == [
                "entity Author in the store is renamed to Writer in the model",
                "Writer.book in the store is renamed to Writer.work in the model",
            ])
        #expect(!ModelComparison(left, right).verdict.willOpen)
        #expect(
            ModelComparison(right, left).differences.map(text.describe) == [
                "entity Writer in the store is renamed to Author in the model",
                "Author.work in the store is renamed to Author.book in the model",
            ])
    }

    @Test("Issues of an entity are reported before those of its properties")
    func entity() throws {
        let left = try ManagedObjectModel(entities: [
            EntityDescription(
                name: "Item", isAbstract: true, managedObjectClassName: "OldItem",
                userInfo: ["a": "1", "b": "2"], ownProperties: [Self.attribute(.float)],
                uniquenessConstraints: [["value"]],
                fetchIndexes: [
                    FetchIndexDescription(name: "byValue", elements: [.init(.property("value"))])
                ])
        ])
        let right = try ManagedObjectModel(entities: [
            EntityDescription(
                name: "Item", managedObjectClassName: "NewItem", userInfo: ["a": "1", "b": "3"],
                ownProperties: [Self.attribute(.double)],
                fetchIndexes: [
                    FetchIndexDescription(
                        name: "byValue",
                        elements: [.init(.property("value"), isAscending: false)])
                ])
        ])
        #expect(
            ModelComparison(left, right).differences.map(ModelDifferenceText().describe) == [
                "entity Item: abstract in the store, not abstract in the model",
                "entity Item: uniqueness constraints value only in the store",
                "entity Item: class OldItem in the store, NewItem in the model",
                "entity Item: fetch indexes byValue (value) only in the store, "
                    + "byValue (value descending) only in the model",
                "entity Item: user info b = \"2\" only in the store, "
                    + "b = \"3\" only in the model",
                "Item.value: Float in the store, Double in the model",
            ])
    }

    private static func model(_ properties: [PropertyDescription]) throws -> ManagedObjectModel {
        try ManagedObjectModel(entities: [
            EntityDescription(name: "Item", ownProperties: properties),
            EntityDescription(name: "Unit"),
        ])
    }
}
