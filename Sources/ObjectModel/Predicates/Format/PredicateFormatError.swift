/// Why a text is no predicate or expression, and where.
public struct PredicateFormatError: Error, Equatable, Sendable {
    /// What is wrong.
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

    /// The kinds of what can be wrong. `found` is the text at the position, empty at the end.
    public enum Reason: Equatable, Sendable {
        /// A character that nothing begins with.
        case unexpectedCharacter(String)
        /// A text without its closing quote.
        case unterminatedString
        /// A backslash with something unknown behind it.
        case invalidEscape(String)
        /// Digits that make no number.
        case invalidNumber(String)
        /// A value should stand here.
        case expectedExpression(found: String)
        /// A condition should stand here.
        case expectedPredicate(found: String)
        /// A comparison operator should stand here.
        case expectedOperator(found: String)
        /// The name of a property should stand here.
        case expectedName(found: String)
        /// One certain sign should stand here.
        case expected(String, found: String)
        /// The text goes on where it should end.
        case unexpectedText(String)
        /// Letters in brackets that are no comparison options.
        case unknownOptions(String)
        /// `BETWEEN` needs two bounds.
        case wrongBounds(count: Int)
        /// A `%` with something unknown behind it.
        case unknownPlaceholder(String)
        /// More placeholders than arguments.
        case missingArgument(number: Int)
        /// An argument that does not fit its placeholder.
        case unsuitableArgument(number: Int, placeholder: String)
        /// More arguments than placeholders.
        case unusedArguments(given: Int, used: Int)
        /// More nesting than any real predicate has; a guard against hostile text.
        case tooDeep(limit: Int)
        /// A fetch request that begins with `SELECT`, as in SQL; the entity that it names behind
        /// `FROM`, or an example.
        case entityComesFirst(entity: String)
        /// A part of the language that makes no sense without Core Data itself.
        case unsupported(String)
    }
}
