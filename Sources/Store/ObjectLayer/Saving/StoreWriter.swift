import ObjectModel
import SQLite

/// Writes the changes of a context to its store, in a transaction that the context opened.
///
/// Nothing in memory changes before the transaction is committed. The state after the commit is collected in ``rows``
/// and ``names``.
final class StoreWriter {
    let session: StoreSession
    let context: ManagedObjectContext
    let store: PersistentStore
    /// The index of the store in its coordinator.
    let storeIndex: Int
    /// The permanent IDs of inserted objects, by temporary ID.
    private(set) var names: [ManagedObjectID: ManagedObjectID] = [:]
    /// The values of written objects after the save, by the IDs that the objects had before it.
    private(set) var rows: [ManagedObjectID: RowSnapshot] = [:]
    /// The IDs of rows that inserted objects became, see ``UniquenessResolution``.
    private(set) var mergedIDs: Set<ManagedObjectID> = []
    /// Updated objects that another context deleted, and whose changes the merge policy discards.
    private(set) var lost: [ManagedObject] = []
    /// The external files that were written. They are removed if the save fails.
    var writtenFiles: [String] = []
    /// The external files that are no longer needed after the save.
    var replacedFiles: [String] = []

    init(session: StoreSession, context: ManagedObjectContext, storeIndex: Int) {
        self.session = session
        self.context = context
        self.storeIndex = storeIndex
        store = context.persistentStoreCoordinator.stores[storeIndex]
    }

    func write() throws {
        session.derivedValues = []
        let deleted = context.deletedObjects(inStore: storeIndex)
        try loadChangedMembers()
        var updates = try MergeResolution(
            context: context, session: session, store: storeIndex
        ).updates()
        lost = updates.filter { $0.row == nil }.map(\.object)
        updates.removeAll { $0.row == nil }
        for merge in try UniquenessResolution(
            context: context, session: session, store: storeIndex
        ).merges() {
            names[merge.object.objectID] = merge.id
            mergedIDs.insert(merge.id)
            updates.append(merge.update)
        }
        let inserted = context.insertedObjects(inStore: storeIndex)
            .filter { names[$0.objectID] == nil }
        try allocatePrimaryKeys(for: inserted)
        for object in deleted { try delete(object) }
        for object in inserted { try insert(object) }
        for update in updates { try write(update) }
        let changed = (inserted + updates.map(\.object)).filter { object in
            object.toManys.contains { $0.isChanged }
        }
        for object in changed { try writeMembers(of: object) }
        for object in changed { try writeOrder(of: object) }
        try writeDerivedValues(of: inserted + updates.map(\.object), deleted: deleted)
        try writeHistory(inserted: inserted, updates: updates, deleted: deleted)
    }

    /// Reverts everything that was written. Errors of the rollback are ignored, because the first error is the one to
    /// report.
    func rollback() {
        _ = try? session.run("ROLLBACK")
        for name in writtenFiles { store.externalData.remove(name) }
    }

    /// Returns the ID of an object after the save.
    func permanent(_ id: ManagedObjectID) -> ManagedObjectID { names[id] ?? id }

    /// Returns the `Z_PK` of an object after the save.
    func key(of id: ManagedObjectID) -> Value {
        permanent(id).primaryKey.map { .integer($0) } ?? .null
    }

    // MARK: Preparing

    /// Loads members that have to be compared with the store, before anything is written.
    private func loadChangedMembers() throws {
        let objects =
            context.insertedObjects(inStore: storeIndex)
            + context.updatedObjects(inStore: storeIndex)
        for object in objects {
            for (index, toMany) in object.mapped.toManys.enumerated() {
                guard object.toManys[index].isChanged, let storage = toMany.storage else {
                    continue
                }
                if case .inverseToOne(_, _, nil) = storage { continue }
                try object.loadMembers(at: index)
            }
        }
    }

    /// Assigns primary keys: `Z_MAX` of the root entity increases by one for each (docs/internals/format.md#metadata).
    /// In a store whose `Z_MAX` is too low, new keys follow the highest existing one.
    private func allocatePrimaryKeys(for objects: [ManagedObject]) throws {
        let families = Dictionary(grouping: objects) { $0.mapped.rootNumber }
        for (number, family) in families.sorted(by: { $0.key < $1.key }) {
            guard let layout = family.first?.mapped.layout else { continue }
            let root = layout.rootName
            let found = try session.rows(
                "SELECT max(ifnull(Z_MAX, 0), ifnull((SELECT max(Z_PK) FROM \(layout.table.sqlIdentifier)), 0)) "
                    + "FROM Z_PRIMARYKEY WHERE Z_ENT = ?", [.integer(Int64(number))]
            ) { $0.integer(at: 0) }
            guard var highest = found.first else {
                throw PersistentStoreError.noPrimaryKeyRow(entity: root)
            }
            for object in family {
                let (next, overflows) = highest.addingReportingOverflow(1)
                guard !overflows else {
                    throw PersistentStoreError.primaryKeysExhausted(entity: root)
                }
                highest = next
                names[object.objectID] = ManagedObjectID(
                    entity: object.mapped, key: .permanent(highest))
            }
            try session.run(
                "UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ?",
                [.integer(highest), .integer(Int64(number))])
        }
    }

