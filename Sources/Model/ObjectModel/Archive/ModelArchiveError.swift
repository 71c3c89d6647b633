/// The reason that a part of a model cannot be written to an archive.
package struct ModelArchiveError: Error, Equatable, Sendable {
    /// The problem.
    package let problem: Problem
    /// The entity, property, index or template with the problem.
    package let usedBy: String

    /// Creates an error from its parts.
    package init(_ problem: Problem, usedBy: String) {
        self.problem = problem
        self.usedBy = usedBy
    }

    /// The kinds of problems.
    package enum Problem: Equatable, Sendable {
        /// An expression whose archived form is not in any real file. The text is its format.
        case unknownArchivedForm(expression: String)
        /// An object of the app's own class.
        case objectWithoutPlainForm(className: String)
        /// More digits than an `NSDecimalNumber` has.
        case decimalOutOfRange(String)
    }
}
