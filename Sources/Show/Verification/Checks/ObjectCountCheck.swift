import ObjectLayer
import StoreFormat

/// Checks that a context finds as many objects of each entity as its table has rows. The check detects an index that
/// lacks rows.
struct ObjectCountCheck: RowCheck {
    let name = "object counts"
    let purpose = "a fetch request finds as many objects of each entity as there are rows"

    func rules(of entity: EntityLayout, in store: VerifiedStore) -> [RowRule] { [RowRule { _, _ in .sound }] }

    func finish(
        on store: VerifiedStore, _ rowCounts: [Int: Int64], into outcome: inout CheckOutcome
    ) throws {
        let context = try store.context()
        for root in store.roots where store.has(root.table) {
            for number in store.concreteNumbers(ofFamily: root) {
                guard let entity = store.layout.entity(numbered: number) else { continue }
                let rows = rowCounts[number] ?? 0
                var request = FetchRequest(entityName: entity.name)
                request.includesSubentities = false
                let objects = Int64(try context.count(for: request))
                if objects != rows {
                    outcome.report(
                        Finding(
                            entity: entity.name,
                            objects == 1
                                ? "1 object is found, but there are \(rows) rows"
                                : "\(objects) objects are found, but there "
                                    + (rows == 1 ? "is 1 row" : "are \(rows) rows")))
                }
            }
        }
    }
}
