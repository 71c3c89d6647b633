import ObjectModel

/// The cells of a spreadsheet that an input reads, with the options of a plan.
package struct SheetSelection: Equatable, Sendable {
    /// The sheet by name or position, starting at 1, or nil for the first visible one.
    package var sheet: String?
    /// The range of cells, or nil for all of them.
    package var range: CellRange?
    /// Whether the first row names the columns.
    package var hasHeader = true
    /// The names of the columns if there is no header row. If nil, they are named by their letters.
    package var columns: [String]?
    /// Whether white space at the ends of cells is ignored. A row of white space is then blank.
    var trims = false
    /// The treatment of formula results.
    var formulas = Formulas.current
    /// Words for missing values. A cell whose error is one of them is empty.
    var nullWords: [String] = []

    /// The formula results that are accepted.
    package enum Formulas: String, Equatable, Sendable, CaseIterable {
        /// Those of a workbook that does not request recalculation.
        case current
        /// All results.
        case asStored
    }

    /// Creates the usual selection: all cells of the first sheet, with a header.
    package init() {}

    /// Reads the options of a plan. Returns nil if they are invalid, which is reported.
    init?(_ plan: inout SourcePlan) {
        sheet = plan.keys.text("sheet")?.value
        hasHeader = plan.keys.flag("header") ?? true
        let names = plan.keys.texts("columns")
        columns = names?.map(\.value)
        trims = plan.trims
        nullWords = plan.nullWords
        formulas = plan.keys.choice("formulas", as: Formulas.self) ?? .current
        if hasHeader, columns != nil {
            plan.conflict("header: true", "columns")
            return nil
        }
        guard let text = plan.keys.text("range") else { return }
        guard let range = CellRange(text.value) else {
            plan.report(
                SeedIssue(
                    .plan(.wrongKind(expected: "cells such as `B3:F200`, `B3:F` or `B3`")),
                    at: text.location))
            return nil
        }
        self.range = range
    }

    /// Returns the index of the sheet: by name, regardless of case, or else by position.
    ///
    /// - Throws: ``SeedIssue`` if there is no such sheet.
    func index(among names: [String], at path: String) throws -> Int? {
        guard let sheet else { return nil }
        if let index = names.firstIndex(of: sheet) { return index }
        if let index = names.firstIndex(where: { $0.lowercased() == sheet.lowercased() }) { return index }
        if let position = Int(sheet), names.indices.contains(position - 1) { return position - 1 }
        throw SeedIssue(
            .spreadsheet(
                .noSuchSheet(sheet, nearest: NearestName.of(sheet, in: names), sheets: names)),
            at: .init(path: path))
    }
}
