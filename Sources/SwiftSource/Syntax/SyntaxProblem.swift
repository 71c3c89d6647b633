/// What keeps a file, or a part of one, from being read as Swift.
package struct SyntaxProblem: Error, Equatable, Sendable {
    /// The kinds of problems.
    package enum Kind: Equatable, Sendable {
        /// The file is no UTF-8.
        case notUTF8
        /// The file is longer than any that people write, in bytes.
        case tooLong(limit: Int)
        /// Comments, interpolations, types or expressions lie deeper in one another than any that
        /// people write.
        case tooDeep(limit: Int)
        /// A `/*` without its `*/`.
        case openComment
        /// A string without its end.
        case openString
        /// A regular expression between `#/` and `/#` without its end.
        case openRegex
        /// A bracket without the one that closes it.
        case openBracket(Character)
        /// A closing bracket that belongs to no opening one.
        case strayBracket(Character)
        /// An `#if` without `#endif`, or the other way round.
        case unbalancedCondition
        /// What a merge left behind.
        case conflictMarker
        /// Something else stands where the language asks for this.
        case expected(String)
    }

    /// What is wrong.
    package let kind: Kind
    /// Where.
    package let location: SourceLocation

    /// Creates a problem.
    package init(_ kind: Kind, at location: SourceLocation) {
        self.kind = kind
        self.location = location
    }
}
