import ObjectModel
import SQLite

/// A space in which objects are read, changed and saved (`NSManagedObjectContext`).
///
/// ```swift
/// let context = try ManagedObjectContext(coordinator)
/// let items = try context.fetch(FetchRequest(entityName: "Item"))
/// try items.first?.setValue(true, forKey: "listed")
/// try context.save()
/// ```
///
/// ## Confinement
/// A context and its objects are plain classes that are not `Sendable`: the compiler keeps them in the isolation in
/// which they were created. A context created on the main actor is a main-queue context. A ``BackgroundContext`` is an
/// actor around a context: a private-queue context. Every context without a parent opens a connection, so contexts of
/// different actors can work at the same time. A child shares the isolation of its parent, because its reads and saves
/// go directly to the parent.
///
/// ## Memory
/// Unchanged objects are referenced weakly and are deallocated when there is no other reference to them. Changed
/// objects are kept until they are saved.
public final class ManagedObjectContext {
    /// The policy for saving an object whose row was changed in the store meanwhile.
    public var mergePolicy = MergePolicy.error
    /// The name of the context in the persistent history, if any.
    public var name: String?
    /// The author of saves in the persistent history, if any.
    public var transactionAuthor: String?
    /// The coordinator of the stores and their model.
    public let persistentStoreCoordinator: PersistentStoreCoordinator
    /// The parent context, for reads and saves; nil if they go to the store itself.
    public let parent: ManagedObjectContext?
    /// The connections of a context without a parent, one to each store; empty for a child.
    let sessions: [StoreSession]
    let registry = ObjectRegistry()
    var inserted: [ManagedObjectID: ManagedObject] = [:]
    var updated: [ManagedObjectID: ManagedObject] = [:]
    var deleted: [ManagedObjectID: ManagedObject] = [:]
    var observers: [Int: Observer] = [:]
    var observerCount = 0
    /// The objects that changed after the last notification; empty if there are no observers.
    var unprocessedChanges: Set<ManagedObjectID> = []
    /// The inserted objects that were reported to the observers.
    var announcedInsertions: Set<ManagedObjectID> = []
    /// See ``automaticallyMergesChangesFromParent``.
    var mergesAutomatically = false
    /// The inbox for changes that other contexts save; nil if the context does not merge automatically.
    var inbox: Int?
    /// The objects of the last merge, kept until the next merge or save.
    var mergedObjects: [ManagedObject] = []
    /// The metadata that the next save writes, see ``setMetadataWhenSaving(_:)``.
    var metadataWhenSaving: MetadataWhenSaving?
    private var children: [WeakContext] = []
    /// The upper half is a number of the context, the lower half the number of the last new object.
    private var lastTemporaryNumber: UInt64
    /// The number of prefetches so far, see ``ManagedObject/lastPrefetch``.
    var prefetchCount: UInt64 = 0

    private struct WeakContext {
        weak var context: ManagedObjectContext?
    }

    /// Creates a context that reads from the store and saves to it.
    ///
    /// - Throws: `DatabaseError`, `StoreError`.
    public convenience init(_ coordinator: PersistentStoreCoordinator) throws {
        let sessions = try coordinator.stores.map {
            coordinator.session(over: try $0.connect(), to: $0)
        }
        for session in sessions { try session.registerFunctions() }
        self.init(coordinator, sessions)
    }

    /// Creates a context that uses an existing connection to the coordinator's store. Other code in the same isolation
    /// may also read through the connection, but no other context may use it: triggers report derived values to the
    /// context created last.
    ///
    /// - Throws: `DatabaseError`.
    package convenience init(
        _ coordinator: PersistentStoreCoordinator, over connection: Connection
    ) throws {
        let session = coordinator.session(over: connection)
        try session.registerFunctions()
        self.init(coordinator, [session])
    }

    private init(_ coordinator: PersistentStoreCoordinator, _ sessions: [StoreSession]) {
        persistentStoreCoordinator = coordinator
        parent = nil
        self.sessions = sessions
        lastTemporaryNumber = UInt64(UInt32.random(in: .min ... .max)) << 32
    }

    /// Creates a context for one fetch of saved objects, over the connections of another context.
    init(reading sessions: [StoreSession], of coordinator: PersistentStoreCoordinator) {
        persistentStoreCoordinator = coordinator
        parent = nil
        self.sessions = sessions
        lastTemporaryNumber = 0
    }

    /// Creates a child of a context. It sees the parent's unsaved changes, and saves to the parent.
    public init(parent: ManagedObjectContext) {
        persistentStoreCoordinator = parent.persistentStoreCoordinator
        self.parent = parent
        sessions = []
        lastTemporaryNumber = 0
        parent.children.removeAll { $0.context == nil }
        parent.children.append(WeakContext(context: self))
    }

    deinit {
        if let inbox { persistentStoreCoordinator.changeFeed.unsubscribe(inbox) }
        for object in registry.objects { object.managedObjectContext = nil }
    }

    /// The mapping of the model's entities in the first store.
    var map: StoreMap { persistentStoreCoordinator.map }

    /// Returns the connection to the store of an entity; nil in a child.
    func session(of entity: MappedEntity) -> StoreSession? {
        sessions.count > 1 ? sessions[entity.storeIndex] : sessions.first
    }

