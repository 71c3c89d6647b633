extension ArchivedModelReader {
    /// Bits of `NSFlagsKey` in real archives. The bits for external storage and for preserving in history are
    /// included in the version hash (docs/internals/format.md#version-hashes).
    private enum Flag {
        static let allowsExternalBinaryDataStorage = 4
        static let preservesValueInHistoryOnDeletion = 16
    }

    /// Reads a property. A proxy is resolved to the property that a superentity declares.
    mutating func property(
        _ value: PropertyList, of entity: String
    ) throws -> PropertyDescription {
        guard var object = archive.object(value) else {
            throw ModelError(.missing("property", usedBy: entity))
        }
        var proxies = 0
        while object.className == "_NSPropertyDescriptionProxy" {
            proxies += 1
            guard proxies <= Self.proxyLimit,
                let next = archive.object(object["NSUnderlyingProperty"])
            else { throw archive.malformed(object, "of \(entity) leads to no property") }
            object = next
        }
        if let known = properties[object.index] { return known }
        let property = try property(object, of: entity)
        properties[object.index] = property
        return property
    }

    private mutating func property(
        _ object: KeyedArchive.Object, of entity: String
    ) throws -> PropertyDescription {
        switch object.className {
        case "NSAttributeDescription", "NSDerivedAttributeDescription",
            "NSCompositeAttributeDescription":
            return .attribute(try attribute(object, of: entity, depth: 0))
        case "NSRelationshipDescription":
            return .relationship(try relationship(object, of: entity))
        case "NSFetchedPropertyDescription":
            return .fetchedProperty(try fetchedProperty(object, of: entity))
        default:
            throw ModelError(
                .unknownValue(object.className, of: "class of property", usedBy: entity))
        }
    }

    private mutating func traits(
        _ object: KeyedArchive.Object, of entity: String
    ) throws -> PropertyTraits {
        guard let name = archive.string("NSPropertyName", of: object), !name.isEmpty else {
            throw ModelError(.missing("name of a property", usedBy: entity))
        }
        return PropertyTraits(
            name: name, isOptional: archive.bool("NSIsOptional", of: object),
            isTransient: archive.bool("NSIsTransient", of: object),
            isReadOnly: archive.bool("NSIsReadOnly", of: object),
            isIndexed: archive.bool("NSIsIndexed", of: object),
            isIndexedBySpotlight: archive.bool("NSIndexedBySpotlight", of: object),
            versionHashModifier: archive.string("NSVersionHashModifier", of: object),
            renamingIdentifier: archive.string("NSRenamingIdentifier", of: object),
            userInfo: try archive.userInfo(object["NSUserInfo"]),
            validation: PropertyValidation(
                archived: archive.elements(object["NSValidationPredicates"]).compactMap {
                    optionalPredicate($0, usedBy: "\(entity).\(name)")
                }))
    }

    private mutating func attribute(
        _ object: KeyedArchive.Object, of entity: String, depth: Int
    ) throws -> AttributeDescription {
        guard depth < KeyedArchive.depthLimit else {
            throw ModelError(.tooMany(what: "nested elements", limit: KeyedArchive.depthLimit))
        }
        let traits = try traits(object, of: entity)
        let name = "\(entity).\(traits.name)"
        let number = archive.integer("NSAttributeType", of: object) ?? 0
        guard let type = Int32(exactly: number).flatMap({ AttributeType(rawValue: $0) }) else {
            throw ModelError(.unknownValue(String(number), of: "attribute type", usedBy: name))
        }
        let flags = archive.integer("NSFlagsKey", of: object) ?? 0
        return AttributeDescription(
            traits, type: type,
            defaultValue: try archive.plainValue(object["NSDefaultValue"]),
            attributeValueClassName: archive.string("NSAttributeValueClassName", of: object),
            valueTransformerName: archive.string("NSValueTransformerName", of: object),
            allowsExternalBinaryDataStorage:
                flags & Flag.allowsExternalBinaryDataStorage != 0,
            preservesValueInHistoryOnDeletion:
                flags & Flag.preservesValueInHistoryOnDeletion != 0,
            allowsCloudEncryption: archive.bool("NSAllowsCloudEncryption", of: object),
            derivation: try expression(object["NSDerivationExpression"], usedBy: name),
            derivationFilter: try predicate(object["NSFilteringPredicate"], usedBy: name),
            elements: try elements(of: object, entity: entity, depth: depth))
    }

    private mutating func elements(
        of object: KeyedArchive.Object, entity: String, depth: Int
    ) throws -> [AttributeDescription] {
        try archive.elements(object["NSCompositeElements"]).map { element in
            guard let attribute = archive.object(element) else {
                throw archive.malformed(object, "of \(entity) has an element that is none")
            }
            return try self.attribute(attribute, of: entity, depth: depth + 1)
        }
    }

    private mutating func relationship(
        _ object: KeyedArchive.Object, of entity: String
    ) throws -> RelationshipDescription {
        let traits = try traits(object, of: entity)
        let rule = archive.integer("NSDeleteRule", of: object) ?? 0
        guard let deleteRule = RelationshipDescription.DeleteRule(rawValue: rule) else {
            throw ModelError(
                .unknownValue(
                    String(rule), of: "delete rule", usedBy: "\(entity).\(traits.name)"))
        }
        let destination = archive.object(object["NSDestinationEntity"])
        let inverse = archive.object(object["NSInverseRelationship"])
        return RelationshipDescription(
            traits,
            destinationEntityName: archive.string("_NSDestinationEntityName", of: object)
                ?? destination.flatMap { archive.string("NSEntityName", of: $0) },
            inverseRelationshipName: archive.string("_NSInverseRelationshipName", of: object)
                ?? inverse.flatMap { archive.string("NSPropertyName", of: $0) },
            minCount: archive.integer("NSMinCount", of: object) ?? 0,
            maxCount: archive.integer("NSMaxCount", of: object) ?? 1,
            isOrdered: archive.bool("NSIsOrdered", of: object), deleteRule: deleteRule)
    }

    private mutating func fetchedProperty(
        _ object: KeyedArchive.Object, of entity: String
    ) throws -> FetchedPropertyDescription {
        let traits = try traits(object, of: entity)
        guard let request = archive.object(object["NSFetchRequest"]) else {
            throw ModelError(
                .missing("fetch request", usedBy: "\(entity).\(traits.name)"))
        }
        return FetchedPropertyDescription(
            traits,
            fetchRequest: try fetchRequest(
                request, name: traits.name,
                entityName: archive.string("_NSFetchRequestEntityName", of: object)))
    }
}
