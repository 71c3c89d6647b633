import SQLite
import StoreFormat

/// The tables of the persistent history hang together (docs/format.md#persistent-history).
struct HistoryCheck: StoreCheck {
    let name = "history"
    let purpose = "each change of the persistent history belongs to a transaction"

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
            "SELECT Z_PK, quote(ZCHANGETYPE) FROM \(changes) WHERE ZCHANGETYPE NOT IN (0, 1, 2)"
        ) { row in
            outcome.report(
                Finding(
                    entity: changes, primaryKey: row.integer(at: 0),
                    "ZCHANGETYPE is \(row.text(at: 1) ?? ""), not 0, 1 or 2"))
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
    }
}
