/// The rules that a value must satisfy before Core Data saves it.
public struct PropertyValidation: Equatable, Sendable {
    /// The minimum.
    public let minimum: PropertyValue?
    /// The maximum.
    public let maximum: PropertyValue?
    /// The minimum length of a text.
    public let minimumLength: Int?
    /// The maximum length of a text.
    public let maximumLength: Int?
    /// The regular expression that the whole text must match (ICU syntax).
    public let regularExpression: String?
    /// Further predicates on the value, which is `SELF` in them.
    public let predicates: [Predicate]

    /// Creates a validation. Without arguments, every value is allowed.
    public init(
        minimum: PropertyValue? = nil, maximum: PropertyValue? = nil,
        minimumLength: Int? = nil, maximumLength: Int? = nil,
        regularExpression: String? = nil, predicates: [Predicate] = []
    ) {
        self.minimum = minimum
        self.maximum = maximum
        self.minimumLength = minimumLength
        self.maximumLength = maximumLength
        self.regularExpression = regularExpression
        self.predicates = predicates
    }

    /// Whether every value is allowed.
    public var isEmpty: Bool { self == PropertyValidation() }
}
