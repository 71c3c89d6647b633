import Messages
import Seeding

/// The result of a build for programs: the content of `zseed build --json`.
///
/// It is filled during the build, so that a failed build reports everything that was known by then.
struct BuildDescription: Encodable {
    /// The path of the store; nil if neither the command line nor a readable plan contains it.
    var output: String?
    let isDryRun: Bool
    /// Whether the new store is in place; false for a dry run, and if `--if-needed` found nothing to do.
    var isBuilt = false
    /// The reasons for the build, with `--if-needed`; empty if it was not needed.
    var needs: [String]?
    /// The exit code of the process.
    private(set) var exitCode = ExitStatus.done.rawValue
    /// The errors that stopped the build.
    private(set) var errors: [IssueDescription] = []
    /// Whether the build stopped before it could find all errors.
    private(set) var isCutShort = false
    /// The numbers for each load; empty if the build failed before all rows were read.
    private(set) var rows: [SeedReport.Row] = []
    /// The issues of rejected rows; at most the first ten thousand.
    private(set) var issues: [IssueDescription] = []
    private(set) var issueCount = 0
    /// The issues that neither stopped the build nor rejected a row.
    var warnings: [IssueDescription] = []
    var rejectFiles: [String] = []
    /// The number of checks that were run.
    var checks = 0
    /// Milliseconds by phase, with `--timings`.
    private(set) var timings: [String: Double]?

    /// Adds the numbers and issues of the rows.
    mutating func add(_ report: SeedReport) {
        rows = report.rows
        issues = report.issues.map(IssueDescription.init)
        warnings = report.warnings.map(IssueDescription.init)
        issueCount = report.issueCount
    }

    /// Adds the errors that stopped the build.
    mutating func add(_ failure: Failure) {
        errors = failure.errors
        isCutShort = failure.isCutShort
        exitCode = failure.status.rawValue
    }

    /// Adds the durations of the phases.
    mutating func add(_ times: BuildTimings) {
        timings = Dictionary(
            BuildTimings.Phase.allCases.map { ($0.rawValue, times[$0].milliseconds) },
            uniquingKeysWith: { first, _ in first })
    }
}
