import Files
import ObjectLayer
import ObjectModel

/// Prints the rows of a table one by one, with only a few of them in memory.
package final class RowPrinter {
    /// The formats of printed rows.
    package enum Format: String, CaseIterable {
        case table, csv, json
    }

    private let format: Format
    private let columns: [TableColumn]
    private let output: (UnsafeRawBufferPointer) -> Void
    /// The text that is not printed yet.
    private var text = TextBytes(capacity: bufferSize * 2)
    /// The text before each value of an object in JSON: its name, preceded by a comma.
    private let keys: [String]
    /// The first rows of a table, which determine the widths of its columns.
    private var firstRows: [[String]] = []
    private var widths: [Int] = []
    /// The number of printed rows.
    package private(set) var count = 0

    /// The number of rows that determine the widths.
    private static let measuredRows = 500
    /// The maximum length of a text in a table. Longer texts are truncated.
    private static let longestCell = 60
    private static let bufferSize = 1 << 16

    /// - Parameters:
    ///   - writesByteOrderMark: whether CSV begins with the byte order mark of UTF-8.
    ///   - output: receives the printed text, in whole records.
    package init(
        _ format: Format, _ columns: [TableColumn], writesByteOrderMark: Bool = false,
        output: @escaping (UnsafeRawBufferPointer) -> Void
    ) {
        self.format = format
        self.columns = columns
        self.output = output
        keys = columns.enumerated().map { ($0 == 0 ? "" : ", ") + QuotedText.json($1.name) + ": " }
        switch format {
        case .table: break
        case .csv:
            if writesByteOrderMark { text.append("\u{FEFF}") }
            record { text, index in text.append(text: columns[index].name) }
        case .json: text.append("[")
        }
    }

    /// Prints a row of objects.
    package func print(_ row: [TableValue]) {
        count += 1
        switch format {
        case .table:
            line { text, index in
                text.append(text: CellText(reader: .people).text(row[index], columns[index]))
            }
        case .csv:
            record { text, index in
                text.append(text: CellText(reader: .programs).text(row[index], columns[index]))
            }
        case .json:
            object { text, index in text.append(text: CellText.json(row[index], columns[index])) }
        }
        if text.count >= Self.bufferSize { flush() }
    }

    /// Prints the current row. The specialization for rows of a store, of which there may be millions, must be
    /// requested: a build optimized for size does not create it.
    @_specialize(where Rows == ShownRows)
    package func print<Rows: ShownTable>(_ rows: Rows) throws {
        count += 1
        switch format {
        case .table:
            try line { text, index in
                CellBytes.append(try rows.cell(at: index), columns[index], for: .people, to: &text)
            }
        case .csv:
            try record { text, index in
                CellBytes.append(try rows.cell(at: index), columns[index], for: .programs, to: &text)
            }
        case .json:
            try object { text, index in
                CellBytes.append(json: try rows.cell(at: index), columns[index], to: &text)
            }
        }
        if text.count >= Self.bufferSize { flush() }
    }

    /// Prints the remaining text.
    package func finish() {
        switch format {
        case .table:
            if widths.isEmpty { printFirstRows() }
            text.append(text: "\n\(count) \(count == 1 ? "row" : "rows")\n")
        case .csv: break
        case .json: text.append(text: count == 0 ? "]\n" : "\n]\n")
        }
        flush()
    }

    private func flush() {
        output(text.bytes)
        text.removeAll()
    }

    // MARK: JSON

    private func object(_ appendCell: (inout TextBytes, Int) throws -> Void) rethrows {
        text.append(count == 1 ? "\n  {" : ",\n  {")
        for index in columns.indices {
            text.append(text: keys[index])
            try appendCell(&text, index)
        }
        text.append("}")
    }

    // MARK: Tables

    private func printFirstRows() {
        let heads = columns.map { Self.cell($0.name) }
        widths = columns.indices.map { column in
            ([heads] + firstRows).map { $0[column].count }.max() ?? 0
        }
        line(heads)
        line(widths.map { String(repeating: "-", count: $0) })
        for row in firstRows { line(row) }
        firstRows = []
    }

    private func line(_ appendCell: (inout TextBytes, Int) throws -> Void) rethrows {
        guard !widths.isEmpty else {
            firstRows.append(
                try columns.indices.map { index in
                    var cell = TextBytes()
                    try appendCell(&cell, index)
                    return Self.cell(cell.string())
                })
            if firstRows.count == Self.measuredRows { printFirstRows() }
            return
        }
        let start = text.count
        for index in columns.indices {
            if index > 0 { text.append("  ") }
            let begin = text.count
            try appendCell(&text, index)
            let bytes = text.bytes(from: begin)
            guard bytes.count <= Self.longestCell, ASCIIBytes.isPlain(bytes, without: 0, 0, 0, 0) else {
                let cell = Self.cell(text.string(from: begin))
                text.removeAll(from: begin)
                append(cell, index)
                continue
            }
            let padding = widths[index] - bytes.count
            guard padding > 0, columns[index].isNumber else {
                text.append(repeating: UInt8(ascii: " "), count: padding)
                continue
            }
            let number = text.string(from: begin)
            text.removeAll(from: begin)
            text.append(repeating: UInt8(ascii: " "), count: padding)
            text.append(text: number)
        }
        endLine(from: start)
    }

    private func line(_ cells: [String]) {
        let start = text.count
        for (index, cell) in cells.enumerated() {
            if index > 0 { text.append("  ") }
            append(cell, index)
        }
        endLine(from: start)
    }

    private func append(_ cell: String, _ column: Int) {
        let padding = widths[column] - cell.count
        if columns[column].isNumber { text.append(repeating: UInt8(ascii: " "), count: padding) }
        text.append(text: cell)
        if !columns[column].isNumber { text.append(repeating: UInt8(ascii: " "), count: padding) }
    }

    /// Ends a line without trailing spaces.
    private func endLine(from start: Int) {
        var end = text.count
        while end > start, text.bytes[end - 1] == UInt8(ascii: " ") { end -= 1 }
        text.removeAll(from: end)
        text.append("\n")
    }

    /// Returns a text on one line, truncated if it is too long.
    private static func cell(_ text: String) -> String {
        let shown = PrintableText.line(String(text.prefix(longestCell + 1)))
        return shown.count > longestCell ? shown.prefix(longestCell - 1) + "…" : shown
    }

    // MARK: CSV

    /// Writes a record of RFC 4180, with LF at its end.
    private func record(_ appendCell: (inout TextBytes, Int) throws -> Void) rethrows {
        let start = text.count
        for index in columns.indices {
            if index > 0 { text.append(",") }
            let begin = text.count
            try appendCell(&text, index)
            if Self.needsQuotes(text.bytes(from: begin)) { quote(from: begin) }
        }
        // A single empty field would be a blank line, which is not a record.
        if columns.count == 1, text.count == start { text.append("\"\"") }
        text.append("\n")
    }

    private func quote(from begin: Int) {
        let field = Array(text.bytes(from: begin))
        text.removeAll(from: begin)
        text.append("\"")
        for byte in field {
            text.append(byte)
            if byte == UInt8(ascii: "\"") { text.append(byte) }
        }
        text.append("\"")
    }

    private static func needsQuotes(_ field: UnsafeRawBufferPointer) -> Bool {
        if field.first == 0x20 || field.last == 0x20 { return true }
        let (comma, quote, semicolon) = (UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: ";"))
        if ASCIIBytes.isPlain(field, without: comma, quote, semicolon, semicolon) { return false }
        return field.contains { byte in
            byte == comma || byte == quote || byte == semicolon || (byte < 0x20 && byte >= 0x09)
        }
    }
}
