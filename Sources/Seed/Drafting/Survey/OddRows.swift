import Inputs
import Seeding

/// Rows that are no objects: totals, footnotes, repeated headers.
struct OddRows {
    let columns: [String]
    let ownCount: Int
    /// The texts that identify such rows, by column.
    private var labels: [Int: [String]] = [:]
    private var noted = 0
    private(set) var rows = 0
    private var sums: Sums
    /// The number of rows without a first cell that are sums of the rows above, and of all other rows without
    /// one.
    private var (unnamedSums, unnamed) = (0, 0)
    /// The number of such rows.
    var count: Int { noted + closing.count }
    /// The number of such rows that could not be read.
    private var unread = 0
    /// Rows that may be no objects but are kept, because the evidence is too weak.
    private(set) var possible: [(column: Int, text: String)] = []
    /// Totals of a single row. They count only if the input also has a total of several rows.
    private var weak: [(column: Int, text: String)] = []
    /// Whether a total of several rows was found.
    private var hasTotals = false
    /// Notes, and sentences after blank rows, with no other row after them.
    private var closing: [(column: Int, text: String, row: Int)] = []

    /// Whether no object follows the last page number.
    private var isBelowNote = false

    /// Rows with only one cell.
    private var lonely: [(column: Int, text: String, row: Int)] = []
    /// The text of the first closing row that turned out to precede objects.
    private var gapText: String?
    /// The number of other rows, and for each column how many of them have a cell there.
    private var (dataRows, filled): (Int, [Int])
    /// A row with the sums of all rows above it and only notes below it.
    private var lastSum: (column: Int, text: String)?
    /// The first rows, which may be no values yet.
    private(set) var firstRows: [FirstRow] = []
    /// A first row that may repeat the names of the columns.
    var namesAgain: (text: String, condition: String)?
    /// The rows before the first blank row: their number and their cells by column, and the first text after
    /// it.
    private var above: (rows: Int, filled: [Int], text: String)?

    /// If there are more such rows, they are data.
    private static let limit = 40

    init(columns: [String], ownCount: Int) {
        self.columns = columns
        self.ownCount = ownCount
        let none = [Double](repeating: 0, count: ownCount)
        sums = Sums(all: none, group: none)
        (dataRows, filled) = (0, [Int](repeating: 0, count: ownCount))
    }

