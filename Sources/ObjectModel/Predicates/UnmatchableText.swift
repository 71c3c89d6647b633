/// A text of which nobody knows whether an expression matches it, since the search for that goes beyond
/// what ``BoundedExpression`` allows: `(a|b)*` keeps each character of a long text, `(a+)+$` tries every
/// way to divide a short one.
public struct UnmatchableText: Error, Equatable, Sendable, CustomStringConvertible {
    /// What there was too little of.
    public enum Shortage: Sendable {
        /// The engine's memory for places to go back to.
        case memory
        /// Steps: as many on every machine.
        case steps
    }

    /// The expression.
    public let pattern: String
    /// The beginning of the text.
    public let beginning: String
    /// How many UTF-16 units the text has.
    public let length: Int
    /// What there was too little of.
    public let shortage: Shortage

    init(_ text: String, pattern: String, shortage: Shortage) {
        self.pattern = pattern
        self.shortage = shortage
        length = text.utf16.count
        beginning = String(text.prefix(Self.shown)) + (text.dropFirst(Self.shown).isEmpty ? "" : "…")
    }

    private static let shown = 40

    /// One line.
    public var description: String { "\(reason): `\(beginning)`" }

    /// The same without the text.
    package var reason: String {
        switch shortage {
        case .memory: "a text of \(length) characters is too long for the regular expression `\(pattern)`"
        case .steps:
            "the regular expression `\(pattern)` takes too many steps for a text of \(length) characters"
        }
    }
}
