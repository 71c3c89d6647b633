import ArgumentParser
import Comparing
import Files
import Inputs
import Messages
import ObjectModel
import Reporting
import SQLite
import Seeding
import StoreFormat
import SwiftDataSource
import Verification

/// `zseed report`: writes a page about a store, the differences of two stores, or the result of a plan.
struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Write a page that shows a store in a browser.",
        discussion: """
            One HTML file that needs no network and no other files: the model as a diagram, the objects with \
            search, sorting and relationships, and the findings of the verification with advice. For a plan, \
            it shows the result of a build in a private folder, with the omitted rows; nothing else is \
            written. For two stores, it shows the differences, and the objects of the second. \
            docs/guides/reports.md describes the page.

            Exits with 1 if a check fails or the plan does not build; the page has the reason.
            """
    ).partOfZSeed

    @Argument(help: "The store, a plan (.yml, .yaml), or a model.")
    var subject: String

    @Argument(help: "A second store, to compare with the first.")
    var other: String?

    @Option(name: [.short, .long], help: "The page to write. An existing file is replaced.")
    var output: String

    @Option(help: "The maximum number of objects per entity on the page.")
    var rows = 10_000

    @OptionGroup
    var model: ModelOptions

    @OptionGroup
    var planOptions: PlanOptions

    @Flag(name: [.short, .long], help: HelpText.quiet)
    var quiet = false

    private var isPlan: Bool { [".yml", ".yaml"].contains { subject.lowercased().hasSuffix($0) } }

    func validate() throws {
        guard (0...100_000_000).contains(rows) else {
            throw ValidationError("--rows must be from 0 to 100000000")
        }
        guard !isPlan || (other == nil && model.path == nil) else {
            throw ValidationError(
                "a plan cannot be combined with another file or --model: it names its "
                    + "model")
        }
        guard isPlan || !planOptions.areGiven else {
            throw ValidationError("--set and --source need a plan")
        }
    }

    func run() throws {
        try Failures.reported(about: output) {
            try StagedOutput.check(.file, path: output)
        }
        let status = try isPlan ? reportPlan() : reportStore()
        guard status == .done else { throw status.code }
    }

    // MARK: Stores

    private func reportStore() throws -> ExitStatus {
        let path = other ?? subject
        var content = ReportContent(title: FilePath(path).name)
        var status = ExitStatus.done
        var store: ReferenceStore?
        try Failures.reported(about: path) {
            do {
                let opened = try ReferenceStore(path: path, modelPath: model.path, modelChoice: model.choice)
                ModelSourceRenderer.report(opened.modelIssues)
                IssueRenderer.report(hashesOf: ModelJudgement(opened), about: path)
                content.facts = Self.facts(opened, path: path)
                if try ModelSubject.isModel(path) {
                    content.summary = "a model"
                } else {
                    content.add(try StoreVerifier().verify(opened, sourceValues: opened.sourceValues))
                }
                store = opened
                if other != nil { content.difference = try difference() }
            } catch {
                guard let failure = Failure(error, about: path), failure.status == .data else { throw error }
                failure.report()
                content.add(failure)
                status = .data
            }
        }
        if content.verdict == .bad { status = .data }
        try write(content, store, about: path)
        return status
    }

    /// The maximum number of listed differences.
    private static let mostDifferences = 5_000

    private func difference() throws -> ReportContent.Section {
        let app = try model.path.map { try ModelFile.read(path: $0, choice: model.choice).model }
        let old = subject
        let new = other ?? subject
        var differences: [StoreDifference] = []
        var count = 0
        var others = 0
        let counts = try StoreDiff(
            old: ComparedStore(path: old, model: app), new: ComparedStore(path: new, model: app)
        ).run { difference in
            count += 1
            switch difference {
            case .metadata, .onlyInModel: others += 1
            case .added, .removed, .changed: break
            }
            if differences.count < Self.mostDifferences { differences.append(difference) }
        }
        return ReportContent.Section(
            differences, DiffSummary(old: old, new: new, counts: counts, others: others),
            hidden: count - differences.count)
    }

    private static func facts(_ store: ReferenceStore, path: String) -> [ReportContent.Fact] {
        let origin =
            switch store.modelOrigin {
            case .modelCache: "the store's own"
            case .file(let path): FilePath(path).name
            case .inferred: "guessed from tables and columns"
            }
        return [
            .init("file", path), .init("UUID", store.inspection.uuid),
            .init("model", origin), .init("entities", String(store.model.entities.count)),
            .init(
                "shown by no file",
                ModelJudgement(store).doubts.map { ModelDoubt($0).line }.joined(separator: "; ")),
        ].filter { !$0.isEmpty }
    }

    // MARK: Plans

    private func reportPlan() throws -> ExitStatus {
        var content = ReportContent(title: FilePath(subject).name)
        content.facts = [.init("plan", subject)]
        var status = ExitStatus.done
        var store: ReferenceStore?
        // The page must not replace a file that the plan reads. Other errors in the plan are reported later.
        if let plan = try? PlanReader.read(path: subject, overrides: planOptions.overrides()) {
            try Failures.reported(about: output) {
                try plan.addInputs()
                try StagedOutput.check(.file, path: output)
            }
        }
        var folder: TemporaryFolder?
        var built: SeedReport?
        do {
            try Failures.described(about: subject) {
                // All files of the build are in this folder, and are removed with it.
                let trial = try TemporaryFolder()
                folder = trial
                var plan = try PlanReader.read(path: subject, overrides: try planOptions.overrides())
                content.zone = plan.timeZone.flatMap { ZoneOffsets.zone(named: $0.value) }
                if let zone = plan.timeZone { content.facts.append(.init("time zone of dates", zone.value)) }
                plan.policy.rejects = nil
                let path = trial.path + "/store.sqlite"
                try Failures.described(about: plan.reference.value) {
                    var options = SeedBuilder.Options()
                    options.issueText = { PrivatePath.shown(IssueRenderer().reason($0)) }
                    let finished = try SeedBuilder(plan: plan, output: path, options: options).build()
                    ModelSourceRenderer.report(finished.modelIssues)
                    if let judgement = finished.judgement {
                        IssueRenderer.report(hashesOf: judgement, about: plan.reference.value)
                    }
                    for problem in finished.schemaProblems {
                        Diagnostics.emit(IssueRenderer.words(problem), about: plan.reference.value, .warning)
                    }
                    built = finished.report
                    try finished.place()
                    content.add(
                        try StoreVerifier().verify(
                            path: path, modelPath: plan.model?.value,
                            modelChoice: plan.model == nil ? .current : plan.modelChoice,
                            declared: plan.declaredRelationships, sourceValues: finished.sourceValues))
                    let opened = try ReferenceStore(
                        path: path, modelPath: plan.model?.value,
                        modelChoice: plan.model == nil ? .current : plan.modelChoice,
                        declared: plan.declaredRelationships)
                    content.facts += Self.facts(opened, path: plan.output?.value ?? "").filter {
                        $0.isAboutContent
                    }
                    store = opened
                }
            }
            content.build = ReportContent.Section(build: built, failure: nil)
        } catch let failure as Failure where failure.status == .data || failure.status == .plan {
            failure.report()
            content.build = ReportContent.Section(build: nil, failure: failure)
            content.summary = "does not build"
            content.verdict = .bad
            status = failure.status
        } catch let failure as Failure {
            failure.report()
            throw failure.status.code
        }
        if content.verdict == .bad, status == .done { status = .data }
        try write(content, store, about: subject)
        withExtendedLifetime(folder) {}
        return status
    }

    // MARK: Writing

    private func write(_ content: ReportContent, _ store: ReferenceStore?, about path: String) throws {
        try Failures.reported(about: path) {
            do {
                try ReportPage(content, store: store, limit: rows).write(to: output) {
                    try printResults(content, $0)
                }
            } catch let error as DatabaseError where !error.isMachineFault {
                // The page shows everything that can be read from a damaged store.
                guard let failure = Failure(error, about: path) else { throw error }
                failure.report()
                var content = content
                content.add(failure)
                try ReportPage(content, store: nil, limit: rows).write(to: output) {
                    try printResults(content, $0)
                }
            }
        }
    }

    private func printResults(_ content: ReportContent, _ omitted: Int) throws {
        guard !quiet else { return }
        let words = content.summary.isEmpty ? "" : ": \(content.summary)"
        let images = omitted > 0 ? "; \(Count.text(omitted, "image")) left out because of their size" : ""
        Terminal.print("\(output)\(words)\(images)")
        try Terminal.requireOutput()
    }
}
