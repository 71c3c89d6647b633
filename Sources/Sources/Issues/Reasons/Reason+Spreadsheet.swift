import Archives
import Files

extension SeedIssue.Reason {
    /// What is wrong with a spreadsheet: the archive that it is, its sheets, and cells that hold no value.
    package enum Spreadsheet: Equatable, Sendable {
        /// The file is no archive that can be read, or a member of it cannot.
        case archive(ArchiveError.Problem, member: String?)
        /// A part that the workbook needs, or names, is not in it.
        case missingPart(String)
        /// The workbook has no sheet with cells.
        case noSheets
        /// A sheet that is not there; those that are.
        case noSuchSheet(String, nearest: String?, sheets: [String])
        /// Cells in no order, or at places that no sheet has.
        case misplacedCell(String)
        /// A cell that says it holds what it does not: a text that is not there, a number that is none.
        case badCell(String)
        /// A cell whose formula came to nothing, such as `#N/A`.
        case errorCell(String)
        /// A cell with a formula whose result nobody has worked out.
        case uncalculatedFormula
        /// The result of a formula in a workbook that asks to be worked out anew.
        case staleFormula
        /// A number that is shown as a date and is none.
        case noSuchDay(Double)
        /// More than a spreadsheet may have.
        case tooMuchText(Limit)

        /// One of several sheets is read, because the plan names none.
        case firstSheet(String, count: Int)
        /// The sheet is one that the program hides.
        case hiddenSheet
        /// Rows that the program hides are read like the others.
        case hiddenRows(Int)
        /// Rows whose cells are struck out are read like the others.
        case struckRows(Int)
        /// Columns that the program hides are read like the others: the first one, and how many.
        case hiddenColumns(String, count: Int)
        /// All results of formulas are 0, as where nobody has worked them out.
        case zeroFormulas(Int)
        /// Merged cells, of which only the first holds a value: the first range of them, and how many.
        case mergedCells(String, count: Int)
        /// Values in columns that have no name: the first cell, and how many.
        case unnamedColumns(String, count: Int)
        /// Results of formulas in a workbook that asks to be worked out anew: how many were read.
        case staleFormulas(Int)
    }
}

extension SeedIssue.Reason.Spreadsheet {
    /// Who has to act on such an issue.
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
