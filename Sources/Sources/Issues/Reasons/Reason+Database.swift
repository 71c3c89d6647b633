import ObjectModel
import StoreFormat

extension SeedIssue.Reason {
    /// What is wrong with a source that is a database or a store.
    package enum Database: Equatable, Sendable {
        /// A source database that SQLite refuses; its words.
        case sourceDatabase(String)
        /// A view or query that goes beyond what any sensible one does.
        case endlessQuery(SeedIssue.QueryLimit)
        /// A source that is no usable Core Data store.
        case sourceStore(StoreError.Problem)
        /// A model file for a source store that cannot be read.
        case unreadableModel(ModelError.Problem)
        /// What is wrong with Swift source that is given as a store.
        case modelSource(ModelSourceIssue.Problem)
        /// A binary value of a source store without the leading byte of docs/format.md#rows.
        case badExternalData
        /// A file of external binary data that cannot be read.
        case missingExternalData(String)
        /// Rows taken from the reference refer to files that are not in its folder.
        case missingExternalFiles(count: Int, folder: String)
    }
}

extension SeedIssue.Reason.Database {
    /// Who has to act on such an issue.
    var fault: SeedIssue.Fault { .data }
}
