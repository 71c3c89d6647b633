import ObjectModel
import Seeding
import Inputs

/// A line of a drafted plan with what is to be said about it.
struct DraftLine {
    var text: String
    /// The decisions that are left to the user.
    var doubts: [String] = []
    /// Remarks that leave nothing to decide.
    var notes: [String] = []
    /// Why a build stops here, as the trial found out.
    var stops: [String] = []
    /// What the line is about, to find it again when a build stops there.
    var subject: Subject?
    /// The source that the line is about, for the summary.
    var source: String?
    /// The file of a source's line.
    var path: String?
    /// Whether the doubts say already why a build will stop here.
    var isExplained = false
    /// Other texts for the line, from which the user may choose.
    var choices: [DraftChoice] = []
    /// The beginning of the line that an answer of the user's own completes, such as `timeZone: `; nil if only the choices
    /// are allowed.
    var freePrefix: String?
    /// Some cells that the line is about.
    var samples: [String] = []
    /// Whether the user's answer leaves the line out.
    var isLeftOut = false

    /// An entity's property that a source fills.
    struct Subject: Hashable {
        let entity: String
        /// Nil for the load itself.
        let property: String?
    }

    init(
        text: String, doubts: [String] = [], notes: [String] = [], subject: Subject? = nil,
        isExplained: Bool = false
    ) {
        self.text = text
        self.doubts = doubts
        self.notes = notes
        self.subject = subject
        self.isExplained = isExplained
    }

    /// All that is said about the line; nil for nothing.
    var comment: String? {
        let words = (doubts.isEmpty ? [] : ["unsure: " + doubts.joined(separator: "; ")]) + notes + stops
        return words.isEmpty ? nil : words.joined(separator: "; ")
    }

    /// Whether a build stops at the line.
    var isStopped: Bool { isExplained || !stops.isEmpty }

    /// Whether there is nothing but an indentation before the comment.
    var isBlank: Bool { text.allSatisfy { $0 == " " } }

    /// The lines without `attributes:` and `relationships:` that have nothing below them.
    static func withoutEmptySections(_ lines: [DraftLine]) -> [DraftLine] {
        func depth(_ line: DraftLine) -> Int { line.text.prefix { $0 == " " }.count }
        return lines.enumerated().filter { index, line in
            guard ["attributes:", "relationships:"].contains(line.text.trimmed) else { return true }
            return lines.indices.contains(index + 1) && depth(lines[index + 1]) > depth(line)
        }.map(\.element)
    }

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
