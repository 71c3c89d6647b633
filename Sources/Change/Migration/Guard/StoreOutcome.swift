import ObjectModel
import SwiftDataSource

/// The result of opening the stores of a version with a later app, based on the models alone.
struct StoreOutcome {
    let verdict: MigrationReport.Verdict
    /// The differences from the model that the app opens.
    private(set) var mapping: [MigrationDifference] = []
    /// The cases of enumerations that the later app does not have.
    let gone: [MigrationDifference]
    /// The path through the app's migration plan; nil if there is no plan, or if the app opens the stores without
    /// migration.
    let passage: StagedPassage?

    init(of version: VersionSet.Version, in app: VersionSet) {
        passage = app.passage(of: version)
        gone = EnumerationCases.removed(
            from: version.file.sourceValues, to: app.opened.file.sourceValues, of: app.opened.model)
        guard !VersionVerdict(version.hashes, app.opened.hashes).willOpen else {
            let crashes = passage?.crashes ?? false
            verdict = crashes ? .crashesAtLaunch : gone.isEmpty ? .opensAsItIs : .losesData
            return
        }
        mapping = InferredMapping(from: version.model, to: app.opened.model).differences
        if mapping.contains(where: { $0.consequence == .refusal }),
            let staged = Self.staged(version, passage, app)
        {
            mapping = staged
        }
        if passage?.crashes ?? false {
            verdict = .crashesAtLaunch
        } else if mapping.contains(where: { $0.consequence == .refusal }) {
            verdict = .needsMapping
        } else {
            verdict = gone.isEmpty && !mapping.contains(where: \.mayLose) ? .lightweight : .losesData
        }
    }

    /// Returns the differences of each stage, for versions between which no single mapping can be inferred; nil if the
    /// plan does not have several stages between them.
    private static func staged(
        _ version: VersionSet.Version, _ passage: StagedPassage?, _ app: VersionSet
    ) -> [MigrationDifference]? {
        guard case .stages(let stages)? = passage?.outcome, stages.count > 1 else { return nil }
        var model = version.model
        var differences: [MigrationDifference] = []
        for stage in stages {
            guard let next = app.plan?.version(stage.to)?.model else { return nil }
            differences += InferredMapping(from: model, to: next).differences
            model = next
        }
        return differences
    }
}
