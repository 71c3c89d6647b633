import ObjectModel
import StoreFormat

extension SeedIssue.Reason {
    /// Problems with an input that is a database or a store.
    package enum Database: Equatable, Sendable {
        /// SQLite refuses an input database. The text is SQLite's.
        case sourceDatabase(String)
        /// A view or query exceeds a limit.
        case endlessQuery(SeedIssue.QueryLimit)
        /// An input is not a usable Core Data store.
        case sourceStore(StoreError.Problem)
        /// The model file of an input store cannot be read.
        case unreadableModel(ModelError.Problem)
        /// A problem in Swift source that is given as a store.
        case modelSource(ModelSourceIssue.Problem)
        /// A binary value of an input store lacks the leading byte described in docs/internals/format.md#rows.
        case badExternalData
        /// A file with external binary data cannot be read.
        case missingExternalData(String)
        /// Rows taken from the reference refer to files that are missing from its folder.
        case missingExternalFiles(count: Int, folder: String)
    }
}

extension SeedIssue.Reason.Database {
    /// The part that must be corrected.
    var fault: SeedIssue.Fault { .data }
}
