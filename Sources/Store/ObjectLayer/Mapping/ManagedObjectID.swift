/// The identifier of one object of a store, valid in every context (`NSManagedObjectID`).
///
/// An inserted object has a temporary ID until its context, or the outermost parent of that context, is saved. IDs are
/// values: you can pass them from one context to another, but temporary ones only within one family of parent and child
/// contexts.
public struct ManagedObjectID: Sendable {
    enum Key: Hashable, Sendable {
        /// The row's `Z_PK`.
        case permanent(Int64)
        /// A number that no other object of this process has.
        case temporary(UInt64)
    }

    let entity: MappedEntity
    let key: Key

    /// The name of the object's entity.
    public var entityName: String { entity.name }

    /// Whether the object has never been saved.
    public var isTemporaryID: Bool {
        guard case .temporary = key else { return false }
        return true
    }

    /// The row's `Z_PK`; nil for an object that has never been saved.
    public var primaryKey: Int64? {
        guard case .permanent(let key) = key else { return nil }
        return key
    }

    /// The `Z_UUID` of the store that the object belongs to.
    public var storeUUID: String { entity.storeUUID }
}

extension ManagedObjectID: Hashable {
    /// Returns whether both IDs identify the same object. A primary key is unique among all entities of one root
    /// (docs/internals/format.md#metadata), so it makes no difference if one ID has a less specific entity of the same
    /// family.
    public static func == (one: ManagedObjectID, other: ManagedObjectID) -> Bool {
        one.key == other.key && one.entity.rootNumber == other.entity.rootNumber
            && (one.entity === other.entity || one.entity.storeUUID == other.entity.storeUUID)
    }

    /// Hashes what `==` compares, except the store: IDs of several stores rarely meet.
    public func hash(into hasher: inout Hasher) { hasher.combine(hashedNumber) }

    /// The hashed parts in one number. Objects are looked up for every value that refers to one, and hashing three
    /// numbers would take three times as long.
    var hashedNumber: UInt64 {
        let root = UInt64(truncatingIfNeeded: entity.rootNumber) << 48
        return switch key {
        case .permanent(let key): UInt64(bitPattern: key) ^ root
        case .temporary(let number): ~number ^ root
        }
    }
}

extension ManagedObjectID: Comparable {
    /// Orders IDs by store, table and row. Unsaved objects follow at the end, in the order of their insertion.
    public static func < (one: ManagedObjectID, other: ManagedObjectID) -> Bool {
        guard one.entity.storeIndex == other.entity.storeIndex else {
            return one.entity.storeIndex < other.entity.storeIndex
        }
        guard one.entity.rootNumber == other.entity.rootNumber else {
            return one.entity.rootNumber < other.entity.rootNumber
        }
        switch (one.key, other.key) {
        case (.permanent(let one), .permanent(let other)): return one < other
        case (.temporary(let one), .temporary(let other)): return one < other
        case (.permanent, .temporary): return true
        case (.temporary, .permanent): return false
        }
    }
}
