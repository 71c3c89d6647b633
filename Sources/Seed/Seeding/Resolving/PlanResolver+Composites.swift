import Inputs
import ObjectModel
import SQLite
import StoreFormat

/// A composite attribute that is not optional: an enumeration or a structure of SwiftData. Each of its elements may
/// be optional, but an app cannot read an object without any of them.
struct RequiredComposite {
    /// The attribute's name, or the dotted path to a composite within a composite.
    let path: String
    /// The columns of its elements.
    let columns: [String]
}

/// A member of a structure that must have a value if any other member has one. The source code requires it, while the
/// model marks the members of optional structures as optional.
struct RequiredMember {
    let path: String
    let column: String
    /// The columns of the whole structure.
    let inside: [String]
    /// Whether a constant of the plan gives each structure a value.
    let isAlwaysInside: Bool
}

extension PlanResolver {
    /// Returns the composites that must have at least one element in each object.
    ///
    /// A default changes nothing: that of `var tags = Tags()` is an empty dictionary, which names no element, and no
    /// required composite of a real store is empty (docs/internals/format.md#rows).
    private func requiredComposites(of entity: EntityLayout) -> [RequiredComposite] {
        entity.composites.filter { !$0.attribute.isOptional && !$0.attribute.isTransient }
            .map { RequiredComposite(path: $0.path, columns: $0.columns.map(\.column)) }
    }

    /// Returns the required composites that rows may leave without a value.
    func composites(of entity: EntityLayout, values: [ResolvedValue]) -> [RequiredComposite] {
        requiredComposites(of: entity).filter { composite in
            !values.contains { value in
                guard composite.columns.contains(value.column), value.derivation == nil,
                    case .constant(let constant) = value.origin
                else { return false }
                return constant != .null
            }
        }
    }

    /// Returns the required members of structures that rows may leave empty while they fill other members.
    ///
    /// Reports those that the plan leaves out although it names others.
    func requiredMembers(
        of entity: EntityLayout, values: [ResolvedValue], at location: SeedIssue.Location
    ) -> [RequiredMember] {
        guard !reference.sourceValues.isEmpty else { return [] }
        let given = Dictionary(
            values.map { ($0.column, $0) }, uniquingKeysWith: { first, _ in first })
        func isConstant(_ column: String) -> Bool {
            guard case .constant(let constant)? = given[column]?.origin else { return false }
            return constant != .null
        }
        var members: [RequiredMember] = []
        for composite in entity.composites where composite.enumeration == nil {
            let columns = composite.columns.map(\.column)
            guard columns.contains(where: { given[$0]?.origin.cell != nil || isConstant($0) }) else {
                continue
            }
            for column in composite.columns
            where reference.sourceValues.isRequired(column.path, entity: entity.name)
                && column.attribute.isOptional && !isConstant(column.column)
            {
                guard given[column.column] != nil else {
                    issues.add(
                        SeedIssue(
                            .model(.missingRequiredProperty), at: location, entity: entity.name,
                            property: column.path))
                    continue
                }
                members.append(
                    RequiredMember(
                        path: column.path, column: column.column, inside: columns,
                        isAlwaysInside: columns.contains(where: isConstant)))
            }
        }
        return members
    }

    /// Returns the required composites without any element in the plan.
    ///
    /// - Parameter named: the properties that the plan names.
    func unmappedComposites(_ entity: EntityLayout, named: Set<String>) -> [String] {
        requiredComposites(of: entity).filter { composite in
            let elements = entity.attributes.filter { composite.columns.contains($0.column) }
            // A required element is reported by its own name.
            return !named.contains(composite.path)
                && !elements.contains { named.contains($0.path) || isRequired($0) }
                && !elements.contains { modelDefault(of: $0, entity) != nil }
        }.map(\.path)
    }
}
