import Files
import Inputs
import ObjectModel
import SQLite
import StoreFormat

/// Writes the rows of tables as given, with every column and storage class.
///
/// SQLite still converts a value on insertion: text affinity turns a number into a text, for example. A value that
/// came from such a column is not changed.
final class ExactWriter {
    private let connection: Connection
    private let inspection: StoreInspection
    private let issues: IssueLimit

    init(connection: Connection, inspection: StoreInspection, issues: IssueLimit) {
        self.connection = connection
        self.inspection = inspection
        self.issues = issues
    }

    /// Refuses a plan with tables that the reference does not have, or without the table with the highest primary
    /// keys.
    ///
    /// - Throws: ``SeedFailure``.
    func check(_ plan: SeedPlan) throws {
        let names = inspection.tables.filter(\.holdsContent).map(\.name)
        let collector = IssueCollector()
        var seen: Set<String> = []
        for table in plan.tables {
            if self.table(table) == nil {
                let nearest = NearestName.of(table.name.value, in: names)
                collector.add(
                    SeedIssue(
                        .plan(.unknownName(table.name.value, kind: .table, nearest: nearest)),
                        at: table.name.location))
            }
            if !seen.insert(table.name.value.uppercased()).inserted {
                collector.add(
                    SeedIssue(
                        .plan(.conflictingKeys(table.name.value, table.name.value)),
                        at: table.name.location))
            }
        }
        if let first = plan.tables.first, !seen.contains("Z_PRIMARYKEY") {
            collector.add(SeedIssue(.plan(.missingKey("Z_PRIMARYKEY")), at: first.name.location))
        }
        try collector.throwIfAny()
    }

    private func table(_ plan: TablePlan) -> InspectedTable? {
        inspection.table(named: plan.name.value).flatMap { $0.holdsContent ? $0 : nil }
    }

    /// Writes all tables, and empties the R-trees that the plan does not name.
    ///
    /// - Throws: ``SeedFailure``, ``SeedIssue``, `DatabaseError`.
    func write(_ plans: [TablePlan]) throws -> [SeedReport.Row] {
        var rows: [SeedReport.Row] = []
        var named: Set<String> = []
        for plan in plans {
            guard let table = table(plan) else { continue }
            named.insert(table.name)
            rows.append(try write(plan, into: table))
        }
        for table in inspection.tables where table.isRTree && table.holdsContent {
            guard !named.contains(table.name) else { continue }
            try connection.execute("DELETE FROM \(table.name.sqlIdentifier)")
        }
        try issues.throwIfAny()
        return rows
    }

    private func write(_ plan: TablePlan, into table: InspectedTable) throws -> SeedReport.Row {
        let clock = ContinuousClock()
        let start = clock.now
        var options = CSVOptions()
        // A row without any value is still a row of the table.
        options.keepsBlankRows = true
        let source = try CSVSource(path: plan.path.value, options: options)
        let columns = try columns(of: source, in: table, plan: plan)
        let rows: any ExactRows =
            table.isRTree
            ? try RTreeRows(connection, table, columns: columns)
            : try ExactTableRows(connection, table, columns: columns)
        let cells = ExactCellReader(
            affinities: columns.map { ColumnAffinity(declaredType: $0.declaredType) },
            files: ExactValueFiles(besideTable: plan.path.value))
        var read = 0
        var written = 0
        while try nextRow(of: source, count: &read) {
            read += 1
            let before = issues.count
            let values = source.columns.indices.compactMap { index in
                value(cells, source, index, table)
            }
            if issues.count == before {
                do {
                    try rows.write(values)
                    written += 1
                } catch let error as DatabaseError where Self.isDataError(error) {
                    issues.add(
                        SeedIssue(
                            .output(.refusedRow(error.message)), at: source.location(ofColumn: nil),
                            entity: table.name))
                }
            }
            try issues.throwIfFull()
        }
        try rows.finish()
        return SeedReport.Row(
            entity: table.name, source: FilePath(plan.path.value).name, read: read,
            written: written, rejected: read - written, milliseconds: (clock.now - start).milliseconds)
    }

    private func nextRow(of source: CSVSource, count: inout Int) throws -> Bool {
        while true {
            do {
                return try source.next()
            } catch let issue as SeedIssue {
                guard issue.fault == .data else { throw issue }
                count += 1
                issues.add(issue)
                try issues.throwIfFull()
            }
        }
    }

    private func value(
        _ cells: ExactCellReader, _ source: CSVSource, _ index: Int, _ table: InspectedTable
    ) -> ExactValue? {
        do {
            return try cells.value(source.record[index], ofColumn: index)
        } catch {
            issues.add(
                SeedIssue(
                    error.reason, at: source.location(ofColumn: index), entity: table.name,
                    sourceColumn: source.columns[index], value: source.record[index].display))
            return nil
        }
    }

    /// Returns the table's columns in the order of the file, which must name each of them once.
    private func columns(
        of source: CSVSource, in table: InspectedTable, plan: TablePlan
    ) throws -> [ColumnInfo] {
        let header = SeedIssue.Location(path: plan.path.value, line: 1)
        var found: [ColumnInfo] = []
        for name in source.columns {
            guard let column = table.column(named: name) else {
                let nearest = NearestName.of(name, in: table.columns.map(\.name))
                throw SeedIssue(
                    .plan(.unknownName(name, kind: .column, nearest: nearest)), at: header,
                    entity: table.name)
            }
            guard !found.contains(column) else {
                throw SeedIssue(.table(.duplicateColumn(name)), at: header)
            }
            found.append(column)
        }
        let missing = table.columns.filter { !found.contains($0) }
        guard missing.isEmpty else {
            throw SeedIssue(
                .table(.missingColumns(missing.map(\.name))), at: header, entity: table.name)
        }
        return found
    }

    private static func isDataError(_ error: DatabaseError) -> Bool {
        [.constraint, .mismatch, .tooBig].contains(error.resultCode)
    }

    /// Copies the statistics of `ANALYZE`. Dropping an index removes its rows from `sqlite_stat1`.
    static func copyStatistics(from reference: Connection, to connection: Connection) throws {
        let hasTable = "SELECT count(*) FROM sqlite_schema WHERE name = 'sqlite_stat1'"
        guard try reference.integer(hasTable) == 1, try connection.integer(hasTable) == 1 else {
            return
        }
        try connection.execute("DELETE FROM sqlite_stat1")
        let insert = try connection.prepare(
            "INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES (?, ?, ?)")
        try reference.forEachRow("SELECT tbl, idx, stat FROM sqlite_stat1 ORDER BY rowid") { row in
            for column in 0..<3 { try insert.bind(row.value(at: column), at: column + 1) }
            try insert.run()
        }
    }
}
