/// The first rows of another input.
package final class SampledSource: RecordSource {
    private let base: any RecordSource
    private let limit: Int
    private var count = 0
    /// Whether there are more rows than were returned.
    package private(set) var isCut = false

    /// The fewest rows, regardless of the number of columns.
    private static let fewestRows = 100

    /// - Parameter cells: the number of cells to read.
    package init(_ base: any RecordSource, cells: Int) {
        self.base = base
        limit = max(Self.fewestRows, cells / max(1, base.columns.count))
    }

    package var columns: [String] { base.columns }
    package var referenceDates: Set<String> { base.referenceDates }
    package var record: Record { base.record }
    package var blankRows: Int { base.blankRows }
    package var filteredRows: Int { base.filteredRows }
    package var warnings: [SeedIssue] { base.warnings }
    package var fractionRead: Double? { base.fractionRead }
    package var countsFrom1904: Bool? { base.countsFrom1904 }
    package var mergedColumns: [String] { base.mergedColumns }
    package var numberShapes: [String: ColumnShape] { base.numberShapes }
    package var parentNames: ParentNames? { base.parentNames }

    package func use(_ columns: Set<Int>) { base.use(columns) }

    package func location(ofColumn index: Int?) -> SeedIssue.Location {
        base.location(ofColumn: index)
    }

    package func line(ofColumn index: Int?) -> SeedIssue.Location { base.line(ofColumn: index) }

    package func next() throws -> Bool {
        guard count < limit else {
            // An unreadable row counts as a further row.
            if !isCut { isCut = (try? base.next()) ?? true }
            return false
        }
        // Unreadable rows count too.
        count += 1
        return try base.next()
    }
}
