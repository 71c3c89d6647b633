import Inputs

/// An answer to the doubts about a line of a drafted plan.
package struct DraftChoice: Equatable, Sendable {
    /// The text that the user reads.
    package let label: String
    /// The line's text with this answer, or nil if this answer leaves the line out.
    package let text: String?

    /// Creates an answer.
    package init(label: String, text: String?) { (self.label, self.text) = (label, text) }
}

/// A line of a drafted plan that the user should look at, as a question.
package struct DraftQuestion: Equatable, Sendable {
    /// The entity and the property, the input, or the plan's key.
    package let subject: String
    package let doubts: [String]
    /// Some of the cells that the line is about.
    package let samples: [String]
    /// The answers. The first is the line as drafted.
    package let choices: [DraftChoice]
    /// The beginning of the line, which the user completes with an answer of their own. It is nil if only the
    /// choices are allowed.
    package let freePrefix: String?
    /// The line's place in the draft.
    fileprivate let line: Int
    fileprivate let rank: Int
}

/// A drafted plan before its text is written, so that questions about it can be answered.
package struct PlanDraft {
    private var lines: [DraftLine]
    private let overview: DraftSummary
    private let trial: DraftTrial

    init(_ lines: [DraftLine], _ summary: DraftSummary, _ trial: DraftTrial) {
        (self.lines, overview, self.trial) = (lines, summary, trial)
    }

    /// The questions by importance: lines that stop a build, then inputs, relationships and attributes.
    package var questions: [DraftQuestion] {
        lines.enumerated().compactMap { index, line in
            guard !line.doubts.isEmpty, !line.isBlank else { return nil }
            let property = line.subject?.property
            let subject =
                line.subject.map { [$0.entity, $0.property].compactMap(\.self).joined(separator: ".") }
                ?? line.source ?? String(line.text.prefix { $0 != ":" })
            var choices =
                [DraftChoice(label: "as drafted: \(line.text.trimmed)", text: line.text)] + line.choices
            if property != nil { choices.append(DraftChoice(label: "nothing", text: nil)) }
            let rank = line.isExplained ? 0 : property == nil ? 1 : line.text.contains("{ find") ? 2 : 3
            return DraftQuestion(
                subject: subject, doubts: line.doubts, samples: line.samples, choices: choices,
                freePrefix: line.freePrefix, line: index, rank: rank)
        }.sorted { ($0.rank, $0.line) < ($1.rank, $1.line) }
    }

    /// Returns why the plan cannot be read with an answer, or nil if it can. The draft's own choices can be read.
    package func refusal(of choice: DraftChoice, to question: DraftQuestion) -> String? {
        guard !question.choices.contains(choice) else { return nil }
        var plan = self
        plan.answer(question, with: choice)
        return trial.refusal(ofLine: question.line, in: plan.lines).map(trial.issueText)
    }

    /// Replaces a line with the text of the answer, and removes its doubts.
    package mutating func answer(_ question: DraftQuestion, with choice: DraftChoice) {
        lines[question.line].doubts = []
        lines[question.line].isExplained = false
        lines[question.line].choices = []
        guard let text = choice.text else {
            lines[question.line].text = ""
            lines[question.line].isLeftOut = true
            return
        }
        lines[question.line].text = text
    }

    /// Tries the plan and returns its text and summary. Each line that stops a build has a comment.
    ///
    /// - Throws: ``SeedFailure`` or another error if the machine fails.
    package func finished() throws -> (text: String, summary: DraftSummary) {
        let explained = try trial.explained(DraftLine.withoutEmptySections(lines.filter { !$0.isLeftOut }))
        return (DraftLine.text(explained), overview.counting(explained))
    }
}
