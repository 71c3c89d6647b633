import ObjectModel
import Verification

/// Says what somebody probably meant by a name on the command line.
enum Suggestion {
    static func words(command: String, known: [String]) -> String {
        "there is no command '\(command)'" + meant(command, among: known)
    }

    static func words(_ check: UnknownCheck) -> String {
        "there is no check '\(check.name)'"
            + meant(CheckIdentifier.text(of: check.name), among: check.known)
    }

    /// The nearest of the names, or all of them where none is near.
    private static func meant(_ name: String, among known: [String]) -> String {
        NearestName.of(name, in: known).map { "; did you mean `\($0)`?" }
            ?? "; there are " + known.joined(separator: ", ")
    }
}
