/// Where the records of an XML, JSON or property list source are and what of them is read.
package struct RecordOptions: Equatable, Sendable {
    /// The names that lead to the records: keys to the array, or elements to the records
    /// themselves. They lead through arrays, whose elements are then parents of records; in JSON
    /// and property lists ``eachValue`` is every value of an object or array.
    package var records: [String] = []
    /// The columns to read; nil for all that the records have, which takes a pass of its own.
    package var columns: [String]?
    /// The columns whose element may occur more than once in a record (XML).
    package var lists: [String] = []
    /// What stands between the elements of a list in a cell.
    package var separator = "|"

    /// The columns of parents that are used, `../title`: they follow ``columns``.
    package var parentColumns: [String] = []
    /// The columns that parents have; nil if that is unknown.
    package var parents: ParentNames?

    /// Whether the plan lists the columns, so that no others are known.
    package var hasListedColumns: Bool { columns != nil && parents == nil }

    /// In ``records``: every value of an object or array.
    package static let eachValue = "*"

    /// The usual options: an array at the top, all columns.
    package init() {}
}
