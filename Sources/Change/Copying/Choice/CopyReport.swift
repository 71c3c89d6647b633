/// A report about a copy.
package struct CopyReport: Sendable {
    /// The numbers for one entity of the source store.
    package struct Row: Encodable, Equatable, Sendable {
        /// The name of the entity.
        package let entity: String
        /// The number of chosen objects.
        package var chosen: Int64 = 0
        /// The number of objects that were copied because they are related to chosen ones.
        package var followed: Int64 = 0
        /// The number of objects that were inserted.
        package var written: Int64 = 0
        /// The number of objects that the target store already had.
        package var found: Int64 = 0
        /// The number of objects in the target store that got other values.
        package var updated: Int64 = 0
        /// The number of objects that were merged with another one because their unique values are equal.
        package var merged: Int64 = 0
    }

    /// The entities of the copied objects, in the order of their numbers.
    package internal(set) var rows: [Row] = []
    /// The data that was left out.
    package internal(set) var warnings: [CopyIssue] = []
    /// Whether the store was copied unchanged, with all its contents.
    package internal(set) var isWhole = false

    /// The number of inserted objects.
    package var written: Int64 { rows.reduce(0) { $0 + $1.written } }
}
