import Verification

/// The checks of a verification with their results.
struct VerificationRenderer {
    func lines(_ results: [StoreVerifier.Result]) -> [String] {
        let width = results.map(\.name.count).max() ?? 0
        return results.flatMap { result in
            let name = result.name + String(repeating: " ", count: width - result.name.count)
            let head = "\(Self.verdict(result))  \(name)  \(Self.summary(result))"
            let hidden = result.outcome.wrong - Int64(result.outcome.examples.count)
            let more = hidden > 0 ? ["        … and \(hidden) more"] : []
            return [head] + result.outcome.examples.map { "        \($0.line)" } + more
        }
    }

    /// How many checks passed, failed and could not be made: `12 checks passed, 2 skipped`.
    func tally(_ results: [StoreVerifier.Result]) -> String {
        let failed = results.filter { !$0.isPassed }.count
        let skipped = results.filter { $0.isPassed && $0.outcome.skipped != nil }.count
        let passed = results.count - failed - skipped
        return (failed > 0 ? "\(failed) of \(results.count) checks failed" : "\(passed) checks passed")
            + (skipped > 0 ? ", \(skipped) skipped" : "")
    }

    private static func verdict(_ result: StoreVerifier.Result) -> String {
        if !result.isPassed { return "FAIL" }
        return result.outcome.skipped == nil ? "ok  " : "skip"
    }

    private static func summary(_ result: StoreVerifier.Result) -> String {
        if let reason = result.outcome.skipped, result.isPassed { return reason }
        let wrong = result.outcome.wrong
        return wrong == 0
            ? "\(result.purpose) (\(result.outcome.examined) examined)"
            : "\(wrong) wrong of \(result.outcome.examined) examined: \(result.purpose)"
    }
}
