import ObjectModel

/// Why an attribute cannot be masked as it was asked for.
package enum MaskRefusal: Error, Equatable, Sendable {
    case isRelationship
    case isDerived
    /// There must be a value.
    case isRequired
    /// Only texts are redacted.
    case isNoText(AttributeType)
    /// Values must be unique, and this way makes them equal.
    case makesEqual(way: String)
    /// Values must be unique, and hashes of so many characters may be equal.
    case hashesTooShort(length: Int)
    /// Values must be unique, and the model allows too few numbers.
    case tooFewNumbers
    /// Values may lie in files beside the store.
    case mayLieInFiles
    /// No hash is a value of the type.
    case noHash(AttributeType)
    /// The model does not allow what hashes look like.
    case hashesNotAllowed
    case noConstant(AttributeType, text: String)
    /// The model does not allow the constant.
    case constantNotAllowed(String)
    /// A condition of the model means nothing.
    case unreadableCondition(String)
}
