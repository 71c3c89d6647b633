import Files

extension SeedIssue.Reason {
    /// Problems with a program whose output is an input.
    package enum Command: Equatable, Sendable {
        /// The user has not allowed the plan to run programs. The words are those of the command.
        case notAllowed([String])
        /// The program does not exist.
        case notFound(String)
        /// The program cannot be started. The words are the system's.
        case notStarted(String, words: String)
        /// The program did not end with status 0. The text is the end of its standard error.
        case failed(ChildProcess.Ending, errors: String)
        /// The program succeeded but wrote this to standard error.
        case said(String)
        /// Its output is read more often than it was copied.
        case readBefore
    }
}

extension SeedIssue.Reason.Command {
    /// The part that must be corrected.
    var fault: SeedIssue.Fault {
        switch self {
        case .notAllowed: .plan
        case .notFound, .notStarted, .readBefore: .machine
        case .failed, .said: .data
        }
    }
}
