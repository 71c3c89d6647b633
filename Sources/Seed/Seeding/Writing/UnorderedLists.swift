import Inputs
import ObjectModel
import StoreFormat

/// Finds lists of a document whose order a SwiftData store does not keep.
struct UnorderedLists {
    let layout: StoreLayout
    let plan: SeedPlan

    /// Words in the names of attributes that record a position in a list.
    private static let words = [
        "order", "index", "position", "sort", "rank", "number", "place", "step", "sequence",
    ]

    /// A warning for each load whose records are elements of a list, unless an attribute gets their positions.
    var warnings: [SeedIssue] {
        plan.loads.flatMap { load -> [SeedIssue] in
            guard let entity = layout.entity(named: load.entity.value), !isPlaced(load, entity) else {
                return []
            }
            return load.relationships.compactMap { relationship -> SeedIssue? in
                guard relationship.value.column?.value.hasPrefix("../") ?? false,
                    let toOne = entity.toOne(relationship.name.value), let inverse = toOne.inverse,
                    inverse.isToMany,
                    !inverse.isOrdered
                else { return nil }
                return SeedIssue(
                    .object(.unorderedList(relationship: "\(toOne.destinationName).\(inverse.name)")),
                    at: relationship.name.location, entity: entity.name, property: relationship.name.value)
            }
        }
    }

    /// Returns whether an attribute gets the position of a record in its list.
    private func isPlaced(_ load: LoadPlan, _ entity: EntityLayout) -> Bool {
        load.attributes.contains { attribute in
            // A constant is not a position.
            guard let column = attribute.value.column?.value else { return false }
            if column == ParentColumn.position { return true }
            let name = attribute.name.value.lowercased()
            guard let type = entity.attribute(attribute.name.value)?.attribute.type,
                [.integer16, .integer32, .integer64, .double, .float, .decimal].contains(type)
            else { return false }
            return Self.words.contains { name.contains($0) }
        }
    }
}
