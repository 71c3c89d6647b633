/// Everything that keeps objects from being saved.
public struct ValidationError: Error, Equatable, Sendable {
    /// The failures, object by object.
    public let failures: [ValidationFailure]
}

/// One thing that keeps an object from being saved.
public struct ValidationFailure: Equatable, Sendable {
    /// The object.
    public let objectID: ManagedObjectID
    /// The property.
    public let key: String
    /// What is wrong with it.
    public let reason: Reason

    /// What can be wrong.
    public enum Reason: Equatable, Sendable {
        /// A value or a destination is missing that is not optional.
        case missingValue
        /// The number or date is less than the least one allowed.
        case tooSmall
        /// The number or date is greater than the greatest one allowed.
        case tooLarge
        /// The text is too short.
        case tooShort
        /// The text is too long.
        case tooLong
        /// The text does not match the regular expression.
        case patternMismatch
        /// A predicate does not hold, in the format language.
        case predicate(String)
        /// What the class of the object says, see ``ManagedObject/reasonAgainst(_:forKey:)``.
        case custom(String)
        /// The relationship leads to too few objects.
        case tooFew
        /// The relationship leads to too many objects.
        case tooMany
        /// The object is to be deleted, but the relationship, whose delete rule is deny, leads to
        /// objects that are not.
        case deletionDenied
    }
}
