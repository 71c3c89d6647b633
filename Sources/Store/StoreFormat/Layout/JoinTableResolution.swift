import ObjectModel

/// Finds the planned join tables among the tables of a store.
///
/// The naming side of a pair within one entity follows a hash order (docs/internals/format.md#many-to-many), and a
/// migration may keep earlier numbers. A table is the planned one if its two columns can be.
struct JoinTableResolution {
    let schema: StoreSchema
    let stored: StoredTables
    private(set) var tables: [JoinTableLayout] = []
    private(set) var problems: [LayoutProblem] = []
    private var claimed: Set<String> = []

    init(schema: StoreSchema, stored: StoredTables) {
        self.schema = schema
        self.stored = stored
        // Tables with the planned name are matched first, so that no other table takes their place.
        var exact: [String: JoinTableLayout] = [:]
        for planned in schema.joinTables {
            guard let table = stored.table(planned.name),
                let layout = layout(planned, in: table, leastScore: Score.sameName)
            else { continue }
            claimed.insert(table.name)
            exact[planned.name] = layout
        }
        for planned in schema.joinTables {
            if let layout = exact[planned.name] {
                tables.append(layout)
            } else {
                search(planned)
            }
        }
    }

    private mutating func search(_ planned: SchemaJoinTable) {
        let candidates =
            [stored.table(planned.name)].compactMap { $0 }
            + stored.joinTables(of: planned.namingSide.relationshipName)
            + stored.joinTables(of: planned.otherSide.relationshipName)
        for table in candidates where !claimed.contains(table.name) {
            guard let layout = layout(planned, in: table, leastScore: Score.sameNumber) else {
                continue
            }
            claimed.insert(table.name)
            tables.append(layout)
            if table.name != planned.name {
                problems.append(
                    .foundElsewhere(
                        entity: planned.namingSide.entityName,
                        property: planned.namingSide.relationshipName, expected: planned.name,
                        found: table.name))
            }
            return
        }
        problems.append(
            .missingJoinTable(
                entity: planned.namingSide.entityName,
                relationship: planned.namingSide.relationshipName, expected: planned.name))
    }

    /// The similarity of a store's column to a planned one.
    private enum Score {
        static let exact = 4
        /// Only the number that a collision adds differs.
        static let sameBase = 3
        /// Only numbers differ.
        static let sameName = 2
        static let sameNumber = 1
    }

    private func score(of found: String, for planned: String) -> Int {
        if found == planned { return Score.exact }
        guard let one = NumberedName(join: found), let other = NumberedName(join: planned) else {
            return 0
        }
        let hasSameName = Self.stem(one.name) == Self.stem(other.name)
        if one.number == other.number { return hasSameName ? Score.sameBase : Score.sameNumber }
        return hasSameName ? Score.sameName : 0
    }

    private static func stem(_ name: String) -> Substring {
        let digits = name.reversed().prefix { $0.isASCII && $0.isNumber }
        return name.dropLast(digits.count)
    }

    private func layout(
        _ planned: SchemaJoinTable, in table: StoredTable, leastScore: Int
    ) -> JoinTableLayout? {
        let keys = table.columns.map(\.name).filter { !$0.hasPrefix("Z_FOK_") }
        guard keys.count == 2 else { return nil }
        func scores(_ one: String, _ other: String) -> (least: Int, sum: Int) {
            let first = score(of: one, for: planned.namingSide.column)
            let second = score(of: other, for: planned.otherSide.column)
            return (min(first, second), first + second)
        }
        let straight = scores(keys[0], keys[1])
        let crossed = scores(keys[1], keys[0])
        let isCrossed = (crossed.least, crossed.sum) > (straight.least, straight.sum)
        guard (isCrossed ? crossed : straight).least >= leastScore else { return nil }
        let own = isCrossed ? keys[1] : keys[0]
        let other = isCrossed ? keys[0] : keys[1]
        return JoinTableLayout(
            name: table.name,
            ownerSide: side(
                planned.namingSide, column: own, targets: planned.isReflexive ? own : other,
                in: table),
            otherSide: side(planned.otherSide, column: other, targets: own, in: table),
            isReflexive: planned.isReflexive)
    }

    /// Returns a side with the store's columns. Its order key is named after the column of the inverse's side.
    private func side(
        _ planned: SchemaJoinTable.Side, column: String, targets: String, in table: StoredTable
    ) -> SchemaJoinTable.Side {
        let orderColumn = table.column(StoreName.joinOrderKey(column: targets))?.name
        return SchemaJoinTable.Side(
            entityName: planned.entityName, relationshipName: planned.relationshipName,
            column: column, orderColumn: orderColumn ?? otherOrderColumn(planned, in: table))
    }

    /// Returns the only order key of a table whose names have outdated numbers.
    private func otherOrderColumn(
        _ planned: SchemaJoinTable.Side, in table: StoredTable
    ) -> String? {
        guard planned.orderColumn != nil else { return nil }
        let keys = table.columns.map(\.name).filter { $0.hasPrefix("Z_FOK_") }
        return keys.count == 1 ? keys.first : nil
    }
}
