/// The reason that a text is not a predicate or expression, and the position.
public struct PredicateFormatError: Error, Equatable, Sendable {
    /// The reason.
    public let reason: Reason
    /// The text that was read.
    public let format: String
    /// The position, counted in bytes of UTF-8 from 0.
    public let utf8Offset: Int

    /// The position, counted in characters from 0.
    public var characterOffset: Int {
        String(decoding: format.utf8.prefix(utf8Offset), as: UTF8.self).count
    }

    /// Creates an error from its parts.
    package init(_ reason: Reason, format: String, utf8Offset: Int) {
        self.reason = reason
        self.format = format
        self.utf8Offset = utf8Offset
    }

    /// The kinds of errors. `found` is the text at the position, which is empty at the end.
    public enum Reason: Equatable, Sendable {
        /// A character that starts no token.
        case unexpectedCharacter(String)
        /// A text without its closing quote.
        case unterminatedString
        /// A backslash followed by an unknown character.
        case invalidEscape(String)
        /// Digits that are not a number.
        case invalidNumber(String)
        /// A value is expected here.
        case expectedExpression(found: String)
        /// A condition is expected here.
        case expectedPredicate(found: String)
        /// A comparison operator is expected here.
        case expectedOperator(found: String)
        /// The name of a property is expected here.
        case expectedName(found: String)
        /// One particular character or word is expected here.
        case expected(String, found: String)
        /// The text continues after its end was expected.
        case unexpectedText(String)
        /// Letters in brackets that are not comparison options.
        case unknownOptions(String)
        /// `BETWEEN` needs two bounds.
        case wrongBounds(count: Int)
        /// A `%` followed by an unknown character.
        case unknownPlaceholder(String)
        /// More placeholders than arguments.
        case missingArgument(number: Int)
        /// An argument that does not fit its placeholder.
        case unsuitableArgument(number: Int, placeholder: String)
        /// More arguments than placeholders.
        case unusedArguments(given: Int, used: Int)
        /// More nesting than any real predicate has. This guards against hostile text.
        case tooDeep(limit: Int)
        /// A fetch request that begins with `SELECT`, as in SQL, with the entity that it names after `FROM`, or an
        /// example.
        case entityComesFirst(entity: String)
        /// A part of the language that has no meaning without Core Data itself.
        case unsupported(String)
    }
}
