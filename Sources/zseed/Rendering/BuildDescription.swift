import Seeding
import Verification

/// What a build did, for programs: the content of `zseed build --json`.
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
        /// Nil for what happened within another row's time.
        let milliseconds: Double?
    }

    struct Issue: Encodable {
        let path: String
        let line: Int?
        let column: Int?
        let entity: String?
        let property: String?
        let sourceColumn: String?
        let value: String?
        let message: String
    }

    let output: String
    let isDryRun: Bool
    let rows: [Row]
    /// The issues of rows that were left out; at most the first ten thousand.
    let issues: [Issue]
    let issueCount: Int
    /// What did not stop the build and left no row out.
    let warnings: [Issue]
    let rejectFiles: [String]
    let checks: Int
    /// Milliseconds by phase, with `--timings`.
    let timings: [String: Double]?

    init(
        _ finished: SeedBuilder.FinishedStore, _ results: [StoreVerifier.Result], isDryRun: Bool,
        _ timings: BuildTimings? = nil
    ) {
        output = finished.path
        self.isDryRun = isDryRun
        rows = finished.report.rows.map { row in
            Row(
                entity: row.entity, source: row.source, read: row.read, written: row.written,
                found: row.found, merged: row.merged, skipped: row.skipped,
                rejected: row.rejected,
                milliseconds: row.duration.map(Self.milliseconds))
        }
        issues = finished.report.issues.map(Issue.init)
        warnings = finished.report.warnings.map(Issue.init)
        issueCount = finished.report.issueCount
        rejectFiles = finished.rejectPaths
        checks = results.count
        self.timings = timings.map { timings in
            Dictionary(
                BuildTimings.Phase.allCases.map { ($0.rawValue, Self.milliseconds(timings[$0])) },
                uniquingKeysWith: { first, _ in first })
        }
    }

    private static func milliseconds(_ duration: Duration) -> Double {
        let parts = duration.components
        return Double(parts.seconds) * 1000 + Double(parts.attoseconds) / 1e15
    }
}

extension BuildDescription.Issue {
    init(_ issue: SeedIssue) {
        self.init(
            path: issue.location.path, line: issue.location.line,
            column: issue.location.column, entity: issue.entity, property: issue.property,
            sourceColumn: issue.sourceColumn, value: issue.value,
            message: IssueRenderer().reason(issue))
    }
}
