import ArgumentParser
import Foundation
import Seeding
import StoreFormat
import Verification

/// `zseed build`: fills a store from a plan, verifies it, and puts it in place.
struct Build: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "build",
        abstract: "Build a store from a seed plan.",
        discussion: """
            Fills a private copy of the plan's reference with the rows of its sources, verifies \
            the result, and puts it in place whole or not at all. The reference and the sources \
            are never changed. While rows are read, a line on the terminal tells how many, how \
            fast, and how long it will take; there is none where standard error is no terminal.
            """)

    @Argument(help: "The seed plan, a YAML file.")
    var plan: String

    @Option(name: [.short, .long], help: "Where the store goes; the plan's `output:` otherwise.")
    var output: String?

    @Option(help: "How many errors of rows to report before giving up.")
    var maxErrors: Int?

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    @Flag(
        help: "Do nothing where the output has the plan's `metadata:` keys with those values.")
    var ifNeeded = false

    @Flag(
        inversion: .prefixedNo, help: "Verify the store before it is put in place.")
    var verify = true

    @Flag(help: "Print where the time went.")
    var timings = false

    @Flag(help: "Print the report as JSON, for programs.")
    var json = false

    @Flag(name: [.short, .long], help: "Print nothing but errors.")
    var quiet = false

    func validate() throws {
        guard maxErrors ?? 1 > 0 else { throw ValidationError("--max-errors must be at least 1") }
    }

    func run() throws {
        let start = ContinuousClock().now
        try Failures.reported(about: plan) {
            let plan = try PlanReader.read(path: plan)
            // Errors that name no file are those of the model that the store is made from.
            try Failures.reported(about: plan.reference.value) { try build(plan, since: start) }
        }
    }

    private func build(_ plan: SeedPlan, since start: ContinuousClock.Instant) throws {
        let line = quiet ? nil : ProgressLine.onTerminal()
        // Before errors are told, too.
        defer { line?.clear() }
        let builder = try SeedBuilder(plan: plan, output: output, options: options(line))
        if ifNeeded, try !builder.isNeeded() {
            if !quiet, !json {
                Terminal.print("\(builder.path): has the plan's metadata: nothing to do")
            }
            return
        }
        let finished = try builder.build()
        line?.clear()
        try finish(finished, of: plan, since: start)
    }

    private func options(_ line: ProgressLine?) -> SeedBuilder.Options {
        var options = SeedBuilder.Options()
        options.maximumIssues = maxErrors
        options.issueText = { IssueRenderer().reason($0) }
        options.isDryRun = dryRun
        options.measuresRows = timings
        if let line { options.progress = { line.show($0) } }
        return options
    }

    /// Verifies a built store, puts it in place, and tells what was done.
    private func finish(
        _ finished: SeedBuilder.FinishedStore, of plan: SeedPlan,
        since start: ContinuousClock.Instant
    ) throws {
        for problem in finished.schemaProblems {
            Terminal.report("\(plan.reference.value): warning: \(IssueRenderer.words(problem))")
        }
        var times = finished.report.timings
        let results = verify
            ? try times.measure(.verify) { try check(finished, of: plan) } : []
        for warning in finished.report.warnings {
            Terminal.report(IssueRenderer().line(warning, severity: "warning"))
        }
        try times.measure(.sync) { try finished.place() }
        for issue in finished.report.issues {
            Terminal.report(IssueRenderer().line(issue, severity: "warning"))
        }
        let untold = finished.report.issueCount - finished.report.issues.count
        if untold > 0 {
            Terminal.report("and \(untold) more, which are in the reject files only")
        }
        if json {
            try print(BuildDescription(finished, results, isDryRun: dryRun, timings ? times : nil))
        } else if !quiet {
            print(finished, results, since: start)
            if timings { for line in TimingsRenderer().lines(times) { Terminal.print(line) } }
        }
    }

    private func print(_ description: BuildDescription) throws {
        Terminal.print(try JSONText.of(description))
    }

    private func check(
        _ finished: SeedBuilder.FinishedStore, of plan: SeedPlan
    ) throws -> [StoreVerifier.Result] {
        let results = try StoreVerifier().verify(
            path: finished.temporaryPath, modelPath: plan.model?.value,
            declared: plan.declaredRelationships)
        let inherited = plan.isExact ? try failures(ofReferenceIn: plan) : []
        let failed = results.filter { !$0.isPassed && !inherited.contains($0.name) }
        for result in results where !result.isPassed && inherited.contains(result.name) {
            Terminal.report(
                "\(finished.path): warning: check '\(result.name)' fails, "
                    + "as it does for the reference")
        }
        for result in results {
            for warning in result.outcome.warnings {
                Terminal.report(
                    "\(finished.path): warning: check '\(result.name)': \(warning.line)")
            }
        }
        guard failed.isEmpty else {
            for result in failed {
                for finding in result.outcome.examples {
                    Terminal.report(
                        "\(finished.path): error: check '\(result.name)' failed: \(finding.line)")
                }
            }
            throw ExitStatus.data.code
        }
        return results
    }

    /// The checks that an exact plan's reference fails: its rows are to come back as they were.
    private func failures(ofReferenceIn plan: SeedPlan) throws -> Set<String> {
        let reference = plan.reference.value
        guard StoreFile.isSQLite(reference) else { return [] }
        let results = try StoreVerifier().verify(path: reference, modelPath: plan.model?.value)
        return Set(results.filter { !$0.isPassed }.map(\.name))
    }

    private func print(
        _ finished: SeedBuilder.FinishedStore, _ results: [StoreVerifier.Result],
        since start: ContinuousClock.Instant
    ) {
        for line in ReportRenderer().lines(finished.report) { Terminal.print(line) }
        Terminal.print("")
        for path in finished.rejectPaths { Terminal.print("\(path): the rows that were left out") }
        Terminal.print(
            "\(finished.path): \(dryRun ? "not written" : "built"), \(verify ? VerificationRenderer().tally(results) : "not verified"), "
                + ReportRenderer.text(ContinuousClock().now - start))
    }
}
