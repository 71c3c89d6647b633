/// An operation that a coordinator of several stores refuses, or has completed only partly.
public enum PersistentStoreCoordinatorError: Error, Equatable, Sendable {
    /// The coordinator has no stores.
    case noStore
    /// The model has no such configuration.
    case unknownConfiguration(String)
    /// Two stores have the same `Z_UUID`: they are the same store, or one is a copy of the other.
    case sameStore(path: String, other: String)
    /// The store has no such entity, because its configuration leaves it out.
    case notInStore(entity: String, path: String)
    /// The store belongs to another coordinator.
    case otherCoordinator(path: String)
    /// The object is already saved, and stays in its store.
    case alreadySaved(ManagedObjectID)
    /// A relationship connects objects of different stores, which is not possible.
    case acrossStores(ManagedObjectID, key: String, destination: ManagedObjectID)
    /// A save succeeded in the stores `saved` and failed in another one; `reason` is a message. The context still has
    /// the changes that were not saved.
    case savedInPart(saved: [String], failed: String, reason: String)
}
