// If an object of the edition is not in the store, links to it lead to its substitute instead: the object with its
// unique values.
nonisolated extension SeedMerge.Merger {
    /// Returns the destination of a to-one relationship of an edition's object, or its substitute.
    func destination(_ object: Object, by toOne: Relationship) throws -> State {
        let state = try state(of: object)
        guard case .gone = state, toOne.inverse?.isToMany != false,
            let substitute = try substitute(for: object, as: toOne.destination)
        else { return state }
        return .object(substitute)
    }

    /// Returns the store's object for the destination in the old edition. If the destination is not in the store, this
    /// is the substitute that an earlier merge set.
    func former(_ object: Object, by toOne: Relationship, _ user: ID?) throws -> ID? {
        if let id = targets[object] { return id }
        guard let user, toOne.inverse?.isToMany != false,
            let found = try substitute(for: object, as: toOne.destination, inOld: true),
            store.id(of: found) == user
        else { return nil }
        return user
    }

    /// Returns the members of a list, or their substitutes, each once.
    ///
    /// - Parameters:
    ///   - former: the members that the old edition has as well. Their substitutes stay.
    ///   - present: the only substitutes that count; nil for any.
    func members(
        _ objects: [Object], of toMany: Relationship, _ entity: String, inOld: Bool = false,
        keeping former: Set<Object> = [], among present: Set<ID>? = nil
    ) throws -> [ID] {
        var known: Set<ID> = []
        return try objects.compactMap { object in
            let id =
                try (inOld && isRevived(object) ? nil : targets[object])
                ?? substitute(for: object, by: toMany, of: entity, inOld: inOld || former.contains(object))
                .map { store.id(of: $0) }
                .flatMap { present?.contains($0) == false ? nil : $0 }
            return id.flatMap { known.insert($0).inserted ? $0 : nil }
        }
    }

    /// Returns whether a substitute also represents another member that the new edition keeps. Returns true if that is
    /// unknown.
    func isKept(_ substitute: Managed, _ property: Property, by toMany: Relationship) throws -> Bool {
        guard let kept = property.kept, let family = schema.family(toMany.destination) else { return true }
        let root = schema.roots[family]
        let id = store.id(of: substitute)
        // With several constraints, it may be the substitute for another object as well.
        let mayBeBoth = constraints(of: store.entityName(of: substitute)).count > 1
        return try kept.contains { key in
            let object = Object(isNew: false, family: family, primaryKey: Int64(key))
            var target = targets[object]
            if target == nil {
                guard let key = source.keyInStore(of: object) else { return true }
                if key == 0 { return mayBeBoth }
                target = try store.id(root, primaryKey: key)
            }
            guard let target else { return true }
            return try target == id || mayBeBoth && store.existingObject(root, target) == nil
        }
    }

    /// Returns a member, or its substitute.
    func member(
        _ object: Object, of toMany: Relationship, _ entity: String, inOld: Bool = false
    ) throws -> Managed? {
        if case .object(let managed) = try state(of: object), !inOld || !isRevived(object) { return managed }
        return try substitute(for: object, by: toMany, of: entity, inOld: inOld)
    }

    /// Returns whether this merge brought back an object that both editions have. The old edition's links to it led to
    /// its substitute.
    func isRevived(_ object: Object) -> Bool { !object.isNew && inserted.contains(object) }

    /// Returns the substitute for a member that is not in the store. Among to-many relationships, only many-to-many
    /// ones have substitutes.
    func substitute(
        for object: Object, by toMany: Relationship, of entity: String, inOld: Bool = false
    ) throws -> Managed? {
        // Within one family, the direction of the relationship is unknown.
        guard toMany.isManyToMany, schema.family(entity) != object.family else { return nil }
        switch try state(of: object) {
        case .gone: break
        case .object, .pending: guard inOld, isRevived(object) else { return nil }
        }
        return try substitute(for: object, as: toMany.destination, inOld: inOld)
    }

    /// Returns the owner of an ordered list, or the owner's substitute.
    func owner(_ object: Object, of toMany: Relationship) throws -> Managed? {
        switch try state(of: object) {
        case .object(let object): return object
        case .pending: return nil
        case .gone:
            guard let inverse = toMany.inverse,
                let back = schema.entity(toMany.destination)?.relationship(inverse.name)?.destination,
                !inverse.isToMany || schema.family(toMany.destination) != object.family,
                let found = try substitute(for: object, as: back),
                schema.entity(store.entityName(of: found))?.toMany(toMany.name) != nil
            else { return nil }
            return found
        }
    }

    /// Adds the substitutes for members that are not in the store.
    ///
    /// - Parameter isEnd: whether members without a substitute are reported.
    func addPendingSubstitutes(isEnd: Bool = false) throws {
        try forEachPart(pendingSubstitutes) { part in
            for (object, change, toMany, isInverse) in part {
                guard case .object(let owner) = try state(of: change.object), !store.isDeleted(owner) else {
                    continue
                }
                guard let member = try substitute(for: object, by: toMany, of: change.entity) else {
                    if isEnd, !isInverse { try reportMissing(object, of: owner, toMany, change) }
                    continue
                }
                record(substitute: member, in: owner, by: toMany)
                if try join(member, object, to: owner, by: toMany, change) { countUpdate(of: owner) }
            }
            try save()
        }
    }

    /// Records that an object is a substitute among the members of another one, for both directions.
    func record(substitute member: Managed, in owner: Managed, by toMany: Relationship) {
        let (memberID, ownerID) = (store.id(of: member), store.id(of: owner))
        substitutes[ownerID, default: [:]][toMany.name, default: []].insert(memberID)
        guard let inverse = toMany.inverse else { return }
        substitutes[memberID, default: [:]][inverse.name, default: []].insert(ownerID)
    }

    /// Reports a member that the edition adds to a list but that is not in the store. New objects are reported
    /// elsewhere.
    func reportMissing(
        _ object: Object, of owner: Managed, _ toMany: Relationship, _ change: Change
    ) throws {
        guard !object.isNew, case .gone = try state(of: object),
            reportedMembers.insert(.init(object: change.object, name: toMany.name, member: object)).inserted
        else { return }
        try reportConflict(.destinationDeleted, change, owner, property: toMany.name, seed: .object(object))
    }

    /// Returns the holder of an object's unique values, if the relationship can have it as a destination.
    private func substitute(
        for object: Object, as destination: String, inOld: Bool = false
    ) throws -> Managed? {
        guard let id = try holder(of: object, inOld: inOld) else { return nil }
        let holder = try store.object(schema.roots[object.family], id)
        guard schema.entity(store.entityName(of: holder))?.isKind(of: destination) == true else {
            return nil
        }
        return holder
    }

    /// Returns the object of the user's store that has the unique values of an object of the new edition, and keeps
    /// them.
    ///
    /// - Parameter inOld: whether to use the values in the old edition, and the object that had them before the merge.
    func holder(of object: Object, inOld: Bool = false) throws -> ID? {
        if let known = holders[inOld]?[object] { return known }
        // Ends the recursion if a destination in a uniqueness constraint leads back to this object.
        holders[inOld, default: [:]][object] = .some(nil)
        let wasSettled = isSettled
        isSettled = true
        var found: ID?
        if inOld || !dropped.contains(object), let change = try source.present(object, inOld: inOld) {
            found = try holders(of: change.entity, inOld: inOld) {
                try stored(source.value($0, of: change), $0, of: change)
            }
            .first {
                let id = store.id(of: $0.object)
                return try id != targets[object] && (inOld || keeps($0.object, $0.values))
            }
            .map { store.id(of: $0.object) }
        }
        if found == nil, !isSettled {
            holders[inOld]?.removeValue(forKey: object)
        } else {
            holders[inOld, default: [:]][object] = .some(found)
        }
        isSettled = isSettled && wasSettled
        return found
    }

    /// Returns the holder of the unique values of an omitted object, as text.
    func text(holderOf object: Object) throws -> String? {
        try holder(of: object).map { id in
            let holder = try store.object(schema.roots[object.family], id)
            return "\(store.entityName(of: holder)) p\(store.primaryKey(of: id) ?? 0)"
        }
    }

    /// Returns whether an object is kept with these values.
    private func keeps(_ object: Managed, _ values: [String: Value]) throws -> Bool {
        guard let change = changeOfUsers[store.id(of: object)] else { return true }
        if change.kind == .removed { return !removable.contains(change.object) }
        return try !source.properties(of: change).contains { property in
            guard let value = values[property.name],
                try stored(property.new, property.name, of: change) != value
            else { return false }
            return try !source.hasBase || preference == .seed
                || stored(property.old, property.name, of: change) == value
        }
    }
}
