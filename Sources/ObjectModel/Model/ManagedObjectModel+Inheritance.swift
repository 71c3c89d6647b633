extension ManagedObjectModel {
    /// The entity that it inherits from directly.
    public func superentity(of entity: EntityDescription) -> EntityDescription? {
        entity.superentityName.flatMap { self.entity(named: $0) }
    }

    /// The entities that inherit from it directly, in the order of their numbers.
    public func subentities(of entity: EntityDescription) -> [EntityDescription] {
        entity.subentityNames.compactMap { self.entity(named: $0) }
    }

    /// The entity itself and all that inherit from it, directly or not, in the order of their
    /// numbers.
    public func descendants(of entity: EntityDescription) -> [EntityDescription] {
        guard let start = range(of: entity) else { return [] }
        // Numbers are handed out depth first, so that descendants stand side by side
        // (docs/format.md#entity-numbers).
        var family: Set<String> = [entity.name]
        var result = [entities[start]]
        for candidate in entities[(start + 1)...] {
            guard let parent = candidate.superentityName, family.contains(parent) else { break }
            family.insert(candidate.name)
            result.append(candidate)
        }
        return result
    }

    /// The entity itself and all that it inherits from, up to its root.
    package func lineage(of entity: EntityDescription) -> [EntityDescription] {
        Array(sequence(first: entity, next: superentity))
    }

    /// The same by the entity's name; empty where there is none.
    package func lineage(of name: String) -> [EntityDescription] {
        entity(named: name).map(lineage) ?? []
    }

    /// The uniqueness constraints of an entity and of all that it inherits from.
    package func uniquenessConstraints(of entity: EntityDescription) -> [[String]] {
        lineage(of: entity).flatMap(\.uniquenessConstraints)
    }

    /// The properties that alone are a uniqueness constraint, inherited ones included.
    package func uniqueAttributes(ofEntity name: String) -> [String] {
        Set(lineage(of: name).flatMap(\.uniquenessConstraints).filter { $0.count == 1 }.flatMap(\.self))
            .sorted()
    }

    /// The uniqueness constraints of an entity by its name, inherited ones included.
    package func constraints(ofEntity name: String) -> [[String]] {
        lineage(of: name).flatMap(\.uniquenessConstraints)
    }

    /// The topmost entity it inherits from, whose table holds its rows; itself for a root.
    public func root(of entity: EntityDescription) -> EntityDescription {
        var current = entity
        while let parent = superentity(of: current) { current = parent }
        return current
    }

    /// Whether an entity is another one or inherits from it.
    public func isKind(_ entity: EntityDescription, of ancestor: EntityDescription) -> Bool {
        sequence(first: entity, next: superentity).contains { $0.name == ancestor.name }
    }

    /// The entity that a relationship leads to.
    public func destination(of relationship: RelationshipDescription) -> EntityDescription? {
        relationship.destinationEntityName.flatMap { entity(named: $0) }
    }

    /// The relationship that leads back, a property of the destination.
    ///
    /// - Parameter entity: the entity that has the relationship. Which one does not matter today,
    ///   since the destination alone decides; it keeps calls readable.
    public func inverse(
        of relationship: RelationshipDescription, in entity: EntityDescription
    ) -> RelationshipDescription? {
        guard let name = relationship.inverseRelationshipName else { return nil }
        return destination(of: relationship)?.relationship(named: name)
    }

    /// The entity of a number in a store, from 1.
    public func entity(numbered number: Int) -> EntityDescription? {
        entities.indices.contains(number - 1) ? entities[number - 1] : nil
    }

    private func range(of entity: EntityDescription) -> Int? {
        guard let number = self.entity(named: entity.name)?.number else { return nil }
        return number - 1
    }
}
