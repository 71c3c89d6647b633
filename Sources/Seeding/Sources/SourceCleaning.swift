/// What is done to the cells of a source before anything reads them.
package struct SourceCleaning: Equatable, Sendable {
    /// Whether white space at both ends is taken away.
    package var trims = false
    /// Words that mean "no value".
    package var nullWords: [String] = []
    /// The columns whose white space stays, because a value of theirs says so itself.
    var untrimmedColumns: Set<String> = []
    /// The columns that keep such words, because a value of theirs has words of its own.
    var wordyColumns: Set<String> = []

    /// Nothing.
    package init() {}

    /// Whether there is anything to do.
    var isNeeded: Bool { trims || !nullWords.isEmpty }
}

/// The rows of another source with their cells cleaned in place, without copying a text.
final class CleanedSource: RecordSource {
    private let base: any RecordSource
    private let trimmed: [Int]
    private let emptied: [Int]
    private let words: [[UInt8]]
    private let texts: Set<String>

    init(_ base: any RecordSource, _ cleaning: SourceCleaning) {
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
    }

    var columns: [String] { base.columns }
    var referenceDates: Set<String> { base.referenceDates }
    var record: Record { base.record }
    var blankRows: Int { base.blankRows }
    var filteredRows: Int { base.filteredRows }
    var warnings: [SeedIssue] { base.warnings }
    var fractionRead: Double? { base.fractionRead }
    var parentNames: ParentNames? { base.parentNames }

    func use(_ columns: Set<Int>) { base.use(columns) }

    func location(ofColumn index: Int?) -> SeedIssue.Location {
        base.location(ofColumn: index)
    }

    func line(ofColumn index: Int?) -> SeedIssue.Location { base.line(ofColumn: index) }

    func next() throws -> Bool {
        guard try base.next() else { return false }
        let record = base.record
        // A word counts with white space around it, too, where that is taken away.
        for index in emptied where isWord(record[index]) { record.clear(index) }
        guard !trimmed.isEmpty else { return true }
        for index in trimmed { record.trim(index) }
        for index in emptied where isWord(record[index]) { record.clear(index) }
        return true
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
