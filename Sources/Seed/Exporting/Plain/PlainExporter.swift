import Files
import ObjectModel
import SQLite
import StoreFormat

/// Writes a store's objects into a plain SQLite database, for programs that do not support Core Data: tables with the
/// names of the model, dates as text, and declared foreign keys (docs/guides/plain.md).
///
/// A drafted plan builds the store from it again. Primary keys are those of the store.
package struct PlainExporter {
    private let reference: ReferenceStore
    private let schema: PlainSchema

    /// Prepares an export.
    package init(_ reference: ReferenceStore) {
        self.reference = reference
        schema = PlainSchema(reference)
    }

    /// Writes the database and moves it into place.
    ///
    /// - Parameter reporting: called with the report before the database is in place.
    /// - Throws: ``SeedIssue``, `OutputError`, `FileError`, `DatabaseError`.
    package func export(
        to path: String, reporting: (ExportReport) throws -> Void = { _ in }
    ) throws -> ExportReport {
        let output = try StagedOutput(.database, path: path)
        var report = ExportReport(path: output.path)
        do {
            let database = try Connection(path: output.temporaryPath, mode: .create)
            try database.execute(
                """
                PRAGMA page_size = 4096; PRAGMA encoding = 'UTF-8'; PRAGMA auto_vacuum = NONE;
                PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;
                PRAGMA foreign_keys = OFF; PRAGMA application_id = \(PlainSchema.applicationID);
                PRAGMA user_version = \(PlainSchema.version); BEGIN
                """)
            let exports = try schema.tables.map {
                try PlainTableExport($0, schema: schema, reference: reference)
            }
            for table in exports { try database.execute(table.sql) }
            for junction in schema.junctions { try database.execute(sql(of: junction)) }
            for table in exports { try table.write(to: database, report: &report) }
            for junction in schema.junctions { try write(junction, to: database, report: &report) }
            var names = PlainNames(reserved: schema.names, areTables: true)
            for table in exports { try database.execute(table.indexes(&names)) }
            for junction in schema.junctions { try database.execute(index(of: junction, &names)) }
            for table in exports { try database.execute(table.views) }
            try database.execute("COMMIT")
        }
        let rest = UnexplainedRows(reference)
        report.omissions += try rest.omissions(
            entities: schema.tables.flatMap(\.entities), joinTables: schema.junctions.map(\.join.table))
        let mirrored = try rest.mirroringRows()
        if mirrored > 0 { report.omissions.append(.mirroring(rows: mirrored)) }
        try output.place { try reporting(report) }
        return report
    }

    // MARK: Junctions

    private func sql(of junction: PlainJunction) -> String {
        func reference(_ column: String, _ entity: EntityLayout) -> String {
            "\(column.sqlIdentifier) INTEGER NOT NULL" + schema.references(entity.rootName)
        }
        let lines =
            [
                reference(junction.sourceColumn, junction.source),
                reference(junction.targetColumn, junction.target),
            ]
            + [junction.orderColumn, junction.inverseOrderColumn].compactMap(\.self)
            .map { $0.sqlIdentifier + " INTEGER" } + [
                "PRIMARY KEY (\(junction.sourceColumn.sqlIdentifier), \(junction.targetColumn.sqlIdentifier))"
            ]
        return "CREATE TABLE \(junction.name.sqlIdentifier) (\n  \(lines.joined(separator: ",\n  "))\n)"
    }

    /// Returns the index for the other direction of a junction.
    private func index(of junction: PlainJunction, _ names: inout PlainNames) -> String {
        let name = names.name("\(junction.name)_\(junction.targetColumn)_index")
        return "CREATE INDEX \(name.sqlIdentifier) ON \(junction.name.sqlIdentifier) "
            + "(\(junction.targetColumn.sqlIdentifier), \(junction.sourceColumn.sqlIdentifier))"
    }

    private func write(
        _ junction: PlainJunction, to database: Connection, report: inout ExportReport
    ) throws {
        let join = junction.join
        func target(_ column: String, _ entity: EntityLayout) -> String {
            entity.primaryKeySQL(of: "j." + column.sqlIdentifier)
        }
        let orders = [join.order, join.inverseOrder].compactMap(\.self).map { "j." + $0.sqlIdentifier }
        let columns = [target(join.source, junction.source), target(join.target, junction.target)] + orders
        let query =
            "SELECT \(columns.joined(separator: ", ")) FROM \(join.table.sqlIdentifier) AS j "
            + "ORDER BY j.\(join.source.sqlIdentifier), j.\(join.target.sqlIdentifier)"
        let rows = try PlainRows(
            junction.name,
            columns: [junction.sourceColumn, junction.targetColumn]
                + [junction.orderColumn, junction.inverseOrderColumn].compactMap(\.self),
            isNumbered: false, in: database)
        var count = 0
        var dangling = 0
        var last: (Int64, Int64)?
        try reference.connection.forEachRow(query) { row in
            guard !row.isNull(at: 0), !row.isNull(at: 1) else {
                dangling += 1
                return
            }
            let pair = (row.integer(at: 0), row.integer(at: 1))
            // A damaged table may contain a pair twice.
            if let last, last == pair { return }
            last = pair
            count += 1
            let batch = rows.batch
            batch.begin(statement: 0)
            batch.append(pair.1, at: 2)
            for index in orders.indices {
                if row.isNull(at: 2 + index) {
                    batch.appendNull(at: 3 + index)
                } else {
                    batch.append(row.integer(at: 2 + index), at: 3 + index)
                }
            }
            batch.end(primaryKey: pair.0)
            try rows.rowEnded()
        }
        try rows.finish()
        let name = junction.source.name + "." + junction.relationship
        report.files.append(.init(name: junction.name, subject: name, rows: count))
        if dangling > 0 {
            report.omissions.append(.danglingLinks(relationship: name, count: dangling))
        }
    }
}

extension PlainSchema {
    /// The names of all tables and views.
    package var names: [String] {
        tables.flatMap { [$0.name] + $0.views.map(\.name) } + junctions.map(\.name)
    }

    /// Returns ` REFERENCES "Unit" ("id")`.
    func references(_ rootName: String?) -> String {
        guard let rootName, let table = tables.first(where: { $0.root.name == rootName }) else { return "" }
        return " REFERENCES \(table.name.sqlIdentifier) (\(table.primaryKey.sqlIdentifier))"
    }
}

extension EntityLayout {
    /// Returns an expression for a primary key, given as another expression, if an object of this kind has it; NULL
    /// otherwise.
    func primaryKeySQL(of expression: String) -> String {
        "(SELECT d.Z_PK FROM \(table.sqlIdentifier) AS d "
            + "WHERE d.Z_PK = \(expression) AND d.Z_ENT IN (\(numberList)))"
    }
}
