extension ManagedObjectModel {
    /// Returns the parts of the model that prevent CloudKit from mirroring its stores, in the order of entities and
    /// properties.
    ///
    /// - Parameters:
    ///   - configuration: the configuration whose store is mirrored; nil for all entities.
    ///   - values: the facts about values in the model's source code.
    ///   - isSource: whether the model was read from source code, so that all defaults are known.
    package func cloudKitViolations(
        inConfiguration configuration: String? = nil, values: SourceValues = .none,
        isSource: Bool = false
    ) -> [CloudKitViolation] {
        let mirrored = mirroredEntities(configuration)
        let isOpen = isSwiftData && !isSource
        return mirrored.flatMap { entity in
            entity.ownAttributes.compactMap { violation($0, of: entity, values, isOpen: isOpen) }
                + undefinedTypes(of: entity)
                + entity.ownRelationships.flatMap { violations($0, of: entity, configuration) }
                + entity.uniquenessConstraints.map {
                    CloudKitViolation(
                        .uniquenessConstraint, entity: entity.name,
                        property: $0.joined(separator: ", "))
                }
        }
    }

    /// Returns the number of entities, attributes, relationships and constraints that the rules check.
    package func cloudKitPlaces(inConfiguration configuration: String? = nil) -> Int {
        mirroredEntities(configuration).reduce(0) {
            $0 + 1 + $1.ownAttributes.count + $1.ownRelationships.count + $1.uniquenessConstraints.count
        }
    }

    /// Returns the entities of a configuration and their ancestors.
    private func mirroredEntities(_ configuration: String?) -> [EntityDescription] {
        guard let names = configuration.flatMap({ configurations[$0] }) else { return entities }
        return entities.filter { entity in
            descendants(of: entity).contains { names.contains($0.name) }
        }
    }

    // MARK: Attributes

    private func violation(
        _ attribute: AttributeDescription, of entity: EntityDescription, _ values: SourceValues,
        isOpen: Bool
    ) -> CloudKitViolation? {
        guard !attribute.isOptional, attribute.defaultValue == nil,
            !values.isMadeAtLaunch(attribute.name, entity: entity.name)
        else { return nil }
        if attribute.isComposite {
            let paths = Self.leafPaths(of: attribute)
            let hasDefault = paths.contains { path, leaf in
                leaf.defaultValue != nil
                    || values.defaultValue(of: path, entity: entity.name) != nil
            }
            guard !hasDefault, values.defaultValue(of: attribute.name, entity: entity.name) == nil
            else { return nil }
        } else if values.defaultValue(of: attribute.name, entity: entity.name) != nil {
            return nil
        }
        return CloudKitViolation(
            .requiredAttribute, entity: entity.name, property: attribute.name,
            isDoubtful: attribute.isComposite && isOpen || attribute.isTransient)
    }

    private static func leafPaths(
        of attribute: AttributeDescription, after prefix: String = ""
    ) -> [(path: String, leaf: AttributeDescription)] {
        let path = prefix + attribute.name
        guard attribute.isComposite else { return [(path, attribute)] }
        return attribute.elements.flatMap { leafPaths(of: $0, after: path + ".") }
    }

    private func undefinedTypes(of entity: EntityDescription) -> [CloudKitViolation] {
        let leaves = entity.ownAttributes.flatMap { Self.leafPaths(of: $0) }
        // A transient attribute may be undefined, since it is not mirrored.
        return leaves.filter { !$0.leaf.isTransient && [.undefined, .objectID].contains($0.leaf.type) }.map {
            CloudKitViolation(
                .undefinedType, entity: entity.name, property: $0.path, detail: $0.leaf.type.xcodeName)
        }
    }

    // MARK: Relationships

    private func violations(
        _ relationship: RelationshipDescription, of entity: EntityDescription,
        _ configuration: String?
    ) -> [CloudKitViolation] {
        func violation(_ rule: CloudKitRule, _ detail: String? = nil) -> CloudKitViolation {
            CloudKitViolation(rule, entity: entity.name, property: relationship.name, detail: detail)
        }
        var found: [CloudKitViolation] = []
        if !relationship.isOptional { found.append(violation(.requiredRelationship)) }
        if let inverse = inverse(of: relationship, in: entity) {
            if inverse.inverseRelationshipName != relationship.name {
                found.append(violation(.missingInverse, inverse.name))
            }
        } else {
            found.append(violation(.missingInverse))
        }
        if relationship.isOrdered { found.append(violation(.orderedRelationship)) }
        if relationship.deleteRule == .deny { found.append(violation(.denyDeleteRule)) }
        let looked = configuration.map { [$0] } ?? configurationNames
        for name in looked where leaves(relationship, of: entity, name) {
            found.append(violation(.relationshipAcrossConfigurations, name))
        }
        return found
    }

    /// Returns whether a configuration contains an entity, or one of its descendants, but not the destination.
    private func leaves(
        _ relationship: RelationshipDescription, of entity: EntityDescription, _ configuration: String
    ) -> Bool {
        guard let names = configurations[configuration],
            let destination = destination(of: relationship)
        else { return false }
        return descendants(of: entity).contains { names.contains($0.name) }
            && !descendants(of: destination).contains { names.contains($0.name) }
    }
}
