import ObjectModel
import SwiftSource

/// Uniqueness constraints and indexes.
extension EntityReader {
    /// Returns the groups of `#Unique<T>([\.a], [\.b, \.c])`.
    mutating func keyPaths(
        of macro: MacroExpansion, _ unit: SourceUnit, _ draft: UnlinkedEntity
    ) -> [[String]] {
        var groups: [[String]] = []
        let known = Set(
            draft.attributes.map(\.name) + draft.relationships.map(\.name)
                + inheritedNames(of: draft))
        for argument in macro.arguments {
            guard case .array(let elements) = argument.value else {
                add(
                    unit.issue(
                        .error, .unknownOption("#\(macro.name) without a list of key paths"),
                        at: macro.location, entity: draft.type.name))
                continue
            }
            var group: [String] = []
            for element in elements {
                guard case .keyPath(let root, let names) = element, let last = names.last,
                    root != nil || names.count == 1
                else {
                    add(
                        unit.issue(
                            .error, .unknownKeyPath("#\(macro.name)"), at: macro.location,
                            entity: draft.type.name))
                    continue
                }
                if !known.contains(last) {
                    add(
                        unit.issue(
                            .error, .unknownKeyPath(last), at: macro.location,
                            entity: draft.type.name))
                }
                group.append(last)
            }
            if !group.isEmpty { groups.append(group) }
        }
        return groups
    }

    private func inheritedNames(of draft: UnlinkedEntity) -> [String] {
        var names: [String] = []
        var parent = draft.superclass
        var depth = 0
        while let type = parent, depth < 50 {
            names += type.storedProperties.compactMap(\.binding.name)
            parent = resolver.superclass(of: type)
            depth += 1
        }
        return names
    }

    /// Reports constraints and indexes on enumerations and structures, because no store shows one.
    mutating func reportComposites(in draft: UnlinkedEntity) {
        let composites = Set(draft.attributes.filter(\.isComposite).map(\.name))
        let known = settling?.entity(named: draft.type.name)
        let groups =
            draft.constraints.filter { !(known?.uniquenessConstraints.contains($0) ?? false) }
            + draft.indexes.filter { names in
                !(known?.fetchIndexes.contains { $0.elements.map(\.propertyName) == names } ?? false)
            }
        for property in draft.type.storedProperties {
            guard let name = property.binding.name, composites.contains(name),
                groups.contains(where: { $0.contains(name) })
            else { continue }
            add(
                property.unit.issue(
                    .error, .unknownForm("a constraint or an index of an enumeration or a structure"),
                    at: property.binding.location, entity: draft.type.name, property: name))
        }
    }
}
