import ObjectModel
import Seeding

/// A line of a drafted plan with what is to be said about it.
struct DraftLine {
    var text: String
    var comment: String?
    /// What the line is about, to find it again when a build stops there.
    var subject: Subject?
    /// The file of a source's line.
    var path: String?
    /// Whether the comment says already why a build will stop here.
    var isExplained = false

    /// An entity's property that a source fills.
    struct Subject: Hashable {
        let entity: String
        /// Nil for the load itself.
        let property: String?
    }

    init(
        text: String, comment: String? = nil, subject: Subject? = nil, isExplained: Bool = false
    ) {
        self.text = text
        self.comment = comment
        self.subject = subject
        self.isExplained = isExplained
    }

    /// Adds words to the comment.
    mutating func add(_ words: String) {
        comment = comment.map { "\($0); \(words)" } ?? words
    }

    /// Whether there is nothing but an indentation before the comment.
    var isBlank: Bool { text.allSatisfy { $0 == " " } }

    /// The lines as text, their comments lined up.
    static func text(_ lines: [DraftLine]) -> String {
        let widths = lines.filter { $0.comment != nil && !$0.isBlank }.map(\.text.count)
        let width = min(widths.max() ?? 0, 72)
        return lines.map { line in
            guard let comment = line.comment else { return line.text }
            let words = YAMLText.comment(comment)
            guard !line.isBlank else { return line.text + words }
            let padding = String(repeating: " ", count: max(0, width - line.text.count))
            return line.text + padding + "  " + words
        }.joined(separator: "\n") + "\n"
    }
}
