import Copying
import Messages

/// The result of a copy for programs: the content of `zseed copy --json`.
struct CopyDescription: Encodable {
    /// The path of the source store.
    let from: String
    /// The path of the result.
    let output: String
    /// Whether the result is in place.
    var isCopied = false
    /// Whether the store was copied page by page, with all its contents.
    var isWhole = false
    /// The entities, in the order of their numbers.
    var entities: [CopyReport.Row] = []
    /// The number of checks that were run.
    var checks: Int?
    var warnings: [IssueDescription] = []
    var errors: [IssueDescription] = []

    mutating func add(_ report: CopyReport) {
        isWhole = report.isWhole
        entities = report.rows
    }
}
