/// A reason that a file, or a part of one, cannot be read as Swift.
package struct SyntaxProblem: Error, Equatable, Sendable {
    /// The kinds of problems.
    package enum Kind: Equatable, Sendable {
        /// The file is not UTF-8.
        case notUTF8
        /// The file is longer than the limit, in bytes.
        case tooLong(limit: Int)
        /// Comments, interpolations, types or expressions are nested more deeply than the limit.
        case tooDeep(limit: Int)
        /// A comment that is never closed.
        case openComment
        /// A string that is never closed.
        case openString
        /// A regular expression that begins with `#/` and is never closed.
        case openRegex
        /// A bracket that is never closed.
        case openBracket(Character)
        /// A closing bracket without an opening one.
        case strayBracket(Character)
        /// An `#if` without `#endif`, or the reverse.
        case unbalancedCondition
        /// A conflict marker of a merge.
        case conflictMarker
        /// Swift's grammar requires this element, but another one is at its place.
        case expected(String)
    }

    /// The kind of problem.
    package let kind: Kind
    /// The location of the problem.
    package let location: SourceLocation

    /// Creates a problem.
    package init(_ kind: Kind, at location: SourceLocation) {
        self.kind = kind
        self.location = location
    }
}
