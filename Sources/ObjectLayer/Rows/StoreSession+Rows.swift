import ObjectModel
import SQLite

/// An object as a source gives it: its ID and committed values.
struct FetchedRow {
    let id: ManagedObjectID
    let snapshot: RowSnapshot
}

extension StoreSession {
    /// The current row of a statement that selects ``selection(of:alias:)``; nil where its `Z_ENT`
    /// is none of the family.
    func row(of statement: Statement, _ reading: FamilyReading) -> FetchedRow? {
        guard let found = reading.reading(ofEntityNumbered: statement.integer(at: 1)) else {
            return nil
        }
        let id = ManagedObjectID(
            entity: found.entity, key: .permanent(statement.integer(at: 0)))
        return FetchedRow(
            id: id, snapshot: found.reading.snapshot(of: statement, found.entity, in: map))
    }

    /// The columns of a selection, as SQL text.
    static func selection(of reading: FamilyReading, alias: String) -> String {
        (["Z_PK", "Z_ENT", "Z_OPT"] + reading.columns)
            .map { "\(alias).\($0.sqlIdentifier)" }.joined(separator: ", ")
    }

    /// The rows of objects of one family; those that are not there are left out.
    func rows(of keys: [Int64], in entity: MappedEntity) throws -> [FetchedRow] {
        guard let root = map.entity(named: entity.layout.rootName) else { return [] }
        let reading = map.reading(of: root)
        let sql = """
            SELECT \(Self.selection(of: reading, alias: "t0")) \
            FROM \(root.table.sqlIdentifier) AS t0 WHERE t0.Z_PK IN \(Self.keyList)
            """
        var result: [FetchedRow] = []
        try forEachChunk(of: keys) { binds in
            try forEachRow(sql, binds) { statement in
                if let row = row(of: statement, reading) { result.append(row) }
            }
        }
        return result
    }

    /// The entity of a row; nil where there is no such row, or its `Z_ENT` is none of the family.
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

    /// The destinations of a to-many relationship, for each of its sources that has any, in their
    /// order where they have one, otherwise in that of their primary keys.
    func destinations(
        of toMany: MappedEntity.ToMany, sources keys: [Int64]
    ) throws -> [Int64: [ManagedObjectID]] {
        guard let storage = toMany.storage, let declared = map.destination(of: toMany.relationship)
        else { return [:] }
        let sql: String
        switch storage {
        case .inverseToOne(let table, let column, let orderColumn):
            sql = Self.directSQL(table: table, column: column, orderColumn: orderColumn)
        case .column(let table, let column):
            sql = Self.directSQL(table: table, column: column, orderColumn: nil)
        case .joinTable(let join, let own, let other, let order):
            let order = order.map { "j.\($0.sqlIdentifier), " } ?? ""
            sql = """
                SELECT j.\(own.sqlIdentifier), j.\(other.sqlIdentifier), d.Z_ENT \
                FROM \(join.name.sqlIdentifier) AS j \
                LEFT JOIN \(declared.table.sqlIdentifier) AS d \
                ON d.Z_PK = j.\(other.sqlIdentifier) \
                WHERE j.\(own.sqlIdentifier) IN \(Self.keyList) \
                ORDER BY j.\(own.sqlIdentifier), \(order)j.\(other.sqlIdentifier)
                """
        }
        var result: [Int64: [ManagedObjectID]] = [:]
        try forEachChunk(of: keys) { binds in
            try forEachRow(sql, binds) { statement in
                let named = Int(exactly: statement.integer(at: 2))
                    .flatMap { map.entity(numbered: $0) }
                let entity = named.flatMap { $0.isKind(of: declared) ? $0 : nil } ?? declared
                result[statement.integer(at: 0), default: []].append(
                    ManagedObjectID(entity: entity, key: .permanent(statement.integer(at: 1))))
            }
        }
        return result
    }

    private static func directSQL(table: String, column: String, orderColumn: String?) -> String {
        let column = column.sqlIdentifier
        let order = orderColumn.map { "\($0.sqlIdentifier), " } ?? ""
        return """
            SELECT \(column), Z_PK, Z_ENT FROM \(table.sqlIdentifier) \
            WHERE \(column) IN \(keyList) ORDER BY \(column), \(order)Z_PK
            """
    }

    // MARK: Lists of keys

    private static let keyList =
        "(" + Array(repeating: "?", count: keysPerStatement).joined(separator: ", ") + ")"

    private func forEachChunk(of keys: [Int64], _ body: ([Value]) throws -> Void) throws {
        let size = Self.keysPerStatement
        for start in stride(from: 0, to: keys.count, by: size) {
            let chunk = keys[start..<min(start + size, keys.count)].map { Value.integer($0) }
            try body(chunk + Array(repeating: .null, count: size - chunk.count))
        }
    }
}
