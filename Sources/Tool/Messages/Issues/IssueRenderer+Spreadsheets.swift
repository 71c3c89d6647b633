import Archives
import Inputs

extension IssueRenderer {
    /// Returns the message about a spreadsheet.
    package func words(_ reason: SeedIssue.Reason.Spreadsheet, of issue: SeedIssue) -> String {
        switch reason {
        case .archive(let problem, let member):
            (member.map { "`\(Self.printable($0))` in it: " } ?? "") + Self.words(problem)
        case .missingPart(let name): "the workbook lacks `\(Self.printable(name))`: is it damaged?"
        case .noSheets: "the workbook has no sheet with cells"
        case .noSuchSheet(let name, let nearest, let sheets):
            "has no sheet `\(Self.printable(name))`"
                + (nearest.map { "; did you mean `\(Self.printable($0))`?" }
                    ?? "; it has " + Self.shown(sheets))
        case .misplacedCell(let cell):
            "`\(Self.printable(cell))` is not a possible cell or row: the sheet is damaged"
        case .badCell(let kind): "\(Self.value(of: issue)) is not a valid \(kind): the sheet is damaged"
        case .errorCell: "the cell has the error \(Self.value(of: issue))"
        case .uncalculatedFormula:
            "the cell has a formula without a result: open the file in a spreadsheet program and save it to "
                + "calculate the formulas"
        case .staleFormula:
            "the workbook needs recalculation, so \(Self.value(of: issue)), the result of a formula, may be out "
                + "of date: open it in a spreadsheet program and save it, or set `formulas: asStored`"
        case .hiddenColumns(let first, let count):
            (count == 1
                ? "column \(first) is" : "column \(first) and \(Count.text(count - 1, "other column")) are")
                + " hidden and read like the others"
        case .zeroFormulas(let count):
            (count == 1 ? "the only formula result is 0" : "all \(count) formula results are 0")
                + ": were the formulas never calculated? open the file in a spreadsheet program and save it"
        case .noSuchDay(let number): "\(number) has a date format but is not a date"
        case .tooMuchText(let limit): "is too large: the limit for \(limit.name) is \(limit.amount)"
        case .firstSheet(let name, let count):
            "only the first of \(count) sheets is read, `\(Self.printable(name))`: choose another with `sheet:`"
        case .hiddenSheet: "the sheet is hidden, but it is read"
        case .hiddenRows(let count):
            "\(Count.text(count, "row")) \(count == 1 ? "is" : "are") hidden and read like the others"
        case .struckRows(let count):
            "\(Count.text(count, "row")) \(count == 1 ? "is" : "are") struck out and read like the others"
        case .mergedCells(let range, let count):
            (count == 1
                ? "\(range) is merged" : "\(range) and \(Count.text(count - 1, "other range")) are merged")
                + ": the first cell has the value, the others are empty"
        case .unnamedColumns(let cell, let count):
            (count == 1
                ? "\(cell) holds a value" : "\(cell) and \(Count.text(count - 1, "other cell")) hold values")
                + " in a column without a name, and \(count == 1 ? "is" : "are") left out"
        case .staleFormulas(let count):
            "the workbook needs recalculation: \(Count.text(count, "formula result")) may be out of "
                + "date; open it in a spreadsheet program and save it"
        }
    }

    /// Returns the message about an archive.
    private static func words(_ problem: ArchiveError.Problem) -> String {
        switch problem {
        case .noDirectory: "is not a workbook: it is not a ZIP archive, or its end is missing"
        case .brokenDirectory: "the directory of the archive is broken"
        case .tooManyMembers(let limit): "the archive has more than \(limit) members"
        case .repeatedMember: "the archive has it twice"
        case .encrypted: "it is password-protected: save the file without a password"
        case .unknownMethod(let number): "its compression method \(number) is not supported"
        case .damagedMember: "its compressed data is damaged"
        case .truncatedMember: "it ends too early"
        case .wrongChecksum: "its checksum is wrong: the file is damaged"
        case .unfoldsTooFar(let times):
            "it expands to more than \(times) times its size, like a ZIP bomb: nothing was written"
        case .unreadable(let words): words
        }
    }

    private static func shown(_ sheets: [String]) -> String {
        let names = sheets.prefix(8).map { "`\(printable($0))`" }.joined(separator: ", ")
        return names + (sheets.count > 8 ? ", …" : "")
    }

    /// Returns a cell in spreadsheet notation, `Items!C17` or `'My items'!C17`; only the sheet if no cell is given.
    package static func place(sheet: String, cell: String?) -> String {
        let isPlain =
            sheet.first.map { $0.isLetter || $0 == "_" } ?? false
            && sheet.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
        let name = isPlain ? sheet : "'" + sheet.replacing("'", with: "''") + "'"
        return name + (cell.map { "!" + $0 } ?? "")
    }
}
