/// How a CSV source is written.
public struct CSVOptions: Equatable, Sendable {
    /// What stands between two fields.
    public enum Delimiter: Equatable, Sendable {
        /// This ASCII byte.
        case byte(UInt8)
        /// Whichever of `,` `;` tab and `|` the first rows show; see ``DelimiterDetector``.
        case detected
    }

    /// What stands between two fields.
    public var delimiter = Delimiter.byte(UInt8(ascii: ","))
    /// Whether the first row names the columns.
    public var hasHeader = true
    /// The names of the columns where no header row has them; nil to count them from 1.
    public var columns: [String]?
    /// How many lines at the beginning are no rows.
    public var skippedLines = 0
    /// The text with which lines begin that are no rows; nil where there are none.
    public var comment: String?
    /// How characters are written; nil to go by the byte order mark, and without one UTF-8.
    public var encoding: TextEncoding?

    /// The usual options: commas, a header row, UTF-8.
    public init() {}
}
