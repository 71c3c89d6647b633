/// Where the records of an XML, JSON or property list source are and what of them is read.
public struct RecordOptions: Equatable, Sendable {
    /// The names that lead to the records: keys to the array, or elements to the records
    /// themselves.
    public var records: [String] = []
    /// The columns to read; nil for all that the records have, which takes a pass of its own.
    public var columns: [String]?
    /// The columns whose element may occur more than once in a record (XML).
    public var lists: [String] = []
    /// What stands between the elements of a list in a cell.
    public var separator = "|"

    /// The usual options: an array at the top, all columns.
    public init() {}
}
