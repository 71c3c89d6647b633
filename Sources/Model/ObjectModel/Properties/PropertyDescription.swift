/// One property of an entity, of any kind.
public indirect enum PropertyDescription: Equatable, Sendable, PropertyDescribing {
    case attribute(AttributeDescription)
    case relationship(RelationshipDescription)
    case fetchedProperty(FetchedPropertyDescription)

    /// The traits that all kinds of properties have.
    public var traits: PropertyTraits {
        switch self {
        case .attribute(let attribute): attribute.traits
        case .relationship(let relationship): relationship.traits
        case .fetchedProperty(let property): property.traits
        }
    }

    /// The attribute; nil for other kinds.
    public var attribute: AttributeDescription? {
        guard case .attribute(let attribute) = self else { return nil }
        return attribute
    }

    /// The relationship; nil for other kinds.
    public var relationship: RelationshipDescription? {
        guard case .relationship(let relationship) = self else { return nil }
        return relationship
    }

    /// The fetched property; nil for other kinds.
    public var fetchedProperty: FetchedPropertyDescription? {
        guard case .fetchedProperty(let property) = self else { return nil }
        return property
    }
}
