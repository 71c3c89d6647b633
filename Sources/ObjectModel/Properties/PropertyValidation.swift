/// What a value must fulfil before Core Data saves it.
public struct PropertyValidation: Equatable, Sendable {
    /// The least value allowed.
    public let minimum: PropertyValue?
    /// The greatest value allowed.
    public let maximum: PropertyValue?
    /// The least length of a text.
    public let minimumLength: Int?
    /// The greatest length of a text.
    public let maximumLength: Int?
    /// The regular expression that the whole text must match (ICU syntax).
    public let regularExpression: String?
    /// Every other predicate on the value, which stands for `SELF`.
    public let predicates: [Predicate]

    /// Creates a validation; without arguments everything is allowed.
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

    /// Whether everything is allowed.
    public var isEmpty: Bool { self == PropertyValidation() }
}
