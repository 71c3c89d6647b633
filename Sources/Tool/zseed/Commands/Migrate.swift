import ArgumentParser
import Drafting
import Messages
import Migration
import ObjectModel
import Seeding
import StoreFormat
import SwiftDataSource
import Verification

/// `zseed migrate`: migrates a store to another version of its model.
struct Migrate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract: "Migrate a store to another version of its model.",
        discussion: """
            Core Data's lightweight migration: the mapping is inferred from the two models, and the result \
            is the store that `zseed create` creates for the new one, with the old store's objects. Primary \
            keys, the UUID and the app's metadata are kept. The new store is verified, and written \
            completely or not at all; the old one is never changed.

            Changes that cannot be inferred are rejected, with the reason for each property. With a folder \
            of versions, the store is migrated version by version if the direct mapping cannot be inferred.

            With --check, nothing is written. It prints whether the store opens as it is, migrates \
            (lightweight), needs a mapping or loses data, with the number of affected objects and values for \
            each difference. If the new model is the source of a SwiftData app, it prints the schema of \
            the app's migration plan that created the store and the stages that it passes, or the error with \
            which the app ends at launch. Exits with 1 for such an error, a mapping or a loss. \
            See docs/guides/migrating.md.
            """
    ).partOfZSeed

    @Argument(help: "The store.")
    var store: String

    @Option(
        name: .customLong("to"),
        help: ArgumentHelp(
            "The new model: an .xcdatamodel(d), .mom, .momd, Swift source, or another store.",
            valueName: "model"))
    var target: String

    @Option(name: [.short, .long], help: "The path of the new store.")
    var output: String?

    @Flag(help: "Write nothing; print what a migration would do.")
    var check = false

    @OptionGroup(title: HelpText.modelOptions)
    var choosing: ModelChoiceOptions

    @Option(
        help: """
            The model of the store, if it contains none and none of the new model's versions matches it.
            """)
    var model: String?

    @OptionGroup
    var framework: FrameworkOption

    @Option(
        help: ArgumentHelp(
            "If a mapping is needed, write a seed plan to complete by hand. Existing files are not replaced.",
            valueName: "file"))
    var plan: String?

    @OptionGroup
    var result: ResultOptions

    func validate() throws {
        guard check || plan != nil || output != nil else {
            throw ValidationError(
                "--output is missing: the store itself is never replaced (or use --check)")
        }
        guard !check || output == nil else {
            throw ValidationError("--check writes nothing: omit --output")
        }
    }

    func run() throws {
        var report: MigrationReport?
        do {
            try Failures.described(about: target) { try run(&report) }
        } catch let failure as Failure {
            failure.report()
            if result.json, let report { try printJSON(report, output: nil, errors: failure.errors) }
            throw failure.status.code
        }
    }

    private func run(_ outcome: inout MigrationReport?) throws {
        let target = try MigrationTarget(path: target, choice: choosing.choice)
        ModelSourceRenderer.report(target.modelIssues)
        LaunchRenderer.report(target.launchIssues)
        IssueRenderer.report(hashesOf: target.judgement, about: self.target)
        let migrator = try Migrator(
            store: store, modelPath: model, to: target, framework: framework.version)
        if let plan { try PlanFile.check(plan) }
        guard let output else { return try check(migrator) }
        var report = MigrationReport(opens: false)
        defer { outcome = report }
        guard let finished = try migrator.migrate(to: output, &report) else {
            try writePlan(migrator)
            throw refusal(of: report)
        }
        IssueRenderer.report(
            finished.schemaProblems, leftOut: finished.modelCacheOmissions, about: self.target)
        if let passage = report.passage, passage.crashes {
            Diagnostics.emit(LaunchRenderer.words(passage), about: store, .warning, reason: "crashesAtLaunch")
        }
        for difference in report.differences where difference.consequence == .loss {
            Diagnostics.emit(MigrationRenderer.line(difference), about: store, .warning)
        }
        let results = result.verify ? try verified(finished, of: migrator, as: output) : []
        try finished.store.place {
            try printResults(report, results, output)
            try Terminal.requireOutput()
        }
    }

    private func printResults(
        _ report: MigrationReport, _ results: [StoreVerifier.Result], _ output: String
    ) throws {
        if result.json {
            return try printJSON(
                report, output: output, warnings: results.warnings(about: output).map(\.shown))
        }
        guard !result.quiet else { return }
        for line in MigrationRenderer().lines(report) { Terminal.print(line) }
        let objects = report.objects.reduce(0) { $0 + $1.count }
        Terminal.print(result.line(output, ["migrated", Count.text(objects, "object")], results))
    }

    /// Writes a seed plan with everything that can be inferred.
    private func writePlan(_ migrator: Migrator) throws {
        guard let plan else { return }
        let text = try MigrationPlan(
            migrator, path: plan, modelPath: model, words: MigrationRenderer.words(_:)
        ).text()
        try PlanFile.write(text, to: plan)
    }

    private func check(_ migrator: Migrator) throws {
        let report = try migrator.check()
        if report.differences.contains(where: { $0.consequence == .refusal }) {
            try writePlan(migrator)
        } else if let plan {
            Diagnostics.emit("not written: no mapping is needed", about: plan, .warning)
        }
        if result.json {
            try printJSON(report, output: nil)
        } else {
            if !result.quiet { for line in MigrationRenderer().lines(report) { Terminal.print(line) } }
            Terminal.print("\(store): \(MigrationRenderer.words(report.verdict))")
        }
        let isBroken = migrator.target.launchIssues.contains { $0.severity == .error }
        switch report.verdict {
        case .opensAsItIs where !isBroken, .lightweight where !isBroken: return
        case .opensAsItIs, .lightweight, .needsMapping, .losesData, .crashesAtLaunch:
            throw ExitStatus.data.code
        }
    }

    /// Returns the differences that cannot be inferred, as errors.
    private func refusal(of report: MigrationReport) -> Failure {
        let refused = report.differences.filter { $0.consequence == .refusal }
        return Failure(
            errors: refused.map { difference in
                IssueDescription(
                    path: store, reason: "needsMapping",
                    entity: difference.entity.isEmpty ? nil : difference.entity,
                    property: difference.property, message: MigrationRenderer.line(difference))
            }, status: .data)
    }

    /// Verifies the new store.
    ///
    /// - Throws: ``Failure`` with the failed checks.
    private func verified(
        _ finished: FinishedMigration, of migrator: Migrator, as output: String
    ) throws -> [StoreVerifier.Result] {
        let carriesModel = framework.era.hasModelCache
        let results = try StoreVerifier().verify(
            path: finished.store.temporaryPath, modelPath: carriesModel ? nil : target,
            modelChoice: carriesModel ? .current : choosing.choice)
        return try ResultCheck(path: output, former: "the old store").passed(results) {
            try StoreVerifier().verify(
                path: store, modelPath: migrator.modelPath, modelChoice: migrator.modelChoice)
        }
    }

    private func printJSON(
        _ report: MigrationReport, output: String?, warnings: [IssueDescription] = [],
        errors: [IssueDescription] = []
    ) throws {
        let description = MigrationDescription(
            report, store: store, model: target, output: output, warnings: warnings, errors: errors)
        Terminal.printDocument(try JSONText.of(description) + "\n")
    }
}
