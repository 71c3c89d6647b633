import Files
import Messages
import Verification

/// Verifies a store before it is moved into place. Problems that the original store already had are reported, but are
/// not errors of the operation. Damage is never accepted.
struct ResultCheck {
    /// The subject of messages: the path of the output.
    let path: String
    /// The name of the original store in messages.
    let former: String

    /// Evaluates the results of all checks.
    ///
    /// - Parameters:
    ///   - results: the checks of the result.
    ///   - before: returns the checks of the original store; called only if checks of the result failed.
    /// - Throws: ``Failure`` with the failed checks.
    func passed(
        _ results: [StoreVerifier.Result], before: () throws -> [StoreVerifier.Result]
    ) throws -> [StoreVerifier.Result] {
        var failed = results.filter { !$0.isPassed }
        if !failed.isEmpty {
            let inherited = Set(
                try InputFiles.lookingAtOutput(before)
                    .filter { !$0.isPassed && $0.name != StoreVerifier.damageCheck }.map(\.name))
            for result in failed where inherited.contains(result.name) {
                Diagnostics.emit(
                    "check '\(result.name)' fails, as it does for \(former)", about: path, .warning)
            }
            failed.removeAll { inherited.contains($0.name) }
        }
        for warning in results.warnings(about: path) { Diagnostics.emit(warning, .warning) }
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
    /// Returns the warnings for standard error and JSON.
    ///
    /// - Parameter path: the path of the output.
    func warnings(about path: String) -> [IssueDescription] {
        flatMap { result in
            let outcome = result.outcome
            let warnings = outcome.warnings.map {
                IssueDescription(warning: $0, of: result.name, path: path)
            }
            let hidden = outcome.warned - Int64(warnings.count)
            guard hidden > 0 else { return warnings }
            return warnings + [
                IssueDescription(warning: Finding("and \(hidden) more"), of: result.name, path: path)
            ]
        }
    }
}
