extension SeedIssue.Reason {
    /// What is wrong with rows of fields: CSV, and the columns of files.
    package enum Table: Equatable, Sendable {
        /// A CSV source without a header row.
        case missingHeader
        /// A header row that names a column twice.
        case duplicateColumn(String)
        /// A file whose columns are not those of the source's first file.
        case otherColumns(expected: [String], found: [String])
        /// A file whose columns stand in another order or are written in another case than those of
        /// the source's first file; its rows are read by name.
        case columnsByName(like: String)
        /// A table's CSV file that lacks columns of the table.
        case missingColumns([String])
        /// A CSV file that does not show what stands between its fields.
        case ambiguousDelimiter
        /// A quote inside an unquoted field, or text after a closing quote.
        case malformedQuoting
        /// A backslash with a character behind it that no program escapes.
        case malformedEscape
        /// The file ends inside a quoted field.
        case unterminatedQuote
        /// A carriage return that ends a line in a file whose lines end otherwise.
        case malformedLineEnd
        /// A row with another number of fields than the header.
        case raggedRow(expected: Int, found: Int)
        /// A source without any row: a header and nothing below it.
        case noRows
        /// Sources of which no column fits anything in the model: what they have, and what was looked for.
        case nothingFits(columns: [String], properties: [String])
        /// A last row that seems to be a total of those above it.
        case lastRowIsTotal
        /// Lists of which none has several elements, while a cell has a sign that may stand between some.
        case unsplitList(separator: String, text: String, sign: String)
        /// A file to draft from whose first row names no columns: its first cells, and names that columns may get.
        case noHeader(cells: [String], source: String, names: [String])
        /// A file to draft from whose columns have a fixed width.
        case fixedWidth(source: String)
        /// A row longer than any sensible one.
        case rowTooLong(limit: Int)
        /// A table whose columns are objects, with more cells than are held at once.
        case tooManyCells(limit: Int)
    }
}

extension SeedIssue.Reason.Table {
    /// Who has to act on such an issue.
    var fault: SeedIssue.Fault {
        switch self {
        case .ambiguousDelimiter:
            .plan
        case .missingHeader, .duplicateColumn, .otherColumns, .columnsByName, .missingColumns,
            .malformedQuoting, .malformedEscape, .unterminatedQuote, .malformedLineEnd, .raggedRow,
            .rowTooLong, .tooManyCells, .noRows, .nothingFits, .noHeader, .fixedWidth,
            .unsplitList, .lastRowIsTotal:
            .data
        }
    }
}
