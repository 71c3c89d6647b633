import ArgumentParser
import ObjectLayer

/// Prints the rows of a table one after the other, keeping few of them.
final class RowPrinter {
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case table, csv, json
    }

    private let format: Format
    private let columns: [TableColumn]
    /// What is not printed yet.
    private var buffer = ""
    /// The first rows of a table, which tell how wide its columns are.
    private var firstRows: [[String]] = []
    private var widths: [Int] = []
    private(set) var count = 0

    /// How many rows tell the widths.
    private static let measuredRows = 500
    /// Longer texts are cut in tables.
    private static let longestCell = 60
    private static let bufferSize = 1 << 16

    init(_ format: Format, _ columns: [TableColumn]) {
        self.format = format
        self.columns = columns
        switch format {
        case .table: break
        case .csv: put(Self.record(columns.map(\.name)))
        case .json: put("[")
        }
    }

    func print(_ row: [TableValue]) {
        count += 1
        switch format {
        case .table:
            let texts = zip(row, columns).map { Self.cell(CellText(reader: .people).text($0, $1)) }
            guard widths.isEmpty else { return put(line(texts) + "\n") }
            firstRows.append(texts)
            if firstRows.count == Self.measuredRows { printFirstRows() }
        case .csv:
            put(Self.record(zip(row, columns).map { CellText(reader: .programs).text($0, $1) }))
        case .json:
            let members = zip(row, columns).map {
                CellText.quoted($1.name) + ": " + CellText.json($0, $1)
            }
            put((count == 1 ? "\n" : ",\n") + "  {" + members.joined(separator: ", ") + "}")
        }
    }

    /// Prints what is left.
    func finish() {
        switch format {
        case .table:
            if widths.isEmpty { printFirstRows() }
            put("\n\(count) \(count == 1 ? "row" : "rows")\n")
        case .csv: break
        case .json: put(count == 0 ? "]\n" : "\n]\n")
        }
        flush()
    }

    // MARK: Tables

    private func printFirstRows() {
        let heads = columns.map { Self.cell($0.name) }
        widths = columns.indices.map { column in
            ([heads] + firstRows).map { $0[column].count }.max() ?? 0
        }
        put(line(heads) + "\n")
        put(line(widths.map { String(repeating: "-", count: $0) }) + "\n")
        for row in firstRows { put(line(row) + "\n") }
        firstRows = []
    }

    private func line(_ cells: [String]) -> String {
        let padded = columns.indices.map { column in
            let text = cells[column]
            let padding = String(repeating: " ", count: max(widths[column] - text.count, 0))
            return columns[column].isNumber ? padding + text : text + padding
        }
        let line = padded.joined(separator: "  ")
        return String(line.reversed().drop { $0 == " " }.reversed())
    }

    /// A text on one line, cut where it is long.
    private static func cell(_ text: String) -> String {
        let shown = IssueRenderer.printable(String(text.prefix(longestCell + 1)))
        return shown.count > longestCell ? shown.prefix(longestCell - 1) + "…" : shown
    }

    // MARK: CSV

    /// A record of RFC 4180, with LF at its end.
    private static func record(_ cells: [String]) -> String {
        // A single empty field would be a blank line, which is no record.
        guard cells != [""] else { return "\"\"\n" }
        return cells.map(field).joined(separator: ",") + "\n"
    }

    private static func field(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { byte in
            byte != UInt8(ascii: ",") && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: ";")
                && (byte >= 0x20 || byte < 0x09)
        }
        guard isPlain, text.utf8.first != 0x20, text.utf8.last != 0x20 else {
            return "\""
                + text.split(separator: "\"", omittingEmptySubsequences: false)
                .joined(separator: "\"\"") + "\""
        }
        return text
    }

    // MARK: Output

    private func put(_ text: String) {
        buffer += text
        if buffer.utf8.count >= Self.bufferSize { flush() }
    }

    private func flush() {
        Terminal.printData(buffer)
        buffer = ""
    }
}
