import StoreFormat

/// Checks that `Z_MAX` is at least the highest primary key, and is set only at root entities
/// (docs/internals/format.md#metadata).
///
/// A `Z_MAX` that is too low is the classic mistake of hand-made stores: the app's next insertion uses a primary key
/// that already exists.
struct HighestPrimaryKeyCheck: StoreCheck {
    let name = "Z_MAX"
    let purpose = "the next object that the app inserts gets a free primary key"

    func run(on store: VerifiedStore, into outcome: inout CheckOutcome) throws {
        let rows = store.inspection.primaryKeys.filter { !$0.isHistory }
        for row in rows where row.superNumber != 0 {
            outcome.examine(1)
            if row.highestPrimaryKey != 0 {
                outcome.report(
                    Finding(
                        entity: row.name,
                        "is a subentity, but has Z_MAX \(row.highestPrimaryKey) instead of 0"))
            }
        }
        for entity in store.roots where store.has(entity.table) {
            outcome.examine(1)
            let table = entity.table.sqlIdentifier
            // Two subqueries in one statement: with both aggregates in one query, SQLite would read the whole table.
            let (highest, lowest) =
                try store.connection.firstRow(
                    "SELECT (SELECT max(Z_PK) FROM \(table)), (SELECT min(Z_PK) FROM \(table))"
                ) {
                    ($0.isNull(at: 0) ? 0 : $0.integer(at: 0), $0.isNull(at: 1) ? 1 : $0.integer(at: 1))
                } ?? (0, 1)
            let noted = store.inspection.primaryKey(of: entity.name)?.highestPrimaryKey
            if let noted, highest > noted {
                outcome.report(
                    Finding(entity: entity.name, "Z_MAX is \(noted), but there is p\(highest)"))
            }
            if let noted, noted == .max { outcome.report(Self.noNext(entity.name, noted)) }
            if lowest < 1 {
                outcome.report(Finding(entity: entity.name, "there is a primary key \(lowest)"))
            }
        }
        try history(store, &outcome)
    }

    private static func noNext(_ entity: String, _ noted: Int64) -> Finding {
        Finding(entity: entity, "Z_MAX is \(noted): there is no next primary key")
    }

    private func history(_ store: VerifiedStore, _ outcome: inout CheckOutcome) throws {
        for (table, number) in HistoryTable.allCases.map({ ($0.name, $0.entityNumber) })
        where store.has(table) {
            outcome.examine(1)
            let highest = try store.connection.integer("SELECT max(Z_PK) FROM \(table)") ?? 0
            let noted = store.inspection.primaryKeys.first { $0.number == number }
            if let noted, noted.highestPrimaryKey == .max {
                outcome.report(Self.noNext(noted.name, noted.highestPrimaryKey))
            }
            if highest > noted?.highestPrimaryKey ?? 0 {
                outcome.report(
                    Finding(
                        "the history table \(table) has a row \(highest) "
                            + "beyond its Z_MAX \(noted?.highestPrimaryKey ?? 0)"))
            }
        }
    }
}
