import ObjectModel

/// How a store comes to a model: at once, or through versions between the two.
package struct MigrationWay: Sendable {
    /// One step.
    package struct Step: Sendable {
        /// What it leads to.
        package let target: MigrationTarget
        /// The mapping.
        package let mapping: InferredMapping
    }

    /// The steps; one, unless the model has versions between.
    package let steps: [Step]

    /// Finds the way: at once where that can be inferred and loses no more than going version by
    /// version, as where a property was renamed twice and the last version tells of the last time
    /// only.
    ///
    /// - Parameter hashes: the version hashes of the store; nil where they are not known.
    /// - Throws: `ModelError`.
    init(
        from model: ManagedObjectModel, hashes: VersionHashes?, to target: MigrationTarget
    ) throws {
        let isSame = VersionVerdict(hashes ?? model.versionHashes, target.hashes).willOpen
        let direct = Step(
            target: target,
            mapping: InferredMapping(from: model, to: target.model, byName: isSame))
        let isDirect = direct.mapping.isInferred
        guard !isSame, !isDirect || direct.mapping.removalCount > 0,
            let walk = try Self.walk(from: model, hashes: hashes ?? model.versionHashes, to: target),
            !isDirect || Self.removals(walk) < direct.mapping.removalCount
        else {
            steps = [direct]
            return
        }
        steps = walk
    }

    private static func removals(_ steps: [Step]) -> Int {
        steps.reduce(0) { $0 + $1.mapping.removalCount }
    }

    /// The steps through all versions between that of the store and the target; nil where there are
    /// none, or one of the steps cannot be inferred.
    private static func walk(
        from model: ManagedObjectModel, hashes: VersionHashes, to target: MigrationTarget
    ) throws -> [Step]? {
        let versions = try target.versions()
        guard versions.count > 1 else { return nil }
        guard let start = versions.firstIndex(where: { VersionVerdict(hashes, $0.hashes).willOpen }),
            let end = versions.firstIndex(where: { $0.version == target.version })
                ?? versions.firstIndex(where: {
                    VersionVerdict($0.hashes, target.hashes).willOpen
                }), start + 1 < end
        else { return nil }
        var steps: [Step] = []
        var current = model
        for version in versions[(start + 1)...end] {
            let mapping = InferredMapping(from: current, to: version.model)
            guard mapping.isInferred else { return nil }
            steps.append(Step(target: version, mapping: mapping))
            current = version.model
        }
        return steps
    }
}
