/// Finds the differences of two properties that belong together.
struct PropertyComparer {
    /// The name of the entity on the right.
    let entity: String
    /// The name of the property on the right.
    let property: String
    let models: ModelComparer
    private(set) var differences: [ModelDifference] = []

    init(entity: String, property: String, models: ModelComparer) {
        self.entity = entity
        self.property = property
        self.models = models
    }

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
                add(
                    .fetchRequest, ModelComparer.value(one.fetchRequest),
                    ModelComparer.value(other.fetchRequest))
            }
        default: break
        }
        compare(one.traits, other.traits)
    }

    private mutating func add(
        _ aspect: ModelDifference.PropertyAspect, _ left: ModelDifference.Value,
        _ right: ModelDifference.Value
    ) {
        guard left != right else { return }
        differences.append(
            .propertyAspect(
                entity: entity, property: property, aspect, left: left, right: right))
    }

    private mutating func compare(_ one: PropertyTraits, _ other: PropertyTraits) {
        func value(_ text: String?) -> ModelDifference.Value { ModelComparer.value(text) }
        func value(_ number: Int?) -> ModelDifference.Value { ModelComparer.value(number) }
        func value(_ plain: PropertyValue?) -> ModelDifference.Value { ModelComparer.value(plain) }
        add(.isOptional, .flag(one.isOptional), .flag(other.isOptional))
        add(.isTransient, .flag(one.isTransient), .flag(other.isTransient))
        add(.isReadOnly, .flag(one.isReadOnly), .flag(other.isReadOnly))
        add(
            .versionHashModifier, value(one.versionHashModifier),
            value(other.versionHashModifier))
        let (first, second) = (one.validation, other.validation)
        add(.minimum, value(first.minimum), value(second.minimum))
        add(.maximum, value(first.maximum), value(second.maximum))
        add(.minimumLength, value(first.minimumLength), value(second.minimumLength))
        add(.maximumLength, value(first.maximumLength), value(second.maximumLength))
        add(.regularExpression, value(first.regularExpression), value(second.regularExpression))
        add(
            .validationPredicates, .list(first.predicates.map(\.format)),
            .list(second.predicates.map(\.format)))
        add(.isIndexed, .flag(one.isIndexed), .flag(other.isIndexed))
        add(
            .isIndexedBySpotlight, .flag(one.isIndexedBySpotlight),
            .flag(other.isIndexedBySpotlight))
        // Of a renamed property everybody knows it by now.
        if one.name == other.name {
            add(
                .renamingIdentifier, value(one.renamingIdentifier),
                value(other.renamingIdentifier))
        }
        add(.userInfo, ModelComparer.value(one.userInfo), ModelComparer.value(other.userInfo))
    }

    private mutating func compare(_ one: AttributeDescription, _ other: AttributeDescription) {
        func value(_ text: String?) -> ModelDifference.Value { ModelComparer.value(text) }
        add(.type, .text(one.type.xcodeName), .text(other.type.xcodeName))
        add(.derivation, value(one.derivation?.format), value(other.derivation?.format))
        add(
            .derivationFilter, value(one.derivationFilter?.format),
            value(other.derivationFilter?.format))
        add(
            .elements, .list(one.elements.map { ModelComparer.text(of: $0) }),
            .list(other.elements.map { ModelComparer.text(of: $0) }))
        add(
            .allowsExternalStorage, .flag(one.allowsExternalBinaryDataStorage),
            .flag(other.allowsExternalBinaryDataStorage))
        add(
            .preservesValueInHistory, .flag(one.preservesValueInHistoryOnDeletion),
            .flag(other.preservesValueInHistoryOnDeletion))
        // A default in the form of another type says nothing beside the type itself.
        if one.type == other.type || (one.defaultValue == nil) != (other.defaultValue == nil) {
            add(
                .defaultValue, ModelComparer.value(one.defaultValue),
                ModelComparer.value(other.defaultValue))
        }
        add(
            .attributeValueClassName, value(one.attributeValueClassName),
            value(other.attributeValueClassName))
        add(
            .valueTransformerName, value(one.valueTransformerName),
            value(other.valueTransformerName))
        add(
            .allowsCloudEncryption, .flag(one.allowsCloudEncryption),
            .flag(other.allowsCloudEncryption))
    }

    private mutating func compare(
        _ one: RelationshipDescription, _ other: RelationshipDescription
    ) {
        // Destinations and inverses that were merely renamed are the same.
        if one.destinationEntityName.map({ models.rightName($0) }) != other.destinationEntityName {
            add(
                .destination, ModelComparer.value(one.destinationEntityName),
                ModelComparer.value(other.destinationEntityName))
        }
        if models.rightInverse(of: one) != other.inverseRelationshipName {
            add(
                .inverse, ModelComparer.value(one.inverseRelationshipName),
                ModelComparer.value(other.inverseRelationshipName))
        }
        if one.isToMany != other.isToMany {
            add(
                .cardinality, .text(one.isToMany ? "to-many" : "to-one"),
                .text(other.isToMany ? "to-many" : "to-one"))
        } else {
            add(.maxCount, Self.limit(one.maxCount), Self.limit(other.maxCount))
        }
        add(.minCount, .number(one.minCount), .number(other.minCount))
        add(.isOrdered, .flag(one.isOrdered), .flag(other.isOrdered))
        add(.deleteRule, .text(one.deleteRule.xcodeName), .text(other.deleteRule.xcodeName))
    }

    /// A maximum count; 0 stands for none.
    private static func limit(_ count: Int) -> ModelDifference.Value {
        count == 0 ? .absent : .number(count)
    }
}
