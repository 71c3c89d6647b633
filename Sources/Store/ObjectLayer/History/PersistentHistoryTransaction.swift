import ObjectModel

/// One save in the persistent history of a store (`NSPersistentHistoryTransaction`).
public struct PersistentHistoryTransaction: Equatable, Sendable {
    /// The number of the transaction, which increases with each save.
    public let transactionNumber: Int64
    /// The time of the save, in seconds since 2001-01-01 00:00:00 UTC.
    public let timestamp: Double
    /// The author that the context named, if any.
    public let author: String?
    /// The name of the context, if it has one.
    public let contextName: String?
    /// The bundle identifier of the app.
    public let bundleID: String?
    /// The name of the process.
    public let processID: String?
    /// The changes in the order of the store: insertions, updates, deletions.
    public let changes: [PersistentHistoryChange]
}

/// The change of one object in a save (`NSPersistentHistoryChange`).
public struct PersistentHistoryChange: Equatable, Sendable {
    /// The kind of change; raw values of `ZCHANGETYPE`.
    public enum ChangeType: Int, Sendable {
        case insert = 0
        case update = 1
        case delete = 2
    }

    /// The number of the change, which increases with each change.
    public let changeID: Int64
    /// The kind of change.
    public let changeType: ChangeType
    /// The name of the entity; `entity 12` if the model has no entity with that number.
    public let entityName: String
    /// The `Z_PK` of the object.
    public let primaryKey: Int64
    /// The object; nil if the model does not have its entity.
    public let changedObjectID: ManagedObjectID?
    /// The properties that an update changed, in the order of the store's bits
    /// (docs/internals/format.md#persistent-history); nil if the bits do not fit the model.
    public let updatedProperties: [String]?
    /// The values that are kept after a deletion, by attribute.
    public let tombstone: [String: PropertyValue]
}
