import ObjectLayer
import StoreFormat

/// Checks that the members of an ordered to-many relationship have distinct order keys
/// (docs/internals/format.md#relationships).
struct OrderKeyCheck: RowCheck {
    let name = "order keys"
    let purpose = "objects of an ordered to-many relationship have different order keys"

    func rules(of entity: EntityLayout, in store: VerifiedStore) throws -> [RowRule] {
        entity.toOnes.compactMap { toOne in
            guard let order = toOne.orderColumn else { return nil }
            let columns = [toOne.column, order]
            return RowRule(toOne.relationship.name, columns: columns) { row, indices in
                guard !row.isNull(at: indices[0]) else { return .absent }
                switch row.storageClass(at: indices[1]) {
                case .integer: return .sound
                case .null: return .wrong("has no order key")
                default: return .wrong("has the order key \(row.value(at: indices[1]).shortText)")
                }
            }
        }
    }

    func finish(
        on store: VerifiedStore, _ rowCounts: [Int: Int64], into outcome: inout CheckOutcome
    ) throws {
        for entity in store.layout.entities where store.has(entity.table) {
            for toOne in entity.toOnes where store.declares(entity, toOne.relationship.name) {
                guard let order = toOne.orderColumn else { continue }
                try checkDistinct(toOne, order, of: entity, in: store, &outcome)
            }
        }
        for join in store.layout.joinTables where store.has(join.name) {
            // For a relationship that is its own inverse, both columns contain destinations, and one of them has the
            // order.
            for side in join.isReflexive ? [join.ownerSide] : [join.ownerSide, join.otherSide] {
                guard let order = side.orderColumn else { continue }
                try checkPresent(order, of: side, in: join, store, &outcome)
                try checkDistinct(order, of: side, in: join, store, &outcome)
            }
        }
    }

    private func checkDistinct(
        _ toOne: ToOneColumn, _ order: String, of entity: EntityLayout, in store: VerifiedStore,
        _ outcome: inout CheckOutcome
    ) throws {
        let key = toOne.column.sqlIdentifier
        let order = order.sqlIdentifier
        try store.connection.forEachRow(
            """
            SELECT min(Z_PK), \(key), \(order) FROM \(entity.table.sqlIdentifier)
            WHERE \(entity.familyCondition) AND \(key) NOT NULL AND \(order) NOT NULL
            GROUP BY \(key), \(order) HAVING count(*) > 1
            """
        ) { row in
            outcome.report(
                Finding(
                    entity: entity.name, primaryKey: row.integer(at: 0),
                    property: toOne.relationship.name,
                    "shares the order key \(row.integer(at: 2)) with another object of "
                        + "\(toOne.destinationName) p\(row.integer(at: 1))"))
        }
    }

    private func checkDistinct(
        _ order: String, of side: JoinTableLayout.Side, in join: JoinTableLayout, _ store: VerifiedStore,
        _ outcome: inout CheckOutcome
    ) throws {
        let (owner, order) = (side.column.sqlIdentifier, order.sqlIdentifier)
        try store.connection.forEachRow(
            """
            SELECT \(owner), \(order), count(*) FROM \(join.name.sqlIdentifier)
            WHERE \(owner) NOT NULL AND \(order) NOT NULL GROUP BY \(owner), \(order) HAVING count(*) > 1
            """
        ) { row in
            outcome.warn(
                Finding(
                    entity: side.entityName, primaryKey: row.integer(at: 0), property: side.relationshipName,
                    "\(row.integer(at: 2)) objects share the order key \(row.integer(at: 1))"))
        }
    }

    /// Checks that each join row has an order key, as in all real stores.
    private func checkPresent(
        _ order: String, of side: JoinTableLayout.Side, in join: JoinTableLayout,
        _ store: VerifiedStore, _ outcome: inout CheckOutcome
    ) throws {
        let table = join.name.sqlIdentifier
        outcome.examine(try store.count("FROM \(table)"))
        let other = side == join.ownerSide ? join.otherSide : join.ownerSide
        try store.connection.forEachRow(
            """
            SELECT \(side.column.sqlIdentifier), \(other.column.sqlIdentifier) FROM \(table)
            WHERE \(order.sqlIdentifier) IS NULL
            """
        ) { row in
            outcome.report(
                Finding(
                    entity: side.entityName, primaryKey: row.integer(at: 0),
                    property: side.relationshipName,
                    target: "\(other.entityName) p\(row.integer(at: 1))",
                    "has no order key"))
        }
    }
}
