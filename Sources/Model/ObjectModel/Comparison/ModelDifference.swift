/// One difference between a left and a right model.
///
/// ``ModelDifferenceText`` describes it in words.
package enum ModelDifference: Equatable, Sendable {
    /// An entity that only one model has.
    case entity(String, onlyIn: Side)
    /// An entity with another name, according to its renaming identifier.
    case entityRenamed(left: String, right: String)
    /// An aspect of an entity, with the entity's name on the right.
    case entityAspect(entity: String, EntityAspect, left: Value, right: Value)
    /// A property that only one model has.
    case property(entity: String, property: String, kind: PropertyKind, onlyIn: Side)
    /// A property with another name, according to its renaming identifier.
    case propertyRenamed(entity: String, left: String, right: String)
    /// A property of another kind.
    case propertyKind(entity: String, property: String, left: PropertyKind, right: PropertyKind)
    /// An aspect of a property, with the property's name on the right.
    case propertyAspect(
        entity: String, property: String, PropertyAspect, left: Value, right: Value)
    /// An aspect of the model as a whole. `name` is that of the configuration or template.
    case modelAspect(ModelAspect, name: String?, left: Value, right: Value)

    /// One of the two models.
    package enum Side: String, Equatable, Sendable {
        case left, right
    }

    /// The kinds of properties.
    package enum PropertyKind: String, Equatable, Sendable {
        case attribute = "attribute"
        case relationship = "relationship"
        case fetchedProperty = "fetched property"
    }

    /// The value on one side.
    package enum Value: Equatable, Sendable {
        case absent
        case flag(Bool)
        case number(Int)
        /// A name, or a value or predicate as text.
        case text(String)
        case list([String])
    }

    /// The aspects of an entity that can differ. The raw value is the aspect's name in texts.
    package enum EntityAspect: String, Equatable, Sendable, CaseIterable {
        case isAbstract = "abstract"
        case superentity = "parent entity"
        case uniquenessConstraints = "uniqueness constraints"
        case versionHashModifier = "version hash modifier"
        case managedObjectClassName = "class"
        case renamingIdentifier = "renaming identifier"
        case compoundIndexes = "compound indexes"
        case fetchIndexes = "fetch indexes"
        case coreSpotlightDisplayName = "Spotlight display name"
        case userInfo = "user info"
    }

    /// The aspects of a property that can differ. The raw value is the aspect's name in texts.
    package enum PropertyAspect: String, Equatable, Sendable, CaseIterable {
        case type = "type"
        case isOptional = "optional"
        case isTransient = "transient"
        case isReadOnly = "read-only"
        case isOrdered = "ordered"
        case destination = "destination"
        case inverse = "inverse"
        case cardinality = "cardinality"
        case minCount = "minimum count"
        case maxCount = "maximum count"
        case allowsExternalStorage = "stored externally"
        case preservesValueInHistory = "preserved in history after deletion"
        case derivation = "derivation"
        case derivationFilter = "derivation filter"
        case elements = "elements"
        case versionHashModifier = "version hash modifier"
        case deleteRule = "delete rule"
        case defaultValue = "default value"
        case minimum = "minimum"
        case maximum = "maximum"
        case minimumLength = "minimum length"
        case maximumLength = "maximum length"
        case regularExpression = "regular expression"
        case validationPredicates = "validation"
        case attributeValueClassName = "value class"
        case valueTransformerName = "value transformer"
        case allowsCloudEncryption = "encrypted in CloudKit"
        case isIndexed = "indexed"
        case isIndexedBySpotlight = "indexed by Spotlight"
        case fetchRequest = "fetch request"
        case renamingIdentifier = "renaming identifier"
        case userInfo = "user info"
    }

    /// The aspects of a whole model that can differ. The raw value is the aspect's name in texts.
    package enum ModelAspect: String, Equatable, Sendable {
        case versionIdentifiers = "version identifiers"
        case configuration = "configuration"
        case fetchRequestTemplate = "fetch request template"
    }

    /// The name of the entity, on the right if both models have it; nil for the model as a whole.
    package var entityName: String? {
        switch self {
        case .entity(let name, _): name
        case .entityRenamed(_, let right): right
        case .entityAspect(let entity, _, _, _), .property(let entity, _, _, _),
            .propertyRenamed(let entity, _, _), .propertyKind(let entity, _, _, _),
            .propertyAspect(let entity, _, _, _, _):
            entity
        case .modelAspect: nil
        }
    }

    /// The property and its entity; nil for a wider difference.
    package var propertyName: (entity: String, property: String)? {
        switch self {
        case .property(let entity, let property, _, _),
            .propertyRenamed(let entity, _, let property),
            .propertyKind(let entity, let property, _, _),
            .propertyAspect(let entity, let property, _, _, _):
            (entity, property)
        default: nil
        }
    }

    /// Whether the difference changes a version hash, so that the store does not open
    /// (docs/internals/format.md#version-hashes).
    package var countsInVersionHash: Bool {
        switch self {
        case .entity, .entityRenamed, .propertyKind, .propertyRenamed: true
        case .property(_, _, let kind, _): kind != .fetchedProperty
        case .entityAspect(_, let aspect, _, _): aspect.countsInVersionHash
        case .propertyAspect(_, _, let aspect, _, _): aspect.countsInVersionHash
        case .modelAspect: false
        }
    }
}

extension ModelDifference.EntityAspect {
    /// Whether the aspect changes the version hash of the entity (docs/internals/format.md#version-hashes).
    package var countsInVersionHash: Bool {
        switch self {
        case .isAbstract, .superentity, .uniquenessConstraints, .versionHashModifier: true
        default: false
        }
    }
}

extension ModelDifference.PropertyAspect {
    /// Whether the aspect changes the version hash of the entity (docs/internals/format.md#version-hashes). Those of a
    /// transient property never do.
    package var countsInVersionHash: Bool {
        switch self {
        case .type, .isOptional, .isTransient, .isReadOnly, .isOrdered, .destination, .inverse,
            .cardinality, .minCount, .maxCount, .allowsExternalStorage, .preservesValueInHistory,
            .derivation, .elements, .versionHashModifier:
            true
        default: false
        }
    }
}
