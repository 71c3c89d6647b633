import Files
import XML

/// Reads the sheets of `content.xml`, and the rows of one of them.
///
/// Cells and rows may have a repeat count. Repeated values are returned that many times, and repeated empty ones
/// cost nothing.
final class OpenDocumentReader: SheetReader {
    private(set) var notes = SheetNotes()
    /// The name of the sheet whose rows are read.
    var sheet = ""
    private let elements: ElementReader
    private let path: String
    private var hiddenStyles: Set<String> = []
    /// The number of the last row.
    private var lastRow = 0
    /// The number of columns that the sheet has described so far.
    private var lastColumn = 0
    /// The remaining repetitions of the last row.
    private var repetitions = 0
    private var isInSheet = false
    private var depthInSheet = 0
    private let cells = OpenDocumentCells()
    /// The size of the current row in bytes, and the total size of repetitions.
    private var rowSize = 0
    private var repeatedSize = 0

    init(_ xml: XMLReader, path: String) {
        elements = ElementReader(xml)
        self.path = path
    }

    var fractionRead: Double? { elements.xml.fractionRead }

    // MARK: Sheets

    /// Advances to the next sheet. Returns nil if there is none.
    ///
    /// - Throws: ``SeedIssue``.
    func nextSheet() throws -> OpenDocument.Sheet? {
        if isInSheet { try leaveSheet() }
        var style = ""
        while true {
            let event = try elements.event()
            if event == .end { return nil }
            guard event == .startElement else { continue }
            if elements.isNamed("style") {
                try elements.forEachAttribute { name, value in
                    if name.elementsEqual("name".utf8) { style = String(decoding: value, as: UTF8.self) }
                }
            } else if elements.isNamed("table-properties") {
                try elements.forEachAttribute { name, value in
                    if name.elementsEqual("display".utf8), value.elementsEqual("false".utf8) {
                        hiddenStyles.insert(style)
                    }
                }
            } else if elements.isNamed("table") {
                return try beginSheet()
            }
        }
    }

    private func beginSheet() throws -> OpenDocument.Sheet {
        var sheet = ""
        var isHidden = false
        try elements.forEachAttribute { name, value in
            let text = String(decoding: value, as: UTF8.self)
            if name.elementsEqual("name".utf8) { sheet = text }
            if name.elementsEqual("style-name".utf8) { isHidden = hiddenStyles.contains(text) }
        }
        isInSheet = true
        depthInSheet = 0
        (lastRow, lastColumn) = (0, 0)
        return OpenDocument.Sheet(name: sheet, isHidden: isHidden)
    }

    private func leaveSheet() throws {
        for _ in 0...depthInSheet { try elements.skipElement() }
        isInSheet = false
    }

    // MARK: Rows

    func next(into row: SheetRow) throws -> Bool {
        if repetitions > 0 {
            repetitions -= 1
            lastRow += 1
            row.repeats(as: lastRow)
            return true
        }
        while isInSheet {
            switch try elements.event() {
            case .startElement:
                if elements.isNamed("table-row") {
                    try readRow(row)
                    return true
                }
                if elements.isNamed("table-column") {
                    try readColumn()
                    try elements.skipElement()
                    continue
                }
                // Elements that only group rows and columns are entered.
                let groups: [StaticString] = [
                    "table-row-group", "table-header-rows", "table-rows", "table-columns",
                    "table-column-group", "table-header-columns",
                ]
                if groups.contains(where: { elements.isNamed($0) }) {
                    depthInSheet += 1
                } else {
                    try elements.skipElement()
                }
            case .endElement:
                depthInSheet -= 1
                isInSheet = depthInSheet >= 0
            case .end: isInSheet = false
            case .attribute, .text: break
            }
        }
        // Reads to the end of the file, where the archive detects damage.
        while try elements.event() != .end {}
        return false
    }

