import ArgumentParser
import ObjectLayer
import ObjectModel
import SQLite
import Seeding
import StoreFormat

/// Turns what went wrong into lines on standard error and an exit code.
enum Failures {
    /// Runs `body`; reports the errors that zseed knows and ends with their exit code.
    ///
    /// - Parameter path: the file that the command is about, for errors that name none.
    /// - Throws: `ExitCode`, or what `body` throws beyond that.
    static func reported(about path: String, _ body: () throws -> Void) throws {
        let renderer = IssueRenderer()
        do {
            try body()
        } catch let failure as SeedFailure {
            for issue in failure.issues { Terminal.report(renderer.line(issue)) }
            if failure.isCutShort {
                let count = failure.issues.count
                Terminal.report(
                    "stopped after \(count) error\(count == 1 ? "" : "s"); nothing was written")
            }
            throw ExitStatus.of(failure.issues).code
        } catch let issue as SeedIssue {
            Terminal.report(renderer.line(issue))
            throw ExitStatus.of([issue]).code
        } catch let error as StoreError {
            Terminal.report(renderer.line(error))
            throw ExitStatus.of(error).code
        } catch let error as ModelError {
            Terminal.report(renderer.line(error))
            throw ExitStatus.of(error).code
        } catch let error as StoreCreationError {
            Terminal.report(renderer.line(error, path: path))
            throw ExitStatus.of(error).code
        } catch let error as PersistentStoreError {
            Terminal.report("\(path): error: \(IssueRenderer.words(error))")
            throw ExitStatus.data.code
        } catch let error as ManagedObjectError {
            Terminal.report("\(path): error: \(IssueRenderer.words(error))")
            throw ExitStatus.data.code
        } catch let error as DatabaseError {
            Terminal.report("\(error.path): error: SQLite: \(error.message)")
            throw (error.isMachineFault ? ExitStatus.machine : .data).code
        } catch let error as FileError {
            Terminal.report("\(error.path): error: \(error.reason)")
            throw ExitStatus.machine.code
        }
    }
}
