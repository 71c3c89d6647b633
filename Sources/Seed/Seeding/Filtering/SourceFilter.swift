import Foundation
import Inputs
import ObjectModel

/// The condition for the rows of a source: a plan's `where:`.
package struct SourceFilter: Equatable, Sendable {
    /// The condition; its key paths are names of columns.
    package var predicate: ObjectModel.Predicate
    /// The condition's place in the plan.
    package var location: SeedIssue.Location
    /// The zone of dates that do not name one.
    package var timeZone: TimeZone?
    /// The form of numbers in the source's texts.
    var numbers = NumberForm()
    /// The columns around the records that the condition uses: `../title`.
    let parentColumns: [String]

    /// Reads a condition.
    ///
    /// A name in backquotes is the name of a column, whatever characters it contains: `` `unit price` > 3 ``. A
    /// column around the record, `../title`, and an element of a list, `ring.0`, need no backquotes.
    ///
    /// - Throws: ``SeedIssue`` for a text that is not a predicate.
    package init(_ text: String, at location: SeedIssue.Location) throws {
        self.location = location
        let (format, names) = Self.quotedNames(of: text)
        var around: [String] = []
        for name in names where ParentColumn(name) != nil && !around.contains(name) {
            around.append(name)
        }
        parentColumns = around
        do {
            predicate = try ObjectModel.Predicate(
                format: format, arguments: names.map { .keyPath($0) })
        } catch {
            throw SeedIssue(.plan(.badPredicate(error.description)), at: location)
        }
    }

    /// Replaces each name in backquotes, and each name that leads out of the record or into a list, by a placeholder.
    /// Names within texts are left unchanged.
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
            } else if let name = parentName(at: character, rest) ?? question(at: character, rest)
                ?? elementName(at: character, rest),
                !(format.last.map(isInName) ?? false)
            {
                format += "%K"
                names.append(name)
                rest = rest.dropFirst(name.count - 1)
            } else {
                if character == "\"" || character == "'" { quote = character }
                format.append(character)
            }
        }
        return (format, names)
    }

    private static func isInName(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || "_.@$%".contains(character)
    }

    /// Returns the name of a function of the record itself, such as `position()`, if it starts at a character of the
    /// text.
    private static func question(at first: Character, _ rest: Substring) -> String? {
        [ParentColumn.position, ParentColumn.key].first { name in
            name.first == first && rest.hasPrefix(name.dropFirst())
        }
    }

    /// Returns the name that starts at a character of the text, if a part of it after the first is a number.
    private static func elementName(at first: Character, _ rest: Substring) -> String? {
        guard first.isLetter || first == "_" else { return nil }
        let name = String(first) + rest.prefix { $0.isLetter || $0.isNumber || "_.@".contains($0) }
        let parts = name.split(separator: ".").dropFirst()
        return parts.contains { $0.allSatisfy { ("0"..."9").contains($0) } } ? name : nil
    }

    /// Returns the name that starts at a character of the text, if it leads out of the record: one or more `../`,
    /// then letters, digits, `_`, `.` and `@`. Names with other characters must be in backquotes.
    private static func parentName(at first: Character, _ rest: Substring) -> String? {
        guard first == "." else { return nil }
        var name = String(first)
        var rest = rest
        while (name + rest.prefix(2)).hasSuffix(ParentColumn.up) {
            name += rest.prefix(2)
            rest = rest.dropFirst(2)
            guard rest.hasPrefix(ParentColumn.up) else { break }
            name += rest.prefix(1)
            rest = rest.dropFirst()
        }
        guard name.hasSuffix("/") else { return nil }
        let column = rest.prefix { $0.isLetter || $0.isNumber || "_.@".contains($0) }
        guard !column.isEmpty else { return nil }
        let isQuestion = rest.dropFirst(column.count).hasPrefix("()")
        return name + column + (isQuestion ? "()" : "")
    }
}
