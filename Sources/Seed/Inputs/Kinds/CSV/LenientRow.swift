/// Parses rows with quotes that RFC 4180 does not allow, as most programs do.
///
/// A quote within an unquoted cell is an ordinary character. White space before the opening quote of a cell is
/// ignored, and text after the closing one belongs to the cell. Between tabs, quotes that do not enclose a whole cell
/// are characters, too.
struct LenientRow {
    private enum State {
        case start, plain, quoted, closed
    }

    private let delimiter: UInt8
    private var state = State.start
    private var cell: [UInt8] = []
    private var spaces: [UInt8] = []
    /// Whether the cell is quoted. An empty quoted cell is an empty text, not a missing value.
    private var isQuoted = false
    private var hasCells = false

    init(delimiter: UInt8) { self.delimiter = delimiter }

    /// Whether the bytes so far end within a quoted cell.
    var isOpen: Bool { state == .quoted }

    /// Parses bytes.
    ///
    /// - Returns: the number of rows that ended.
    mutating func take(_ bytes: UnsafeRawBufferPointer, into record: Record) -> Int {
        var rows = 0
        for byte in bytes {
            if state == .quoted, !(byte == 0x09 && delimiter == 0x09) {
                if byte == UInt8(ascii: "\"") { state = .closed } else { cell.append(byte) }
                continue
            }
            if state == .quoted { restoreQuotes() }
            switch byte {
            case delimiter: endCell(record)
            case 0x0A, 0x0D: rows += endRow(record) ? 1 : 0
            case UInt8(ascii: "\"") where state == .start:
                (state, isQuoted) = (.quoted, true)
                spaces.removeAll(keepingCapacity: true)
            case UInt8(ascii: "\"") where state == .closed && spaces.isEmpty:
                cell.append(byte)
                state = .quoted
            case 0x20 where state == .start || state == .closed: spaces.append(byte)
            default:
                if state == .closed, delimiter == 0x09 { restoreQuotes() }
                cell += spaces
                spaces.removeAll(keepingCapacity: true)
                cell.append(byte)
                state = .plain
            }
        }
        return rows
    }

    /// Makes the quotes of the cell characters.
    private mutating func restoreQuotes() {
        let quote = UInt8(ascii: "\"")
        cell =
            [quote] + cell.flatMap { $0 == quote ? [quote, quote] : [$0] } + (state == .closed ? [quote] : [])
        (state, isQuoted) = (.plain, false)
    }

    /// Ends the last row, and returns whether there was one.
    mutating func finish(into record: Record) -> Bool { endRow(record) }

    /// Discards an unfinished row.
    mutating func restart() { self = LenientRow(delimiter: delimiter) }

    private mutating func endCell(_ record: Record) {
        if state == .start { cell += spaces }
        if cell.isEmpty, !isQuoted {
            record.appendNull()
        } else {
            cell.withUnsafeBytes { record.append(text: $0) }
        }
        cell.removeAll(keepingCapacity: true)
        spaces.removeAll(keepingCapacity: true)
        (state, isQuoted, hasCells) = (.start, false, true)
    }

    /// Ends a row. A line end directly after another one, as in CR LF, does not end a row.
    private mutating func endRow(_ record: Record) -> Bool {
        guard hasCells || state != .start || !spaces.isEmpty else { return false }
        endCell(record)
        hasCells = false
        return true
    }
}
