/// The path to the records of an XML, JSON or property list input, and the columns to read.
package struct RecordOptions: Equatable, Sendable {
    /// The path to the records: keys to the array, or elements to the records themselves.
    ///
    /// It may lead through arrays, whose elements are then parents of records. In JSON and property lists,
    /// ``eachValue`` means every value of an object or array.
    package var records: [String] = []
    /// Whether the document itself is a record if it is an object.
    package var takesRoot = false
    /// The columns to read, or nil for all columns of the records, which takes an additional pass.
    package var columns: [String]?
    /// The columns whose element may occur more than once in a record (XML).
    package var lists: [String] = []
    /// The separator of list elements in a cell.
    package var separator = "|"

    /// The used columns of parents, such as `../title`, which follow ``columns``.
    package var parentColumns: [String] = []
    /// The columns of parents, or nil if they are unknown.
    package var parents: ParentNames?

    /// Whether the plan lists the columns, so that no others are known.
    package var hasListedColumns: Bool { columns != nil && parents == nil }

    /// The name in ``records`` for every value of an object or array.
    package static let eachValue = "*"

    /// The value of `records:` for a document that is itself a record.
    package static let root = "."

    /// Creates the usual options: an array at the top level, all columns.
    package init() {}
}
