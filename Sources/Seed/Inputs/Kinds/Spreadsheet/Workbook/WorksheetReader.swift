import XML

/// A streaming reader of the rows of a worksheet (ECMA-376 part 1, 18.3.1.99).
///
/// Rows of the usual form are read in place (``takePlainRow``), others event by event. A test checks that both give
/// the same result. Elements are recognized by name, regardless of prefixes.
final class WorksheetReader: SheetReader {
    var notes = SheetNotes()
    let xml: XMLReader
    private let elements: ElementReader
    let cells: WorksheetCells
    /// The number of the last row.
    var lastRow = 0
    private let path: String
    private let sheet: String
    /// The depth of rows, or 0 outside of the sheet's data.
    private var dataDepth = 0
    private var isFinished = false
    /// Whether rows may be read in place. Tests disable it.
    var takesPlainRows = true

    init(
        _ xml: XMLReader, workbook: Workbook, path: String, sheet: String, texts: SharedStrings,
        styles: StyleTable
    ) {
        self.xml = xml
        elements = ElementReader(xml)
        xml.boundary = Array("row".utf8)
        self.path = path
        self.sheet = sheet
        var place = SeedIssue.Location(path: path)
        place.sheet = sheet
        cells = WorksheetCells(texts: texts, styles: styles, dates: workbook.dates, place: place)
        notes.asksForCalculation = workbook.asksForCalculation
    }

    var fractionRead: Double? { xml.fractionRead }

    func next(into row: SheetRow) throws -> Bool {
        guard !isFinished else { return false }
        while true {
            if dataDepth > 0, elements.isInStep, xml.depth == dataDepth, takesPlainRows, try takePlainRow(row)
            {
                return true
            }
            switch try elements.event() {
            case .startElement:
                let name = PackagePart.local(xml.name)
                if dataDepth > 0, xml.depth == dataDepth + 1, name.elementsEqual("row".utf8) {
                    try readRow(row)
                    return true
                }
                if xml.depth == 2, name.elementsEqual("sheetData".utf8) {
                    dataDepth = 2
                } else if xml.depth == 3, name.elementsEqual("col".utf8) {
                    try readColumn()
                } else if name.elementsEqual("mergeCell".utf8) {
                    try readMergedCells()
                }
            case .endElement: if xml.depth < dataDepth { dataDepth = 0 }
            case .end:
                isFinished = true
                return false
            case .attribute, .text: break
            }
        }
    }

    /// Reads the hidden columns (18.3.1.13).
    private func readColumn() throws {
        var (first, last, isHidden) = (0, 0, false)
        try elements.forEachAttribute { name, value in
            let number = value.withUnsafeBytes { NumberParser.digits($0) }.flatMap { Int(exactly: $0) } ?? 0
            if name.elementsEqual("min".utf8) {
                first = number
            } else if name.elementsEqual("max".utf8) {
                last = number
            } else if name.elementsEqual("hidden".utf8) {
                isHidden = Workbook.isTrue(String(decoding: value, as: UTF8.self))
            }
        }
        guard isHidden, first > 0, last >= first, notes.hiddenColumns.count < 1000 else { return }
        notes.hiddenColumns.append(first...last)
    }

    private func readMergedCells() throws {
        try elements.forEachAttribute { name, value in
            guard name.elementsEqual("ref".utf8),
                let range = CellRange(String(decoding: value, as: UTF8.self)), range.lastRow != nil
            else { return }
            // Some sheets have thousands. The first ones are enough for a warning.
            if notes.merged.count < 10_000 { notes.merged.append(range) }
        }
    }

    // MARK: Rows

