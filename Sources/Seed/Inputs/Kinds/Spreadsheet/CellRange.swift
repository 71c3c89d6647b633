import Files

/// A rectangle of cells, as spreadsheets write it: `B3:F200`. Columns and rows start at 1.
package struct CellRange: Equatable, Sendable {
    package var firstColumn = 1
    package var firstRow = 1
    /// The last column. Nil means all following columns.
    package var lastColumn: Int?
    package var lastRow: Int?

    /// The limits on columns and rows. There are twice as many rows as in Excel, because other programs have more.
    static let columnLimit = SpreadsheetColumn.limit
    static let rowLimit = Limits.sheetRows.most

    /// Creates a range of all cells.
    init() {}

    /// Reads `B3:F200`, `B3:F` (all rows), `B:F`, `3:200`, `B3:` or `B3` (all following), with or without `$`.
    /// Returns nil for any other text.
    package init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let start = Corner(parts[0]),
            start.column != nil || start.row != nil
        else { return nil }
        firstColumn = start.column ?? 1
        firstRow = start.row ?? 1
        guard parts.count == 2, !parts[1].isEmpty else { return }
        guard let end = Corner(parts[1]) else { return nil }
        lastColumn = end.column
        lastRow = end.row
        guard lastColumn ?? .max >= firstColumn, lastRow ?? .max >= firstRow else { return nil }
        // `3:F` has neither a first column nor a last row.
        guard start.column != nil || end.column == nil else { return nil }
    }

    /// A corner, which may be a whole column or row.
    private struct Corner {
        var column: Int?
        var row: Int?

        init?(_ text: Substring) {
            var rest = text
            if rest.first == "$" { rest.removeFirst() }
            let letters = rest.prefix { $0.isASCII && $0.isLetter }
            rest = rest.dropFirst(letters.count)
            if !letters.isEmpty {
                guard let number = SpreadsheetColumn.number(letters.utf8) else { return nil }
                column = number
                if rest.first == "$" { rest.removeFirst() }
            }
            if rest.isEmpty, column != nil { return }
            guard rest.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(rest),
                (1...CellRange.rowLimit).contains(number)
            else { return nil }
            row = number
        }
    }
}
