import ObjectModel
import SQLite
import StoreFormat

/// Checks that the tables of the persistent history are consistent (docs/internals/format.md#persistent-history).
struct HistoryCheck: StoreCheck {
    let name = "history"
    let purpose = "changes of the persistent history belong to transactions and fit the model"

    func run(on store: VerifiedStore, into outcome: inout CheckOutcome) throws {
        for table in HistoryTable.allCases where store.has(table.name) {
            outcome.examine(try store.count("FROM \(table.name)"))
            try store.connection.forEachRow(
                "SELECT Z_PK, quote(Z_ENT) FROM \(table.name) WHERE Z_ENT IS NOT \(table.entityNumber)"
            ) { row in
                outcome.report(
                    Finding(
                        entity: table.name, primaryKey: row.integer(at: 0),
                        "Z_ENT is \(row.text(at: 1) ?? ""), not \(table.entityNumber)"))
            }
        }
        let changes = HistoryTable.change.name
        let transactions = HistoryTable.transaction.name
        guard store.has(changes) else { return }
        try store.connection.forEachRow(
            """
            SELECT Z_PK, quote(ZCHANGETYPE), ifnull(ZCHANGETYPE, 9) IN (0, 1, 2), quote(ZENTITYPK),
            typeof(ZENTITYPK) = 'integer' AND ZENTITYPK > 0 FROM \(changes)
            WHERE NOT (ifnull(ZCHANGETYPE, 9) IN (0, 1, 2) AND typeof(ZENTITYPK) = 'integer' AND ZENTITYPK > 0)
            """
        ) { row in
            func report(_ words: String) {
                outcome.report(Finding(entity: changes, primaryKey: row.integer(at: 0), words))
            }
            if row.integer(at: 2) == 0 { report("ZCHANGETYPE is \(row.text(at: 1) ?? ""), not 0, 1 or 2") }
            if row.integer(at: 4) == 0 {
                report(
                    "ZENTITYPK is \(row.text(at: 3) ?? ""), which is not a "
                        + "primary key")
            }
        }
        guard store.has(transactions) else {
            outcome.report(Finding("there is a table \(changes), but no \(transactions)"))
            return
        }
        try store.connection.forEachRow(
            """
            SELECT c.Z_PK, quote(c.ZTRANSACTIONID) FROM \(changes) AS c
            LEFT JOIN \(transactions) AS t ON t.Z_PK = c.ZTRANSACTIONID WHERE t.Z_PK IS NULL
            """
        ) { row in
            outcome.report(
                Finding(
                    entity: changes, primaryKey: row.integer(at: 0), property: "ZTRANSACTIONID",
                    target: "\(transactions) p\(row.text(at: 1) ?? "")", "does not exist"))
        }
        try checkTransactions(store, &outcome)
        try checkChanges(store, &outcome)
    }

    /// Checks the time and the texts of each transaction.
    private func checkTransactions(_ store: VerifiedStore, _ outcome: inout CheckOutcome) throws {
        let transactions = HistoryTable.transaction.name
        try store.connection.forEachRow(
            """
            SELECT Z_PK, quote(ZTIMESTAMP) FROM \(transactions)
            WHERE typeof(ZTIMESTAMP) NOT IN ('real', 'integer') OR abs(ZTIMESTAMP) > 1e300
            """
        ) { row in
            outcome.report(
                Finding(
                    entity: transactions, primaryKey: row.integer(at: 0),
                    "ZTIMESTAMP is \(row.text(at: 1) ?? ""), no date"))
        }
        let strings = HistoryTable.transactionString.name
        let known = store.inspection.table(named: transactions)?.columns.map(\.name) ?? []
        // Each of these columns is the key of a text, such as the author's name.
        for column in known where column.hasSuffix("TS") && store.has(strings) {
            try store.connection.forEachRow(
                """
                SELECT t.Z_PK, quote(t.\(column.sqlIdentifier)) FROM \(transactions) AS t
                LEFT JOIN \(strings) AS s ON s.Z_PK = t.\(column.sqlIdentifier)
                WHERE t.\(column.sqlIdentifier) NOT NULL AND s.Z_PK IS NULL
                """
            ) { row in
                outcome.report(
                    Finding(
                        entity: transactions, primaryKey: row.integer(at: 0), property: column,
                        target: "\(strings) p\(row.text(at: 1) ?? "")", "does not exist"))
            }
        }
    }

    /// Checks the changes of objects: their entities exist, bitmaps of updates have exactly one bit for each property,
    /// and only deletions have tombstone values.
    private func checkChanges(_ store: VerifiedStore, _ outcome: inout CheckOutcome) throws {
        guard store.lacksModel == nil else { return }
        var bitmaps: [Int64: HistoryBitmap] = [:]
        for layout in store.layout.entities {
            guard let entity = store.model.entity(named: layout.name) else { continue }
            bitmaps[Int64(layout.number)] = HistoryBitmap(entity, layout, in: store.model)
        }
        let columns = store.inspection.table(named: HistoryTable.change.name)?.columns.map(\.name) ?? []
        guard columns.contains("ZCOLUMNS") else { return }
        let tombstoneColumns = columns.filter { $0.hasPrefix("ZTOMBSTONE") }
        let kept = tombstoneColumns.map { ", \($0) IS NOT NULL" }.joined()
        try store.connection.forEachRow(
            "SELECT Z_PK, ZCHANGETYPE, ZENTITY, ZCOLUMNS\(kept) FROM ACHANGE"
        ) { row in
            func report(_ words: String, _ property: String) {
                outcome.report(
                    Finding(
                        entity: "ACHANGE", primaryKey: row.integer(at: 0), property: property, words))
            }
            let number = row.integer(at: 2)
            guard let bitmap = bitmaps[number] else {
                // A migration leaves changes of removed entities.
                if !store.isMigrated { report("names the entity \(number), which does not exist", "ZENTITY") }
                return
            }
            let type = row.integer(at: 1)
            switch (type, row.blob(at: 3)) {
            case (1, let bytes?) where bytes.count != bitmap.byteCount:
                report(
                    "is a bitmap of \(bytes.count) bytes, not of \(bitmap.byteCount)", "ZCOLUMNS")
            case (1, let bytes?) where bitmap.bits(of: bytes) == nil:
                report("has a bit without a property", "ZCOLUMNS")
            case (1, nil): report("is missing for an update", "ZCOLUMNS")
            case (0, _?), (2, _?): report("belongs only to updates", "ZCOLUMNS")
            default: break
            }
            guard type != 2 else { return }
            for (index, column) in tombstoneColumns.enumerated() where row.integer(at: 4 + index) != 0 {
                report("has a value, but the object was not deleted", column)
            }
        }
    }
}
