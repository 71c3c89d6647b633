import Foundation

/// A text for which an expression needs more memory than the engine has, so that nobody knows
/// whether it matches: `(a|b)*` keeps each character of a long text.
public struct UnmatchableText: Error, Equatable, Sendable, CustomStringConvertible {
    /// The expression.
    public let pattern: String
    /// How many UTF-16 units the text has.
    public let length: Int

    /// One line.
    public var description: String {
        "a text of \(length) characters is too long for the regular expression `\(pattern)`"
    }
}

extension NSRegularExpression {
    /// Whether the expression matches a text, which `firstMatch` denies where it cannot know.
    ///
    /// - Throws: ``UnmatchableText``.
    package func isMatching(
        _ text: String, options: MatchingOptions = []
    ) throws(UnmatchableText) -> Bool {
        try countMatches(in: text, options: options, most: 1) > 0
    }

    /// How many matches a text has.
    ///
    /// - Parameter most: to look for no more than so many.
    /// - Throws: ``UnmatchableText``.
    @discardableResult
    package func countMatches(
        in text: String, options: MatchingOptions = [], most: Int = .max
    ) throws(UnmatchableText) -> Int {
        let length = text.utf16.count
        var count = 0
        var hasFailed = false
        enumerateMatches(
            in: text, options: options.union(.reportCompletion),
            range: NSRange(location: 0, length: length)
        ) { match, flags, stop in
            if match != nil { count += 1 }
            if count >= most { stop.pointee = true }
            if flags.contains(.internalError) { hasFailed = true }
        }
        guard !hasFailed || count >= most else {
            throw UnmatchableText(pattern: pattern, length: length)
        }
        return count
    }
}
