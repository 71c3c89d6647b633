import MergeRules
import ObjectLayer
import ObjectModel
import SQLite
import StoreFormat

/// The user's store for a merge that saves in batches. Rows outside the current batch are read by SQL.
final class BatchMergeContext: ObjectLayerContext {
    let context: ManagedObjectContext
    let schema: SeedMerge.Schema
    var savesBatches: Bool { true }
    private let connection: Connection
    private let layout: StoreLayout
    /// The prepared statements, by their text.
    private var statements: [String: Statement] = [:]

    init(_ coordinator: PersistentStoreCoordinator, over connection: Connection) throws {
        self.connection = connection
        layout = coordinator.layout
        schema = SeedMerge.Schema(layout)
        context = try ManagedObjectContext(coordinator, over: connection)
        context.name = "merge"
        context.transactionAuthor = "zseed"
    }

    // MARK: Objects

    func existingObject(_ root: String, _ id: ManagedObjectID) throws -> ManagedObject? {
        guard let object = try ifHeld({ try context.object(with: id) }), !object.isDeleted else { return nil }
        return try ifHeld { try context.existingObject(with: id) }
    }

    func permanentID(of object: ManagedObject) -> ManagedObjectID? {
        object.objectID.isTemporaryID ? nil : object.objectID
    }

    // MARK: Batches

    func endBatch() throws {
        do {
            // The merged store is verified as a whole later.
            try context.save(validates: false)
        } catch is ConstraintConflictError {
            throw SeedMerge.UniquenessConflict()
        }
    }

    func discardBatch() {
        context.rollback()
        context.reset()
    }

    func forgetObjects() { context.reset() }

    // MARK: Looking for objects

    func holders(
        of values: [(name: String, value: PropertyValue)], _ entity: String, whenSaving: Bool
    ) throws -> [ManagedObject] {
        var request = try FetchRequest(entityName: entity, values)
        // Otherwise each fetch would search all objects that the batch changed.
        request.includesPendingChanges = false
        return try context.fetch(request)
    }

    func find(_ root: String, primaryKey: Int64) throws -> (id: ManagedObjectID, entity: String)? {
        guard let entity = try entity(root, primaryKey) else { return nil }
        return (try id(entity.name, primaryKey: primaryKey), entity.name)
    }

    /// Creates temporary indexes for the keys, because a search by a key without an index reads the whole table for
    /// each object.
    func searching<Result>(by keys: [String: Set<[String]>], _ body: () throws -> Result) throws -> Result {
        var indexes: Set<String> = []
        for (name, keys) in keys {
            guard let entity = layout.entity(named: name) else { continue }
            let indexed = layout.model.lineage(of: name).flatMap(\.uniquenessConstraints).map(Set.init)
            for names in keys where !indexed.contains(Set(names)) {
                let columns = names.compactMap { entity.attribute($0)?.column ?? entity.toOne($0)?.column }
                let list = columns.map(\.sqlIdentifier).joined(separator: ", ")
                indexes.insert("\(entity.table.sqlIdentifier) (\(list))")
            }
        }
        try connection.execute("BEGIN IMMEDIATE")
        for (number, index) in indexes.sortedInBinaryOrder().enumerated() {
            try connection.execute("CREATE INDEX \"zseed key \(number)\" ON \(index)")
        }
        let result = try body()
        context.reset()
        try connection.execute("ROLLBACK")
        return result
    }

    func lacking(
        _ toOne: SeedMerge.Relationship, _ entity: SeedMerge.Entity, among ids: Set<ManagedObjectID>
    ) throws -> Set<ManagedObjectID> {
        guard let entity = layout.entity(named: entity.name), let column = entity.toOne(toOne.name)?.column,
            !ids.isEmpty
        else { return [] }
        let keys = Set(
            try connection.rows(
                "SELECT Z_PK FROM \(entity.table.sqlIdentifier) WHERE Z_ENT = \(entity.number) "
                    + "AND \(column.sqlIdentifier) IS NULL"
            ) { $0.integer(at: 0) })
        return ids.filter { $0.primaryKey.map(keys.contains) == true }
    }

