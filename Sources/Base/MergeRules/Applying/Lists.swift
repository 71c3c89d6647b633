nonisolated extension SeedMerge.Merger {
    /// Puts the members of ordered relationships in order, and adds those of many-to-many ones.
    func arrangeLists(_ additions: [Change]) throws {
        let entities = Set(
            schema.entities.filter { $0.toManys.contains { $0.isOrdered } }.map { $0.name })
        guard !entities.isEmpty else { return }
        // If an object could not be brought back, its list is merged as a changed one.
        let additions = additions.filter { $0.object.isNew || inserted.contains($0.object) }
        let new = Set(additions.map { $0.object })
        let changes =
            additions.filter { entities.contains($0.entity) }
            + source.changes.filter { change in
                entities.contains(change.entity) && change.kind != .removed && !new.contains(change.object)
                    && (change.kind == .changed || source.hasBase || updates)
            }
        // Missing owners come last. Members may leave the list of such an owner's substitute, and must leave it before
        // they are added there.
        for isPresent in [true, false] {
            try forEachBatch(changes.filter { (targets[$0.object] != nil) == isPresent }) { batch in
                for change in batch { try arrange(try source.properties(of: change), of: change) }
                try save()
            }
        }
        let owners = try ownersOfRevived(additions)
        try forEachBatch(owners.map { $0.owner }) { batch in
            for owner in batch {
                let names = owners.first { $0.owner.object == owner.object }?.lists ?? []
                // Both editions have the same list.
                let lists = try source.properties(of: owner).filter { names.contains($0.name) }.map {
                    Property(name: $0.name, old: $0.new, new: $0.new)
                }
                try arrange(
                    lists,
                    of: Change(
                        kind: .changed, entity: owner.entity, object: owner.object, oldKey: nil,
                        newKey: owner.newKey))
            }
            try save()
        }
    }

    /// Returns the objects that are the same in both editions, and those of their lists that get deleted objects back.
    private func ownersOfRevived(
        _ additions: [Change]
    ) throws -> [(owner: Change, lists: Set<String>)] {
        var lists: [Object: Set<String>] = [:]
        var order: [Object] = []
        for change in additions where !change.object.isNew {
            guard let entity = schema.entity(change.entity) else { continue }
            for property in try source.properties(of: change) {
                guard let relationship = entity.relationship(property.name),
                    let inverse = relationship.inverse, inverse.isOrdered
                else { continue }
                let objects =
                    relationship.isToMany
                    ? property.new.members : [property.new.destination].compactMap { $0 }
                for object in objects where targets[object] != nil && !inserted.contains(object) {
                    let own = try changed[object].map { try source.properties(of: source.changes[$0]) } ?? []
                    guard !own.contains(where: { $0.name == inverse.name }) else { continue }
                    if lists[object] == nil { order.append(object) }
                    lists[object, default: []].insert(inverse.name)
                }
            }
        }
        return try order.compactMap { object in
            try source.revival(of: object).map { ($0, lists[object] ?? []) }
        }
    }

    private func arrange(_ properties: [Property], of change: Change) throws {
        guard let entity = schema.entity(change.entity) else { return }
        for property in properties {
            guard let toMany = entity.toMany(property.name), toMany.isOrdered,
                let object = try owner(change.object, of: toMany)
            else { continue }
            try arrange(property, toMany, of: change, object)
        }
    }

    private func arrange(
        _ property: Property, _ toMany: Relationship, of change: Change, _ object: Managed
    ) throws {
        // An object that comes back has no place in the user's order.
        let former = Set(property.old.members.filter { !isRevived($0) })
        let revived = Set(property.new.members.filter(isRevived))
        let old = try self.members(
            property.old.members.filter { !revived.contains($0) }, of: toMany, change.entity, inOld: true)
        let new = try self.members(property.new.members, of: toMany, change.entity, keeping: former)
        let current = try store.memberIDs(property.name, of: object)
        var wanted = Set(current)
        let isNew = inserted.contains(change.object)
        if !toMany.isInverseOfToOne {
            let addedObjects = property.new.members.filter { !former.contains($0) }
            let added = try Set(self.members(addedObjects, of: toMany, change.entity))
            for seed in addedObjects where targets[seed] == nil {
                if let substitute = try member(seed, of: toMany, change.entity) {
                    record(substitute: substitute, in: object, by: toMany)
                } else {
                    try reportMissing(seed, of: object, toMany, change)
                }
            }
            // A member that leaves the list itself is removed, even if it is a substitute there.
            let left = Set(property.old.members).subtracting(property.new.members).compactMap { targets[$0] }
            let removed = Set(old).subtracting(new).union(left).subtracting(added)
            let blocked = try blockedMembers(
                property, toMany, of: change, object, adding: added, removing: removed)
            wanted.formUnion(added.subtracting(blocked))
            // If the owner is not in the store, `object` is its substitute, and members that leave it record that
            // themselves.
            if targets[change.object] != nil { wanted.subtract(removed.subtracting(blocked)) }
            // Dropped objects stay in the list until they are deleted, or are kept and reported.
            let leaving = property.old.members.filter { dropped.contains($0) }.compactMap { targets[$0] }
            wanted.formUnion(Set(current).intersection(leaving))
        }
        let merge = SeedMerge.OrderMerge(old: old, user: current, new: new)
        let isBoth = merge.isReorderedByUser && merge.isReorderedBySeed && !isNew
        if isBoth, merge.isContested {
            try reportConflict(
                change.kind == .added ? .bothAdded : .bothReordered, change, object, property: property.name,
                kept: preference)
        }
        let followsUser =
            !isNew && (change.kind == .added || merge.isReorderedByUser)
            && !(isBoth && preference == .seed)
        let result = merge.merged(wanted, followsUser: followsUser)
        guard result != current else { return }
        let root = schema.entity(toMany.destination)?.root ?? ""
        try store.set(members: result.map { try store.object(root, $0) }, property.name, of: object)
        if isNew { return }
        // Members that refer to this object record the membership themselves.
        if toMany.isInverseOfToOne, followsUser || !merge.isReorderedBySeed { return }
        countUpdate(of: object)
    }
}

