import ObjectModel
import SQLite

extension MappingInference {
    // MARK: Attributes

    mutating func infer(
        _ attribute: AttributeDescription, from former: AttributeDescription?, _ context: PropertyContext,
        into mapping: inout EntityMapping
    ) {
        let isStored = former.map { !$0.isTransient } ?? false
        guard !attribute.isTransient else {
            if let former, isStored { report(.becameTransient, attribute.name, context, former: former.name) }
            return
        }
        if let former, isStored, former.type != attribute.type {
            report(
                .typeChanged(from: former.type.xcodeName, to: attribute.type.xcodeName),
                attribute.name, context, former: former.name)
            return
        }
        if let former {
            if !isStored { report(.becamePersistent, attribute.name, context, former: former.name) }
            if !former.isOptional, attribute.isOptional {
                report(.becameOptional, attribute.name, context, former: former.name)
            }
            if isStored, !attribute.isComposite,
                former.allowsExternalBinaryDataStorage != attribute.allowsExternalBinaryDataStorage
            {
                report(
                    attribute.allowsExternalBinaryDataStorage ? .storedOutside : .storedInside,
                    attribute.name, context, former: former.name)
            }
        } else {
            report(
                .attributeAdded(default: Self.text(attribute.defaultValue)), attribute.name, context)
        }
        let isRequired = !attribute.isOptional && (former?.isOptional ?? true || !isStored)
        if isRequired { require(attribute, former: isStored ? former : nil, context) }
        mapping.attributes += leaves(
            of: attribute, from: isStored ? former : nil, path: attribute.name,
            formerPath: former?.name ?? "", fillsNulls: isRequired, context)
    }

    /// Records that a required value is taken from the default value, or that there is no default.
    private mutating func require(
        _ attribute: AttributeDescription, former: AttributeDescription?, _ context: PropertyContext
    ) {
        guard !attribute.isDerived else { return }
        let defaults = attribute.leaves.filter { $0.defaultValue != nil && $0.defaultValue != .null }
        guard let first = defaults.first, let value = first.defaultValue else {
            report(.noDefault(isNew: former == nil), attribute.name, context, former: former?.name)
            return
        }
        guard Value(value, of: first) != nil else {
            report(.defaultNotStorable, attribute.name, context, former: former?.name)
            return
        }
        guard let former else { return }
        report(
            .becameRequired(default: Self.text(value) ?? ""), attribute.name, context,
            former: former.name)
    }

    /// Returns the mappings of an attribute's columns: its own column, or those of its elements.
    private mutating func leaves(
        of attribute: AttributeDescription, from former: AttributeDescription?, path: String,
        formerPath: String, fillsNulls: Bool, _ context: PropertyContext
    ) -> [AttributeMapping] {
        guard attribute.isComposite else {
            let standard =
                former == nil || fillsNulls || (former?.isOptional == true && !attribute.isOptional)
                ? attribute.defaultValue : nil
            return [
                AttributeMapping(
                    source: former == nil ? nil : formerPath, destination: path, standard: standard,
                    sourceAttribute: former, attribute: attribute)
            ]
        }
        let elements = former?.elements ?? []
        let match = CanonicalMatch(
            source: elements.map { candidate($0.name, $0.renamingIdentifier) },
            destination: attribute.elements.map { candidate($0.name, $0.renamingIdentifier) })
        if former != nil {
            let kept = Set(match.sources.values)
            for element in elements where !kept.contains(element.name) {
                report(
                    .attributeRemoved, "\(path).\(element.name)", context,
                    former: "\(formerPath).\(element.name)")
            }
        }
        var mappings: [AttributeMapping] = []
        for element in attribute.elements {
            let old = match.sources[element.name].flatMap { name in
                elements.first { $0.name == name }
            }
            let own = "\(path).\(element.name)"
            if let old, old.type != element.type {
                report(
                    .typeChanged(from: old.type.xcodeName, to: element.type.xcodeName), own, context,
                    former: "\(formerPath).\(old.name)")
                continue
            }
            if former != nil, old == nil {
                report(.attributeAdded(default: Self.text(element.defaultValue)), own, context)
            } else if let old, old.name != element.name {
                report(
                    .propertyRenamed(from: "\(formerPath).\(old.name)"), own, context,
                    former: "\(formerPath).\(old.name)")
            }
            mappings += leaves(
                of: element, from: old, path: own, formerPath: "\(formerPath).\(old?.name ?? "")",
                fillsNulls: fillsNulls, context)
        }
        return mappings
    }

