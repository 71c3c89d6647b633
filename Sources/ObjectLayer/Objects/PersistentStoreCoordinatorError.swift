/// What a coordinator of several stores refuses, or could do in part only.
public enum PersistentStoreCoordinatorError: Error, Equatable, Sendable {
    /// A coordinator without stores.
    case noStore
    /// The model has no such configuration.
    case unknownConfiguration(String)
    /// Two stores have one `Z_UUID`: they are one, or one is a copy of the other.
    case sameStore(path: String, other: String)
    /// The store has no such entity: its configuration leaves it out.
    case notInStore(entity: String, path: String)
    /// The store belongs to another coordinator.
    case otherCoordinator(path: String)
    /// The object was saved, and stays in its store.
    case alreadySaved(ManagedObjectID)
    /// A relationship leads to an object of another store; none goes from one store to another.
    case acrossStores(ManagedObjectID, key: String, destination: ManagedObjectID)
    /// A save ended in some stores, `saved`, and could not in another one, for a reason in words. The context
    /// has the changes that were not saved as before.
    case savedInPart(saved: [String], failed: String, reason: String)
}
