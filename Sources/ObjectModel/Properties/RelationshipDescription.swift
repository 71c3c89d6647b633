/// A relationship of an entity.
public struct RelationshipDescription: Equatable, Sendable, PropertyDescribing {
    /// What happens to the destination when the source is deleted; raw values of `NSDeleteRule`.
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

    /// What all kinds of properties have in common.
    public let traits: PropertyTraits
    /// The entity that it leads to; nil where an unfinished model has none.
    public let destinationEntityName: String?
    /// The relationship of the destination that leads back; nil where there is none.
    public let inverseRelationshipName: String?
    /// The least number of destinations.
    public let minCount: Int
    /// The greatest number of destinations: 1 for to-one, 0 for no limit.
    public let maxCount: Int
    /// Whether the destinations have an order.
    public let isOrdered: Bool
    /// What happens to the destination when the source is deleted.
    public let deleteRule: DeleteRule

    /// Creates a relationship; the counts must fit 32 bits, others are clamped.
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

    /// Whether it leads to any number of objects.
    public var isToMany: Bool { maxCount != 1 }
}
