import StoreFormat

/// Where a store does not show what its model describes, in words.
enum LayoutProblemText {
    static func describe(_ problem: LayoutProblem) -> String {
        switch problem {
        case .missingEntityNumber(let entity, let assumed):
            "\(entity): Z_PRIMARYKEY gives it no number; \(assumed) is assumed"
        case .duplicateEntityNumber(let entity, let other, let number):
            "\(entity) and \(other) both have the number \(number)"
        case .missingTable(let entity, let expected): "\(entity): there is no table \(expected)"
        case .missingColumn(let entity, let property, let table, let expected):
            "\(entity).\(property): \(table) has no column \(expected)"
        case .missingEntityColumn(let entity, let relationship, let table, let expected):
            "\(entity).\(relationship): \(table) has no entity column \(expected)"
        case .missingOrderColumn(let entity, let relationship, let table, let expected):
            "\(entity).\(relationship): \(table) has no order column \(expected)"
        case .missingJoinTable(let entity, let relationship, let expected):
            "\(entity).\(relationship): there is no join table \(expected)"
        case .noStorage(let entity, let relationship):
            "\(entity).\(relationship): the store holds nothing of it"
        case .foundElsewhere(let entity, let property, let expected, let found):
            "\(entity).\(property): in \(found), not in \(expected)"
        }
    }
}