    /// The children that still exist.
    var liveChildren: [ManagedObjectContext] { children.compactMap(\.context) }

    /// Returns the number for the next inserted object, unique within the family of contexts.
    func nextTemporaryNumber() -> UInt64 {
        if let parent { return parent.nextTemporaryNumber() }
        lastTemporaryNumber &+= 1
        return lastTemporaryNumber
    }

    // MARK: Registered objects

    /// Returns the object with an ID if it is registered in the context.
    public func registeredObject(for id: ManagedObjectID) -> ManagedObject? {
        registry.object(for: id)
    }

    /// All registered objects, in the order of their IDs.
    public var registeredObjects: [ManagedObject] {
        registry.objects.sorted { $0.objectID < $1.objectID }
    }

    /// Returns the object with an ID; if it is not registered yet, as a fault. The row is looked up only when the fault
    /// fires.
    ///
    /// - Throws: ``ManagedObjectError`` for an ID of another store; the errors of reading the entity of a row.
    public func object(with id: ManagedObjectID) throws -> ManagedObject {
        if let object = registry.object(for: id) { return object }
        let store = persistentStoreCoordinator.persistentStore(withIdentifier: id.storeUUID)
        guard let own = store?.map.entity(named: id.entityName) else {
            throw ManagedObjectError.otherStore(id)
        }
        let entity = id.isTemporaryID ? own : try concreteEntity(of: id, own)
        return register(ManagedObjectID(entity: entity, key: id.key))
    }

    /// Returns the object with an ID, with its values loaded.
    ///
    /// - Throws: ``ManagedObjectError/faultNotFulfilled(_:)`` if there is no such row.
    public func existingObject(with id: ManagedObjectID) throws -> ManagedObject {
        let object = try object(with: id)
        _ = try object.fired()
        return object
    }

    /// Returns the actual entity of a row. If an ID's entity has subentities, only the row contains it.
    private func concreteEntity(
        of id: ManagedObjectID, _ entity: MappedEntity
    ) throws -> MappedEntity {
        guard entity.family.count > 1, let key = id.primaryKey,
            let root = rootContext.session(of: entity)
        else {
            return entity
        }
        return try root.concreteEntity(ofKey: key, in: entity) ?? entity
    }

    /// The outermost parent, which has the connections.
    var rootContext: ManagedObjectContext { parent?.rootContext ?? self }

    /// Returns the object with an exact ID, as a fault if it is new.
    func register(_ id: ManagedObjectID) -> ManagedObject {
        if let object = registry.object(for: id) { return object }
        let type = persistentStoreCoordinator.objectClasses[id.entityName] ?? ManagedObject.self
        return type.init(objectID: id, managedObjectContext: self)
    }

    /// Removes the entry of an object that is being deallocated.
    func forget(_ object: ManagedObject) { registry.remove(object) }

    /// Removes an object from the context permanently.
    func unregister(_ object: ManagedObject) {
        registry.remove(object)
        object.managedObjectContext = nil
        object.pendingState = .none
    }

    /// Gives an object another ID.
    func rename(_ object: ManagedObject, to id: ManagedObjectID) {
        registry.remove(object)
        // The relationships of another entity have other indices.
        if id.entity.name != object.mapped.name { object.toManys = id.entity.untouchedToManys }
        object.objectID = id
        registry.insert(object)
    }

    // MARK: Pending changes

    /// The objects to be inserted, in the order of their insertion.
    public var insertedObjects: [ManagedObject] { Self.sorted(inserted) }
    /// The objects with changes to be saved, in the order of their IDs.
    public var updatedObjects: [ManagedObject] { Self.sorted(updated) }
    /// The objects to be deleted, in the order of their IDs.
    public var deletedObjects: [ManagedObject] { Self.sorted(deleted) }

    /// Whether there are changes to save.
    public var hasChanges: Bool { !inserted.isEmpty || !updated.isEmpty || !deleted.isEmpty }

    static func sorted(_ objects: [ManagedObjectID: ManagedObject]) -> [ManagedObject] {
        objects.values.sorted { one, other in
            switch (one.objectID.key, other.objectID.key) {
            case (.temporary(let one), .temporary(let other)): one < other
            default: one.objectID < other.objectID
            }
        }
    }

    /// Records that an object's values changed.
    func noteChange(of object: ManagedObject) {
        noteUnprocessedChange(of: object.objectID)
        switch object.pendingState {
        case .inserted, .deleted: return
        case .none:
            guard object.hasChangedValues else { return }
            object.pendingState = .updated
            updated[object.objectID] = object
        case .updated:
            guard !object.hasChangedValues else { return }
            object.pendingState = .none
            updated[object.objectID] = nil
        }
    }

    /// Removes all objects and changes from the context. Objects that are still referenced can no longer be used.
    public func reset() {
        for object in registry.objects {
            object.turnIntoFault()
            object.managedObjectContext = nil
            object.pendingState = .none
        }
        registry.removeAll()
        unprocessedChanges = []
        announcedInsertions = []
        mergedObjects = []
        inserted = [:]
        updated = [:]
        deleted = [:]
        metadataWhenSaving = nil
    }
}
