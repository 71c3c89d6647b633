/// Rows of an input, one at a time.
///
/// It is opened read-only, streams, and keeps one row in memory.
package protocol RecordSource: AnyObject {
    /// The names of the columns, in the order of the cells.
    var columns: [String] { get }

    /// The columns whose numbers are dates, in seconds since 2001 as in Core Data.
    var referenceDates: Set<String> { get }

    /// The current row.
    var record: Record { get }

    /// Advances to the next row.
    ///
    /// - Returns: whether there is one.
    /// - Throws: ``SeedIssue`` if the row is malformed. The next call continues after it if possible, and otherwise
    ///   returns false.
    func next() throws -> Bool

    /// Declares which columns are used. In other columns errors are ignored, and unreadable cells may be NULL. By
    /// default all are used.
    func use(_ columns: Set<Int>)

    /// Declares in which columns a list with other than single values is kept as JSON. In all other columns it is
    /// an error.
    func keepLists(in columns: Set<Int>)

    /// The number of rows of empty cells that were skipped so far, which count as blank lines.
    var blankRows: Int { get }

    /// The number of rows that were skipped so far because the plan's `where:` does not hold.
    var filteredRows: Int { get }

    /// Whether more rows follow the returned ones, because only some were requested.
    var isCut: Bool { get }

    /// Warnings about the part of the input that was read so far.
    var warnings: [SeedIssue] { get }

    /// The part of the input that was read, from 0 to 1, or nil if it is unknown.
    var fractionRead: Double? { get }

    /// The columns of enclosing records, which a plan may use in addition to ``columns``. Nil if records are not
    /// nested.
    var parentNames: ParentNames? { get }

    /// Whether serial dates count from 1904, or nil if the file does not specify it.
    var countsFrom1904: Bool? { get }

    /// The number formats of columns whose cells show more than digits, counted over the first rows.
    var numberShapes: [String: ColumnShape] { get }

    /// The number formats of the current row, by column index.
    var shapes: [Int: NumberShape] { get }

    /// The columns with vertically merged cells. Complete after all rows were read.
    var mergedColumns: [String] { get }

    /// Returns the location of a cell of the current row, or of the row itself.
    func location(ofColumn index: Int?) -> SeedIssue.Location

    /// Returns the location without the column, whose position may take longer to find than reading the row.
    func line(ofColumn index: Int?) -> SeedIssue.Location
}

extension RecordSource {
    package func line(ofColumn index: Int?) -> SeedIssue.Location { location(ofColumn: index) }

    /// Nil by default.
    package var countsFrom1904: Bool? { nil }

    /// Empty by default.
    package var mergedColumns: [String] { [] }

    /// Empty by default.
    package var numberShapes: [String: ColumnShape] { [:] }

    /// Empty by default.
    package var shapes: [Int: NumberShape] { [:] }

    /// Empty by default, because texts and numbers do not show whether they are dates.
    package var referenceDates: Set<String> { [] }

    /// Nil by default.
    package var parentNames: ParentNames? { nil }

    /// Has no effect by default.
    package func use(_ columns: Set<Int>) {}

    /// Has no effect by default.
    package func keepLists(in columns: Set<Int>) {}

    /// 0 by default, because only text files and sheets have blank rows.
    package var blankRows: Int { 0 }

    /// 0 by default.
    package var filteredRows: Int { 0 }

    /// False by default.
    package var isCut: Bool { false }

    /// Empty by default.
    package var warnings: [SeedIssue] { [] }

    /// Nil by default.
    package var fractionRead: Double? { nil }
}
