import Files
import Inputs

extension IssueRenderer {
    /// Returns the message about a command whose output is an input.
    package func words(_ reason: SeedIssue.Reason.Command) -> String {
        switch reason {
        case .notAllowed(let words):
            "the plan runs a program; allow it with `--allow-commands`: \(Self.line(words))"
        case .notFound(let name): "there is no program `\(Self.printable(name))`"
        case .notStarted(let name, let words): "the program `\(Self.printable(name))` cannot be run: \(words)"
        case .failed(.status(let status), let errors):
            "the program exited with status \(status), so its output is discarded"
                + (errors.isEmpty ? "" : ": " + Self.lines(errors))
        case .failed(.signal(let signal), let errors):
            "the program was killed by signal \(signal), so its output is discarded"
                + (errors.isEmpty ? "" : ": " + Self.lines(errors))
        case .said(let errors): "the program wrote to standard error: \(Self.lines(errors))"
        case .readBefore: "the output was already read, and is not kept"
        }
    }

    /// Returns a command as a user might type it.
    private static func line(_ words: [String]) -> String {
        let shown = words.map { word in
            let isPlain =
                !word.isEmpty && word.allSatisfy { $0.isLetter || $0.isNumber || "-_./=:,@%+".contains($0) }
            return isPlain ? word : "'" + word.replacing("'", with: "'\\''") + "'"
        }.joined(separator: " ")
        return shown.count > 200 ? shown.prefix(200) + "…" : shown
    }

    /// Returns several lines as one.
    private static func lines(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).map { $0.trimmingPrefix(while: \.isWhitespace) }
            .filter { !$0.isEmpty }.joined(separator: "; ")
    }
}
