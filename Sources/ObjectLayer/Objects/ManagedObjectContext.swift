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
/// A context and its objects are plain classes that are not `Sendable`: the compiler keeps them in
/// the isolation in which they were made. A context made on the main actor is a main-queue context;
/// a ``BackgroundContext`` is an actor around a context, a private-queue one. Every context without
/// a parent opens a connection, so that contexts of different actors work at the same time.
/// A child shares the isolation of its parent, since its reads and saves go there at once.
///
/// ## Memory
/// Unchanged objects are held weakly: one that nobody else holds goes away. Changed ones are held
/// until they are saved.
public final class ManagedObjectContext {
    /// What to do at a save where an object was meanwhile changed in the store.
    public var mergePolicy = MergePolicy.error
    /// What the context is called in the persistent history; nil for nothing.
    public var name: String?
    /// Who saves, in the persistent history; nil for nobody.
    public var transactionAuthor: String?
    /// Records the changes of the context, so that they can be undone; nil for no recording, as every context
    /// begins.
    public var undoManager: ContextUndoManager?
    /// The store and model.
    public let persistentStoreCoordinator: PersistentStoreCoordinator
    /// The context that reads and saves go to; nil for the store itself.
    public let parent: ManagedObjectContext?
    /// The connections of a context without a parent, one to each store; none of a child.
    let sessions: [StoreSession]
    let registry = ObjectRegistry()
    var inserted: [ManagedObjectID: ManagedObject] = [:]
    var updated: [ManagedObjectID: ManagedObject] = [:]
    var deleted: [ManagedObjectID: ManagedObject] = [:]
    var observers: [Int: Observer] = [:]
    var observerCount = 0
    /// The objects that changed since the observers were last told; none where there are none.
    var unprocessedChanges: Set<ManagedObjectID> = []
    /// The inserted objects that the observers were told of.
    var announcedInsertions: Set<ManagedObjectID> = []
    /// See ``automaticallyMergesChangesFromParent``.
    var mergesAutomatically = false
    /// Where what other contexts save comes in; nil where the context does not merge by itself.
    var inbox: Int?
    /// What the last merge brought, held until the next one or a save.
    var mergedObjects: [ManagedObject] = []
    /// What the next save writes to the metadata, see ``setMetadataWhenSaving(_:)``.
    var metadataWhenSaving: MetadataWhenSaving?
    private var children: [WeakContext] = []
    /// In the upper half a number of the context, in the lower one that of the last new object.
    private var lastTemporaryNumber: UInt64
    /// How often relationships were followed ahead, see ``ManagedObject/lastPrefetch``.
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

    /// Creates a context over a connection to the coordinator's store that is open already. Others
    /// may read over it, too, in the same isolation, but no other context: triggers tell the last
    /// one what they derived.
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

    /// Creates a context for one fetch of what the stores have, over another one's connections.
    init(reading sessions: [StoreSession], of coordinator: PersistentStoreCoordinator) {
        persistentStoreCoordinator = coordinator
        parent = nil
        self.sessions = sessions
        lastTemporaryNumber = 0
    }

    /// Creates a child of a context: it sees the parent's unsaved changes, and saves to it.
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

    /// How the first store has the model's entities.
    var map: StoreMap { persistentStoreCoordinator.map }

    /// The connection to the store of an entity; nil in a child.
    func session(of entity: MappedEntity) -> StoreSession? {
        sessions.count > 1 ? sessions[entity.storeIndex] : sessions.first
    }

    /// The children that are still there.
    var liveChildren: [ManagedObjectContext] { children.compactMap(\.context) }

    /// The number of the next inserted object, unique within the family of contexts.
    func nextTemporaryNumber() -> UInt64 {
        if let parent { return parent.nextTemporaryNumber() }
        lastTemporaryNumber &+= 1
        return lastTemporaryNumber
    }

    // MARK: Registered objects

    /// The object of an ID where the context has it already.
    public func registeredObject(for id: ManagedObjectID) -> ManagedObject? {
        registry.object(for: id)
    }

    /// All objects that the context has, in the order of their IDs.
    public var registeredObjects: [ManagedObject] {
        registry.objects.sorted { $0.objectID < $1.objectID }
    }

    /// The object of an ID, a fault where the context does not have it yet. Whether there is such a
    /// row shows when the fault fires.
    ///
    /// - Throws: ``ManagedObjectError`` for an ID of another store; what reading the entity of a
    ///   row throws.
    public func object(with id: ManagedObjectID) throws -> ManagedObject {
        if let object = registry.object(for: id) { return object }
        let store = persistentStoreCoordinator.persistentStore(withIdentifier: id.storeUUID)
        guard let own = store?.map.entity(named: id.entityName) else {
            throw ManagedObjectError.otherStore(id)
        }
        let entity = id.isTemporaryID ? own : try concreteEntity(of: id, own)
        return register(ManagedObjectID(entity: entity, key: id.key))
    }

    /// The object of an ID, with its values.
    ///
    /// - Throws: ``ManagedObjectError/faultNotFulfilled(_:)`` where there is no such row.
    public func existingObject(with id: ManagedObjectID) throws -> ManagedObject {
        let object = try object(with: id)
        _ = try object.fired()
        return object
    }

    /// The entity of a row: where an ID names one with subentities, only the row can tell.
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

    /// The object of an exact ID, new ones as faults.
    func register(_ id: ManagedObjectID) -> ManagedObject {
        if let object = registry.object(for: id) { return object }
        let type = persistentStoreCoordinator.objectClasses[id.entityName] ?? ManagedObject.self
        return type.init(objectID: id, managedObjectContext: self)
    }

    /// Removes the entry of an object that is going away.
    func forget(_ object: ManagedObject) { registry.remove(object) }

    /// Removes an object from the context for good.
    func unregister(_ object: ManagedObject) {
        registry.remove(object)
        object.managedObjectContext = nil
        object.pendingState = .none
    }

    /// Gives an object another ID.
    func rename(_ object: ManagedObject, to id: ManagedObjectID) {
        registry.remove(object)
        // Another entity has its relationships at other indices.
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

    /// Whether there is anything to save.
    public var hasChanges: Bool { !inserted.isEmpty || !updated.isEmpty || !deleted.isEmpty }

    static func sorted(_ objects: [ManagedObjectID: ManagedObject]) -> [ManagedObject] {
        objects.values.sorted { one, other in
            switch (one.objectID.key, other.objectID.key) {
            case (.temporary(let one), .temporary(let other)): one < other
            default: one.objectID < other.objectID
            }
        }
    }

    /// Notes that an object's values changed.
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

    /// Forgets every object and every change, and what was recorded for ``undo()``; objects that are still
    /// held are of no use any more.
    public func reset() {
        undoManager?.removeAllActions()
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
