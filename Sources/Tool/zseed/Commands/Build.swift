import ArgumentParser
import Files
import Messages
import Seeding
import StoreFormat
import Verification

/// `zseed build`: fills a store from a plan, verifies it, and moves it into place.
struct Build: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "build",
        abstract: "Build a store from a plan, and verify it.",
        discussion: """
            Fills a private copy of the plan's reference with the rows of its sources, verifies \
            the result, and puts it in place completely or not at all. The reference and the sources are \
            never changed. While rows are read, a line on the terminal shows their number, the speed and the \
            remaining time.

            With --json, standard output is one JSON document, even if the build fails. It has the results, \
            and each error with its file, line, column, reason, entity and value. \
            docs/guides/build-report.md describes it.

            --set gives `${NAME}` in the plan's texts a value, so that one plan can build several stores, \
            for example one per language.
            """
    ).partOfZSeed

    @Argument(help: "The seed plan, a YAML file.")
    var plan: String

    @Option(name: [.short, .long], help: "The path of the store. By default, the plan's `output:`.")
    var output: String?

    @OptionGroup
    var planOptions: PlanOptions

    @Option(
        help: ArgumentHelp(
            "Set a key of the store's metadata, instead of the plan's value.",
            valueName: "key=value"))
    var metadata: [String] = []

    @Flag(
        help: """
            Allow the plan to run the programs of its sources: `command: [psql, shop, --csv, -c, \
            "SELECT …"]`.
            """)
    var allowCommands = false

    @Option(help: "The number of row errors after which the build stops.")
    var maxErrors: Int?

    @Option(help: "Stop if reading rows needs more than this many MB of memory.")
    var memory: Int?

    @Flag(
        help: """
            Print the files that the plan reads, one per line or as JSON, for build systems. Nothing is built.
            """)
    var listInputs = false

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    @Flag(
        help: """
            Do nothing if the output is up to date: compares the plan, the reference, the sources, this \
            version of zseed and the output itself with the record beside the output, .NAME.zseed.json.
            """)
    var ifNeeded = false

    @Flag(help: "Print the time of each phase.")
    var timings = false

    @OptionGroup
    var result: ResultOptions

    @OptionGroup
    var reports: ReportOptions

    func validate() throws {
        guard maxErrors ?? 1 > 0 else { throw ValidationError("--max-errors must be at least 1") }
        guard (1...1 << 24).contains(memory ?? 1) else {
            throw ValidationError("--memory must be from 1 to \(1 << 24) MB")
        }
        guard !listInputs || !reports.areNeeded, !listInputs || !timings else {
            throw ValidationError("--list-inputs builds nothing: omit --junit and --timings")
        }
        _ = try overrides()
    }

    /// Returns the options that override the plan.
    ///
    /// - Throws: `ValidationError` for a text that is not a pair, and for a name that is given twice.
    private func overrides() throws -> PlanOverrides {
        var overrides = try planOptions.overrides()
        // Listing the inputs does not run commands.
        overrides.allowsCommands = allowCommands || listInputs
        overrides.metadata = try OptionText.pairs(of: "--metadata", form: "KEY=VALUE", metadata)
        return overrides
    }

    /// Throws if the plan is a model.
    private func checkIsPlan() throws {
        do {
            // A pipe can be read only once.
            guard try FileStatus(path: plan)?.isStream == false, try ModelSubject.isModel(plan) else {
                return
            }
        } catch {
            // The plan reader reports unreadable files.
            return
        }
        throw ValidationError(
            "\(plan) is a model, not a plan: `zseed plan \(plan) DATA.csv -o seed.yml` drafts one")
    }

    func run() throws {
        try checkIsPlan()
        guard !listInputs else { return try printInputs() }
        let start = ContinuousClock().now
        var description = BuildDescription(output: output, isDryRun: dryRun)
        var results = BuildResults(plan: plan)
        var stores: [String] = []
        var areReportsRefused = false
        var status = ExitStatus.done
        if !dryRun { InterruptCleanup.expectOutput() }
        do {
            try Failures.described(about: plan) {
                try checkReports(&areReportsRefused)
                let plan = try PlanReader.read(path: plan, overrides: try overrides())
                if reports.areNeeded {
                    try plan.addInputs()
                    stores = [output, plan.output?.value].compactMap(\.self)
                    try checkReports(besides: stores, &areReportsRefused)
                    results.sources = plan.sources.flatMap(\.kind.inputPaths)
                }
                // Errors without a file are those of the reference's model.
                try Failures.described(about: plan.reference.value) {
                    try build(plan, since: start, reporting: &description, checking: &results.checks)
                }
            }
        } catch let failure as Failure {
            failure.report()
            description.isBuilt = false
            description.add(failure)
            status = failure.status
        }
        if result.json { Terminal.printDocument(try JSONText.of(description) + "\n") }
        // Invalid report files were already rejected before the build began.
        if reports.areNeeded, !areReportsRefused {
            do {
                try writeReports(results, besides: stores)
            } catch {
                if status == .done, !dryRun, let store = stores.first {
                    Diagnostics.emit("the store is in place, but not every report", about: store, .note)
                }
                throw error
            }
        }
        guard status == .done else { throw status.code }
    }

    /// Throws if the reports cannot be written.
    private func checkReports(besides stores: [String] = [], _ areRefused: inout Bool) throws {
        do {
            try reports.check(besides: stores)
        } catch {
            areRefused = true
            throw error
        }
    }

    /// Writes the file for CI systems, also for a failed build.
    ///
    /// - Throws: `ExitCode` if it cannot be written.
    private func writeReports(_ results: BuildResults, besides stores: [String]) throws {
        var results = results
        results.entries = Diagnostics.entries
        try Failures.reported(about: plan) {
            try reports.check(besides: stores)
            try reports.write { JUnitRenderer().text(results) }
        }
    }

    private func printInputs() throws {
        try Failures.reported(about: plan) {
            let paths = try PlanReader.read(path: plan, overrides: try overrides()).inputPaths()
            Terminal.printData(
                result.json ? try JSONText.of(paths) + "\n" : paths.map { $0 + "\n" }.joined())
        }
    }

    private func build(
        _ plan: SeedPlan, since start: ContinuousClock.Instant,
        reporting description: inout BuildDescription, checking checks: inout [StoreVerifier.Result]
    ) throws {
        let line = result.quiet ? nil : ProgressLine.onTerminal(share: result.verify ? 1 : 0.3)
        // The line is also cleared before errors are reported.
        defer { line?.clear() }
        // Whether the output has no record of its inputs. The build itself then reports whether anything changed.
        var isUnrecorded = false
        let builder = try SeedBuilder(plan: plan, output: output, options: options(line))
        description.output = builder.path
        if ifNeeded {
            let needs = try builder.needs(isVerified: result.verify)
            description.needs = needs.map(NeedRenderer.words)
            guard !needs.isEmpty else { return reportUpToDate(builder.path) }
            if !result.quiet, !result.json {
                Terminal.print("\(builder.path): \(NeedRenderer.line(needs))")
            }
            isUnrecorded = needs.contains { if case .noRecord = $0 { true } else { false } }
        }
        let finished = try builder.build()
        description.output = finished.path
        description.add(finished.report)
        try finish(
            finished, of: plan, since: start, keepsSame: isUnrecorded, line, reporting: &description,
            checking: &checks)
    }

    func reportUpToDate(_ output: String) {
        guard !result.quiet, !result.json else { return }
        Terminal.print("\(output): up to date: nothing to do")
    }

    private func options(_ line: ProgressLine?) -> SeedBuilder.Options {
        var options = SeedBuilder.Options()
        options.maxErrors = maxErrors
        options.issueText = { PrivatePath.shown(IssueRenderer().reason($0)) }
        options.isDryRun = dryRun
        options.memoryLimit = memory.map { $0 << 20 }
        options.measuresRows = timings
        options.recordsInputs = ifNeeded
        options.program = ProgramVersions.zseed
        if let line { options.progress = { line.show($0) } }
        return options
    }
}
