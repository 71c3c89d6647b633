import ObjectLayer
import SQLite
import StoreFormat

/// Every row names a concrete entity of its table's family in `Z_ENT` (docs/format.md#rows).
struct EntityCheck: RowCheck {
    let name = "Z_ENT"
    let purpose = "every row belongs to a concrete entity of its table"
    let isAboutObjects = true

    func rules(ofTableOf root: EntityLayout, in store: VerifiedStore) throws -> [RowRule] {
        let allowed = Set(store.concreteNumbers(ofFamily: root).map(Int64.init))
        // Most families have few entities, and each row asks: no need to hash.
        let few = allowed.count <= 8 ? Array(allowed) : []
        return [
            RowRule { row, _ in
                guard let number = row.entityNumber else {
                    return .wrong("Z_ENT is \(row.entityValue.shortText)")
                }
                guard !few.contains(number), !allowed.contains(number) else { return .sound }
                return .wrong("Z_ENT is \(number), \(store.name(ofEntityNumbered: number))")
            }
        ]
    }
}
