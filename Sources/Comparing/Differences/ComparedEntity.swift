import ObjectModel
import StoreFormat

/// An entity that both stores have, with what both have of it.
struct ComparedEntity {
    /// What is compared of an object.
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
            // What follows from other values differs where they do.
            guard !column.attribute.isDerived, let former = old.attribute(column.path) else { continue }
            properties.append(.attribute(path: column.path, old: former, new: column))
        }
        for toOne in new.toOnes where isCompared(toOne.relationship.name) {
            guard let former = old.toOne(toOne.relationship.name) else { continue }
            // Of a one-to-one relationship one side says it.
            if let inverse = toOne.inverse, !inverse.isToMany, choice.entities.isEmpty,
                !choice.tellsBothSides,
                !Self.isFirst(toOne.relationship.name, of: entity, inverse.name, toOne.destinationName, model)
            {
                continue
            }
            properties.append(.toOne(name: toOne.relationship.name, old: former, new: toOne))
        }
        for toMany in new.toManys where isCompared(toMany.relationship.name) {
            guard let former = old.toMany(toMany.relationship.name),
                Self.isTold(toMany, of: entity, model, choice)
            else { continue }
            properties.append(.toMany(name: toMany.relationship.name, old: former, new: toMany))
        }
        self.properties = properties.sorted { $0.name.precedesInBinaryOrder($1.name) }
    }

    /// An entity that is shown by itself.
    init(
        alone entity: EntityDescription, _ layout: EntityLayout, in model: ManagedObjectModel,
        _ choice: ComparisonChoice
    ) {
        self.init(entity, layout, layout, model, choice)
    }

    /// Whether the members of a to-many relationship are told from this side.
    static func isTold(
        _ toMany: ToManyStorage, of entity: EntityDescription, _ model: ManagedObjectModel,
        _ choice: ComparisonChoice
    ) -> Bool {
        // What is left out does not say for what stands for it in which lists that is.
        !choice.entities.isEmpty || choice.tellsBothSides && toMany.mayHaveStandIns(of: entity, in: model)
            || toMany.isTold(of: entity, in: model)
    }

    /// Whether a relationship stands before the one that leads back, in binary order of their names.
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
    /// Whether the members are told from the side of an entity: what a to-one relationship that leads back says already, or
    /// the other side of a many-to-many one, is not said twice.
    package func isTold(of entity: EntityDescription, in model: ManagedObjectModel) -> Bool {
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

    /// Whether an object of an entity may have another member instead of one that is not in a store
    /// (docs/merging.md#with-the-old-edition).
    package func mayHaveStandIns(of entity: EntityDescription, in model: ManagedObjectModel) -> Bool {
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
