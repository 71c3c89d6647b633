// Values that no two objects may have: attributes, and destinations, which are compared as objects of the user's store.
nonisolated extension SeedMerge.Merger {
    /// Returns the uniqueness constraints of an entity, including inherited ones.
    func constraints(of name: String) -> [Constraint] { schema.entity(name)?.constraints ?? [] }

    /// Returns the properties in uniqueness constraints of an entity.
    func uniqueNames(of name: String) -> Set<String> { Set(constraints(of: name).flatMap { $0.names }) }

    /// Returns the value of a property in the user's store. A destination is returned as a reference.
    func value(_ name: String, of object: Managed) throws -> Value {
        guard schema.entity(store.entityName(of: object))?.toOne(name) != nil else {
            return try store.value(name, of: object)
        }
        return try store.destination(name, of: object).map { .value(store.reference(to: $0)) } ?? .nothing
    }

    /// Returns a value of an edition's object as the user's store would have it; `nothing` for a destination that is
    /// not in the store.
    func stored(_ value: Value, _ name: String, of change: Change) throws -> Value {
        guard let target = value.destination, let toOne = schema.entity(change.entity)?.toOne(name) else {
            return value
        }
        switch try destination(target, by: toOne) {
        case .object(let object): return .value(store.reference(to: object))
        case .gone: return .nothing
        case .pending:
            isSettled = false
            return .nothing
        }
    }

    /// Returns the objects of the user's store that have the values of an object's uniqueness constraints.
    ///
    /// - Parameter inOld: whether to return the objects that had the values before the merge changed unique values.
    func holders(
        of entity: String, inOld: Bool = false, _ value: (String) throws -> Value?
    ) throws -> [(values: [String: Value], object: Managed)] {
        typealias Found = (values: [String: Value], object: Managed)
        return try constraints(of: entity).flatMap { constraint -> [Found] in
            let values = try constraint.names.compactMap { name -> (name: String, value: Store.Value)? in
                guard case .value(let value)? = try value(name) else { return nil }
                return (name, value)
            }
            guard values.count == constraint.names.count else { return [] }
            let recorded = Swift.Dictionary(
                values.map { ($0.name, Value.value($0.value)) }, uniquingKeysWith: { first, _ in first })
            let found = try store.holders(of: values, constraint.entity, whenSaving: false)
            guard inOld, let former = formerHolders[constraint] else { return found.map { (recorded, $0) } }
            let root = schema.entity(constraint.entity)?.root ?? ""
            let had = try former.holders[values.map { $0.value }].map { try store.object(root, $0) }
            let have = found.filter { !former.changed.contains(store.id(of: $0)) }
            return ([had].compactMap { $0 } + have).map { (recorded, $0) }
        }
    }

    /// The objects that had values of a constraint before the merge, and the objects whose values it changed.
    struct FormerHolders {
        fileprivate var holders: [[Store.Value]: ID] = [:]
        fileprivate var changed: Set<ID> = []
    }

    /// Records the unique values of an object, before one of them changes.
    func recordHolder(_ object: Managed, of name: String) throws {
        guard let id = store.permanentID(of: object) else { return }
        for constraint in constraints(of: store.entityName(of: object)) where constraint.names.contains(name)
        {
            guard formerHolders[constraint, default: .init()].changed.insert(id).inserted else { continue }
            let values = try constraint.names.compactMap { name -> Store.Value? in
                guard case .value(let value) = try self.value(name, of: object) else { return nil }
                return value
            }
            guard values.count == constraint.names.count else { continue }
            formerHolders[constraint]?.holders[values] = id
        }
    }

    // MARK: Values that change hands

    /// Takes the unique values of an object from their holders: from dropped objects that the user did not change, and
    /// for a new object also from changed objects that get other values.
    ///
    /// - Returns: whether any values were taken.
    @discardableResult
    func takeValues(for change: Change) throws -> Bool {
        guard store.savesBatches else { return false }
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
            guard let holder = changeOfUsers[store.id(of: object)],
                let changing = try givenUp(values, by: holder, object, for: change)
            else { continue }
            successors[holder.object] = change.object
            try vacate(Swift.Array(values.keys), changing, of: holder, object)
            found = true
        }
        if found { try save() }
        return found
    }

    /// Returns the unique values that an object gives up by the edition's change of it, or nil if it keeps them.
    private func givenUp(
        _ values: [String: Value], by holder: Change, _ object: Managed, for change: Change
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
        }.map { $0.name }
        return names.isEmpty ? nil : Set(names)
    }

    /// Returns whether an object gets the new edition's value, because the user did not change it or because the seed
    /// is preferred. The latter is reported here, or for a destination when it is set.
    func givesUp(_ property: Property, of change: Change, _ object: Managed) throws -> Bool {
        let user = try value(property.name, of: object)
        if try stored(property.old, property.name, of: change) == user { return true }
        return try preference == .seed && user != stored(property.new, property.name, of: change)
            && (schema.entity(change.entity)?.toOne(property.name) != nil
                || settles(change, object, property, user: user))
    }

    /// Removes the values of a constraint from an object temporarily: the attributes that the edition changes, or else
    /// all attributes. Destinations are removed only if there is no attribute, because the object would lose its place
    /// in a list.
    func vacate(_ names: [String], _ changing: Set<String>, of change: Change, _ object: Managed) throws {
        let entity = schema.entity(change.entity)
        let attributes = names.filter { entity?.relationship($0) == nil }
        let own = attributes.filter(changing.contains)
        for name in attributes.isEmpty ? names : own.isEmpty ? attributes : own {
            if changing.contains(name) {
                vacatedValues[change.object, default: []].insert(name)
            } else if borrowedValues[change.object]?[name] == nil {
                borrowedValues[change.object, default: [:]][name] = try value(name, of: object)
            }
            if attributes.isEmpty {
                try recordHolder(object, of: name)
                try store.set(destination: nil, name, of: object)
            } else {
                try set(.nothing, name, of: object)
            }
        }
    }

    /// Restores the values that were removed temporarily and that the edition does not change.
    func giveBack(_ change: Change, _ object: Managed) throws {
        for (name, value) in borrowedValues[change.object] ?? [:] {
            if schema.entity(change.entity)?.toOne(name) != nil, case .value(let reference) = value {
                try store.set(destination: store.object(of: reference), name, of: object)
            } else {
                try set(value, name, of: object)
            }
        }
    }

    // MARK: Values within one save

    /// Returns whether another object has the unique values that an object would get.
    func clashes(_ change: Change) throws -> Bool {
        let constraints = constraints(of: change.entity)
        guard !constraints.isEmpty else { return false }
        let properties = try source.properties(of: change)
        var own: Managed?
        switch try state(of: change.object) {
        case .object(let object): own = object
        case .pending: break
        case .gone: return false
        }
        return try constraints.contains { constraint in
            var isChanged = own == nil
            var values: [(name: String, value: Store.Value)] = []
            for name in constraint.names {
                let present = try own.map { try value(name, of: $0) } ?? .nothing
                var result = present
                if let property = properties.first(where: { $0.name == name }),
                    try own.map({ try follows(property, of: change, $0, user: present) }) ?? true
                {
                    result = try stored(property.new, name, of: change)
                    if result != present { isChanged = true }
                }
                guard case .value(let value) = result else { return false }
                values.append((name, value))
            }
            return try isChanged
                && store.holders(of: values, constraint.entity, whenSaving: true)
                    .contains { $0 !== own }
        }
    }

    /// Returns whether a property of an object would get the new edition's value.
    private func follows(
        _ property: Property, of change: Change, _ object: Managed, user: Value
    ) throws -> Bool {
        if withheld[change.object]?.contains(property.name) == true { return false }
        if inserted.contains(change.object) || preference == .seed { return true }
        if change.kind == .added, !source.hasBase { return true }
        if try stored(property.old, property.name, of: change) == user { return true }
        return user == .nothing && end(object, property.name).map { unpairedEnds.contains($0) } == true
    }
}
