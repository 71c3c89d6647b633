import ObjectModel
import Seeding
import Inputs

/// A source with what its rows tell about its columns, to guess from.
///
/// All rows, or the first ones. Read once, front to back: what is kept of a column does not grow with the rows, except for the
/// hashes of its different cells up to ``CellSet/limit``.
final class SourceSurvey {
    /// The source's name in the plan.
    let name: String
    /// The source as a plan has it, `{ csv: items.csv }`.
    let plan: String
    /// The columns of the records, and behind them those around the records: `../title`.
    let columns: [String]
    /// How many columns the records themselves have.
    let ownCount: Int
    /// Where the records are in a file of nested values.
    let nesting: Nesting?
    /// What columns begin with that are elements with others in them.
    let shells: Set<Substring>
    /// The columns that are numbers of a list, by their index, with the list's.
    let elements: [Int: Int]
    /// The columns whose numbers are dates, seconds since 2001.
    let referenceDates: Set<String>
    /// The table of a database, and what it says of other tables.
    let table: SourceTable?
    /// What somebody should look at, as the file itself shows.
    private(set) var doubts: [String]
    /// Other words for the source in a plan, from which the user may choose.
    var choices: [(label: String, plan: String)] = []
    /// What messages call the file.
    let shownPath: String
    /// How many rows were looked at.
    private(set) var rowCount = 0
    /// How many of them tell what the columns hold.
    var detailedCount: Int { min(rowCount, detailedRows) }
    private let detailedRows: Int
    /// Whether SQL or a look at all cells says what the first rows do not.
    var isDetailed: Bool { detailedRows < .max }
    private let scripts: ScriptDatabases?
    /// Whether there are more.
    private(set) var isCut = false
    private(set) var surveys: [ColumnSurvey]
    /// The rows that cannot be read.
    private(set) var failures: (count: Int, first: SeedIssue)?
    /// Totals, notes and repeated headers among the rows.
    private(set) var oddRows: OddRows
    /// The columns with cells that are merged downwards.
    private(set) var mergedColumns: [String] = []
    /// The errors that cells of spreadsheets hold in place of a value.
    private(set) var errorWords: Set<String> = []
    /// How many rows are the same as earlier ones, and where the first of them stands.
    private(set) var repeatedRows = (count: 0, line: 0)
    /// In which columns the first row has something.
    private(set) var firstCells: [Bool] = []
    /// How many rows have fewer cells than the header.
    private(set) var shortRows = 0
    /// Whether quotes break the rules of CSV files.
    private(set) var hasMalformedQuotes = false
    /// How many have more.
    private(set) var longRows = 0
    /// Why the rows could not be read once more.
    private(set) var machineFault: SeedIssue?
    /// The source that was surveyed.
    let draft: SourceDraft
    private let definition: SourceDefinition
    /// The names of the model's properties, in small letters without signs.
    private let properties: Set<String>
    private var lists: [String: CellSet] = [:]
    /// The columns with something that is no cell.
    private(set) var unreadable: Set<String> = []

    /// The records of a file that has several kinds of them, one within the other.
    struct Nesting {
        let path: String
        /// The way to the records as `records:` has it.
        let records: [String]
    }

