import ObjectLayer
import ObjectModel
import StoreFormat

/// Checks that every row has a concrete entity of its table's family in `Z_ENT` (docs/internals/format.md#rows).
struct EntityCheck: RowCheck {
    let name = "Z_ENT"
    let purpose = "every row belongs to a concrete entity of its table"
    let isAboutObjects = true

    func rules(ofTableOf root: EntityLayout, in store: VerifiedStore) throws -> [RowRule] {
        let allowed = Set(store.concreteNumbers(ofFamily: root).map(Int64.init))
        // Most families have few entities: a linear search for each row is faster than hashing.
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

    /// Returns a rule for values in the columns of other entities in the table. Such a value is never read, and it may
    /// be a sign that the row's `Z_ENT` is wrong.
    func rules(of entity: EntityLayout, in store: VerifiedStore) throws -> [RowRule] {
        guard let root = store.layout.entity(named: entity.rootName) else { return [] }
        var known = Set(entity.attributes.map(\.column) + entity.toOnes.map(\.column))
        var foreign: [(column: String, property: String, attribute: AttributeDescription?)] = []
        for number in root.familyNumbers {
            guard let other = store.layout.entity(numbered: number) else { continue }
            for attribute in other.attributes where known.insert(attribute.column).inserted {
                foreign.append((attribute.column, "\(other.name).\(attribute.path)", attribute.attribute))
            }
            for toOne in other.toOnes where known.insert(toOne.column).inserted {
                foreign.append((toOne.column, "\(other.name).\(toOne.relationship.name)", nil))
            }
        }
        guard !foreign.isEmpty else { return [] }
        return [
            RowRule(columns: foreign.map(\.column)) { row, indices in
                let first = indices.indices.first { position in
                    guard !row.isNull(at: indices[position]) else { return false }
                    // A migration gives all rows of a table the default of a new attribute.
                    guard let attribute = foreign[position].attribute, let value = attribute.defaultValue
                    else { return true }
                    return row.storedValue(at: indices[position], of: attribute) != .attribute(value)
                }
                guard let first else { return .sound }
                return .doubtful(
                    "has a value for \(foreign[first].property), which \(entity.name) does not "
                        + "have")
            }
        ]
    }
}
