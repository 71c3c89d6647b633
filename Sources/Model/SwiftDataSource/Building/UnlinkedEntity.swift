import ObjectModel

/// An entity before its relationships have inverses.
final class UnlinkedEntity {
    let type: DeclaredType
    let superclass: DeclaredType?
    var attributes: [AttributeDescription] = []
    var relationships: [RelationshipDraft] = []
    var constraints: [[String]] = []
    /// The forms of values that the source shows, by the paths of attributes.
    var valueForms: [String: SourceValues.Form] = [:]
    /// The paths of the structures' members that are not optional.
    var requiredMembers: Set<String> = []
    /// The values of new rows, by the paths of attributes for which the model has no default.
    var seedDefaults: [String: PropertyValue] = [:]
    /// The attributes whose initial values are evaluated at each launch of the app.
    var launchDefaults: Set<String> = []
    /// The properties of each index, in declared order.
    var indexes: [[String]] = []

    init(_ type: DeclaredType, superclass: DeclaredType?) {
        self.type = type
        self.superclass = superclass
    }

    /// The entity, without the properties it inherits.
    var description: EntityDescription {
        // An index of one property sets the attribute's flag. An index of several properties is in the list of compound
        // indexes (docs/start/swiftdata.md).
        let single = Set(indexes.filter { $0.count == 1 }.flatMap(\.self))
        let properties =
            attributes.map { attribute in
                PropertyDescription.attribute(
                    single.contains(attribute.name) ? attribute.markedAsIndexed : attribute)
            } + relationships.map { .relationship($0.description) }
        return EntityDescription(
            name: type.name, superentityName: superclass?.name, ownProperties: properties,
            uniquenessConstraints: constraints,
            compoundIndexes: indexes.filter { $0.count > 1 },
            fetchIndexes: indexes.map { names in
                FetchIndexDescription(
                    name: "SwiftDataIndexOnBinary" + names.joined(),
                    elements: names.map { FetchIndexDescription.Element(.property($0)) })
            })
    }
}

extension AttributeDescription {
    fileprivate var markedAsIndexed: AttributeDescription {
        AttributeDescription(
            PropertyTraits(
                name: name, isOptional: isOptional, isTransient: isTransient, isIndexed: true,
                versionHashModifier: versionHashModifier, renamingIdentifier: renamingIdentifier,
                userInfo: userInfo),
            type: type, defaultValue: defaultValue,
            attributeValueClassName: attributeValueClassName,
            valueTransformerName: valueTransformerName,
            allowsExternalBinaryDataStorage: allowsExternalBinaryDataStorage,
            preservesValueInHistoryOnDeletion: preservesValueInHistoryOnDeletion,
            allowsCloudEncryption: allowsCloudEncryption, elements: elements)
    }
}
