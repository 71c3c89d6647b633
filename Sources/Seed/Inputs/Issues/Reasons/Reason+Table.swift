extension SeedIssue.Reason {
    /// Problems with rows of fields, in CSV files and in the columns of files.
    package enum Table: Equatable, Sendable {
        /// A CSV input has no header row.
        case missingHeader
        /// The header row has two columns with the same name.
        case duplicateColumn(String)
        /// The columns of a file differ from those of the input's first file.
        case otherColumns(expected: [String], found: [String])
        /// The columns of a file differ in order or case from those of the input's first file. Its rows are read by
        /// column name.
        case columnsByName(like: String)
        /// The CSV file of a table lacks columns of the table.
        case missingColumns([String])
        /// The delimiter of a CSV file cannot be determined.
        case ambiguousDelimiter
        /// A quote inside an unquoted field, or text after a closing quote.
        case malformedQuoting
        /// A backslash precedes a character that no program escapes.
        case malformedEscape
        /// The file ends inside a quoted field.
        case unterminatedQuote
        /// A carriage return ends a line in a file with other line ends.
        case malformedLineEnd
        /// The number of fields in a row differs from the header.
        case raggedRow(expected: Int, found: Int)
        /// An input has a header but no rows.
        case noRows
        /// No column of some inputs matches the model. The issue has their columns and the properties that were
        /// searched for.
        case nothingFits(columns: [String], properties: [String])
        /// The last row seems to be a total of the rows above it.
        case lastRowIsTotal
        /// No list has more than one element, although a cell has a character that may be a separator.
        case unsplitList(separator: String, text: String, sign: String)
        /// The first row of a file to draft from does not name columns. The issue has its first cells, and proposed
        /// column names.
        case noHeader(cells: [String], source: String, names: [String])
        /// The columns of a file to draft from have a fixed width.
        case fixedWidth(source: String)
        /// A row is longer than the limit.
        case rowTooLong(limit: Int)
        /// A table whose columns are objects has more cells than the limit.
        case tooManyCells(limit: Int)
    }
}

extension SeedIssue.Reason.Table {
    /// The part that must be corrected.
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