    func links(
        of relationship: SeedMerge.Relationship, _ entity: SeedMerge.Entity, to ids: Set<ManagedObjectID>
    ) throws -> [(owner: ManagedObjectID, member: ManagedObjectID)] {
        guard let entity = layout.entity(named: entity.name) else { return [] }
        let (table, owner, member): (String, String, String)
        if let toOne = entity.toOne(relationship.name) {
            (table, owner, member) = (entity.table, "Z_PK", toOne.column)
        } else if let rows = entity.toMany(relationship.name)?.storage.rows {
            (table, owner, member) = (rows.table, rows.owner, rows.member)
        } else {
            return []
        }
        let members = Dictionary(
            ids.compactMap { id in id.primaryKey.map { ($0, id) } }, uniquingKeysWith: { first, _ in first })
        var links: [(owner: ManagedObjectID, member: ManagedObjectID)] = []
        try connection.forEachRow(
            "SELECT \(owner.sqlIdentifier), \(member.sqlIdentifier) FROM \(table.sqlIdentifier) "
                + "WHERE \(owner.sqlIdentifier) NOT NULL AND \(member.sqlIdentifier) NOT NULL"
        ) { row in
            guard let member = members[row.integer(at: 1)] else { return }
            links.append((try id(entity.rootName, primaryKey: row.integer(at: 0)), member))
        }
        return links
    }

    func memberCount(
        _ name: String, _ root: String, _ id: ManagedObjectID
    ) throws -> (entity: String, count: Int)? {
        guard let key = id.primaryKey, let entity = try entity(root, key),
            let rows = entity.toMany(name)?.storage.rows
        else { return nil }
        let count = try integer(
            "SELECT count(*) FROM \(rows.table.sqlIdentifier) WHERE \(rows.owner.sqlIdentifier) = ?1", key)
        return (entity.name, Int(count ?? 0))
    }

    func isMember(
        _ member: ManagedObject, of owner: ManagedObject, _ toMany: SeedMerge.Relationship
    ) throws -> Bool? {
        guard let member = member.objectID.primaryKey, let key = owner.objectID.primaryKey,
            let rows = layout.entity(named: owner.objectID.entityName)?.toMany(toMany.name)?.storage.rows
        else { return nil }
        return try integer(
            "SELECT 1 FROM \(rows.table.sqlIdentifier) WHERE \(rows.owner.sqlIdentifier) = ?1 "
                + "AND \(rows.member.sqlIdentifier) = ?2", key, member) != nil
    }

    func owner(of member: ManagedObject, _ toMany: SeedMerge.Relationship) throws -> ManagedObjectID? {
        guard let key = member.objectID.primaryKey else { return nil }
        for entity in layout.entities {
            guard let own = entity.toMany(toMany.name), own.destinationName == toMany.destination,
                case .column(let table, let column) = own.storage,
                let owner = try integer(
                    "SELECT \(column.sqlIdentifier) FROM \(table.sqlIdentifier) WHERE Z_PK = ?1", key)
            else { continue }
            return try id(entity.rootName, primaryKey: owner)
        }
        return nil
    }

    func destinationID(_ name: String, _ root: String, _ id: ManagedObjectID) throws -> ManagedObjectID? {
        guard let key = id.primaryKey, let entity = try entity(root, key), let toOne = entity.toOne(name),
            let destination = try integer(
                "SELECT \(toOne.column.sqlIdentifier) FROM \(entity.table.sqlIdentifier) WHERE Z_PK = ?1",
                key)
        else { return nil }
        let target = layout.entity(named: toOne.destinationName)?.rootName ?? root
        return try self.id(target, primaryKey: destination)
    }

    /// Returns the entity of a row, or nil if there is no such row.
    private func entity(_ root: String, _ key: Int64) throws -> EntityLayout? {
        guard let table = layout.entity(named: root)?.table,
            let number = try integer("SELECT Z_ENT FROM \(table.sqlIdentifier) WHERE Z_PK = ?1", key)
        else { return nil }
        return layout.entities.first { Int64($0.number) == number }
    }

    /// Returns the first number of a query, or nil if there is no row or no value.
    private func integer(_ sql: String, _ keys: Int64...) throws -> Int64? {
        let statement = try statements[sql] ?? connection.prepare(sql, isPersistent: true)
        statements[sql] = statement
        defer { statement.reset() }
        for (index, key) in keys.enumerated() { try statement.bind(key, at: index + 1) }
        return try statement.step() && !statement.isNull(at: 0) ? statement.integer(at: 0) : nil
    }
}
