/// The rows of a sheet. The first nonblank row names the columns, unless the plan specifies otherwise.
///
/// Rows without any value are skipped. Cells with an error, or with a formula that was not calculated, are errors
/// if the plan uses their column.
package final class SpreadsheetSource: RecordSource {
    package private(set) var columns: [String] = []
    package private(set) var blankRows = 0

    private let path: String
    private let sheet: OpenedSheet
    private let selection: SheetSelection
    private let range: CellRange
    private let row: SheetRow
    /// The row of the header, or 0 without a header.
    private var headerRow = 0
    private var hiddenBefore = 0
    private var isRowWaiting = false
    private var isFinished = false
    /// Blank rows that may be at the end of the sheet.
    private var pendingBlankRows = 0

    /// Reads the header of a sheet.
    ///
    /// - Throws: ``SeedIssue``.
    init(path: String, sheet: OpenedSheet, selection: SheetSelection) throws {
        self.path = path
        self.sheet = sheet
        self.selection = selection
        range = selection.range ?? CellRange()
        let width = (range.lastColumn ?? CellRange.columnLimit) - range.firstColumn + 1
        row = SheetRow(
            firstColumn: range.firstColumn, columnCount: width, nullWords: selection.nullWords)
        do {
            try readColumns()
        } catch let failure as SeedFailure {
            throw failure.issues[0]
        }
    }

    package var record: Record { row.record }

    private func readColumns() throws {
        let isFound = try nextFilledRow()
        guard isFound || selection.columns != nil else {
            throw SeedIssue(
                selection.hasHeader ? .table(.missingHeader) : .document(.noRecords), at: place(row: nil))
        }
        var first = 0
        var end = 0
        if isFound {
            let filled = (0..<record.count).filter { !record[$0].isEmpty }
            first = range.firstColumn > 1 || selection.range != nil ? 0 : filled.first ?? 0
            end = (filled.last ?? 0) + 1
        }
        if selection.hasHeader {
            if let fault = row.fault { throw issue(fault) }
            columns = (first..<end).map { record[$0].isEmpty ? "" : record[$0].display.trimmed }
            headerRow = row.number
            hiddenBefore = sheet.reader.notes.hiddenRows
        } else {
            isRowWaiting = isFound
            if let names = selection.columns {
                columns = names
                first = 0
            } else {
                let last = range.lastColumn ?? range.firstColumn + end - 1
                columns = (range.firstColumn + first...last).map(SpreadsheetColumn.letters)
            }
        }
        if isRowWaiting {
            record.resize(to: max(record.count, first + columns.count))
            record.rearrange(Array(first..<first + columns.count))
            record.resize(to: columns.count)
        }
        row.narrow(from: range.firstColumn + first, count: columns.count)
        row.refusesFormulas = selection.formulas == .current && sheet.reader.notes.asksForCalculation
    }

    package var countsFrom1904: Bool? { sheet.countsFrom1904 }
    package var numberShapes: [String: ColumnShape] {
        var shapes: [String: ColumnShape] = [:]
        for (index, noted) in row.shapes where columns.indices.contains(index) {
            shapes[columns[index]] = noted
        }
        return shapes
    }
    package var shapes: [Int: NumberShape] { row.ownShapes }
    package var mergedColumns: [String] {
        guard isFinished else { return [] }
        let indices = sheet.reader.notes.merged.filter { isRead($0) && $0.lastRow ?? 0 > $0.firstRow }.map {
            $0.firstColumn - row.firstColumn
        }
        return Set(indices).sorted().filter(columns.indices.contains).map { columns[$0] }
    }

    /// Advances to the next row, see ``RecordSource/next()``.
    package func next() throws -> Bool {
        if isRowWaiting {
            isRowWaiting = false
        } else {
            guard try nextFilledRow() else { return false }
        }
        guard let fault = row.fault else { return true }
        throw issue(fault)
    }

    /// Advances to the next nonblank row of the range.
    private func nextFilledRow() throws -> Bool {
        guard !isFinished else { return false }
        do {
            while try sheet.reader.next(into: row) {
                // The sheet is read to its end, which has the merged cells and where the archive detects damage.
                guard row.number >= range.firstRow, row.number <= range.lastRow ?? .max else { continue }
                row.end()
                if row.hasValue, !selection.trims || !record.isBlank {
                    blankRows += pendingBlankRows
                    pendingBlankRows = 0
                    return true
                }
                if headerRow > 0 { pendingBlankRows += 1 }
            }
        } catch let issue as SeedIssue {
            // A part of a sheet must not be accepted as the whole, even if rejected rows are allowed.
            isFinished = true
            throw SeedFailure([issue])
        }
        isFinished = true
        return false
    }

    private func issue(_ fault: SheetRow.Fault) -> SeedIssue {
        SeedIssue(
            .spreadsheet(fault.reason), at: location(ofColumn: fault.index),
            sourceColumn: columns.indices.contains(fault.index) ? columns[fault.index] : nil,
            value: fault.value)
    }

    /// Ignores errors in other columns.
    package func use(_ columns: Set<Int>) { row.use(columns) }

    package var fractionRead: Double? { sheet.reader.fractionRead }

    /// Returns the location of a cell with its name in the spreadsheet.
    package func location(ofColumn index: Int?) -> SeedIssue.Location {
        place(row: row.number, column: index.map { row.firstColumn + $0 })
    }

    private func place(row: Int?, column: Int? = nil) -> SeedIssue.Location {
        var location = SeedIssue.Location(path: path, line: row, column: column)
        location.sheet = sheet.name
        return location
    }

    // MARK: Warnings

    /// Warnings about properties that are not visible in rows. Complete after all rows were read.
    package var warnings: [SeedIssue] {
        var found = sheet.warnings.map { SeedIssue(.spreadsheet($0), at: place(row: nil)) }
        guard isFinished else { return found }
        let notes = sheet.reader.notes
        if notes.hiddenRows > hiddenBefore {
            found.append(
                SeedIssue(.spreadsheet(.hiddenRows(notes.hiddenRows - hiddenBefore)), at: place(row: nil)))
        }
        if let first = row.struckRows.first {
            found.append(
                SeedIssue(.spreadsheet(.struckRows(row.struckRows.count)), at: place(row: first)))
        }
        let shown = row.firstColumn..<row.firstColumn + row.columnCount
        let hidden = notes.hiddenColumns.flatMap { Array($0.clamped(to: 1...CellRange.columnLimit)) }
            .filter(shown.contains)
        if let first = hidden.first {
            found.append(
                SeedIssue(
                    .spreadsheet(.hiddenColumns(SpreadsheetColumn.letters(first), count: hidden.count)),
                    at: place(row: nil)))
        }
        if row.formulas > 1, row.zeroFormulas == row.formulas {
            found.append(SeedIssue(.spreadsheet(.zeroFormulas(row.formulas)), at: place(row: nil)))
        }
        let merged = notes.merged.filter(isRead)
        if let first = merged.first {
            let text =
                SpreadsheetColumn.letters(first.firstColumn) + String(first.firstRow) + ":"
                + SpreadsheetColumn.letters(first.lastColumn ?? 1) + String(first.lastRow ?? 1)
            found.append(
                SeedIssue(
                    .spreadsheet(.mergedCells(text, count: merged.count)),
                    at: place(row: first.firstRow, column: first.firstColumn)))
        }
        if let beside = row.beside, selection.range?.lastColumn == nil {
            let cell = SpreadsheetColumn.letters(beside.column) + String(beside.row)
            found.append(
                SeedIssue(
                    .spreadsheet(.unnamedColumns(cell, count: beside.count)),
                    at: place(row: beside.row, column: beside.column)))
        }
        if notes.asksForCalculation, row.formulas > 0 {
            found.append(SeedIssue(.spreadsheet(.staleFormulas(row.formulas)), at: place(row: nil)))
        }
        return found
    }

    /// Returns whether merged cells are in the rows and columns that are read, not counting the header.
    private func isRead(_ merged: CellRange) -> Bool {
        merged.lastRow ?? .max > max(headerRow, range.firstRow - 1)
            && merged.firstRow <= range.lastRow ?? .max
            && merged.lastColumn ?? .max >= row.firstColumn
            && merged.firstColumn < row.firstColumn + row.columnCount
    }
}
