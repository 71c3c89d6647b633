import ObjectModel

/// The numbers that a store gives to the entities of a model.
struct StoredNumbers {
    /// The number of every entity of the model.
    private(set) var numbers: [String: Int] = [:]
    private(set) var problems: [LayoutProblem] = []

    init(model: ManagedObjectModel, entityNumbers: [String: Int]) {
        for entity in model.entities {
            // A migrated store may know an entity by its former name only (docs/format.md#migrated-stores).
            let former = entity.renamingIdentifier.flatMap { entityNumbers[$0] }
            numbers[entity.name] = entityNumbers[entity.name] ?? former
        }
        var owners: [Int: String] = [:]
        for entity in model.entities {
            guard let number = numbers[entity.name] else { continue }
            guard let other = owners.updateValue(entity.name, forKey: number) else { continue }
            problems.append(
                .duplicateEntityNumber(entity: entity.name, other: other, number: number))
        }
        assume(for: model, owners: owners)
    }

    /// The rule's number where the store gives none, or a free one where another entity has that.
    private mutating func assume(for model: ManagedObjectModel, owners: [Int: String]) {
        var next = max(model.entities.count, owners.keys.max() ?? 0)
        for entity in model.entities where numbers[entity.name] == nil {
            var number = entity.number
            if owners[number] != nil {
                // No entity of a store has such a number; one of them cannot be the greatest.
                next = next == Int.max ? next : next + 1
                number = next
            }
            numbers[entity.name] = number
            problems.append(.missingEntityNumber(entity: entity.name, assumed: number))
        }
    }
}
