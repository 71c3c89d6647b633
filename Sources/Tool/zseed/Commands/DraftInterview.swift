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
            guard settle(question, in: &draft) else { return }
        }
    }

    /// Returns whether the user answered: false at the end of the input, or after too many invalid answers.
    private func settle(_ question: DraftQuestion, in draft: inout PlanDraft) -> Bool {
        for _ in 0..<Self.attempts {
            guard let answer = readLine(strippingNewline: true)?.trimmed else { return false }
            guard let refusal = draft.answer(question, with: answer) else { return true }
            show("  " + refusal)
        }
        return false
    }
}

/// The answers to the questions of a draft in a file. Each line is an answer, in the order of the questions, or names its
/// question: `Item.quantity: 2`. Lines that begin with `#` are comments.
struct DraftAnswers {
    private static let mostBytes = 1 << 20

    private let path: String
    private let lines: [Line]

    private struct Line {
        let number: Int
        let text: String

        /// The question that the line names, as in `Item.quantity: 2`, or nil if the line is only an answer.
        var subject: String? {
            guard let colon = text.firstIndex(of: ":") else { return nil }
            let rest = text[text.index(after: colon)...]
            return rest.isEmpty || rest.first == " " ? String(text[..<colon]) : nil
        }
    }

    /// Reads the file.
    ///
    /// - Throws: `FileError`; ``Failure`` if the file is too large.
    init(path: String) throws {
        self.path = path
        let bytes = try FileBytes.first(Self.mostBytes + 1, of: path)
        let text = String(decoding: bytes, as: UTF8.self)
        var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
            String($0).trimmed
        }
        guard bytes.count <= Self.mostBytes else {
            let error = IssueDescription(
                path: path, line: lines.count, reason: "badAnswer",
                message: "a file of answers has at most 1 MiB; the remaining text is not read")
            throw Failure(errors: [error], status: .plan)
        }
        if lines.last?.isEmpty == true { lines.removeLast() }
        self.lines = lines.enumerated().map { Line(number: $0 + 1, text: $1) }.filter {
            !$0.text.hasPrefix("#")
        }
    }

    /// Settles the questions that have an answer. The others stay open.
    ///
    /// - Throws: ``Failure`` for answers that are invalid, are repeated or belong to no question.
    func settle(_ draft: inout PlanDraft) throws {
        let questions = draft.questions
        let subjects = Set(questions.map(\.subject))
        var errors: [IssueDescription] = []
        var named: [String: ArraySlice<(line: Int, text: String)>] = [:]
        var unnamed: ArraySlice<(line: Int, text: String)> = []
        for line in lines {
            if let subject = subjects.filter({ line.text.hasPrefix($0 + ":") }).max(by: {
                $0.count < $1.count
            }) {
                let text = String(line.text.dropFirst(subject.count + 1)).trimmed
                named[subject, default: []].append((line.number, text))
            } else if let subject = line.subject,
                !questions.contains(where: { $0.drafted(line.text) != nil })
            {
                errors.append(invalid(line.number, "the draft has no question about `\(subject)`"))
            } else {
                unnamed.append((line.number, line.text))
            }
        }
        for question in questions {
            guard let answer = named[question.subject]?.popFirst() ?? unnamed.popFirst() else { continue }
            if let refusal = draft.answer(question, with: answer.text) {
                errors.append(invalid(answer.line, "\(question.subject): \(refusal)"))
            }
        }
        for (subject, answers) in named {
            let message = "an earlier line answers the question about `\(subject)`"
            errors += answers.map { invalid($0.line, message) }
        }
        errors += unnamed.map { invalid($0.line, "the draft has no question for '\($0.text)'") }
        guard errors.isEmpty else {
            throw Failure(errors: errors.sorted { $0.line ?? 0 < $1.line ?? 0 }, status: .plan)
        }
    }

    private func invalid(_ line: Int, _ message: String) -> IssueDescription {
        IssueDescription(path: path, line: line, reason: "badAnswer", message: message)
    }
}

extension PlanDraft {
    /// Answers a question with a number, a label or, if the question allows it, any text. Returns why the answer is
    /// invalid, or nil if it is valid.
    fileprivate mutating func answer(_ question: DraftQuestion, with text: String) -> String? {
        let own = question.freePrefix.map { DraftChoice(label: text, text: $0 + text) }
        guard let choice = question.drafted(text) ?? own else {
            let last = question.choices.count
            return "'\(text)' is not an answer: give a number from 1 to \(last), or nothing for 1"
        }
        if let refusal = refusal(of: choice, to: question) { return refusal }
        answer(question, with: choice)
        return nil
    }
}

extension DraftQuestion {
    /// Returns the draft's choice for an answer, or nil if the answer is none of the choices.
    fileprivate func drafted(_ answer: String) -> DraftChoice? {
        if answer.isEmpty { return choices.first }
        if let number = Int(answer), choices.indices.contains(number - 1) { return choices[number - 1] }
        return choices.first { $0.label == answer || $0.label == "`\(answer)`" }
    }
}