    private func readColumn() throws {
        var count = 1
        var isHidden = false
        try elements.forEachAttribute { name, value in
            if name.elementsEqual("number-columns-repeated".utf8) {
                count = try self.count(value)
            } else if name.elementsEqual("visibility".utf8) {
                isHidden = !value.elementsEqual("visible".utf8)
            }
        }
        if isHidden { notes.hiddenColumns.append(lastColumn + 1...lastColumn + count) }
        lastColumn += count
    }

    private func readRow(_ row: SheetRow) throws {
        var count = 1
        var isHidden = false
        try elements.forEachAttribute { name, value in
            if name.elementsEqual("number-rows-repeated".utf8) {
                count = try self.count(value)
            } else if name.elementsEqual("visibility".utf8) {
                isHidden = !value.elementsEqual("visible".utf8)
            }
        }
        row.begin(lastRow + 1)
        rowSize = 0
        var column = 1
        while true {
            switch try elements.event() {
            case .startElement where elements.isNamed("table-cell") || elements.isNamed("covered-table-cell"):
                column += try readCell(row, at: column)
            case .startElement: try elements.skipElement()
            case .endElement, .end:
                lastRow += 1
                if row.hasValue || row.hasSomethingBeside {
                    guard lastRow + count <= CellRange.rowLimit else {
                        throw misplaced("row \(lastRow + count)")
                    }
                    try noteRepeated(rowSize, times: count - 1, in: row)
                    repetitions = count - 1
                    if isHidden { notes.hiddenRows += count }
                } else {
                    lastRow = min(lastRow + count - 1, CellRange.rowLimit)
                }
                return
            case .attribute, .text: break
            }
        }
    }

    /// Reads the open cell.
    ///
    /// - Returns: its repeat count.
    private func readCell(_ row: SheetRow, at column: Int) throws -> Int {
        var count = 1
        var spanned = (columns: 1, rows: 1)
        cells.begin()
        try elements.forEachAttribute { name, value in
            if name.elementsEqual("number-columns-repeated".utf8) {
                count = try self.count(value)
            } else if name.elementsEqual("number-columns-spanned".utf8) {
                spanned.columns = try self.count(value)
            } else if name.elementsEqual("number-rows-spanned".utf8) {
                spanned.rows = try self.count(value)
            } else {
                cells.take(name, value)
            }
        }
        try cells.readText(elements)
        if spanned.columns > 1 || spanned.rows > 1, notes.merged.count < 10_000 {
            var range = CellRange()
            (range.firstColumn, range.firstRow) = (column, row.number)
            range.lastColumn = column + spanned.columns - 1
            range.lastRow = row.number + spanned.rows - 1
            notes.merged.append(range)
        }
        guard cells.hasContent else { return count }
        guard column + count - 1 <= CellRange.columnLimit else {
            throw misplaced("column \(column + count - 1)")
        }
        try noteRepeated(cells.spaces, times: 1, in: row)
        try noteRepeated(cells.size, times: count - 1, in: row)
        rowSize += cells.size * count
        for index in 0..<count { cells.put(at: column + index, into: row) }
        return count
    }

    /// Limits the size of repetitions, because a few bytes may expand to rows that fill a disk.
    private func noteRepeated(_ size: Int, times: Int, in row: SheetRow) throws {
        repeatedSize += size * times
        guard repeatedSize <= Limits.repeatedCells.most else {
            throw SeedIssue(.spreadsheet(.tooMuchText(Limits.repeatedCells)), at: place(row: row.number))
        }
    }

    private func count(_ value: [UInt8]) throws -> Int {
        let number = value.withUnsafeBytes { NumberParser.digits($0) }
        guard let number, number > 0, number < 1 << 31 else {
            throw misplaced(String(decoding: value, as: UTF8.self))
        }
        return Int(number)
    }

    private func misplaced(_ cell: String) -> SeedIssue {
        SeedIssue(.spreadsheet(.misplacedCell(cell)), at: place(row: nil))
    }

    private func place(row: Int?) -> SeedIssue.Location {
        var location = SeedIssue.Location(path: path, line: row)
        location.sheet = sheet
        return location
    }
}
