extension EntityDescription {
    /// Returns the property with a name, including inherited properties.
    public func property(named name: String) -> PropertyDescription? {
        indices[name].map { properties[$0] }
    }

    /// Returns the attribute with a name, including inherited attributes.
    public func attribute(named name: String) -> AttributeDescription? {
        property(named: name)?.attribute
    }

    /// Returns the relationship with a name, including inherited relationships.
    public func relationship(named name: String) -> RelationshipDescription? {
        property(named: name)?.relationship
    }

    /// Returns the fetched property with a name, including inherited ones.
    public func fetchedProperty(named name: String) -> FetchedPropertyDescription? {
        property(named: name)?.fetchedProperty
    }

    /// Returns whether the entity declares the property itself.
    public func declares(_ propertyName: String) -> Bool {
        ownProperties.contains { $0.name == propertyName }
    }

    /// All attributes, including inherited ones, in binary order of their names.
    public var attributes: [AttributeDescription] { properties.compactMap(\.attribute) }
    /// The attributes it declares itself, in binary order of their names.
    public var ownAttributes: [AttributeDescription] { ownProperties.compactMap(\.attribute) }
    /// All relationships, including inherited ones, in binary order of their names.
    public var relationships: [RelationshipDescription] { properties.compactMap(\.relationship) }
    /// The relationships it declares itself, in binary order of their names.
    public var ownRelationships: [RelationshipDescription] {
        ownProperties.compactMap(\.relationship)
    }
    /// All fetched properties, including inherited ones, in binary order of their names.
    public var fetchedProperties: [FetchedPropertyDescription] {
        properties.compactMap(\.fetchedProperty)
    }
    /// The fetched properties it declares itself, in binary order of their names.
    public var ownFetchedProperties: [FetchedPropertyDescription] {
        ownProperties.compactMap(\.fetchedProperty)
    }
}
