import ObjectModel
import SQLite

extension ManagedObjectContext {
    /// Saves all changes: to each store in one transaction, or from a child to its parent.
    ///
    /// If it throws, nothing was saved, and the context still has its changes. With several stores, everything is
    /// written before the first transaction is committed. Only if a later commit fails is a part saved:
    /// ``PersistentStoreCoordinatorError/savedInPart(saved:failed:reason:)`` names the saved stores.
    /// - Throws: ``ValidationError`` with all failures, ``MergeConflictError``, ``ConstraintConflictError``,
    ///   ``PersistentStoreError``, `DatabaseError`.
    public func save() throws { try save(validates: true) }

    /// - Parameter validates: whether the model's rules are checked, which batches skip.
    package func save(validates: Bool) throws {
        mergeWaitingChanges()
        guard hasChanges || metadataWhenSaving != nil else { return }
        processPendingChanges()
        notify(notification(.willSave, renaming: [:]))
        try callWillSave()
        if validates { try validate() }
        let saved = insertedObjects + updatedObjects + deletedObjects
        if let parent {
            let didSave = notification(.didSave, renaming: [:])
            try push(to: parent)
            for object in saved { object.didSave() }
            notify(didSave)
            spread(didSave)
            parent.notifyChildren(of: didSave, except: self)
            return
        }
        let writers = try writers()
        try write(writers)
        var committed = 0
        do {
            for writer in writers {
                try writer.session.run("COMMIT")
                committed += 1
            }
        } catch {
            for writer in writers[committed...] { writer.rollback() }
            guard committed > 0 else { throw error }
            let done = Array(writers[..<committed])
            finish(done, saved)
            throw PersistentStoreCoordinatorError.savedInPart(
                saved: done.map(\.store.path), failed: writers[committed].store.path,
                reason: (error as? DatabaseError)?.message ?? "\(error)")
        }
        finish(writers, saved)
    }

    /// Sets entries of the first store's metadata in the transaction of the next save; nil removes an entry.
    /// ``rollback()`` discards the entries.
    ///
    /// - Parameter entries: called in that transaction, with the primary keys that objects will have.
    public func setMetadataWhenSaving(_ entries: @escaping MetadataWhenSaving) {
        metadataWhenSaving = entries
    }

    /// A closure that returns metadata entries. It is called when all objects have primary keys.
    public typealias MetadataWhenSaving = (_ primaryKey: (ManagedObject) -> Int64?) throws -> [String:
        PropertyList?]

    /// Calls the hook of each object to be saved once, including objects that a hook adds.
    private func callWillSave() throws {
        var called: Set<ManagedObject> = []
        while true {
            let open = (insertedObjects + updatedObjects + deletedObjects)
                .filter { !called.contains($0) }
            guard !open.isEmpty else { return }
            for object in open {
                called.insert(object)
                try object.willSave()
            }
        }
    }

    private func notification(
        _ name: ManagedObjectContextNotification.Name,
        renaming names: [ManagedObjectID: ManagedObjectID], inStores stores: Set<Int>? = nil
    ) -> ManagedObjectContextNotification {
        func ids(_ objects: [ManagedObject]) -> [ManagedObjectID] {
            objects.filter { stores?.contains($0.mapped.storeIndex) ?? true }.map(\.objectID)
        }
        return ManagedObjectContextNotification(
            name: name, insertedObjectIDs: ids(insertedObjects).map { names[$0] ?? $0 },
            updatedObjectIDs: ids(updatedObjects), deletedObjectIDs: ids(deletedObjects))
    }

    // MARK: To the store

    /// Returns a writer for each store with changes to save.
    private func writers() throws -> [StoreWriter] {
        let stores = persistentStoreCoordinator.stores
        var indices: Set<Int> = [0]
        if stores.count > 1 {
            try checkStores()
            let changed = [inserted, updated, deleted].flatMap(\.values)
            indices = Set(changed.map(\.mapped.storeIndex))
        }
        return try indices.sorted().map { index in
            guard stores[index].access == .readWrite, sessions.indices.contains(index) else {
                throw PersistentStoreError.readOnly(path: stores[index].path)
            }
            return StoreWriter(session: sessions[index], context: self, storeIndex: index)
        }
    }

