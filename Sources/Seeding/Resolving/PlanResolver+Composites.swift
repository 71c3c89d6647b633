import ObjectModel
import SQLite
import Sources
import StoreFormat

/// A composite attribute that is not optional: an enumeration or a structure of SwiftData. Its
/// elements may each be optional, but an object without any has no value that an app could read.
struct RequiredComposite {
    /// The attribute's name, or the dotted path to a composite within a composite.
    let path: String
    /// The columns of its elements.
    let columns: [String]
}

/// A member of a structure that must have a value where any other has one: its source says so, while the
/// model calls the members of optional structures optional.
struct RequiredMember {
    let path: String
    let column: String
    /// The columns of the whole structure.
    let inside: [String]
    /// Whether a constant of the plan gives each structure a value.
    let isAlwaysInside: Bool
}

extension PlanResolver {
    /// The composites of which an object must have some element.
    ///
    /// A default changes nothing: that of `var tags = Tags()` is an empty dictionary, which names
    /// no element, and no required composite of a real store is empty (docs/format.md#rows).
    private func requiredComposites(of entity: EntityLayout) -> [RequiredComposite] {
        entity.composites.filter { !$0.attribute.isOptional && !$0.attribute.isTransient }
            .map { RequiredComposite(path: $0.path, columns: $0.columns.map(\.column)) }
    }

    /// The composites that rows may leave without a value.
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

    /// The members of structures that rows may leave without a value where they give others one.
    ///
    /// Reports those that the plan leaves out, although it names others.
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

    /// Reports the composites that must have a value and of which the plan names no element.
    ///
    /// - Parameter named: the properties that the plan names.
    func reportUnmappedComposites(
        _ entity: EntityLayout, named: Set<String>, at location: SeedIssue.Location
    ) {
        for composite in requiredComposites(of: entity) {
            let elements = entity.attributes.filter { composite.columns.contains($0.column) }
            // What must have a value itself is told by its own name.
            guard !named.contains(composite.path),
                !elements.contains(where: { named.contains($0.path) || isRequired($0) }),
                !elements.contains(where: { modelDefault(of: $0, entity) != nil })
            else { continue }
            issues.add(
                SeedIssue(
                    .model(.missingRequiredProperty), at: location, entity: entity.name,
                    property: composite.path))
        }
    }
}
