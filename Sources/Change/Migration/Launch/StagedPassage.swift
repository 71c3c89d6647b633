import ObjectModel
import SwiftDataSource

/// The path of a store through an app's migration plan when the app is launched.
package struct StagedPassage: Equatable, Sendable {
    /// The result of the plan for the store.
    package enum Outcome: Equatable, Sendable {
        /// The store passes these stages, and the app opens it.
        case stages([StagedMigrationPlan.Stage])
        /// The app crashes with this error. If no schema of the plan matches the store, `nearest` is the most similar
        /// one.
        case crash(LaunchError, nearest: Nearest?)
        /// The result is unknown, because the source or the known behaviour of SwiftData does not show it.
        case unsettled(Doubt)
    }

    /// The schema of a plan that is most similar to a store, if no schema matches the store.
    package struct Nearest: Equatable, Sendable {
        package let version: String
        /// The differences, with the store on the left.
        package let differences: [ModelDifference]
    }

    /// The reason why the result is unknown.
    package enum Doubt: Equatable, Sendable {
        /// The plan's schemas or stages are not literals.
        case notWrittenOut
        /// The plan has no stages.
        case noStages
        /// These schemas cannot be read, and one of them may match the store.
        case unreadable([String])
        /// No stage begins with this schema.
        case gap(after: String)
    }

    /// The name of the plan.
    package let plan: String
    /// The schema that matches the store; nil if none of the plan does, or if it is not known.
    package let version: String?
    /// The result of the plan for the store.
    package let outcome: Outcome

    /// The error of the crash; nil if the app opens the store, or if the result is unknown.
    package var error: LaunchError? {
        if case .crash(let error, _) = outcome { error } else { nil }
    }

    /// Whether the app crashes when it opens the store.
    package var crashes: Bool { error != nil }

    /// Finds the path of a store through a plan.
    ///
    /// - Parameters:
    ///   - hashes: The version hashes of the store.
    ///   - model: The model of the store; nil if it is not known.
    ///   - issues: The problems with the plan.
    ///   - target: The version hashes of the model that the app opens.
    /// - Returns: nil if no container of the app names the plan, or if the app opens the store without migration.
    package init?(
        of hashes: VersionHashes, model: ManagedObjectModel?, through plan: StagedMigrationPlan,
        _ issues: [LaunchIssue], to target: VersionHashes
    ) {
        let isPlanSound = !issues.contains { $0.error == .duplicateChecksums }
        guard plan.isUsed ?? true, !isPlanSound || !VersionVerdict(hashes, target).willOpen else {
            return nil
        }
        self.plan = plan.name
        guard let versions = plan.versions, let stages = plan.stages else {
            (version, outcome) = (nil, .unsettled(.notWrittenOut))
            return
        }
        let start = versions.first { $0.isModel(of: hashes) }
        version = start?.name
        let always: [LaunchError] = [.duplicateChecksums, .unknownCoordinatorVersion]
        if let error = issues.compactMap(\.error).first(where: always.contains) {
            outcome = .crash(error, nearest: nil)
            return
        }
        guard let start else {
            let unreadable = versions.filter { $0.model == nil }.map(\.name)
            if stages.isEmpty {
                outcome = .unsettled(.noStages)
            } else if !unreadable.isEmpty {
                outcome = .unsettled(.unreadable(unreadable))
            } else {
                outcome = .crash(.unknownModelVersion, nearest: Self.nearest(to: hashes, model, versions))
            }
            return
        }
        var (passed, current) = ([StagedMigrationPlan.Stage](), start)
        while !current.isModel(of: target) {
            guard passed.count < stages.count, let stage = stages.first(where: { $0.from == current.name }),
                let next = plan.version(stage.to)
            else {
                let isNamed = stages.contains { $0.from == start.name || $0.to == start.name }
                outcome =
                    stages.isEmpty
                    ? .unsettled(.noStages)
                    : isNamed
                        ? .unsettled(.gap(after: current.name)) : .crash(.unknownModelVersion, nearest: nil)
                return
            }
            passed.append(stage)
            current = next
        }
        let refused = issues.first { issue in
            if case .needsMapping(_, let stage) = issue.kind {
                issue.error != nil && passed.contains(stage)
            } else {
                false
            }
        }
        outcome = refused?.error.map { .crash($0, nearest: nil) } ?? .stages(passed)
    }

    private static func nearest(
        to hashes: VersionHashes, _ model: ManagedObjectModel?, _ versions: [StagedMigrationPlan.Version]
    ) -> Nearest? {
        let found = versions.compactMap {
            version -> (name: String, distance: Int, differences: [ModelDifference])? in
            guard let other = version.model else { return nil }
            let verdict = VersionVerdict(hashes, other.versionHashes)
            let differences = model.map { ModelComparison($0, other, leftHashes: hashes).reasons } ?? []
            let entities = 2 * verdict.differing.count + verdict.onlyInLeft.count + verdict.onlyInRight.count
            return (version.name, model == nil ? entities : differences.count, differences)
        }
        // Of several equally near schemas, the latest is used.
        guard let best = found.reversed().min(by: { $0.distance < $1.distance }) else { return nil }
        return Nearest(version: best.name, differences: best.differences)
    }
}

extension StagedMigrationPlan.Version {
    /// Returns whether this is the schema of a store with these hashes.
    func isModel(of hashes: VersionHashes) -> Bool {
        model.map { VersionVerdict(hashes, $0.versionHashes).willOpen } ?? false
    }
}