    /// Begins the transactions and writes everything except their commits. Each transaction takes the write lock
    /// immediately, so that data cannot change between reading and writing.
    private func write(_ writers: [StoreWriter]) throws {
        var begun: [StoreWriter] = []
        do {
            for writer in writers {
                try writer.session.run("BEGIN IMMEDIATE")
                begun.append(writer)
                try writer.write()
                if writer.storeIndex == 0, let entries = metadataWhenSaving {
                    try PersistentStoreCoordinator.write(
                        entries { writer.permanent($0.objectID).primaryKey }, to: writer.session)
                }
            }
        } catch {
            for writer in begun { writer.rollback() }
            throw error
        }
    }

    /// Makes the saved changes the committed state, and notifies observers.
    private func finish(_ writers: [StoreWriter], _ saved: [ManagedObject]) {
        metadataWhenSaving = nil
        for writer in writers {
            for name in writer.replacedFiles { writer.store.externalData.remove(name) }
        }
        let names = writers.reduce(into: [:]) { names, writer in
            names.merge(writer.names) { first, _ in first }
        }
        let indices = Set(writers.map(\.storeIndex))
        let didSave = notification(.didSave, renaming: names, inStores: indices)
            .moving(toUpdated: writers.reduce(into: []) { $0.formUnion($1.mergedIDs) })
        let done = saved.filter { indices.contains($0.mapped.storeIndex) }
        for writer in writers { finish(writer) }
        unprocessedChanges = []
        announcedInsertions = []
        mergedObjects = []
        for object in done { object.didSave() }
        notify(didSave)
        spread(didSave)
    }

    /// Makes the saved state of one store the committed state.
    private func finish(_ writer: StoreWriter) {
        let store = writer.storeIndex
        for object in deletedObjects(inStore: store) + writer.lost { unregister(object) }
        for object in insertedObjects(inStore: store) + updatedObjects(inStore: store) {
            guard object.managedObjectContext === self else { continue }
            if let row = writer.rows[object.objectID] { object.snapshot = row }
            for (slot, property) in object.mapped.slots.enumerated() where property.isTransient {
                if let value = object.changes[slot] { object.transientValues[slot] = value }
            }
            object.changes = [:]
            object.isFired = true
            for index in object.toManys.indices {
                object.toManys[index].rename(writer.names)
                object.toManys[index].commit()
            }
            object.pendingState = .none
            guard let id = writer.names[object.objectID] else { continue }
            if let other = registeredObject(for: id), other !== object {
                // The context already had the row that the new object became.
                unregister(object)
                refresh(other, mergeChanges: true)
            } else {
                rename(object, to: id)
                // The other values of the row are read when they are needed.
                if writer.mergedIDs.contains(id) { object.turnIntoFault() }
            }
        }
        inserted = inserted.filter { $0.value.mapped.storeIndex != store }
        updated = updated.filter { $0.value.mapped.storeIndex != store }
        deleted = deleted.filter { $0.value.mapped.storeIndex != store }
        takeDerivedValues(of: writer.session)
        for child in liveChildren { child.adopt(writer.names) }
    }

    /// Updates objects with the values that triggers computed.
    private func takeDerivedValues(of session: StoreSession) {
        for report in session.derivedValues {
            guard let number = Int(exactly: report.entityNumber),
                let entity = session.map.entity(numbered: number),
                let slot = entity.slot(named: report.attribute)
                    ?? entity.slots.firstIndex(where: { $0.column == report.attribute }),
                let attribute = entity.slots[slot].attribute,
                let object = registeredObject(
                    for: ManagedObjectID(entity: entity, key: .permanent(report.primaryKey))),
                object.mapped === entity
            else { continue }
            object.snapshot?.values[slot] = ValueCoding.value(of: report.value, attribute)
        }
        session.derivedValues = []
    }

