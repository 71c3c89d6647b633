import StoreFormat

/// An object of a seed: as the old edition has it, or the new one where the old one lacks it.
package struct SeedObject: Hashable, Sendable {
    /// Whether only the new edition has it.
    package let isNew: Bool
    /// The root entity, by its index in ``ObjectFamilies``.
    package let family: Int
    /// The primary key in that edition.
    package let primaryKey: Int64

    /// In which order objects are looked at: what both editions have comes first.
    var rank: (Int, Int64) { (isNew ? 1 : 0, primaryKey) }
}

/// The root entities of a model: the objects of each share a table and primary keys.
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

    /// The family of an entity; nil for one that the model lacks.
    package func index(ofEntity name: String) -> Int? { indices[name] }
}
