/// What a context tells its observers (`NSManagedObjectContextDidSave` and its like).
public struct ManagedObjectContextNotification: Sendable {
    /// What happens.
    public enum Name: Sendable {
        /// A save is about to begin.
        case willSave
        /// A save has ended; inserted objects have permanent IDs where it went to the store.
        case didSave
    }

    /// What happens.
    public let name: Name
    /// The objects inserted by the save, in the order of their insertion.
    public let insertedObjectIDs: [ManagedObjectID]
    /// The objects changed by the save, in the order of their IDs.
    public let updatedObjectIDs: [ManagedObjectID]
    /// The objects deleted by the save, in the order of their IDs.
    public let deletedObjectIDs: [ManagedObjectID]
}

extension ManagedObjectContext {
    typealias Observer = (ManagedObjectContextNotification) -> Void

    /// Calls a closure at every save of this context, within its isolation.
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

    /// Takes over what another context of the same store has saved: changed objects become faults
    /// (unsaved changes stay on top), deleted ones go.
    public func mergeChanges(fromContextDidSave notification: ManagedObjectContextNotification) {
        for id in notification.updatedObjectIDs {
            guard let object = registeredObject(for: id) else { continue }
            refresh(object, mergeChanges: true)
        }
        for id in notification.deletedObjectIDs {
            guard let object = registeredObject(for: id) else { continue }
            updated[id] = nil
            deleted[id] = nil
            object.turnIntoFault()
            unregister(object)
        }
    }
}
