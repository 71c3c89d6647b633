/// Compares unsaved changes with the current state of the store, and resolves conflicts by the merge policy.
struct MergeResolution {
    /// One object to be updated.
    struct Update {
        let object: ManagedObject
        /// The row to write the changes over; nil if the changes are discarded because the row no longer exists.
        let row: RowSnapshot?
        /// The values to write, by slot.
        let changes: [Int: StoredValue]
    }

    let context: ManagedObjectContext
    let session: StoreSession
    /// The index of the store.
    let store: Int

    /// Returns the updates to write, in the order of their IDs.
    ///
    /// - Throws: ``MergeConflictError`` under ``MergePolicy/error``, or if changes would have to be written to a row
    ///   that no longer exists. Every other policy deletes changed rows without a conflict.
    func updates() throws -> [Update] {
        let updated = context.updatedObjects(inStore: store)
        let deleted = context.deletedObjects(inStore: store)
        let current = try currentRows(of: updated + deleted)
        var conflicts: [MergeConflict] = []
        var updates: [Update] = []
        for object in updated {
            let old = try object.fired()
            guard let row = current[object.objectID] else {
                switch context.mergePolicy {
                case .mergeByPropertyStoreTrump, .rollback:
                    updates.append(Update(object: object, row: nil, changes: [:]))
                case .error, .mergeByPropertyObjectTrump, .overwrite:
                    conflicts.append(
                        MergeConflict(
                            objectID: object.objectID, oldVersion: old.version, newVersion: nil))
                }
                continue
            }
            guard row.version != old.version else {
                updates.append(Update(object: object, row: row, changes: object.changes))
                continue
            }
            if context.mergePolicy == .error {
                conflicts.append(
                    MergeConflict(
                        objectID: object.objectID, oldVersion: old.version,
                        newVersion: row.version))
            } else {
                updates.append(
                    Update(object: object, row: row, changes: merged(object, old: old, new: row)))
            }
        }
        if context.mergePolicy == .error {
            for object in deleted {
                let old = try object.fired().version
                let new = current[object.objectID]?.version
                guard new != old else { continue }
                conflicts.append(
                    MergeConflict(objectID: object.objectID, oldVersion: old, newVersion: new))
            }
        }
        guard conflicts.isEmpty else {
            throw MergeConflictError(conflicts: conflicts.sorted { $0.objectID < $1.objectID })
        }
        return updates
    }

    private func merged(
        _ object: ManagedObject, old: RowSnapshot, new: RowSnapshot
    ) -> [Int: StoredValue] {
        switch context.mergePolicy {
        case .error, .mergeByPropertyObjectTrump: return object.changes
        case .rollback: return [:]
        case .mergeByPropertyStoreTrump:
            return object.changes.filter { slot, _ in
                old.values[slot].isIdentical(to: new.values[slot])
            }
        case .overwrite:
            var all: [Int: StoredValue] = [:]
            for (slot, property) in object.mapped.slots.enumerated()
            where property.column != nil && !(property.attribute?.isDerived ?? false) {
                all[slot] = object.changes[slot] ?? old.values[slot]
            }
            return all
        }
    }

    private func currentRows(
        of objects: [ManagedObject]
    ) throws -> [ManagedObjectID: RowSnapshot] {
        var result: [ManagedObjectID: RowSnapshot] = [:]
        for family in Dictionary(grouping: objects, by: { $0.mapped.rootNumber }).values {
            guard let entity = family.first?.mapped else { continue }
            let keys = family.compactMap(\.objectID.primaryKey)
            for row in try session.rows(of: keys, in: entity) { result[row.id] = row.snapshot }
        }
        return result
    }
}