    /// Reads the rows.
    ///
    /// - Parameters:
    ///   - draft: the source; where it says where its records are, their surroundings are columns.
    ///   - name: the name that it gets.
    ///   - plan: how a plan has it.
    ///   - filter: which of its rows count; nil for all.
    ///   - sample: how many cells are looked at; nil for all.
    ///   - detail: how many cells tell what the columns hold; the rows behind them are skimmed for keys, and those of a
    ///     database not read, since SQL says more of them. Nil for all.
    ///   - scripts: the databases that SQL text has made.
    /// - Throws: ``SeedIssue`` where the source cannot be opened.
    ///   - shownAs: what messages call it; nil for its path.
    ///   - properties: the names of the model's properties, in small letters without signs.
    init(
        _ draft: SourceDraft, name: String, plan: String, filter: SourceFilter? = nil, sample: Int? = nil,
        shownAs: String? = nil, properties: Set<String> = [], detail: Int? = nil,
        sharing scripts: ScriptDatabases? = nil
    ) throws {
        self.scripts = scripts
        let location = SeedIssue.Location(path: name)
        var unopened = SourceDefinition(name: Located(name, at: location), kind: draft.kind)
        unopened.cleaning = draft.cleaning
        unopened.filter = filter
        unopened.sample = sample ?? (draft.table == nil ? nil : detail)
        var source = try unopened.open(sharing: scripts)
        var opened = unopened.knowing(source)
        let ownCount = opened.leaveOut(draft.nested, of: source) + opened.take(draft.elements, of: source)
        self.ownCount = ownCount
        nesting = draft.records.map { Nesting(path: draft.kind.path, records: $0) }
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

    /// The own columns whose cells surely mean the cell above where they hold a word or sign, and that word or sign.
    /// The word means it in all columns, or in none.
    var dittos: [(column: String, sign: String)] {
        ownIndices.compactMap { index in
            guard let sign = surveys[index].ditto else { return nil }
            let isAlone = ownIndices.allSatisfy { other in
                surveys[other].ditto == sign || surveys[other].dittos[sign] == nil
            }
            return isAlone ? (columns[index], sign) : nil
        }
    }

    /// Whether texts have white space at an end, in a column that is none of numbers.
    var hasPaddedTexts: Bool {
        ownIndices.contains { index in
            let survey = surveys[index]
            return survey.padded > 0 && survey.numbers.forms.allSatisfy { $0.fits < survey.count }
        }
    }

    /// Looks at all rows; once more without the columns that hold what no cell can, because a
    /// build looks at those columns only that it uses.
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
            // Sheets have no rows where nothing is, and lines without anything are no rows of a CSV file.
            let line = source.line(ofColumn: nil).line ?? 0
            let isGap = countsLines && line > lastLine + 1
            // Records that name their values have no totals among them.
            if nesting == nil { oddRows.add(record, isAfterBlank: source.blankRows > blankRows || isGap) }
            (blankRows, lastLine) = (source.blankRows, source.line(ofColumn: ownCount - 1).line ?? line)
            guard rowCount <= detailedRows else {
                for index in columns.indices { surveys[index].skim(record[index]) }
                return
            }
            // What a cell stands for may be left out below it.
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

    /// Whether it is a CSV file.
    var isCSV: Bool { definition.kind is CSVKind }

    /// The indices of the records' own columns.
    var ownIndices: Range<Int> { 0..<ownCount }

    /// The file.
    var path: String { definition.kind.path }

    /// Whether a column is around the records.
    func isAround(_ index: Int) -> Bool { index >= ownCount }

    /// Gives all rows that can be read, and notes those that cannot.
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
                default: break
                }
                if case .spreadsheet = issue.reason, isOdd(source) { continue }
                if let column = issue.sourceColumn { unreadable.insert(column) }
                failures = (1 + (failures?.count ?? 0), failures?.first ?? issue)
                // A source that cannot go on says so, but none is trusted to end.
                guard failures?.count ?? 0 < 1000 else { return }
                continue
            }
            body(source.record)
        }
    }

    /// Whether a row with a cell at fault, a total by a formula without result, is left out for another cell.
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

    /// The different cells of a column; of one with lists their elements, by what separates them.
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
            // What is wrong with the data was told when they were read first.
            if let issue = error as? SeedIssue, issue.fault == .machine { machineFault = issue }
        }
        (failures, oddRows) = known
        lists[key] = cells
        return cells
    }

    /// Whether the cells of some columns always come with the same cell of another one, as far as rows are read.
    func isDetermined(_ column: Int, by keys: [Int]) -> Bool {
        var seen: [Int: Int] = [:]
        var isSame = true
        let known = (failures, oddRows)
        defer { (failures, oddRows) = known }
        do {
            let source = try definition.open(sharing: scripts)
            try forEachRow(of: source) { record in
                guard isSame else { return }
                let key = Self.hash(of: record, keys)
                let value = Self.hash(of: record, [column])
                if seen.updateValue(value, forKey: key).map({ $0 != value }) == true { isSame = false }
                if seen.count > CellSet.limit { isSame = false }
            }
        } catch {
            if let issue = error as? SeedIssue, issue.fault == .machine { machineFault = issue }
            return false
        }
        return isSame
    }

    /// Whether the dates that can be read in one way only have the day before the month; nil where
    /// none tells, or where they differ.
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

    /// Whether the numbers that can be read in one way only have a comma before their fraction; nil
    /// where none tells, or where they differ.
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

    /// Whether cells of a column may list several values.
    func hasLists(_ index: Int) -> Bool { surveys[index].separators.contains { $0.count > 0 } }

    /// Whether a column has a different cell in every row.
    func isKey(_ index: Int) -> Bool {
        let survey = surveys[index]
        return rowCount > 0 && survey.filled == rowCount && survey.cells.isDistinct
    }
}

extension SourceDefinition {
    /// Takes numbers of lists as columns of their own: `score.0`, `score.1`.
    ///
    /// - Returns: how many these are.
    fileprivate mutating func take(_ elements: [String], of source: any RecordSource) -> Int {
        guard !elements.isEmpty, var options = kind.recordOptions else { return 0 }
        options.columns = (options.columns ?? source.columns) + elements
        kind.recordOptions = options
        return elements.count
    }

    /// Takes all columns around the records, and their numbers.
    ///
    /// - Parameter nested: the columns that lead to records of other sources.
    /// - Returns: whether there are any.
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
        if options.records.last == RecordOptions.eachValue { options.parentColumns.append(ParentColumn.key) }
        kind.recordOptions = options
        return true
    }

    /// Leaves out columns that are records of another source: `step/text` of a recipe whose steps
    /// repeat, `steps` where these are null.
    ///
    /// - Returns: how many columns are left.
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
