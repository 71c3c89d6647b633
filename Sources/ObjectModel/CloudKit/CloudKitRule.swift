/// What a model must fulfil for `NSPersistentCloudKitContainer`, or SwiftData with CloudKit, to mirror its
/// stores (docs/checks.md#cloudkit).
///
/// The rules are those of Apple's "Creating a Core Data Model for CloudKit"; the raw values are stable.
package enum CloudKitRule: String, CaseIterable, Sendable {
    /// Constraints are not supported: two devices may save the same value before they hear of each other.
    case uniquenessConstraint
    /// An attribute is optional or has a default.
    case requiredAttribute
    /// Attributes of an undefined type, or that are object IDs, are not supported.
    case undefinedType
    /// A relationship is optional, a to-many one too.
    case requiredRelationship
    /// A relationship has an inverse, which leads back to it.
    case missingInverse
    /// Records have no order.
    case orderedRelationship
    /// The delete rule Deny is not supported.
    case denyDeleteRule
    /// A configuration has no relationships to entities of another one.
    case relationshipAcrossConfigurations
}

/// A place of a model that stands against a ``CloudKitRule``.
package struct CloudKitViolation: Equatable, Sendable {
    package let rule: CloudKitRule
    package let entity: String
    /// The attribute or relationship; of a constraint its properties, parted by commas.
    package let property: String
    /// What of it: the configuration that lacks a destination, the type of an attribute.
    package let detail: String?
    /// Whether the app may fulfil the rule all the same, by what no store shows.
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

    /// What is wrong, in words that follow the property.
    package var words: String {
        switch rule {
        case .uniquenessConstraint:
            "is a uniqueness constraint, which CloudKit does not support: remove it, and derive UUIDs"
        case .requiredAttribute:
            isDoubtful
                ? "is not optional; no store tells whether the class gives it a default"
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
