/// All validation failures of a save.
public struct ValidationError: Error, Equatable, Sendable {
    /// The failures, object by object.
    public let failures: [ValidationFailure]
}

/// One reason why an object cannot be saved.
public struct ValidationFailure: Equatable, Sendable {
    /// The object.
    public let objectID: ManagedObjectID
    /// The property.
    public let key: String
    /// The reason for the failure.
    public let reason: Reason

    /// A reason why a value, relationship or deletion is invalid.
    public enum Reason: Equatable, Sendable {
        /// A required value or destination is missing.
        case missingValue
        /// The number or date is less than the minimum.
        case tooSmall
        /// The number or date is greater than the maximum.
        case tooLarge
        /// The text is too short.
        case tooShort
        /// The text is too long.
        case tooLong
        /// The text does not match the regular expression.
        case patternMismatch
        /// A predicate does not hold. It is given in the format language.
        case predicate(String)
        /// The message of the object's class, see ``ManagedObject/reasonAgainst(_:forKey:)``.
        case custom(String)
        /// The relationship has too few destinations.
        case tooFew
        /// The relationship has too many destinations.
        case tooMany
        /// The object is to be deleted, but a relationship with the delete rule deny has destinations that are not.
        case deletionDenied
    }
}
