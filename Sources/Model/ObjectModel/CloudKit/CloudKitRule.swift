/// A requirement for models whose stores `NSPersistentCloudKitContainer`, or SwiftData with CloudKit, mirrors
/// (docs/reference/checks.md#cloudkit).
///
/// The rules are those of Apple's "Creating a Core Data Model for CloudKit". The raw values are stable.
package enum CloudKitRule: String, CaseIterable, Sendable {
    /// Constraints are not supported, because two devices may save the same value before they synchronize.
    case uniquenessConstraint
    /// An attribute must be optional or have a default.
    case requiredAttribute
    /// Attributes of an undefined type and attributes for object IDs are not supported.
    case undefinedType
    /// A relationship must be optional, also if it is to-many.
    case requiredRelationship
    /// A relationship must have an inverse, whose own inverse is the relationship.
    case missingInverse
    /// Ordered relationships are not supported, because records have no order.
    case orderedRelationship
    /// The delete rule Deny is not supported.
    case denyDeleteRule
    /// A relationship must not lead to an entity of another configuration.
    case relationshipAcrossConfigurations
}

/// A part of a model that violates a ``CloudKitRule``.
package struct CloudKitViolation: Equatable, Sendable {
    package let rule: CloudKitRule
    package let entity: String
    /// The attribute or relationship. For a constraint, its properties separated by commas.
    package let property: String
    /// Further information: the configuration without the destination, or the type of an attribute.
    package let detail: String?
    /// Whether the app may still satisfy the rule in a way that no store shows.
    package let isDoubtful: Bool

    init(
        _ rule: CloudKitRule, entity: String, property: String, detail: String? = nil,
        isDoubtful: Bool = false
    ) {
        self.rule = rule
        self.entity = entity
        self.property = property
        self.detail = detail
        self.isDoubtful = isDoubtful
    }

    /// The problem, in words that follow the property's name.
    package var words: String {
        switch rule {
        case .uniquenessConstraint:
            "is a uniqueness constraint, which CloudKit does not support: remove it, and derive UUIDs"
        case .requiredAttribute:
            isDoubtful
                ? "is not optional; it is not known whether the class gives it a default"
                : "is not optional and has no default"
        case .undefinedType: "is of the type \(detail ?? "Undefined"), which CloudKit does not support"
        case .requiredRelationship: "is not optional"
        case .missingInverse:
            detail.map { "has the inverse \($0), which does not lead back" } ?? "has no inverse"
        case .orderedRelationship: "is ordered: sort by an attribute instead"
        case .denyDeleteRule: "has the delete rule Deny: use Nullify or Cascade"
        case .relationshipAcrossConfigurations:
            "leads out of the configuration \(detail ?? "")"
        }
    }
}