    // MARK: Rows

    private func insert(_ object: ManagedObject) throws {
        let entity = object.mapped
        var columns = ["Z_PK", "Z_ENT", "Z_OPT"]
        var binds: [Value] = [
            key(of: object.objectID), .integer(Int64(entity.number)), .integer(1),
        ]
        var row = RowSnapshot(
            version: 1, values: Array(repeating: .null, count: entity.slots.count))
        for slot in entity.slots.indices {
            let value = try externalized(
                object.changes[slot] ?? .null, at: slot, of: object, version: row.version)
            let bound = try self.bound(value, at: slot, of: entity)
            columns += bound.map(\.column)
            binds += bound.map(\.value)
            row.values[slot] = committed(value, at: slot, of: entity)
        }
        let names = columns.map(\.sqlIdentifier).joined(separator: ", ")
        let marks = columns.map { _ in "?" }.joined(separator: ", ")
        try writing(object) {
            try session.run(
                "INSERT INTO \(entity.table.sqlIdentifier) (\(names)) VALUES (\(marks))", binds)
        }
        rows[object.objectID] = row
    }

    private func write(_ update: MergeResolution.Update) throws {
        guard var row = update.row else { return }
        let entity = update.object.mapped
        let (version, overflows) = row.version.addingReportingOverflow(1)
        row.version = overflows ? 1 : version
        var columns = ["Z_OPT"]
        var binds: [Value] = [.integer(row.version)]
        noteReplacedFiles(of: row, changes: update.changes)
        for (slot, change) in update.changes.sorted(by: { $0.key < $1.key }) {
            let value = try externalized(
                change, at: slot, of: update.object, version: row.version)
            let bound = try self.bound(value, at: slot, of: entity)
            columns += bound.map(\.column)
            binds += bound.map(\.value)
            row.values[slot] = committed(value, at: slot, of: entity)
            // An object without an owner has no order key (docs/internals/format.md#columns).
            if value == .null, case .toOne(_, let toOne?) = entity.slots[slot].kind,
                let order = toOne.orderColumn
            {
                columns.append(order)
                binds.append(.null)
            }
        }
        let assignments = columns.map { "\($0.sqlIdentifier) = ?" }.joined(separator: ", ")
        try writing(update.object) {
            try session.run(
                "UPDATE \(entity.table.sqlIdentifier) SET \(assignments) WHERE Z_PK = ?",
                binds + [key(of: update.object.objectID)])
        }
        rows[update.object.objectID] = row
    }

    /// Returns the columns of a slot with the values to bind.
    private func bound(
        _ value: StoredValue, at slot: Int, of entity: MappedEntity
    ) throws -> [(column: String, value: Value)] {
        let property = entity.slots[slot]
        guard let column = property.column else {
            guard value == .null || property.isTransient else {
                throw PersistentStoreError.notStored(entity: entity.name, property: property.name)
            }
            return []
        }
        if let attribute = property.attribute {
            // Triggers compute derived values (docs/internals/format.md#triggers-and-r-trees).
            return attribute.isDerived ? [] : [(column, ValueCoding.stored(value, attribute))]
        }
        let target = value.objectID.map(permanent)
        let key = target?.primaryKey.map { Value.integer($0) } ?? .null
        guard let entityColumn = property.entityColumn else { return [(column, key)] }
        let number = target.map { Value.integer(Int64($0.entity.number)) } ?? .null
        return [(column, key), (entityColumn, key == .null ? .null : number)]
    }

    private func committed(
        _ value: StoredValue, at slot: Int, of entity: MappedEntity
    ) -> StoredValue {
        guard !entity.slots[slot].isTransient else { return .null }
        guard let target = value.objectID else { return value }
        let id = permanent(target)
        return id.isTemporaryID ? .null : .object(id)
    }

    private func delete(_ object: ManagedObject) throws {
        let entity = object.mapped
        let key = self.key(of: object.objectID)
        noteReplacedFiles(of: try object.fired(), changes: nil)
        for toMany in entity.toManys {
            switch toMany.storage {
            case .joinTable(let join, let own, _, _):
                try session.run(
                    "DELETE FROM \(join.name.sqlIdentifier) WHERE \(own.sqlIdentifier) = ?", [key])
                guard join.isReflexive else { continue }
                try session.run(
                    """
                    DELETE FROM \(join.name.sqlIdentifier) \
                    WHERE \(join.otherSide.column.sqlIdentifier) = ?
                    """, [key])
            case .column(let table, let column):
                try session.run(
                    """
                    UPDATE \(table.sqlIdentifier) SET \(column.sqlIdentifier) = NULL \
                    WHERE \(column.sqlIdentifier) = ?
                    """, [key])
            case .inverseToOne, nil: break
            }
        }
        try writing(object) {
            try session.run("DELETE FROM \(entity.table.sqlIdentifier) WHERE Z_PK = ?", [key])
        }
    }

    /// Runs a closure and reports a violated constraint with the object that it is about.
    private func writing(_ object: ManagedObject, _ body: () throws -> Void) throws {
        do {
            try body()
        } catch let error as DatabaseError where error.resultCode == .constraint {
            throw ConstraintConflictError(objectID: object.objectID, reason: error.message)
        }
    }
}
