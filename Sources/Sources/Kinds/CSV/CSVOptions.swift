/// How a CSV source is written.
package struct CSVOptions: Equatable, Sendable {
    /// What stands between two fields.
    package enum Delimiter: Equatable, Sendable {
        /// This ASCII byte.
        case byte(UInt8)
        /// Whichever of `,` `;` tab and `|` the first rows show; see ``DelimiterDetector``.
        case detected
    }

    /// What stands between two fields.
    package var delimiter = Delimiter.byte(UInt8(ascii: ","))
    /// Whether the first row names the columns.
    package var hasHeader = true
    /// The names of the columns where no header row has them; nil to count them from 1.
    package var columns: [String]?
    /// How many lines at the beginning are no rows.
    package var skippedLines = 0
    /// The text with which lines begin that are no rows; nil where there are none.
    package var comment: String?
    /// How characters are written; nil to go by the byte order mark, and without one UTF-8.
    package var encoding: TextEncoding?

    /// Whether rows of empty cells are rows, and not blank lines.
    package var keepsBlankRows = false
    /// Whether white space at the ends of cells is no part of them, so that a row of nothing else
    /// is a blank line.
    package var trims = false
    /// Whether rows with fewer cells than columns have empty ones in place of what they lack.
    package var padsShortRows = false
    /// What becomes of rows with more cells than columns.
    package var longRows = LongRows.error
    /// Whether quotes that RFC 4180 does not allow are read as other programs read them, see ``LenientRow``.
    package var isLenient = false
    /// Whether cells are escaped as `mysql --batch` does it, and not quoted: see ``EscapedSource``.
    package var isEscaped = false

    /// What becomes of rows with more cells than columns.
    package enum LongRows: String, Equatable, Sendable, CaseIterable {
        /// They are errors.
        case error
        /// Cells beyond the columns are left out where they are empty, and errors otherwise.
        case dropEmpty
        /// Cells beyond the columns are left out, whatever they hold.
        case drop
    }

    /// The usual options: commas, a header row, UTF-8.
    package init() {}
}
