import StoreFormat

/// Something that no file has shown of a model, for programs.
struct ModelDoubt: Encodable {
    /// `analogy`: it follows from what files show of something alike; `unknown`: no rule gives it.
    let certainty: String
    /// The whole, as a line for people.
    let text: String

    init(_ doubt: ModelJudgement.Doubt) {
        certainty = doubt.certainty.rawValue
        text = IssueRenderer.printable(IssueRenderer.words(doubt))
    }

    /// `by analogy: …`, a line for people.
    var line: String { (certainty == "analogy" ? "by analogy: " : "unknown: ") + text }
}
