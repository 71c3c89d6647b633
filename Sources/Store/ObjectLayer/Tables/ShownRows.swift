import ObjectModel
import SQLite
import StoreFormat

/// The rows of a table for display, read directly from the store, without objects, one at a time. Cells equal those of
/// ``TableFetch/forEachRow(_:)``, which differential tests check.
///
/// A row with an invalid destination of a relationship is still read from an object.
package final class ShownRows: ShownTable {
    private let session: StoreSession
    private let row: ShownRow
    private let statement: String
    /// The query for the keys, if the statement reads the row of one key.
    private let keys: String?
    private let binds: [Value]

    /// - Throws: ``NotCompilable`` if objects are needed, `DatabaseError`.
    init(
        _ tableColumns: [(column: TableColumn, source: TableFetchPlan.Source)], of plan: FetchPlan,
        in session: StoreSession, externalData: ExternalDataFiles,
        values: @escaping (ManagedObjectID) throws -> [TableValue]
    ) throws {
        self.session = session
        // Only keys are sorted, which are small, however large the rows are.
        let isRunForEachRow = !plan.sortKeys.isEmpty
        func columns(_ scope: SQLScope) throws -> ShownColumns {
            try ShownColumns(
                tableColumns, of: plan, in: session.map, scope, isRunForEachRow: isRunForEachRow
            ) { try session.isIndexed($0, $1) }
        }
        let found: ShownColumns
        if isRunForEachRow {
            let select = SelectStatement(plan, mayLimit: true)
            guard select.isLimited else { throw NotCompilable() }
            let scope = SQLScope(table: plan.entity.table, aliases: SQLAliases())
            found = try columns(scope)
            keys = "SELECT \(select.alias).Z_PK \(select.body.sql)"
            binds = select.body.binds
            statement = found.statement(ofKeyIn: scope)
        } else {
            var joined: ShownColumns?
            let select = try SelectStatement(plan, mayLimit: true) { joined = try columns($0) }
            guard select.isLimited, let joined else { throw NotCompilable() }
            found = joined
            keys = nil
            binds = select.body.binds
            statement = "SELECT \(found.selected.joined(separator: ", ")) \(select.body.sql)"
        }
        row = ShownRow(found, in: session.map, externalData: externalData, values: values)
    }

    package func forEachRow(_ body: () throws -> Void) throws {
        func give(_ statement: Statement?) throws {
            try row.take(statement)
            try body()
        }
        if let keys {
            try session.forEachRow(statement, ofKeys: keys, binds) { try give($1) }
        } else {
            try session.forEachRow(statement, binds) { try give($0) }
        }
    }

    package func cell(at index: Int) throws -> ShownCell { try row.cell(at: index) }
}
