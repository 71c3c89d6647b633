import Copying
import Files
import ObjectModel
import SwiftDataSource
import Verification

extension Copy {
    /// Checks the result.
    ///
    /// - Throws: ``Failure`` with what failed.
    func verified(_ finished: FinishedCopy) throws -> [StoreVerifier.Result] {
        let target = output ?? into ?? ""
        // A new store of another model carries it.
        let modelPath = into != nil ? model : model == nil ? fromModel : nil
        let results = try StoreVerifier().verify(
            path: finished.temporaryPath, modelPath: modelPath,
            modelChoice: into != nil && model != nil ? modelOptions.choice : .current)
        for result in results {
            for warning in result.outcome.warnings {
                Diagnostics.tell("check '\(result.name)': \(warning.line)", about: target, .warning)
            }
        }
        var failed = results.filter { !$0.isPassed }
        if !failed.isEmpty {
            // What was wrong before is no fault of the copy; damage is never copied.
            let inherited = try InputFiles.lookingAtOutput {
                try failures(ofStore: into ?? from, modelPath: into == nil ? fromModel : model)
            }
            for result in failed where inherited.contains(result.name) {
                Diagnostics.tell(
                    "check '\(result.name)' fails, as it does for \(into ?? from)", about: target, .warning)
            }
            failed.removeAll { inherited.contains($0.name) }
        }
        guard failed.isEmpty else {
            throw Failure(
                errors: failed.flatMap { result in
                    result.outcome.examples.map { IssueDescription($0, of: result.name, path: target) }
                }, status: .data)
        }
        return results
    }

    private func failures(ofStore path: String, modelPath: String?) throws -> Set<String> {
        let results = try StoreVerifier().verify(
            path: path, modelPath: modelPath,
            modelChoice: into != nil && model != nil ? modelOptions.choice : .current)
        let damage = StoreVerifier.allChecks.first?.name
        return Set(results.filter { !$0.isPassed && $0.name != damage }.map(\.name))
    }
}
