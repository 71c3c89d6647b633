import Foundation
import Messages

/// Reports issues: a line on standard error for people and for Xcode, an annotation in a GitHub workflow, and an entry
/// for reports that programs read.
enum Diagnostics {
    enum Severity: String {
        case error, warning, note
    }

    /// One reported issue.
    struct Entry {
        let severity: Severity
        let issue: IssueDescription
    }

    /// All reported issues, in order.
    static var entries: [Entry] { log.entries }

    private static let log = DiagnosticLog()

    /// Reports an issue.
    static func emit(_ issue: IssueDescription, _ severity: Severity = .error) {
        log.add(Entry(severity: severity, issue: issue))
        Terminal.report(issue.text(severity.rawValue))
        annotate(issue, severity)
    }

    /// Reports an issue about a whole file.
    static func emit(
        _ words: String, about path: String, _ severity: Severity, reason: IssueCode = "remark"
    ) {
        emit(IssueDescription(path: path, reason: reason, message: words), severity)
    }

    /// Annotates the place of an issue, in a GitHub workflow.
    static func annotate(_ issue: IssueDescription, _ severity: Severity) {
        guard GitHubAnnotation.areWanted else { return }
        Terminal.report(
            GitHubAnnotation(
                severity: severity, path: issue.path, line: issue.line, column: issue.column,
                message: issue.message
            ).text)
    }
}

/// The reported issues of all threads.
private final class DiagnosticLog: @unchecked Sendable {
    private let lock = NSLock()
    private var stored: [Diagnostics.Entry] = []

    var entries: [Diagnostics.Entry] { lock.withLock { stored } }

    func add(_ entry: Diagnostics.Entry) { lock.withLock { stored.append(entry) } }
}
