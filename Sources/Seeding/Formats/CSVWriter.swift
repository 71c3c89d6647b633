import Files

/// Writes rows as CSV (RFC 4180): lines that end with LF, quotes only where needed.
package final class CSVWriter {
    private let file: FileWriter
    private let delimiter: UInt8
    private var fields = 0
    private var isRowEmpty = true
    /// How many rows were written, the header included.
    package private(set) var rows = 0
    /// Whether a row was written whose fields are all empty.
    package private(set) var hasEmptyRows = false

    /// Creates a file.
    ///
    /// - Throws: ``SeedIssue``.
    package init(path: String, delimiter: UInt8 = UInt8(ascii: ",")) throws {
        file = try FileWriter(creating: path)
        self.delimiter = delimiter
    }

    /// Writes the byte order mark of UTF-8, before anything else.
    ///
    /// - Throws: ``SeedIssue``.
    func byteOrderMark() throws { try file.write([0xEF, 0xBB, 0xBF]) }

    /// Writes a whole row.
    ///
    /// - Throws: ``SeedIssue``.
    package func row(_ cells: [String]) throws {
        for cell in cells { try field(cell) }
        try endRow()
    }

    /// Writes the next field of the row.
    ///
    /// - Throws: ``SeedIssue``.
    package func field(_ text: String, prefix: String = "") throws {
        var copy = text
        try copy.withUTF8 { try field(UnsafeRawBufferPointer($0), prefix: prefix) }
    }

    /// Writes the next field of the row from UTF-8 bytes.
    ///
    /// - Parameters:
    ///   - prefix: ASCII text in front, none of which needs quotes.
    ///   - isQuoted: write quotes whatever the field holds, unless that is nothing.
    /// - Throws: ``SeedIssue``.
    package func field(
        _ bytes: UnsafeRawBufferPointer, prefix: String = "", isQuoted: Bool = false
    ) throws {
        if fields > 0 { try file.write(delimiter) }
        fields += 1
        guard !bytes.isEmpty || !prefix.isEmpty else { return }
        isRowEmpty = false
        guard isQuoted || needsQuotes(bytes) else {
            try file.write(prefix.utf8)
            return try file.write(bytes)
        }
        try file.write(Self.quote)
        try file.write(prefix.utf8)
        if bytes.contains(Self.quote) {
            for byte in bytes {
                try file.write(byte)
                if byte == Self.quote { try file.write(byte) }
            }
        } else {
            try file.write(bytes)
        }
        try file.write(Self.quote)
    }

    /// Ends the row. One that holds a single empty field is no blank line, which would be no row.
    ///
    /// - Throws: ``SeedIssue``.
    package func endRow() throws {
        if fields <= 1, isRowEmpty { try file.write([Self.quote, Self.quote]) }
        try file.write(Self.lineFeed)
        hasEmptyRows = hasEmptyRows || isRowEmpty
        fields = 0
        isRowEmpty = true
        rows += 1
    }

    /// A line without anything, which is no row.
    ///
    /// - Throws: ``SeedIssue``.
    func blankLine() throws { try file.write(Self.lineFeed) }

    /// Writes what is left to the disk.
    ///
    /// - Throws: ``SeedIssue``.
    package func close() throws { try file.finish() }

    private static let quote = UInt8(ascii: "\"")
    private static let lineFeed = UInt8(ascii: "\n")

    /// Delimiters of any common dialect, line ends, quotes, and spaces at the ends, which some
    /// programs would take away.
    private func needsQuotes(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let first = bytes.first, let last = bytes.last else { return false }
        if first == 0x20 || last == 0x20 { return true }
        return bytes.contains { byte in
            byte == delimiter || byte == UInt8(ascii: ",") || byte == Self.quote || byte == 0x3B
                || (byte < 0x20 && byte >= 0x09)
        }
    }
}
