/// A text for which it is unknown whether an expression matches, because the search exceeds the limits of
/// ``BoundedExpression``: `(a|b)*` stores each character of a long text, and `(a+)+$` tries every way to divide a
/// short one.
public struct UnmatchableText: Error, Equatable, Sendable, CustomStringConvertible {
    /// The exhausted resource.
    public enum Shortage: Sendable {
        /// The engine's memory for backtracking positions.
        case memory
        /// Steps, whose number is the same on every machine.
        case steps
    }

    /// The expression.
    public let pattern: String
    /// The beginning of the text.
    public let beginning: String
    /// The number of UTF-16 units in the text.
    public let length: Int
    /// The exhausted resource.
    public let shortage: Shortage

    init(_ text: String, pattern: String, shortage: Shortage) {
        self.pattern = pattern
        self.shortage = shortage
        length = text.utf16.count
        beginning = String(text.prefix(Self.shown)) + (text.dropFirst(Self.shown).isEmpty ? "" : "…")
    }

    private static let shown = 40

    /// The reason and the beginning of the text, in one line.
    public var description: String { "\(reason): `\(beginning)`" }

    /// The reason without the text.
    package var reason: String {
        switch shortage {
        case .memory: "a text of \(length) characters is too long for the regular expression `\(pattern)`"
        case .steps:
            "the regular expression `\(pattern)` takes too many steps for a text of \(length) characters"
        }
    }
}
