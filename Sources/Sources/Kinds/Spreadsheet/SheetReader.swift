/// Rows of one sheet, front to back, as the reader of one file format finds them.
protocol SheetReader: AnyObject {
    /// Reads the next row that the file has.
    ///
    /// - Returns: whether there is one; behind the last one ``notes`` are complete.
    /// - Throws: ``SeedIssue`` where the file is damaged: it cannot be read on.
    func next(into row: SheetRow) throws -> Bool

    /// What is known of the sheet, as far as it was read.
    var notes: SheetNotes { get }

    /// How much of the sheet was read, from 0 to 1; nil where nobody knows.
    var fractionRead: Double? { get }
}

/// What a sheet has that rows do not show.
struct SheetNotes {
    /// Ranges of merged cells.
    var merged: [CellRange] = []
    /// The rows that are hidden, as far as they have cells: how many behind the header is only known there.
    var hiddenRows = 0
    /// The columns that are hidden, from 1.
    var hiddenColumns: [ClosedRange<Int>] = []
    /// Whether results of formulas may be out of date.
    var asksForCalculation = false
}

/// A sheet that was opened.
struct OpenedSheet {
    let name: String
    let reader: any SheetReader
    /// What is worth telling of the choice.
    var warnings: [SeedIssue.Reason.Spreadsheet] = []
    /// Whether its days count from 1904; nil where its cells say themselves what day they are.
    var countsFrom1904: Bool?
}
