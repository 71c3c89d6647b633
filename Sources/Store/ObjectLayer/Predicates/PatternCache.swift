import ObjectModel

/// A cache of the compiled regular expressions of predicates.
final class PatternCache {
    private static let limit = 64
    private struct Key: Hashable {
        let pattern: String
        let options: Predicate.Options
    }
    private var compiled: [Key: TextPattern] = [:]

    /// Returns whether a whole text matches a pattern.
    ///
    /// - Throws: ``FetchRequestError/invalidRegularExpression(_:)``, `UnmatchableText`.
    func matches(_ text: String, _ pattern: String, _ options: Predicate.Options) throws -> Bool {
        try self.pattern(pattern, options).matches(text)
    }

    /// - Throws: ``FetchRequestError/invalidRegularExpression(_:)``.
    @discardableResult
    func pattern(_ pattern: String, _ options: Predicate.Options) throws -> TextPattern {
        let key = Key(pattern: pattern, options: options)
        if let known = compiled[key] { return known }
        guard let expression = TextPattern(pattern, options) else {
            throw FetchRequestError.invalidRegularExpression(pattern)
        }
        if compiled.count >= Self.limit { compiled = [:] }
        compiled[key] = expression
        return expression
    }
}
