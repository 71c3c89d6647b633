import ObjectModel
import SQLite
import StoreFormat

/// An object from a store or a parent context: its ID and committed values.
struct FetchedRow {
    let id: ManagedObjectID
    let snapshot: RowSnapshot
}

extension StoreSession {
    /// Returns the current row of a statement that selects ``selection(of:alias:)``; nil if its `Z_ENT` is not in the
    /// family.
    func row(of statement: Statement, _ reading: FamilyReading) -> FetchedRow? {
        guard let found = reading.reading(ofEntityNumbered: statement.integer(at: 1)) else {
            return nil
        }
        let id = ManagedObjectID(
            entity: found.entity, key: .permanent(statement.integer(at: 0)))
        return FetchedRow(
            id: id, snapshot: found.reading.snapshot(of: statement, in: map))
    }

    /// Returns the columns of a selection as SQL text.
    static func selection(of reading: FamilyReading, alias: String) -> String {
        (["Z_PK", "Z_ENT", "Z_OPT"] + reading.columns)
            .map { "\(alias).\($0.sqlIdentifier)" }.joined(separator: ", ")
    }

    /// Returns the rows of objects of one family. Missing rows are left out.
    func rows(of keys: [Int64], in entity: MappedEntity) throws -> [FetchedRow] {
        guard let root = map.entity(named: entity.layout.rootName) else { return [] }
        let reading = map.reading(of: root)
        let selection = Self.selection(of: reading, alias: "t0")
        let from = "FROM \(root.table.sqlIdentifier) AS t0 WHERE t0.Z_PK"
        var result: [FetchedRow] = []
        try forEachChunk(of: keys) { list, binds in
            try forEachRow("SELECT \(selection) \(from) \(list)", binds) { statement in
                if let row = row(of: statement, reading) { result.append(row) }
            }
        }
        return result
    }

    /// Returns the entity of a row; nil if there is no such row, or its `Z_ENT` is not in the family.
    func concreteEntity(ofKey key: Int64, in entity: MappedEntity) throws -> MappedEntity? {
        let numbers = try rows(
            "SELECT Z_ENT FROM \(entity.table.sqlIdentifier) WHERE Z_PK = ?", [.integer(key)]
        ) { $0.integer(at: 0) }
        guard let number = numbers.first.flatMap({ Int(exactly: $0) }),
            let found = map.entity(numbered: number), found.isKind(of: entity)
        else { return nil }
        return found
    }

    // MARK: To-many relationships

    /// Returns the destinations of a to-many relationship for each source key that has any. They are in order if the
    /// relationship is ordered, and otherwise in the order of their primary keys.
    func destinations(
        of toMany: MappedEntity.ToMany, sources keys: [Int64]
    ) throws -> [(source: Int64, members: [ManagedObjectID])] {
        guard let storage = toMany.storage, let declared = map.destination(of: toMany.relationship)
        else { return [] }
        // Without subentities, `Z_ENT` does not have to be read.
        let isExact = declared.family.count < 2
        let (condition, order) = Self.destinationSQL(of: storage, declared, isExact: isExact)
        var result: [(source: Int64, members: [ManagedObjectID])] = []
        try forEachChunk(of: keys) { list, binds in
            try forEachRow("\(condition) \(list) \(order)", binds) { statement in
                // A range also includes fractions, which a damaged store may contain.
                guard case .integer(let source) = statement.value(at: 0) else { return }
                let named =
                    isExact
                    ? nil
                    : Int(exactly: statement.integer(at: 2))
                        .flatMap { map.entity(numbered: $0) }
                let entity = named.flatMap { $0.isKind(of: declared) ? $0 : nil } ?? declared
                if result.last?.source != source { result.append((source, [])) }
                result[result.count - 1].members.append(
                    ManagedObjectID(entity: entity, key: .permanent(statement.integer(at: 1))))
            }
        }
        return result
    }

