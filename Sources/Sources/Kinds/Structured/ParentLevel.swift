import Files

/// One of the objects or elements around a record: the values of it that rows take.
///
/// The values are gathered while the file is read. What stands behind the records in the file is
/// not there yet when they are; then the object is read ahead, by another reader of the file.
final class ParentLevel {
    /// Takes the values.
    let assembler: RecordAssembler
    /// The columns of the assembler, and the row's columns that they are copied to.
    private let cells: [(own: Int, row: Int)]
    /// The columns that may stand behind the records.
    private let late: [Int]
    /// The `../` before the names of the columns.
    private let prefix: String
    /// How many objects of this level there were in the document.
    private(set) var number = 0
    private var isObject = false
    /// The values of the current object as read ahead.
    private var ahead: RecordAssembler?
    /// Whether a row has taken values of the current object.
    private var isUsed = false
    /// Whether a row was told what is wrong with the current object.
    private var isTold = false

    /// - Parameter cells: the columns' names and their indices in the row.
    init(
        path: String, cells: [(name: String, row: Int)], height: Int, late: Set<String>?,
        separator: String
    ) {
        assembler = RecordAssembler(path: path, columns: cells.map(\.name), separator: separator)
        self.cells = cells.enumerated().map { ($0.offset, $0.element.row) }
        let prefix = ParentColumn.name(of: "", height: height)
        self.prefix = prefix
        self.late = cells.indices.filter { index in
            // A position in a list is where the list is.
            late?.contains { (prefix + cells[index].name + ".").hasPrefix($0 + ".") } ?? true
        }
    }

    /// Only learns the names of columns.
    init(path: String, height: Int) {
        assembler = RecordAssembler(path: path, columns: nil, separator: "|")
        cells = []
        late = []
        prefix = ParentColumn.name(of: "", height: height)
    }

    /// The names of the columns in the assembler.
    var columns: [String] { assembler.columns }

    /// The names of the columns as a plan writes them, and which of them stand behind the records.
    var names: (all: [String], late: Set<String>, lists: [String: Int]) {
        (
            assembler.columns.map { prefix + $0 },
            Set(assembler.lateColumns.map { prefix + assembler.columns[$0] }),
            Dictionary(
                assembler.listCounts.map { (prefix + $0.key, $0.value) }, uniquingKeysWith: { $1 })
        )
    }

    /// A document begins.
    func restart() { number = 0 }

    /// An object begins.
    func begin(at position: TextPosition) {
        number += 1
        isObject = true
        renew(at: position)
    }

    /// Something begins that is around records and has no values: an array in an array.
    func beginArray(at position: TextPosition) {
        isObject = false
        renew(at: position)
    }

    private func renew(at position: TextPosition) {
        assembler.begin(at: position)
        ahead = nil
        isUsed = false
        isTold = false
    }

    /// The records of the object begin: what follows in it stands behind them.
    func meetRecords() { assembler.isBehindRecords = true }

    /// Whether rows need values that are not gathered yet.
    var mustReadAhead: Bool { isObject && ahead == nil && late.contains { !assembler.hasValue($0) } }

    /// Takes the object's values from what was read ahead.
    func take(_ read: RecordAssembler) { ahead = read }

    /// Copies the values to a row.
    func fill(_ row: RecordAssembler) {
        isUsed = true
        let source = ahead ?? assembler
        if let issue = prefixed(source.firstIssue) {
            row.adopt(issue)
            isTold = true
        }
        for cell in cells { row.copy(cell.own, of: source, to: cell.row) }
    }

    /// What was found wrong with the object after rows had taken its values.
    var lateIssue: SeedIssue? {
        guard isUsed, !isTold, ahead == nil else { return nil }
        return prefixed(assembler.firstIssue)
    }

    private func prefixed(_ issue: SeedIssue?) -> SeedIssue? {
        guard var issue else { return nil }
        issue.sourceColumn = issue.sourceColumn.map { prefix + $0 }
        return issue
    }
}
