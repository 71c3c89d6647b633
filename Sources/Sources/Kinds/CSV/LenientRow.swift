/// Takes apart rows whose quotes break the rules of RFC 4180, as most programs do.
///
/// A quote within an unquoted cell is a character. White space before the first quote of a cell does not count, and text
/// behind the last one belongs to the cell.
struct LenientRow {
    private enum State {
        case start, plain, quoted, closed
    }

    private let delimiter: UInt8
    private var state = State.start
    private var cell: [UInt8] = []
    private var spaces: [UInt8] = []
    /// Whether the cell has a quote around it: an empty one is an empty text, and not nothing.
    private var isQuoted = false
    private var hasCells = false

    init(delimiter: UInt8) { self.delimiter = delimiter }

    /// Whether the bytes so far end within a quoted cell.
    var isOpen: Bool { state == .quoted }

    /// Takes bytes.
    ///
    /// - Returns: how many rows have ended.
    mutating func take(_ bytes: UnsafeRawBufferPointer, into record: Record) -> Int {
        var rows = 0
        for byte in bytes {
            guard state != .quoted else {
                if byte == UInt8(ascii: "\"") { state = .closed } else { cell.append(byte) }
                continue
            }
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
                cell += spaces
                spaces.removeAll(keepingCapacity: true)
                cell.append(byte)
                state = .plain
            }
        }
        return rows
    }

    /// Ends the last row; whether there was one.
    mutating func finish(into record: Record) -> Bool { endRow(record) }

    /// Forgets an unfinished row.
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

    /// A line end behind another one, CR LF, ends no row.
    private mutating func endRow(_ record: Record) -> Bool {
        guard hasCells || state != .start || !spaces.isEmpty else { return false }
        endCell(record)
        hasCells = false
        return true
    }
}
