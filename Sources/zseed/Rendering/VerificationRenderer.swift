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
