import Files

extension XMLModelReader {
    /// Reads an attribute. A composite is read with its elements.
    mutating func attribute(
        _ element: XMLTreeElement, of entity: String, depth: Int
    ) throws -> AttributeDescription {
        let name = try require("name", of: element)
        let user = "\(entity).\(name)"
        let typeName = element.value("attributeType") ?? AttributeType.undefined.xcodeName
        guard let type = AttributeType(xcodeName: typeName) else {
            throw element.error(.unknownValue(typeName, of: "attribute type", usedBy: user))
        }
        var values = XMLAttributeValues(element: element, type: type, user: user)
        let validation = values.validation()
        let defaultValue = values.defaultValue()
        warnings += values.warnings
        return AttributeDescription(
            traits(element, name: name, validation: validation), type: type,
            defaultValue: defaultValue,
            attributeValueClassName: element.value("customClassName"),
            valueTransformerName: element.value("valueTransformerName"),
            allowsExternalBinaryDataStorage: element.flag("allowsExternalBinaryDataStorage"),
            preservesValueInHistoryOnDeletion: element.flag("preserveAfterDeletion")
                || element.flag("preservesValueInHistoryOnDeletion"),
            allowsCloudEncryption: element.flag("allowsCloudEncryption"),
            derivation: try derivation(element, usedBy: user),
            derivationFilter: try predicate(
                element.value("derivationFilterPredicate"), at: element, usedBy: user),
            elements: type == .composite
                ? try elements(of: element, user: user, entity: entity, depth: depth) : [])
    }

    /// Reads the elements of a composite: its own, or those of the composite type that it names.
    private mutating func elements(
        of element: XMLTreeElement, user: String, entity: String, depth: Int
    ) throws -> [AttributeDescription] {
        // Composite types may name one another, even in a circle.
        guard depth < Limits.compositeLevels.most else {
            throw element.error(.tooMany(what: "nested composites", limit: Limits.compositeLevels.most))
        }
        let named = element.attributes.values.sortedInBinaryOrder().compactMap { composites[$0] }
        let own = element.children(named: "attribute")
        let parts = own.isEmpty ? named.first?.children(named: "attribute") ?? [] : own
        guard !parts.isEmpty else {
            throw element.error(.missing("elements of the composite", usedBy: user))
        }
        guard remainingElements >= parts.count else {
            throw element.error(
                .tooMany(what: "elements of composites", limit: Limits.compositeElements.most))
        }
        remainingElements -= parts.count
        var result: [AttributeDescription] = []
        for part in parts { result.append(try attribute(part, of: entity, depth: depth + 1)) }
        return result
    }

    private func derivation(
        _ element: XMLTreeElement, usedBy user: String
    ) throws -> Expression? {
        guard element.flag("derived") else { return nil }
        guard let text = element.value("derivationExpression") else {
            throw element.error(.missing("derivationExpression", usedBy: user))
        }
        // The compiler turns a count into a function (docs/internals/format.md#version-hashes).
        let count = ".@count"
        if text.hasSuffix(count) {
            let path = String(text.dropLast(count.count))
            return .function(name: "count:", arguments: [.keyPath(path)], target: nil)
        }
        return try expression(text, at: element, usedBy: user)
    }

    func traits(
        _ element: XMLTreeElement, name: String,
        validation: PropertyValidation = PropertyValidation()
    ) -> PropertyTraits {
        let isFetched = element.name == "fetchedProperty"
        return PropertyTraits(
            name: name, isOptional: element.flag("optional"),
            // The compiler marks fetched properties as transient and read-only, and derived attributes as read-only.
            isTransient: element.flag("transient") || isFetched,
            isReadOnly: element.flag("derived") || isFetched,
            isIndexed: element.flag("indexed"),
            isIndexedBySpotlight: element.flag("spotlightIndexingEnabled"),
            versionHashModifier: element.value("versionHashModifier"),
            renamingIdentifier: element.value("elementID"), userInfo: userInfo(element),
            validation: validation)
    }

    /// Reads a relationship.
    func relationship(
        _ element: XMLTreeElement, of entity: String
    ) throws -> RelationshipDescription {
        let name = try require("name", of: element)
        let user = "\(entity).\(name)"
        let isToMany = element.flag("toMany")
        let ruleName = element.value("deletionRule") ?? "Nullify"
        let rule = RelationshipDescription.DeleteRule.allCases.first { $0.xcodeName == ruleName }
        guard let rule else {
            throw element.error(.unknownValue(ruleName, of: "delete rule", usedBy: user))
        }
        return RelationshipDescription(
            traits(element, name: name),
            destinationEntityName: element.value("destinationEntity"),
            inverseRelationshipName: element.value("inverseName"),
            minCount: try count("minCount", of: element, user: user) ?? 0,
            maxCount: try count("maxCount", of: element, user: user) ?? (isToMany ? 0 : 1),
            isOrdered: element.flag("ordered"), deleteRule: rule)
    }

    private func count(
        _ attribute: String, of element: XMLTreeElement, user: String
    ) throws -> Int? {
        guard let text = element.value(attribute) else { return nil }
        // Models made in code may have a maximum count of -1 (coredataplus-books).
        guard let number = Int32(text) else {
            throw element.error(.unknownValue(text, of: attribute, usedBy: user))
        }
        return Int(number)
    }

    /// Reads a fetched property.
    mutating func fetchedProperty(
        _ element: XMLTreeElement, of entity: String
    ) throws -> FetchedPropertyDescription {
        let name = try require("name", of: element)
        guard let request = element.children(named: "fetchRequest").first else {
            throw element.error(.missing("fetch request", usedBy: "\(entity).\(name)"))
        }
        return FetchedPropertyDescription(
            traits(element, name: name), fetchRequest: try fetchRequest(request, name: name))
    }

    /// Reads a fetch request template, or the request of a fetched property.
    mutating func fetchRequest(
        _ element: XMLTreeElement, name: String
    ) throws -> FetchRequestTemplate {
        let kind = try count("resultType", of: element, user: name) ?? 0
        guard let resultType = FetchRequestTemplate.ResultType(rawValue: kind) else {
            throw element.error(.unknownValue(String(kind), of: "result type", usedBy: name))
        }
        var condition: Predicate?
        do {
            condition = try predicate(
                element.value("predicateString"), at: element, usedBy: name)
        } catch let error as ModelError {
            warnings.append(.predicateLeftOut(usedBy: name, problem: error.problem))
        }
        // Newer editors always write `returnObjectsAsFaults="YES"`. Older ones write only values that differ from the
        // default.
        func flag(_ attribute: String, default standard: Bool) -> Bool {
            element.value(attribute).map { $0 == "YES" } ?? standard
        }
        return FetchRequestTemplate(
            name: name, entityName: try require("entity", of: element), predicate: condition,
            fetchLimit: try count("fetchLimit", of: element, user: name) ?? 0,
            fetchBatchSize: try count("fetchBatchSize", of: element, user: name) ?? 0,
            resultType: resultType,
            includesSubentities: flag("includeSubentities", default: true)
                && flag("includesSubentities", default: true),
            includesPropertyValues: flag("includePropertyValues", default: true)
                && flag("includesPropertyValues", default: true),
            returnsObjectsAsFaults: flag("returnObjectsAsFaults", default: true)
                && flag("returnsObjectsAsFaults", default: true),
            returnsDistinctResults: flag("returnDistinctResults", default: false)
                || flag("returnsDistinctResults", default: false))
    }
}
