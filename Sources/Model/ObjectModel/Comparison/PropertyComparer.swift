/// Finds the differences of two matched properties.
struct PropertyComparer {
    /// The name of the entity on the right.
    let entity: String
    /// The name of the property on the right.
    let property: String
    let models: ModelComparer
    private(set) var differences: [ModelDifference] = []

    private typealias Aspect = ModelDifference.PropertyAspect

    mutating func compare(_ one: PropertyDescription, _ other: PropertyDescription) {
        if one.name != other.name {
            differences.append(
                .propertyRenamed(entity: entity, left: one.name, right: other.name))
        }
        guard one.kind == other.kind else {
            differences.append(
                .propertyKind(
                    entity: entity, property: property, left: one.kind, right: other.kind))
            return
        }
        switch (one, other) {
        case (.attribute(let one), .attribute(let other)): compare(one, other)
        case (.relationship(let one), .relationship(let other)): compare(one, other)
        case (.fetchedProperty(let one), .fetchedProperty(let other)):
            if one.fetchRequest != other.fetchRequest {
                add(.fetchRequest, .of(one.fetchRequest), .of(other.fetchRequest))
            }
        default: break
        }
        compare(one.traits, other.traits)
    }

    private mutating func add(
        _ aspect: Aspect, _ left: ModelDifference.Value,
        _ right: ModelDifference.Value
    ) {
        guard left != right else { return }
        differences.append(
            .propertyAspect(
                entity: entity, property: property, aspect, left: left, right: right))
    }

    private mutating func compare(_ one: PropertyTraits, _ other: PropertyTraits) {
        func add(_ aspect: Aspect, _ value: (PropertyTraits) -> ModelDifference.Value) {
            self.add(aspect, value(one), value(other))
        }
        add(.isOptional) { .flag($0.isOptional) }
        add(.isTransient) { .flag($0.isTransient) }
        add(.isReadOnly) { .flag($0.isReadOnly) }
        add(.versionHashModifier) { .of($0.versionHashModifier) }
        add(.minimum) { .of($0.validation.minimum) }
        add(.maximum) { .of($0.validation.maximum) }
        add(.minimumLength) { .of($0.validation.minimumLength) }
        add(.maximumLength) { .of($0.validation.maximumLength) }
        add(.regularExpression) { .of($0.validation.regularExpression) }
        add(.validationPredicates) { .list($0.validation.predicates.map(\.format)) }
        add(.isIndexed) { .flag($0.isIndexed) }
        add(.isIndexedBySpotlight) { .flag($0.isIndexedBySpotlight) }
        // The difference of a renamed property already shows the identifier.
        if one.name == other.name { add(.renamingIdentifier) { .of($0.renamingIdentifier) } }
        add(.userInfo) { .of($0.userInfo) }
    }

    private mutating func compare(_ one: AttributeDescription, _ other: AttributeDescription) {
        func add(_ aspect: Aspect, _ value: (AttributeDescription) -> ModelDifference.Value) {
            self.add(aspect, value(one), value(other))
        }
        add(.type) { .text($0.type.xcodeName) }
        add(.derivation) { .of($0.derivation?.format) }
        add(.derivationFilter) { .of($0.derivationFilter?.format) }
        add(.elements) { .list($0.elements.map { ModelComparer.text(of: $0) }) }
        add(.allowsExternalStorage) { .flag($0.allowsExternalBinaryDataStorage) }
        add(.preservesValueInHistory) { .flag($0.preservesValueInHistoryOnDeletion) }
        // If the type differs, a default in the form of the other type adds no information.
        if one.type == other.type || (one.defaultValue == nil) != (other.defaultValue == nil) {
            add(.defaultValue) { .of($0.defaultValue) }
        }
        add(.attributeValueClassName) { .of($0.attributeValueClassName) }
        add(.valueTransformerName) { .of($0.valueTransformerName) }
        add(.allowsCloudEncryption) { .flag($0.allowsCloudEncryption) }
    }

    private mutating func compare(
        _ one: RelationshipDescription, _ other: RelationshipDescription
    ) {
        func add(_ aspect: Aspect, _ value: (RelationshipDescription) -> ModelDifference.Value) {
            self.add(aspect, value(one), value(other))
        }
        // Renamed destinations and inverses are the same.
        if one.destinationEntityName.map({ models.rightName($0) }) != other.destinationEntityName {
            add(.destination) { .of($0.destinationEntityName) }
        }
        if models.rightInverse(of: one) != other.inverseRelationshipName {
            add(.inverse) { .of($0.inverseRelationshipName) }
        }
        add(.cardinality) { .text($0.isToMany ? "to-many" : "to-one") }
        if one.isToMany == other.isToMany { add(.maxCount) { Self.limit($0.maxCount) } }
        add(.minCount) { .number($0.minCount) }
        add(.isOrdered) { .flag($0.isOrdered) }
        add(.deleteRule) { .text($0.deleteRule.xcodeName) }
    }

    /// Returns a maximum count; 0 means no limit.
    private static func limit(_ count: Int) -> ModelDifference.Value {
        count == 0 ? .absent : .number(count)
    }
}
