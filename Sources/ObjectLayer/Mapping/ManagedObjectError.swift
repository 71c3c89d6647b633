/// What an object or a context refuses to do.
public enum ManagedObjectError: Error, Equatable, Sendable {
    /// The model has no such entity.
    case unknownEntity(String)
    /// An abstract entity has no objects of its own.
    case abstractEntity(String)
    /// The entity has no such property, or one of another kind than was asked for.
    case unknownKey(entity: String, key: String)
    /// The store shows no column or table for the property.
    case notStored(entity: String, key: String)
    /// The value lies in a file beside the store, which is missing.
    case missingExternalData(entity: String, key: String, file: String)
    /// An attribute that is not optional has no value.
    case missingValue(entity: String, key: String)
    /// The object is of another class than was asked for: the coordinator was told of none, or of
    /// another one, for its entity.
    case unexpectedClass(ManagedObjectID, expected: String)
    /// The value is not of the attribute's type, or outside of its range.
    case unacceptableValue(entity: String, key: String)
    /// The object is of another entity than the destination of the relationship.
    case unacceptableDestination(entity: String, key: String, destination: String)
    /// The value of a derived attribute is computed, not set.
    case derivedValue(entity: String, key: String)
    /// The relationship has no order.
    case notOrdered(entity: String, key: String)
    /// There is no such index in an ordered relationship.
    case indexOutOfRange(Int, count: Int)
    /// The row is not in the store (any more).
    case faultNotFulfilled(ManagedObjectID)
    /// The object's context is gone, or let go of the object.
    case noContext(ManagedObjectID)
    /// The object belongs to another context than the one it was given to.
    case otherContext(ManagedObjectID)
    /// The object is deleted.
    case deleted(ManagedObjectID)
    /// The ID belongs to another store.
    case otherStore(ManagedObjectID)
}
