import ObjectModel

/// The reason why an attribute cannot have a mask.
package enum MaskRefusal: Error, Equatable, Sendable {
    case isRelationship
    case isDerived
    /// The attribute must have a value.
    case isRequired
    /// Only texts can be redacted.
    case isNoText(AttributeType)
    /// Values must be unique, and this method makes them equal.
    case makesEqual(way: String)
    /// Values must be unique, and hashes of this length may be equal.
    case hashesTooShort(length: Int)
    /// Values must be unique, and the model allows too few numbers.
    case tooFewNumbers
    /// Values may be in files beside the store.
    case mayLieInFiles
    /// A hash cannot be a value of the type.
    case noHash(AttributeType)
    /// The model does not allow values in the form of hashes.
    case hashesNotAllowed
    case noConstant(AttributeType, text: String)
    /// The model does not allow the constant.
    case constantNotAllowed(String)
    /// A condition of the model is invalid.
    case unreadableCondition(String)
}
