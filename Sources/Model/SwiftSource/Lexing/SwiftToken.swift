/// A token of Swift source.
///
/// Each character of an operator is a token of its own, because the end of an operator depends on the context.
struct SwiftToken {
    enum Kind: UInt8 {
        /// A name or keyword.
        case word
        /// A name between backticks.
        case quotedWord
        case number
        /// A string with its interpolations.
        case string
        case regex
        /// A bracket, comma, dot, `@`, `#` …
        case punctuation
        /// A single character of an operator.
        case mark
        /// One of `#if`, `#elseif`, `#else`, `#endif`.
        case directive
        case end
    }

    var kind: Kind
    /// Whether it is the first token of a line.
    var startsLine: Bool
    /// Whether it begins a line, or follows white space or a comment.
    var isSpaced: Bool
    /// The first byte.
    var byte: UInt8
    var start: Int32
    var end: Int32
    var line: Int32
    var column: Int32
    /// The index of the other bracket of a pair.
    var partner: Int32 = -1

    var location: SourceLocation { SourceLocation(line: Int(line), column: Int(column)) }
    var length: Int { Int(end - start) }
}
