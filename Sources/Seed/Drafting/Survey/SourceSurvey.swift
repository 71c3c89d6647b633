import Files
import Inputs
import ObjectModel
import Seeding

/// An input, with statistics about the cells of its columns from which a draft is inferred.
///
/// The statistics are those of all rows or of the first ones. The rows are read once, from start to end. The
/// memory for a column does not grow with the rows, except for the hashes of its distinct cells up to
/// ``CellSet/limit``.
final class SourceSurvey {
    /// The input's name in the plan.
    let name: String
    /// The input's definition in a plan, such as `{ csv: items.csv }`.
    let plan: String
    /// The columns of the records, followed by those of the enclosing records, such as `../title`.
    let columns: [String]
    /// The number of columns of the records themselves.
    let ownCount: Int
    /// The place of the records in a file of nested values.
    let nesting: Nesting?
    /// The beginnings of columns that are XML elements with child elements.
    let shells: Set<Substring>
    /// The columns that are elements of a list of numbers, by index, with the index of the list.
    let elements: [Int: Int]
    /// The columns whose numbers are dates in seconds since 2001.
    let referenceDates: Set<String>
    /// The table of a database, with its foreign keys.
    let table: SourceTable?
    /// The doubts for the user to check, from the file itself.
    private(set) var doubts: [String]
    /// Other definitions of the input in a plan, from which the user may choose.
    var choices: [(label: String, plan: String)] = []
    /// The name of the file in messages.
    let shownPath: String
    /// The number of rows that were read.
    private(set) var rowCount = 0
    /// The number of these rows that were surveyed in detail.
    var detailedCount: Int { min(rowCount, detailedRows) }
    private let detailedRows: Int
    /// Whether only the first rows are surveyed in detail, and SQL or skimming covers the others.
    var isDetailed: Bool { detailedRows < .max }
    private let scripts: ScriptDatabases?
    /// Whether there are more rows.
    private(set) var isCut = false
    private(set) var surveys: [ColumnSurvey]
    /// The number of rows that cannot be read, and the first issue.
    private(set) var failures: (count: Int, first: SeedIssue)?
    /// The totals, notes and repeated headers among the rows.
    private(set) var oddRows: OddRows
    /// The columns with cells that are merged downwards.
    private(set) var mergedColumns: [String] = []
    /// The error words in cells of spreadsheets.
    private(set) var errorWords: Set<String> = []
    /// The number of rows that repeat an earlier one, and the line of the first.
    private(set) var repeatedRows = (count: 0, line: 0)
    /// Whether the first row has a cell, for each column.
    private(set) var firstCells: [Bool] = []
    /// The number of rows with fewer cells than the header.
    private(set) var shortRows = 0
    /// Whether quotes break the rules of CSV files.
    private(set) var hasMalformedQuotes = false
    /// Whether texts are not UTF-8.
    private(set) var hasInvalidTexts = false
    /// The number of rows with more cells than the header.
    private(set) var longRows = 0
    /// The failure of the machine when the rows were read again.
    private(set) var machineFault: SeedIssue?
    /// The definition of the surveyed input.
    let draft: SourceDraft
    private let definition: SourceDefinition
    private let progress: (@Sendable (SeedProgress) -> Void)?
    /// The names of the model's properties, in lower case without separators.
    private let properties: Set<String>
    private var lists: [String: CellSet] = [:]
    /// The columns with values that no cell can hold.
    private(set) var unreadable: Set<String> = []

    /// The place of records in a file with several kinds of records, one inside the other.
    struct Nesting {
        let path: String
        /// The path to the records, as in `records:`.
        let records: [String]
    }

