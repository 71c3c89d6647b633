import ObjectModel

/// One object of a context (`NSManagedObject`).
///
/// ```swift
/// let item = try context.insertNewObject(forEntityName: "Item")
/// try item.setValue("Coffee", forKey: "name")
/// try item.setValue(unit, forKey: "unit")
/// ```
///
/// An object belongs to its context and stays in the same isolation. Neither is `Sendable`, so the compiler enforces
/// this. Only the ``objectID`` may be passed to other isolations.
///
/// These methods throw where Core Data raises an exception.
open class ManagedObject {
    /// The effect of the next save on an object.
    enum PendingState: Sendable {
        case none, inserted, updated, deleted
    }

    /// The object's ID. It changes when an inserted object is saved.
    public internal(set) var objectID: ManagedObjectID {
        get { storedID }
        set { storedID = newValue }
    }
    /// The context; nil after the context was reset or deallocated, or after the object's deletion was saved.
    public internal(set) var managedObjectContext: ManagedObjectContext? {
        get { storedContext }
        set { storedContext = newValue }
    }
    // Every value is read by way of these two properties. A public stored property would be checked for exclusive
    // access each time, and a weak reference would be slower still. The context therefore sets the reference to nil
    // when it is deallocated.
    private var storedID: ManagedObjectID
    private unowned(unsafe) var storedContext: ManagedObjectContext?
    // The values are read constantly, and changed only by methods that read nothing meanwhile. They can do without the
    // run-time checks for exclusive access.

    /// The committed values, if known: those of a fired fault, or values loaded in advance.
    @exclusivity(unchecked) var snapshot: RowSnapshot?
    /// Whether the object was fired.
    @exclusivity(unchecked) var isFired = false
    /// The unsaved values, by slot.
    @exclusivity(unchecked) var changes = [Int: StoredValue]()
    /// The values of transient properties, by slot.
    @exclusivity(unchecked) var transientValues = [Int: StoredValue]()
    /// The states of the to-many relationships, by index.
    @exclusivity(unchecked) var toManys: [ToManyState]
    var pendingState = PendingState.none
    /// Whether the object belongs to a subclass, which may override ``awakeFromFetch()``.
    private let isSubclass: Bool
    /// Whether ``awakeFromFetch()`` is running. Values set meanwhile do not count as changes.
    private var isAwaking = false
    /// The faults that were fetched together with this one and fire together.
    var batch: FaultBatch?
    /// The number of the context's last prefetch that reached this object.
    var lastPrefetch: UInt64 = 0

    /// Only contexts create objects: call ``ManagedObjectContext/insertNewObject(forEntityName:)`` for a new object.
    public required init(objectID: ManagedObjectID, managedObjectContext: ManagedObjectContext) {
        storedID = objectID
        toManys = objectID.entity.untouchedToManys
        isSubclass = type(of: self) != ManagedObject.self
        storedContext = managedObjectContext
        managedObjectContext.registry.insert(self)
    }

    deinit { managedObjectContext?.forget(self) }

    // MARK: Hooks

    /// Called once in the life of an object, after it was inserted and given its defaults. Subclasses set initial
    /// values here, and call `super` first.
    open func awakeFromInsert() throws {}

    /// Called each time the values of a fault have been loaded. Values set here do not count as changes.
    open func awakeFromFetch() throws {}

    /// Called before the object is marked as deleted, while it still has its relationships.
    open func prepareForDeletion() throws {}

    /// Called before a save validates the object and inserts, updates or deletes it. The object may still be changed
    /// here. An error prevents the context from being saved.
    open func willSave() throws {}

    /// Called after the save. A deleted object no longer has a context.
    open func didSave() {}

    /// Returns why the value of a property is invalid, in addition to the rules of the model; nil if it is valid
    /// (`validateValue(_:forKey:)`). Called for each stored property of an inserted or updated object.
    open func reasonAgainst(_ value: StoredValue, forKey key: String) throws -> String? { nil }

    // MARK: State

    var mapped: MappedEntity { objectID.entity }

    /// The entity.
    public var entity: EntityDescription { mapped.description }

    /// Whether the values are not loaded yet. Reading one value loads all of them.
    public var isFault: Bool { !isFired && pendingState != .inserted }

    /// Whether the object will be inserted at the next save.
    public var isInserted: Bool { pendingState == .inserted }

    /// Whether the object has changes to save.
    public var isUpdated: Bool { pendingState == .updated }

    /// Whether the object will be deleted at the next save.
    public var isDeleted: Bool { pendingState == .deleted }

    /// Whether the object was inserted, changed or deleted after the last save.
    public var hasChanges: Bool { pendingState != .none }

    /// Loads the values of a fault.
    ///
    /// - Throws: ``ManagedObjectError/faultNotFulfilled(_:)`` if the row is not in the store.
    public func willAccessValue() throws {
        if snapshot == nil {
            guard let managedObjectContext else { throw ManagedObjectError.noContext(objectID) }
            try managedObjectContext.fulfill(self)
            guard snapshot != nil else { throw ManagedObjectError.faultNotFulfilled(objectID) }
        }
        guard !isFired else { return }
        isFired = true
        // Only a subclass can implement the hook.
        guard isSubclass, pendingState != .inserted, !isAwaking else { return }
        isAwaking = true
        defer { isAwaking = false }
        try awakeFromFetch()
    }

    /// Returns the committed values, loading them if needed. To read a single value, use the snapshot itself: that
    /// copies nothing.
    func fired() throws -> RowSnapshot {
        try willAccessValue()
        guard let snapshot else { throw ManagedObjectError.faultNotFulfilled(objectID) }
        return snapshot
    }

    /// Discards all values. They are loaded again when needed.
    func turnIntoFault() {
        snapshot = nil
        isFired = false
        changes = [:]
        transientValues = [:]
        toManys = mapped.untouchedToManys
        batch = nil
    }

    // MARK: Slots

    /// The current value of a slot.
    func storedValue(at slot: Int) throws -> StoredValue {
        if let change = changes[slot] { return change }
        if let value = transientValues[slot] { return value }
        let known = mapped
        try willAccessValue()
        // The row determines the entity. The entity column beside a foreign key may have had a wrong one.
        guard let slot = known === mapped ? slot : mapped.slot(named: known.slots[slot].name),
            let snapshot, snapshot.values.indices.contains(slot)
        else { return .null }
        return snapshot.values[slot]
    }

    /// Sets a slot without changing any other object.
    func setStoredValue(_ value: StoredValue, at slot: Int) throws {
        guard !isDeleted else { throw ManagedObjectError.deleted(objectID) }
        guard let managedObjectContext else { throw ManagedObjectError.noContext(objectID) }
        guard !isAwaking else {
            if mapped.slots[slot].isTransient {
                transientValues[slot] = value
            } else {
                snapshot?.values[slot] = value
            }
            return
        }
        if !isInserted, try fired().values[slot].isIdentical(to: value) {
            changes[slot] = nil
        } else {
            changes[slot] = value
        }
        managedObjectContext.noteChange(of: self)
    }

    /// Whether the object has unsaved values or members.
    var hasChangedValues: Bool {
        !changes.isEmpty || toManys.contains { $0.isChanged }
    }
}

extension ManagedObject: Hashable {
    /// Returns whether both are the same object. A context has one object for each ID.
    public static func == (one: ManagedObject, other: ManagedObject) -> Bool { one === other }

    /// Hashes the identity of the object, not its values.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
