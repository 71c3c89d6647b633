import ObjectLayer
import ObjectModel
import StoreFormat

// Values that no two objects may have, and who has them: attributes and destinations, which are compared as objects of the
// user's store.
extension Merger {
    /// A uniqueness constraint, and the entity that has it.
    struct Constraint: Hashable {
        let entity: String
        let names: [String]
    }

    /// The uniqueness constraints of an entity and of all that it inherits from.
    func constraints(of name: String) -> [Constraint] {
        if let known = constraints[name] { return known }
        let model = coordinator.managedObjectModel
        let layout = entity(name)
        let found = model.lineage(of: name).flatMap { owner in
            owner.uniquenessConstraints
                .filter { $0.allSatisfy { layout?.attribute($0) != nil || layout?.toOne($0) != nil } }
                .map { Constraint(entity: owner.name, names: $0) }
        }
        constraints[name] = found
        return found
    }

    /// The value of a property in the user's store.
    func value(_ name: String, of object: ManagedObject) throws -> ChangedValue {
        guard entity(object.objectID.entityName)?.toOne(name) != nil else {
            return try EditionReader.value(object, name)
        }
        return try object.object(forKey: name).map(Self.reference) ?? .nothing
    }

    /// A value of an edition's object as the user's store would have it; nothing for a destination that is not there.
    func stored(_ value: ChangedValue, _ name: String, of change: SeedChange) throws -> ChangedValue {
        guard let target = value.destination, let toOne = entity(change.entity)?.toOne(name) else {
            return value
        }
        switch try destination(target, by: toOne) {
        case .object(let object): return Self.reference(object)
        case .gone: return .nothing
        case .later:
            settled = false
            return .nothing
        }
    }

    private static func reference(_ object: ManagedObject) -> ChangedValue {
        .value(.uri(object.objectID.uriRepresentation))
    }

    /// The objects of the user's store that have the values of an object's uniqueness constraints, as they are saved.
    ///
    /// - Parameter inOld: whether it is about those that had them before the merge changed unique values.
    func holders(
        of entity: String, inOld: Bool = false, _ value: (String) throws -> ChangedValue?
    ) throws -> [(values: [String: ChangedValue], object: ManagedObject)] {
        typealias Found = (values: [String: ChangedValue], object: ManagedObject)
        return try constraints(of: entity).flatMap { constraint -> [Found] in
            let names = constraint.names
            let values = try names.compactMap { name -> (name: String, value: PropertyValue)? in
                guard case .value(let value)? = try value(name) else { return nil }
                return (name, value)
            }
            guard values.count == names.count else { return [] }
            var request = FetchRequest(entityName: constraint.entity)
            request.predicate = try PropertyValue.predicate(values)
            // What a batch changes would be looked through each time.
            request.includesPendingChanges = false
            let pairs = values.map { ($0.name, ChangedValue.value($0.value)) }
            let told = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
            let found = try context.fetch(request)
            guard inOld, let former = formerHolders[constraint] else {
                return found.map { (told, $0) }
            }
            let had = try former.holders[values.map(\.value)].map { try user($0.entity, $0.key) }
            let have = found.filter { $0.objectID.primaryKey.map(former.changed.contains) != true }
            return ([had].compactMap(\.self) + have).map { (told, $0) }
        }
    }

    /// Who had the values of a constraint before the merge, of the objects of which it changed them.
    struct FormerHolders {
        fileprivate var holders: [[PropertyValue]: Holder] = [:]
        fileprivate var changed: Set<Int64> = []
    }

    /// Notes who has unique values, before one of them changes.
    func noteHolder(_ object: ManagedObject, of name: String) throws {
        guard let holder = Holder(object.objectID) else { return }
        for constraint in constraints(of: holder.entity) where constraint.names.contains(name) {
            guard formerHolders[constraint, default: .init()].changed.insert(holder.key).inserted else {
                continue
            }
            let values = try constraint.names.compactMap { name -> PropertyValue? in
                guard case .value(let value) = try self.value(name, of: object) else { return nil }
                return value
            }
            guard values.count == constraint.names.count else { continue }
            formerHolders[constraint]?.holders[values] = holder
        }
    }

