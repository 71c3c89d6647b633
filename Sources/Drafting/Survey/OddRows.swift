import Seeding
import Sources

/// Rows that are no objects: totals, footnotes, headers that are repeated.
struct OddRows {
    private let columns: [String]
    private let ownCount: Int
    /// The texts that tell such rows, by the column in which they stand.
    private var labels: [Int: [String]] = [:]
    private(set) var count = 0
    private var rows = 0
    private var sums: Sums
    /// Rows without the first cell that have what those above add up to, and all other rows without it.
    private var (unnamedSums, unnamed) = (0, 0)
    /// Sentences behind blank rows, with nothing below them.
    private var closing: [(column: Int, text: String)] = []

    /// The only row with nothing but its first cell, and whether it is the last one.
    private var (lonely, lonelyCount): ((text: String, row: Int)?, Int) = (nil, 0)

    /// More of them are data.
    private static let limit = 40

    init(columns: [String], ownCount: Int) {
        self.columns = columns
        self.ownCount = ownCount
        let none = [Double](repeating: 0, count: ownCount)
        sums = Sums(all: none, group: none)
    }

    private static let totals = [
        "total", "totals", "grand total", "subtotal", "sub-total", "sum", "summe", "gesamt", "gesamtsumme",
        "zwischensumme", "insgesamt", "somme", "sous-total", "totale", "suma", "totaal", "итого", "всего",
        "合計", "总计", "總計", "razem", "celkem", "average", "durchschnitt", "mittelwert", "moyenne",
    ]

    /// Looks at one more row.
    ///
    /// - Parameter isAfterBlank: whether blank rows stand before it.
    mutating func add(_ record: Record, isAfterBlank: Bool = false) {
        guard ownCount > 1 else { return }
        defer { rows += 1 }
        var first: Int?
        var filled = 0
        for index in 0..<ownCount where !record[index].isEmpty {
            filled += 1
            if first == nil { first = index }
        }
        guard let first else { return }
        if filled == ownCount, isHeader(record) { return note(first, columns[first]) }
        let numbers = (0..<ownCount).map { Self.number(record[$0]) }
        if let total = total(record, first: first, filled: filled, numbers) {
            sums.group = [Double](repeating: 0, count: ownCount)
            return note(total.column, total.text)
        }
        if first > 0, isSum(numbers, ofAll: true), rows > 1 {
            unnamedSums += 1
            return
        }
        if first > 0 { unnamed += 1 }
        sums.add(numbers)
        guard filled == 1, case .text(let bytes) = record[first], bytes.count < 400 else {
            return closing.removeAll()
        }
        let text = String(decoding: bytes, as: UTF8.self)
        lonelyCount += 1
        lonely = (text, rows)
        let isNote = ownCount > 2 || text.first == "*"
        if isNote && Self.notes.contains(where: { text.hasPrefix($0) }) || Self.isPageMark(text) {
            note(first, text)
        } else if isAfterBlank || !closing.isEmpty, text.contains(" ") {
            closing.append((first, text))
        }
    }

    /// The word for a total in a row, and where: in a row with blanks, or with what the rows above add up to.
    private func total(
        _ record: Record, first: Int, filled: Int, _ numbers: [Double?]
    ) -> (column: Int, text: String)? {
        for index in first..<ownCount {
            guard case .text(let bytes) = record[index], bytes.count < 400,
                index == first || bytes.count < 40
            else { continue }
            let text = String(decoding: bytes, as: UTF8.self)
            guard Self.isTotal(text), filled > 1 else { continue }
            if index == first, filled < ownCount { return (index, text) }
            if isSum(numbers, ofAll: false) || isSum(numbers, ofAll: true) { return (index, text) }
        }
        return nil
    }

    private static func isTotal(_ text: String) -> Bool {
        let word = text.lowercased().drop { $0.isWhitespace }
        return totals.contains { total in
            // `Total 2024` and `Total:`, and not `Total Recall`.
            word.hasPrefix(total)
                && !(word.dropFirst(total.count).first { !$0.isWhitespace }?.isLetter ?? false)
        }
    }

    /// Whether a row has what the numbers above it add up to: those of all rows, or since the last total.
    private func isSum(_ numbers: [Double?], ofAll: Bool) -> Bool {
        guard sums.rows > 0 else { return false }
        let above = ofAll ? sums.all : sums.group
        var isFound = false
        for (index, number) in numbers.enumerated() {
            guard let number else { continue }
            guard number != 0, abs(number - above[index]) <= 1e-9 * abs(number) else { return false }
            isFound = true
        }
        return isFound
    }

    private static func number(_ field: Field) -> Double? {
        switch field {
        case .integer(let value): return Double(value)
        case .real(let value): return value
        case .null, .blob: return nil
        case .text(let bytes):
            guard let last = bytes.last, bytes.count < 30, NumberParser.digit(last) != nil else { return nil }
            if let value = NumberParser.double(bytes) { return value }
            let usual = bytes.map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 }
            return usual.withUnsafeBytes(NumberParser.double)
        }
    }

    /// What the numbers of columns add up to.
    private struct Sums {
        var all: [Double]
        var group: [Double]
        var rows = 0

        mutating func add(_ numbers: [Double?]) {
            rows += 1
            for (index, number) in numbers.enumerated() {
                guard let number else { continue }
                all[index] += number
                group[index] += number
            }
        }
    }

    private static let notes = [
        "*", "†", "Note:", "Notes:", "Source:", "Sources:", "Quelle:", "Hinweis:", "Anmerkung:", "Stand:",
        "Nota:", "Remarque:", "N.B.", "NB:", "Legend:", "¹", "1)",
    ]

    /// `Page 1 of 2`, `Seite 3`.
    private static func isPageMark(_ text: String) -> Bool {
        let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }
        return words.count > 1 && words.count < 6 && words[1].allSatisfy(\.isNumber)
            && [
                "page", "seite", "página", "pagina", "sida", "side", "strona", "strana", "страница", "p", "s",
            ]
            .contains(words[0])
    }

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

    /// The text of a last row that has nothing else, where no other row is such.
    var lastText: String? {
        guard let lonely, lonelyCount == 1, lonely.row == rows - 1, rows > 2, condition == nil else {
            return nil
        }
        return lonely.text
    }

    /// A `where:` without these rows, and what it leaves out; nil where there are none.
    var condition: (text: String, labels: [String])? {
        var found = labels
        for (column, text) in closing where !(found[column] ?? []).contains(text) {
            found[column, default: []].append(text)
        }
        let sorted = found.sorted { $0.key < $1.key }
        var texts = sorted.flatMap(\.value)
        guard texts.count <= Self.limit, !columns.contains(where: { $0.contains("`") }) else { return nil }
        // What no literal can hold.
        guard !texts.contains(where: { $0.contains("\"") && $0.contains("'") || $0.contains("\\") }),
            !texts.contains(where: { $0.contains("\n") })
        else { return nil }
        var parts = sorted.map { column, texts in
            let list = texts.map { $0.contains("'") ? "\"\($0)\"" : "'\($0)'" }.joined(separator: ", ")
            return "NOT `\(columns[column])` IN {\(list)}"
        }
        if unnamedSums > 0, unnamed == 0, let first = columns.first, !first.isEmpty {
            parts.append("`\(first)` != nil")
            texts.append("a sum without a name")
        }
        return parts.isEmpty ? nil : (parts.joined(separator: " AND "), texts)
    }
}
