import Inputs
import Seeding

// Rows below the header that are no values yet: translated headers, names for programs, types, units.
extension OddRows {
    /// A row that may be no object.
    struct FirstRow {
        /// The texts of its cells.
        let texts: [String?]
        /// Whether a cell is a number, so that the row has values.
        let hasNumber: Bool
        /// Whether the row is already known to be no object.
        var isNoted = false

        init(_ record: Record, _ count: Int) {
            texts = (0..<count).map { record[$0].isEmpty ? nil : OddRows.text(record[$0])?.trimmed }
            hasNumber = (0..<count).contains { index in
                guard !record[index].isEmpty else { return false }
                guard case .text(let bytes) = record[index] else { return true }
                let text = String(decoding: bytes.prefix(40), as: UTF8.self)
                return text.contains(where: \.isNumber) && !text.contains(where: \.isLetter)
            }
        }

        var cells: [(column: Int, text: String)] {
            texts.enumerated().compactMap { index, text in text.map { (index, $0) } }
        }
    }

    static let firstRowLimit = 3

    /// Checks the first rows after all rows were read.
    ///
    /// - Parameter names: the names of the model's properties, in lower case without separators.
    mutating func finish(_ surveys: [ColumnSurvey], names: Set<String>) {
        for (place, row) in firstRows.enumerated() {
            guard rows > place + 1, !row.hasNumber else { return }
            if row.isNoted { continue }
            let found =
                headerCell(row, surveys, names)
                ?? (rows > place + 2
                    ? technicalName(row, surveys) ?? strangeCell(row, surveys, besides: place) : nil)
            guard let found else {
                if namesAgain == nil { reportNames(row, surveys, at: place) }
                return
            }
            note(found.column, found.text)
        }
    }

    /// Records a row that may be a header in an unknown language. Its cells resemble the names of their
    /// columns, or differ from all cells below them.
    private mutating func reportNames(_ row: FirstRow, _ surveys: [ColumnSurvey], at place: Int) {
        let named = columns.indices.prefix(ownCount).filter { !columns[$0].isEmpty }
        let all = named.compactMap { index in
            row.texts[index].flatMap { Words.mayBeName($0) ? (column: index, text: $0) : nil }
        }
        guard all.count > 1, all.count == named.count else { return }
        // The first cells are enough for hundreds of columns.
        let cells = all.prefix(20)
        func others(_ cell: (column: Int, text: String)) -> ArraySlice<String> {
            surveys[cell.column].examples.map(\.display.trimmed).dropFirst(place + 1)
        }
        let label = cells.first { cell in
            columns.count { $0 == columns[cell.column] } == 1 && !others(cell).contains(cell.text)
                && !cell.text.contains("'")
        }
        guard let label, !columns[label.column].contains("`") else { return }
        let alike = cells.count { cell in
            let isLike = HeaderLikeness(columns[cell.column])
            return isLike(cell.text) && !others(cell).contains { isLike($0) }
        }
        let (odd, lone) = cells.reduce(into: (0, 0)) { counts, cell in
            let rest = others(cell)
            if Words.isUnlike(cell.text, rest) { counts.0 += 1 }
            if rest.count > 5, Set(rest).count * 3 <= rest.count, !rest.contains(cell.text) { counts.1 += 1 }
        }
        guard alike * 3 >= cells.count || odd > 0 || lone > 1 else { return }
        namesAgain = (label.text, condition(without: [label.text], in: label.column))
    }

    /// Returns a cell of a row that repeats the header in other words: in another language or as names for
    /// programs.
    private mutating func headerCell(
        _ row: FirstRow, _ surveys: [ColumnSurvey], _ names: Set<String>
    ) -> (column: Int, text: String)? {
        let cells = row.cells.filter { !Words.isDash($0.text) && !columns[$0.column].isEmpty }
        guard cells.allSatisfy({ $0.text.utf8.count <= 60 && !$0.text.contains(where: \.isNewline) }) else {
            return nil
        }
        let parts = cells.map { (cell: $0, name: NameMatch.Name($0.text)) }
        let same = parts.filter { part in
            let column = NameMatch.Name(NameMatch.withoutUnit(columns[part.cell.column]))
            return NameMatch.meanSame(column, part.name)
        }
        let again =
            same
            + parts.filter { part in
                names.contains(part.name.words.joined()) && !same.contains { $0.cell == part.cell }
            }
        func count(in column: Int, _ isSuch: (String) -> Bool) -> Int {
            surveys[column].examples.count {
                if case .text(let text) = $0 { isSuch(text.trimmed) } else { false }
            }
        }
        func isAlone(_ cell: (column: Int, text: String)) -> Bool {
            columns.count { $0 == columns[cell.column] } == 1
                && count(in: cell.column) { $0 == cell.text } == 1
        }
        guard let label = cells.first(where: isAlone), cells.count > 1 else { return nil }
        if same.count * 2 >= cells.count, same.count > 1 { return label }
        // A list of names would have more of them.
        func isOnly(_ part: (cell: (column: Int, text: String), name: NameMatch.Name)) -> Bool {
            count(in: part.cell.column) { NameMatch.Name($0).isHeader }
                < min(Self.firstRowLimit, surveys[part.cell.column].count)
        }
        let heading = parts.count { part in part.name.isHeader || again.contains { $0.cell == part.cell } }
        let isHeading = heading == cells.count || heading * 2 >= cells.count && heading > 1 && !again.isEmpty
        if isHeading, parts.allSatisfy(isOnly) { return label }
        if let first = again.first, isAlone(first.cell), firstRows.first?.texts == row.texts,
            !label.text.contains("'"), !columns[label.column].contains("`")
        {
            namesAgain = (label.text, condition(without: [label.text], in: label.column))
        }
        return nil
    }

    /// Returns a text in a column of numbers or dates, such as a unit or a type.
    private func strangeCell(
        _ row: FirstRow, _ surveys: [ColumnSurvey], besides place: Int
    ) -> (column: Int, text: String)? {
        let cells = row.cells
        let strange = cells.filter { cell in
            let survey = surveys[cell.column]
            let numbers = survey.numbers.withUnits.map(\.fits).max() ?? 0
            let dates = survey.dates.candidates().first?.fits ?? 0
            return survey.count > 2 && max(numbers, dates) == survey.count - 1 - place
                && Words.number(cell.text) == nil && !cell.text.contains { $0.isNumber }
        }
        return strange.count > 1 || cells.count == 1 ? strange.first : nil
    }

    /// Returns a cell of a row that has names for programs (`fld_name`), types (`VARCHAR(20)`) or units
    /// (`[cm]`), if no other row has any.
    private func technicalName(_ row: FirstRow, _ surveys: [ColumnSurvey]) -> (column: Int, text: String)? {
        let named = row.cells.filter { !Words.isDash($0.text) }
        guard row.cells.count > 1, let first = named.first else { return nil }
        let isOne = [Words.isTypeName, Words.isColumnName, Words.isBracketed].contains { isSuch in
            named.allSatisfy { cell in
                isSuch(cell.text)
                    && surveys[cell.column].examples.count {
                        if case .text(let text) = $0 { isSuch(text.trimmed) } else { false }
                    } == 1
            }
        }
        return isOne ? first : nil
    }
}
