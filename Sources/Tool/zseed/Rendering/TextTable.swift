/// A table of texts with aligned columns.
struct TextTable {
    enum Alignment {
        case left, right
    }

    private let headers: [String]
    private let alignments: [Alignment]
    private var rows: [[String]] = []

    /// Creates an empty table. Numbers should be aligned right.
    init(_ columns: [(header: String, alignment: Alignment)]) {
        headers = columns.map(\.header)
        alignments = columns.map(\.alignment)
    }

    mutating func append(_ row: [String]) { rows.append(row) }

    /// The lines of the table, with headers first. If a terminal is too narrow, each row is shown as several lines with
    /// column names.
    var lines: [String] { lines(within: Terminal.width) }

    /// - Parameter width: the maximum number of characters in a line; nil for no limit.
    func lines(within width: Int?) -> [String] {
        let lines = aligned
        guard let width, lines.contains(where: { $0.count > width }) else { return lines }
        return rows.flatMap { row -> [String] in
            let cells = zip(headers, row).dropFirst().filter { !$1.isEmpty }
            let pairs = cells.map { $0.isEmpty ? $1 : "\($0) \($1)" }
            var found = [row.first ?? ""]
            for (index, pair) in pairs.enumerated() {
                let text = pair + (index + 1 < pairs.count ? "," : "")
                if let last = found.last, found.count > 1, last.count + 1 + text.count <= width {
                    found[found.count - 1] += " " + text
                } else {
                    found.append("  " + text)
                }
            }
            return found
        }
    }

    private var aligned: [String] {
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
