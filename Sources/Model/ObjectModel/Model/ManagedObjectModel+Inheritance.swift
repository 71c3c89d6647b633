extension ManagedObjectModel {
    /// Returns the entity from which an entity directly inherits.
    public func superentity(of entity: EntityDescription) -> EntityDescription? {
        entity.superentityName.flatMap { self.entity(named: $0) }
    }

    /// Returns the entities that directly inherit from an entity, in the order of their numbers.
    public func subentities(of entity: EntityDescription) -> [EntityDescription] {
        entity.subentityNames.compactMap { self.entity(named: $0) }
    }

    /// Returns the entity itself and all of its descendants, in the order of their numbers.
    public func descendants(of entity: EntityDescription) -> [EntityDescription] {
        guard let start = range(of: entity) else { return [] }
        // Numbers are assigned depth first, so that descendants follow each other
        // (docs/internals/format.md#entity-numbers).
        var family: Set<String> = [entity.name]
        var result = [entities[start]]
        for candidate in entities[(start + 1)...] {
            guard let parent = candidate.superentityName, family.contains(parent) else { break }
            family.insert(candidate.name)
            result.append(candidate)
        }
        return result
    }

    /// Returns the entity itself and its ancestors, up to the root.
    package func lineage(of entity: EntityDescription) -> [EntityDescription] {
        Array(sequence(first: entity, next: superentity))
    }

    /// Returns the lineage of an entity by its name; empty if there is no such entity.
    package func lineage(of name: String) -> [EntityDescription] {
        entity(named: name).map(lineage) ?? []
    }

    /// Returns the uniqueness constraints of an entity and of its ancestors.
    package func uniquenessConstraints(of entity: EntityDescription) -> [[String]] {
        lineage(of: entity).flatMap(\.uniquenessConstraints)
    }

    /// Returns the properties that have a uniqueness constraint of their own, including inherited ones.
    package func uniqueAttributes(ofEntity name: String) -> [String] {
        Set(lineage(of: name).flatMap(\.uniquenessConstraints).filter { $0.count == 1 }.flatMap(\.self))
            .sorted()
    }

    /// Returns the uniqueness constraints of an entity by its name, including inherited ones.
    package func constraints(ofEntity name: String) -> [[String]] {
        lineage(of: name).flatMap(\.uniquenessConstraints)
    }

    /// Returns the root entity, whose table contains the rows of an entity. A root returns itself.
    public func root(of entity: EntityDescription) -> EntityDescription {
        var current = entity
        while let parent = superentity(of: current) { current = parent }
        return current
    }

    /// Returns whether an entity is the same as another or inherits from it.
    public func isKind(_ entity: EntityDescription, of ancestor: EntityDescription) -> Bool {
        sequence(first: entity, next: superentity).contains { $0.name == ancestor.name }
    }

    /// Returns the destination of a relationship.
    public func destination(of relationship: RelationshipDescription) -> EntityDescription? {
        relationship.destinationEntityName.flatMap { entity(named: $0) }
    }

    /// Returns the inverse, which is a property of the destination.
    ///
    /// - Parameter entity: the entity that has the relationship. It makes no difference, since the destination alone
    ///   decides, but makes calls readable.
    public func inverse(
        of relationship: RelationshipDescription, in entity: EntityDescription
    ) -> RelationshipDescription? {
        guard let name = relationship.inverseRelationshipName else { return nil }
        return destination(of: relationship)?.relationship(named: name)
    }

    /// Returns the entity with a number in a store, from 1.
    public func entity(numbered number: Int) -> EntityDescription? {
        entities.indices.contains(number - 1) ? entities[number - 1] : nil
    }

    private func range(of entity: EntityDescription) -> Int? {
        guard let number = self.entity(named: entity.name)?.number else { return nil }
        return number - 1
    }
}
