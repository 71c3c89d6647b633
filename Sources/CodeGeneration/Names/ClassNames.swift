import ObjectModel

/// The classes of entities, and how types are written beside them.
struct ClassNames {
    private let names: [String: String]

    /// - Parameter areEntityNames: whether classes are called as their entities, whatever the model
    ///   says.
    /// - Throws: ``CodeGenerationError/sharedClass(name:entities:)``.
    init(_ model: ManagedObjectModel, areEntityNames: Bool) throws(CodeGenerationError) {
        var names: [String: String] = [:]
        var owners: [String: String] = [:]
        for entity in model.entities {
            let name =
                areEntityNames ? SwiftName.identifier(entity.name) : Self.className(of: entity)
            if let other = owners[name] {
                throw .sharedClass(name: name, entities: [other, entity.name])
            }
            owners[name] = entity.name
            names[entity.name] = name
        }
        self.names = names
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
