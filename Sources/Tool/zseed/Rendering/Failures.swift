import ArgumentParser
import Messages

/// Converts errors to lines on standard error and an exit code.
enum Failures {
    /// Runs `body`. Reports known errors and throws their exit code.
    ///
    /// - Parameter path: the file that the command is about, for errors without a file.
    /// - Throws: `ExitCode`, and all other errors of `body`.
    static func reported(about path: String, _ body: () throws -> Void) throws {
        do {
            try described(about: path, body)
        } catch let failure as Failure {
            failure.report()
            throw failure.status.code
        }
    }

    /// Runs `body`. Converts known errors to a ``Failure``.
    ///
    /// - Parameter path: the file that `body` is about, for errors without a file.
    /// - Throws: ``Failure``, and all other errors of `body`.
    static func described(about path: String, _ body: () throws -> Void) throws {
        do {
            try body()
        } catch {
            throw Failure(error, about: path) ?? error
        }
    }
}

extension Terminal {
    /// Throws if the result of a command could not be printed. The result is printed before the output is moved into
    /// place, and a script must not find an output that was never reported.
    ///
    /// - Throws: ``Failure``.
    static func requireOutput() throws {
        guard failure != nil else { return }
        let errors = takeFailure().map {
            IssueDescription(
                path: "standard output", reason: "fileSystem", message: "cannot write: \($0)")
        }
        throw Failure(errors: [errors].compactMap(\.self), status: .machine)
    }
}
