import ArgumentParser
import Foundation
import Seeding
import StoreFormat
import Verification

/// `zseed build`: fills a store from a plan, verifies it, and puts it in place.
struct Build: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Build a store from a seed plan.",
        discussion: """
            Fills a private copy of the plan's reference with the rows of its sources, verifies \
            the result, and puts it in place whole or not at all. The reference and the sources \
            are never changed.
            """)

    @Argument(help: "The seed plan, a YAML file.")
    var plan: String

    @Option(name: [.short, .long], help: "Where the store goes; the plan's `output:` otherwise.")
    var output: String?

    @Option(help: "How many errors of rows to report before giving up.")
    var maxErrors = 20

    @Flag(name: [.short, .long], help: "Print nothing but errors.")
    var quiet = false

    func validate() throws {
        guard maxErrors > 0 else { throw ValidationError("--max-errors must be at least 1") }
    }

    func run() throws {
        let start = ContinuousClock().now
        try Failures.reported {
            let plan = try PlanReader.read(path: plan)
            var options = SeedBuilder.Options()
            options.maximumIssues = maxErrors
            let finished = try SeedBuilder(plan: plan, output: output, options: options).build()
            try verify(finished)
            try finished.place()
            if !quiet { print(finished, since: start) }
        }
    }

    private func verify(_ finished: SeedBuilder.FinishedStore) throws {
        let results = try StoreVerifier().verify(path: finished.temporaryPath)
        let failed = results.filter { !$0.isPassed }
        guard failed.isEmpty else {
            for result in failed {
                for finding in result.outcome.examples {
                    Terminal.report(
                        "\(finished.path): error: check '\(result.name)' failed: \(finding.line)")
                }
            }
            throw ExitStatus.data.code
        }
    }

    private func print(
        _ finished: SeedBuilder.FinishedStore, since start: ContinuousClock.Instant
    ) {
        for line in ReportRenderer().lines(finished.report) { Terminal.print(line) }
        let checks = StoreVerifier.allChecks.count
        Terminal.print("")
        Terminal.print(
            "\(finished.path): built, \(checks) checks passed, "
                + ReportRenderer.text(ContinuousClock().now - start))
    }
}
