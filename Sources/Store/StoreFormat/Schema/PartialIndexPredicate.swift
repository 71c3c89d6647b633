import ObjectModel
import SQLite

/// The predicate of a partial index as SQL (docs/internals/format.md#indexes): comparisons of a property with a
/// constant, and compounds of them in parentheses.
struct PartialIndexPredicate {
    let schema: StoreSchema
    let entity: EntityDescription
    /// The limit of nested predicates.
    private static let depthLimit = 50

    /// Returns the SQL text; nil for a predicate whose text no store shows.
    func sql(_ predicate: Predicate, depth: Int = 0) -> String? {
        guard depth < Self.depthLimit else { return nil }
        switch predicate {
        case .and(let parts): return compound(parts, " AND ", depth: depth)
        case .or(let parts): return compound(parts, " OR ", depth: depth)
        case .comparison(let comparison): return sql(comparison)
        case .not, .truePredicate, .falsePredicate: return nil
        }
    }

    private func compound(_ parts: [Predicate], _ word: String, depth: Int) -> String? {
        let texts = parts.compactMap { sql($0, depth: depth + 1) }
        guard texts.count == parts.count, !texts.isEmpty else { return nil }
        return "(" + texts.joined(separator: word) + ")"
    }

    private func sql(_ comparison: Predicate.Comparison) -> String? {
        guard case .keyPath(let path) = comparison.left,
            let column = schema.indexedColumn(path, of: entity)?.schemaName,
            case .constant(let constant) = comparison.right, comparison.modifier == .direct,
            comparison.options.isEmpty
        else { return nil }
        if constant == .null {
            switch comparison.comparator {
            case .equalTo: return "\(column) IS NULL"
            case .notEqualTo: return "\(column) IS NOT NULL"
            default: return nil
            }
        }
        guard let symbol = symbol(comparison.comparator), let value = literal(constant) else {
            return nil
        }
        return "\(column) \(symbol) \(value)"
    }

    private func symbol(_ comparator: PredicateOperator) -> String? {
        switch comparator {
        case .lessThan: "<"
        case .lessThanOrEqualTo: "<="
        case .greaterThan: ">"
        case .greaterThanOrEqualTo: ">="
        case .equalTo: "="
        case .notEqualTo: "<>"
        default: nil
        }
    }

    private func literal(_ constant: PropertyValue) -> String? {
        switch constant {
        case .bool(let flag): flag ? "1" : "0"
        case .integer(let number): String(number)
        case .double(let number) where number.isFinite: String(number)
        case .string(let text): text.sqlLiteral
        default: nil
        }
    }
}