    private func readRow(_ row: SheetRow) throws {
        var number = lastRow + 1
        var isHidden = false
        try elements.forEachAttribute { name, value in
            if name.elementsEqual("r".utf8) {
                number = try value.withUnsafeBytes { try rowNumber($0) }
            } else if name.elementsEqual("hidden".utf8) {
                isHidden = Workbook.isTrue(String(decoding: value, as: UTF8.self))
            }
        }
        try begin(row, number, isHidden: isHidden)
        var column = 0
        while true {
            switch try elements.event() {
            case .startElement where elements.isNamed("c"):
                column = try readCell(row, after: column)
            case .startElement: try elements.skipElement()
            case .endElement, .end: return
            case .attribute, .text: break
            }
        }
    }

    /// Begins a row.
    ///
    /// - Throws: ``SeedIssue`` if it does not follow the last one.
    func begin(_ row: SheetRow, _ number: Int, isHidden: Bool) throws {
        guard number > lastRow, number <= CellRange.rowLimit else { throw misplaced("row \(number)") }
        lastRow = number
        if isHidden { notes.hiddenRows += 1 }
        row.begin(number)
    }

    /// Returns the number of a row.
    func rowNumber(_ value: UnsafeRawBufferPointer) throws -> Int {
        guard let number = NumberParser.digits(value), number > 0, number <= Int64(CellRange.rowLimit) else {
            throw misplaced("row \(String(decoding: value, as: UTF8.self))")
        }
        return Int(number)
    }

    /// Returns the column of a cell in the current row, given the cell's name, such as `C17`.
    @inline(__always)
    func column(_ name: UnsafeRawBufferPointer, in row: SheetRow) throws -> Int {
        var column = 0
        var index = 0
        while index < name.count, case let letter = Int(name[index] & 0xDF) - 0x40, (1...26).contains(letter)
        {
            column = column * 26 + letter
            guard column <= CellRange.columnLimit else { break }
            index += 1
        }
        var number = 0
        while index < name.count, let digit = NumberParser.digit(name[index]), number <= CellRange.rowLimit {
            number = number * 10 + Int(digit)
            index += 1
        }
        guard index == name.count, column > 0, number == row.number else {
            throw misplaced(String(decoding: name, as: UTF8.self))
        }
        return column
    }

    /// Reads the open cell and returns its column.
    private func readCell(_ row: SheetRow, after last: Int) throws -> Int {
        var column = last + 1
        var cell = WorksheetCell()
        try elements.forEachAttribute { name, value in
            try value.withUnsafeBytes { value in
                if name.elementsEqual("r".utf8) {
                    column = try self.column(value, in: row)
                } else if name.elementsEqual("s".utf8) {
                    cell.style = NumberParser.digits(value).flatMap { Int(exactly: $0) } ?? 0
                } else if name.elementsEqual("t".utf8) {
                    cell.kind = WorksheetCell.Kind(value)
                }
            }
        }
        guard row.mayFollow(column), column <= CellRange.columnLimit else {
            throw misplaced(SpreadsheetColumn.letters(column) + String(row.number))
        }
        var text: [UInt8] = []
        while true {
            switch try elements.event() {
            case .startElement:
                let name = PackagePart.local(xml.name)
                if name.elementsEqual("v".utf8) {
                    try readValue(into: &text)
                } else if name.elementsEqual("is".utf8) {
                    var reader = RichTextReader()
                    try reader.read(xml, into: &text)
                } else {
                    cell.hasFormula = cell.hasFormula || name.elementsEqual("f".utf8)
                    try elements.skipElement()
                }
            case .endElement, .end:
                try text.withUnsafeBytes { try cells.put(cell, $0, at: column, into: row) }
                return column
            case .attribute, .text: break
            }
        }
    }

    /// Reads the characters of a `v`.
    private func readValue(into text: inout [UInt8]) throws {
        while true {
            switch try elements.event() {
            case .text: text += xml.text
            case .endElement, .end: return
            case .startElement: try elements.skipElement()
            case .attribute: break
            }
        }
    }

    func misplaced(_ cell: String) -> SeedIssue {
        var location = SeedIssue.Location(path: path)
        location.sheet = sheet
        return SeedIssue(.spreadsheet(.misplacedCell(cell)), at: location)
    }
}
