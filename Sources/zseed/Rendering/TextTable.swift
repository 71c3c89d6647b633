/// A table of texts with aligned columns.
struct TextTable {
    enum Alignment {
        case left, right
    }

    private let headers: [String]
    private let alignments: [Alignment]
    private var rows: [[String]] = []

    /// Begins a table; numbers are best aligned right.
    init(_ columns: [(header: String, alignment: Alignment)]) {
        headers = columns.map(\.header)
        alignments = columns.map(\.alignment)
    }

    mutating func append(_ row: [String]) { rows.append(row) }

    /// The lines of the table, headers first.
    var lines: [String] {
        let all = [headers] + rows
        let widths = headers.indices.map { column in
            all.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
        }
        return all.map { row in
            let cells = headers.indices.map { column in
                let text = column < row.count ? row[column] : ""
                let padding = String(repeating: " ", count: widths[column] - text.count)
                return alignments[column] == .left ? text + padding : padding + text
            }
            let line = cells.joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }
}
