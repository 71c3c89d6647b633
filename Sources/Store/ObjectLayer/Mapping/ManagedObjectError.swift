/// An operation that an object or a context refuses.
public enum ManagedObjectError: Error, Equatable, Sendable {
    /// The model has no such entity.
    case unknownEntity(String)
    /// An abstract entity has no objects of its own.
    case abstractEntity(String)
    /// The entity has no such property, or the property is of another kind than requested.
    case unknownKey(entity: String, key: String)
    /// The store has no column or table for the property.
    case notStored(entity: String, key: String)
    /// The value is in a file beside the store, and that file is missing.
    case missingExternalData(entity: String, key: String, file: String)
    /// An attribute that is not optional has no value.
    case missingValue(entity: String, key: String)
    /// The object is of another class than requested: the coordinator has no class, or another one, for its entity.
    case unexpectedClass(ManagedObjectID, expected: String)
    /// The value is not of the attribute's type, or outside of its range.
    case unacceptableValue(entity: String, key: String)
    /// The object's entity is not the destination of the relationship.
    case unacceptableDestination(entity: String, key: String, destination: String)
    /// The value of a derived attribute is computed, not set.
    case derivedValue(entity: String, key: String)
    /// The relationship has no order.
    case notOrdered(entity: String, key: String)
    /// The ordered relationship has no such index.
    case indexOutOfRange(Int, count: Int)
    /// The row is not, or not any more, in the store.
    case faultNotFulfilled(ManagedObjectID)
    /// The object's context no longer exists, or it released the object.
    case noContext(ManagedObjectID)
    /// The object belongs to a different context.
    case otherContext(ManagedObjectID)
    /// The object is deleted.
    case deleted(ManagedObjectID)
    /// The ID belongs to another store.
    case otherStore(ManagedObjectID)
}
