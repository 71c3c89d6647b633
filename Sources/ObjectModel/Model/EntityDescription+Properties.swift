extension EntityDescription {
    /// The property of a name, inherited ones included.
    public func property(named name: String) -> PropertyDescription? {
        indices[name].map { properties[$0] }
    }

    /// The attribute of a name, inherited ones included.
    public func attribute(named name: String) -> AttributeDescription? {
        property(named: name)?.attribute
    }

    /// The relationship of a name, inherited ones included.
    public func relationship(named name: String) -> RelationshipDescription? {
        property(named: name)?.relationship
    }

    /// The fetched property of a name, inherited ones included.
    public func fetchedProperty(named name: String) -> FetchedPropertyDescription? {
        property(named: name)?.fetchedProperty
    }

    /// Whether the entity declares the property itself.
    public func declares(_ propertyName: String) -> Bool {
        ownProperties.contains { $0.name == propertyName }
    }

    /// All attributes, inherited ones included, in binary order of their names.
    public var attributes: [AttributeDescription] { properties.compactMap(\.attribute) }
    /// The attributes it declares itself, in binary order of their names.
    public var ownAttributes: [AttributeDescription] { ownProperties.compactMap(\.attribute) }
    /// All relationships, inherited ones included, in binary order of their names.
    public var relationships: [RelationshipDescription] { properties.compactMap(\.relationship) }
    /// The relationships it declares itself, in binary order of their names.
    public var ownRelationships: [RelationshipDescription] {
        ownProperties.compactMap(\.relationship)
    }
    /// All fetched properties, inherited ones included, in binary order of their names.
    public var fetchedProperties: [FetchedPropertyDescription] {
        properties.compactMap(\.fetchedProperty)
    }
    /// The fetched properties it declares itself, in binary order of their names.
    public var ownFetchedProperties: [FetchedPropertyDescription] {
        ownProperties.compactMap(\.fetchedProperty)
    }
}
