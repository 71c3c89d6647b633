/// What names one object of a store, in every context (`NSManagedObjectID`).
///
/// An inserted object has a temporary ID until its context, or the outermost parent of it, is
/// saved. IDs are values: they may be handed from one context to another, temporary ones within
/// one family of parents and children only.
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

    /// Whether the object was never saved.
    public var isTemporaryID: Bool {
        guard case .temporary = key else { return false }
        return true
    }

    /// The row's `Z_PK`; nil for an object that was never saved.
    public var primaryKey: Int64? {
        guard case .permanent(let key) = key else { return nil }
        return key
    }

    /// The `Z_UUID` of the store that the object belongs to.
    public var storeUUID: String { entity.storeUUID }
}

extension ManagedObjectID: Hashable {
    /// Whether both name the same object: a primary key is unique among all entities of one root
    /// (docs/format.md#metadata), so that a less exact entity of the same family makes no difference.
    public static func == (one: ManagedObjectID, other: ManagedObjectID) -> Bool {
        one.key == other.key && one.entity.rootNumber == other.entity.rootNumber
            && (one.entity === other.entity || one.entity.storeUUID == other.entity.storeUUID)
    }

    /// Hashes what equality looks at, but for the store: IDs of several stores rarely meet.
    public func hash(into hasher: inout Hasher) { hasher.combine(hashedNumber) }

    /// What is hashed, in one number: objects are looked up for every value that leads to one, and
    /// three numbers would take three times as long.
    var hashedNumber: UInt64 {
        let root = UInt64(truncatingIfNeeded: entity.rootNumber) << 48
        return switch key {
        case .permanent(let key): UInt64(bitPattern: key) ^ root
        case .temporary(let number): ~number ^ root
        }
    }
}

extension ManagedObjectID: Comparable {
    /// The order of stores, tables and rows; unsaved objects in the order of their insertion, at the end.
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
