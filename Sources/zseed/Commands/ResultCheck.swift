import Files
import Verification

/// Checks a store before it comes into its place. What was wrong with the store that it comes from is no fault of
/// the work, and is told; damage is never brought along.
struct ResultCheck {
    /// What the messages are about: where the store goes.
    let path: String
    /// The store that it comes from, as messages call it.
    let former: String

    /// Runs all checks.
    ///
    /// - Parameters:
    ///   - results: the checks of the result.
    ///   - before: those of the store that it comes from; asked for only where some of the result fail.
    /// - Throws: ``Failure`` with what failed.
    func passed(
        _ results: [StoreVerifier.Result], before: () throws -> [StoreVerifier.Result]
    ) throws -> [StoreVerifier.Result] {
        var failed = results.filter { !$0.isPassed }
        if !failed.isEmpty {
            let inherited = Set(
                try InputFiles.lookingAtOutput(before)
                    .filter { !$0.isPassed && $0.name != StoreVerifier.damageCheck }.map(\.name))
            for result in failed where inherited.contains(result.name) {
                Diagnostics.tell(
                    "check '\(result.name)' fails, as it does for \(former)", about: path, .warning)
            }
            failed.removeAll { inherited.contains($0.name) }
        }
        for warning in results.warnings(about: path) { Diagnostics.tell(warning, .warning) }
        guard failed.isEmpty else {
            throw Failure(
                errors: failed.flatMap { result in
                    result.outcome.examples.map { IssueDescription($0, of: result.name, path: path) }
                }, status: .data)
        }
        return results
    }
}

extension [StoreVerifier.Result] {
    /// What is doubtful, as standard error and JSON tell it.
    ///
    /// - Parameter path: where the store goes.
    func warnings(about path: String) -> [IssueDescription] {
        flatMap { result in
            let outcome = result.outcome
            let told = outcome.warnings.map {
                IssueDescription(warning: $0, of: result.name, path: path)
            }
            let hidden = outcome.warned - Int64(told.count)
            guard hidden > 0 else { return told }
            return told + [
                IssueDescription(warning: Finding("and \(hidden) more"), of: result.name, path: path)
            ]
        }
    }
}
