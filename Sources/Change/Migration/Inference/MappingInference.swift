import ObjectModel
import StoreFormat

/// Infers the mapping between two models, following the documentation of lightweight migration: entities and properties
/// are added, removed or renamed; attributes become optional or, with a default value, required; relationships become
/// to-many or ordered; and entities move within the hierarchy.
struct MappingInference {
    let source: ManagedObjectModel
    let destination: ManagedObjectModel
    private(set) var entities: [EntityMapping] = []
    private(set) var differences: [MigrationDifference] = []
    /// The source entities, by destination entity.
    private(set) var entitySources: [String: String] = [:]
    /// The destination entities, by source entity.
    private(set) var entityDestinations: [String: String] = [:]
    /// The properties of the source that entities of the destination lack.
    private var lacking: [Lacking] = []
    private struct Lacking {
        let owner: String
        let property: PropertyDescription
        var entities: [String]
    }
    /// The differences of inherited properties that were reported, so that each is reported only once.
    private var reported: Set<String> = []

    private let byName: Bool

    init(source: ManagedObjectModel, destination: ManagedObjectModel, byName: Bool) {
        self.byName = byName
        self.source = source
        self.destination = destination
    }

    mutating func infer() {
        let match = CanonicalMatch(
            source: source.entities.map { candidate($0.name, $0.renamingIdentifier) },
            destination: destination.entities.map { candidate($0.name, $0.renamingIdentifier) })
        entitySources = match.sources
        entityDestinations = Dictionary(keepingFirst: match.sources.map { ($1, $0) })
        for entity in source.entities where entityDestinations[entity.name] == nil {
            report(.entityRemoved, entity.name, from: entity)
        }
        for entity in destination.entities {
            guard let old = entitySources[entity.name].flatMap({ source.entity(named: $0) }) else {
                report(.entityAdded, entity.name)
                entities.append(EntityMapping(source: nil, destination: entity.name))
                continue
            }
            compare(old, entity)
            var mapping = EntityMapping(source: old.name, destination: entity.name)
            inferProperties(of: entity, from: old, into: &mapping)
            entities.append(mapping)
        }
        reportRemoved()
    }

    func candidate(_ name: String, _ identifier: String?) -> CanonicalMatch.Candidate {
        .init(name: name, identifier: byName ? nil : identifier)
    }

    // MARK: Entities

    private mutating func compare(_ old: EntityDescription, _ entity: EntityDescription) {
        if old.name != entity.name {
            report(.entityRenamed(from: old.name), entity.name, from: old)
        }
        if old.superentityName.map({ entityDestinations[$0] ?? $0 }) != entity.superentityName {
            report(
                .parentChanged(from: old.superentityName, to: entity.superentityName), entity.name,
                from: old)
        }
        if old.isAbstract != entity.isAbstract {
            report(entity.isAbstract ? .becameAbstract : .becameConcrete, entity.name, from: old)
        }
    }

    // MARK: Properties

    private mutating func inferProperties(
        of entity: EntityDescription, from old: EntityDescription, into mapping: inout EntityMapping
    ) {
        let match = CanonicalMatch(
            source: old.properties.filter { $0.fetchedProperty == nil }.map {
                candidate($0.name, $0.renamingIdentifier)
            },
            destination: entity.properties.filter { $0.fetchedProperty == nil }.map {
                candidate($0.name, $0.renamingIdentifier)
            })
        for property in entity.properties where property.fetchedProperty == nil {
            let found = match.sources[property.name].flatMap { old.property(named: $0) }
            let context = PropertyContext(
                entity: entity, old: old, owner: owner(of: property.name, in: entity))
            switch (property, found) {
            case (.attribute(let attribute), .attribute(let former)):
                reportRename(former.name, attribute.name, context)
                infer(attribute, from: former, context, into: &mapping)
            case (.attribute(let attribute), nil):
                infer(attribute, from: nil, context, into: &mapping)
            case (.relationship(let relationship), .relationship(let former)):
                reportRename(former.name, relationship.name, context)
                infer(relationship, from: former, context, into: &mapping)
            case (.relationship(let relationship), nil):
                guard !relationship.isTransient else { continue }
                report(.relationshipAdded, relationship.name, context)
            case (.attribute, .relationship(let former)):
                guard !former.isTransient, !property.traits.isTransient else { continue }
                report(
                    .kindChanged(from: "relationship", to: "attribute"), property.name, context,
                    former: former.name)
            case (.relationship, .attribute(let former)):
                guard !former.isTransient, !property.traits.isTransient else { continue }
                report(
                    .kindChanged(from: "attribute", to: "relationship"), property.name, context,
                    former: former.name)
            default: continue
            }
        }
        let kept = Set(match.sources.values)
        for property in old.properties
        where !kept.contains(property.name) && !property.isTransient {
            noteLacking(property, of: old)
        }
    }

    private mutating func noteLacking(
        _ property: PropertyDescription, of old: EntityDescription
    ) {
        let owner = source.declaringEntity(of: property.name, in: old).name
        let index = lacking.firstIndex { $0.owner == owner && $0.property.name == property.name }
        if let index {
            lacking[index].entities.append(old.name)
        } else {
            lacking.append(Lacking(owner: owner, property: property, entities: [old.name]))
        }
    }

    /// Reports removed properties. A property that moves to subentities or to another parent is removed only if objects
    /// of some entity no longer have it.
    private mutating func reportRemoved() {
        for lacking in lacking {
            let family = source.entity(named: lacking.owner).map { source.descendants(of: $0) } ?? []
            let isKept = family.contains {
                entityDestinations[$0.name] != nil && !lacking.entities.contains($0.name)
            }
            let concrete = lacking.entities.filter { source.entity(named: $0)?.isAbstract == false }
            if isKept, concrete.isEmpty { continue }
            let shown = isKept ? concrete[0] : lacking.owner
            differences.append(
                MigrationDifference(
                    lacking.property.relationship == nil ? .attributeRemoved : .relationshipRemoved,
                    entity: entityDestinations[shown] ?? shown, property: lacking.property.name,
                    sourceEntity: shown, sourceProperty: lacking.property.name,
                    sourceEntities: concrete))
        }
    }

    private mutating func reportRename(_ former: String, _ name: String, _ context: PropertyContext) {
        guard former != name else { return }
        report(.propertyRenamed(from: former), name, context, former: former)
    }

    // MARK: Reporting

    /// The entity of a property in both models.
    struct PropertyContext {
        let entity: EntityDescription
        let old: EntityDescription
        /// The name of the entity that declares the property in the destination.
        let owner: String
    }

    private func owner(of property: String, in entity: EntityDescription) -> String {
        destination.declaringEntity(of: property, in: entity).name
    }

    private mutating func report(
        _ kind: MigrationDifference.Kind, _ entity: String, from old: EntityDescription? = nil
    ) {
        differences.append(MigrationDifference(kind, entity: entity, sourceEntity: old?.name))
    }

    mutating func report(
        _ kind: MigrationDifference.Kind, _ property: String, _ context: PropertyContext,
        former: String? = nil
    ) {
        guard reported.insert("\(context.owner).\(property): \(kind)").inserted else { return }
        let isDeclared = context.owner == context.entity.name
        differences.append(
            MigrationDifference(
                kind, entity: context.owner, property: property,
                sourceEntity: isDeclared
                    ? context.old.name : entitySources[context.owner] ?? context.old.name,
                sourceProperty: former))
    }
}
