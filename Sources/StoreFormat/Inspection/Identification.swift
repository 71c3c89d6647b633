import ObjectModel

/// Which of several models a store was made with.
package struct Identification: Sendable {
    /// The models with the store's version hashes.
    package let matches: [ModelCandidate]
    /// Where there are none, the one with the most entities of the same hash.
    package let nearest: ModelCandidate?
    /// What differs between the store and the nearest; nil where one of them carries no model.
    package let comparison: ModelComparison?
    /// All models, those most like the store first.
    package let candidates: [ModelCandidate]
    /// The store's version hashes.
    package let hashes: VersionHashes

    /// Compares.
    ///
    /// - Parameters:
    ///   - store: the version hashes of the store.
    ///   - model: the model that the store carries, if it does.
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
