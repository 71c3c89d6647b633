import SQLite
import StoreFormat

/// The tables of the persistent history hang together (docs/format.md#persistent-history).
struct HistoryCheck: StoreCheck {
    let name = "history"
    let purpose = "each change of the persistent history belongs to a transaction"

    /// The tables with the `Z_ENT` of their rows (docs/format.md#entity-numbers).
    static let tables: [(name: String, number: Int64)] = [
        ("ACHANGE", 16_001), ("ATRANSACTION", 16_002), ("ATRANSACTIONSTRING", 16_003),
    ]

    func run(on store: VerifiedStore, into outcome: inout CheckOutcome) throws {
        for table in Self.tables where store.has(table.name) {
            outcome.examine(try store.count("FROM \(table.name)"))
            try store.connection.forEachRow(
                "SELECT Z_PK, quote(Z_ENT) FROM \(table.name) WHERE Z_ENT IS NOT \(table.number)"
            ) { row in
                outcome.report(
                    Finding(
                        entity: table.name, primaryKey: row.integer(at: 0),
                        "Z_ENT is \(row.text(at: 1) ?? ""), not \(table.number)"))
            }
        }
        guard store.has("ACHANGE") else { return }
        try store.connection.forEachRow(
            "SELECT Z_PK, quote(ZCHANGETYPE) FROM ACHANGE WHERE ZCHANGETYPE NOT IN (0, 1, 2)"
        ) { row in
            outcome.report(
                Finding(
                    entity: "ACHANGE", primaryKey: row.integer(at: 0),
                    "ZCHANGETYPE is \(row.text(at: 1) ?? ""), not 0, 1 or 2"))
        }
        guard store.has("ATRANSACTION") else {
            outcome.report(Finding("there is a table ACHANGE, but no ATRANSACTION"))
            return
        }
        try store.connection.forEachRow(
            """
            SELECT c.Z_PK, quote(c.ZTRANSACTIONID) FROM ACHANGE AS c
            LEFT JOIN ATRANSACTION AS t ON t.Z_PK = c.ZTRANSACTIONID WHERE t.Z_PK IS NULL
            """
        ) { row in
            outcome.report(
                Finding(
                    entity: "ACHANGE", primaryKey: row.integer(at: 0), property: "ZTRANSACTIONID",
                    target: "ATRANSACTION p\(row.text(at: 1) ?? "")", "does not exist"))
        }
    }
}
