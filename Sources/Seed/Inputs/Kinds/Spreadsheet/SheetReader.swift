/// A reader of the rows of one sheet, for one file format.
protocol SheetReader: AnyObject {
    /// Reads the next row in the file.
    ///
    /// - Returns: whether there is one. After the last row, ``notes`` are complete.
    /// - Throws: ``SeedIssue`` if the file is damaged. The reader cannot continue after it.
    func next(into row: SheetRow) throws -> Bool

    /// Notes about the part of the sheet that was read so far.
    var notes: SheetNotes { get }

    /// The part of the sheet that was read, from 0 to 1, or nil if it is unknown.
    var fractionRead: Double? { get }
}

/// Properties of a sheet that are not visible in its rows.
struct SheetNotes {
    /// Ranges of merged cells.
    var merged: [CellRange] = []
    /// The number of hidden rows with cells, including those up to the header.
    var hiddenRows = 0
    /// The hidden columns, starting at 1.
    var hiddenColumns: [ClosedRange<Int>] = []
    /// Whether the results of formulas may be outdated.
    var asksForCalculation = false
}

/// An opened sheet.
struct OpenedSheet {
    let name: String
    let reader: any SheetReader
    /// Warnings about the selection of the sheet.
    var warnings: [SeedIssue.Reason.Spreadsheet] = []
    /// Whether its serial dates count from 1904, or nil if its cells have explicit dates.
    var countsFrom1904: Bool?
}
