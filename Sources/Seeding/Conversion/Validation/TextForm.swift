import Foundation
import ObjectModel

/// The form in which predicates compare texts: byte by byte as they are, and with `[c]` and `[d]`
/// without case and accents, whether an accent is a character of its own or not.
struct TextForm {
    private let options: String.CompareOptions

    init(_ options: ObjectModel.Predicate.Options) {
        var foundation: String.CompareOptions = []
        if options.contains(.caseInsensitive) { foundation.insert(.caseInsensitive) }
        if options.contains(.diacriticInsensitive) { foundation.insert(.diacriticInsensitive) }
        self.options = foundation
    }

    /// A text as it is compared.
    func text(_ text: String) -> String {
        guard !options.isEmpty else { return text }
        return text.folding(options: options, locale: nil).decomposedStringWithCanonicalMapping
    }

    /// Its bytes: Swift takes texts for equal that are written differently.
    func bytes(_ text: String) -> [UInt8] { Array(self.text(text).utf8) }

    /// Whether a text contains another one, as the empty one is everywhere.
    static func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
        // As in Core Data, no text has an empty one in it.
        guard text.count >= part.count, !part.isEmpty else { return false }
        return (0...(text.count - part.count)).contains { text[$0...].starts(with: part) }
    }

    /// A pattern of `LIKE` as a regular expression: `*` stands for any characters, `?` for one;
    /// behind a backslash they stand for themselves.
    ///
    /// What stands between two `*` is taken where it is found first, as no other place of it could help.
    static func expression(like pattern: String) -> String {
        var parts = [""]
        var rest = Substring(pattern)
        while let character = rest.popFirst() {
            switch character {
            case "*": parts.append("")
            case "?": parts[parts.count - 1] += "[\\s\\S]"
            case "\\":
                let next = rest.popFirst() ?? "\\"
                parts[parts.count - 1] += NSRegularExpression.escapedPattern(for: String(next))
            default: parts[parts.count - 1] += NSRegularExpression.escapedPattern(for: String(character))
            }
        }
        guard parts.count > 1 else { return parts[0] }
        let inner = parts.dropFirst().dropLast().filter { !$0.isEmpty }.map { "(?>[\\s\\S]*?\($0))" }
        return parts[0] + inner.joined() + "[\\s\\S]*" + parts[parts.count - 1]
    }
}
