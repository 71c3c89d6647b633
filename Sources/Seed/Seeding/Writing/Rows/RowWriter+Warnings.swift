import Inputs
import SQLite
import StoreFormat

// Warnings about values that neither the rows nor the plan gave.
extension RowWriter {
    /// Returns the warnings, after all rows are in the store.
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
        if let total = try lastTotal() {
            let reason = SeedIssue.Reason.table(.lastRowIsTotal)
            warnings.append(SeedIssue(reason, at: location, entity: rows.entity.name, value: total))
        }
        for list in lists {
            guard let reason = list.separatorWarning else { continue }
            warnings.append(
                SeedIssue(
                    reason, at: location, entity: rows.entity.name, property: list.name,
                    sourceColumn: list.cell?.name))
        }
        return warnings
    }

    /// Returns the text of the last object of a file or sheet, if it is a word for a total and other values are
    /// missing.
    private func lastTotal() throws -> String? {
        let texts = cells.filter {
            $0.cell != nil && rows.entity.attribute($0.value.path)?.attribute.type == .string
        }.map(\.value.column)
        let others = cells.filter { $0.cell != nil }.map(\.value.column)
        guard load.source.kind.mayEndWithTotal, let lastKey, !texts.isEmpty, others.count > 2, written > 2
        else { return nil }
        let columns = (texts + others).map(\.sqlIdentifier).joined(separator: ", ")
        var found: String?
        try context.connection.forEachRow(
            "SELECT \(columns) FROM \(rows.entity.table.sqlIdentifier) WHERE Z_PK = \(lastKey)"
        ) { row in
            let isWhole = others.indices.allSatisfy { !row.isNull(at: texts.count + $0) }
            guard !isWhole else { return }
            found = texts.indices.lazy.compactMap { row.text(at: $0) }.first {
                TotalWords.likelihood($0) == .sure
            }
        }
        return found
    }

    /// Returns the number of objects that share a value with another object.
    private func sharedValues(ofColumn column: String) throws -> Int {
        let (table, column) = (rows.entity.table.sqlIdentifier, column.sqlIdentifier)
        let count = try context.connection.integer(
            "SELECT sum(n) FROM (SELECT count(*) AS n FROM \(table) "
                + "WHERE Z_ENT = \(rows.entity.number) AND \(column) NOT NULL "
                + "GROUP BY \(column) HAVING n > 1)")
        return Int(clamping: count ?? 0)
    }
}
