/// A comparison of two models: whether a store of one opens with the other, and the differences.
///
/// ```swift
/// let comparison = ModelComparison(storeModel, appModel)
/// comparison.verdict.willOpen  // false
/// let text = ModelDifferenceText(left: "the store", right: "the model")
/// comparison.differences.map(text.describe)
/// // Item.quantity: Float in the store, Double in the model
/// ```
package struct ModelComparison: Sendable {
    /// Whether a store of the left model opens with the right one.
    package let verdict: VersionVerdict
    /// The differences: entities in binary order of their names, then the model as a whole. Within an entity, its own
    /// differences come first, then its properties by name.
    package let differences: [ModelDifference]
    /// The differences that prevent the store from opening, because they change a version hash.
    package let reasons: [ModelDifference]
    /// The differences that do not affect opening.
    package let others: [ModelDifference]

    /// Compares two models.
    ///
    /// - Parameters:
    ///   - left: usually the model of a store.
    ///   - right: usually the model of an app.
    ///   - leftHashes: the version hashes that the left file declares; nil to compute them.
    ///   - rightHashes: those of the right file.
    package init(
        _ left: ManagedObjectModel, _ right: ManagedObjectModel,
        leftHashes: VersionHashes? = nil, rightHashes: VersionHashes? = nil
    ) {
        let verdict = VersionVerdict(
            leftHashes ?? left.versionHashes, rightHashes ?? right.versionHashes)
        var comparer = ModelComparer(left: left, right: right)
        self.init(verdict: verdict, differences: comparer.compare(), models: [left, right])
    }

    private init(
        verdict: VersionVerdict, differences: [ModelDifference], models: [ManagedObjectModel]
    ) {
        self.verdict = verdict
        self.differences = differences
        let changed = Set(verdict.differing + verdict.onlyInLeft + verdict.onlyInRight)
        let isReason = differences.map { difference in
            difference.countsInVersionHash && difference.entityName.map(changed.contains) ?? false
                && !Self.isSkipped(difference, in: models)
        }
        reasons = zip(differences, isReason).filter(\.1).map(\.0)
        others = zip(differences, isReason).filter { !$0.1 }.map(\.0)
    }

    /// Returns whether the property is transient, and not derived, in each model that has it. Version hashes skip
    /// such properties (docs/internals/format.md#version-hashes).
    private static func isSkipped(
        _ difference: ModelDifference, in models: [ManagedObjectModel]
    ) -> Bool {
        guard let (entity, property) = difference.propertyName else { return false }
        let found = models.compactMap { $0.entity(named: entity)?.property(named: property) }
        return !found.isEmpty
            && found.allSatisfy { $0.isTransient && $0.attribute?.derivation == nil }
    }

    /// Compares the models of two files. Declared hashes are used if a file has them.
    ///
    /// Most model caches contain no class names at all. Class names are not compared with such a model.
    package init(_ left: ModelFile, _ right: ModelFile) {
        let all = ModelComparison(
            left.model, right.model, leftHashes: left.declaredHashes?.hashes,
            rightHashes: right.declaredHashes?.hashes)
        let lacksClassNames = [left, right].contains { file in
            file.origin.kind == .store
                && file.model.entities.allSatisfy { $0.managedObjectClassName == nil }
        }
        let differences = all.differences.filter { difference in
            guard case .entityAspect(_, .managedObjectClassName, _, _) = difference else {
                return true
            }
            return !lacksClassNames
        }
        self.init(
            verdict: all.verdict, differences: differences, models: [left.model, right.model])
    }

    /// Whether there are no differences.
    package var isEqual: Bool { differences.isEmpty && verdict.willOpen }
}
