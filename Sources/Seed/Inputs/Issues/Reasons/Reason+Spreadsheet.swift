import Archives
import Files

extension SeedIssue.Reason {
    /// Problems with a spreadsheet: its archive, its sheets, and cells without a value.
    package enum Spreadsheet: Equatable, Sendable {
        /// The file is not a readable archive, or one of its members is unreadable.
        case archive(ArchiveError.Problem, member: String?)
        /// A part that the workbook needs or names is missing.
        case missingPart(String)
        /// The workbook has no sheet with cells.
        case noSheets
        /// The named sheet does not exist. The list has the existing sheets.
        case noSuchSheet(String, nearest: String?, sheets: [String])
        /// Cells are out of order, or at positions that a sheet cannot have.
        case misplacedCell(String)
        /// A cell has an invalid value: a missing shared text, or a malformed number.
        case badCell(String)
        /// The formula of a cell has an error as its result, such as `#N/A`.
        case errorCell(String)
        /// A cell has a formula without a calculated result.
        case uncalculatedFormula
        /// The result of a formula, in a workbook that requests recalculation.
        case staleFormula
        /// A number that is displayed as a date is out of range.
        case noSuchDay(Double)
        /// A spreadsheet exceeds a limit.
        case tooMuchText(Limit)

        /// One of several sheets is read because the plan does not name one.
        case firstSheet(String, count: Int)
        /// The sheet is hidden.
        case hiddenSheet
        /// Hidden rows are read like the others.
        case hiddenRows(Int)
        /// Rows with struck-out cells are read like the others.
        case struckRows(Int)
        /// Hidden columns are read like the others. The issue has the first one and their number.
        case hiddenColumns(String, count: Int)
        /// All formulas have the result 0, as if they had not been calculated.
        case zeroFormulas(Int)
        /// Only the first of merged cells has a value. The issue has the first range and their number.
        case mergedCells(String, count: Int)
        /// Columns without a name have values. The issue has the first cell and their number.
        case unnamedColumns(String, count: Int)
        /// The number of formula results in a workbook that requests recalculation.
        case staleFormulas(Int)
    }
}

extension SeedIssue.Reason.Spreadsheet {
    /// The part that must be corrected.
    var fault: SeedIssue.Fault {
        switch self {
        case .noSuchSheet, .firstSheet: .plan
        case .archive(.unreadable, _): .machine
        case .archive, .missingPart, .noSheets, .misplacedCell, .badCell, .errorCell, .uncalculatedFormula,
            .noSuchDay, .tooMuchText, .hiddenSheet, .hiddenRows, .mergedCells, .unnamedColumns,
            .staleFormulas, .staleFormula, .struckRows, .hiddenColumns, .zeroFormulas:
            .data
        }
    }
}
