import StoreFormat

extension IssueRenderer {
    /// Returns the message about an invalid store.
    package static func words(_ problem: StoreError.Problem) -> String {
        switch problem {
        case .missing: "no such file"
        case .isFolder: "is a folder, not a store"
        case .unreadable(let words): "cannot be read: \(words)"
        case .empty: "is empty: not a Core Data store"
        case .notSQLite: "is not an SQLite database"
        case .encrypted:
            "is not a readable SQLite database: its bytes look encrypted; decrypt it first"
        case .truncated(let expected, let found):
            "is truncated: its header declares \(expected) bytes, but it has \(found)"
        case .viewForTable(let name):
            "is not a valid Core Data store: \(printable(name)) is a view, not a table"
        case .damaged(let words): "is damaged: \(words)"
        case .refused(let words): "cannot be a reference: SQLite rejects its content: \(words)"
        case .notCoreData(let tables):
            "is an SQLite database but not a Core Data store: it has no "
                + "\(tables.joined(separator: " and no "))"
        case .badBookkeeping(let words): "is not a valid Core Data store: \(words)"
        case .isModel: "is a model, not a store"
        case .noModel: "contains no model: use the app's model instead"
        case .otherModel(let entities):
            "was not created with this model: different version hashes for "
                + entities.joined(separator: ", ")
        case .badSQL(let words): "SQLite rejects the text: \(words)"
        }
    }
}
