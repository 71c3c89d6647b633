import ObjectModel

/// The number of each entity in a store (`Z_ENT`), and the entities in the order of their numbers.
struct EntityNumbers: Sendable {
    /// The numbers by entity name.
    let byName: [String: Int]
    /// The entities in the order of their numbers.
    let entities: [EntityDescription]

    /// Creates the model's numbers (docs/internals/format.md#entity-numbers), replaced by a store's if it has other
    /// ones.
    init(model: ManagedObjectModel, stored: [String: Int] = [:]) {
        var numbers: [String: Int] = [:]
        for entity in model.entities { numbers[entity.name] = stored[entity.name] ?? entity.number }
        byName = numbers
        entities = model.entities.sorted {
            (numbers[$0.name] ?? 0, $0.number) < (numbers[$1.name] ?? 0, $1.number)
        }
    }

    /// Returns the number of an entity; 0 for one that is not in the model.
    func number(of entityName: String) -> Int { byName[entityName] ?? 0 }
}
