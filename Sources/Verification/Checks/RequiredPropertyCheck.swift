import ObjectLayer
import ObjectModel
import StoreFormat

/// No attribute or to-one relationship that the model calls non-optional is empty (docs/format.md#rows).
///
/// A composite attribute, such as an enumeration or a structure of SwiftData's, is empty where all
/// of its elements are (docs/format.md#rows): of the required ones in real stores none is. What is
/// required inside of one is looked at where it has a value at all.
struct RequiredPropertyCheck: RowCheck {
    let name = "required properties"
    let purpose = "properties that are not optional have values: the app could not save otherwise"

    func rules(of entity: EntityLayout, in store: VerifiedStore) throws -> [RowRule] {
        // A derived value that is missing concerns the derivation, not the model's rule.
        let attributes = (store.model.entity(named: entity.name)?.attributes ?? [])
            .filter { !$0.isDerived && !$0.isTransient }
            .flatMap { Self.required($0, path: $0.name, inside: nil, of: entity) }
        let toOnes = entity.toOnes.filter { !$0.relationship.isOptional }
            .map { RequiredValue(path: $0.relationship.name, columns: [$0.column], inside: []) }
        return (attributes + toOnes + Self.members(of: entity, in: store)).map { required in
            let count = required.columns.count
            guard count + required.inside.count > 1 else {
                return RowRule(required.path, columns: required.columns) { row, indices in
                    row.isNull(at: indices[0]) ? .wrong(Self.words) : .sound
                }
            }
            return RowRule(required.path, columns: required.columns + required.inside) {
                row, indices in
                guard indices.prefix(count).allSatisfy({ row.isNull(at: $0) }) else { return .sound }
                let isInside =
                    count == indices.count
                    || indices.dropFirst(count).contains { !row.isNull(at: $0) }
                return isInside ? .wrong(Self.words) : .absent
            }
        }
    }

    private static let words = "has no value, but is not optional"

    /// A value that must be there.
    private struct RequiredValue {
        let path: String
        /// Its columns: one, or those of a composite's elements.
        let columns: [String]
        /// The columns of the composite it is an element of, which may be empty as a whole.
        let inside: [String]
    }

    /// The members of optional structures that their source calls not optional.
    private static func members(of entity: EntityLayout, in store: VerifiedStore) -> [RequiredValue] {
        guard !store.sourceValues.isEmpty else { return [] }
        return entity.composites.filter { $0.enumeration == nil }.flatMap { composite in
            composite.columns.filter { column in
                column.attribute.isOptional
                    && store.sourceValues.isRequired(column.path, entity: entity.name)
            }.map { column in
                RequiredValue(
                    path: column.path, columns: [column.column],
                    inside: composite.columns.map(\.column))
            }
        }
    }

    private static func required(
        _ attribute: AttributeDescription, path: String, inside: [String]?, of entity: EntityLayout,
        depth: Int = 0
    ) -> [RequiredValue] {
        let columns =
            entity.attribute(path).map { [$0.column] }
            ?? entity.attributes.filter { $0.path.hasPrefix(path + ".") }.map(\.column)
        guard !columns.isEmpty, depth < depthLimit else { return [] }
        let own = RequiredValue(path: path, columns: columns, inside: inside ?? [])
        return (attribute.isOptional ? [] : [own])
            + attribute.elements.flatMap {
                required(
                    $0, path: path + "." + $0.name, inside: columns, of: entity, depth: depth + 1)
            }
    }

    /// No composite attribute has more levels.
    private static let depthLimit = 32
}
