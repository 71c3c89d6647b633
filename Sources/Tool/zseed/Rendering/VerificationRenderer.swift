import Messages
import Verification

/// The checks of a verification with their results, as lines for people.
struct VerificationRenderer {
    func lines(_ report: VerificationReport) -> [String] {
        let reasons = report.compatibility.map { $0.lines + [""] } ?? []
        let verdict =
            report.compatibility
            .map(Self.verdict) ?? ""
        return reasons + lines(report.results)
            + ["", "\(report.store): \(verdict)\(tally(report.results))"]
    }

    /// Returns whether the app opens the store, and how certain this is.
    private static func verdict(_ compatibility: VerificationReport.Compatibility) -> String {
        guard compatibility.isPassed else { return "will not open, " }
        let count = compatibility.doubts.count
        return count == 0
            ? "will open, " : "should open: \(Count.text(count, "thing")) no file has shown, "
    }

    private func lines(_ results: [StoreVerifier.Result]) -> [String] {
        let width = results.map(\.name.count).max() ?? 0
        return results.flatMap { result in
            let name = result.name + String(repeating: " ", count: width - result.name.count)
            let head = "\(Self.verdict(result))  \(name)  \(Self.summary(result))"
            let outcome = result.outcome
            return [head]
                + Self.examples(outcome.examples.map(\.line), of: outcome.wrong)
                + Self.examples(
                    outcome.warnings.map { "warning: \($0.line)" }, of: outcome.warned)
                + Self.examples(outcome.notes.map { "note: \($0.line)" }, of: outcome.noted)
        }
    }

    private static func examples(_ lines: [String], of count: Int64) -> [String] {
        let hidden = count - Int64(lines.count)
        return lines.map { "        \($0)" } + (hidden > 0 ? ["        … and \(hidden) more"] : [])
    }

    /// Returns the numbers of passed, failed and skipped checks: `12 checks passed, 2 skipped`.
    func tally(_ results: [StoreVerifier.Result]) -> String {
        let failed = results.filter { !$0.isPassed }.count
        let skipped = results.filter { $0.isPassed && $0.outcome.skipped != nil }.count
        let passed = results.count - failed - skipped
        let warned = results.reduce(0) { $0 + $1.outcome.warned }
        return
            (failed > 0
            ? "\(failed) of \(Count.text(results.count, "check")) failed"
            : "\(Count.text(passed, "check")) passed")
            + (skipped > 0 ? ", \(skipped) skipped" : "")
            + (warned > 0 ? ", \(warned) warning\(warned == 1 ? "" : "s")" : "")
    }

    private static func verdict(_ result: StoreVerifier.Result) -> String {
        if !result.isPassed { return "FAIL" }
        if result.outcome.warned > 0 { return "warn" }
        return result.outcome.skipped == nil ? "ok  " : "skip"
    }

    private static func summary(_ result: StoreVerifier.Result) -> String {
        let outcome = result.outcome
        if let reason = outcome.skipped, result.isPassed { return reason }
        return outcome.wrong == 0
            ? "\(result.purpose) (\(outcome.examined) examined)"
            : "\(outcome.wrong) wrong of \(outcome.examined) examined: \(result.purpose)"
    }
}
