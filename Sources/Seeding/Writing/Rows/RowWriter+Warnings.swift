import SQLite
import Sources
import StoreFormat

// What is worth knowing of the values that neither the rows nor the plan gave.
extension RowWriter {
    /// The warnings, once all rows are in the store.
    ///
    /// - Throws: `DatabaseError`.
    func valueWarnings() throws -> [SeedIssue] {
        let location = load.plan.entity.location
        var warnings: [SeedIssue] = []
        func warn(_ reason: SeedIssue.Reason, _ value: ResolvedValue) {
            warnings.append(
                SeedIssue(
                    reason, at: location, entity: rows.entity.name, property: value.path,
                    value: value.launchDate))
        }
        for made in madeUUIDs {
            if made.maker.byPosition > 0, load.primaryKey == nil {
                warn(.model(.uuidByPosition(objects: made.maker.byPosition)), made.value)
            }
            guard made.maker.derivation.isExplicit else { continue }
            let shared = try sharedValues(ofColumn: made.value.column)
            if shared > 0 { warn(.model(.sharedUUID(objects: shared)), made.value) }
        }
        for cell in cells where cell.value.launchDate != nil && cell.reader.hasUsedFallback {
            warn(.model(.launchDate), cell.value)
        }
        return warnings
    }

    /// How many objects have the value of another one.
    private func sharedValues(ofColumn column: String) throws -> Int {
        let (table, column) = (rows.entity.table.sqlIdentifier, column.sqlIdentifier)
        let count = try context.connection.integer(
            "SELECT sum(n) FROM (SELECT count(*) AS n FROM \(table) "
                + "WHERE Z_ENT = \(rows.entity.number) AND \(column) NOT NULL "
                + "GROUP BY \(column) HAVING n > 1)")
        return Int(clamping: count ?? 0)
    }
}