    /// Creates a survey and reads the rows.
    ///
    /// - Parameters:
    ///   - draft: the input. If it gives the path to its records, columns of enclosing records are added.
    ///   - name: the name of the input in the plan.
    ///   - plan: the input's definition in the plan.
    ///   - filter: the condition of rows to read, or nil for all.
    ///   - sample: the number of cells to read, or nil for all.
    ///   - shownAs: the name of the file in messages, or nil for its path.
    ///   - properties: the names of the model's properties, in lower case without separators.
    ///   - detail: the number of cells to survey in detail, or nil for all. Further rows are only skimmed for
    ///     keys. Those of a database are not read, because SQL gives better facts about them.
    ///   - scripts: the databases that SQL scripts have created.
    ///   - progress: called while rows are read.
    /// - Throws: ``SeedIssue`` if the input cannot be opened.
    init(
        _ draft: SourceDraft, name: String, plan: String, filter: SourceFilter? = nil, sample: Int? = nil,
        shownAs: String? = nil, properties: Set<String> = [], detail: Int? = nil,
        sharing scripts: ScriptDatabases? = nil, progress: (@Sendable (SeedProgress) -> Void)? = nil
    ) throws {
        self.scripts = scripts
        self.progress = progress
        let location = SeedIssue.Location(path: name)
        var unopened = SourceDefinition(name: Located(name, at: location), kind: draft.kind)
        unopened.cleaning = draft.cleaning
        unopened.filter = filter
        unopened.sample = sample ?? (draft.table == nil ? nil : detail)
        var source = try unopened.open(sharing: scripts)
        var opened = unopened.knowing(source)
        let ownCount = opened.leaveOut(draft.nested, of: source) + opened.take(draft.elements, of: source)
        self.ownCount = ownCount
        nesting = draft.records.map { Nesting(path: draft.document ?? draft.kind.path, records: $0) }
        if nesting != nil,
            opened.takeParents(of: source, besides: draft.nestedAround)
                || ownCount != source.columns.count
        {
            source = try opened.open(sharing: scripts)
        }
        definition = opened
        self.properties = properties
        self.draft = draft
        self.name = name
        self.plan = plan
        shownPath = shownAs ?? draft.kind.path
        table = draft.table
        doubts = draft.doubts
        columns = source.columns
        shells = Set(
            source.columns.flatMap { column in
                column.indices.filter { column[$0] == "/" }.map { column[..<$0] }
            })
        var elements: [Int: Int] = [:]
        for name in draft.elements {
            guard let index = source.columns.firstIndex(of: name), let dot = name.lastIndex(of: "."),
                let list = source.columns.firstIndex(of: String(name[..<dot]))
            else { continue }
            elements[index] = list
        }
        self.elements = elements
        oddRows = OddRows(columns: source.columns, ownCount: ownCount)
        referenceDates = source.referenceDates
        surveys = source.columns.map(ColumnSurvey.init(named:))
        detailedRows = detail.map { max(100, $0 / max(1, source.columns.count)) } ?? .max
        try readRows(of: source)
        doubts += shapeDoubts
    }

    /// The records' own columns with a word or sign that certainly means the cell above, and that word or
    /// sign. It must mean the same in all columns that contain it.
    var dittos: [(column: String, sign: String)] {
        ownIndices.compactMap { index in
            guard let sign = surveys[index].ditto else { return nil }
            let isAlone = ownIndices.allSatisfy { other in
                surveys[other].ditto == sign || surveys[other].dittos[sign] == nil
            }
            return isAlone ? (columns[index], sign) : nil
        }
    }

    /// Whether texts have white space at an end, in a column that does not hold numbers.
    var hasPaddedTexts: Bool {
        ownIndices.contains { index in
            let survey = surveys[index]
            return survey.padded > 0 && survey.numbers.forms.allSatisfy { $0.fits < survey.count }
        }
    }

    /// Reads all rows. If columns have values that no cell can hold, the rows are read again without them,
    /// because a build only reads the columns it uses.
    private func readRows(of source: any RecordSource) throws {
        try look(at: source)
        guard !unreadable.isEmpty, unreadable.count < columns.count else { return }
        let again = try definition.open(sharing: scripts)
        again.use(Set(columns.indices.filter { !unreadable.contains(columns[$0]) }))
        (rowCount, shortRows, longRows) = (0, 0, 0)
        oddRows = OddRows(columns: columns, ownCount: ownCount)
        failures = nil
        surveys = columns.map(ColumnSurvey.init(named:))
        try look(at: again)
    }

    private func look(at source: any RecordSource) throws {
        var (blankRows, lastLine) = (0, Int.max - 1)
        var seen: Set<Int> = []
        repeatedRows = (0, 0)
        let countsLines = definition.kind is CSVKind || definition.kind is any SpreadsheetKind
        try forEachRow(of: source) { record in
            rowCount += 1
            if rowCount & (SeedProgress.interval - 1) == 0 {
                progress?(SeedProgress(subject: name, rows: rowCount, fraction: source.fractionRead))
            }
            // A gap in line numbers is a blank row: sheets store no empty rows, and blank lines are no rows
            // of a CSV file.
            let line = source.line(ofColumn: nil).line ?? 0
            let isGap = countsLines && line > lastLine + 1
            // Records with named values have no totals among them.
            if nesting == nil { oddRows.add(record, isAfterBlank: source.blankRows > blankRows || isGap) }
            (blankRows, lastLine) = (source.blankRows, source.line(ofColumn: ownCount - 1).line ?? line)
            guard rowCount <= detailedRows else {
                for index in columns.indices { surveys[index].skim(record[index]) }
                return
            }
            // Rows without a first cell may repeat on purpose, because they continue the row above.
            if ownCount > 1, !record[0].isEmpty, !seen.insert(Self.hash(of: record, ownIndices)).inserted {
                repeatedRows = (repeatedRows.count + 1, repeatedRows.count == 0 ? line : repeatedRows.line)
            }
            if rowCount == 1 { firstCells = columns.indices.map { !record[$0].isEmpty } }
            for index in columns.indices { surveys[index].add(record[index]) }
        }
        for index in surveys.indices { surveys[index].finish() }
        oddRows.finish(surveys, names: properties)
        isCut = source.isCut
        if isCut { for index in surveys.indices { surveys[index].cut() } }
        mergedColumns = source.mergedColumns
        let shapes = source.numberShapes
        let numeric = surveys.map(\.wordsAmongNumbers)
        let markers = numeric.indices.filter { ownIndices.contains($0) && !numeric[$0].isEmpty }
        for index in surveys.indices {
            surveys[index].name = columns[index]
            surveys[index].countsFrom1904 = source.countsFrom1904
            surveys[index].shape = shapes[columns[index]]
            for other in markers where other != index { surveys[index].markers.formUnion(numeric[other]) }
        }
    }

