import ObjectModel

extension ManagedObjectModel {
    /// The properties that an entity adds to those of its superentity: what it declares anew is
    /// stored where the superentity has it.
    func addedProperties(of entity: EntityDescription) -> [PropertyDescription] {
        guard let parent = superentity(of: entity) else { return entity.ownProperties }
        return entity.ownProperties.filter { parent.property(named: $0.name) == nil }
    }

    /// The topmost entity that an entity has a property from: the one whose column it is.
    package func declaringEntity(of property: String, in entity: EntityDescription) -> EntityDescription {
        var owner = entity
        while let parent = superentity(of: owner), parent.property(named: property) != nil {
            owner = parent
        }
        return owner
    }
}
