extension ManagedObjectModel {
    /// Checks that all names in the model can be resolved.
    func validate() throws {
        for entity in entities {
            for relationship in entity.ownRelationships {
                try validate(relationship, of: entity)
            }
            for property in entity.ownFetchedProperties {
                try validate(property.fetchRequest)
            }
        }
        var templates: Set<String> = []
        for template in fetchRequestTemplates {
            try validate(template)
            guard templates.insert(template.name).inserted else {
                throw ModelError(
                    .duplicateProperty(entity: template.entityName, property: template.name))
            }
        }
        for configuration in configurationNames {
            for name in configurations[configuration] ?? [] where entity(named: name) == nil {
                throw ModelError(.unknownEntity(name, usedBy: configuration))
            }
        }
    }

    private func validate(
        _ relationship: RelationshipDescription, of entity: EntityDescription
    ) throws {
        guard let destinationName = relationship.destinationEntityName else { return }
        guard let destination = self.entity(named: destinationName) else {
            throw ModelError(
                .unknownDestination(
                    entity: entity.name, relationship: relationship.name,
                    destination: destinationName))
        }
        guard let inverse = relationship.inverseRelationshipName else { return }
        guard destination.relationship(named: inverse) != nil else {
            throw ModelError(
                .unknownInverse(
                    entity: entity.name, relationship: relationship.name,
                    destination: destinationName, inverse: inverse))
        }
    }

    private func validate(_ request: FetchRequestTemplate) throws {
        guard entity(named: request.entityName) != nil else {
            throw ModelError(.unknownEntity(request.entityName, usedBy: request.name))
        }
    }
}
