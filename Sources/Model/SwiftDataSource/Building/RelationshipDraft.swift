import ObjectModel
import SwiftSource

/// A relationship before its inverse is found.
final class RelationshipDraft {
    let owner: DeclaredType
    let destination: DeclaredType
    let property: DeclaredType.Property
    let name: String
    let isOptional: Bool
    let isToMany: Bool
    /// Whether the property has `@Relationship`, with or without arguments.
    let isAnnotated: Bool
    var minimum = 0
    var maximum = 0
    var deleteRule = RelationshipDescription.DeleteRule.nullify
    var originalName: String?
    var hashModifier: String?
    /// The key path of `inverse:`.
    var inversePath: (root: TypeSyntax?, path: [String])?
    /// The inverse relationship of the destination.
    var inverse: RelationshipDraft?

    init(
        owner: DeclaredType, destination: DeclaredType, property: DeclaredType.Property,
        name: String, isOptional: Bool, isToMany: Bool, isAnnotated: Bool
    ) {
        self.owner = owner
        self.destination = destination
        self.property = property
        self.name = name
        self.isOptional = isOptional
        self.isToMany = isToMany
        self.isAnnotated = isAnnotated
    }

    /// `Trip.stops`
    var fullName: String { "\(owner.name).\(name)" }

    func issue(
        _ severity: ModelSourceIssue.Severity = .error, _ problem: ModelSourceIssue.Problem
    ) -> ModelSourceIssue {
        property.unit.issue(
            severity, problem, at: property.binding.location, entity: owner.name, property: name)
    }

    var description: RelationshipDescription {
        RelationshipDescription(
            PropertyTraits(
                name: name, isOptional: isOptional, versionHashModifier: hashModifier,
                renamingIdentifier: originalName),
            destinationEntityName: destination.name, inverseRelationshipName: inverse?.name,
            minCount: minimum, maxCount: isToMany ? maximum : 1, deleteRule: deleteRule)
    }
}
