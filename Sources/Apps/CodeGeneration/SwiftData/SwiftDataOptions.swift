import ObjectModel

/// The macros of stored properties, and their defaults.
enum SwiftDataOptions {
    /// Returns the lines of `@Attribute(…)`; empty if the attribute has no options.
    static func options(
        of attribute: AttributeDescription, in entity: EntityDescription
    ) -> [String] {
        var parts: [String] = []
        if entity.uniquenessConstraints.contains([attribute.name]) { parts.append(".unique") }
        if attribute.allowsExternalBinaryDataStorage { parts.append(".externalStorage") }
        if attribute.preservesValueInHistoryOnDeletion { parts.append(".preserveValueOnDeletion") }
        if attribute.allowsCloudEncryption { parts.append(".allowsCloudEncryption") }
        if attribute.isIndexedBySpotlight { parts.append(".spotlight") }
        if attribute.type == .transformable {
            let transformer = attribute.valueTransformerName ?? "NSSecureUnarchiveFromData"
            parts.append(".transformable(by: \(SwiftName.literal(transformer)))")
        }
        if let name = attribute.renamingIdentifier {
            parts.append("originalName: \(SwiftName.literal(name))")
        }
        if let modifier = attribute.versionHashModifier {
            parts.append("hashModifier: \(SwiftName.literal(modifier))")
        }
        return parts.isEmpty ? [] : ["@Attribute(\(parts.joined(separator: ", ")))"]
    }

    /// Returns the lines of `@Relationship(…)`; empty if the relationship has no options.
    static func options(
        of relationship: RelationshipDescription, in entity: EntityDescription,
        model: ManagedObjectModel, classes: ClassNames
    ) -> [String] {
        var parts: [String] = []
        switch relationship.deleteRule {
        case .nullify: break
        case .cascade: parts.append("deleteRule: .cascade")
        case .deny: parts.append("deleteRule: .deny")
        case .noAction: parts.append("deleteRule: .noAction")
        }
        if relationship.isToMany, relationship.minCount > 0 {
            parts.append("minimumModelCount: \(relationship.minCount)")
        }
        if relationship.isToMany, relationship.maxCount > 0 {
            parts.append("maximumModelCount: \(relationship.maxCount)")
        }
        if let name = relationship.renamingIdentifier {
            parts.append("originalName: \(SwiftName.literal(name))")
        }
        if let inverse = model.inverse(of: relationship, in: entity),
            let destination = relationship.destinationEntityName,
            namesInverse(relationship, of: entity.name, inverse, of: destination)
        {
            let name = SwiftName.member(inverse.name)
            parts.append("inverse: \\\(classes.name(of: destination)).\(name)")
        }
        if let modifier = relationship.versionHashModifier {
            parts.append("hashModifier: \(SwiftName.literal(modifier))")
        }
        return parts.isEmpty ? [] : ["@Relationship(\(parts.joined(separator: ", ")))"]
    }

    /// Returns whether this side names the other. Exactly one of the two must, because two macros that name one another
    /// do not compile. It is the to-many side; if both sides are equal, the first by name.
    private static func namesInverse(
        _ relationship: RelationshipDescription, of entity: String,
        _ inverse: RelationshipDescription, of destination: String
    ) -> Bool {
        guard relationship.isToMany == inverse.isToMany else { return relationship.isToMany }
        let (one, other) = ("\(entity).\(relationship.name)", "\(destination).\(inverse.name)")
        return one.precedesInBinaryOrder(other)
    }

    /// Returns the lines of `#Unique` and `#Index` for groups of properties.
    static func macros(of className: String, unique: [[String]], indexes: [[String]]) -> [String] {
        [("Unique", unique), ("Index", indexes)].filter { !$0.1.isEmpty }.map { macro, groups in
            let lists = groups.map { keys in
                "[" + keys.map { "\\." + SwiftName.member($0) }.joined(separator: ", ") + "]"
            }
            return "#\(macro)<\(className)>(\(lists.joined(separator: ", ")))"
        }
    }

    /// Returns the default of the model in Swift syntax; nil if there is none, or if it has no literal form.
    static func defaultValue(of attribute: AttributeDescription, _ types: ValueTypes) -> String? {
        let type = types.name(of: attribute.type)
        switch attribute.defaultValue {
        case .bool(let flag): return flag ? "true" : "false"
        case .integer(let number): return number == .min ? nil : String(number)
        case .double(let number): return number.isFinite ? "\(number)" : nil
        case .decimal(let text):
            if Int64(text) != nil { return text }
            return type.map { "\($0)(string: \(SwiftName.literal(text))) ?? 0" }
        case .string(let text): return SwiftName.literal(text)
        case .date(let seconds):
            guard seconds.isFinite else { return nil }
            return type.map { "\($0)(timeIntervalSinceReferenceDate: \(seconds))" }
        case .data, .uuid, .uri, .array, .dictionary, .object, .null, nil: return nil
        }
    }
}