    // MARK: Values that change hands

    /// Takes the unique values that an object is to get from dropped ones that nobody touched, and those of a new one
    /// from changed ones that get others.
    ///
    /// - Returns: whether there are any.
    @discardableResult
    func takeValues(for change: SeedChange) throws -> Bool {
        var found = false
        let properties = try source.properties(of: change)
        let holders = try holders(of: change.entity) { name in
            if let property = properties.first(where: { $0.name == name }) {
                return try stored(property.new, name, of: change)
            }
            guard case .object(let object) = try state(of: change.object) else { return nil }
            return try value(name, of: object)
        }
        for (values, object) in holders {
            guard let key = object.objectID.primaryKey,
                let holder = changeOfUsers[
                    SeedObject(isNew: false, family: change.object.family, primaryKey: key)],
                let changing = try givenUp(values, by: holder, object, for: change)
            else { continue }
            successors[holder.object] = change.object
            try vacate(Array(values.keys), changing, of: holder, object)
            found = true
        }
        if found { try save() }
        return found
    }

    /// Which of its unique values an object gives up with what the edition does to it; nil where it keeps them.
    private func givenUp(
        _ values: [String: ChangedValue], by holder: SeedChange, _ object: ManagedObject,
        for change: SeedChange
    ) throws -> Set<String>? {
        if holder.kind == .removed {
            return removable.contains(holder.object) ? Set(values.keys) : nil
        }
        guard change.kind == .added, withheld[holder.object] == nil else { return nil }
        let names = try source.properties(of: holder).filter { property in
            guard let value = values[property.name] else { return false }
            return try source.hasBase
                ? property.new != property.old && givesUp(property, of: holder, object)
                : value != stored(property.new, property.name, of: holder)
        }.map(\.name)
        return names.isEmpty ? nil : Set(names)
    }

    /// Whether an object gets the new edition's value: the user did not change it, or it gives way, which is told; of a
    /// destination when it follows.
    func givesUp(_ property: ChangedProperty, of change: SeedChange, _ object: ManagedObject) throws -> Bool {
        let user = try value(property.name, of: object)
        if try stored(property.old, property.name, of: change) == user { return true }
        return try choice.preference == .seed && user != stored(property.new, property.name, of: change)
            && (entity(change.entity)?.toOne(property.name) != nil
                || settles(change, object, property, user: user))
    }

    /// Takes the values of a constraint away from an object for a moment: the attributes that the edition changes, else
    /// all attributes; a destination only where there is no attribute, since it has its place in a list.
    func vacate(
        _ names: [String], _ changing: Set<String>, of change: SeedChange, _ object: ManagedObject
    ) throws {
        let attributes = names.filter { entity(change.entity)?.attribute($0) != nil }
        let own = attributes.filter(changing.contains)
        for name in attributes.isEmpty ? names : own.isEmpty ? attributes : own {
            if changing.contains(name) {
                released[change.object, default: []].insert(name)
            } else if lent[change.object]?[name] == nil {
                lent[change.object, default: [:]][name] = try value(name, of: object)
            }
            if attributes.isEmpty {
                try noteHolder(object, of: name)
                try object.setObject(nil, forKey: name)
            } else {
                try set(.nothing, name, of: object)
            }
        }
    }

    /// Gives an object back what was taken away from it for a moment and the edition does not change.
    func giveBack(_ change: SeedChange, _ object: ManagedObject) throws {
        for (name, value) in lent[change.object] ?? [:] {
            guard let toOne = entity(change.entity)?.toOne(name), case .value(.uri(let uri)) = value else {
                try set(value, name, of: object)
                continue
            }
            guard let id = coordinator.managedObjectID(forURIRepresentation: uri) else {
                throw ManagedObjectError.unknownEntity(toOne.destinationName)
            }
            try object.setObject(context.object(with: id), forKey: name)
        }
    }
}
