/// An error that prevents a merge.
package struct MergeError: Error, Equatable {
    /// The reason why the stores cannot be merged.
    package enum Problem: Equatable, Sendable {
        /// The version hashes of entities differ from those of the user's store.
        case otherModel(entities: [String])
        /// Two of the inputs are the same file.
        case sameFile(String)
        /// The user's store has no object of the old edition.
        case unrelatedBase
        /// The file is not a valid file of changes.
        case badChanges(String)
        /// The file beside an edition that contains one of its values is missing.
        case missingFile(entity: String, key: String, file: String)
        /// An edition has a value that its property cannot have.
        case unacceptableValue(entity: String, key: String)
        /// Unique values of an entity could not be exchanged.
        case notUnique(entity: String)
        /// The changes start from another edition.
        case otherBase
        /// The user's store records another edition than the one that the changes start from.
        case otherEdition(noted: String, begins: String)
        /// Most objects of the old edition, or most objects that a file of changes names, have primary keys that belong
        /// to other objects in the user's store.
        case contradictingBase(contradictions: Int, matches: Int, isFile: Bool)
        /// The file of changes does not continue the others: they end at another edition, or one of them starts from
        /// the same edition.
        case brokenChain(begins: String, ends: String, beside: String?)
        /// One of several files of changes does not name its editions.
        case unnamedEditions
    }

    /// The reason why the stores cannot be merged.
    package let problem: Problem
    /// The path of the file.
    package let path: String

    /// Creates an error.
    package init(_ problem: Problem, path: String) {
        self.problem = problem
        self.path = path
    }
}