    /// Replaces temporary IDs by the permanent ones of objects that an outer context saved.
    func adopt(_ names: [ManagedObjectID: ManagedObjectID]) {
        guard !names.isEmpty else { return }
        func renamed(_ value: StoredValue) -> StoredValue {
            switch value {
            case .object(let id): .object(names[id] ?? id)
            case .objects(let ids): .objects(ids.map { names[$0] ?? $0 })
            case .null, .attribute, .externalData: value
            }
        }
        for object in registeredObjects {
            object.changes = object.changes.mapValues(renamed)
            if var snapshot = object.snapshot {
                snapshot.values = snapshot.values.map(renamed)
                object.snapshot = snapshot
            }
            for index in object.toManys.indices { object.toManys[index].rename(names) }
            guard let id = names[object.objectID] else { continue }
            if let pending = updated.removeValue(forKey: object.objectID) { updated[id] = pending }
            if let pending = deleted.removeValue(forKey: object.objectID) { deleted[id] = pending }
            rename(object, to: id)
        }
        for child in liveChildren { child.adopt(names) }
    }

    // MARK: To the parent

    private func push(to parent: ManagedObjectContext) throws {
        // Faults of the parent are fired first, so that the operation cannot fail halfway.
        let targets = try updatedObjects.map { ($0, try parent.existingObject(with: $0.objectID)) }
        let victims = try deletedObjects.map { try parent.object(with: $0.objectID) }
        for (object, target) in targets {
            for index in object.toManys.indices where object.toManys[index].isChanged {
                try target.loadMembers(at: index)
            }
        }
        for object in insertedObjects {
            let target = parent.insert(object.objectID)
            for (slot, value) in object.changes { try target.setStoredValue(value, at: slot) }
            for (index, state) in object.toManys.enumerated() where !state.isUntouched {
                target.toManys[index] = .empty
                parent.replaceMembers(of: target, at: index, with: state.members)
            }
        }
        for (object, target) in targets {
            for (slot, value) in object.changes { try target.setStoredValue(value, at: slot) }
            for (index, state) in object.toManys.enumerated() where state.isChanged {
                push(state, at: index, to: target, in: parent)
            }
            parent.noteChange(of: target)
        }
        for victim in victims { parent.markDeleted(victim) }
        for object in deletedObjects { unregister(object) }
        for object in insertedObjects + updatedObjects { commitToParent(object) }
        inserted = [:]
        updated = [:]
        deleted = [:]
        announcedInsertions = []
    }

    private func push(
        _ state: ToManyState, at index: Int, to target: ManagedObject,
        in parent: ManagedObjectContext
    ) {
        let isOrdered = target.mapped.toManys[index].relationship.isOrdered
        guard state.isLoaded else {
            for note in state.noted {
                let member = parent.register(note.id)
                if note.joins {
                    parent.join(member, target, at: index)
                } else {
                    parent.leave(member, target, at: index)
                }
            }
            return
        }
        let former = Set(state.committed ?? [])
        for id in state.committed ?? [] where !state.contains(id) {
            parent.leave(parent.register(id), target, at: index)
        }
        for id in state.members where !former.contains(id) {
            parent.join(parent.register(id), target, at: index)
        }
        guard isOrdered else { return }
        // Members that only the parent has follow at the end.
        let others = target.toManys[index].members.filter { !state.contains($0) }
        guard target.toManys[index].members != state.members + others else { return }
        parent.replaceMembers(of: target, at: index, with: state.members + others)
    }

    private func commitToParent(_ object: ManagedObject) {
        for (slot, value) in object.changes { object.snapshot?.values[slot] = value }
        object.changes = [:]
        object.isFired = true
        for index in object.toManys.indices { object.toManys[index].commit() }
        object.pendingState = .none
    }
}
