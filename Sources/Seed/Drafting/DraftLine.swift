import Inputs
import ObjectModel
import Seeding

/// A line of a drafted plan and its comments.
struct DraftLine {
    var text: String
    /// The decisions that the user has to make.
    var doubts: [String] = []
    /// Remarks that leave nothing to decide.
    var notes: [String] = []
    /// The problems that stop a build at this line, found by the trial.
    var stops: [String] = []
    /// The entity and the property that the line is about. The trial finds the line of a problem by them.
    var subject: Subject?
    /// The input that the line is about, for the summary.
    var source: String?
    /// For an input's line: the path of its file.
    var path: String?
    /// Whether the doubts already explain why a build stops here.
    var isExplained = false
    /// Other texts for the line, from which the user may choose.
    var choices: [DraftChoice] = []
    /// The beginning of the line, such as `timeZone: `, which the user completes with an answer of their own.
    /// It is nil if only the choices are allowed.
    var freePrefix: String?
    /// Some of the cells that the line is about.
    var samples: [String] = []
    /// Whether the user's answer leaves the line out.
    var isLeftOut = false

    /// A property of an entity that an input fills.
    struct Subject: Hashable {
        let entity: String
        /// The property, or nil for the load itself.
        let property: String?
    }

    /// The line's comment, or nil if it needs none.
    var comment: String? {
        let words = (doubts.isEmpty ? [] : ["unsure: " + doubts.joined(separator: "; ")]) + notes + stops
        return words.isEmpty ? nil : words.joined(separator: "; ")
    }

    /// Whether a build stops at the line.
    var isStopped: Bool { isExplained || !stops.isEmpty }

    /// Whether the line has only an indentation before its comment.
    var isBlank: Bool { text.allSatisfy { $0 == " " } }

    /// Returns the lines without each `attributes:` and `relationships:` that has nothing below it.
    static func withoutEmptySections(_ lines: [DraftLine]) -> [DraftLine] {
        func depth(_ line: DraftLine) -> Int { line.text.prefix { $0 == " " }.count }
        return lines.enumerated().filter { index, line in
            guard ["attributes:", "relationships:"].contains(line.text.trimmed) else { return true }
            // A comment about a column that fills nothing may be the first line.
            guard let next = lines[(index + 1)...].first(where: { !$0.isBlank }) else { return false }
            return depth(next) > depth(line)
        }.map(\.element)
    }

    /// Returns the text of the lines, with their comments aligned.
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
