/// The row of a sheet that is read, as the cells of a ``Record``: what readers of spreadsheets fill.
final class SheetRow {
    let record = Record()
    /// Its number in the sheet, from 1.
    private(set) var number = 0
    /// The first column that counts, from 1, and how many do.
    private(set) var firstColumn: Int
    private(set) var columnCount: Int
    /// Whether a cell that counts holds something.
    private(set) var hasValue = false
    /// What is wrong with the first cell at fault, among those that are used.
    private(set) var fault: Fault?
    /// Cells with a value behind the last column: the first of all, and how many.
    private(set) var beside: (row: Int, column: Int, count: Int)?
    /// The bytes of its texts that other cells have, too.
    var sharedSize = 0
    /// How many results of formulas were taken.
    private(set) var formulas = 0
    /// How many of them are the number 0.
    private(set) var zeroFormulas = 0
    /// How many cells of the row are struck out, and the rows of which all are.
    private var struckCells = 0
    private(set) var struckRows: [Int] = []
    /// Whether results of formulas are out of date, so that none is taken.
    var refusesFormulas = false

    /// What the numbers of a column are shown as, and how many of them, by the column's index.
    private(set) var shapes: [Int: ColumnShape] = [:]
    /// The same of the row alone.
    private(set) var ownShapes: [Int: NumberShape] = [:]

    private let nullWords: [[UInt8]]
    private var unused: [Bool] = []
    private var lastColumn = 0
    /// What was known of other rows when this one began.
    private var earlier: (beside: (row: Int, column: Int, count: Int)?, formulas: Int, zeroFormulas: Int) = (
        nil, 0, 0
    )

    /// What is wrong with a cell.
    struct Fault {
        let index: Int
        let reason: SeedIssue.Reason.Spreadsheet
        let value: String?
    }

    init(firstColumn: Int, columnCount: Int, nullWords: [String]) {
        self.firstColumn = firstColumn
        self.columnCount = columnCount
        self.nullWords = nullWords.map { Array($0.utf8) }
    }

    /// From the next row on, other columns count.
    func narrow(from first: Int, count: Int) {
        firstColumn = first
        columnCount = count
        beside = nil
        (formulas, zeroFormulas) = (0, 0)
        shapes = [:]
        struckRows = []
    }

    /// Notes what the next number is shown as: the first rows tell.
    func note(_ shape: NumberShape) {
        guard number < 5000 else { return }
        ownShapes[record.count] = shape
        if shapes[record.count]?.note(shape) == nil { shapes[record.count] = ColumnShape(shape) }
    }

    /// Leaves what is wrong in other columns unsaid.
    func use(_ columns: Set<Int>) { unused = (0..<columnCount).map { !columns.contains($0) } }

    // MARK: Filling

    /// Begins a row.
    func begin(_ number: Int) {
        self.number = number
        record.removeAll()
        hasValue = false
        fault = nil
        lastColumn = 0
        struckCells = 0
        sharedSize = 0
        if !ownShapes.isEmpty { ownShapes.removeAll(keepingCapacity: true) }
        earlier = (beside, formulas, zeroFormulas)
    }

    /// Begins the row again: what was read of it is read once more.
    func restart() {
        (beside, formulas, zeroFormulas) = earlier
        begin(number)
    }

    /// The row stands in the sheet once more, as the next one.
    func repeats(as number: Int) { self.number = number }

    /// Whether a cell of this row stands behind the last column.
    var hasSomethingBeside: Bool { beside?.count != earlier.beside?.count }

    /// Ends the row.
    func end() {
        if struckCells > 0, struckCells == (0..<record.count).count(where: { !record[$0].isEmpty }) {
            struckRows.append(number)
        }
        record.resize(to: columnCount)
    }

    /// Notes that the last value is struck out.
    func noteStruck() { struckCells += 1 }

    /// Goes to a cell with a value.
    ///
    /// - Parameter column: where it stands, from 1.
    /// - Returns: whether the cell counts, so that its value must be given next.
    @inline(__always)
    func moves(to column: Int) -> Bool {
        lastColumn = column
        let index = column - firstColumn
        guard index >= 0 else { return false }
        guard index < columnCount else {
            noteBeside(column)
            return false
        }
        while record.count < index { record.appendNull() }
        return true
    }

    /// Whether a cell may follow those that were met.
    @inline(__always)
    func mayFollow(_ column: Int) -> Bool { column > lastColumn }

    /// Goes over a cell without a value.
    @inline(__always)
    func skip(_ column: Int) { lastColumn = column }

    private func noteBeside(_ column: Int) {
        if beside == nil {
            beside = (number, column, 1)
        } else {
            beside?.count += 1
        }
    }

    /// Notes that the next value is the result of a formula.
    func noteFormula(isZero: Bool = false) {
        formulas += 1
        if isZero { zeroFormulas += 1 }
    }

    @inline(__always)
    func append(text: UnsafeRawBufferPointer) {
        guard !text.isEmpty else { return record.appendNull() }
        record.append(text: text)
        hasValue = true
    }

    @inline(__always)
    func append(_ number: Int64) {
        record.append(number)
        hasValue = true
    }

    @inline(__always)
    func append(_ number: Double) {
        record.append(number)
        hasValue = true
    }

    /// A cell at fault: its text goes to the rejects.
    func append(_ reason: SeedIssue.Reason.Spreadsheet, text: UnsafeRawBufferPointer) {
        let index = record.count
        if !text.isEmpty, nullWords.contains(where: { text.elementsEqual($0) }) {
            return record.appendNull()
        }
        append(text: text)
        hasValue = true
        guard fault == nil, index >= unused.count || !unused[index] else { return }
        fault = Fault(
            index: index, reason: reason,
            value: text.isEmpty ? nil : String(decoding: text, as: UTF8.self))
    }
}
