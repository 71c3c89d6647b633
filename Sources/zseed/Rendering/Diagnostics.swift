import Foundation

/// Tells what is wrong: a line on standard error for people and for Xcode, an annotation where GitHub
/// runs the command, and an entry for the reports that programs read.
enum Diagnostics {
    enum Severity: String {
        case error, warning, note
    }

    /// One thing that was told.
    struct Entry {
        let severity: Severity
        let issue: IssueDescription
    }

    /// Everything that was told so far, in order.
    static var entries: [Entry] { log.entries }

    private static let log = DiagnosticLog()

    /// Tells an issue.
    static func tell(_ issue: IssueDescription, _ severity: Severity = .error) {
        log.add(Entry(severity: severity, issue: issue))
        Terminal.report(issue.text(severity.rawValue))
        annotate(issue, severity)
    }

    /// Tells something about a whole file.
    static func tell(
        _ words: String, about path: String, _ severity: Severity, reason: IssueCode = "remark"
    ) {
        tell(IssueDescription(path: path, reason: reason, message: words), severity)
    }

    /// Marks the place of an issue in GitHub's view of the files, where GitHub runs us.
    static func annotate(_ issue: IssueDescription, _ severity: Severity) {
        guard GitHubAnnotation.areWanted else { return }
        Terminal.report(
            GitHubAnnotation(
                severity: severity, path: issue.path, line: issue.line, column: issue.column,
                message: issue.message
            ).text)
    }
}

/// What was told, by whichever thread.
private final class DiagnosticLog: @unchecked Sendable {
    private let lock = NSLock()
    private var told: [Diagnostics.Entry] = []

    var entries: [Diagnostics.Entry] { lock.withLock { told } }

    func add(_ entry: Diagnostics.Entry) { lock.withLock { told.append(entry) } }
}
