import ObjectModel

/// The classes of entities, and the spelling of other types beside them.
///
/// An entity may share the class of its superentity, for example `Asset` and `GenericAsset` of Photos. The class then
/// has the properties of both.
struct ClassNames {
    private let names: [String: String]
    /// The entities of each class, in the order of the model: the topmost first.
    private let entities: [String: [EntityDescription]]

    /// - Parameter areEntityNames: Whether each class has the name of its entity, whatever the model specifies.
    /// - Throws: ``CodeGenerationError/sharedClass(name:entities:)`` if two entities have the same class and neither is
    ///   the other's superentity.
    init(_ model: ManagedObjectModel, areEntityNames: Bool) throws(CodeGenerationError) {
        var names: [String: String] = [:]
        var entities: [String: [EntityDescription]] = [:]
        for entity in model.entities {
            let name =
                areEntityNames ? SwiftName.identifier(entity.name) : Self.className(of: entity)
            if let other = entities[name]?.first {
                // In a model, each entity is after its superentity.
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

    /// Returns the entities that use the class of an entity: the entity itself, and the subentities that share its
    /// class. Returns none for an entity that shares its superentity's class.
    func entities(ofClassOf entity: EntityDescription) -> [EntityDescription] {
        let all = entities[plainName(of: entity.name)] ?? [entity]
        return all.first?.name == entity.name ? all : []
    }

    /// Returns the entity of new objects of a class, which fetch requests also name. This is the topmost entity. If
    /// that is abstract, it is the only concrete entity, provided that all descendants share the class.
    func entityName(ofClassOf entity: EntityDescription) -> String {
        let all = entities(ofClassOf: entity)
        let concrete = all.filter { !$0.isAbstract }
        let inside = Set(all.map(\.name))
        guard entity.isAbstract, concrete.count == 1,
            all.allSatisfy({ $0.subentityNames.allSatisfy(inside.contains) })
        else { return entity.name }
        return concrete[0].name
    }

    /// Returns the class of an entity as an identifier, without backticks.
    func plainName(of entity: String) -> String { names[entity] ?? SwiftName.identifier(entity) }

    /// Returns the class of an entity as it is written in code.
    func name(of entity: String) -> String { SwiftName.escaped(plainName(of: entity)) }

    /// Returns the name of a module's type. The module is added if a class of the model has the same name.
    func type(_ name: String, of module: String) -> String {
        names.values.contains(name) ? "\(module).\(name)" : name
    }

    /// Returns the class name of the model, without the module (`.Item`, `App.Item`); the entity's name if the model
    /// has none.
    private static func className(of entity: EntityDescription) -> String {
        let parts = (entity.managedObjectClassName ?? "").split(separator: ".")
        return SwiftName.identifier(parts.last.map(String.init) ?? entity.name)
    }
}
