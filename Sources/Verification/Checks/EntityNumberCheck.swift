/// The numbers of the entities are 1 to n without gaps, and superentities exist (SPEC 1, 7).
struct EntityNumberCheck: StoreCheck {
    let name = "entity numbers"
    let purpose = "Z_PRIMARYKEY numbers the model's entities from 1, superentities included"

    func run(on store: VerifiedStore, into outcome: inout CheckOutcome) throws {
        let rows = store.inspection.primaryKeys.filter { !$0.isHistory }
        outcome.examine(Int64(rows.count))
        for (index, row) in rows.enumerated() where row.number != Int64(index + 1) {
            outcome.report(
                Finding(entity: row.name, "has the number \(row.number), not \(index + 1)"))
        }
        // Some real stores have no rows there; others keep the former name of an entity (SPEC 10).
        guard !rows.isEmpty, !store.model.isInferred else { return }
        for entity in store.model.entities {
            guard let row = store.inspection.primaryKey(of: entity.name) else {
                if rows.count < store.model.entities.count {
                    outcome.report(Finding(entity: entity.name, "has no row in Z_PRIMARYKEY"))
                }
                continue
            }
            let parent = entity.superentityName
                .flatMap { store.layout.entity(named: $0)?.number } ?? 0
            if row.superNumber != Int64(parent) {
                outcome.report(
                    Finding(
                        entity: entity.name, "Z_SUPER is \(row.superNumber), the model says \(parent)"))
            }
        }
    }
}
