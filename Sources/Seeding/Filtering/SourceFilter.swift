import Foundation
import ObjectModel
import Sources

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
    /// The columns around the records that it asks for: `../title`.
    let parentColumns: [String]

    /// Reads a condition.
    ///
    /// A name in backquotes is the name of a column whatever it holds: `` `unit price` > 3 ``. A
    /// column around the record, `../title`, and an element of a list, `ring.0`, need none.
    ///
    /// - Throws: ``SeedIssue`` for a text that is no predicate.
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

    /// Puts a placeholder where a name stands in backquotes, or one that leads out of the record or into a
    /// list, outside of texts.
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

    /// A question about the record itself, `position()`, that begins with a character of the text.
    private static func question(at first: Character, _ rest: Substring) -> String? {
        [ParentColumn.position, ParentColumn.key].first { name in
            name.first == first && rest.hasPrefix(name.dropFirst())
        }
    }

    /// The name that begins with a character of the text, if a part of it behind the first one is a number.
    private static func elementName(at first: Character, _ rest: Substring) -> String? {
        guard first.isLetter || first == "_" else { return nil }
        let name = String(first) + rest.prefix { $0.isLetter || $0.isNumber || "_.@".contains($0) }
        let parts = name.split(separator: ".").dropFirst()
        return parts.contains { $0.allSatisfy { ("0"..."9").contains($0) } } ? name : nil
    }

    /// The name that begins with a character of the text and the rest, if it leads out of the
    /// record: `../` some times, and letters, digits, `_`, `.` and `@`. Names with other signs
    /// stand in backquotes, as all such names do.
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
