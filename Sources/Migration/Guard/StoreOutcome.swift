import ObjectModel
import SwiftDataSource

/// What becomes of the stores of a version with a later app, as far as the models show it.
struct StoreOutcome {
    let verdict: MigrationReport.Verdict
    /// What differs in the model that the app opens.
    private(set) var mapping: [MigrationDifference] = []
    /// The cases of enumerations that the later app does not have.
    let gone: [MigrationDifference]
    /// The way through the app's migration plan; nil without a plan, and where the app opens the stores as they are.
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

    /// What differs stage by stage, where a stage stands between what no single mapping can be inferred for.
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
