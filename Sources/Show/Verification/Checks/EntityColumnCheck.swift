import ObjectLayer
import StoreFormat

/// Checks that a to-one relationship to an entity with subentities has the `Z_ENT` of its destination in the entity
/// column (docs/internals/format.md#relationships).
struct EntityColumnCheck: RowCheck {
    let name = "entity columns"
    let purpose = "a to-one relationship to an inherited entity also stores the target's entity"
    let isAboutObjects = true

    func rules(of entity: EntityLayout, in store: VerifiedStore) throws -> [RowRule] {
        try entity.toOnes.compactMap { toOne in
            guard let entityColumn = toOne.entityColumn,
                let destination = store.layout.entity(named: toOne.destinationName),
                store.has(destination.table)
            else { return nil }
            let keys = try store.keys(of: destination)
            let columns = [toOne.column, entityColumn]
            return RowRule(toOne.relationship.name, columns: columns) { row, indices in
                let number = row.isNull(at: indices[1]) ? nil : row.integer(at: indices[1])
                guard !row.isNull(at: indices[0]) else {
                    guard let number else { return .absent }
                    return .wrong("refers to no object, but \(entityColumn) is \(number)")
                }
                // Another check reports a missing destination.
                guard case .entity(let actual?) = keys[row.integer(at: indices[0])] else {
                    return number == nil ? .wrong("\(entityColumn) is NULL") : .sound
                }
                if let number, number == Int64(actual) { return .sound }
                return .wrong(
                    "\(entityColumn) is \(number.map(String.init) ?? "NULL"), "
                        + "the target's Z_ENT \(actual)")
            }
        }
    }
}
