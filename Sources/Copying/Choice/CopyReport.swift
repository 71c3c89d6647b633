/// What a copy did.
package struct CopyReport: Sendable {
    /// One entity, as the store that is read names it.
    package struct Row: Equatable, Sendable {
        /// The entity.
        package let entity: String
        /// Objects that were chosen.
        package var chosen: Int64 = 0
        /// Objects that came with them.
        package var followed: Int64 = 0
        /// Objects that were written anew.
        package var written: Int64 = 0
        /// Objects of which the target had one already.
        package var found: Int64 = 0
        /// Objects of the target that got other values.
        package var updated: Int64 = 0
        /// Objects that are one with another, since their unique values are equal.
        package var merged: Int64 = 0
    }

    /// The entities that objects came from, in the order of their numbers.
    package internal(set) var rows: [Row] = []
    /// What was left behind.
    package internal(set) var warnings: [CopyIssue] = []
    /// Whether the store was copied as it is, with all that is in it.
    package internal(set) var isWhole = false

    /// How many objects were written.
    package var written: Int64 { rows.reduce(0) { $0 + $1.written } }
}
