import Seeding

/// What a build did or why it failed, for programs: the content of `zseed build --json`.
///
/// It is filled while the build goes on, so that a failed one tells all that was known by then.
struct BuildDescription: Encodable {
    struct Row: Encodable {
        let entity: String
        let source: String
        let read: Int
        let written: Int
        let found: Int
        let merged: Int
        let skipped: Int
        let rejected: Int
        /// Left out by the source's `where:`.
        let filtered: Int
        /// Rows of empty cells, which are blank lines.
        let blank: Int
        /// Nil for what happened within another row's time.
        let milliseconds: Double?
    }

    /// Where the store goes; nil where neither the command line nor a readable plan says it.
    var output: String?
    let isDryRun: Bool
    /// Whether the store is in place now; false for a dry run, and where `--if-needed` found that
    /// nothing was to do.
    var isBuilt = false
    /// Why the build was needed, in words, with `--if-needed`; empty where it was not.
    var needs: [String]?
    /// What the process ends with.
    private(set) var exitCode = ExitStatus.done.rawValue
    /// What stopped the build.
    private(set) var errors: [IssueDescription] = []
    /// Whether there may be more errors, which were not looked for.
    private(set) var isCutShort = false
    /// Empty for a build that failed before all rows were read.
    private(set) var rows: [Row] = []
    /// The issues of rows that were left out; at most the first ten thousand.
    private(set) var issues: [IssueDescription] = []
    private(set) var issueCount = 0
    /// What did not stop the build and left no row out.
    var warnings: [IssueDescription] = []
    var rejectFiles: [String] = []
    /// How many checks were made.
    var checks = 0
    /// Milliseconds by phase, with `--timings`.
    private(set) var timings: [String: Double]?

    init(output: String?, isDryRun: Bool) {
        self.output = output
        self.isDryRun = isDryRun
    }

    /// Notes what was done with the rows.
    mutating func add(_ report: SeedReport) {
        rows = report.rows.map { row in
            Row(
                entity: row.entity, source: row.source, read: row.read, written: row.written,
                found: row.found, merged: row.merged, skipped: row.skipped,
                rejected: row.rejected, filtered: row.filtered, blank: row.blank,
                milliseconds: row.duration.map(Self.milliseconds))
        }
        issues = report.issues.map(IssueDescription.init)
        warnings = report.warnings.map(IssueDescription.init)
        issueCount = report.issueCount
    }

    /// Notes what stopped the build.
    mutating func add(_ failure: Failure) {
        errors = failure.errors
        isCutShort = failure.isCutShort
        exitCode = failure.status.rawValue
    }

    /// Notes where the time went.
    mutating func add(_ times: BuildTimings) {
        timings = Dictionary(
            BuildTimings.Phase.allCases.map { ($0.rawValue, Self.milliseconds(times[$0])) },
            uniquingKeysWith: { first, _ in first })
    }

    private static func milliseconds(_ duration: Duration) -> Double {
        let parts = duration.components
        return Double(parts.seconds) * 1000 + Double(parts.attoseconds) / 1e15
    }
}
