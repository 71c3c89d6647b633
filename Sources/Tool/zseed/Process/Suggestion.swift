import ObjectModel
import Verification

/// Suggests the likely intended name for an unknown one on the command line.
enum Suggestion {
    static func words(command: String, known: [String]) -> String {
        "there is no command '\(command)'" + meant(command, among: known)
    }

    static func words(_ check: UnknownCheck) -> String {
        "there is no check '\(check.name)'"
            + meant(CheckIdentifier.text(of: check.name), among: check.known)
    }

    /// Returns the nearest of the names, or all of them if none is similar.
    private static func meant(_ name: String, among known: [String]) -> String {
        NearestName.of(name, in: known).map { "; did you mean `\($0)`?" }
            ?? "; there are " + known.joined(separator: ", ")
    }
}
