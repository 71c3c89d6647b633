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
        /// A value of an edition lies in a file beside it, which is missing.
        case missingFile(entity: String, key: String, file: String)
        /// An edition has a value that its property cannot have.
        case unacceptableValue(entity: String, key: String)
        /// Unique values of an entity cannot be told apart.
        case notUnique(entity: String)
        /// The changes begin at another edition.
        case otherBase
        /// The user's store notes another edition than the one that the changes begin at.
        case otherEdition(noted: String, begins: String)
        /// Most objects of the old edition, or of a file with changes those that it names, have primary keys of others in
        /// the user's store.
        case contradictingBase(contradictions: Int, matches: Int, isFile: Bool)
        /// A file of changes that does not follow from the others: they end at another edition, or one of them begins
        /// at the same.
        case brokenChain(begins: String, ends: String, beside: String?)
        /// One of several files of changes does not name its editions.
        case unnamedEditions
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
