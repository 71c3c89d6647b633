import Files
import Verification

/// Checks a store before it comes into its place. What was wrong with the store that it comes from is no fault of
/// the work, and is told; damage is never brought along.
struct ResultCheck {
    /// What the messages are about: where the store goes.
    let path: String
    /// The store that it comes from, as messages call it.
    let former: String
    /// Whether what is doubtful is told.
    var tellsWarnings = true

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
        for result in results where tellsWarnings {
            for warning in result.outcome.warnings {
                Diagnostics.tell("check '\(result.name)': \(warning.line)", about: path, .warning)
            }
        }
        guard failed.isEmpty else {
            throw Failure(
                errors: failed.flatMap { result in
                    result.outcome.examples.map { IssueDescription($0, of: result.name, path: path) }
                }, status: .data)
        }
        return results
    }
}
