extension RelationshipDescription {
    /// Whether it leads back by itself (`Person.friends`), seen from the entity that declares it or
    /// from one that inherits it.
    func isItsOwnInverse(in entity: EntityDescription, of model: ManagedObjectModel) -> Bool {
        guard inverseRelationshipName == name, let destination = model.destination(of: self) else {
            return false
        }
        return model.isKind(entity, of: destination)
    }
}
