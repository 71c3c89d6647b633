import MergeRules
import ObjectModel
import StoreFormat

package typealias SeedObject = SeedMerge.Object
package typealias SeedChange = SeedMerge.Change
package typealias ChangedProperty = SeedMerge.ChangedProperty<PropertyValue>
package typealias ChangedValue = SeedMerge.ChangedValue<PropertyValue>

/// The root entities of a model. The objects of each share a table and primary keys.
package struct ObjectFamilies: Sendable {
    /// The names of the root entities, in binary order.
    package let names: [String]
    private let indices: [String: Int]

    /// Collects the root entities of a layout.
    package init(_ layout: StoreLayout) {
        names = Set(layout.entities.map(\.rootName)).sorted { $0.precedesInBinaryOrder($1) }
        let roots = Dictionary(
            names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        indices = Dictionary(
            layout.entities.compactMap { entity in roots[entity.rootName].map { (entity.name, $0) } },
            uniquingKeysWith: { first, _ in first })
    }

    /// Returns the family of an entity, or nil if the model lacks the entity.
    package func index(ofEntity name: String) -> Int? { indices[name] }
}
