/// Rows from somewhere, one at a time.
///
/// A source is opened read-only, streams, and holds one row in memory.
package protocol RecordSource: AnyObject {
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

    /// Says which columns are meant: what is wrong in the others does not matter, and their cells
    /// may be NULL where they cannot be read. All are meant otherwise.
    func use(_ columns: Set<Int>)

    /// Says in which columns a list of more than single values is meant, whose cell is its JSON. In all
    /// others it is an error.
    func keepLists(in columns: Set<Int>)

    /// How many rows of empty cells were passed over so far, as the blank lines that they are.
    var blankRows: Int { get }

    /// How many rows were passed over so far because the plan's `where:` does not hold for them.
    var filteredRows: Int { get }

    /// Whether there are rows behind those that were given: only some were asked for.
    var isCut: Bool { get }

    /// What is worth knowing about the source but stops nothing, as far as it was read.
    var warnings: [SeedIssue] { get }

    /// How much of the source was read, from 0 to 1; nil where nobody knows.
    var fractionRead: Double? { get }

    /// The columns around the records, which a plan may use besides ``columns``; nil where records
    /// have nothing around them.
    var parentNames: ParentNames? { get }

    /// Whether numbers that are days count from 1904, as the file says; nil where it does not.
    var countsFrom1904: Bool? { get }

    /// What the numbers of columns are shown as beside their digits, and how many of the first ones.
    var numberShapes: [String: ColumnShape] { get }

    /// What the numbers of the current row are shown as, by the index of the column.
    var shapes: [Int: NumberShape] { get }

    /// The columns with cells that are merged downwards, once all rows were read.
    var mergedColumns: [String] { get }

    /// Where a cell of the current row stands, or the row itself.
    func location(ofColumn index: Int?) -> SeedIssue.Location

    /// The same without the place within the line, which may take longer to find than the row to read.
    func line(ofColumn index: Int?) -> SeedIssue.Location
}

extension RecordSource {
    package func line(ofColumn index: Int?) -> SeedIssue.Location { location(ofColumn: index) }

    /// Unknown.
    package var countsFrom1904: Bool? { nil }

    /// None.
    package var mergedColumns: [String] { [] }

    /// None.
    package var numberShapes: [String: ColumnShape] { [:] }

    /// None.
    package var shapes: [Int: NumberShape] { [:] }

    /// None: texts and numbers do not say whether they are dates.
    package var referenceDates: Set<String> { [] }

    /// None.
    package var parentNames: ParentNames? { nil }

    /// Each column is read as it is anyway.
    package func use(_ columns: Set<Int>) {}

    /// There are none, or a cell cannot hold one.
    package func keepLists(in columns: Set<Int>) {}

    /// None: only text files have rows by accident.
    package var blankRows: Int { 0 }

    /// None.
    package var filteredRows: Int { 0 }

    /// All rows are given.
    package var isCut: Bool { false }

    /// None.
    package var warnings: [SeedIssue] { [] }

    /// Unknown.
    package var fractionRead: Double? { nil }
}
