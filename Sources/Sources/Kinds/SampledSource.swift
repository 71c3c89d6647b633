/// The first rows of another source.
package final class SampledSource: RecordSource {
    private let base: any RecordSource
    private let limit: Int
    private var count = 0
    /// Whether there are more rows than were given.
    package private(set) var isCut = false

    /// The fewest rows, however many columns there are.
    private static let fewestRows = 100

    /// - Parameter cells: how many cells are looked at.
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
            // What cannot be read is a row as well.
            if !isCut { isCut = (try? base.next()) ?? true }
            return false
        }
        // Rows that cannot be read count, too.
        count += 1
        return try base.next()
    }
}
