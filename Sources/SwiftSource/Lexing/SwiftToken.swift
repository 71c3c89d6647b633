/// A token of Swift source. Characters of operators are tokens of their own: where one operator ends
/// depends on what is read.
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
        /// A bracket, comma, point, `@`, `#` …
        case punctuation
        /// One character of an operator.
        case mark
        /// `#if`, `#elseif`, `#else`, `#endif`.
        case directive
        case end
    }

    var kind: Kind
    /// Whether a line begins with it.
    var startsLine: Bool
    /// Whether it begins a line, or white space or a comment stands before it.
    var isSpaced: Bool
    /// Its first byte.
    var byte: UInt8
    var start: Int32
    var end: Int32
    var line: Int32
    var column: Int32
    /// The other bracket of a pair.
    var partner: Int32 = -1

    var location: SourceLocation { SourceLocation(line: Int(line), column: Int(column)) }
    var length: Int { Int(end - start) }
}
