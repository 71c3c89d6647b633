import ObjectModel
import StoreFormat

/// The parts of two stores to compare, and the keys that identify objects.
package struct ComparisonChoice: Sendable {
    /// The attributes that identify the objects of an entity, by the entity's name.
    package var keys: [String: [String]]
    /// The keys that the stores record from their plans, for entities without a named key; nil if they are not read
    /// yet.
    package var notedKeys: [String: [String]]?
    /// The entities to compare, with their subentities; empty for all.
    package var entities: Set<String>
    /// The parts to leave out: `Entity`, `Entity.property`, or `property` for all entities.
    package var ignored: Set<String>
    /// Whether both sides of a one-to-one relationship, and lists that may contain a substitute, also count as
    /// differences of their objects.
    var reportsBothSides = false

    /// Creates a choice. By default, everything is compared.
    package init(
        keys: [String: [String]] = [:], entities: Set<String> = [], ignored: Set<String> = []
    ) {
        self.keys = keys
        self.entities = entities
        self.ignored = ignored
    }

    /// Returns the names in the choice that are in no model, as given.
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
        // Members of a to-many relationship identify no object.
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

    /// Returns whether an entity is compared.
    func includes(_ entity: EntityDescription, in model: ManagedObjectModel) -> Bool {
        let line = Self.line(of: entity, in: model)
        return (entities.isEmpty || line.contains(where: entities.contains))
            && !line.contains(where: ignored.contains)
    }

    /// Returns whether a property of an entity is compared.
    func includes(_ property: String, of entity: EntityDescription, in model: ManagedObjectModel) -> Bool {
        let names = [property, String(property.prefix { $0 != "." })]
        let line = Self.line(of: entity, in: model)
        return !names.contains { name in
            ignored.contains(name) || line.contains { ignored.contains("\($0).\(name)") }
        }
    }

    /// Returns the named key of an entity, or of its nearest ancestor with one.
    package func namedKey(of entity: EntityDescription, in model: ManagedObjectModel) -> [String]? {
        Self.line(of: entity, in: model).lazy.compactMap { keys[$0] }.first
    }

    /// Returns the named key of an entity, or else the key that an edition's plan uses.
    package func key(of entity: EntityDescription, in model: ManagedObjectModel) -> [String]? {
        if let named = namedKey(of: entity, in: model) { return named }
        let noted = Self.line(of: entity, in: model).lazy.compactMap { notedKeys?[$0] }.first
        // The recorded key may belong to another version of the model, or be invalid.
        let isKnown = noted?.allSatisfy { name in
            switch entity.property(named: String(name.prefix { $0 != "." })) {
            case .attribute?: true
            case .relationship(let relationship)?: !relationship.isToMany
            default: false
            }
        }
        return isKnown == true ? noted : nil
    }

    /// Returns all keys that identify the objects of an entity: the named key, or else the plan's and the model's
    /// constraints.
    package func identifying(_ entity: EntityDescription, in model: ManagedObjectModel) -> [[String]] {
        if let key = namedKey(of: entity, in: model) { return [key] }
        return [key(of: entity, in: model)].compactMap(\.self) + model.uniquenessConstraints(of: entity)
    }

    /// Returns the choice with the keys that two editions record. The newer edition has precedence.
    package func noting(_ old: OpenedStore, _ new: OpenedStore) -> ComparisonChoice {
        var choice = self
        let notes = [old, new].map { EditionNote(of: $0.inspection)?.keys ?? [:] }
        choice.notedKeys = notedKeys ?? notes[0].merging(notes[1]) { _, newer in newer }
        return choice
    }

    /// Returns the names of an entity and of its ancestors.
    private static func line(of entity: EntityDescription, in model: ManagedObjectModel) -> [String] {
        model.lineage(of: entity).map(\.name)
    }
}
