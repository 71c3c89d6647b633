import ArgumentParser

/// Turns what went wrong into lines on standard error and an exit code.
enum Failures {
    /// Runs `body`; reports the errors that zseed knows and ends with their exit code.
    ///
    /// - Parameter path: the file that the command is about, for errors that name none.
    /// - Throws: `ExitCode`, or what `body` throws beyond that.
    static func reported(about path: String, _ body: () throws -> Void) throws {
        do {
            try described(about: path, body)
        } catch let failure as Failure {
            failure.report()
            throw failure.status.code
        }
    }

    /// Runs `body`; makes a ``Failure`` of the errors that zseed knows.
    ///
    /// - Parameter path: the file that `body` is about, for errors that name none.
    /// - Throws: ``Failure``, or what `body` throws beyond that.
    static func described(about path: String, _ body: () throws -> Void) throws {
        do {
            try body()
        } catch {
            throw Failure(error, about: path) ?? error
        }
    }
}

extension Terminal {
    /// Ends a command whose result could not be printed: it is told before its output comes into place, and a
    /// script must not find an output of which nobody has told it.
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
