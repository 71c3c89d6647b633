/// What a context tells its observers (`NSManagedObjectContextDidSave` and its like).
public struct ManagedObjectContextNotification: Sendable {
    /// What happens.
    public enum Name: Sendable {
        /// Objects were inserted, changed or deleted since the last such notification; see
        /// ``ManagedObjectContext/processPendingChanges()``.
        case objectsDidChange
        /// A save is about to begin.
        case willSave
        /// A save has ended; inserted objects have permanent IDs where it went to the store.
        case didSave
    }

    /// What happens.
    public let name: Name
    /// The inserted objects, in the order of their insertion.
    public let insertedObjectIDs: [ManagedObjectID]
    /// The changed objects, in the order of their IDs.
    public let updatedObjectIDs: [ManagedObjectID]
    /// The deleted objects, in the order of their IDs.
    public let deletedObjectIDs: [ManagedObjectID]
    /// The objects whose values were given up for those that another context saved, in the order of
    /// their IDs.
    public private(set) var refreshedObjectIDs: [ManagedObjectID] = []
}

extension ManagedObjectContextNotification {
    /// What a merge did.
    init(
        inserted: [ManagedObjectID], refreshed: [ManagedObjectID], deleted: [ManagedObjectID]
    ) {
        self.init(
            name: .objectsDidChange, insertedObjectIDs: inserted, updatedObjectIDs: [],
            deletedObjectIDs: deleted)
        refreshedObjectIDs = refreshed
    }

    init(
        name: Name, insertedObjectIDs: [ManagedObjectID], updatedObjectIDs: [ManagedObjectID],
        deletedObjectIDs: [ManagedObjectID]
    ) {
        self.name = name
        self.insertedObjectIDs = insertedObjectIDs
        self.updatedObjectIDs = updatedObjectIDs
        self.deletedObjectIDs = deletedObjectIDs
    }

    /// The same, with some of the inserted objects among the updated ones.
    func moving(toUpdated ids: Set<ManagedObjectID>) -> ManagedObjectContextNotification {
        guard !ids.isEmpty else { return self }
        return ManagedObjectContextNotification(
            name: name, insertedObjectIDs: insertedObjectIDs.filter { !ids.contains($0) },
            updatedObjectIDs: (updatedObjectIDs + insertedObjectIDs.filter { ids.contains($0) })
                .sorted(), deletedObjectIDs: deletedObjectIDs)
    }
}

extension ManagedObjectContext {
    typealias Observer = (ManagedObjectContextNotification) -> Void

    /// Calls a closure at every save of this context and at every ``processPendingChanges()``,
    /// within its isolation.
    ///
    /// - Returns: what ``removeObserver(_:)`` takes.
    @discardableResult
    public func addObserver(
        _ observer: @escaping (ManagedObjectContextNotification) -> Void
    ) -> Int {
        observerCount += 1
        observers[observerCount] = observer
        return observerCount
    }

    /// Calls the closure no more.
    public func removeObserver(_ token: Int) { observers[token] = nil }

    func notify(_ notification: ManagedObjectContextNotification) {
        for token in observers.keys.sorted() { observers[token]?(notification) }
    }

    /// Tells the observers of what was inserted, changed and deleted since they were last told. A
    /// save does so first; there is no run loop here that would do it by itself. An inserted object is
    /// told of as such once, and as changed when it changes later. The changes up to here are one step for
    /// ``undo()``.
    public func processPendingChanges() {
        tellPendingChanges()
        undoManager?.endEvent()
    }

    /// Tells the observers what ``processPendingChanges()`` tells them.
    func tellPendingChanges() {
        mergeWaitingChanges()
        let ids = unprocessedChanges
        unprocessedChanges = []
        guard !ids.isEmpty else { return }
        let inserted = insertedObjects.map(\.objectID)
            .filter { ids.contains($0) && !announcedInsertions.contains($0) }
        let isInserted = Set(inserted)
        // What was inserted and deleted again before anybody was told is nobody's concern.
        let deleted = ids.filter { id in
            self.deleted[id] != nil
                || registeredObject(for: id) == nil
                    && (!id.isTemporaryID || announcedInsertions.contains(id))
        }
        let updated = ids.filter {
            !isInserted.contains($0) && !deleted.contains($0) && registeredObject(for: $0) != nil
        }
        announcedInsertions.formUnion(inserted)
        announcedInsertions.subtract(deleted)
        guard !inserted.isEmpty || !updated.isEmpty || !deleted.isEmpty else { return }
        notify(
            ManagedObjectContextNotification(
                name: .objectsDidChange, insertedObjectIDs: inserted,
                updatedObjectIDs: updated.sorted(), deletedObjectIDs: deleted.sorted()))
    }

    /// Notes a change for the next ``processPendingChanges()``.
    func noteUnprocessedChange(of id: ManagedObjectID) {
        guard !observers.isEmpty else { return }
        unprocessedChanges.insert(id)
    }

    /// Takes over what another context of the same store has saved: inserted objects are registered,
    /// changed ones become faults (unsaved changes stay on top), deleted ones go. An object that goes
    /// keeps the values that it has, and says that it ``ManagedObject/isDeleted``. The observers are
    /// told.
    public func mergeChanges(fromContextDidSave notification: ManagedObjectContextNotification) {
        mergedObjects = notification.insertedObjectIDs.filter { !$0.isTemporaryID }
            .compactMap { try? object(with: $0) }
        var refreshed: [ManagedObjectID] = []
        for id in notification.updatedObjectIDs {
            guard let object = registeredObject(for: id) else { continue }
            refresh(object, mergeChanges: true)
            refreshed.append(id)
        }
        var gone: [ManagedObjectID] = []
        for id in notification.deletedObjectIDs {
            guard let object = registeredObject(for: id) else { continue }
            updated[id] = nil
            deleted[id] = nil
            object.changes = [:]
            unregister(object)
            object.pendingState = .deleted
            gone.append(id)
        }
        let inserted = mergedObjects.map(\.objectID)
        guard !inserted.isEmpty || !refreshed.isEmpty || !gone.isEmpty else { return }
        notify(
            ManagedObjectContextNotification(
                inserted: inserted, refreshed: refreshed.sorted(), deleted: gone.sorted()))
    }
}
