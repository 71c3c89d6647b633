import Files
import Inputs
import Merging
import ObjectLayer
import ObjectModel
import SQLite
import StoreFormat

/// A failure that ended a command: its errors as data, and the exit status.
package struct Failure: Error {
    package let errors: [IssueDescription]
    package let status: ExitStatus
    /// Whether the limit of errors stopped the command before it could find all errors.
    package let isCutShort: Bool

    package init(errors: [IssueDescription], status: ExitStatus, isCutShort: Bool = false) {
        self.errors = errors.map(\.shown)
        self.status = status
        self.isCutShort = isCutShort
    }
}

extension Failure {
    /// Creates a failure from a known error; nil for any other error.
    ///
    /// - Parameter path: the file that the command is about, for errors that name none.
    package init?(_ error: any Error, about path: String) {
        func described(_ reason: IssueCode, _ words: String) -> [IssueDescription] {
            [IssueDescription(path: path, reason: reason, message: words)]
        }
        switch error {
        case let failure as Failure: self = failure
        case let failure as SeedFailure:
            self.init(
                errors: failure.issues.map(IssueDescription.init), status: .of(failure.issues),
                isCutShort: failure.isCutShort)
        case let issue as SeedIssue:
            self.init(errors: [IssueDescription(issue)], status: .of([issue]))
        case let error as StoreError:
            self.init(errors: [IssueDescription(error)], status: .of(error))
        case let error as ModelError:
            self.init(errors: [IssueDescription(error)], status: .of(error))
        case let failure as ModelSourceFailure:
            self.init(
                errors: failure.issues.map(IssueDescription.init),
                status: failure.isMachineFault ? .machine : failure.isChoice ? .plan : .data)
        case let error as StoreCreationError:
            self.init(
                errors: described(IssueCode(error), IssueRenderer.words(error)), status: .of(error))
        case let error as ModelArchiveError:
            self.init(
                errors: described(IssueCode(error.problem), IssueRenderer.words(error)),
                status: .data)
        case let error as DeflateError:
            // In practice, zlib fails only because of a lack of memory.
            let words = "the model cache cannot be compressed: error \(error.code) of zlib"
            self.init(
                errors: [IssueDescription(path: path, reason: "deflate", message: words)],
                status: .machine)
        case let error as MergeError:
            self.init(
                errors: [
                    IssueDescription(
                        path: error.path, reason: IssueCode(error.problem),
                        message: IssueRenderer.words(error))
                ], status: error.isChoice ? .plan : .data)
        case let error as PersistentStoreError:
            self.init(
                errors: described(IssueCode(error), IssueRenderer.words(error)), status: .data)
        case let error as ManagedObjectError:
            self.init(
                errors: described(IssueCode(error), IssueRenderer.words(error)), status: .data)
        case let error as DatabaseError:
            let description = IssueDescription(
                path: error.path, reason: "database", message: "SQLite: \(error.message)")
            self.init(
                errors: [description], status: error.isMachineFault ? .machine : .data)
        case let error as OutputError:
            let issue = SeedIssue(error)
            var description = IssueDescription(issue)
            if case .isInput(let input) = error.problem {
                description = IssueDescription(
                    path: error.path, reason: description.reason,
                    message: "the output would overwrite \(input)")
            }
            self.init(errors: [description], status: .of([issue]))
        case let error as FileError:
            let description = IssueDescription(
                path: error.path, reason: "fileSystem", message: error.reason)
            self.init(errors: [description], status: .machine)
        default: return nil
        }
    }
}
