/// A difference between a store and the model that describes it.
public enum LayoutProblem: Equatable, Sendable {
    /// The store has no number for the entity. The number of the rule (docs/internals/format.md#entity-numbers) is
    /// used.
    case missingEntityNumber(entity: String, assumed: Int)
    /// Two entities have the same number.
    case duplicateEntityNumber(entity: String, other: String, number: Int)
    /// There is no table for the entity.
    case missingTable(entity: String, expected: String)
    /// There is no column for the attribute or to-one relationship.
    case missingColumn(entity: String, property: String, table: String, expected: String)
    /// There is no column with the `Z_ENT` of the destination.
    case missingEntityColumn(entity: String, relationship: String, table: String, expected: String)
    /// There is no column with the order of the inverse to-many.
    case missingOrderColumn(entity: String, relationship: String, table: String, expected: String)
    /// There is no table for the many-to-many relationship, or it lacks its columns.
    case missingJoinTable(entity: String, relationship: String, expected: String)
    /// The to-many relationship has no place, because its inverse or its destination has none.
    case noStorage(entity: String, relationship: String)
    /// The property is at another place than the rule's. The store's place is used.
    case foundElsewhere(entity: String, property: String, expected: String, found: String)
}

extension LayoutProblem {
    /// The entity concerned.
    package var entityName: String {
        switch self {
        case .missingEntityNumber(let name, _), .duplicateEntityNumber(let name, _, _),
            .missingTable(let name, _), .missingColumn(let name, _, _, _),
            .missingEntityColumn(let name, _, _, _), .missingOrderColumn(let name, _, _, _),
            .missingJoinTable(let name, _, _), .noStorage(let name, _),
            .foundElsewhere(let name, _, _, _):
            name
        }
    }
}
