/// How predicates compare texts: in memory, as a function in SQL, and before there is a store, in conditions on rows
/// and in validation.
///
/// Without options texts are compared byte by byte; with `[c]` and `[d]` what remains when upper
/// and lower case, and accents, are made the same. No rule depends on a locale. Nothing begins with, ends with
/// or contains a text that is empty, as in Core Data.
package enum TextMatching {
    /// The operators on two texts, but for that of regular expressions, which may fail: ``TextPattern``.
    package enum Operation: Int64, CaseIterable, Sendable {
        case equal, less, beginsWith, endsWith, contains, like
    }

    /// Whether two texts fulfil an operator.
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

    /// A text without the differences that do not count.
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

    /// What a pattern means: `?` is one character, `*` any number of them, a backslash takes the next
    /// one as it is.
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

    /// Whether a text matches a pattern as a whole.
    static func isLike<Scalars: RandomAccessCollection>(
        _ scalars: Scalars, _ tokens: [Token]
    ) -> Bool where Scalars.Element: BinaryInteger, Scalars.Index == Int {
        var position = scalars.startIndex
        var token = 0
        // Where to go on when what follows the last `*` does not fit.
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

/// A regular expression (ICU syntax) as `MATCHES` takes it, which a text must match as a whole.
package struct TextPattern: Sendable {
    private let expression: BoundedExpression
    private let accents: Predicate.Options

    /// Compiles an expression; nil where it is none.
    package init?(_ pattern: String, _ options: Predicate.Options) {
        accents = options.intersection(.diacriticInsensitive)
        // Case is the expression's own business: `\D` is not `\d`.
        let expression = BoundedExpression(
            TextMatching.folded(pattern, accents), matching: .whole,
            ignoresCase: options.contains(.caseInsensitive))
        guard let expression else { return nil }
        self.expression = expression
    }

    /// Whether a text matches.
    ///
    /// - Throws: ``UnmatchableText``.
    package func matches(_ text: String) throws(UnmatchableText) -> Bool {
        try expression.matches(TextMatching.folded(text, accents))
    }
}
