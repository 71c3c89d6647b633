/// The indexes of an entity that its XML must name, so that the model compiler creates the indexes of the model
/// (docs/internals/format.md#indexes). This is the reverse of ``XMLFetchIndexes``.
struct SourceIndexes {
    /// The fetch indexes to write.
    let fetchIndexes: [FetchIndexDescription]
    /// The compound indexes of the old kind to write.
    let compoundIndexes: [[String]]

    init(of entity: EntityDescription) {
        let attributes = Set(entity.ownAttributes.map(\.name))
        // In the old form, each indexed attribute and each compound index gives a fetch index.
        let simple = Set(entity.ownAttributes.filter(\.isIndexed).map { [$0.name] })
        let implied = simple.union(entity.compoundIndexes)
        let isOldWay = entity.fetchIndexes.allSatisfy { index in
            Self.isPlain(index) && index.name == Self.names(index).joined(separator: "_")
                && implied.contains(Self.names(index))
        }
        if isOldWay, entity.fetchIndexes.count == implied.count || entity.fetchIndexes.isEmpty {
            fetchIndexes = []
            compoundIndexes = entity.compoundIndexes
            return
        }
        // An index over one attribute adds another one named like the attribute.
        let origins = entity.fetchIndexes.filter { index in
            Self.isPlain(index) && Self.names(index).count == 1
                && index.name != Self.names(index).first
                && attributes.contains(Self.names(index).first ?? "")
        }
        let brought = Set(origins.flatMap { Self.names($0) })
        let written = entity.fetchIndexes.filter { index in
            !(Self.isPlain(index) && Self.names(index) == [index.name]
                && brought.contains(index.name))
        }
        // The compiler creates compound indexes from them in the written order.
        let ranks = Dictionary(keepingFirst: entity.compoundIndexes.enumerated().map { ($1, $0) })
        func rank(_ index: FetchIndexDescription) -> Int { ranks[Self.names(index)] ?? .max }
        fetchIndexes = written.enumerated()
            .sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }
            .map(\.element)
        let given = fetchIndexes.filter { $0.elements.count > 1 }.map { Self.names($0) }
        compoundIndexes = given == entity.compoundIndexes ? [] : entity.compoundIndexes
    }

    private static func names(_ index: FetchIndexDescription) -> [String] {
        index.elements.compactMap(\.propertyName)
    }

    /// Returns whether all elements are properties in ascending order, without any condition.
    private static func isPlain(_ index: FetchIndexDescription) -> Bool {
        index.partialIndexPredicate == nil
            && index.elements.allSatisfy {
                $0.propertyName != nil && $0.isAscending && $0.collationType == .binary
            }
    }
}
