import Inputs
import ObjectModel

/// Converts issues to text: the only place with their English.
package struct IssueRenderer {
    package init() {}

    /// Returns the issue without its location: the text after the location in a line, or beside a rejected row.
    package func reason(_ issue: SeedIssue) -> String {
        subject(issue) + message(issue) + Self.help(issue.hint)
    }

    private func subject(_ issue: SeedIssue) -> String {
        switch (issue.entity, issue.property) {
        case (let entity?, let property?): "\(entity).\(property): "
        case (let entity?, nil): "\(entity): "
        default: ""
        }
    }

    private func message(_ issue: SeedIssue) -> String {
        let column = Self.column(of: issue)
        return switch issue.reason {
        case .plan(let reason): words(reason, of: issue) + column
        case .model(let reason): words(reason, of: issue) + column
        case .file(let reason): words(reason) + column
        case .table(let reason): words(reason, of: issue) + column
        case .spreadsheet(let reason): words(reason, of: issue) + column
        case .command(let reason): words(reason)
        case .document(let reason): words(reason) + column
        case .database(let reason): words(reason) + column
        case .value(let reason): words(reason, of: issue)
        case .object(let reason): words(reason, of: issue)
        case .output(let reason): words(reason) + column
        }
    }

    /// Returns the invalid value in quotes, or a word for it.
    package static func value(of issue: SeedIssue) -> String {
        issue.value.map { "'\(printable($0))'" } ?? "the value"
    }

    /// Returns the input's column in parentheses, if there is one.
    package static func column(of issue: SeedIssue) -> String {
        issue.sourceColumn.map { " (column `\($0)`)" } ?? ""
    }

    package static func suggestion(_ nearest: String?) -> String {
        nearest.map { "; did you mean `\($0)`?" } ?? ""
    }

    /// Returns the text on one line, with control characters escaped.
    package static func printable(_ text: String) -> String { PrintableText.line(text) }
}
