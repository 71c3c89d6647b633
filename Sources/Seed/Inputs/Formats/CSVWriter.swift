import Files
import ObjectModel

/// Writes rows as CSV (RFC 4180), with LF at the end of lines and quotes only where needed.
package final class CSVWriter {
    private let file: FileWriter
    private let delimiter: UInt8
    /// The buffered rows, including the unfinished one.
    private var text = TextBytes(capacity: blockSize)
    private var fields = 0
    private var isRowEmpty = true
    /// The number of rows written, including the header.
    package private(set) var rows = 0
    /// Whether a row was written in which all fields are empty.
    package private(set) var hasEmptyRows = false

    private static let blockSize = 1 << 15

    /// Creates a file.
    ///
    /// - Throws: `FileError`.
    package init(path: String, delimiter: UInt8 = UInt8(ascii: ",")) throws {
        file = try FileWriter(creating: path)
        self.delimiter = delimiter
    }

    /// Writes the UTF-8 byte order mark, which must come first.
    ///
    /// - Throws: `FileError`.
    package func byteOrderMark() throws { try file.write([0xEF, 0xBB, 0xBF]) }

    /// Writes a whole row.
    ///
    /// - Throws: `FileError`.
    package func row(_ cells: [String]) throws {
        for cell in cells { try field(cell) }
        try endRow()
    }

    /// Writes the next field of the row.
    ///
    /// - Throws: `FileError`.
    package func field(_ text: String, prefix: String = "") throws {
        var copy = text
        try copy.withUTF8 { try field(UnsafeRawBufferPointer($0), prefix: prefix, isQuoted: false) }
    }

    /// Writes the next field of the row from UTF-8 bytes.
    ///
    /// - Parameters:
    ///   - prefix: ASCII text before the bytes that does not need quotes.
    ///   - isQuoted: whether to write quotes in any case, unless the field is empty.
    /// - Throws: `FileError`.
    package func field(
        _ bytes: UnsafeRawBufferPointer, prefix: String, isQuoted: Bool = false
    ) throws {
        beginField()
        guard !bytes.isEmpty || !prefix.isEmpty else { return }
        isRowEmpty = false
        let isQuoted = isQuoted || needsQuotes(bytes)
        if isQuoted { text.append(Self.quote) }
        text.append(text: prefix)
        if isQuoted { appendQuoted(bytes) } else { text.append(bytes) }
        if text.count >= Self.blockSize { try flush() }
    }

    /// Writes the next field of the row from UTF-8 bytes.
    ///
    /// - Throws: `FileError`.
    package func field(_ bytes: UnsafeRawBufferPointer) throws {
        beginField()
        guard !bytes.isEmpty else { return }
        isRowEmpty = false
        if needsQuotes(bytes) {
            text.append(Self.quote)
            appendQuoted(bytes)
        } else {
            text.append(bytes)
        }
        if text.count >= Self.blockSize { try flush() }
    }

    /// Writes an empty next field of the row.
    package func emptyField() { beginField() }

    /// Writes the next field of the row: an integer.
    package func field(_ integer: Int64) {
        beginPlainField()
        text.append(integer: integer)
    }

    /// Writes the next field of the row: the shortest decimal of a number, see
    /// `TextBytes.append(shortest:showsFraction:)`.
    package func field(_ real: Double, showsFraction: Bool) {
        beginPlainField()
        text.append(shortest: real, showsFraction: showsFraction)
    }

    /// Writes the next field of the row: the shortest decimal of a float.
    package func field(_ float: Float) {
        beginPlainField()
        text.append(shortest: float)
    }

    /// Writes the next field of the row: a word that does not need quotes.
    package func field(word: StaticString) {
        beginPlainField()
        text.append(word)
    }

    /// Writes the next field of the row: a date in ISO 8601.
    ///
    /// - Returns: false if the date has no such text. No field is written then.
    package func field(referenceSeconds seconds: Double) -> Bool {
        guard ISO8601Text.range.contains(seconds) else { return false }
        beginPlainField()
        return ISO8601Text.append(referenceSeconds: seconds, to: &text)
    }

    @inline(__always)
    private func beginField() {
        if fields > 0 { text.append(delimiter) }
        fields += 1
    }

    /// Begins a field of digits and letters only.
    @inline(__always)
    private func beginPlainField() {
        beginField()
        isRowEmpty = false
    }

    /// Appends bytes with all quotes doubled, and the closing quote.
    private func appendQuoted(_ bytes: UnsafeRawBufferPointer) {
        for byte in bytes {
            text.append(byte)
            if byte == Self.quote { text.append(byte) }
        }
        text.append(Self.quote)
    }

    /// Ends the row. A row with a single empty field gets quotes, because a blank line would not be a row.
    ///
    /// - Throws: `FileError`.
    package func endRow() throws {
        if fields <= 1, isRowEmpty { text.append("\"\"") }
        text.append(Self.lineFeed)
        hasEmptyRows = hasEmptyRows || isRowEmpty
        fields = 0
        isRowEmpty = true
        rows += 1
        if text.count >= Self.blockSize { try flush() }
    }

    /// Writes an empty line, which is not a row.
    func blankLine() { text.append(Self.lineFeed) }

    /// Writes the remaining rows to disk.
    ///
    /// - Throws: `FileError`.
    package func close() throws {
        try flush()
        try file.finish()
    }

    private func flush() throws {
        try file.write(text.bytes)
        text.removeAll()
    }

    private static let quote = UInt8(ascii: "\"")
    private static let lineFeed = UInt8(ascii: "\n")

    /// Returns whether a field needs quotes: for a delimiter of any common dialect, a line break, a quote, or
    /// spaces at either end, which some programs would remove.
    private func needsQuotes(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let first = bytes.first, let last = bytes.last else { return false }
        if first == 0x20 || last == 0x20 { return true }
        let comma = UInt8(ascii: ",")
        if ASCIIBytes.isPlain(bytes, without: delimiter, comma, Self.quote, UInt8(ascii: ";")) {
            return false
        }
        return bytes.contains { byte in
            byte == delimiter || byte == comma || byte == Self.quote || byte == UInt8(ascii: ";")
                || (byte < 0x20 && byte >= 0x09)
        }
    }
}
