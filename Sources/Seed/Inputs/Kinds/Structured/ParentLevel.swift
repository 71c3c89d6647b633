import Files

/// One of the objects or elements that enclose a record, with the values that rows take from it.
///
/// The values are collected while the file is read. Values that follow the records in the file are not known yet
/// when the rows need them. In that case another reader of the file reads the object ahead.
final class ParentLevel {
    /// Collects the values.
    let assembler: RecordAssembler
    /// The columns of the assembler, and the columns of the row to which they are copied.
    private let cells: [(own: Int, row: Int)]
    /// The columns that may follow the records in the file.
    private let late: [Int]
    /// The `../` before the names of the columns.
    private let prefix: String
    /// The number of objects of this level in the document so far.
    private(set) var number = 0
    private var isObject = false
    /// The values of the current object, if they were read ahead.
    private var ahead: RecordAssembler?
    /// Whether a row has taken values of the current object.
    private var isUsed = false
    /// Whether a row has reported the error in the current object.
    private var isReported = false

    /// - Parameter cells: the names of the columns and their indexes in the row.
    init(
        path: String, cells: [(name: String, row: Int)], height: Int, late: Set<String>?,
        separator: String
    ) {
        assembler = RecordAssembler(path: path, columns: cells.map(\.name), separator: separator)
        self.cells = cells.enumerated().map { ($0.offset, $0.element.row) }
        let prefix = ParentColumn.name(of: "", height: height)
        self.prefix = prefix
        self.late = cells.indices.filter { index in
            // A column for an element of a list is at the place of the list.
            late?.contains { (prefix + cells[index].name + ".").hasPrefix($0 + ".") } ?? true
        }
    }

    /// Creates a level that only collects the names of columns.
    init(path: String, height: Int) {
        assembler = RecordAssembler(path: path, columns: nil, separator: "|")
        cells = []
        late = []
        prefix = ParentColumn.name(of: "", height: height)
    }

    /// The names of the columns in the assembler.
    var columns: [String] { assembler.columns }

    /// The names of the columns as a plan writes them, those that follow the records, and the lengths of lists.
    var names: (all: [String], late: Set<String>, lists: [String: Int]) {
        (
            assembler.columns.map { prefix + $0 },
            Set(assembler.lateColumns.map { prefix + assembler.columns[$0] }),
            Dictionary(
                assembler.listCounts.map { (prefix + $0.key, $0.value) }, uniquingKeysWith: { $1 })
        )
    }

    /// Begins a document.
    func restart() { number = 0 }

    /// Begins an object.
    func begin(at position: TextPosition) {
        number += 1
        isObject = true
        renew(at: position)
    }

    /// Begins an array in an array, which encloses records but has no values.
    func beginArray(at position: TextPosition) {
        isObject = false
        renew(at: position)
    }

    private func renew(at position: TextPosition) {
        assembler.begin(at: position)
        ahead = nil
        isUsed = false
        isReported = false
    }

    /// Marks the beginning of the object's records. Further values follow them.
    func meetRecords() { assembler.isAfterRecords = true }

    /// Whether rows need values that were not collected yet.
    var mustReadAhead: Bool { isObject && ahead == nil && late.contains { !assembler.hasValue($0) } }

    /// Takes the object's values from a reader that read ahead.
    func take(_ read: RecordAssembler) { ahead = read }

    /// Copies the values to a row.
    func fill(_ row: RecordAssembler) {
        isUsed = true
        let source = ahead ?? assembler
        if let issue = prefixed(source.firstIssue) {
            row.adopt(issue)
            isReported = true
        }
        for cell in cells { row.copy(cell.own, of: source, to: cell.row) }
    }

    /// An error in the object that was found after rows had taken its values.
    var lateIssue: SeedIssue? {
        guard isUsed, !isReported, ahead == nil else { return nil }
        return prefixed(assembler.firstIssue)
    }

    private func prefixed(_ issue: SeedIssue?) -> SeedIssue? {
        guard var issue else { return nil }
        issue.sourceColumn = issue.sourceColumn.map { prefix + $0 }
        return issue
    }
}
