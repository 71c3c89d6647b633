/// A notification from a context to its observers, such as `NSManagedObjectContextDidSave`.
public struct ManagedObjectContextNotification: Sendable {
    /// The event.
    public enum Name: Sendable {
        /// Objects were inserted, changed or deleted after the previous notification of this kind; see
        /// ``ManagedObjectContext/processPendingChanges()``.
        case objectsDidChange
        /// A save is about to begin.
        case willSave
        /// A save has ended. Inserted objects have permanent IDs if the changes were written to the store.
        case didSave
    }

    /// The event.
    public let name: Name
    /// The inserted objects, in the order of their insertion.
    public let insertedObjectIDs: [ManagedObjectID]
    /// The changed objects, in the order of their IDs.
    public let updatedObjectIDs: [ManagedObjectID]
    /// The deleted objects, in the order of their IDs.
    public let deletedObjectIDs: [ManagedObjectID]
    /// The objects whose values were replaced by those that another context saved, in the order of their IDs.
    public private(set) var refreshedObjectIDs: [ManagedObjectID] = []
}

extension ManagedObjectContextNotification {
    /// Creates a notification about a merge.
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

    /// Returns the notification with some of the inserted objects moved to the updated ones.
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

    /// Adds a closure that is called at every save of this context and at every ``processPendingChanges()``, within the
    /// context's isolation.
    ///
    /// - Returns: a token for ``removeObserver(_:)``.
    @discardableResult
    public func addObserver(
        _ observer: @escaping (ManagedObjectContextNotification) -> Void
    ) -> Int {
        observerCount += 1
        observers[observerCount] = observer
        return observerCount
    }

    /// Removes a closure that was added with ``addObserver(_:)``.
    public func removeObserver(_ token: Int) { observers[token] = nil }

    func notify(_ notification: ManagedObjectContextNotification) {
        for token in observers.keys.sorted() { observers[token]?(notification) }
    }

    /// Notifies the observers of the insertions, changes and deletions after their last notification. A save does this
    /// first; there is no run loop that would do it. An inserted object is reported as inserted once, and as updated
    /// when it changes later.
    public func processPendingChanges() {
        mergeWaitingChanges()
        let ids = unprocessedChanges
        unprocessedChanges = []
        guard !ids.isEmpty else { return }
        let inserted = insertedObjects.map(\.objectID)
            .filter { ids.contains($0) && !announcedInsertions.contains($0) }
        let isInserted = Set(inserted)
        // An object that was inserted and deleted before any notification is not reported.
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

    /// Records a change for the next ``processPendingChanges()``.
    func noteUnprocessedChange(of id: ManagedObjectID) {
        guard !observers.isEmpty else { return }
        unprocessedChanges.insert(id)
    }

    /// Merges the changes that another context of the same store has saved. Inserted objects are registered, changed
    /// ones become faults (with unsaved changes kept), and deleted ones are removed. A removed object keeps its loaded
    /// values, and its ``ManagedObject/isDeleted`` is true. The observers are notified.
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
