/// The current row of a sheet as the cells of a ``Record``, which the readers of spreadsheets fill.
final class SheetRow {
    let record = Record()
    /// The number of the row in the sheet, starting at 1.
    private(set) var number = 0
    /// The first selected column, starting at 1, and the number of selected columns.
    private(set) var firstColumn: Int
    private(set) var columnCount: Int
    /// Whether a selected cell has a value.
    private(set) var hasValue = false
    /// The error in the first invalid cell of the used columns.
    private(set) var fault: Fault?
    /// The cells with a value after the last column: the first one and their number.
    private(set) var beside: (row: Int, column: Int, count: Int)?
    /// The size in bytes of texts that the row shares with other cells.
    var sharedSize = 0
    /// The number of formula results.
    private(set) var formulas = 0
    /// The number of formula results that are 0.
    private(set) var zeroFormulas = 0
    /// The number of struck-out cells in the row, and the rows in which all cells are struck out.
    private var struckCells = 0
    private(set) var struckRows: [Int] = []
    /// Whether the results of formulas are outdated and therefore refused.
    var refusesFormulas = false

    /// The number formats by column index.
    private(set) var shapes: [Int: ColumnShape] = [:]
    /// The number formats of the current row by column index.
    private(set) var ownShapes: [Int: NumberShape] = [:]

    private let nullWords: [[UInt8]]
    private var unused: [Bool] = []
    private var lastColumn = 0
    /// The totals before the current row.
    private var earlier: (beside: (row: Int, column: Int, count: Int)?, formulas: Int, zeroFormulas: Int) = (
        nil, 0, 0
    )

    /// An error in a cell.
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

    /// Changes the selected columns from the next row on.
    func narrow(from first: Int, count: Int) {
        firstColumn = first
        columnCount = count
        beside = nil
        (formulas, zeroFormulas) = (0, 0)
        shapes = [:]
        struckRows = []
    }

    /// Records the format of the next number. Only the first rows are examined.
    func note(_ shape: NumberShape) {
        guard number < 5000 else { return }
        ownShapes[record.count] = shape
        if shapes[record.count]?.note(shape) == nil { shapes[record.count] = ColumnShape(shape) }
    }

    /// Ignores errors in other columns.
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

    /// Begins the row again, because it is read a second time.
    func restart() {
        (beside, formulas, zeroFormulas) = earlier
        begin(number)
    }

    /// Repeats the row with another number.
    func repeats(as number: Int) { self.number = number }

    /// Whether a cell of this row is after the last column.
    var hasSomethingBeside: Bool { beside?.count != earlier.beside?.count }

    /// Ends the row.
    func end() {
        if struckCells > 0, struckCells == (0..<record.count).count(where: { !record[$0].isEmpty }) {
            struckRows.append(number)
        }
        record.resize(to: columnCount)
    }

    /// Records that the last value is struck out.
    func noteStruck() { struckCells += 1 }

    /// Advances to a cell with a value.
    ///
    /// - Parameter column: its column, starting at 1.
    /// - Returns: whether the column is selected, so that the value must be appended next.
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

    /// Returns whether a cell may follow the earlier cells.
    @inline(__always)
    func mayFollow(_ column: Int) -> Bool { column > lastColumn }

    /// Skips a cell without a value.
    @inline(__always)
    func skip(_ column: Int) { lastColumn = column }

    private func noteBeside(_ column: Int) {
        if beside == nil {
            beside = (number, column, 1)
        } else {
            beside?.count += 1
        }
    }

    /// Records that the next value is the result of a formula.
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

    /// Appends the text of an invalid cell, which goes to the reject file.
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
