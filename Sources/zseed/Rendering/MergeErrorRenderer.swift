import Merging

extension IssueRenderer {
    /// Why stores cannot be merged, in words.
    static func words(_ error: MergeError) -> String {
        switch error.problem {
        case .otherModel(let entities):
            "has another version of the model than the user's store (\(entities.joined(separator: ", "))): "
                + "migrate first, see `zseed migrate`"
        case .sameFile(let other):
            other == error.path ? "is given twice" : "is the same file as \(printable(other))"
        case .unrelatedBase:
            "is not what the user's store began as: it has another UUID, and none of its objects is there"
        case .notUnique(let entity): "unique values of \(entity) cannot be brought together"
        case .badChanges(let words): "holds no changes of a seed: \(words)"
        case .otherBase:
            "the changes begin at another edition than the user's store: none of the objects is there"
        }
    }
}

extension IssueCode {
    init(_ error: MergeError) {
        self =
            switch error.problem {
            case .otherModel: .otherModel
            case .sameFile: .repeatedFile
            case .unrelatedBase: .unrelatedBase
            case .notUnique: .repeatedValue
            case .badChanges: .badChanges
            case .otherBase: .otherBase
            }
    }
}

extension MergeError {
    /// Whether the command line is at fault.
    var isChoice: Bool {
        if case .sameFile = problem { true } else { false }
    }
}
