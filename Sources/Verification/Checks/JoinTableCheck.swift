import StoreFormat

/// Both ends of every join row exist and are of the right entity (SPEC 8).
struct JoinTableCheck: StoreCheck {
    let name = "many-to-many rows"
    let purpose = "both ends of every join row exist and are of the right entity"

    func run(on store: VerifiedStore, into outcome: inout CheckOutcome) throws {
        for join in store.layout.joinTables where store.has(join.name) {
            let table = join.name.sqlIdentifier
            outcome.examine(try store.count("FROM \(table)"))
            for side in [join.ownerSide, join.otherSide] {
                guard let entity = store.layout.entity(named: side.entityName),
                    store.has(entity.table)
                else { continue }
                let column = "j.\(side.column.sqlIdentifier)"
                try store.connection.forEachRow(
                    """
                    SELECT \(column), y.Z_ENT FROM \(table) AS j
                    LEFT JOIN \(entity.table.sqlIdentifier) AS y ON y.Z_PK = \(column)
                    WHERE y.Z_PK IS NULL OR NOT \(entity.familyCondition(alias: "y"))
                    """
                ) { row in
                    let key = "p\(row.integer(at: 0))"
                    outcome.report(
                        Finding(
                            row.isNull(at: 1)
                                ? "\(join.name): \(entity.name) \(key) does not exist"
                                : "\(join.name): \(key) is a "
                                    + "\(store.name(ofEntityNumbered: row.integer(at: 1))), "
                                    + "not a \(entity.name)"))
                }
            }
        }
    }
}
