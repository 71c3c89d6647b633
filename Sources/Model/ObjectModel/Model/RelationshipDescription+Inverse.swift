extension RelationshipDescription {
    /// Returns whether the relationship is its own inverse (`Person.friends`), in the entity that declares it or in
    /// one that inherits it.
    func isItsOwnInverse(in entity: EntityDescription, of model: ManagedObjectModel) -> Bool {
        guard inverseRelationshipName == name, let destination = model.destination(of: self) else {
            return false
        }
        return model.isKind(entity, of: destination)
    }
}
