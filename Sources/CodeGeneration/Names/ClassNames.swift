import ObjectModel

/// The classes of entities, and how types are written beside them.
///
/// An entity may have the class of its superentity, as `Asset` and `GenericAsset` of Photos do: the
/// class then has the properties of both.
struct ClassNames {
    private let names: [String: String]
    /// The entities of each class, in the order of the model: the topmost first.
    private let entities: [String: [EntityDescription]]

    /// - Parameter areEntityNames: whether classes are called as their entities, whatever the model
    ///   says.
    /// - Throws: ``CodeGenerationError/sharedClass(name:entities:)`` where two entities have the
    ///   same class and neither is the other's superentity.
    init(_ model: ManagedObjectModel, areEntityNames: Bool) throws(CodeGenerationError) {
        var names: [String: String] = [:]
        var entities: [String: [EntityDescription]] = [:]
        for entity in model.entities {
            let name =
                areEntityNames ? SwiftName.identifier(entity.name) : Self.className(of: entity)
            if let other = entities[name]?.first {
                // A model's entities stand behind their superentities.
                let parent = areEntityNames ? nil : entity.superentityName.flatMap { names[$0] }
                guard parent == name else {
                    throw .sharedClass(name: name, entities: [other.name, entity.name])
                }
            }
            entities[name, default: []].append(entity)
            names[entity.name] = name
        }
        self.names = names
        self.entities = entities
    }

    /// The entities whose class an entity has: itself, and those that inherit its class. None for
    /// one that has its superentity's class.
    func entities(ofClassOf entity: EntityDescription) -> [EntityDescription] {
        let all = entities[plainName(of: entity.name)] ?? [entity]
        return all.first?.name == entity.name ? all : []
    }

    /// The entity that new objects of a class are of, and that requests name: the topmost, unless
    /// that is abstract and all its descendants are of the class, of which one is not.
    func entityName(ofClassOf entity: EntityDescription) -> String {
        let all = entities(ofClassOf: entity)
        let concrete = all.filter { !$0.isAbstract }
        let inside = Set(all.map(\.name))
        guard entity.isAbstract, concrete.count == 1,
            all.allSatisfy({ $0.subentityNames.allSatisfy(inside.contains) })
        else { return entity.name }
        return concrete[0].name
    }

    /// The class of an entity as an identifier, without backticks.
    func plainName(of entity: String) -> String { names[entity] ?? SwiftName.identifier(entity) }

    /// The class of an entity as it is written.
    func name(of entity: String) -> String { SwiftName.escaped(plainName(of: entity)) }

    /// The name of a type of a module, with the module where a class of the model has the same.
    func type(_ name: String, of module: String) -> String {
        names.values.contains(name) ? "\(module).\(name)" : name
    }

    /// What the model calls the class, without the module (`.Item`, `App.Item`); the entity's name
    /// where it says nothing.
    private static func className(of entity: EntityDescription) -> String {
        let parts = (entity.managedObjectClassName ?? "").split(separator: ".")
        return SwiftName.identifier(parts.last.map(String.init) ?? entity.name)
    }
}
