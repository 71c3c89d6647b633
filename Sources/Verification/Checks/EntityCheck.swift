import StoreFormat

/// Every row names a concrete entity of its table's family in `Z_ENT` (SPEC 8).
struct EntityCheck: StoreCheck {
    let name = "Z_ENT"
    let purpose = "every row belongs to a concrete entity of its table"

    func run(on store: VerifiedStore, into outcome: inout CheckOutcome) throws {
        for entity in store.roots where store.has(entity.table) {
            let table = entity.table.sqlIdentifier
            outcome.examine(try store.count("FROM \(table)"))
            let allowed = store.concreteNumbers(ofFamily: entity).map(String.init)
            try store.connection.forEachRow(
                """
                SELECT Z_PK, Z_ENT FROM \(table)
                WHERE Z_ENT IS NULL OR Z_ENT NOT IN (\(allowed.joined(separator: ", ")))
                """
            ) { row in
                let number = row.isNull(at: 1) ? nil : row.integer(at: 1)
                outcome.report(
                    Finding(
                        entity: entity.name, primaryKey: row.integer(at: 0),
                        number.map { "Z_ENT is \($0), \(store.name(ofEntityNumbered: $0))" }
                            ?? "Z_ENT is NULL"))
            }
        }
    }
}
