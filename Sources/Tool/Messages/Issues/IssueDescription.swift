import Files
import Inputs
import ObjectModel
import StoreFormat
import Verification

/// One issue with its parts: a line on standard error for people, data for programs.
package struct IssueDescription: Encodable {
    package var path: String
    package var line: Int?
    package var column: Int?
    /// The sheet of a spreadsheet, and the cell in spreadsheet notation.
    package var sheet: String?
    package var cell: String?
    /// The stable name of the kind of issue.
    package let reason: IssueCode
    /// The failed check, as in `zseed verify --check`.
    package var check: String?
    package var entity: String?
    /// The attribute or relationship.
    package var property: String?
    package var sourceColumn: String?
    package var value: String?
    /// The message that follows the location.
    package var message: String

    package init(
        path: String, line: Int? = nil, column: Int? = nil, reason: IssueCode, check: String? = nil,
        entity: String? = nil, property: String? = nil, sourceColumn: String? = nil, value: String? = nil,
        message: String
    ) {
        self.path = path
        self.line = line
        self.column = column
        self.reason = reason
        self.check = check
        self.entity = entity
        self.property = property
        self.sourceColumn = sourceColumn
        self.value = value
        self.message = message
    }

    /// Returns one line that Xcode and CI systems can parse: `path:line:column: error: message`.
    ///
    /// - Parameter severity: `error`, or `warning` if the issue does not stop a build.
    package func text(_ severity: String = "error") -> String {
        let numbers = [line, line == nil ? nil : column].compactMap(\.self)
        let place = sheet.map { [IssueRenderer.place(sheet: $0, cell: cell)] } ?? numbers.map(String.init)
        let location = ([path] + place).joined(separator: ":")
        return IssueRenderer.printable("\(location): \(severity): \(message)")
    }

    /// The issue with the user's path in place of private files.
    package var shown: IssueDescription {
        var copy = self
        copy.path = PrivatePath.shown(path)
        copy.message = PrivatePath.shown(message)
        return copy
    }
}

extension IssueDescription {
    package init(_ issue: SeedIssue) {
        self.init(
            path: issue.location.path, line: issue.location.line, column: issue.location.column,
            reason: IssueCode(issue.reason), entity: issue.entity, property: issue.property,
            sourceColumn: issue.sourceColumn, value: issue.value,
            message: IssueRenderer().reason(issue))
        sheet = issue.location.sheet
        cell = issue.location.cell
    }

    package init(_ error: StoreError) {
        self.init(
            path: error.path, reason: IssueCode(error.problem),
            message: IssueRenderer.words(error.problem))
    }

    package init(_ error: ModelError) {
        self.init(
            path: error.path ?? "model", line: error.line, column: error.column,
            reason: IssueCode(error.problem), message: IssueRenderer.words(error.problem))
    }

    /// Creates an issue from an error that a check found.
    package init(_ finding: Finding, of check: String, path: String) {
        self.init(
            path: path, reason: "failedCheck", check: CheckIdentifier.text(of: check),
            entity: finding.entity, property: finding.property,
            message: "check '\(check)' failed: \(finding.line)")
    }

    /// Creates an issue from a warning that a check found.
    package init(warning finding: Finding, of check: String, path: String) {
        self.init(
            path: path, reason: "remark", check: CheckIdentifier.text(of: check), entity: finding.entity,
            property: finding.property, message: "check '\(check)': \(finding.line)")
    }
}
