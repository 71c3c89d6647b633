import Merging
import ObjectLayer

extension IssueRenderer {
    /// Returns the message about stores that cannot be merged.
    static func words(_ error: MergeError) -> String {
        switch error.problem {
        case .otherModel(let entities):
            "has another version of the model than the user's store (\(entities.joined(separator: ", "))): "
                + "migrate first, see `zseed migrate`"
        case .sameFile(let other):
            other == error.path ? "is given twice" : "is the same file as \(printable(other))"
        case .unrelatedBase:
            "is not what the user's store began as: it has another UUID, and none of its objects is there"
        case .missingFile(let entity, let key, let file):
            words(ManagedObjectError.missingExternalData(entity: entity, key: key, file: file))
        case .unacceptableValue(let entity, let key):
            words(ManagedObjectError.unacceptableValue(entity: entity, key: key))
        case .notUnique(let entity): "unique values of \(entity) cannot be brought together"
        case .badChanges(let words): "holds no changes of a seed: \(words)"
        case .otherEdition(let noted, let begins):
            "is not the edition that the user's store holds: that is \(noted), and this one begins at \(begins); "
                + "give that one as --base, or the changes from it on, all files behind one --changes"
        case .contradictingBase(let contradictions, let matches, let isFile):
            "is not what the user's store began as: \(Count.text(contradictions, "object")) "
                + "\(contradictions == 1 ? "has" : "have") the primary key of another one, and "
                + "\(matches) \(matches == 1 ? "is" : "are") the same"
                + (isFile ? ", of those that changed; both editions, --from and --base, tell of all" : "")
        case .brokenChain(_, _, let other?):
            "begins at the same edition as \(printable(other)): only one of the two follows"
        case .brokenChain(let begins, let ends, nil):
            "begins at edition \(begins), which none of the other files leads to: they end at \(ends); "
                + "give the changes from there on, too"
        case .unnamedEditions:
            "does not name its editions, as files of earlier versions: merge it by itself"
        case .otherBase:
            "the changes begin at another edition than the user's store: none of the objects is there"
        }
    }
}

extension MergeError {
    /// Whether the error is in the command line.
    var isChoice: Bool {
        if case .sameFile = problem { true } else { false }
    }
}
