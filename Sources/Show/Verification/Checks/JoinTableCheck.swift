import SQLite
import StoreFormat

/// Checks that both ends of every join row exist and have the right entity (docs/internals/format.md#rows).
struct JoinTableCheck: RowCheck {
    let name = "many-to-many rows"
    let purpose = "both ends of every join row exist and have the right entity"
    let isAboutObjects = true

    func finish(
        on store: VerifiedStore, _ rowCounts: [Int: Int64], into outcome: inout CheckOutcome
    ) throws {
        for join in store.layout.joinTables where store.has(join.name) {
            try check(join, in: store, &outcome)
        }
    }

    private func check(
        _ join: JoinTableLayout, in store: VerifiedStore, _ outcome: inout CheckOutcome
    ) throws {
        let sides = [join.ownerSide, join.otherSide]
        let entities = sides.compactMap { store.layout.entity(named: $0.entityName) }
            .filter { store.has($0.table) }
        guard entities.count == sides.count else { return }
        let keys = try entities.map { try store.keys(of: $0) }
        let columns = sides.map(\.column.sqlIdentifier).joined(separator: ", ")
        try store.connection.forEachRow("SELECT \(columns) FROM \(join.name.sqlIdentifier)") {
            row in
            outcome.examine(1)
            for side in sides.indices {
                let target = row.integer(at: side)
                guard
                    let problem = row.isNull(at: side)
                        ? "does not exist"
                        : try store.problem(ofTarget: target, keys[side], entities[side])
                else { continue }
                let source = sides[1 - side]
                outcome.report(
                    Finding(
                        entity: source.entityName, primaryKey: row.integer(at: 1 - side),
                        property: source.relationshipName,
                        target: row.isNull(at: side)
                            ? "NULL" : "\(entities[side].name) p\(target)", problem))
            }
        }
    }
}
