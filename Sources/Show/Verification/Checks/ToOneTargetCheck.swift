import ObjectLayer
import StoreFormat

/// Checks that the destination of every to-one relationship exists and has the right entity.
struct ToOneTargetCheck: RowCheck {
    let name = "to-one targets"
    let purpose = "every to-one relationship leads to an existing object of the right entity"
    let isAboutObjects = true

    func obstacle(on store: VerifiedStore) -> String? { store.lacksRelationships }

    func rules(of entity: EntityLayout, in store: VerifiedStore) throws -> [RowRule] {
        try entity.toOnes.compactMap { toOne in
            guard let destination = store.layout.entity(named: toOne.destinationName),
                store.has(destination.table)
            else { return nil }
            let keys = try store.keys(of: destination)
            let family = destination.familyNumbers
            return RowRule(toOne.relationship.name, columns: [toOne.column]) { row, indices in
                guard !row.isNull(at: indices[0]) else { return .absent }
                let key = row.integer(at: indices[0])
                if case .entity(let number?) = keys[key], family.contains(number) { return .sound }
                guard let problem = try store.problem(ofTarget: key, keys, destination) else {
                    return .sound
                }
                return .wrong(target: "\(destination.name) p\(key)", problem)
            }
        }
    }
}
