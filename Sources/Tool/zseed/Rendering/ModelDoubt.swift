import Messages
import StoreFormat

/// An uncertain part of a model, which no file has shown, for programs.
struct ModelDoubt: Encodable {
    /// `analogy`: it is inferred from similar parts that files show; `unknown`: there is no rule for it.
    let certainty: String
    /// The doubt as a line for people.
    let text: String

    init(_ doubt: ModelJudgement.Doubt) {
        certainty = doubt.certainty.rawValue
        text = IssueRenderer.printable(IssueRenderer.words(doubt))
    }

    /// The doubt with its certainty, `by analogy: …`, as a line for people.
    var line: String { (certainty == "analogy" ? "by analogy: " : "unknown: ") + text }
}
