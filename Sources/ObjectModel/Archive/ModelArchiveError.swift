/// Why a part of a model cannot be written into an archive.
package struct ModelArchiveError: Error, Equatable, Sendable {
    /// What is wrong.
    package let problem: Problem
    /// The entity, property, index or template it belongs to.
    package let usedBy: String

    /// Creates an error from its parts.
    package init(_ problem: Problem, usedBy: String) {
        self.problem = problem
        self.usedBy = usedBy
    }

    /// The kinds of what can be wrong.
    package enum Problem: Equatable, Sendable {
        /// An expression whose archived form no real file shows; the text is its format.
        case unknownArchivedForm(expression: String)
        /// An object of the app's own class.
        case objectWithoutPlainForm(className: String)
        /// More digits than an `NSDecimalNumber` has.
        case decimalOutOfRange(String)
    }
}
