nonisolated extension SeedMerge.Merger {
    /// Sets an attribute.
    func set(_ value: Value, _ path: String, of object: Managed) throws {
        try recordHolder(object, of: path)
        switch value {
        case .value(let value): try store.set(value, path, of: object)
        case .missingFile(let file):
            throw SeedMerge.MergeError.missingFile(
                entity: store.entityName(of: object), key: path, file: file)
        case .nothing, .object, .objects: try store.set(nil as Store.Value?, path, of: object)
        }
    }

    /// Sets a to-one relationship. If the destination has a partner that the user gave it, the preference decides.
    func lead(
        _ object: Managed, to destination: Managed, _ target: Object, by toOne: Relationship,
        _ change: Change,
        _ value: Value
    ) throws {
        if let inverse = toOne.inverse, !inverse.isToMany {
            let partner = try store.destination(inverse.name, of: destination)
            if partner == nil, try property(inverse.name, of: target)?.new.destination == change.object,
                try change.kind == .added
                    || isSeparated(destination, inverse.name, of: target)
                        && !isSeparated(object, toOne.name, of: change.object)
            {
                // The destination's own change records the link, and whether the user changed it.
                return
            }
            if let partner, partner !== object {
                if blocked.links[.init(object: change.object, name: toOne.name)] != nil {
                    return try reportConflict(
                        .destinationTaken, change, object, property: toOne.name, seed: value)
                }
                if try isSeeds(partner, by: inverse.name, of: target) {
                    // The destination's own change sets the link of a new object, if the user did not change it.
                    if change.kind == .added { return }
                } else {
                    try reportConflict(
                        .destinationTaken, change, object, property: toOne.name, seed: value,
                        kept: preference)
                    guard preference == .seed else { return }
                }
            }
        }
        try setDestination(of: object, to: destination, by: toOne, change)
    }

    /// Sets a destination, and records the objects that lose their partners.
    func setDestination(
        of object: Managed, to destination: Managed?, by toOne: Relationship, _ change: Change
    ) throws {
        if let inverse = toOne.inverse, !inverse.isToMany {
            if let former = try store.destination(toOne.name, of: object) {
                end(former, inverse.name).map { _ = unpairedEnds.insert($0) }
                record(claimOf: change, toOne.name, on: former, inverse.name)
            }
            if let destination, let former = try store.destination(inverse.name, of: destination) {
                end(former, toOne.name).map { _ = unpairedEnds.insert($0) }
                record(claimOf: change, toOne.name, on: former, toOne.name)
            }
        }
        try record(moveOf: change, object, to: destination, by: toOne)
        if destination != nil { record(parentOf: change, toOne, object) }
        try recordHolder(object, of: toOne.name)
        try store.set(destination: destination, toOne.name, of: object)
    }

    /// Returns whether the old edition gave an object its partner, and the new one gives it another.
    private func isSeeds(_ partner: Managed, by name: String, of object: Object) throws -> Bool {
        guard let old = try property(name, of: object)?.old.destination else { return false }
        return targets[old] == store.id(of: partner)
    }

    /// Returns whether the user removed the partner that the old edition gave an object.
    private func isSeparated(_ managed: Managed, _ name: String, of object: Object) throws -> Bool {
        guard let old = try property(name, of: object)?.old.destination, targets[old] != nil else {
            return false
        }
        return try store.destination(name, of: managed) == nil
            && end(managed, name).map { unpairedEnds.contains($0) } != true
    }

    /// Returns the edition's change of a property of an object that both editions have, or nil if it has none.
    private func property(_ name: String, of object: Object) throws -> Property? {
        try changed[object].flatMap { index in
            try source.properties(of: source.changes[index]).first { $0.name == name }
        }
    }

    /// Adds a member to an unordered relationship.
    ///
    /// - Returns: false if it was a member already, or if the addition is blocked.
    @discardableResult
    func join(
        _ member: Managed, _ object: Object, to owner: Managed, by toMany: Relationship, _ change: Change
    ) throws -> Bool {
        var formerOwner: ID?
        if toMany.isOneWay, store.permanentID(of: member) != nil,
            let other = try store.owner(of: member, toMany),
            other != store.id(of: owner)
        {
            var membership = Membership(object: change.object, name: toMany.name, member: object)
            if let former = try ownerLosing(object, by: toMany.name, other) {
                membership = .init(object: former, name: toMany.name, member: object)
                // The member keeps its owner. The removal from that owner reports the reason.
                guard blocked.members[membership] == nil else { return false }
            } else {
                let kept = blocked.members[membership] == nil ? preference : .user
                try reportConflict(
                    .destinationTaken, change, owner, property: toMany.name, seed: .object(object), kept: kept
                )
                guard kept == .seed else { return false }
            }
            if toMany.bounds != nil {
                moves.append(
                    Move(
                        owner: End(family: change.object.family, id: other, name: toMany.name),
                        isAdded: false, block: .membership(membership)))
            }
            if !store.savesBatches { formerOwner = other }
        }
        guard try isMember(member, of: owner, by: toMany) != true,
            try !isBlocked(object, member, of: owner, by: toMany, change, isAdded: true)
        else { return false }
        if let formerOwner {
            let root = schema.roots[change.object.family]
            try store.remove(member, toMany.name, of: store.object(root, formerOwner))
        }
        try store.add(member, toMany.name, of: owner)
        return true
    }

    /// Removes a member from an unordered relationship.
    ///
    /// - Returns: false if it is known not to be a member, or if the removal is blocked.
    @discardableResult
    func leave(
        _ member: Managed, _ object: Object, from owner: Managed, by toMany: Relationship, _ change: Change
    ) throws -> Bool {
        guard try isMember(member, of: owner, by: toMany) != false,
            try !isBlocked(object, member, of: owner, by: toMany, change, isAdded: false)
        else { return false }
        try store.remove(member, toMany.name, of: owner)
        return true
    }

    /// Returns whether an object is a member, or nil if that is unknown. Adding an existing member does no harm, so
    /// long lists need not be read.
    private func isMember(_ member: Managed, of owner: Managed, by toMany: Relationship) throws -> Bool? {
        guard !toMany.isInverseOfToOne, store.permanentID(of: member) != nil,
            store.permanentID(of: owner) != nil
        else { return nil }
        return try store.isMember(member, of: owner, toMany)
    }

    /// Returns the edition's object from which the edition removes a member, or nil if the edition does not remove it
    /// from this owner.
    private func ownerLosing(_ member: Object, by name: String, _ owner: ID) throws -> Object? {
        guard let change = changeOfUsers[owner] else { return nil }
        let isLeaving = try source.properties(of: change).contains {
            $0.name == name && $0.old.members.contains(member)
        }
        return isLeaving ? change.object : nil
    }
}
