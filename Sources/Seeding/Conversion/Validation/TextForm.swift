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
        guard text.count >= part.count else { return false }
        return (0...(text.count - part.count)).contains { text[$0...].starts(with: part) }
    }

    /// A pattern of `LIKE` as a regular expression: `*` stands for any characters, `?` for one;
    /// behind a backslash they stand for themselves.
    static func expression(like pattern: String) -> String {
        var result = ""
        var rest = Substring(pattern)
        while let character = rest.popFirst() {
            switch character {
            case "*": result += "[\\s\\S]*"
            case "?": result += "[\\s\\S]"
            case "\\":
                let next = rest.popFirst() ?? "\\"
                result += NSRegularExpression.escapedPattern(for: String(next))
            default: result += NSRegularExpression.escapedPattern(for: String(character))
            }
        }
        return result
    }
}
