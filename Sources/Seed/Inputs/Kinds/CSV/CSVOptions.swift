/// The format options of a CSV input.
package struct CSVOptions: Equatable, Sendable {
    /// The delimiter of fields.
    package enum Delimiter: Equatable, Sendable {
        /// A given ASCII byte.
        case byte(UInt8)
        /// One of `,` `;` tab and `|`, determined from the first rows, see ``DelimiterDetector``.
        case detected
    }

    /// The delimiter of fields.
    package var delimiter = Delimiter.byte(UInt8(ascii: ","))
    /// Whether the first row names the columns.
    package var hasHeader = true
    /// The names of the columns if there is no header row. If nil, they are numbered from 1.
    package var columns: [String]?
    /// The number of lines to skip at the beginning.
    package var skippedLines = 0
    /// The text that begins a comment line, or nil if there are no comments.
    package var comment: String?
    /// The character encoding. If nil, the byte order mark decides, and without one the text is UTF-8.
    package var encoding: TextEncoding?

    /// Whether rows in which all cells are empty count as rows, not as blank lines.
    package var keepsBlankRows = false
    /// Whether white space at the ends of cells is ignored. A row of white space is then a blank line.
    package var trims = false
    /// Whether a row with too few cells gets empty ones at its end.
    package var padsShortRows = false
    /// The treatment of rows with too many cells.
    package var longRows = LongRows.error
    /// Whether quotes that RFC 4180 does not allow are read leniently, see ``LenientRow``.
    package var isLenient = false
    /// Whether cells are escaped as by `mysql --batch` instead of quoted, see ``EscapedSource``.
    package var isEscaped = false

    /// The treatment of rows with more cells than columns.
    package enum LongRows: String, Equatable, Sendable, CaseIterable {
        /// Such rows are errors.
        case error
        /// Extra cells are dropped if they are empty. Otherwise the row is an error.
        case dropEmpty
        /// Extra cells are dropped.
        case drop
    }

    /// Creates the usual options: commas, a header row, UTF-8.
    package init() {}
}
