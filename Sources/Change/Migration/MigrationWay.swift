import ObjectModel

/// The steps from a store's model to the target: a single step, or one step for each version in between.
package struct MigrationWay: Sendable {
    /// One step.
    package struct Step: Sendable {
        /// The target of the step.
        package let target: MigrationTarget
        /// The mapping.
        package let mapping: InferredMapping
    }

    /// The steps. There is only one unless the model has versions in between.
    package let steps: [Step]

    /// Finds the steps. A single step is used if it can be inferred and does not lose more than the steps version by
    /// version. For example, if a property was renamed twice, the last version has only the last renaming identifier.
    ///
    /// - Parameter hashes: the version hashes of the store; nil if they are unknown.
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

    /// Returns the steps through all versions between that of the store and the target; nil if there are none in
    /// between, or if a step cannot be inferred.
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
