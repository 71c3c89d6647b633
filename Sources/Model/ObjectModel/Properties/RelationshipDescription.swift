/// A relationship of an entity.
public struct RelationshipDescription: Equatable, Sendable, PropertyDescribing {
    /// The effect on the destination when the source is deleted; raw values of `NSDeleteRule`.
    public enum DeleteRule: Int, CaseIterable, Sendable {
        case noAction = 0
        case nullify = 1
        case cascade = 2
        case deny = 3

        /// The name in Xcode's model editor and in `.xcdatamodel` files.
        package var xcodeName: String {
            switch self {
            case .noAction: "No Action"
            case .nullify: "Nullify"
            case .cascade: "Cascade"
            case .deny: "Deny"
            }
        }
    }

    /// The traits that all kinds of properties have.
    public let traits: PropertyTraits
    /// The name of the destination entity; nil if an unfinished model has none.
    public let destinationEntityName: String?
    /// The name of the inverse; nil if there is none.
    public let inverseRelationshipName: String?
    /// The minimum number of destinations.
    public let minCount: Int
    /// The maximum number of destinations: 1 for to-one, 0 for no limit.
    public let maxCount: Int
    /// Whether the destinations have an order.
    public let isOrdered: Bool
    /// The effect on the destination when the source is deleted.
    public let deleteRule: DeleteRule

    /// Creates a relationship. Counts are clamped to 32 bits.
    public init(
        _ traits: PropertyTraits, destinationEntityName: String?,
        inverseRelationshipName: String? = nil, minCount: Int = 0, maxCount: Int = 1,
        isOrdered: Bool = false, deleteRule: DeleteRule = .nullify
    ) {
        self.traits = traits
        self.destinationEntityName = destinationEntityName?.nonEmpty
        self.inverseRelationshipName = inverseRelationshipName?.nonEmpty
        self.minCount = Int(Int32(clamping: minCount))
        self.maxCount = Int(Int32(clamping: maxCount))
        self.isOrdered = isOrdered
        self.deleteRule = deleteRule
    }

    /// Whether the relationship may have more than one destination.
    public var isToMany: Bool { maxCount != 1 }
}
