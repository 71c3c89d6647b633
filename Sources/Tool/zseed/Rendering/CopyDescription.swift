import Copying
import Messages

/// The result of a copy for programs: the content of `zseed copy --json`.
struct CopyDescription: Encodable {
    /// One entity.
    struct Row: Encodable {
        let entity: String
        let chosen: Int64
        let followed: Int64
        let written: Int64
        let found: Int64
        let updated: Int64
        let merged: Int64
    }

    /// The path of the source store.
    let from: String
    /// The path of the result.
    let output: String
    /// Whether the result is in place.
    var isCopied = false
    /// Whether the store was copied page by page, with all its contents.
    var isWhole = false
    /// The entities, in the order of their numbers.
    var entities: [Row] = []
    /// The number of checks that were run.
    var checks: Int?
    var warnings: [IssueDescription] = []
    var errors: [IssueDescription] = []

    init(from: String, output: String) {
        self.from = from
        self.output = output
    }

    mutating func add(_ report: CopyReport) {
        isWhole = report.isWhole
        entities = report.rows.map {
            Row(
                entity: $0.entity, chosen: $0.chosen, followed: $0.followed, written: $0.written,
                found: $0.found, updated: $0.updated, merged: $0.merged)
        }
    }
}
