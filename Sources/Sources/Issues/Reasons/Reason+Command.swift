import Files

extension SeedIssue.Reason {
    /// What is wrong with a program whose output is a source.
    package enum Command: Equatable, Sendable {
        /// Nobody has allowed the plan to run programs; the words of the command.
        case notAllowed([String])
        /// There is no such program.
        case notFound(String)
        /// It cannot be started; the system's words.
        case notStarted(String, words: String)
        /// It ended otherwise than with status 0; the end of what it wrote to standard error.
        case failed(ChildProcess.Ending, errors: String)
        /// What it wrote to standard error, although it ended well.
        case said(String)
        /// Its output is read once more than there are copies of it.
        case readBefore
    }
}

extension SeedIssue.Reason.Command {
    /// Who has to act on such an issue.
    var fault: SeedIssue.Fault {
        switch self {
        case .notAllowed: .plan
        case .notFound, .notStarted, .readBefore: .machine
        case .failed, .said: .data
        }
    }
}
