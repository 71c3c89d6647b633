extension ModelSourceWriter {
    mutating func write(_ attribute: AttributeDescription) throws(ModelSourceError) {
        var fields: [XMLTextWriter.Attribute] = [
            ("name", attribute.name), ("optional", Self.yes(attribute.isOptional)),
            ("transient", Self.yes(attribute.isTransient)),
            ("attributeType", attribute.type.xcodeName),
            ("derived", Self.yes(attribute.isDerived)),
            ("derivationExpression", attribute.derivation.map { Self.text(ofDerivation: $0) }),
            ("derivationFilterPredicate", attribute.derivationFilter?.format),
        ]
        fields += Self.validation(attribute)
        fields += Self.defaultValue(attribute)
        fields += [
            ("customClassName", attribute.attributeValueClassName),
            ("valueTransformerName", attribute.valueTransformerName),
            (
                "allowsExternalBinaryDataStorage",
                Self.yes(attribute.allowsExternalBinaryDataStorage)
            ),
            ("preserveAfterDeletion", Self.yes(attribute.preservesValueInHistoryOnDeletion)),
            ("allowsCloudEncryption", Self.yes(attribute.allowsCloudEncryption)),
        ]
        fields += Self.traits(attribute.traits)
        guard !attribute.elements.isEmpty || !attribute.userInfo.isEmpty else {
            return try xml.element("attribute", fields)
        }
        try xml.begin("attribute", fields)
        for element in attribute.elements { try write(element) }
        try write(attribute.userInfo)
        xml.end()
    }

    /// Returns the text of a derivation. The editor writes a count as `pages.@count`, and the compiler turns it into
    /// a function (docs/internals/format.md#version-hashes).
    private static func text(ofDerivation expression: Expression) -> String {
        if case .function(name: "count:", let arguments, target: nil) = expression,
            arguments.count == 1, case .keyPath(let path)? = arguments.first
        {
            return path + ".@count"
        }
        return expression.format
    }

    private static func traits(_ traits: PropertyTraits) -> [XMLTextWriter.Attribute] {
        [
            ("indexed", yes(traits.isIndexed)),
            ("spotlightIndexingEnabled", yes(traits.isIndexedBySpotlight)),
            ("elementID", traits.renamingIdentifier),
            ("versionHashModifier", traits.versionHashModifier), ("syncable", "YES"),
        ]
    }

    private static func validation(
        _ attribute: AttributeDescription
    ) -> [XMLTextWriter.Attribute] {
        let validation = attribute.validation
        switch attribute.type {
        case .string:
            return [
                ("minValueString", validation.minimumLength.map { String($0) }),
                ("maxValueString", validation.maximumLength.map { String($0) }),
                ("regularExpressionString", validation.regularExpression),
            ]
        case .date:
            return [
                ("minDateTimeInterval", validation.minimum.flatMap { text(of: $0) }),
                ("maxDateTimeInterval", validation.maximum.flatMap { text(of: $0) }),
            ]
        default:
            return [
                ("minValueString", validation.minimum.flatMap { text(of: $0) }),
                ("maxValueString", validation.maximum.flatMap { text(of: $0) }),
            ]
        }
    }

    private static func defaultValue(
        _ attribute: AttributeDescription
    ) -> [XMLTextWriter.Attribute] {
        let name = attribute.type == .date ? "defaultDateTimeInterval" : "defaultValueString"
        return [(name, attribute.defaultValue.flatMap { Self.text(of: $0) })]
    }

    /// Returns a value as the editor writes it; nil if the editor cannot write it.
    private static func text(of value: PropertyValue) -> String? {
        switch value {
        case .bool(let flag): return flag ? "YES" : "NO"
        case .integer(let number): return String(number)
        case .double(let number), .date(let number): return String(number)
        case .decimal(let text), .string(let text), .uri(let text): return text
        case .uuid(let bytes): return BytesText.uuid(bytes)
        case .data, .array, .dictionary, .object, .null: return nil
        }
    }

    mutating func write(_ relationship: RelationshipDescription) throws(ModelSourceError) {
        let maximum =
            relationship.isToMany && relationship.maxCount == 0
            ? nil : String(relationship.maxCount)
        var fields: [XMLTextWriter.Attribute] = [
            ("name", relationship.name), ("optional", Self.yes(relationship.isOptional)),
            ("transient", Self.yes(relationship.isTransient)),
            ("toMany", Self.yes(relationship.isToMany)),
            ("minCount", relationship.minCount == 0 ? nil : String(relationship.minCount)),
            ("maxCount", maximum), ("ordered", Self.yes(relationship.isOrdered)),
            ("deletionRule", relationship.deleteRule.xcodeName),
            ("destinationEntity", relationship.destinationEntityName),
        ]
        if let inverse = relationship.inverseRelationshipName {
            fields += [
                ("inverseName", inverse), ("inverseEntity", relationship.destinationEntityName),
            ]
        }
        fields += Self.traits(relationship.traits)
        guard !relationship.userInfo.isEmpty else {
            return try xml.element("relationship", fields)
        }
        try xml.begin("relationship", fields)
        try write(relationship.userInfo)
        xml.end()
    }

    mutating func write(_ property: FetchedPropertyDescription) throws(ModelSourceError) {
        let fields: [XMLTextWriter.Attribute] = [
            ("name", property.name), ("optional", Self.yes(property.isOptional)),
        ]
        try xml.begin("fetchedProperty", fields + Self.traits(property.traits))
        try write(property.fetchRequest, name: "fetchedPropertyFetchRequest")
        try write(property.userInfo)
        xml.end()
    }
}
