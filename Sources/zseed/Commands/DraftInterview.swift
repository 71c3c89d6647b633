import Drafting
import Files
import Foundation

/// Goes through the questions of a draft in the terminal, in a pipe, or with the answers of a file.
///
/// An answer is the number of a choice, its words, or nothing for the first one. In a file each line is an answer in the
/// order of the questions, or names what it is about: `Item.quantity: 2`.
struct DraftInterview {
    /// Prints a line of a question.
    let show: (String) -> Void
    /// Reads the next answer; nil where there are no more.
    let read: () -> String?
    /// The answers that name their question.
    private var named: [String: String] = [:]

    /// Asks in the terminal or through a pipe.
    init(show: @escaping (String) -> Void) {
        self.show = show
        read = { readLine(strippingNewline: true) }
    }

    /// Takes the answers of a file's text.
    init(text: String, subjects: [String], show: @escaping (String) -> Void) {
        self.show = show
        var rest: [String] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let line = line.last == "\r" ? line.dropLast() : line
            if line.first == "#" { continue }
            let subject = subjects.first { line.hasPrefix($0 + ":") }
            if let subject {
                named[subject] = line.dropFirst(subject.count + 1).trimmingCharacters(in: .whitespaces)
            } else {
                rest.append(String(line))
            }
        }
        // The end of the last line is no answer.
        if rest.last?.isEmpty == true { rest.removeLast() }
        let answers = AnswerQueue(rest)
        read = { answers.next() }
    }

    /// Asks all questions, until there are no more answers.
    func ask(_ draft: inout PlanDraft) {
        let questions = draft.questions
        for (index, question) in questions.enumerated() {
            show("\(index + 1) of \(questions.count): \(question.subject)")
            for doubt in question.doubts { show("  \(doubt)") }
            if !question.samples.isEmpty {
                show("  cells: " + question.samples.map { "'\($0)'" }.joined(separator: ", "))
            }
            for (place, choice) in question.choices.enumerated() { show("  \(place + 1) \(choice.label)") }
            guard let choice = choice(for: question) else {
                // Answers that name their questions leave the others open.
                if named.isEmpty { return }
                continue
            }
            draft.answer(question, with: choice)
        }
    }

    /// The chosen answer; asks once more for one that is none of the choices.
    private func choice(for question: DraftQuestion) -> DraftChoice? {
        var next = named[question.subject] ?? read()
        // A pipe of wrong answers ends, too.
        for _ in 0..<20 {
            guard let answer = next?.trimmingCharacters(in: .whitespaces) else { return nil }
            if answer.isEmpty { return question.choices.first }
            if let number = Int(answer), question.choices.indices.contains(number - 1) {
                return question.choices[number - 1]
            }
            let words = question.choices.first { choice in
                choice.label == answer || choice.label == "`\(answer)`"
            }
            if let words { return words }
            if let prefix = question.freePrefix { return DraftChoice(label: answer, text: prefix + answer) }
            show(
                "  '\(answer)' is none of the answers: a number from 1 to \(question.choices.count), or Enter for 1"
            )
            next = read()
        }
        return nil
    }
}

/// The lines of a file of answers, one after the other.
private final class AnswerQueue {
    private var lines: ArraySlice<String>

    init(_ lines: [String]) { self.lines = lines[...] }

    func next() -> String? { lines.popFirst() }
}
