import ObjectLayer
import ObjectModel
import StoreFormat

/// Checks that every value of a SwiftData enumeration is one of its cases (docs/start/swiftdata.md#seeding). For an
/// enumeration without raw values, at most one column has a value, which is the name of its case. The raw values of
/// others are known from source code.
struct EnumerationCheck: RowCheck {
    let name = "enumerations"
    let purpose = "values of enumerations are cases, because the app cannot read others"

    func rules(of entity: EntityLayout, in store: VerifiedStore) throws -> [RowRule] {
        let plain = entity.composites.compactMap { composite -> RowRule? in
            composite.plainCases.map { Self.rule(composite, $0) }
        }
        let raw = entity.attributes.compactMap { attribute -> RowRule? in
            guard
                case .enumeration(let cases)? = store.sourceValues.form(
                    of: attribute.path, entity: entity.name)
            else { return nil }
            return Self.rule(attribute, cases)
        }
        return plain + raw
    }

    private static func rule(_ composite: CompositeLayout, _ cases: [String]) -> RowRule {
        RowRule(composite.path, columns: composite.columns.map(\.column)) { row, indices in
            let chosen = indices.indices.filter { !row.isNull(at: indices[$0]) }
            guard let first = chosen.first else { return .absent }
            guard chosen.count == 1 else {
                let names = chosen.map { cases[$0] }.joined(separator: ", ")
                return .wrong("has several cases: \(names)")
            }
            let isCase = row.withText(at: indices[first]) { bytes in
                bytes?.elementsEqual(cases[first].utf8) ?? false
            }
            guard !isCase else { return .sound }
            return .wrong(
                "\(row.value(at: indices[first]).shortText) is in the column of the case "
                    + cases[first])
        }
    }

    private static func rule(_ attribute: AttributeColumn, _ cases: [SourceValues.Case]) -> RowRule {
        let values = Set(cases.map(\.rawValue))
        return RowRule(attribute.path, columns: [attribute.column]) { row, indices in
            guard !row.isNull(at: indices[0]) else { return .absent }
            guard
                case .attribute(let value) = row.storedValue(at: indices[0], of: attribute.attribute),
                values.contains(value)
            else {
                return .wrong(
                    "\(row.value(at: indices[0]).shortText) is not a case of the enumeration")
            }
            return .sound
        }
    }
}
