/// The cleaning of an input's cells before anything else reads them.
package struct SourceCleaning: Equatable, Sendable {
    /// Whether white space at both ends is removed.
    package var trims = false
    /// Whether rows and columns are swapped, because the names are in the first column.
    package var transposes = false
    /// Words for missing values.
    package var nullWords: [String] = []
    /// The columns whose white space is kept, because one of their values specifies it.
    package var untrimmedColumns: Set<String> = []
    /// The columns whose words for missing values are kept, because one of their values has its own words.
    package var wordyColumns: Set<String> = []

    /// Creates a cleaning that changes nothing.
    package init() {}

    /// Whether anything is to be changed.
    package var isNeeded: Bool { trims || !nullWords.isEmpty || !filled.isEmpty }

    /// The columns whose empty cells get the value of the cell above. `true` means all columns.
    package var filled: [Located<String>] = []

    /// Whether empty cells are filled in all columns.
    package var fillsAll: Bool { filled.map(\.value) == ["true"] }
}

/// The rows of another input with their cells cleaned in place, without copying texts.
package final class CleanedSource: RecordSource {
    private let base: any RecordSource
    private let trimmed: [Int]
    private let emptied: [Int]
    private let words: [[UInt8]]
    private let texts: Set<String>
    /// The last value of each column whose empty cells are filled.
    private var above: [(column: Int, value: [UInt8])]

    package init(_ base: any RecordSource, _ cleaning: SourceCleaning) {
        self.base = base
        let columns = base.columns
        trimmed =
            cleaning.trims
            ? columns.indices.filter { !cleaning.untrimmedColumns.contains(columns[$0]) } : []
        emptied =
            cleaning.nullWords.isEmpty
            ? [] : columns.indices.filter { !cleaning.wordyColumns.contains(columns[$0]) }
        words = cleaning.nullWords.map { Array($0.utf8) }
        texts = Set(cleaning.nullWords)
        let filled = Set(cleaning.filled.map(\.value))
        above = columns.indices.filter { cleaning.fillsAll || filled.contains(columns[$0]) }.map { ($0, []) }
    }

    package var columns: [String] { base.columns }
    package var referenceDates: Set<String> { base.referenceDates }
    package var record: Record { base.record }
    package var blankRows: Int { base.blankRows }
    package var filteredRows: Int { base.filteredRows }
    package var warnings: [SeedIssue] { base.warnings }
    package var fractionRead: Double? { base.fractionRead }
    package var isCut: Bool { base.isCut }
    package var countsFrom1904: Bool? { base.countsFrom1904 }
    package var mergedColumns: [String] { base.mergedColumns }
    package var numberShapes: [String: ColumnShape] { base.numberShapes }
    package var parentNames: ParentNames? { base.parentNames }

    package func use(_ columns: Set<Int>) { base.use(columns) }

    package func keepLists(in columns: Set<Int>) { base.keepLists(in: columns) }

    package func location(ofColumn index: Int?) -> SeedIssue.Location {
        base.location(ofColumn: index)
    }

    package func line(ofColumn index: Int?) -> SeedIssue.Location { base.line(ofColumn: index) }

    package func next() throws -> Bool {
        do {
            guard try base.next() else { return false }
        } catch let issue as SeedIssue {
            // A row with an invalid cell may be rejected, and its other cells are then needed.
            if case .spreadsheet = issue.reason { clean() }
            throw issue
        }
        clean()
        return true
    }

    private func clean() {
        let record = base.record
        // If white space is removed, a word counts with white space around it too.
        for index in emptied where isWord(record[index]) { record.clear(index) }
        if !trimmed.isEmpty {
            for index in trimmed { record.trim(index) }
            for index in emptied where isWord(record[index]) { record.clear(index) }
        }
        for index in above.indices { fill(above[index].column, at: index) }
    }

    /// Fills an empty cell with the last nonempty value above it.
    private func fill(_ column: Int, at index: Int) {
        let field = record[column]
        guard field.isEmpty else {
            if case .text(let bytes) = field {
                above[index].value = Array(bytes)
            } else {
                above[index].value = Array(field.display.utf8)
            }
            return
        }
        if column >= record.count { record.resize(to: columns.count) }
        guard !above[index].value.isEmpty else { return }
        above[index].value.withUnsafeBytes { record.set(text: $0, at: column) }
    }

    @inline(__always)
    private func isWord(_ field: Field) -> Bool {
        switch field {
        case .null, .blob: false
        case .text(let bytes):
            words.contains { $0.count == bytes.count && bytes.elementsEqual($0) }
        case .integer, .real: texts.contains(field.display)
        }
    }
}
