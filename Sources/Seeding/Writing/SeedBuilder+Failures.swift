import Files
import SQLite
import Sources
import StoreFormat

extension SeedBuilder {
    /// Who is at fault for what SQLite refuses: the machine, a row, or else the reference, since
    /// all that is in our copy besides rows comes from there.
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

    /// What errors of writing name: the folder for temporary files, where nothing else is written.
    var writtenPath: String {
        options.isDryRun ? TemporaryFolder.parent : outputPath.value
    }

    /// Refuses an output that cannot be written, before anything is.
    func checkOutput() throws {
        do {
            try StagedOutput.check(.database, path: outputPath.value)
        } catch let error as OutputError {
            guard case .isInput = error.problem else { throw error }
            throw SeedIssue(error, at: outputPath.location)
        }
    }
}
