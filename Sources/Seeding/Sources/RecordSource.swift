/// Rows from somewhere, one at a time.
///
/// A source is opened read-only, streams, and holds one row in memory.
public protocol RecordSource: AnyObject {
    /// The names of the columns, in the order of the cells.
    var columns: [String] { get }

    /// The columns whose numbers are dates: seconds since 2001, as Core Data counts them.
    var referenceDates: Set<String> { get }

    /// The current row.
    var record: Record { get }

    /// Goes to the next row.
    ///
    /// - Returns: whether there is one.
    /// - Throws: ``SeedIssue`` where the row is malformed. The next call goes on behind it where
    ///   that is possible, and returns false where it is not.
    func next() throws -> Bool

    /// How much of the source was read, from 0 to 1; nil where nobody knows.
    var fractionRead: Double? { get }

    /// The columns around the records, which a plan may use besides ``columns``; nil where records
    /// have nothing around them.
    var parentNames: ParentNames? { get }

    /// Where a cell of the current row stands, or the row itself.
    func location(ofColumn index: Int?) -> SeedIssue.Location
}

extension RecordSource {
    /// None: texts and numbers do not say whether they are dates.
    public var referenceDates: Set<String> { [] }

    /// None.
    public var parentNames: ParentNames? { nil }

    /// Unknown.
    public var fractionRead: Double? { nil }
}
