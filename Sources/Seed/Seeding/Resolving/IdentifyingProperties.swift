import StoreFormat

/// The stored properties by which a plan identifies the objects of an entity: those of `unique:`, else the stored
/// `key:` of a load, else the properties by which other rows find the objects.
struct IdentifyingProperties {
    /// The properties by the entity's name.
    private(set) var names: [String: [String]] = [:]

    init(of loads: [ResolvedLoad]) {
        for load in loads {
            for rows in load.variants {
                let unique = load.plan.unique == nil ? nil : rows.uniques.first { $0.resolvesConflicts }
                add(rows.entity.name, unique?.parts.map(\.path) ?? [])
            }
        }
        for load in loads {
            for rows in load.variants {
                guard let key = load.key else { continue }
                let value = rows.values.first { $0.origin.cell == key && $0.derivation == nil }
                add(rows.entity.name, [value?.path].compactMap(\.self))
            }
        }
        for target in loads.flatMap(\.variants).flatMap(\.targets) {
            add(target.destination.name, target.parts.map(\.path))
        }
    }

    /// Adds the properties of an entity, unless it already has some.
    private mutating func add(_ entity: String, _ properties: [String]) {
        if names[entity] == nil, !properties.isEmpty { names[entity] = properties }
    }
}