    private static func hash(of record: Record, _ columns: some Sequence<Int>) -> Int {
        var hasher = Hasher()
        for index in columns {
            switch record[index] {
            case .null: hasher.combine(0)
            case .integer(let value): hasher.combine(value)
            case .real(let value): hasher.combine(value)
            case .text(let bytes), .blob(let bytes):
                hasher.combine(bytes.count)
                hasher.combine(bytes: bytes)
            }
        }
        return hasher.finalize()
    }

    var isCSV: Bool { definition.kind is CSVKind }

    var ownIndices: Range<Int> { 0..<ownCount }

    /// The names of the own columns.
    private(set) lazy var siblings = Siblings(columns.prefix(ownCount))

    /// The path of the file.
    var path: String { definition.kind.path }

    /// Returns whether a column belongs to an enclosing record.
    func isAround(_ index: Int) -> Bool { index >= ownCount }

    /// Calls a closure with each row that can be read, and records the others.
    private func forEachRow(of source: any RecordSource, _ body: (Record) -> Void) throws {
        while true {
            do {
                guard try source.next() else { return }
            } catch let issue as SeedIssue {
                guard issue.fault != .machine else { throw issue }
                if case .spreadsheet(.errorCell(let word)) = issue.reason { errorWords.insert(word) }
                if case .table(.raggedRow(let expected, let found)) = issue.reason {
                    if found < expected { shortRows += 1 } else { longRows += 1 }
                }
                switch issue.reason {
                case .table(.malformedQuoting), .table(.unterminatedQuote): hasMalformedQuotes = true
                case .file(.invalidUTF8): hasInvalidTexts = true
                default: break
                }
                if case .spreadsheet = issue.reason, isOdd(source) { continue }
                if let column = issue.sourceColumn { unreadable.insert(column) }
                failures = (1 + (failures?.count ?? 0), failures?.first ?? issue)
                // The limit ends the loop even if an input fails again and again.
                guard failures?.count ?? 0 < 1000 else { return }
                continue
            }
            body(source.record)
        }
    }

    /// Returns whether an unreadable row is left out because of its other cells, such as a total whose
    /// formula has no result.
    private func isOdd(_ source: any RecordSource) -> Bool {
        let record = source.record
        guard record.count >= ownCount, let first = ownIndices.first(where: { !record[$0].isEmpty }) else {
            return false
        }
        var looked = oddRows
        if let text = OddRows.text(record[first]), TotalWords.likelihood(text) == .sure {
            looked.noteUnread(first, text)
        } else {
            looked.add(record)
        }
        guard looked.count > oddRows.count else { return false }
        oddRows = looked
        return true
    }

    /// Returns the distinct cells of a column, or the distinct elements of its lists.
    func cells(ofColumn index: Int, separator: String? = nil) -> CellSet {
        let own = surveys[index].cells
        guard let separator, !separator.isEmpty else { return own }
        let key = "\(index) \(separator)"
        if let known = lists[key] { return known }
        var cells = CellSet()
        let known = (failures, oddRows)
        do {
            let source = try definition.open(sharing: scripts)
            try forEachRow(of: source) { record in
                guard case .text(let bytes) = record[index] else {
                    return cells.add(record[index])
                }
                if let list = try? JSONValue.writtenList(bytes) {
                    for element in list { cells.add(element.cellText ?? "") }
                    return
                }
                let text = String(decoding: bytes, as: UTF8.self)
                for part in text.split(separator: separator) { cells.add(String(part).trimmed) }
            }
            if source.isCut { cells.cut() }
        } catch {
            // Issues of the data were reported when the rows were first read.
            if let issue = error as? SeedIssue, issue.fault == .machine { machineFault = issue }
        }
        (failures, oddRows) = known
        lists[key] = cells
        return cells
    }

