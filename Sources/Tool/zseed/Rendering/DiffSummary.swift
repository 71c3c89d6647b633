import Comparing
import Messages

/// The result of a comparison of stores.
struct DiffSummary {
    let old: String
    let new: String
    let counts: [DifferenceCount]
    /// The number of differences in models and metadata.
    let others: Int

    var isEqual: Bool { others == 0 && counts.allSatisfy(\.isEqual) }

    var added: Int64 { counts.reduce(0) { $0 + $1.added } }
    var removed: Int64 { counts.reduce(0) { $0 + $1.removed } }
    var changed: Int64 { counts.reduce(0) { $0 + $1.changed } }

    /// The summary in one line.
    var words: String {
        guard !isEqual else { return "equal" }
        let parts = [(removed, "removed"), (added, "added"), (changed, "changed")]
            .filter { $0.0 > 0 }.map { "\(Count.text($0.0, "object")) \($0.1)" }
        let rest = others > 0 ? ["\(Count.text(others, "difference")) of models or metadata"] : []
        return (parts + rest).joined(separator: ", ")
    }
}
