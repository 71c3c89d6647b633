import ObjectModel
import SQLite
import StoreFormat

/// Checks that `Z_PRIMARYKEY` has one row for each entity, numbered 1 to n in the model's order, with the number of the
/// superentity (docs/internals/format.md#entity-numbers, #metadata).
struct EntityNumberCheck: StoreCheck {
    let name = "entity numbers"
    let purpose = "Z_PRIMARYKEY numbers the model's entities from 1, including superentities"

    func run(on store: VerifiedStore, into outcome: inout CheckOutcome) throws {
        let rows = store.inspection.primaryKeys.filter { !$0.isHistory }
        outcome.examine(Int64(rows.count))
        checkHistory(store, &outcome)
        guard !store.model.isInferred, !store.isMigrated, !rows.isEmpty else {
            try checkLoosely(rows, store, &outcome)
            return
        }
        var known = Set(store.model.entities.map(\.name))
        for entity in store.model.entities {
            let former = entity.renamingIdentifier.flatMap(store.inspection.primaryKey)
            guard let row = store.inspection.primaryKey(of: entity.name) ?? former else {
                outcome.report(Finding(entity: entity.name, "has no row in Z_PRIMARYKEY"))
                continue
            }
            if row.name != entity.name {
                // This occurs in a real store without any other trace of a migration
                // (docs/internals/format.md#migrated-stores).
                known.insert(row.name)
                outcome.note(
                    Finding(
                        entity: entity.name,
                        "has its former name \(row.name) in Z_PRIMARYKEY"))
            }
            if row.number != Int64(entity.number) {
                outcome.report(
                    Finding(
                        entity: entity.name, "has the number \(row.number), not \(entity.number)"))
            }
            checkSuperentity(of: entity.name, row, store, &outcome)
        }
        for row in rows where !known.contains(row.name) {
            outcome.report(
                Finding(entity: row.name, "has a row in Z_PRIMARYKEY, but is not in the model"))
        }
    }

    /// Checks the numbers of a migrated store, where a migration may keep the former name of an entity
    /// (docs/internals/format.md#migrated-stores), or of a store with an inferred model, which has no numbers of its
    /// own.
    private func checkLoosely(
        _ rows: [PrimaryKeyRow], _ store: VerifiedStore, _ outcome: inout CheckOutcome
    ) throws {
        for (index, row) in rows.enumerated() where row.number != Int64(index + 1) {
            outcome.report(
                Finding(entity: row.name, "has the number \(row.number), not \(index + 1)"))
        }
        guard !rows.isEmpty else {
            // The rows may be missing in a store without objects, but not in one with objects.
            for root in store.roots where store.has(root.table) {
                guard try store.count("FROM (SELECT 1 FROM \(root.table.sqlIdentifier) LIMIT 1)") > 0
                else { continue }
                outcome.report(
                    Finding(entity: root.name, "has objects, but no row in Z_PRIMARYKEY"))
            }
            return
        }
        guard !store.model.isInferred else { return }
        for entity in store.model.entities {
            guard let row = store.inspection.primaryKey(of: entity.name) else {
                if rows.count < store.model.entities.count {
                    outcome.report(Finding(entity: entity.name, "has no row in Z_PRIMARYKEY"))
                }
                continue
            }
            checkSuperentity(of: entity.name, row, store, &outcome)
        }
    }

    private func checkSuperentity(
        of entity: String, _ row: PrimaryKeyRow, _ store: VerifiedStore,
        _ outcome: inout CheckOutcome
    ) {
        let parent =
            store.model.entity(named: entity)?.superentityName
            .flatMap { store.layout.entity(named: $0)?.number } ?? 0
        guard row.superNumber != Int64(parent) else { return }
        outcome.report(
            Finding(entity: entity, "Z_SUPER is \(row.superNumber), but in the model it is \(parent)"))
    }

    /// The tables of the history have their own names and numbers (docs/internals/format.md#entity-numbers).
    private func checkHistory(_ store: VerifiedStore, _ outcome: inout CheckOutcome) {
        for table in HistoryTable.allCases {
            let (name, number) = (table.entityName, table.entityNumber)
            guard let row = store.inspection.primaryKeys.first(where: { $0.number == number })
            else { continue }
            if row.name != name {
                outcome.report(
                    Finding(entity: row.name, "has the number \(number), which is \(name)'s"))
            }
            if row.superNumber != 0 {
                outcome.report(
                    Finding(entity: row.name, "Z_SUPER is \(row.superNumber), not 0"))
            }
        }
    }
}
