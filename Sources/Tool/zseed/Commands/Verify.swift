import ArgumentParser
import Messages
import Migration
import ObjectLayer
import ObjectModel
import StoreFormat
import SwiftDataSource
import Verification

/// `zseed verify`: runs every check on a store.
struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check that a store is sound and the app can open it.",
        discussion: """
            Opens the store read-only, fetches its objects and follows their relationships, examines every \
            row, and prints each check with its result. Exits with 1 if a check fails. With --model, first \
            prints whether an app with that model opens the store without a migration; with the source of a \
            SwiftData app, what its migration plan does with the store. With --cloudkit, also checks whether \
            CloudKit can mirror stores of the model; this needs only a model. docs/reference/checks.md describes the \
            checks.
            """
    ).partOfZSeed

    /// The framework that reads the objects.
    enum Layer: String, ExpressibleByArgument {
        case coredata
    }

    @Argument(
        help: "The store, an SQLite file written by Core Data, SwiftData or zseed; a model with --cloudkit.")
    var store: String

    @Option(help: "The app's model: an .xcdatamodel(d), .mom, .momd, Swift source, or another store.")
    var model: String?

    @OptionGroup(title: HelpText.modelOptions)
    var choosing: ModelChoiceOptions

    @Option(
        name: .customLong("check"),
        help: "Run only this check, such as to-one-targets; may be repeated.")
    var chosen: [String] = []

    @Option(
        name: .customLong("skip"), help: "Leave out this check; may be repeated.")
    var skipped: [String] = []

    @Flag(
        help: """
            Let SQLite search each entry of each index, which is slower than comparing sums.
            """)
    var fullIntegrity = false

    @Flag(
        name: .customLong("cloudkit"),
        help: "Also check that CloudKit can mirror stores of the model, or of the app's with --model.")
    var cloudKit = false

    @Option(help: "With --cloudkit, the configuration of the model whose store is mirrored.")
    var configuration: String?

    @Flag(help: "Fail on warnings too.")
    var strict = false

    @Flag(help: HelpText.json)
    var json = false

    @Flag(
        help: "Show each SQL statement of the object layer with its values and time on standard error."
    )
    var sql = false

    @OptionGroup
    var reports: ReportOptions

    @Option(
        help: """
            Also read the objects of a copy with Core Data itself: coredata. Needs an Apple platform.
            """)
    var through: Layer?

    func validate() throws {
        guard configuration == nil || asksForCloudKit else {
            throw ValidationError("--configuration needs --cloudkit")
        }
        if !asksForCloudKit { try choosing.validate(besides: model) }
        do {
            let checks = try storeChecks()
            guard asksForCloudKit || !checks.isEmpty else {
                throw ValidationError("--skip excludes all checks")
            }
        } catch let unknown as UnknownCheck {
            throw ValidationError(Suggestion.words(unknown))
        }
        guard through == nil || CoreDataWalk.isAvailable else {
            throw ValidationError(
                "--through coredata needs an Apple platform: this zseed has no Core Data")
        }
    }

    func run() throws {
        try Failures.reported(about: store) {
            try reports.check()
            let report: VerificationReport
            do {
                report = try ModelSubject.isModel(store) ? makeModelReport() : makeReport()
            } catch {
                // The failure is also written to the result files, for programs that read them.
                guard let failure = Failure(error, about: store) else { throw error }
                try write(.unreadable(failure, store: store))
                if (error as? StoreError)?.isMachineFault == false,
                    try StoreFile.companions(of: store).contains(where: \.isLiveLog)
                {
                    Diagnostics.emit(
                        "SQLite reads this file as a part of the store; a file of another store would "
                            + "replace the content", about: store + "-wal", .note)
                }
                throw error
            }
            try write(report)
            guard report.isPassed else { throw ExitStatus.data.code }
        }
    }

    // MARK: Results

    private func makeReport() throws -> VerificationReport {
        try choosing.validate(besides: model)
        let (app, source) = try model.map(self.app) ?? (nil, nil)
        var report = VerificationReport(store: store)
        let launchIssues = source?.launchIssues ?? []
        LaunchRenderer.report(launchIssues)
        ModelSourceRenderer.report(app?.model?.modelIssues ?? [])
        let verifier = StoreVerifier(
            checks: try storeChecks(), sqlDebug: sql ? SQLTrace.printing() : nil)
        // If the store contains no model, the app's model makes more checks possible.
        var completes = false
        if let app {
            var opened = try ReferenceStore(path: store)
            let passage = try passage(of: opened, in: app, source?.plan, launchIssues)
            let compatibility = try compatibility(of: opened, with: app, passage)
            report.compatibility = compatibility
            if compatibility.isPassed, opened.model.isInferred, let file = app.model {
                completes = true
                opened = try opened.reading(by: file)
            }
            report.results = try verifier.verify(
                opened,
                sourceValues: compatibility.isPassed ? app.model?.sourceValues ?? .none : .none)
        } else {
            report.results = try verifier.verify(path: store)
        }
        if asksForCloudKit { report.results.append(try cloudKitResult(app)) }
        if through == .coredata {
            let outcome = try CoreDataWalk.run(
                path: store, modelPath: completes ? model : nil,
                modelChoice: completes ? choosing.choice : .current)
            report.results.append(
                StoreVerifier.Result(
                    name: CoreDataWalk.name, purpose: CoreDataWalk.purpose, outcome: outcome))
        }
        return counted(report.concluded)
    }

    /// Returns the report, with warnings counted as errors if requested.
    func counted(_ report: VerificationReport) -> VerificationReport {
        guard strict else { return report }
        var report = report
        report.results = report.results.map {
            StoreVerifier.Result(
                name: $0.name, purpose: $0.purpose, outcome: $0.outcome.withWarningsAsErrors)
        }
        return report
    }

    /// Returns the app's model, with its versions if it is Swift source. If the source does not show which models are
    /// meant, returns the ones most similar to the store's.
    private func app(_ model: String) throws -> (ComparedFile?, SwiftModelReader.VersionedModels?) {
        func read(_ choice: ModelChoice) throws -> (ComparedFile, SwiftModelReader.VersionedModels?) {
            let path = try ModelFile.located(model, choice)
            guard try ModelFile.isSource(path) else {
                return (try ComparedFile(path: model, choice: choice), nil)
            }
            let source = try SwiftModelReader.versionedModels(path: path, choice: choice)
            return (try ComparedFile(.model(source.current.get()), path: model), source)
        }
        do {
            return try read(choosing.choice)
        } catch let failure as ModelSourceFailure where failure.isChoice {
            let hashes = try ComparedFile(.store(ReferenceStore(path: store)), path: store).hashes
            func distance(_ file: ComparedFile) -> Int {
                let verdict = VersionVerdict(hashes, file.hashes)
                return verdict.differing.count + verdict.onlyInLeft.count + verdict.onlyInRight.count
            }
            let choices = try SwiftModelReader.alternatives(path: model, choice: choosing.choice)
            let all = choices.compactMap { try? read($0) }
            guard let best = all.min(by: { distance($0.0) < distance($1.0) }) else { throw failure }
            return best
        }
    }

    /// Returns the path of the store through the app's migration plan; nil if there is no plan, or if the app opens the
    /// store without migration.
    private func passage(
        of opened: ReferenceStore, in app: ComparedFile, _ plan: StagedMigrationPlan?, _ issues: [LaunchIssue]
    ) throws -> StagedPassage? {
        guard let plan else { return nil }
        let file = try ComparedFile(.store(opened), path: store)
        return StagedPassage(
            of: file.hashes, model: file.model?.model, through: plan, issues, to: app.hashes)
    }

    /// Returns whether an app with the model opens the store, with the reasons.
    private func compatibility(
        of opened: ReferenceStore, with app: ComparedFile, _ passage: StagedPassage?
    ) throws -> VerificationReport.Compatibility {
        let file = try ComparedFile(.store(opened), path: store)
        guard file.declaresHashes else {
            throw StoreError(.badBookkeeping("its metadata has no version hashes"), path: store)
        }
        let names = ComparedFile.names(file, app)
        let text = ModelDifferenceText(left: names.left, right: names.right)
        let verdict = VersionVerdict(file.hashes, app.hashes)
        let doubts = try verdict.willOpen ? self.doubts(about: opened, of: app) : []
        var lines = [text.describe(verdict, isCertain: doubts.isEmpty)]
        if verdict.willOpen {
            lines += doubts.map { "  " + ModelDoubt($0).line }
        } else if let own = file.model, let other = app.model {
            let comparison = ModelComparison(own, other)
            lines = ComparisonRenderer(text: text).reasonLines(comparison)
        }
        if let passage { lines += [""] + LaunchRenderer.lines(passage) }
        return VerificationReport.Compatibility(
            isPassed: verdict.willOpen && !(passage?.crashes ?? false), doubts: doubts, lines: lines)
    }

    /// Returns the uncertain parts of an app's model for a store with its version hashes.
    private func doubts(about store: ReferenceStore, of app: ComparedFile) throws -> [ModelJudgement.Doubt] {
        guard let model = app.model else { return [] }
        let judgement =
            app.isStore ? ModelJudgement(try ReferenceStore(path: app.path)) : ModelJudgement(model)
        return judgement.settled(by: store).doubts
    }

    private func write(_ report: VerificationReport) throws {
        try reports.write { JUnitRenderer().text(report) }
        if report.unreadable == nil { annotate(report) }
        if json {
            Terminal.printData(try VerificationDescription(report).text() + "\n")
        } else if report.unreadable == nil {
            for line in VerificationRenderer().lines(report) { Terminal.print(line) }
        }
    }

    /// Annotates failed checks in a GitHub workflow. A store has no lines.
    private func annotate(_ report: VerificationReport) {
        for result in report.allResults {
            for finding in result.outcome.examples {
                Diagnostics.annotate(IssueDescription(finding, of: result.name, path: store), .error)
            }
            for finding in result.outcome.warnings {
                let words = "check '\(result.name)': \(finding.line)"
                Diagnostics.annotate(
                    IssueDescription(path: store, reason: "failedCheck", message: words), .warning)
            }
        }
    }
}
