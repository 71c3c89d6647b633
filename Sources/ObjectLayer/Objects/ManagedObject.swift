import ObjectModel

/// One object of a context (`NSManagedObject`).
///
/// ```swift
/// let item = try context.insertNewObject(forEntityName: "Item")
/// try item.setValue("Coffee", forKey: "name")
/// try item.setValue(unit, forKey: "unit")
/// ```
///
/// An object belongs to its context and lives in the same isolation; neither is `Sendable`, so that
/// the compiler keeps both where they are. What may leave is the ``objectID``.
///
/// Where Core Data raises an exception, these methods throw.
open class ManagedObject {
    /// What will become of an object at the next save.
    enum PendingState: Sendable {
        case none, inserted, updated, deleted
    }

    /// The object's ID; it becomes another one when an inserted object is saved.
    public internal(set) var objectID: ManagedObjectID {
        get { storedID }
        set { storedID = newValue }
    }
    /// The context; nil after it was reset or went away, or after the object's deletion was saved.
    public internal(set) var managedObjectContext: ManagedObjectContext? {
        get { storedContext }
        set { storedContext = newValue }
    }
    // Every value is read by way of these two. What is public itself would be checked for exclusive
    // access each time, and a weak reference would be slower still: the context sets it to nil when
    // it goes away.
    private var storedID: ManagedObjectID
    private unowned(unsafe) var storedContext: ManagedObjectContext?
    // The values are read all the time, and only changed by methods that read nothing meanwhile:
    // they do without the checks for exclusive access that Swift makes when a program runs.

    /// The committed values, once they are known: loaded ahead for a fault, or of a fired one.
    @exclusivity(unchecked) var snapshot: RowSnapshot?
    /// Whether the object was fired.
    @exclusivity(unchecked) var isFired = false
    /// Values that are not saved yet, by slot.
    @exclusivity(unchecked) var changes = [Int: StoredValue]()
    /// Values that are never stored, by slot.
    @exclusivity(unchecked) var transientValues = [Int: StoredValue]()
    /// The to-many relationships, by their index.
    @exclusivity(unchecked) var toManys: [ToManyState]
    var pendingState = PendingState.none
    /// Whether the object is of a class of its own, which may wait for its values.
    private let isSubclass: Bool
    /// Whether ``awakeFromFetch()`` runs: what is set then is no change.
    private var isAwaking = false
    /// The faults that were fetched together with this one and fire together.
    var batch: FaultBatch?
    /// The number of the last prefetch of the context that came by.
    var lastPrefetch: UInt64 = 0

    /// Made by a context only: ask ``ManagedObjectContext/insertNewObject(forEntityName:)`` for a
    /// new object.
    public required init(objectID: ManagedObjectID, managedObjectContext: ManagedObjectContext) {
        storedID = objectID
        toManys = objectID.entity.untouchedToManys
        isSubclass = type(of: self) != ManagedObject.self
        storedContext = managedObjectContext
        managedObjectContext.registry.insert(self)
    }

    deinit { managedObjectContext?.forget(self) }

    // MARK: Hooks

    /// Called once in the life of an object, when it was inserted and has its defaults. Subclasses give it
    /// first values here, and call `super` first.
    open func awakeFromInsert() throws {}

    /// Called each time that the values of a fault were loaded. What is set here does not count as a change.
    open func awakeFromFetch() throws {}

    /// Called before the object is marked as deleted, while its relationships are still there.
    open func prepareForDeletion() throws {}

    /// Called before the object is inserted, updated or deleted by a save, and before it is validated: it may
    /// still change. An error keeps the context from being saved.
    open func willSave() throws {}

    /// Called after the save. A deleted object has no context any more.
    open func didSave() {}

    /// What is wrong with the value of one property, beside what the model asks for; nil for nothing
    /// (`validateValue(_:forKey:)`). Called for each stored property of an inserted or updated object.
    open func reasonAgainst(_ value: StoredValue, forKey key: String) throws -> String? { nil }

    // MARK: State

    var mapped: MappedEntity { objectID.entity }

    /// The entity.
    public var entity: EntityDescription { mapped.description }

    /// Whether the values are not loaded yet; reading one of them loads all.
    public var isFault: Bool { !isFired && pendingState != .inserted }

    /// Whether the object will be inserted at the next save.
    public var isInserted: Bool { pendingState == .inserted }

    /// Whether the object has changes to be saved.
    public var isUpdated: Bool { pendingState == .updated }

    /// Whether the object will be deleted at the next save.
    public var isDeleted: Bool { pendingState == .deleted }

    /// Whether the object was inserted, changed or deleted since the last save.
    public var hasChanges: Bool { pendingState != .none }

    /// Loads the values of a fault.
    ///
    /// - Throws: ``ManagedObjectError/faultNotFulfilled(_:)`` where the row is not in the store.
    public func willAccessValue() throws {
        if snapshot == nil {
            guard let managedObjectContext else { throw ManagedObjectError.noContext(objectID) }
            try managedObjectContext.fulfill(self)
            guard snapshot != nil else { throw ManagedObjectError.faultNotFulfilled(objectID) }
        }
        guard !isFired else { return }
        isFired = true
        // Nobody but a class of its own is awaiting it.
        guard isSubclass, pendingState != .inserted, !isAwaking else { return }
        isAwaking = true
        defer { isAwaking = false }
        try awakeFromFetch()
    }

    /// The committed values, loaded if need be. Who wants one of them asks the snapshot itself, and
    /// copies nothing.
    func fired() throws -> RowSnapshot {
        try willAccessValue()
        guard let snapshot else { throw ManagedObjectError.faultNotFulfilled(objectID) }
        return snapshot
    }

    /// Drops all values; they are loaded again when needed.
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
        // The row knows the entity, which a column beside a key that led here may have wrong.
        guard let slot = known === mapped ? slot : mapped.slot(named: known.slots[slot].name),
            let snapshot, snapshot.values.indices.contains(slot)
        else { return .null }
        return snapshot.values[slot]
    }

    /// Sets a slot, leaving all other objects as they are.
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
        if managedObjectContext.undoManager != nil {
            try managedObjectContext.recordChange(of: self, at: slot, to: value)
        }
        if !isInserted, try fired().values[slot].isIdentical(to: value) {
            changes[slot] = nil
        } else {
            changes[slot] = value
        }
        managedObjectContext.noteChange(of: self)
    }

    /// Whether there is anything to be saved but the values themselves being the same.
    var hasChangedValues: Bool {
        !changes.isEmpty || toManys.contains { $0.isChanged }
    }
}

extension ManagedObject: Hashable {
    /// Whether both are the same object: a context has one for each ID.
    public static func == (one: ManagedObject, other: ManagedObject) -> Bool { one === other }

    /// Hashes which object it is, not its values.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
