import Drafting
import Files
import Inputs
import Messages

/// Goes through the questions of a draft in the terminal or in a pipe.
///
/// An answer is the number of a choice, its label, or nothing for the first choice. A question that allows other answers
/// takes any text.
struct DraftInterview {
    private static let attempts = 20

    /// Prints a line of a question.
    let show: (String) -> Void

    /// Asks all questions, until the answers end. The remaining questions stay open.
    func ask(_ draft: inout PlanDraft) {
        let questions = draft.questions
        for (index, question) in questions.enumerated() {
            show("\(index + 1) of \(questions.count): \(question.subject)")
            for doubt in question.doubts { show("  \(doubt)") }
            if !question.samples.isEmpty {
                show("  cells: " + question.samples.map { "'\($0)'" }.joined(separator: ", "))
            }
            for (place, choice) in question.choices.enumerated() { show("  \(place + 1) \(choice.label)") }
            guard let choice = choice(for: question) else { return }
            draft.answer(question, with: choice)
        }
    }

    /// Returns the chosen answer; nil at the end of the input, or after too many invalid answers.
    private func choice(for question: DraftQuestion) -> DraftChoice? {
        for _ in 0..<Self.attempts {
            guard let answer = readLine(strippingNewline: true)?.trimmed else { return nil }
            if let choice = question.choice(answer) { return choice }
            show("  " + question.refusal(of: answer))
        }
        return nil
    }
}

/// The answers to the questions of a draft in a file. Each line is an answer, in the order of the questions, or names its
/// question: `Item.quantity: 2`. Lines that begin with `#` are comments.
struct DraftAnswers {
    private let path: String
    private let lines: [(number: Int, text: String)]

    /// Reads the file.
    ///
    /// - Throws: `FileError`.
    init(path: String) throws {
        self.path = path
        let text = String(decoding: try FileBytes.first(1 << 20, of: path), as: UTF8.self)
        var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
            String($0).trimmed
        }
        if lines.last?.isEmpty == true { lines.removeLast() }
        self.lines = lines.enumerated().map { ($0 + 1, $1) }.filter { !$0.1.hasPrefix("#") }
    }

    /// Settles the questions that have an answer. The others stay open.
    ///
    /// - Throws: ``Failure`` for answers that are invalid or belong to no question.
    func settle(_ draft: inout PlanDraft) throws {
        let questions = draft.questions
        var named: [String: (line: Int, text: String)] = [:]
        var unnamed = lines[...]
        for line in lines {
            guard let subject = questions.map(\.subject).first(where: { line.text.hasPrefix($0 + ":") })
            else {
                continue
            }
            named[subject] = (line.number, String(line.text.dropFirst(subject.count + 1)).trimmed)
            unnamed.removeAll { $0.number == line.number }
        }
        var errors: [IssueDescription] = []
        for question in questions {
            guard let answer = named[question.subject] ?? unnamed.popFirst().map({ ($0.number, $0.text) })
            else {
                continue
            }
            if let choice = question.choice(answer.text) {
                draft.answer(question, with: choice)
            } else {
                errors.append(
                    invalid(answer.line, "\(question.subject): " + question.refusal(of: answer.text)))
            }
        }
        errors += unnamed.map { invalid($0.number, "the draft has no question for '\($0.text)'") }
        guard errors.isEmpty else { throw Failure(errors: errors, status: .plan) }
    }

    private func invalid(_ line: Int, _ message: String) -> IssueDescription {
        IssueDescription(path: path, line: line, reason: "badAnswer", message: message)
    }
}

extension DraftQuestion {
    /// Returns the choice for an answer; nil if the answer is invalid.
    fileprivate func choice(_ answer: String) -> DraftChoice? {
        if answer.isEmpty { return choices.first }
        if let number = Int(answer), choices.indices.contains(number - 1) { return choices[number - 1] }
        if let choice = choices.first(where: { $0.label == answer || $0.label == "`\(answer)`" }) {
            return choice
        }
        return freePrefix.map { DraftChoice(label: answer, text: $0 + answer) }
    }

    fileprivate func refusal(of answer: String) -> String {
        "'\(answer)' is not an answer: give a number from 1 to \(choices.count), or nothing for 1"
    }
}
