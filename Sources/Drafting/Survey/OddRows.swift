import Seeding

/// Rows that are no objects: totals, footnotes, headers that are repeated.
struct OddRows {
    private let columns: [String]
    private let ownCount: Int
    /// The texts that tell such rows, by the column in which they stand.
    private var labels: [Int: [String]] = [:]
    private(set) var count = 0

    /// More of them are data.
    private static let limit = 40

    init(columns: [String], ownCount: Int) {
        self.columns = columns
        self.ownCount = ownCount
    }

    private static let totals = [
        "total", "totals", "grand total", "subtotal", "sub-total", "sum", "summe", "gesamt", "gesamtsumme",
        "zwischensumme", "insgesamt", "somme", "sous-total", "totale", "suma", "totaal", "итого", "всего",
        "合計", "总计", "總計", "razem", "celkem", "average", "durchschnitt", "mittelwert", "moyenne",
    ]

    mutating func add(_ record: Record) {
        guard ownCount > 1 else { return }
        var first: Int?
        var filled = 0
        for index in 0..<ownCount where !record[index].isEmpty {
            filled += 1
            if first == nil { first = index }
        }
        guard let first, filled < ownCount || filled == 1, case .text(let bytes) = record[first],
            bytes.count < 400
        else {
            let isHeader = first != nil && isHeader(record)
            if let first, isHeader { note(first, columns[first]) }
            return
        }
        let text = String(decoding: bytes, as: UTF8.self)
        let isNote =
            filled == 1 && (ownCount > 2 || text.first == "*") && Self.notes.contains { text.hasPrefix($0) }
        let word = text.lowercased().drop { $0.isWhitespace }
        let isTotal =
            filled > 1
            && Self.totals.contains { total in
                // `Total 2024` and `Total:`, and not `Total Recall`.
                word.hasPrefix(total)
                    && !(word.dropFirst(total.count).first { !$0.isWhitespace }?.isLetter ?? false)
            }
        if isNote || isTotal { note(first, text) }
    }

    private static let notes = [
        "*", "†", "Note:", "Notes:", "Source:", "Sources:", "Quelle:", "Hinweis:", "Anmerkung:", "Stand:",
        "Nota:", "Remarque:", "N.B.", "NB:", "Legend:", "¹", "1)",
    ]

    /// Whether the row has the names of the columns.
    private func isHeader(_ record: Record) -> Bool {
        (0..<ownCount).allSatisfy { index in
            guard case .text(let bytes) = record[index] else { return false }
            return bytes.elementsEqual(columns[index].utf8)
        }
    }

    private mutating func note(_ column: Int, _ text: String) {
        count += 1
        if !(labels[column] ?? []).contains(text) { labels[column, default: []].append(text) }
    }

    /// A `where:` without these rows, and what it leaves out; nil where there are none.
    var condition: (text: String, labels: [String])? {
        let texts = labels.sorted { $0.key < $1.key }.flatMap(\.value)
        guard !texts.isEmpty, texts.count <= Self.limit else { return nil }
        // What no literal can hold.
        guard !texts.contains(where: { $0.contains("'") || $0.contains("\\") || $0.contains("\n") }),
            !columns.contains(where: { $0.contains("`") })
        else { return nil }
        let parts = labels.sorted { $0.key < $1.key }.map { column, texts in
            let name = "`\(columns[column])`"
            let list = texts.map { "'\($0)'" }.joined(separator: ", ")
            return "NOT \(name) IN {\(list)}"
        }
        return (parts.joined(separator: " AND "), texts)
    }
}
