import ObjectModel

extension ManagedObjectModel {
    /// Returns the properties that an entity adds to those of its superentity. A redeclared property is stored at the
    /// superentity's place.
    func addedProperties(of entity: EntityDescription) -> [PropertyDescription] {
        guard let parent = superentity(of: entity) else { return entity.ownProperties }
        return entity.ownProperties.filter { parent.property(named: $0.name) == nil }
    }

    /// Returns the topmost entity from which an entity has a property, which is the owner of its column.
    package func declaringEntity(of property: String, in entity: EntityDescription) -> EntityDescription {
        var owner = entity
        while let parent = superentity(of: owner), parent.property(named: property) != nil {
            owner = parent
        }
        return owner
    }
}