    /// Returns the statement for the destinations of a to-many relationship without its list of sources: the parts
    /// before and after ` IN (…)` or ` BETWEEN …`. Its columns are the source, the destination and, unless all
    /// destinations have one entity, the `Z_ENT`. Without `Z_ENT`, SQLite may answer from an index alone, including any
    /// errors in that index.
    private static func destinationSQL(
        of storage: ToManyStorage.Storage, _ declared: MappedEntity, isExact: Bool
    ) -> (condition: String, order: String) {
        switch storage {
        case .inverseToOne(let table, let column, let orderColumn):
            return directSQL(
                table: table, column: column, orderColumn: orderColumn, isExact: isExact)
        case .column(let table, let column):
            return directSQL(table: table, column: column, orderColumn: nil, isExact: isExact)
        case .joinTable(let join, let own, let other, let order):
            let (own, other) = ("j.\(own.sqlIdentifier)", "j.\(other.sqlIdentifier)")
            let order = order.map { "j.\($0.sqlIdentifier), " } ?? ""
            if isExact {
                return (
                    "SELECT \(own), \(other) FROM \(join.name.sqlIdentifier) AS j WHERE \(own)",
                    "ORDER BY \(own), \(order)\(other)"
                )
            }
            return (
                """
                SELECT \(own), \(other), d.Z_ENT FROM \(join.name.sqlIdentifier) AS j \
                LEFT JOIN \(declared.table.sqlIdentifier) AS d ON d.Z_PK = \(other) WHERE \(own)
                """, "ORDER BY \(own), \(order)\(other)"
            )
        }
    }

    private static func directSQL(
        table: String, column: String, orderColumn: String?, isExact: Bool
    ) -> (condition: String, order: String) {
        let column = column.sqlIdentifier
        let order = orderColumn.map { "\($0.sqlIdentifier), " } ?? ""
        let entity = isExact ? "" : ", Z_ENT"
        return (
            "SELECT \(column), Z_PK\(entity) FROM \(table.sqlIdentifier) WHERE \(column)",
            "ORDER BY \(column), \(order)Z_PK"
        )
    }

    // MARK: Lists of keys

    /// The lengths of lists and their SQL. Shorter lists are padded with NULL, so that all lists share a few
    /// statements.
    private static let lists = [1, 8, 32, keysPerStatement].map { count in
        (
            count: count,
            sql: "IN (" + Array(repeating: "?", count: count).joined(separator: ", ") + ")"
        )
    }

    /// Passes chunks of keys, in ascending order, with the condition that a column has one of them. Most keys have no
    /// gaps, and then no list is needed.
    private func forEachChunk(
        of keys: [Int64], _ body: (_ list: String, _ binds: [Value]) throws -> Void
    ) throws {
        let keys = Self.sortedOnce(keys)
        func giveRange(of chunk: ArraySlice<Int64>) throws -> Bool {
            guard chunk.count > 1, let range = Self.range(of: chunk) else { return false }
            try body("BETWEEN ? AND ?", [.integer(range.lowerBound), .integer(range.upperBound)])
            return true
        }
        if try giveRange(of: keys[...]) { return }
        for start in stride(from: 0, to: keys.count, by: Self.keysPerStatement) {
            let chunk = keys[start..<min(start + Self.keysPerStatement, keys.count)]
            if try giveRange(of: chunk) { continue }
            guard let list = Self.lists.first(where: { $0.count >= chunk.count }) else { continue }
            let unused = Array(repeating: Value.null, count: list.count - chunk.count)
            try body(list.sql, chunk.map { Value.integer($0) } + unused)
        }
    }

    /// Returns the keys in ascending order, each once.
    private static func sortedOnce(_ keys: [Int64]) -> [Int64] {
        if zip(keys, keys.dropFirst()).allSatisfy(<) { return keys }
        var result: [Int64] = []
        result.reserveCapacity(keys.count)
        for key in keys.sorted() where key != result.last { result.append(key) }
        return result
    }

    /// Returns the range of sorted keys without gaps; nil if there are gaps.
    private static func range(of keys: ArraySlice<Int64>) -> ClosedRange<Int64>? {
        guard let least = keys.first, let greatest = keys.last,
            greatest.subtractingReportingOverflow(least) == (Int64(keys.count - 1), false)
        else { return nil }
        return least...greatest
    }
}
