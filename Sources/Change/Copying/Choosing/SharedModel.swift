import Migration
import ObjectModel
import SQLite
import StoreFormat

/// The entities and properties that two models share by name, and the parts of the source that the target model lacks.
struct SharedModel {
    /// A part of an entity that is left out.
    struct Left {
        let kind: CopyIssue.Kind
        /// The entity in the source store.
        let entity: EntityLayout
        /// The attribute or relationship; nil for the entity.
        let property: String?
    }

    /// The mapping of each entity and property.
    let mapping: InferredMapping
    /// The parts that are left out, if objects have them.
    private(set) var left: [Left] = []
    /// The target's required attributes for which there is no value, by entity. Either all objects lack a value, or
    /// only those without a value for the source attribute.
    private(set) var lacking: [(entity: String, attribute: String, source: String?)] = []

    init(_ source: StoreLayout, _ target: StoreLayout, dropsDerived: Bool) {
        var entities: [EntityMapping] = []
        var left: [Left] = []
        var lacking: [(entity: String, attribute: String, source: String?)] = []
        for entity in target.model.entities {
            guard let new = target.entity(named: entity.name), !entity.isAbstract,
                let old = source.entity(named: entity.name), !old.isAbstract,
                source.model.entity(named: entity.name) != nil
            else {
                entities.append(EntityMapping(source: nil, destination: entity.name))
                continue
            }
            var mapping = EntityMapping(source: entity.name, destination: entity.name)
            for column in new.attributes {
                let (mapped, problem) = Self.map(column, from: old, dropsDerived: dropsDerived)
                if let mapped { mapping.attributes.append(mapped) }
                if let problem { left.append(Left(kind: problem, entity: old, property: column.path)) }
                guard Self.isRequired(column, in: entity) else { continue }
                guard let mapped, mapped.source != nil else {
                    if mapped == nil, !column.attribute.isDerived {
                        lacking.append((entity.name, column.path, nil))
                    }
                    continue
                }
                if mapped.standard == nil, let former = old.attribute(column.path),
                    source.model.entity(named: old.name).map({ !Self.isRequired(former, in: $0) }) ?? false
                {
                    lacking.append((entity.name, column.path, column.path))
                }
            }
            for column in old.attributes where new.attribute(column.path) == nil {
                left.append(Left(kind: .attributeLeft, entity: old, property: column.path))
            }
            for relationship in source.model.entity(named: entity.name)?.relationships ?? [] {
                guard !relationship.isTransient else { continue }
                let problem = Self.problem(relationship, source.model, entity, target.model)
                if let problem {
                    left.append(Left(kind: problem, entity: old, property: relationship.name))
                } else {
                    mapping.relationships[relationship.name] = relationship.name
                }
            }
            entities.append(mapping)
        }
        for old in source.entities where !old.isAbstract {
            let other = target.model.entity(named: old.name)
            guard other?.isAbstract ?? true else { continue }
            left.append(Left(kind: other == nil ? .entityLeft : .abstractLeft, entity: old, property: nil))
        }
        self.left = left
        self.lacking = lacking
        mapping = InferredMapping(from: source.model, to: target.model, entities: entities)
    }

    private static func isRequired(_ column: AttributeColumn, in entity: EntityDescription) -> Bool {
        let name = String(column.path.prefix { $0 != "." })
        guard let whole = entity.attribute(named: name) else { return false }
        // Elements of a composite attribute may be missing if the whole attribute may be.
        return !column.attribute.isOptional && !whole.isOptional && !column.attribute.isDerived
    }

    // MARK: Attributes

    private static func map(
        _ column: AttributeColumn, from old: EntityLayout, dropsDerived: Bool
    ) -> (AttributeMapping?, CopyIssue.Kind?) {
        let attribute = column.attribute
        let standard = attribute.defaultValue.flatMap {
            $0 == .null || Value($0, of: attribute) == nil ? nil : $0
        }
        let initial = standard.map {
            AttributeMapping(
                source: nil, destination: column.path, standard: $0, sourceAttribute: nil,
                attribute: attribute)
        }
        guard let former = old.attribute(column.path) else { return (initial, nil) }
        // Values derived from masked values are computed from those, or they are left out.
        if attribute.isDerived, dropsDerived, attribute.type != .date { return (nil, nil) }
        guard fits(former.attribute.type, attribute.type) else {
            return (
                initial,
                .typeDiffers(from: former.attribute.type.xcodeName, to: attribute.type.xcodeName)
            )
        }
        let fillsNulls = former.attribute.isOptional && !attribute.isOptional
        return (
            AttributeMapping(
                source: column.path, destination: column.path, standard: fillsNulls ? standard : nil,
                sourceAttribute: former.attribute, attribute: attribute), nil
        )
    }

    /// Returns whether every value of one type is a valid value of another.
    private static func fits(_ type: AttributeType, _ other: AttributeType) -> Bool {
        if type == other { return true }
        switch (type, other) {
        case (.integer16, .integer32), (.integer16, .integer64), (.integer32, .integer64): return true
        case (.float, .double): return true
        default: return false
        }
    }

    // MARK: Relationships

    private static func problem(
        _ relationship: RelationshipDescription, _ source: ManagedObjectModel, _ entity: EntityDescription,
        _ target: ManagedObjectModel
    ) -> CopyIssue.Kind? {
        guard let other = entity.relationship(named: relationship.name), !other.isTransient else {
            return .relationshipLeft
        }
        guard let destination = source.destination(of: relationship),
            let otherDestination = target.destination(of: other),
            !relationship.isToMany || other.isToMany
        else { return .relationshipDiffers }
        // Every possible destination must be allowed in the target model.
        let isKind = source.descendants(of: destination).allSatisfy { reached in
            guard let reached = target.entity(named: reached.name) else { return true }
            return target.isKind(reached, of: otherDestination)
        }
        return isKind ? nil : .relationshipDiffers
    }
}
