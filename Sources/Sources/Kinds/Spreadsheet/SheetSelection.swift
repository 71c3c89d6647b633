import ObjectModel

/// Which cells of a spreadsheet are rows of a source, and what a plan says of them.
package struct SheetSelection: Equatable, Sendable {
    /// The sheet, by its name or else its position, from 1; nil for the first one that is not hidden.
    package var sheet: String?
    /// Its cells; nil for all of them.
    package var range: CellRange?
    /// Whether the first row names the columns.
    package var hasHeader = true
    /// The names of the columns where no row has them; nil for their letters.
    package var columns: [String]?
    /// Whether white space at the ends of cells is no part of them, so that a row of nothing else is blank.
    var trims = false
    /// Whether results of formulas count, whatever the workbook says of them.
    var formulas = Formulas.current
    /// Words that mean "no value": a cell with such an error is empty.
    var nullWords: [String] = []

    /// Which results of formulas count.
    package enum Formulas: String, Equatable, Sendable, CaseIterable {
        /// Those of a workbook that does not ask to be worked out anew.
        case current
        /// All.
        case asStored
    }

    /// The usual one: all cells of the first sheet, with a header.
    package init() {}

    /// What a plan says; nil where it is wrong, which is reported.
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

    /// The name of a sheet among others: by name, in any case, and else by its position.
    ///
    /// - Throws: ``SeedIssue`` where there is none.
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
