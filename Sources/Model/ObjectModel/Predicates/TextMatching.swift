/// The comparison of texts in predicates: in memory, as a function in SQL, and without a store in conditions on rows
/// and in validation.
///
/// Without options, texts are compared byte by byte. With `[c]` and `[d]`, they are compared after case and accents
/// are folded. No rule depends on a locale. As in Core Data, no text begins with, ends with or contains an empty
/// text.
package enum TextMatching {
    /// The operators on two texts, except regular expressions, which may fail: ``TextPattern``.
    package enum Operation: Int64, CaseIterable, Sendable {
        case equal, less, beginsWith, endsWith, contains, like
    }

    /// Returns whether an operator holds for two texts.
    package static func holds(
        _ operation: Operation, _ left: String, _ right: String, _ options: Predicate.Options
    ) -> Bool {
        let one = Array(folded(left, options).utf8)
        let two = Array(folded(right, options).utf8)
        switch operation {
        case .equal: return one == two
        case .less: return one.lexicographicallyPrecedes(two)
        case .beginsWith: return !two.isEmpty && one.starts(with: two)
        case .endsWith: return !two.isEmpty && one.reversed().starts(with: two.reversed())
        case .contains: return contains(one, two)
        case .like: return isLike(folded(left, options), folded(right, options))
        }
    }

    /// Returns a text without the differences that the options ignore.
    package static func folded(_ text: String, _ options: Predicate.Options) -> String {
        TextFolding.folded(
            text, ignoresCase: options.contains(.caseInsensitive),
            ignoresAccents: options.contains(.diacriticInsensitive))
    }

    private static func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
        guard let first = part.first else { return false }
        guard text.count >= part.count else { return false }
        return (0...(text.count - part.count)).contains { start in
            text[start] == first && text[start..<(start + part.count)].elementsEqual(part)
        }
    }

    // MARK: LIKE

    /// One character of a `LIKE` pattern.
    enum Token: Equatable {
        /// Any character.
        case one
        /// Any number of any characters.
        case any
        case scalar(UInt32)
    }

    /// Returns the tokens of a pattern. `?` is one character, `*` is any number of characters, and a backslash makes
    /// the next character literal.
    static func tokens(ofPattern pattern: String) -> [Token] {
        var tokens: [Token] = []
        var isEscaped = false
        for scalar in pattern.unicodeScalars {
            switch scalar {
            case "\\" where !isEscaped: isEscaped = true
            case "?" where !isEscaped: tokens.append(.one)
            case "*" where !isEscaped: tokens.append(.any)
            default:
                tokens.append(.scalar(scalar.value))
                isEscaped = false
            }
        }
        return tokens
    }

    private static func isLike(_ text: String, _ pattern: String) -> Bool {
        isLike(text.unicodeScalars.map(\.value), tokens(ofPattern: pattern))
    }

    /// Returns whether a whole text matches a pattern.
    static func isLike<Scalars: RandomAccessCollection>(
        _ scalars: Scalars, _ tokens: [Token]
    ) -> Bool where Scalars.Element: BinaryInteger, Scalars.Index == Int {
        var position = scalars.startIndex
        var token = 0
        // The place to continue if the text after the last `*` does not match.
        var retry: (token: Int, position: Int)?
        while position < scalars.endIndex {
            if token < tokens.count, tokens[token] == .any {
                retry = (token, position)
                token += 1
            } else if token < tokens.count,
                tokens[token] == .one || tokens[token] == .scalar(UInt32(scalars[position]))
            {
                token += 1
                position += 1
            } else if let last = retry {
                retry = (last.token, last.position + 1)
                token = last.token + 1
                position = last.position + 1
            } else {
                return false
            }
        }
        return tokens[token...].allSatisfy { $0 == .any }
    }
}

/// A regular expression (ICU syntax) of `MATCHES`, which must match the whole text.
package struct TextPattern: Sendable {
    private let expression: BoundedExpression
    private let accents: Predicate.Options

    /// Compiles an expression; nil if it is invalid.
    package init?(_ pattern: String, _ options: Predicate.Options) {
        accents = options.intersection(.diacriticInsensitive)
        // The expression's own option handles case, because `\D` is not `\d`.
        let expression = BoundedExpression(
            TextMatching.folded(pattern, accents), matching: .whole,
            ignoresCase: options.contains(.caseInsensitive))
        guard let expression else { return nil }
        self.expression = expression
    }

    /// Returns whether a text matches.
    ///
    /// - Throws: ``UnmatchableText``.
    package func matches(_ text: String) throws(UnmatchableText) -> Bool {
        try expression.matches(TextMatching.folded(text, accents))
    }
}
