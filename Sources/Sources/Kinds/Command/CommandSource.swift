/// Rows of a program's output, with what the program said besides.
final class CommandSource: RecordSource {
    let base: any RecordSource
    private let run: CommandRun

    init(_ base: any RecordSource, _ run: CommandRun) {
        self.base = base
        self.run = run
    }

    var columns: [String] { base.columns }
    var referenceDates: Set<String> { base.referenceDates }
    var record: Record { base.record }
    var blankRows: Int { base.blankRows }
    var filteredRows: Int { base.filteredRows }
    var warnings: [SeedIssue] { base.warnings + run.warnings }
    var fractionRead: Double? { nil }
    var parentNames: ParentNames? { base.parentNames }

    func next() throws -> Bool { try base.next() }

    func use(_ columns: Set<Int>) { base.use(columns) }

    func keepLists(in columns: Set<Int>) { base.keepLists(in: columns) }

    func location(ofColumn index: Int?) -> SeedIssue.Location { base.location(ofColumn: index) }
    func line(ofColumn index: Int?) -> SeedIssue.Location { base.line(ofColumn: index) }
}
