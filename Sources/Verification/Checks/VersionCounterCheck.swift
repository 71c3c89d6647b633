/// `Z_OPT`, which Core Data counts up with each save, is at least 1 (SPEC 8).
struct VersionCounterCheck: StoreCheck {
    let name = "Z_OPT"
    let purpose = "every row counts its saves from 1"

    func run(on store: VerifiedStore, into outcome: inout CheckOutcome) throws {
        for entity in store.roots where store.has(entity.table) {
            let table = entity.table.sqlIdentifier
            outcome.examine(try store.count("FROM \(table)"))
            try store.connection.forEachRow(
                """
                SELECT Z_PK, quote(Z_OPT) FROM \(table)
                WHERE typeof(Z_OPT) <> 'integer' OR Z_OPT < 1
                """
            ) { row in
                outcome.report(
                    Finding(
                        entity: entity.name, primaryKey: row.integer(at: 0),
                        "Z_OPT is \(row.text(at: 1) ?? "")"))
            }
        }
    }
}
