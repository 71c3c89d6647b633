import ObjectModel
import StoreFormat

/// What of two stores is compared, and what says which objects belong together.
package struct ComparisonChoice: Sendable {
    /// The attributes that tell objects of an entity apart, by the entity's name.
    package var keys: [String: [String]]
    /// What the plans of the stores note, where no key is named; nil where that is still to be read.
    package var notedKeys: [String: [String]]?
    /// The entities to compare, with their subentities; empty for all.
    package var entities: Set<String>
    /// What is left out: `Entity`, `Entity.property` or `property`, of all entities.
    package var ignored: Set<String>
    /// Whether objects differ, too, where the other side tells a one-to-one relationship, or a list in which something may
    /// stand for another member.
    var tellsBothSides = false

    /// Chooses everything that is not chosen otherwise.
    package init(
        keys: [String: [String]] = [:], entities: Set<String> = [], ignored: Set<String> = []
    ) {
        self.keys = keys
        self.entities = entities
        self.ignored = ignored
    }

    /// The names in the choice that a model does not have, as they were given.
    package func unknownNames(in models: [ManagedObjectModel]) -> [String] {
        func isEntity(_ name: String) -> Bool { models.contains { $0.entity(named: name) != nil } }
        func isProperty(_ name: String, of entity: String?) -> Bool {
            let first = String(name.prefix { $0 != "." })
            return models.contains { model in
                model.entities.contains {
                    (entity == nil || $0.name == entity) && $0.property(named: first) != nil
                }
            }
        }
        // Members of a to-many relationship tell nothing apart.
        func isPart(_ name: String, of entity: String) -> Bool {
            let first = String(name.prefix { $0 != "." })
            return models.contains { model in
                guard let entity = model.entity(named: entity) else { return false }
                return entity.attribute(named: first) != nil
                    || entity.relationship(named: name)?.isToMany == false
            }
        }
        var unknown = entities.filter { !isEntity($0) }.sortedInBinaryOrder()
        for name in ignored.sortedInBinaryOrder() where !isEntity(name) && !isProperty(name, of: nil) {
            let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
            if parts.count < 2 || !isProperty(parts[1], of: parts[0]) { unknown.append(name) }
        }
        for (entity, attributes) in keys.sorted(by: { $0.key.precedesInBinaryOrder($1.key) }) {
            guard isEntity(entity) else {
                unknown.append(entity)
                continue
            }
            unknown += attributes.filter { !isPart($0, of: entity) }.map { "\(entity).\($0)" }
        }
        return unknown
    }

    /// Whether an entity is compared.
    func includes(_ entity: EntityDescription, in model: ManagedObjectModel) -> Bool {
        let line = Self.line(of: entity, in: model)
        return (entities.isEmpty || line.contains(where: entities.contains))
            && !line.contains(where: ignored.contains)
    }

    /// Whether a property of an entity is compared.
    func includes(_ property: String, of entity: EntityDescription, in model: ManagedObjectModel) -> Bool {
        let names = [property, String(property.prefix { $0 != "." })]
        let line = Self.line(of: entity, in: model)
        return !names.contains { name in
            ignored.contains(name) || line.contains { ignored.contains("\($0).\(name)") }
        }
    }

    /// The key of an entity that was named, or of the nearest one that it inherits from.
    package func namedKey(of entity: EntityDescription, in model: ManagedObjectModel) -> [String]? {
        Self.line(of: entity, in: model).lazy.compactMap { keys[$0] }.first
    }

    /// The key of an entity that was named, else what the plan of an edition tells its objects apart by.
    package func key(of entity: EntityDescription, in model: ManagedObjectModel) -> [String]? {
        if let named = namedKey(of: entity, in: model) { return named }
        let noted = Self.line(of: entity, in: model).lazy.compactMap { notedKeys?[$0] }.first
        // Of another version of the model, or of nobody's.
        let isKnown = noted?.allSatisfy { name in
            switch entity.property(named: String(name.prefix { $0 != "." })) {
            case .attribute?: true
            case .relationship(let relationship)?: !relationship.isToMany
            default: false
            }
        }
        return isKnown == true ? noted : nil
    }

    /// What tells the objects of an entity apart: a key that was named, else the plan's, and the model's constraints.
    package func identifying(_ entity: EntityDescription, in model: ManagedObjectModel) -> [[String]] {
        if let key = namedKey(of: entity, in: model) { return [key] }
        return [key(of: entity, in: model)].compactMap(\.self) + model.uniquenessConstraints(of: entity)
    }

    /// The same with what the notes of two editions say, the newer one first.
    package func noting(_ old: OpenedStore, _ new: OpenedStore) -> ComparisonChoice {
        var choice = self
        let notes = [old, new].map { EditionNote(of: $0.inspection)?.keys ?? [:] }
        choice.notedKeys = notedKeys ?? notes[0].merging(notes[1]) { _, newer in newer }
        return choice
    }

    /// The name of an entity and those of all that it inherits from.
    private static func line(of entity: EntityDescription, in model: ManagedObjectModel) -> [String] {
        model.lineage(of: entity).map(\.name)
    }
}
