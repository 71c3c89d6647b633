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
