/// A fetch index of an entity (docs/internals/format.md#indexes).
public struct FetchIndexDescription: Equatable, Sendable {
    /// The kind of index; raw values of `NSFetchIndexElementType`.
    public enum CollationType: Int, Sendable {
        case binary = 0
        case rTree = 1
    }

    /// The values that an element of an index sorts by.
    public enum Target: Equatable, Sendable {
        /// A property of the entity.
        case property(String)
        /// An expression over the object, such as `SELF` or `entity`, and the type of its values.
        case expression(Expression, type: AttributeType)
    }

    /// One element of an index.
    public struct Element: Equatable, Sendable {
        /// The indexed values.
        public let target: Target
        /// The kind of index.
        public let collationType: CollationType
        /// Whether the order is ascending.
        public let isAscending: Bool

        /// Creates an element.
        public init(
            _ target: Target, collationType: CollationType = .binary, isAscending: Bool = true
        ) {
            self.target = target
            self.collationType = collationType
            self.isAscending = isAscending
        }

        /// The name of the indexed property; nil for an expression.
        public var propertyName: String? {
            guard case .property(let name) = target else { return nil }
            return name
        }
    }

    /// The name.
    public let name: String
    /// The elements, in order.
    public let elements: [Element]
    /// The objects in the index; nil for all.
    public let partialIndexPredicate: Predicate?

    /// Creates an index.
    public init(name: String, elements: [Element], partialIndexPredicate: Predicate? = nil) {
        self.name = name
        self.elements = elements
        self.partialIndexPredicate = partialIndexPredicate
    }
}
