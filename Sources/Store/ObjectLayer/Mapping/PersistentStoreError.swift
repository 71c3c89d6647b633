/// The reason why the object layer cannot open, read or write a store. For files that are not stores, and models that
/// do not fit, a `StoreError` is thrown instead.
public enum PersistentStoreError: Error, Equatable, Sendable {
    /// The store contains no model, and none was given. It can be read with an inferred model, but writing with that
    /// would lose everything the inferred model lacks.
    case modelRequired(path: String)
    /// The store was opened read-only.
    case readOnly(path: String)
    /// The store has no column or table for a property of the model.
    case notStored(entity: String, property: String)
    /// The metadata is not a property list with text keys.
    case badMetadata(path: String)
    /// The key of the metadata is reserved for the store itself.
    case reservedMetadataKey(String)
    /// `Z_PRIMARYKEY` has no row for the root entity.
    case noPrimaryKeyRow(entity: String)
    /// The store has no triggers that compute a derived attribute, and its expression cannot be written in SQL.
    case notDerivable(entity: String, attribute: String)
    /// `Z_MAX` has reached its maximum.
    case primaryKeysExhausted(entity: String)
}
