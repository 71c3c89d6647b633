import Files
import ObjectModel
import Sources
import StoreFormat
import Verification

/// One thing that is wrong, with its parts: a line on standard error for people, data for programs.
struct IssueDescription: Encodable {
    var path: String
    var line: Int?
    var column: Int?
    /// Of a spreadsheet: the sheet, and the cell as spreadsheets name it.
    var sheet: String?
    var cell: String?
    /// The kind of it: a name that stays the same whatever the words.
    let reason: IssueCode
    /// The check that failed, as `zseed verify --check` names it.
    var check: String?
    var entity: String?
    /// The attribute or relationship.
    var property: String?
    var sourceColumn: String?
    var value: String?
    /// What is wrong, in words that follow the location.
    var message: String

    /// One line that Xcode and CI understand: `path:line:column: error: message`.
    ///
    /// - Parameter severity: `error`, or `warning` for what does not stop a build.
    func text(_ severity: String = "error") -> String {
        let numbers = [line, line == nil ? nil : column].compactMap(\.self)
        let place = sheet.map { [IssueRenderer.place(sheet: $0, cell: cell)] } ?? numbers.map(String.init)
        let location = ([path] + place).joined(separator: ":")
        return IssueRenderer.printable("\(location): \(severity): \(message)")
    }

    /// The same with the user's path wherever a private file is named.
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

    /// What a check found.
    init(_ finding: Finding, of check: String, path: String) {
        self.init(
            path: path, reason: "failedCheck", check: CheckIdentifier.text(of: check),
            entity: finding.entity, property: finding.property,
            message: "check '\(check)' failed: \(finding.line)")
    }

    /// What a check found that an app can live with.
    init(warning finding: Finding, of check: String, path: String) {
        self.init(
            path: path, reason: "remark", check: CheckIdentifier.text(of: check), entity: finding.entity,
            property: finding.property, message: "check '\(check)': \(finding.line)")
    }
}
