import ObjectModel

extension ManagedObjectContext {
    /// Undoes the last step of changes that the context's ``undoManager`` recorded. If the step was already saved, the
    /// objects have unsaved changes afterwards. Does nothing without an undo manager.
    ///
    /// An object whose deletion was saved is restored as a new object with a temporary ID.
    /// - Throws: the same errors as ``ContextUndoManager/undo()``.
    public func undo() throws {
        processPendingChanges()
        try undoManager?.undo()
    }

    /// Repeats the step that ``undo()`` undid last.
    ///
    /// - Throws: the same errors as ``ContextUndoManager/redo()``.
    public func redo() throws {
        processPendingChanges()
        try undoManager?.redo()
    }

    // MARK: Recording

    /// Records that a slot is about to change.
    func recordChange(of object: ManagedObject, at slot: Int, to value: StoredValue) throws {
        guard let undoManager, undoManager.isUndoRegistrationEnabled else { return }
        // An external file is removed once the change is saved, so its bytes are recorded.
        let old = try object.loadedValue(at: slot)
        guard !old.isIdentical(to: value) else { return }
        if let target = old.objectID {
            try undoManager.register(
                .change(.destination(object, slot: slot, old: try self.object(with: target))))
        } else {
            try undoManager.register(.change(.value(object, slot: slot, old: old)))
        }
    }

    func recordInsertion(of object: ManagedObject) throws {
        try undoManager?.register(.change(.inserted(object)))
    }

    /// Records that an object is about to be deleted, with everything its row is needed for.
    func recordDeletion(of object: ManagedObject) throws {
        guard let undoManager, undoManager.isUndoRegistrationEnabled else { return }
        let row = try object.fired()
        var files: [Int: StoredValue] = [:]
        for (slot, value) in row.values.enumerated() {
            guard case .externalData = value, object.changes[slot] == nil else { continue }
            files[slot] = try object.loadedValue(at: slot)
        }
        for (index, toMany) in object.mapped.toManys.enumerated() where toMany.isUsable {
            try object.loadMembers(at: index)
        }
        try undoManager.register(
            .change(
                .deleted(object, UndoableChange.WeakContext(context: self), files: files)))
    }

    // MARK: To-many relationships, one end

    /// Adds a member at the end, without changing the inverse.
    func join(_ member: ManagedObject, _ owner: ManagedObject, at index: Int) throws {
        if let undoManager, undoManager.isUndoRegistrationEnabled,
            owner.mapped.toManys[index].isUsable
        {
            try owner.loadMembers(at: index)
            guard !owner.toManys[index].contains(member.objectID) else { return }
            try undoManager.register(
                .change(.joined(member, UndoableChange.Relationship(object: owner, index: index))))
        }
        owner.toManys[index].add(member.objectID)
        noteChange(of: owner)
    }

    /// Removes a member, without changing the inverse.
    func leave(_ member: ManagedObject, _ owner: ManagedObject, at index: Int) throws {
        if let undoManager, undoManager.isUndoRegistrationEnabled,
            owner.mapped.toManys[index].isUsable
        {
            try owner.loadMembers(at: index)
            guard owner.toManys[index].contains(member.objectID) else { return }
            let position =
                owner.mapped.toManys[index].relationship.isOrdered
                ? owner.toManys[index].members.firstIndex(of: member.objectID) : nil
            try undoManager.register(
                .change(
                    .left(
                        member, UndoableChange.Relationship(object: owner, index: index),
                        index: position)))
        }
        owner.toManys[index].remove(member.objectID)
        noteChange(of: owner)
    }

    /// Replaces the members of a relationship or their order, without changing the inverse.
    func replaceMembers(
        of owner: ManagedObject, at index: Int, with members: [ManagedObjectID]
    ) throws {
        if let undoManager, undoManager.isUndoRegistrationEnabled {
            let old = try owner.memberIDs(at: index).map { register($0) }
            try undoManager.register(
                .change(
                    .replaced(UndoableChange.Relationship(object: owner, index: index), old: old)))
        }
        owner.toManys[index].replace(with: members)
        noteChange(of: owner)
    }

    // MARK: Deleted objects

    /// Reverses the deletion of an object. If its row no longer exists, the object becomes a new one.
    func revive(
        _ object: ManagedObject, files: [Int: StoredValue], _ manager: ContextUndoManager
    ) throws {
        if object.managedObjectContext === self, deleted[object.objectID] != nil {
            deleted[object.objectID] = nil
            object.pendingState = .none
            try recordInsertion(of: object)
            noteChange(of: object)
            return
        }
        guard object.managedObjectContext == nil, let row = object.snapshot else {
            throw ManagedObjectError.noContext(object.objectID)
        }
        let former = object.objectID
        for (slot, property) in object.mapped.slots.enumerated() {
            let value = object.changes[slot] ?? files[slot] ?? row.values[slot]
            let isKept = value != .null && !(property.attribute?.isDerived ?? false)
            object.changes[slot] = isKept ? renamed(value, manager.revivedIDs) : nil
        }
        for index in object.toManys.indices {
            let members = object.toManys[index].isLoaded ? object.toManys[index].members : []
            object.toManys[index] = .empty
            guard !members.isEmpty else { continue }
            object.toManys[index].replace(with: members.map { manager.revivedIDs[$0] ?? $0 })
        }
        object.snapshot = RowSnapshot(
            version: 0, values: Array(repeating: .null, count: object.mapped.slots.count))
        if !former.isTemporaryID {
            object.objectID = ManagedObjectID(
                entity: object.mapped, key: .temporary(nextTemporaryNumber()))
            takeRevivedID(object.objectID, of: former, manager)
        }
        object.managedObjectContext = self
        registry.insert(object)
        object.pendingState = .inserted
        inserted[object.objectID] = object
        try recordInsertion(of: object)
        noteUnprocessedChange(of: object.objectID)
    }

    /// Replaces an object's former ID in objects that were restored before it and refer to it.
    private func takeRevivedID(
        _ id: ManagedObjectID, of former: ManagedObjectID, _ manager: ContextUndoManager
    ) {
        manager.revivedIDs[former] = id
        for other in insertedObjects {
            other.changes = other.changes.mapValues { renamed($0, [former: id]) }
            for index in other.toManys.indices { other.toManys[index].rename([former: id]) }
        }
    }

    /// Records the permanent IDs that restored objects get when they are saved.
    func renameRevived(_ names: [ManagedObjectID: ManagedObjectID]) {
        guard let undoManager, !undoManager.revivedIDs.isEmpty else { return }
        undoManager.revivedIDs = undoManager.revivedIDs.mapValues { names[$0] ?? $0 }
    }

    private func renamed(
        _ value: StoredValue, _ names: [ManagedObjectID: ManagedObjectID]
    ) -> StoredValue {
        guard case .object(let id) = value else { return value }
        return .object(names[id] ?? id)
    }
}
