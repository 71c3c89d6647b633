import ObjectModel
import StoreFormat

/// An entity of both stores, with its common properties.
struct ComparedEntity {
    /// A compared property of an object.
    enum Property {
        case attribute(path: String, old: AttributeColumn, new: AttributeColumn)
        case toOne(name: String, old: ToOneColumn, new: ToOneColumn)
        case toMany(name: String, old: ToManyStorage, new: ToManyStorage)

        var name: String {
            switch self {
            case .attribute(let path, _, _): path
            case .toOne(let name, _, _), .toMany(let name, _, _): name
            }
        }
    }

    let name: String
    let entity: EntityDescription
    let old: EntityLayout
    let new: EntityLayout
    let properties: [Property]

    init(
        _ entity: EntityDescription, _ old: EntityLayout, _ new: EntityLayout, _ model: ManagedObjectModel,
        _ choice: ComparisonChoice
    ) {
        name = entity.name
        self.entity = entity
        self.old = old
        self.new = new
        func isCompared(_ name: String) -> Bool { choice.includes(name, of: entity, in: model) }
        var properties: [Property] = []
        for column in new.attributes where isCompared(column.path) {
            // Derived attributes differ when their sources do.
            guard !column.attribute.isDerived, let former = old.attribute(column.path) else { continue }
            properties.append(.attribute(path: column.path, old: former, new: column))
        }
        for toOne in new.toOnes where isCompared(toOne.relationship.name) {
            guard let former = old.toOne(toOne.relationship.name) else { continue }
            // A one-to-one relationship is compared on one side.
            if let inverse = toOne.inverse, !inverse.isToMany, choice.entities.isEmpty,
                !choice.reportsBothSides,
                !Self.isFirst(toOne.relationship.name, of: entity, inverse.name, toOne.destinationName, model)
            {
                continue
            }
            properties.append(.toOne(name: toOne.relationship.name, old: former, new: toOne))
        }
        for toMany in new.toManys where isCompared(toMany.relationship.name) {
            guard let former = old.toMany(toMany.relationship.name),
                Self.isReported(toMany, of: entity, model, choice)
            else { continue }
            properties.append(.toMany(name: toMany.relationship.name, old: former, new: toMany))
        }
        self.properties = properties.sorted { $0.name.precedesInBinaryOrder($1.name) }
    }

    /// Creates an entity of a single store.
    init(
        alone entity: EntityDescription, _ layout: EntityLayout, in model: ManagedObjectModel,
        _ choice: ComparisonChoice
    ) {
        self.init(entity, layout, layout, model, choice)
    }

    /// Returns whether the members of a to-many relationship are reported from this side.
    static func isReported(
        _ toMany: ToManyStorage, of entity: EntityDescription, _ model: ManagedObjectModel,
        _ choice: ComparisonChoice
    ) -> Bool {
        // A left-out object does not show which lists contain its substitute.
        !choice.entities.isEmpty
            || choice.reportsBothSides && toMany.mayHaveSubstitutes(of: entity, in: model)
            || toMany.isReported(of: entity, in: model)
    }

    /// Returns whether a relationship precedes its inverse in binary order of their names.
    fileprivate static func isFirst(
        _ name: String, of entity: EntityDescription, _ inverse: String, _ destination: String,
        _ model: ManagedObjectModel
    ) -> Bool {
        let own = model.declaringEntity(of: name, in: entity).name + "." + name
        let other =
            model.entity(named: destination)
            .map { model.declaringEntity(of: inverse, in: $0).name + "." + inverse } ?? ""
        return !other.precedesInBinaryOrder(own)
    }
}

extension ToManyStorage {
    /// Returns whether the members are reported from the side of an entity. They are not if a to-one inverse, or the
    /// inverse of a many-to-many relationship, already shows them.
    package func isReported(of entity: EntityDescription, in model: ManagedObjectModel) -> Bool {
        if relationship.isOrdered { return true }
        switch storage {
        case .inverseToOne: return false
        case .column: return true
        case .joinTable(let join, _, _, _):
            guard let inverse, !join.isReflexive else { return true }
            return !inverse.isOrdered
                && ComparedEntity.isFirst(relationship.name, of: entity, inverse.name, destinationName, model)
        }
    }

    /// Returns whether an object of an entity may have a substitute for a member that is not in a store
    /// (docs/guides/merging.md#with-the-old-edition).
    package func mayHaveSubstitutes(of entity: EntityDescription, in model: ManagedObjectModel) -> Bool {
        guard case .joinTable = storage, let destination = model.entity(named: destinationName) else {
            return false
        }
        let root = model.root(of: destination).name
        return root != model.root(of: entity).name
            && model.entities.contains {
                !$0.uniquenessConstraints.isEmpty && model.root(of: $0).name == root
            }
    }
}
