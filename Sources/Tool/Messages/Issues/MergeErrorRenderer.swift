import Merging
import ObjectLayer

extension IssueRenderer {
    /// Returns the message about stores that cannot be merged.
    package static func words(_ error: MergeError) -> String {
        switch error.problem {
        case .otherModel(let entities):
            "has a different version of the model than the user's store "
                + "(\(entities.joined(separator: ", "))): run `zseed migrate` first"
        case .sameFile(let other):
            other == error.path ? "is given twice" : "is the same file as \(printable(other))"
        case .unrelatedBase:
            "is not the edition that the user's store began with: its UUID differs, and the store has none "
                + "of its objects"
        case .missingFile(let entity, let key, let file):
            words(ManagedObjectError.missingExternalData(entity: entity, key: key, file: file))
        case .unacceptableValue(let entity, let key):
            words(ManagedObjectError.unacceptableValue(entity: entity, key: key))
        case .notUnique(let entity): "unique values of \(entity) conflict and cannot be merged"
        case .badChanges(let words): "is not a file of seed changes: \(words)"
        case .otherEdition(let noted, let begins):
            "begins at edition \(begins), but the user's store has edition \(noted): "
                + "use that edition as --base, or list all files of changes since it after one --changes"
        case .contradictingBase(let contradictions, let matches, let isFile):
            "is not the edition that the user's store began with: \(Count.text(contradictions, "object")) "
                + "\(contradictions == 1 ? "has" : "have") the primary key of another object, and "
                + "\(matches) \(matches == 1 ? "is" : "are") the same"
                + (isFile ? ", among the changed objects; compare all objects with --from and --base" : "")
        case .brokenChain(_, _, let other?):
            "begins at the same edition as \(printable(other)): use only one of them"
        case .brokenChain(let begins, let ends, nil):
            "begins at edition \(begins), but no other file ends there: they end at \(ends); "
                + "add the changes since then"
        case .unnamedEditions:
            "does not name its editions, because an earlier version of zseed wrote it: merge it separately"
        case .otherBase:
            "the changes begin at a different edition than the user's store, which has none of their objects"
        }
    }
}

extension MergeError {
    /// Whether the error is in the command line.
    package var isChoice: Bool {
        if case .sameFile = problem { true } else { false }
    }
}
