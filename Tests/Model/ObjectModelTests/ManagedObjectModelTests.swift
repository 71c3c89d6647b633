import Testing

@testable import ObjectModel

@Suite("A managed object model")
struct ManagedObjectModelTests {
    static func relationship(
        _ name: String, to destination: String, inverse: String? = nil
    ) -> PropertyDescription {
        .relationship(
            RelationshipDescription(
                PropertyTraits(name: name), destinationEntityName: destination,
                inverseRelationshipName: inverse))
    }

    static func attribute(_ name: String) -> PropertyDescription {
        .attribute(AttributeDescription(PropertyTraits(name: name), type: .string))
    }

    @Test("Entities are numbered depth first, siblings by lower-cased name")
    func order() throws {
        let model = try ManagedObjectModel(entities: [
            EntityDescription(name: "Zoo"), EntityDescription(name: "apple"),
            EntityDescription(name: "Banana"),
            EntityDescription(name: "green", superentityName: "apple"),
            EntityDescription(name: "Dark", superentityName: "green"),
            EntityDescription(name: "Red", superentityName: "apple"),
        ])
        #expect(model.entities.map(\.name) == ["apple", "green", "Dark", "Red", "Banana", "Zoo"])
        #expect(model.entities.map(\.number) == [1, 2, 3, 4, 5, 6])
        let apple = try #require(model.entity(named: "apple"))
        let dark = try #require(model.entity(named: "Dark"))
        #expect(model.descendants(of: apple).map(\.name) == ["apple", "green", "Dark", "Red"])
        #expect(model.subentities(of: apple).map(\.name) == ["green", "Red"])
        #expect(model.root(of: dark) == apple)
        #expect(model.isKind(dark, of: apple))
        #expect(!model.isKind(apple, of: dark))
    }

    @Test("Properties are inherited, and an own property of the same name takes precedence")
    func inheritance() throws {
        let own = PropertyDescription.attribute(
            AttributeDescription(PropertyTraits(name: "b"), type: .date))
        let model = try ManagedObjectModel(entities: [
            EntityDescription(
                name: "Sub", superentityName: "Root", ownProperties: [Self.attribute("Z"), own]),
            EntityDescription(
                name: "Root", ownProperties: [Self.attribute("b"), Self.attribute("a")]),
        ])
        let sub = try #require(model.entity(named: "Sub"))
        #expect(sub.properties.map(\.name) == ["Z", "a", "b"])
        #expect(sub.attribute(named: "b")?.type == .date)
        #expect(sub.ownAttributes.map(\.name) == ["Z", "b"])
        #expect(sub.declares("b"))
        #expect(!sub.declares("a"))
    }

    @Test(
        "Inconsistent models are refused, with the parts named",
        arguments: [
            (
                [EntityDescription(name: "A"), EntityDescription(name: "A")],
                ModelError.Problem.duplicateEntity("A")
            ),
            (
                [EntityDescription(name: "A", ownProperties: [attribute("x"), attribute("x")])],
                .duplicateProperty(entity: "A", property: "x")
            ),
            (
                [EntityDescription(name: "A", superentityName: "B")],
                .unknownSuperentity(entity: "A", superentity: "B")
            ),
            (
                [
                    EntityDescription(name: "A", superentityName: "B"),
                    EntityDescription(name: "B", superentityName: "A"),
                ], .inheritanceCycle(entity: "A")
            ),
            (
                [EntityDescription(name: "A", superentityName: "A")],
                .inheritanceCycle(entity: "A")
            ),
            (
                [EntityDescription(name: "A", ownProperties: [relationship("r", to: "B")])],
                .unknownDestination(entity: "A", relationship: "r", destination: "B")
            ),
            (
                [
                    EntityDescription(
                        name: "A", ownProperties: [relationship("r", to: "A", inverse: "q")])
                ],
                .unknownInverse(entity: "A", relationship: "r", destination: "A", inverse: "q")
            ),
        ])
    func validation(entities: [EntityDescription], problem: ModelError.Problem) {
        #expect(throws: ModelError(problem)) { try ManagedObjectModel(entities: entities) }
    }

    @Test("A chain of entities that is too long is refused before memory runs out")
    func depth() {
        let chain = (0...Inheritance.depthLimit).map {
            EntityDescription(name: "E\($0)", superentityName: $0 == 0 ? nil : "E\($0 - 1)")
        }
        #expect(throws: ModelError.self) { try ManagedObjectModel(entities: chain) }
    }

    @Test("The origin of a model does not affect equality")
    func equality() throws {
        let entities = [EntityDescription(name: "A", ownProperties: [Self.attribute("x")])]
        let one = try ManagedObjectModel(entities: entities, isInferred: true)
        #expect(try one == ManagedObjectModel(entities: entities))
    }

    @Test("A default value has one form per attribute type, however a file wrote it")
    func defaults() {
        func stored(_ value: PropertyValue, _ type: AttributeType) -> PropertyValue? {
            AttributeDescription(PropertyTraits(name: "a"), type: type, defaultValue: value)
                .defaultValue
        }
        #expect(stored(.integer(1), .boolean) == .bool(true))
        #expect(stored(.integer(0), .double) == .double(0))
        #expect(stored(.double(3), .integer16) == .integer(3))
        #expect(stored(.double(0.1), .float) == .double(Double(Float(0.1))))
        #expect(stored(.integer(5), .decimal) == .decimal("5"))
    }
}
