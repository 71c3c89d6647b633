/// Why stores cannot be merged.
package struct MergeError: Error, Equatable {
    /// Why.
    package enum Problem: Equatable, Sendable {
        /// The version hashes of entities differ from those of the user's store.
        case otherModel(entities: [String])
        /// Two of the inputs are one file.
        case sameFile(String)
        /// Nothing of the old edition is in the user's store.
        case unrelatedBase
        /// The file with changes is none.
        case badChanges(String)
        /// Unique values of an entity cannot be told apart.
        case notUnique(entity: String)
        /// The changes begin at another edition.
        case otherBase
    }

    /// Why.
    package let problem: Problem
    /// The file.
    package let path: String

    package init(_ problem: Problem, path: String) {
        self.problem = problem
        self.path = path
    }
}
