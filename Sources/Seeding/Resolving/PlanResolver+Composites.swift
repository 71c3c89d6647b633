import ObjectModel
import SQLite
import StoreFormat

/// A composite attribute that is not optional: an enumeration or a structure of SwiftData. Its
/// elements may each be optional, but an object without any has no value that an app could read.
struct RequiredComposite {
    /// The attribute's name, or the dotted path to a composite within a composite.
    let path: String
    /// The columns of its elements.
    let columns: [String]
}

extension PlanResolver {
    /// The composites of which an object must have some element.
    ///
    /// A default changes nothing: that of `var tags = Tags()` is an empty dictionary, which names
    /// no element, and no required composite of a real store is empty (docs/format.md#rows).
    private func requiredComposites(of entity: EntityLayout) -> [RequiredComposite] {
        func composites(_ attribute: AttributeDescription, _ path: String) -> [RequiredComposite] {
            guard attribute.isComposite, !attribute.isOptional, !attribute.isTransient
            else { return [] }
            let columns = entity.attributes.filter { $0.path.hasPrefix(path + ".") }.map(\.column)
            return [RequiredComposite(path: path, columns: columns)]
                + attribute.elements.flatMap { composites($0, path + "." + $0.name) }
        }
        let properties = reference.model.entity(named: entity.name)?.properties ?? []
        return properties.compactMap(\.attribute).flatMap { composites($0, $0.name) }
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

    /// Reports the composites that must have a value and of which the plan names no element.
    ///
    /// - Parameter named: the properties that the plan names.
    func reportUnmappedComposites(
        _ entity: EntityLayout, named: Set<String>, at location: SeedIssue.Location
    ) {
        for composite in requiredComposites(of: entity) {
            let elements = entity.attributes.filter { composite.columns.contains($0.column) }
            // What must have a value itself is told by its own name.
            guard !elements.contains(where: { named.contains($0.path) || isRequired($0) }),
                !elements.contains(where: { $0.attribute.defaultValue != nil })
            else { continue }
            issues.add(
                SeedIssue(
                    .model(.missingRequiredProperty), at: location, entity: entity.name,
                    property: composite.path))
        }
    }
}
