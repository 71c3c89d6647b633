import Inputs

/// The rows of another source that satisfy a condition.
final class FilteredSource: RecordSource {
    private let base: any RecordSource
    private let condition: RowCondition
    private let columnsOfCondition: Set<Int>
    /// The elements of lists that the condition uses and that are not columns of the source. The source is opened
    /// again with them.
    let missing: [String]
    /// The elements that the source was opened again with.
    let elements: [String]
    /// The number of rows that were left out.
    private(set) var filteredRows = 0

    /// - Throws: ``SeedIssue`` for a condition that the source's columns do not allow.
    init(_ base: any RecordSource, _ filter: SourceFilter, elements: [String] = []) throws {
        self.base = base
        self.elements = elements
        var compiler = RowConditionCompiler(filter, of: base)
        condition = try compiler.condition()
        columnsOfCondition = compiler.usedColumns
        missing = compiler.elements
    }

    var columns: [String] { base.columns }
    var referenceDates: Set<String> { base.referenceDates }
    var record: Record { base.record }
    var blankRows: Int { base.blankRows }
    var warnings: [SeedIssue] { base.warnings }
    var fractionRead: Double? { base.fractionRead }
    var isCut: Bool { base.isCut }
    var countsFrom1904: Bool? { base.countsFrom1904 }
    var mergedColumns: [String] { base.mergedColumns }
    var numberShapes: [String: ColumnShape] { base.numberShapes }
    var parentNames: ParentNames? { base.parentNames }

    func use(_ columns: Set<Int>) { base.use(columns.union(columnsOfCondition)) }

    func keepLists(in columns: Set<Int>) { base.keepLists(in: columns) }

    func location(ofColumn index: Int?) -> SeedIssue.Location {
        base.location(ofColumn: index)
    }

    func next() throws -> Bool {
        while true {
            var fault: SeedIssue?
            do {
                guard try base.next() else { return false }
            } catch let issue as SeedIssue {
                // A row whose invalid cell is not in the condition is still filtered by the condition's cells.
                guard case .spreadsheet = issue.reason, issue.fault != .machine,
                    let column = issue.sourceColumn.flatMap(base.columns.firstIndex(of:)),
                    !columnsOfCondition.contains(column)
                else { throw issue }
                fault = issue
            }
            let record = base.record
            let holds: Bool
            do throws(RowCondition.Failure) {
                holds = try condition.holds(record)
            } catch {
                throw SeedIssue(
                    error.reason, at: base.location(ofColumn: error.column),
                    sourceColumn: error.column.map { base.columns[$0] },
                    value: error.column.map { record[$0].display })
            }
            guard holds else {
                filteredRows += 1
                continue
            }
            if let fault { throw fault }
            return true
        }
    }
}