    /// Returns a default value as text.
    static func text(_ value: PropertyValue?) -> String? {
        switch value {
        case nil, .null: nil
        case .bool(let flag): flag ? "YES" : "NO"
        case .integer(let number): String(number)
        case .date(let seconds): ISO8601Text.shown(referenceSeconds: seconds)
        case .double(let number):
            number == number.rounded() && abs(number) < 1e15
                ? String(Int64(number)) : String(number)
        case .decimal(let text), .uri(let text): text
        case .string(let text): "'\(text)'"
        case .data(let bytes): "\(bytes.count) bytes"
        case .uuid: "a UUID"
        case .array(let elements): "a list of \(elements.count)"
        case .dictionary: "a dictionary"
        case .object(let name): "an object of \(name)"
        }
    }

    // MARK: Relationships

    mutating func infer(
        _ relationship: RelationshipDescription, from former: RelationshipDescription,
        _ context: PropertyContext, into mapping: inout EntityMapping
    ) {
        guard !relationship.isTransient else {
            if !former.isTransient {
                report(.becameTransient, relationship.name, context, former: former.name)
            }
            return
        }
        guard !former.isTransient else {
            report(.becamePersistent, relationship.name, context, former: former.name)
            return
        }
        guard leadsToTheSame(relationship, former) else {
            report(
                .destinationChanged(
                    from: former.destinationEntityName ?? "nothing",
                    to: relationship.destinationEntityName ?? "nothing"), relationship.name, context,
                former: former.name)
            return
        }
        if former.isToMany, !relationship.isToMany {
            report(.becameToOne, relationship.name, context, former: former.name)
            return
        }
        if !former.isToMany, relationship.isToMany {
            report(.becameToMany, relationship.name, context, former: former.name)
        }
        if former.isToMany, former.isOrdered != relationship.isOrdered {
            report(
                relationship.isOrdered ? .becameOrdered : .becameUnordered, relationship.name,
                context, former: former.name)
        }
        if !relationship.isToMany, former.isOptional != relationship.isOptional {
            report(
                relationship.isOptional ? .becameOptional : .relationshipBecameRequired,
                relationship.name, context, former: former.name)
        }
        if (former.inverseRelationshipName == nil) != (relationship.inverseRelationshipName == nil) {
            report(
                .inverseChanged(
                    from: former.inverseRelationshipName, to: relationship.inverseRelationshipName),
                relationship.name, context, former: former.name)
        }
        mapping.relationships[relationship.name] = former.name
    }

    /// Returns whether the former destinations of a relationship can be its destinations now: their entity is the new
    /// destination, or a superentity or subentity of it. The rows show which entities the objects have.
    private func leadsToTheSame(
        _ relationship: RelationshipDescription, _ former: RelationshipDescription
    ) -> Bool {
        guard let target = destination.destination(of: relationship),
            let old = source.destination(of: former)
        else { return relationship.destinationEntityName == former.destinationEntityName }
        let families = source.descendants(of: old).compactMap { entityDestinations[$0.name] }
            .compactMap { destination.entity(named: $0) }
        if families.isEmpty {
            // All former destinations are removed, and so are the links. Nothing prevents the mapping.
            return entitySources[target.name] == nil && target.name == old.name
        }
        return families.contains {
            destination.isKind($0, of: target) || destination.isKind(target, of: $0)
        }
    }
}