    /// Adds a row.
    ///
    /// - Parameter isAfterBlank: whether blank rows precede it.
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
        if rows < Self.firstRowLimit { firstRows.append(FirstRow(record, ownCount)) }
        if isAfterBlank, above == nil, dataRows > 1, let text = Self.text(record[first]) {
            above = (dataRows, self.filled, text)
        }
        if isRuler(record), let text = Self.text(record[first]) {
            if rows < Self.firstRowLimit { firstRows[firstRows.count - 1].isNoted = true }
            return note(first, text)
        }
        let numbers = (0..<ownCount).map { Words.number(record[$0]) }
        let isSumOfAll = isSum(numbers, ofAll: true)
        let isAnySum = isSumOfAll || isSum(numbers, ofAll: false)
        if let total = total(record, first: first, filled: filled, isSum: isAnySum) {
            if isAnySum {
                let isWeak = sums.rows < 2 || sums.groupRows < 2 && !isSumOfAll
                sums.group = [Double](repeating: 0, count: ownCount)
                sums.groupRows = 0
                if isWeak { return weak.append((total.column, total.text)) }
                hasTotals = true
                return note(total.column, total.text)
            }
            // A brand can have such a name. Only the sum shows that the row is a total.
            if possible.count < Self.limit { possible.append((total.column, total.text)) }
        }
        if first > 0, isSumOfAll, rows > 1 {
            unnamedSums += 1
            return
        }
        if first > 0 { unnamed += 1 }
        let isUnambiguous = numbers.count { $0 != nil } > 1 && sums.rows > 1
        // A text that is no number, then sums, and nothing else.
        let isNamed = numbers[first] == nil && filled == 1 + numbers.count { $0 != nil }
        let sum = isSumOfAll && isUnambiguous && isNamed && (filled < ownCount || sums.rows > 2)
        sums.add(numbers)
        guard filled == 1, let text = Self.text(record[first]) else {
            lastSum = sum ? Self.text(record[first]).map { (first, $0) } : nil
            dataRows += 1
            isBelowNote = false
            for index in 0..<ownCount where !record[index].isEmpty { self.filled[index] += 1 }
            // Rows follow, so these rows may be objects.
            lonely += closing.prefix(Self.limit - lonely.count)
            gapText = gapText ?? closing.first?.text
            return closing.removeAll()
        }
        let isNote = ownCount > 2 || text.first == "*"
        if Words.isPageMark(text) {
            note(first, text)
            isBelowNote = true
        } else if (isAfterBlank || isBelowNote || !closing.isEmpty) && text.contains(" ")
            || isNote && (Words.isNote(text) || isAfterBlank && Words.isNote(text + ":"))
            || Words.isClosing(text)
        {
            closing.append((first, text, rows))
        } else if lonely.count < Self.limit {
            lonely.append((first, text, rows))
        }
    }

    /// Returns the text of a cell, if it is short enough for a label.
    static func text(_ field: Field) -> String? {
        guard case .text(let bytes) = field, bytes.count < 400 else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns whether a row is a line such as `-----`.
    private func isRuler(_ record: Record) -> Bool {
        (0..<ownCount).allSatisfy { index in
            guard !record[index].isEmpty else { return true }
            guard case .text(let bytes) = record[index], bytes.count > 2 else { return false }
            return bytes.allSatisfy { "-=_+:| ".utf8.contains($0) }
        }
    }

    /// The first text after a blank row, if the rows after it lack a column that all rows before it have.
    var otherTable: (text: String, column: String)? {
        guard let above, dataRows > above.rows else { return nil }
        let lacking = filled.indices.first { above.filled[$0] == above.rows && filled[$0] == above.rows }
        return lacking.map { (above.text, columns[$0]) }
    }

    /// Returns the word for a total in a row, and its column. The row must have blanks or hold the sums of
    /// the rows above.
    private func total(
        _ record: Record, first: Int, filled: Int, isSum: Bool
    ) -> (column: Int, text: String)? {
        guard filled > 1, isSum || filled < ownCount else { return nil }
        for index in first..<(isSum ? ownCount : first + 1) {
            guard case .text(let bytes) = record[index], bytes.count < 400,
                index == first || bytes.count < 40
            else { continue }
            let text = String(decoding: bytes, as: UTF8.self)
            let kind = TotalWords.likelihood(text)
            if kind != .none, isSum || filled < ownCount && kind == .sure { return (index, text) }
        }
        return nil
    }

    /// Returns whether a row holds the sums of the numbers above it: of all rows, or of those since the last
    /// total.
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

    /// The sums of the columns.
    private struct Sums {
        var all: [Double]
        var group: [Double]
        var rows = 0
        var groupRows = 0

        mutating func add(_ numbers: [Double?]) {
            rows += 1
            groupRows += 1
            for (index, number) in numbers.enumerated() {
                guard let number else { continue }
                all[index] += number
                group[index] += number
            }
        }
    }

    /// Returns whether a row repeats the names of the columns.
    private func isHeader(_ record: Record) -> Bool {
        (0..<ownCount).allSatisfy { index in
            guard case .text(let bytes) = record[index] else { return false }
            return bytes.elementsEqual(columns[index].utf8)
        }
    }

    /// Records a row that cannot be read.
    mutating func noteUnread(_ column: Int, _ text: String) {
        unread += 1
        note(column, text)
    }

    mutating func note(_ column: Int, _ text: String) {
        noted += 1
        if !(labels[column] ?? []).contains(text) { labels[column, default: []].append(text) }
    }

    /// A column that has a cell in all rows except those with only one cell.
    private var fullColumn: Int? {
        guard dataRows > 1, let place = lonely.first?.column else { return nil }
        return filled.indices.first { $0 != place && filled[$0] == dataRows && !columns[$0].isEmpty }
    }

    /// Returns whether another column than this one has a cell in all rows except those with only one cell.
    private func isFull(besides place: Int) -> Bool {
        dataRows > 0 && filled.indices.contains { $0 != place && filled[$0] == dataRows }
    }

    /// Returns whether a text such as `(2 rows)` gives the number of this table's rows. It is true for all
    /// other texts.
    private func countsRows(_ text: String) -> Bool {
        guard let number = Words.rowCount(text) else { return true }
        return number == dataRows
    }

    /// Whether the rows with only one cell are headings of groups: the first row is one, and each has rows
    /// below it.
    private var hasHeadings: Bool {
        guard ownCount > 2, lonely.count > 1, lonely[0].row == 0, fullColumn != nil, let last = lonely.last
        else { return false }
        return last.row < rows - 1 && zip(lonely, lonely.dropFirst()).allSatisfy { $0.row + 1 < $1.row }
    }

    /// A row with only a text, if all others have more cells, and the condition that would leave out such
    /// rows.
    var lonelyText: (text: String, isLast: Bool, condition: String)? {
        guard let first = lonely.first, rows > 2, condition == nil, let column = fullColumn else {
            return nil
        }
        let isLast = lonely.count == 1 && first.row == rows - 1
        guard isLast || ownCount > 2 || gapText != nil else { return nil }
        return (ownCount > 2 ? first.text : gapText ?? first.text, isLast, "`\(columns[column])` != nil")
    }

    func condition(without texts: [String], in column: Int) -> String {
        let list = texts.map { $0.contains("'") ? "\"\($0)\"" : "'\($0)'" }.joined(separator: ", ")
        return "NOT `\(columns[column])` IN {\(list)}"
    }

    /// A condition for `where:` that leaves out these rows, with their labels and the number of those that
    /// can be read. It is nil if there are none.
    var condition: (text: String, labels: [String], count: Int)? {
        var found = labels
        var count = noted - unread
        func add(_ column: Int, _ text: String) {
            count += 1
            if !(found[column] ?? []).contains(text) { found[column, default: []].append(text) }
        }
        for row in closing where isFull(besides: row.column) && countsRows(row.text) {
            add(row.column, row.text)
        }
        if let lastSum { add(lastSum.column, lastSum.text) }
        if hasTotals { for row in weak { add(row.column, row.text) } }
        let sorted = found.sorted { $0.key < $1.key }
        var texts = sorted.flatMap(\.value)
        guard texts.count <= Self.limit, !columns.contains(where: { $0.contains("`") }),
            found.keys.allSatisfy({ index in
                columns.count { $0 == columns[index] } == 1 && !columns[index].isEmpty
            })
        else { return nil }
        // No literal of a condition can hold these texts.
        guard !texts.contains(where: { $0.contains("\"") && $0.contains("'") || $0.contains("\\") }),
            !texts.contains(where: { $0.contains("\n") })
        else { return nil }
        var parts = sorted.map { condition(without: $1, in: $0) }
        if unnamedSums > 0, unnamed == 0, let first = columns.first, !first.isEmpty {
            parts.append("`\(first)` != nil")
            texts.append("a sum without a name")
            count += unnamedSums
        }
        if hasHeadings, let column = fullColumn {
            parts.append("`\(columns[column])` != nil")
            texts += lonely.map(\.text)
            count += lonely.count
        }
        return parts.isEmpty ? nil : (parts.joined(separator: " AND "), texts, count)
    }

    /// A row that may be no object and that no condition leaves out.
    var possibleRow: (column: Int, text: String)? {
        let rest = closing.filter { !isFull(besides: $0.column) || !countsRows($0.text) }.map {
            ($0.column, $0.text)
        }
        return (possible + (hasTotals ? [] : weak) + rest).first { row in
            columns.indices.contains(row.0) && !columns[row.0].isEmpty && !columns[row.0].contains("`")
                && !row.1.contains("'")
        }
    }
}
