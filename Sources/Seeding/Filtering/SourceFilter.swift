import Foundation
import ObjectModel

/// Which rows of a source count: a plan's `where:`.
package struct SourceFilter: Equatable, Sendable {
    /// The condition; its key paths are names of columns.
    package var predicate: ObjectModel.Predicate
    /// Where it stands in the plan.
    package var location: SeedIssue.Location
    /// The zone of dates that do not name one.
    package var timeZone: TimeZone?
    /// How numbers are written in the source's texts.
    var numbers = NumberForm()

    /// Reads a condition.
    ///
    /// A name in backquotes is the name of a column whatever it holds: `` `unit price` > 3 ``.
    ///
    /// - Throws: ``SeedIssue`` for a text that is no predicate.
    package init(_ text: String, at location: SeedIssue.Location) throws {
        self.location = location
        let (format, names) = Self.quotedNames(of: text)
        do {
            predicate = try ObjectModel.Predicate(
                format: format, arguments: names.map { .keyPath($0) })
        } catch {
            throw SeedIssue(.badPredicate(error.description), at: location)
        }
    }

    /// Puts a placeholder where a name stands in backquotes outside of texts.
    private static func quotedNames(of text: String) -> (format: String, names: [String]) {
        var format = ""
        var names: [String] = []
        var rest = Substring(text)
        var quote: Character?
        while let character = rest.popFirst() {
            if let open = quote {
                format.append(character)
                if character == "\\", let next = rest.popFirst() {
                    format.append(next)
                } else if character == open {
                    quote = nil
                }
            } else if character == "`", let end = rest.firstIndex(of: "`") {
                format += "%K"
                names.append(String(rest[..<end]))
                rest = rest[rest.index(after: end)...]
            } else {
                if character == "\"" || character == "'" { quote = character }
                format.append(character)
            }
        }
        return (format, names)
    }
}
