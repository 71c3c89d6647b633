import Files
import Inputs
import SQLite
import StoreFormat

extension SeedBuilder {
    /// Returns the error for a failure of SQLite, with its cause: the machine, a row, or the reference. Apart from
    /// rows, all contents of the copy come from the reference.
    func failure(_ error: DatabaseError) -> any Error {
        if error.resultCode == .interrupted {
            do { try checkMemory() } catch { return error }
        }
        let isReference = error.path == plan.reference.value
        if error.isMachineFault {
            return SeedFailure([
                SeedIssue(
                    .file(.fileSystem(error.message)),
                    at: .init(path: isReference ? error.path : error.subject(writtenPath)))
            ])
        }
        switch error.resultCode {
        case .tooBig, .constraint, .mismatch:
            return SeedFailure([
                SeedIssue(.output(.refusedRow(error.message)), at: .init(path: outputPath.value))
            ])
        case .corrupt, .notADatabase:
            return StoreError(.damaged(error.message), path: plan.reference.value)
        default:
            return StoreError(.refused(error.message), path: plan.reference.value)
        }
    }

    /// The path in write errors: the folder for temporary files if that is the only place written to.
    var writtenPath: String {
        options.isDryRun ? TemporaryFolder.parent : outputPath.value
    }

    /// Refuses an output that cannot be written, before anything is written.
    func checkOutput() throws {
        do {
            try StagedOutput.check(.database, path: outputPath.value)
        } catch let error as OutputError {
            guard case .isInput = error.problem else { throw error }
            throw SeedIssue(error, at: outputPath.location)
        }
    }
}
