/// Finds the position of a field in the raw bytes of a row. It is slow, and used only for messages.
struct CSVRowScanner {
    /// The delimiter of fields.
    let delimiter: UInt8
    /// The byte that ends a line of the file. Other line breaks within quotes do not count.
    let lineEnd: UInt8

    /// A position relative to the start of a row.
    struct Position: Equatable {
        /// The number of lines below the row's first line.
        var line: Int
        /// The column in characters, starting at 1.
        var column: Int
    }

    /// Returns the position of a field, or of the end of the row if it has no such field.
    func position(ofField index: Int, in row: UnsafeRawBufferPointer) -> Position {
        position(of: offset(ofField: index, in: row), in: row)
    }

    private func offset(ofField index: Int, in row: UnsafeRawBufferPointer) -> Int {
        guard index > 0 else { return 0 }
        var field = 0
        var isQuoted = false
        for (offset, byte) in row.enumerated() {
            if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else if byte == delimiter, !isQuoted {
                field += 1
                if field == index { return offset + 1 }
            }
        }
        return row.count
    }

    /// Returns the line and column of a byte.
    func position(of offset: Int, in row: UnsafeRawBufferPointer) -> Position {
        var found = Position(line: 0, column: 1)
        for byte in row.prefix(max(offset, 0)) {
            switch byte {
            case lineEnd: found = Position(line: found.line + 1, column: 1)
            case 0x80...0xBF: break  // Not the first byte of a character.
            default: found.column += 1
            }
        }
        return found
    }
}
