import ObjectLayer
import ObjectModel
import StoreFormat

/// Checks that all required attributes and to-one relationships have values (docs/internals/format.md#rows).
///
/// A composite attribute, such as a SwiftData enumeration or structure, is empty if all of its elements are
/// (docs/internals/format.md#rows). No required one is empty in real stores. The required elements of a composite are
/// checked only if the composite has a value.
struct RequiredPropertyCheck: RowCheck {
    let name = "required properties"
    let purpose = "properties that are not optional have values: the app could not save otherwise"

    func rules(of entity: EntityLayout, in store: VerifiedStore) throws -> [RowRule] {
        // A missing derived value is a matter of the derivation, not of the model's rule.
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

    /// A required value.
    private struct RequiredValue {
        let path: String
        /// The column of the value, or the columns of a composite's elements.
        let columns: [String]
        /// The columns of the enclosing composite, which may be empty as a whole.
        let inside: [String]
    }

    /// Returns the members of optional structures that are not optional in their source code.
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

    /// The maximum number of levels of a composite attribute.
    private static let depthLimit = 32
}
