import SQLite
import Seeding

/// A source with what all of its rows tell about its columns, to guess from.
///
/// Read once, front to back: what is kept of a column does not grow with the rows, except for the
/// hashes of its different cells up to ``CellSet/limit``.
final class SourceSurvey {
    /// The source's name in the plan.
    let name: String
    /// The source as a plan has it, `{ csv: items.csv }`.
    let plan: String
    let columns: [String]
    /// The columns whose numbers are dates, seconds since 2001.
    let referenceDates: Set<String>
    /// The table of a database, and what it says of other tables.
    let table: SourceTable?
    /// How many rows there are.
    private(set) var rowCount = 0
    private(set) var surveys: [ColumnSurvey]
    /// The rows that cannot be read.
    private(set) var failures: (count: Int, first: SeedIssue)?
    private let definition: SourceDefinition
    private var lists: [String: CellSet] = [:]

    /// Reads all rows.
    ///
    /// - Throws: ``SeedIssue`` where the source cannot be opened.
    init(
        _ kind: SourceDefinition.Kind, name: String, plan: String, table: SourceTable? = nil
    ) throws {
        let location = SeedIssue.Location(path: name)
        let opened = SourceDefinition(name: Located(name, at: location), kind: kind)
        let source = try opened.open()
        definition = opened.knowing(source)
        self.name = name
        self.plan = plan
        self.table = table
        columns = source.columns
        referenceDates = source.referenceDates
        surveys = source.columns.map { _ in ColumnSurvey() }
        try forEachRow(of: source) { record in
            rowCount += 1
            for index in columns.indices { surveys[index].add(record[index]) }
        }
    }

    /// Gives all rows that can be read, and notes those that cannot.
    private func forEachRow(of source: any RecordSource, _ body: (Record) -> Void) throws {
        while true {
            do {
                guard try source.next() else { return }
            } catch let issue as SeedIssue {
                failures = (1 + (failures?.count ?? 0), failures?.first ?? issue)
                // A source that cannot go on says so, but none is trusted to end.
                guard failures?.count ?? 0 < 1000 else { return }
                continue
            }
            body(source.record)
        }
    }

    /// The different cells of a column; of one with lists their elements, by what separates them.
    func cells(ofColumn index: Int, separator: String? = nil) -> CellSet {
        let own = surveys[index].cells
        guard let separator, !separator.isEmpty else { return own }
        let key = "\(index) \(separator)"
        if let known = lists[key] { return known }
        var cells = CellSet()
        if let source = try? definition.open() {
            let known = failures
            try? forEachRow(of: source) { record in
                guard case .text(let bytes) = record[index] else {
                    return cells.add(record[index])
                }
                let text = String(decoding: bytes, as: UTF8.self)
                for part in text.split(separator: separator) { cells.add(String(part).trimmed) }
            }
            failures = known
        }
        lists[key] = cells
        return cells
    }

    /// Whether the dates that can be read in one way only have the day before the month; nil where
    /// none tells, or where they differ.
    private(set) lazy var isDayFirst: Bool? = {
        var found: Set<Bool> = []
        for column in surveys {
            var dates = column.dates
            let fitting = dates.candidates().filter { $0.fits == column.count }
            let orders = fitting.map(\.form.isDayFirst)
            if let first = orders.first, let order = first, orders.allSatisfy({ $0 == order }) {
                found.insert(order)
            }
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

/// A table of a database that is a source.
struct SourceTable {
    let name: String
    /// What columns refer to, by column in lower case: the other table and its column.
    let references: [String: (table: String, column: String)]
}
