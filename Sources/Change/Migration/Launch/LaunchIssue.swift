import ObjectModel
import SwiftDataSource

/// A problem with a migration plan that crashes the app at launch, or may do so.
package struct LaunchIssue: Equatable, Sendable {
    /// The kind of a problem.
    package enum Kind: Equatable, Sendable {
        /// Schemas of the plan with the same version hashes.
        case duplicateVersions([String])
        /// The version identifier of a schema is not higher than that of the schema before it.
        case identifierDoesNotGrow(schema: String, after: String)
        /// A stage names a schema that the plan's `schemas` do not contain.
        case unlistedSchema(String, in: StagedMigrationPlan.Stage)
        /// A schema that no stage names.
        case noStage(of: String)
        /// The plan has several schemas and no stages.
        case noStages
        /// No stage begins with a schema and ends with a later one.
        case gap(after: String, before: String)
        /// The container opens other models than the plan's last schema; `opened` is the schema with these models, if
        /// any.
        case otherContainer(last: String, opened: String?)
        /// No mapping can be inferred for a stage.
        case needsMapping(MigrationDifference, in: StagedMigrationPlan.Stage)
        /// A schema cannot be read.
        case unreadable(String, ModelSourceFailure)
        /// The plan's schemas or stages are not literals.
        case notWrittenOut
        /// The app creates containers, but none of them names the plan.
        case unused
    }

    /// The severity: an error if the app certainly crashes at launch.
    package enum Severity: String, Sendable { case error, warning }

    /// The kind of the problem.
    package let kind: Kind
    /// The name of the plan.
    package let plan: String
    /// The declaration with the problem.
    package let place: StagedMigrationPlan.Place
    /// The error of the crash; nil if none is known.
    package let error: LaunchError?

    /// The severity: an error if the app certainly crashes at launch.
    package var severity: Severity {
        if case .unreadable = kind { .error } else { error == nil ? .warning : .error }
    }

    /// Returns whether the problem concerns the schema with this name.
    package func isAbout(_ schema: String) -> Bool {
        switch kind {
        case .duplicateVersions(let names): names.contains(schema)
        case .identifierDoesNotGrow(let one, let other), .gap(let one, let other):
            one == schema || other == schema
        case .unlistedSchema(let name, let stage):
            name == schema || stage.from == schema || stage.to == schema
        case .noStage(let name), .unreadable(let name, _): name == schema
        case .needsMapping(_, let stage): stage.from == schema || stage.to == schema
        case .otherContainer(let last, let opened): last == schema || opened == schema
        case .noStages, .notWrittenOut, .unused: false
        }
    }
}

/// A review of a migration plan.
package struct LaunchReview {
    private let plan: StagedMigrationPlan
    /// The problems, in the order of the plan.
    package private(set) var issues: [LaunchIssue] = []

    /// Reviews a plan.
    ///
    /// - Parameter opened: The model that the app opens; nil if it is not known.
    package init(of plan: StagedMigrationPlan, opening opened: ManagedObjectModel?) {
        self.plan = plan
        guard plan.isUsed ?? true else {
            add(.unused)
            return
        }
        guard let versions = plan.versions else {
            add(.notWrittenOut)
            return
        }
        for version in versions {
            guard case .failure(let failure) = version.result else { continue }
            add(.unreadable(version.name, failure), at: version.place)
        }
        reviewDuplicates(versions)
        for (version, next) in zip(versions, versions.dropFirst()) {
            guard let one = version.identifier, let other = next.identifier else { continue }
            if !one.lexicographicallyPrecedes(other) {
                add(.identifierDoesNotGrow(schema: next.name, after: version.name), at: next.place)
            }
        }
        guard let stages = plan.stages else {
            add(.notWrittenOut)
            return
        }
        for stage in stages { review(stage) }
        reviewChain(versions, stages)
        reviewContainer(versions, stages, opened)
    }

    private mutating func add(
        _ kind: LaunchIssue.Kind, _ error: LaunchError? = nil, at place: StagedMigrationPlan.Place? = nil
    ) {
        let issue = LaunchIssue(kind: kind, plan: plan.name, place: place ?? plan.place, error: error)
        if !issues.contains(issue) { issues.append(issue) }
    }

    private mutating func reviewDuplicates(_ versions: [StagedMigrationPlan.Version]) {
        var groups: [(hashes: VersionHashes, names: [String])] = []
        for version in versions {
            guard let hashes = version.model?.versionHashes else { continue }
            if let index = groups.firstIndex(where: { version.isModel(of: $0.hashes) }) {
                groups[index].names.append(version.name)
            } else {
                groups.append((hashes, [version.name]))
            }
        }
        for group in groups where group.names.count > 1 {
            add(.duplicateVersions(group.names), .duplicateChecksums)
        }
    }

    private mutating func review(_ stage: StagedMigrationPlan.Stage) {
        for name in [stage.from, stage.to] where plan.version(name) == nil {
            add(.unlistedSchema(name, in: stage))
        }
        guard let from = plan.version(stage.from)?.model, let to = plan.version(stage.to)?.model,
            !VersionVerdict(from.versionHashes, to.versionHashes).willOpen
        else { return }
        let refused = InferredMapping(from: from, to: to).differences.filter { $0.consequence == .refusal }
        for difference in refused {
            // A custom stage may be able to do more than a lightweight one, so this is not an error for certain.
            let error: LaunchError? = stage.kind == .custom ? nil : difference.launchError
            add(.needsMapping(difference, in: stage), error)
        }
    }

    private mutating func reviewChain(
        _ versions: [StagedMigrationPlan.Version], _ stages: [StagedMigrationPlan.Stage]
    ) {
        guard versions.count > 1 else { return }
        guard !stages.isEmpty else {
            add(.noStages)
            return
        }
        for (index, version) in versions.enumerated() {
            guard stages.contains(where: { $0.from == version.name || $0.to == version.name }) else {
                let isLast = index == versions.count - 1
                add(.noStage(of: version.name), isLast ? .unknownCoordinatorVersion : .unknownModelVersion)
                continue
            }
            guard index + 1 < versions.count else { continue }
            let later = Set(versions[(index + 1)...].map(\.name))
            if !stages.contains(where: { $0.from == version.name && later.contains($0.to) }) {
                add(.gap(after: version.name, before: versions[index + 1].name))
            }
        }
    }

    private mutating func reviewContainer(
        _ versions: [StagedMigrationPlan.Version], _ stages: [StagedMigrationPlan.Stage],
        _ opened: ManagedObjectModel?
    ) {
        guard let opened, let last = versions.last, last.model != nil,
            !last.isModel(of: opened.versionHashes)
        else { return }
        let other = versions.last { $0.isModel(of: opened.versionHashes) }
        let isKnown = other == nil && !stages.isEmpty && versions.allSatisfy { $0.model != nil }
        add(
            .otherContainer(last: last.name, opened: other?.name),
            isKnown ? .unknownCoordinatorVersion : nil)
    }
}

extension MigrationDifference {
    /// The error of a lightweight stage for which no mapping can be inferred, because of this difference.
    fileprivate var launchError: LaunchError {
        if case .noDefault = kind { .missingMandatoryValue } else { .missingMapping }
    }
}

extension SwiftModelReader.VersionedModels {
    /// The problems with the migration plan of the app, or with all plans if there are several.
    package var launchIssues: [LaunchIssue] {
        let opened = isOwnChoice ? try? current.get().model : nil
        return plans.flatMap { one in
            // The opened model is known to belong to a plan only if it is the plan in use.
            LaunchReview(of: one, opening: one.name == plan?.name ? opened : nil).issues
        }
    }
}
