import ObjectModel

/// One save, as the persistent history of a store has it (`NSPersistentHistoryTransaction`).
public struct PersistentHistoryTransaction: Equatable, Sendable {
    /// Its number, which grows from save to save.
    public let transactionNumber: Int64
    /// When it was saved, in seconds since 2001-01-01 00:00:00 UTC.
    public let timestamp: Double
    /// The author that the context named; nil for none.
    public let author: String?
    /// The name of the context; nil for none.
    public let contextName: String?
    /// The bundle identifier of the app.
    public let bundleID: String?
    /// The name of the process.
    public let processID: String?
    /// What changed, in the order of the store: insertions, updates, deletions.
    public let changes: [PersistentHistoryChange]
}

/// What became of one object in a save (`NSPersistentHistoryChange`).
public struct PersistentHistoryChange: Equatable, Sendable {
    /// What became of it; raw values of `ZCHANGETYPE`.
    public enum ChangeType: Int, Sendable {
        case insert = 0
        case update = 1
        case delete = 2
    }

    /// Its number, which grows from change to change.
    public let changeID: Int64
    /// What became of the object.
    public let changeType: ChangeType
    /// The name of the entity; `entity 12` where the model has none of that number.
    public let entityName: String
    /// The `Z_PK` of the object.
    public let primaryKey: Int64
    /// The object; nil where the model does not know its entity.
    public let changedObjectID: ManagedObjectID?
    /// The properties that an update changed, in the order of the store's bits
    /// (docs/format.md#persistent-history); nil where they do not fit the model.
    public let updatedProperties: [String]?
    /// The values of a deleted object that outlive it, by attribute.
    public let tombstone: [String: PropertyValue]
}
