/// Why a store cannot be opened, read or written by the object layer. Files that are no store, and
/// models that do not fit, are told as `StoreError`.
public enum PersistentStoreError: Error, Equatable, Sendable {
    /// The store carries no model, and none was given: it can be read with a guessed one, but
    /// writing with that would lose what the guess does not know.
    case modelRequired(path: String)
    /// The store was opened read-only.
    case readOnly(path: String)
    /// The store has no column or table for what the model describes.
    case notStored(entity: String, property: String)
    /// Metadata that is no property list with text keys.
    case badMetadata(path: String)
    /// A key of the metadata that belongs to the store itself.
    case reservedMetadataKey(String)
    /// `Z_PRIMARYKEY` has no row for the root entity.
    case noPrimaryKeyRow(entity: String)
    /// The store has no triggers that compute a derived attribute, and SQL cannot say its
    /// expression.
    case notDerivable(entity: String, attribute: String)
    /// `Z_MAX` cannot grow any more.
    case primaryKeysExhausted(entity: String)
}
