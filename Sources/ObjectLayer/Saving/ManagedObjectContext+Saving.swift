import SQLite

extension ManagedObjectContext {
    /// Saves all changes: to the store in one transaction, or of a child to its parent.
    ///
    /// When it throws, nothing was saved, and the context has its changes as before.
    /// - Throws: ``ValidationError`` with everything that is wrong, ``MergeConflictError``,
    ///   ``ConstraintConflictError``, ``PersistentStoreError``, `DatabaseError`.
    public func save() throws { try save(validates: true) }

    /// - Parameter validates: whether the model's rules have to hold, which batches do without.
    func save(validates: Bool) throws {
        mergeWaitingChanges()
        guard hasChanges else { return }
        processPendingChanges()
        notify(notification(.willSave, renaming: [:]))
        try callWillSave()
        if validates { try validate() }
        let saved = insertedObjects + updatedObjects + deletedObjects
        if let parent {
            let told = notification(.didSave, renaming: [:])
            try push(to: parent)
            for object in saved { object.didSave() }
            notify(told)
            spread(told)
            parent.tellChildren(of: told, except: self)
            return
        }
        guard let session, persistentStoreCoordinator.access == .readWrite else {
            throw PersistentStoreError.readOnly(path: persistentStoreCoordinator.path)
        }
        let writer = StoreWriter(session: session, context: self)
        let files = persistentStoreCoordinator.externalData
        do {
            try session.transaction { try writer.write() }
        } catch {
            for name in writer.writtenFiles { files.remove(name) }
            throw error
        }
        for name in writer.replacedFiles { files.remove(name) }
        let told = notification(.didSave, renaming: writer.names)
            .moving(toUpdated: writer.mergedIDs)
        finish(writer, session)
        for object in saved { object.didSave() }
        notify(told)
        spread(told)
    }

    /// Calls the hooks of all objects to be saved, also of those that a hook adds, each once.
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
        renaming names: [ManagedObjectID: ManagedObjectID]
    ) -> ManagedObjectContextNotification {
        ManagedObjectContextNotification(
            name: name,
            insertedObjectIDs: insertedObjects.map { names[$0.objectID] ?? $0.objectID },
            updatedObjectIDs: updatedObjects.map(\.objectID),
            deletedObjectIDs: deletedObjects.map(\.objectID))
    }

    // MARK: To the store

    /// Makes the saved state the committed one.
    private func finish(_ writer: StoreWriter, _ session: StoreSession) {
        for object in deletedObjects + writer.lost { unregister(object) }
        for object in insertedObjects + updatedObjects {
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
                // The context had the row that the new object became.
                unregister(object)
                refresh(other, mergeChanges: true)
            } else {
                rename(object, to: id)
                // What the row had besides is read when it is needed.
                if writer.mergedIDs.contains(id) { object.turnIntoFault() }
            }
        }
        inserted = [:]
        updated = [:]
        deleted = [:]
        unprocessedChanges = []
        announcedInsertions = []
        mergedObjects = []
        takeDerivedValues(of: session)
        for child in liveChildren { child.adopt(writer.names) }
    }

    /// Takes over what triggers computed.
    private func takeDerivedValues(of session: StoreSession) {
        for report in session.derivedValues {
            guard let number = Int(exactly: report.entityNumber),
                let entity = map.entity(numbered: number),
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

    /// Takes over the permanent IDs of objects that an outer context saved.
    private func adopt(_ names: [ManagedObjectID: ManagedObjectID]) {
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
        // Faults of the parent are fired first, so that nothing fails half-way.
        let targets = try updatedObjects.map { ($0, try parent.existingObject(with: $0.objectID)) }
        let victims = try deletedObjects.map { try parent.object(with: $0.objectID) }
        for (object, target) in targets {
            for index in object.toManys.indices where object.toManys[index].isChanged {
                try target.loadMembers(at: index)
            }
        }
        for object in insertedObjects {
            let target = parent.insert(object.objectID)
            target.changes = object.changes
            for (index, state) in object.toManys.enumerated() where !state.isUntouched {
                target.toManys[index] = .empty
                target.toManys[index].replace(with: state.members)
            }
        }
        for (object, target) in targets {
            for (slot, value) in object.changes { try target.setStoredValue(value, at: slot) }
            for (index, state) in object.toManys.enumerated() where state.isChanged {
                push(state, at: index, to: target)
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

    private func push(_ state: ToManyState, at index: Int, to target: ManagedObject) {
        let isOrdered = target.mapped.toManys[index].relationship.isOrdered
        guard state.isLoaded else {
            for note in state.noted {
                if note.joins {
                    target.toManys[index].add(note.id)
                } else {
                    target.toManys[index].remove(note.id)
                }
            }
            return
        }
        let former = Set(state.committed ?? [])
        for id in state.committed ?? [] where !state.contains(id) {
            target.toManys[index].remove(id)
        }
        for id in state.members where !former.contains(id) { target.toManys[index].add(id) }
        guard isOrdered else { return }
        // Members that only the parent knows come last.
        let others = target.toManys[index].members.filter { !state.contains($0) }
        target.toManys[index].replace(with: state.members + others)
    }

    private func commitToParent(_ object: ManagedObject) {
        for (slot, value) in object.changes { object.snapshot?.values[slot] = value }
        object.changes = [:]
        object.isFired = true
        for index in object.toManys.indices { object.toManys[index].commit() }
        object.pendingState = .none
    }
}

extension StoreSession {
    /// Runs `body` in a transaction that takes the right to write at once, so that what it reads
    /// cannot change before it writes.
    func transaction(_ body: () throws -> Void) throws {
        try run("BEGIN IMMEDIATE")
        do {
            try body()
            try run("COMMIT")
        } catch {
            // The first error is the one to tell; a failed rollback leaves nothing more to do.
            _ = try? run("ROLLBACK")
            throw error
        }
    }
}
