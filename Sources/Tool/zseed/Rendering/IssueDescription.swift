import Files
import Inputs
import ObjectModel
import StoreFormat
import Verification

/// One issue with its parts: a line on standard error for people, data for programs.
struct IssueDescription: Encodable {
    var path: String
    var line: Int?
    var column: Int?
    /// The sheet of a spreadsheet, and the cell in spreadsheet notation.
    var sheet: String?
    var cell: String?
    /// The stable name of the kind of issue.
    let reason: IssueCode
    /// The failed check, as in `zseed verify --check`.
    var check: String?
    var entity: String?
    /// The attribute or relationship.
    var property: String?
    var sourceColumn: String?
    var value: String?
    /// The message that follows the location.
    var message: String

    /// Returns one line that Xcode and CI systems can parse: `path:line:column: error: message`.
    ///
    /// - Parameter severity: `error`, or `warning` if the issue does not stop a build.
    func text(_ severity: String = "error") -> String {
        let numbers = [line, line == nil ? nil : column].compactMap(\.self)
        let place = sheet.map { [IssueRenderer.place(sheet: $0, cell: cell)] } ?? numbers.map(String.init)
        let location = ([path] + place).joined(separator: ":")
        return IssueRenderer.printable("\(location): \(severity): \(message)")
    }

    /// The issue with the user's path in place of private files.
    var shown: IssueDescription {
        var copy = self
        copy.path = PrivatePath.shown(path)
        copy.message = PrivatePath.shown(message)
        return copy
    }
}

extension IssueDescription {
    init(_ issue: SeedIssue) {
        self.init(
            path: issue.location.path, line: issue.location.line, column: issue.location.column,
            reason: IssueCode(issue.reason), entity: issue.entity, property: issue.property,
            sourceColumn: issue.sourceColumn, value: issue.value,
            message: IssueRenderer().reason(issue))
        sheet = issue.location.sheet
        cell = issue.location.cell
    }

    init(_ error: StoreError) {
        self.init(
            path: error.path, reason: IssueCode(error.problem),
            message: IssueRenderer.words(error.problem))
    }

    init(_ error: ModelError) {
        self.init(
            path: error.path ?? "model", line: error.line, column: error.column,
            reason: IssueCode(error.problem), message: IssueRenderer.words(error.problem))
    }

    /// Creates an issue from an error that a check found.
    init(_ finding: Finding, of check: String, path: String) {
        self.init(
            path: path, reason: "failedCheck", check: CheckIdentifier.text(of: check),
            entity: finding.entity, property: finding.property,
            message: "check '\(check)' failed: \(finding.line)")
    }

    /// Creates an issue from a warning that a check found.
    init(warning finding: Finding, of check: String, path: String) {
        self.init(
            path: path, reason: "remark", check: CheckIdentifier.text(of: check), entity: finding.entity,
            property: finding.property, message: "check '\(check)': \(finding.line)")
    }
}
