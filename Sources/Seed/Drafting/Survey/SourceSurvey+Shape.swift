import Inputs
import ObjectModel
import Seeding

// Doubts about the table as a whole.
extension SourceSurvey {
    /// The doubts about the rows and the table as a whole.
    var shapeDoubts: [String] {
        guard rowCount > 0 else { return [] }
        var doubts: [String] = []
        if isCut, isDetailed {
            doubts.append(
                "the types of texts are based on the first \(rowCount) rows; a build reports later rows that do not fit"
            )
        } else if isCut {
            doubts.append(
                "based on the first \(rowCount) rows, including keys and values found elsewhere; "
                    + "a build reports later rows that do not fit, and creates objects of totals and notes among them"
            )
        }
        guard table == nil, nesting == nil else { return doubts }
        let namesakes = Dictionary(grouping: columns.prefix(ownCount)) { $0 }.filter { $0.value.count > 1 }
        for name in namesakes.keys.sorted().prefix(5) where !name.isEmpty {
            doubts.append(
                "the header names `\(name)` twice, so nothing can use it: name all columns, with `header: false`, "
                    + "`columns: […]` and `shape: { skipLines: 1 }`")
        }
        if isHeaderless {
            let names = columns.prefix(min(ownCount, 3)).map { "'\($0.prefix(30))'" }
            doubts.append(
                "is the first row, \(names.joined(separator: ", ")), a header? with `header: false` it is data"
            )
        }
        if isFixedWidth { doubts.append("are these columns of a fixed width? they are read as one") }
        if let odd = oddRows.lonelyText {
            let row = odd.isLast ? "the last row" : "the row"
            doubts.append(
                "is \(row), '\(odd.text.prefix(30))', an object? it has nothing else; "
                    + "`where: \(YAMLText.quoted(odd.condition))` leaves such rows out")
        }
        if let row = oddRows.namesAgain {
            doubts.append(
                "does the first row, '\(row.text.prefix(30))', name the columns once more? "
                    + "`where: \(YAMLText.quoted(row.condition))` leaves it out")
        }
        if let other = oddRows.otherTable {
            doubts.append(
                "are the rows below an empty one, from '\(other.text.prefix(30))' on, of another table? they have no "
                    + "`\(other.column)`")
        }
        if repeatedRows.count > 0 {
            let (count, line) = repeatedRows
            doubts.append(
                (count == 1 ? "a row is" : "\(count) rows are")
                    + " the same as earlier ones, the first in row \(line): "
                    + "is each an object?")
        }
        if let text = commentedRow {
            doubts.append("is the row '\(text.prefix(30))' a comment? `comment: \"#\"` leaves such rows out")
        }
        for index in ownIndices {
            guard let sign = surveys[index].possibleDitto else { continue }
            let name = YAMLText.quoted(columns[index])
            doubts.append(
                "'\(sign)' in `\(columns[index])` is a value; `null: \(NullWords.list([sign])), "
                    + "shape: { fillDown: [\(name)] }` if it means the cell above")
        }
        if let odd = oddRows.possibleRow {
            doubts.append(
                "is the row '\(odd.text.prefix(30))' an object? "
                    + "`where: \(YAMLText.quoted(oddRows.condition(without: [odd.text], in: odd.column)))` leaves it out"
            )
        }
        if let index = groupColumn {
            doubts.append(
                "do empty cells of `\(columns[index])` mean the one above? "
                    + "then `shape: { fillDown: [\(YAMLText.quoted(columns[index]))] }`")
        }
        return doubts
    }

    /// Returns some distinct cells of a column.
    func samples(ofColumn index: Int) -> [String] {
        surveys[index].cells.examples.prefix(3).map { String($0.prefix(40)) }
    }

    /// The elements of lists that all have the same number of numbers, as columns such as `score.0` and
    /// `score.1`.
    var numberElements: [String] {
        guard nesting != nil else { return [] }
        return ownIndices.flatMap { index -> [String] in
            guard let count = surveys[index].numberTuple, surveys[index].texts == surveys[index].count,
                surveys[index].count > 1, columns[index] != "."
            else { return [] }
            return (0..<count).map { "\(columns[index]).\($0)" }
        }
    }

    /// Whether the first row seems to hold values and not names: a number above numbers.
    var isHeaderless: Bool {
        table == nil && nesting == nil
            && ownIndices.contains { index in
                let name = columns[index].utf8
                let digits = name.count { NumberParser.digit($0) != nil }
                let isYear = name.count == 4 && digits == 4
                return digits > 0 && digits * 2 > name.count && !isYear && surveys[index].count > 0
                    && surveys[index].numbers.forms[0].fits == surveys[index].count
            }
    }

    /// Returns whether the first column holds names of properties and the first row does not.
    func isTransposed(names: Set<String>) -> Bool {
        guard table == nil, nesting == nil, ownCount > 1, !isCut, failures == nil,
            let first = ownIndices.first,
            surveys[first].cells.isDistinct, rowCount <= 100
        else { return false }
        func isName(_ text: String) -> Bool {
            let name = NameMatch.Name(NameMatch.withoutUnit(text))
            return names.contains(name.words.joined()) || names.contains(name.plainWords.joined())
        }
        let side = [columns[first]] + surveys[first].cells.examples
        let found = side.count(where: isName)
        // Rows between named rows may have no name.
        return found > 1 && found * 2 > rowCount && !columns[1..<ownCount].contains(where: isName)
    }

    /// Whether the rows seem to be columns of a fixed width.
    var isFixedWidth: Bool {
        table == nil && nesting == nil && ownCount == 1
            && columns[0].trimmed.contains("  ")
    }

    /// A row of a CSV file that begins like a comment, if most rows do not.
    private var commentedRow: String? {
        guard isCSV, let first = ownIndices.first else { return nil }
        let comments = surveys[first].examples.compactMap { value -> String? in
            if case .text(let text) = value, text.hasPrefix("#") { text } else { nil }
        }
        return comments.count * 2 < surveys[first].examples.count ? comments.first : nil
    }

    /// The first column, if it has a text at the start of each group of rows and is empty in the rows below.
    var groupColumn: Int? {
        guard let first = ownIndices.first, ownCount > 1, firstCells.first == true else { return nil }
        let survey = surveys[first]
        let isFull = ownIndices.dropFirst().contains { surveys[$0].filled == rowCount }
        return isFull && survey.texts > 1 && rowCount > 3 && survey.filled * 3 <= rowCount * 2
            && survey.cells.isDistinct
            ? first : nil
    }
}
