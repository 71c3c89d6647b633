import Messages
import Reporting
import Verification

extension ReportContent.Check {
    /// Creates a check of a verification, with advice for a failed one.
    init(_ result: StoreVerifier.Result) {
        let outcome = result.outcome
        let verdict: ReportContent.Verdict =
            !result.isPassed ? .bad : outcome.warned > 0 ? .warned : outcome.skipped == nil ? .good : .open
        let summary =
            outcome.skipped.flatMap { result.isPassed ? $0 : nil }
            ?? (outcome.wrong == 0
                ? "\(result.purpose) (\(outcome.examined) examined)"
                : "\(outcome.wrong) wrong of \(outcome.examined) examined: \(result.purpose)")
        func findings(_ list: [Finding], _ severity: String) -> [ReportContent.Finding] {
            list.map {
                ReportContent.Finding(
                    severity: severity, text: $0.line, entity: $0.entity, primaryKey: $0.primaryKey)
            }
        }
        let shown = outcome.examples.count + outcome.warnings.count + outcome.notes.count
        self.init(
            name: result.name, purpose: result.purpose, verdict: verdict, summary: summary,
            advice: CheckAdvice.words(for: result.name),
            findings: findings(outcome.examples, "error") + findings(outcome.warnings, "warning")
                + findings(outcome.notes, "note"),
            hidden: outcome.wrong + outcome.warned + outcome.noted - Int64(shown))
    }
}

extension ReportContent {
    /// Adds the results of a verification, with their summary.
    mutating func add(_ results: [StoreVerifier.Result]) {
        checks = (checks ?? []) + results.map(Check.init)
        summary = VerificationRenderer().tally(results)
        verdict =
            results.contains { !$0.isPassed }
            ? .bad : results.contains { $0.outcome.warned > 0 } ? .warned : .good
    }

    /// Adds the reason why the store could not be read.
    mutating func add(_ failure: Failure) {
        let findings = failure.errors.map {
            Finding(severity: "error", text: $0.message, entity: nil, primaryKey: nil)
        }
        checks =
            [
                Check(
                    name: VerificationReport.storeFile, purpose: "the file can be read", verdict: .bad,
                    summary: "the store cannot be read",
                    advice: CheckAdvice.words(for: VerificationReport.storeFile),
                    findings: findings, hidden: 0)
            ] + (checks ?? [])
        summary = "cannot be read"
        verdict = .bad
    }
}
