import ObjectModel

/// Short ways to write models in tests.
extension PropertyDescription {
    static func attribute(
        _ name: String, _ type: AttributeType = .string, isTransient: Bool = false,
        isIndexed: Bool = false, renamedFrom: String? = nil
    ) -> PropertyDescription {
        .attribute(
            AttributeDescription(
                PropertyTraits(
                    name: name, isTransient: isTransient, isIndexed: isIndexed,
                    renamingIdentifier: renamedFrom),
                type: type))
    }

    static func composite(
        _ name: String, _ elements: (name: String, type: AttributeType)...
    ) -> PropertyDescription {
        .attribute(
            AttributeDescription(
                PropertyTraits(name: name), type: .composite,
                elements: elements.map {
                    AttributeDescription(PropertyTraits(name: $0.name), type: $0.type)
                }))
    }

    static func toOne(
        _ name: String, _ destination: String, inverse: String? = nil
    ) -> PropertyDescription {
        .relationship(
            RelationshipDescription(
                PropertyTraits(name: name), destinationEntityName: destination,
                inverseRelationshipName: inverse))
    }

    static func toMany(
        _ name: String, _ destination: String, inverse: String? = nil, isOrdered: Bool = false
    ) -> PropertyDescription {
        .relationship(
            RelationshipDescription(
                PropertyTraits(name: name), destinationEntityName: destination,
                inverseRelationshipName: inverse, maxCount: 0, isOrdered: isOrdered))
    }
}
