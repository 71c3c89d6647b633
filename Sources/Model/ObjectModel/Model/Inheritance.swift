import Files

/// Sorts entities by their numbers and adds inherited properties.
struct Inheritance {
    /// The limit of levels, which no real model reaches. It guards against files made to exhaust memory.
    static let depthLimit = Limits.entityLevels.most
    /// The numbers from 16001 on belong to history tables (docs/internals/format.md#entity-numbers).
    static let entityLimit = Limits.entities.most
    /// The limit of own and inherited properties of all entities together.
    static let propertyLimit = Limits.properties.most

    let entities: [EntityDescription]

    /// Returns the entities with their numbers, subentities and inherited properties, in the order of their numbers.
    ///
    /// - Throws: ``ModelError``.
    func resolved() throws -> [EntityDescription] {
        guard entities.count <= Self.entityLimit else {
            throw ModelError(.tooMany(what: "entities", limit: Self.entityLimit))
        }
        var byName: [String: EntityDescription] = [:]
        for entity in entities {
            guard byName.updateValue(entity, forKey: entity.name) == nil else {
                throw ModelError(.duplicateEntity(entity.name))
            }
            try checkOwnProperties(of: entity)
        }
        var roots: [EntityDescription] = []
        var children: [String: [EntityDescription]] = [:]
        for entity in entities {
            guard let parent = entity.superentityName else {
                roots.append(entity)
                continue
            }
            guard byName[parent] != nil else {
                throw ModelError(.unknownSuperentity(entity: entity.name, superentity: parent))
            }
            children[parent, default: []].append(entity)
        }
        let result = try ordered(roots: roots, children: children)
        // An entity that is not reached from a root inherits from itself.
        if result.count < entities.count {
            let reached = Set(result.map(\.name))
            let lost = entities.map(\.name).filter { !reached.contains($0) }.sortedInBinaryOrder()
            throw ModelError(.inheritanceCycle(entity: lost.first ?? ""))
        }
        return result
    }

    private func ordered(
        roots: [EntityDescription], children: [String: [EntityDescription]]
    ) throws -> [EntityDescription] {
        struct Visit {
            let entity: EntityDescription
            let inherited: [PropertyDescription]
            let depth: Int
        }
        var result: [EntityDescription] = []
        var propertyCount = 0
        // The loop uses a stack of its own, whose last visit is the next one.
        var visits = siblings(roots).reversed().map { Visit(entity: $0, inherited: [], depth: 1) }
        while let visit = visits.popLast() {
            guard visit.depth <= Self.depthLimit else {
                throw ModelError(
                    .inheritanceTooDeep(entity: visit.entity.name, limit: Self.depthLimit))
            }
            propertyCount += visit.entity.ownProperties.count + visit.inherited.count
            guard propertyCount <= Self.propertyLimit else {
                throw ModelError(.tooMany(what: "properties", limit: Self.propertyLimit))
            }
            var entity = visit.entity
            let subentities = siblings(children[entity.name] ?? [])
            entity.number = result.count + 1
            entity.subentityNames = subentities.map(\.name)
            entity.inherit(visit.inherited)
            result.append(entity)
            visits += subentities.reversed().map {
                Visit(entity: $0, inherited: entity.properties, depth: visit.depth + 1)
            }
        }
        return result
    }

    /// Sorts siblings by their names in lower case (docs/internals/format.md#entity-numbers), and names that differ in
    /// case only in binary order.
    private func siblings(_ entities: [EntityDescription]) -> [EntityDescription] {
        entities.map { (key: $0.name.lowercased(), entity: $0) }
            .sorted {
                $0.key == $1.key
                    ? $0.entity.name.precedesInBinaryOrder($1.entity.name)
                    : $0.key.precedesInBinaryOrder($1.key)
            }
            .map(\.entity)
    }

    private func checkOwnProperties(of entity: EntityDescription) throws {
        var names: Set<String> = []
        for property in entity.ownProperties {
            guard names.insert(property.name).inserted else {
                throw ModelError(
                    .duplicateProperty(entity: entity.name, property: property.name))
            }
        }
    }
}
