import ObjectModel
import SQLite

/// Finds the rows that new objects would duplicate, by the uniqueness constraints of their entities, and resolves the
/// conflict by the merge policy: the new object becomes that row.
struct UniquenessResolution {
    /// A new object that becomes an existing row.
    struct Merge {
        let object: ManagedObject
        /// The ID of the row.
        let id: ManagedObjectID
        let update: MergeResolution.Update
    }

    let context: ManagedObjectContext
    let session: StoreSession
    /// The index of the store.
    let store: Int

    /// Returns the new objects that are merged into rows. There are none under ``MergePolicy/error``, where the store's
    /// unique indexes reject the objects.
    ///
    /// - Throws: ``ConstraintConflictError`` if an object cannot become the row: two constraints match two rows; the
    ///   row has another entity, has unsaved changes, or matches two objects; or the object has a partner in a
    ///   one-to-one relationship, and the row may have one too.
    func merges() throws -> [Merge] {
        guard context.mergePolicy != .error else { return [] }
        var merges: [Merge] = []
        var taken: Set<ManagedObjectID> = []
        let changed = Set(context.updatedObjects(inStore: store).map(\.objectID))
        for object in context.insertedObjects(inStore: store) {
            let keys = try duplicates(of: object)
            guard let key = keys.first else { continue }
            let family = try session.rows(of: [key], in: object.mapped)
            guard keys.count == 1, let row = family.first, row.id.entity === object.mapped,
                !changed.contains(row.id), taken.insert(row.id).inserted, !hasPartner(object)
            else {
                throw ConstraintConflictError(
                    objectID: object.objectID,
                    reason: "the object cannot be merged with the row \(key)")
            }
            let update = MergeResolution.Update(
                object: object, row: row.snapshot, changes: changes(of: object))
            merges.append(Merge(object: object, id: row.id, update: update))
        }
        return merges
    }

    /// Returns the values to write over those of the row.
    private func changes(of object: ManagedObject) -> [Int: StoredValue] {
        switch context.mergePolicy {
        case .mergeByPropertyObjectTrump: return object.changes
        case .error, .mergeByPropertyStoreTrump, .rollback: return [:]
        case .overwrite:
            var all: [Int: StoredValue] = [:]
            for (slot, property) in object.mapped.slots.enumerated()
            where property.column != nil && !(property.attribute?.isDerived ?? false) {
                all[slot] = object.changes[slot] ?? .null
            }
            return all
        }
    }

    private func hasPartner(_ object: ManagedObject) -> Bool {
        object.mapped.slots.enumerated().contains { slot, property in
            guard let relationship = property.relationship, object.changes[slot]?.objectID != nil,
                let name = relationship.inverseRelationshipName
            else { return false }
            let inverse = session.map.destination(of: relationship)?.description
                .relationship(named: name)
            return !(inverse?.isToMany ?? true)
        }
    }

    // MARK: Looking up

    /// Returns the primary keys of rows with the same unique values, without rows to be deleted.
    private func duplicates(of object: ManagedObject) throws -> [Int64] {
        var keys: [Int64] = []
        for constraint in session.map.model.uniquenessConstraints(of: object.mapped.description) {
            var conditions: [String] = []
            var binds: [Value] = []
            for name in constraint {
                guard let slot = object.mapped.slot(named: name),
                    let column = object.mapped.slots[slot].column,
                    let value = bound(object.changes[slot] ?? .null, object.mapped.slots[slot])
                else { break }
                conditions.append("\(column.sqlIdentifier) = ?")
                binds.append(value)
            }
            // Missing values are not duplicates of each other (docs/internals/format.md#indexes).
            guard conditions.count == constraint.count, !conditions.isEmpty else { continue }
            let found = try session.rows(
                """
                SELECT Z_PK FROM \(object.mapped.table.sqlIdentifier) \
                WHERE \(conditions.joined(separator: " AND "))
                """, binds
            ) { $0.integer(at: 0) }
            for key in found where !keys.contains(key) && !isDeleted(key, object.mapped) {
                keys.append(key)
            }
        }
        return keys
    }

    private func isDeleted(_ key: Int64, _ entity: MappedEntity) -> Bool {
        context.deleted[ManagedObjectID(entity: entity, key: .permanent(key))] != nil
    }

    private func bound(_ value: StoredValue, _ property: MappedEntity.Slot) -> Value? {
        if let attribute = property.attribute {
            let stored = ValueCoding.stored(value, attribute)
            return stored == .null ? nil : stored
        }
        return value.objectID?.primaryKey.map { .integer($0) }
    }
}
