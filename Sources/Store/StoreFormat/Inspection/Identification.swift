import ObjectModel

/// The result of finding the model that a store was made with.
package struct Identification: Sendable {
    /// The models with the store's version hashes.
    package let matches: [ModelCandidate]
    /// If there are no matches, the model with the most entities of the same hash.
    package let nearest: ModelCandidate?
    /// The differences between the store and the nearest model; nil if one of them contains no model.
    package let comparison: ModelComparison?
    /// All models, with the most similar first.
    package let candidates: [ModelCandidate]
    /// The store's version hashes.
    package let hashes: VersionHashes

    /// Compares the models with a store.
    ///
    /// - Parameters:
    ///   - store: the version hashes of the store.
    ///   - model: the model in the store, if it contains one.
    package init(
        store: VersionHashes, model: ManagedObjectModel?, candidates: [ModelCandidate]
    ) {
        hashes = store
        func distance(_ candidate: ModelCandidate) -> Int {
            let equal = candidate.equalEntities(store).count
            return candidate.hashes.entityNames.count + store.entityNames.count - 2 * equal
        }
        let ordered = candidates.enumerated().sorted { one, other in
            let distances = (distance(one.element), distance(other.element))
            return distances.0 == distances.1
                ? one.offset < other.offset : distances.0 < distances.1
        }.map(\.element)
        self.candidates = ordered
        matches = ordered.filter { $0.isModel(of: store) }
        let best = matches.isEmpty ? ordered.first : nil
        nearest = best
        comparison = best?.model.flatMap { other in model.map { ModelComparison($0, other) } }
    }
}