    /// Returns whether rows with the same cells in the key columns always have the same cells in other columns. It
    /// judges the rows that are read.
    func areDetermined(_ columns: [Int], by keys: [Int]) -> Bool {
        var seen: [Int: Int] = [:]
        var isSame = true
        let known = (failures, oddRows)
        defer { (failures, oddRows) = known }
        do {
            let source = try definition.open(sharing: scripts)
            try forEachRow(of: source) { record in
                guard isSame else { return }
                let key = Self.hash(of: record, keys)
                let value = Self.hash(of: record, columns)
                if seen.updateValue(value, forKey: key).map({ $0 != value }) == true { isSame = false }
                if seen.count > CellSet.limit { isSame = false }
            }
        } catch {
            if let issue = error as? SeedIssue, issue.fault == .machine { machineFault = issue }
            return false
        }
        return isSame
    }

    /// Whether the day comes before the month, in dates that can be read in only one way. It is nil if there
    /// are none or they disagree.
    private(set) lazy var isDayFirst: Bool? = {
        var found: Set<Bool> = []
        for column in surveys {
            let fitting = column.dates.candidates().filter { $0.fits == column.count }
            let orders = fitting.map(\.form.isDayFirst)
            if let first = orders.first, let order = first, orders.allSatisfy({ $0 == order }) {
                found.insert(order)
            }
        }
        return found.count == 1 ? found.first : nil
    }()

    /// Whether the decimal separator is a comma, in numbers that can be read in only one way. It is nil if
    /// there are none or they disagree.
    private(set) lazy var hasDecimalComma: Bool? = {
        var found: Set<Bool> = []
        for column in surveys.prefix(ownCount) where column.texts > 0 && column.count > 0 {
            let forms = column.numbers.forms
            let fitting = forms.filter { $0.fits == column.count }
            guard fitting.count < forms.count else { continue }
            let commas = Set(fitting.map(\.hasDecimalComma))
            if commas.count == 1 { found.formUnion(commas) }
        }
        return found.count == 1 ? found.first : nil
    }()

    /// Returns whether cells of a column may be lists.
    func hasLists(_ index: Int) -> Bool { surveys[index].separators.contains { $0.count > 0 } }

    /// Returns whether a column holds lists of the input, such as arrays, some of them with several elements.
    func holdsLists(_ index: Int) -> Bool {
        let name = columns[index]
        let isList =
            draft.valueLists.contains { $0.joined(separator: ".") == name }
            || definition.kind.recordOptions?.lists.contains(name) == true
        return isList && surveys[index].separators.contains { $0.sign == "|" && $0.count > 0 }
    }

    /// Returns whether a column has a different cell in each row.
    func isKey(_ index: Int) -> Bool {
        let survey = surveys[index]
        return rowCount > 0 && survey.filled == rowCount && survey.cells.isDistinct
    }
}

extension SourceDefinition {
    /// Adds the elements of number lists as columns, such as `score.0` and `score.1`.
    ///
    /// - Returns: the number of these columns.
    fileprivate mutating func take(_ elements: [String], of source: any RecordSource) -> Int {
        guard !elements.isEmpty, var options = kind.recordOptions else { return 0 }
        options.columns = (options.columns ?? source.columns) + elements
        kind.recordOptions = options
        return elements.count
    }

    /// Adds all columns of the enclosing records, and their positions.
    ///
    /// - Parameter nested: the columns that are records of other inputs.
    /// - Returns: whether the records are nested.
    fileprivate mutating func takeParents(
        of source: any RecordSource, besides nested: [(name: String, prefix: String)]
    ) -> Bool {
        guard let around = source.parentNames, var options = kind.recordOptions else { return false }
        options.parentColumns = around.columns.filter { column in
            !nested.contains { column == $0.name || column.hasPrefix($0.prefix) }
        }
        for height in 0...around.levelCount {
            options.parentColumns.append(ParentColumn.name(of: ParentColumn.position, height: height))
        }
        for (place, name) in options.records.enumerated() where name == RecordOptions.eachValue {
            let height = options.records.count - 1 - place
            options.parentColumns.append(ParentColumn.name(of: ParentColumn.key, height: height))
        }
        kind.recordOptions = options
        return true
    }

    /// Leaves out columns that are records of another input, such as `step/text` of a recipe with several
    /// steps, or `steps` if it is null.
    ///
    /// - Returns: the number of remaining columns.
    fileprivate mutating func leaveOut(
        _ nested: [(name: String, prefix: String)], of source: any RecordSource
    ) -> Int {
        guard !nested.isEmpty, var options = kind.recordOptions else { return source.columns.count }
        let left = source.columns.filter { column in
            !nested.contains { column == $0.name || column.hasPrefix($0.prefix) }
        }
        guard !left.isEmpty else { return source.columns.count }
        options.columns = left
        kind.recordOptions = options
        return left.count
    }
}