nonisolated extension SeedMerge {
    /// The order of a list that a user and a new edition changed.
    struct OrderMerge<ID: Hashable> {
        private let old: [ID]
        private let user: [ID]
        private let new: [ID]
        /// Whether the user reordered members of the old edition.
        let isReorderedByUser: Bool
        /// Whether the new edition reordered members of the old one.
        let isReorderedBySeed: Bool
        /// Whether the user's order and the new edition's differ among the old edition's members that both have.
        let isContested: Bool

        init(old: [ID], user: [ID], new: [ID]) {
            self.old = old
            self.user = user
            self.new = new
            func differs(_ list: [ID], from other: [ID]) -> Bool {
                let (left, right) = (Set(list), Set(other))
                return list.filter(right.contains) != other.filter(left.contains)
            }
            isReorderedByUser = differs(user, from: old)
            isReorderedBySeed = differs(new, from: old)
            let known = Set(old)
            isContested = differs(user.filter(known.contains), from: new)
        }

        /// Returns the members in the order of one side. A member that only the other side has keeps its predecessor
        /// from there.
        func merged(_ members: Set<ID>, followsUser: Bool) -> [ID] {
            let known = Set(old)
            let added = Set(new).subtracting(known)
            let own = followsUser ? user.filter { !added.contains($0) } : new
            let others = followsUser ? new : user
            let first = own.filter(members.contains)
            let present = Set(first)
            var followers: [ID: [ID]] = [:]
            var leading: [ID] = []
            var anchor: ID?
            for member in others where members.contains(member) {
                if present.contains(member) {
                    anchor = member
                } else if let anchor {
                    followers[anchor, default: []].append(member)
                } else {
                    leading.append(member)
                }
            }
            var result = leading + first.flatMap { [$0] + (followers[$0] ?? []) }
            let placed = Set(result)
            result += (user + new).filter { members.contains($0) && !placed.contains($0) }
            return result
        }
    }
}
