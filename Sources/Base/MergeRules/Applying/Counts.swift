// The changes of both sides add up, so members are counted after the merge: to-many relationships must have as many
// members as the model allows.
nonisolated extension SeedMerge.Merger {
    /// A member that a merge added to a relationship with bounds, or removed from it.
    struct Move {
        /// A change that can be undone to keep the bounds.
        enum Block: Hashable {
            case link(Link)
            case membership(Membership)
            /// A new object that is left out, or a dropped one that is kept, because of this relationship; nil if only
            /// the owner refers to the object.
            case object(Object, String?)

            var member: Object {
                switch self {
                case .link(let link): link.object
                case .membership(let membership): membership.member
                case .object(let object, _): object
                }
            }
        }

        /// The owner and its relationship.
        let owner: End
        let isAdded: Bool
        let block: Block
    }

    /// Records that a to-one relationship gets another destination.
    func record(moveOf change: Change, _ object: Managed, to destination: Managed?, by toOne: Relationship)
        throws
    {
        guard let inverse = toOne.inverse, inverse.isToMany, inverse.bounds != nil else { return }
        let isNew = unsaved[change.object] != nil || inserted.contains(change.object)
        let block =
            isNew && toOne.isNeeded
            ? Move.Block.object(change.object, toOne.name)
            : .link(.init(object: change.object, name: toOne.name))
        if let owner = end(try store.destination(toOne.name, of: object), inverse.name) {
            moves.append(Move(owner: owner, isAdded: false, block: block))
        }
        if let owner = end(destination, inverse.name) {
            moves.append(Move(owner: owner, isAdded: true, block: block))
        }
    }

    /// Returns whether adding or removing a member is blocked, and reports it. Otherwise records the move.
    func isBlocked(
        _ object: Object, _ member: Managed, of owner: Managed, by toMany: Relationship, _ change: Change,
        isAdded: Bool
    ) throws -> Bool {
        let ends = [
            Membership(object: change.object, name: toMany.name, member: object),
            toMany.inverse.map { .init(object: object, name: $0.name, member: change.object) },
        ].compactMap { $0 }
        if let kind = ends.compactMap({ blocked.members[$0] }).first {
            // Both ends may record the membership, but it is reported once.
            if reportedMembers.isDisjoint(with: ends) {
                reportedMembers.formUnion(ends)
                try reportConflict(kind, change, owner, property: toMany.name, seed: .object(object))
            }
            return true
        }
        var leavesWhole = false
        if !isAdded, toMany.bounds != nil, toMany.isOneWay, dropped.contains(object) {
            // None of its own properties records the owner.
            if let reason = blocked.objects[object], reason.kind == .tooFew, reason.property == nil {
                return true
            }
            leavesWhole = removable.contains(object)
        }
        let sides = [
            (owner, toMany.bounds != nil),
            (member, toMany.inverse?.isToMany == true && toMany.inverse?.bounds != nil),
        ]
        for (membership, (side, isBounded)) in zip(ends, sides) where isBounded {
            guard let owner = end(side, membership.name) else { continue }
            moves.append(
                Move(
                    owner: owner, isAdded: isAdded,
                    block: leavesWhole ? .object(object, nil) : .membership(membership)))
        }
        return false
    }

    /// Returns the members of a list that must not be added or removed because of the bounds.
    func blockedMembers(
        _ property: Property, _ toMany: Relationship, of change: Change, _ object: Managed,
        adding added: Set<ID>, removing removed: Set<ID>
    ) throws -> Set<ID> {
        guard toMany.bounds != nil || toMany.inverse?.bounds != nil else { return [] }
        let current = Set(try store.memberIDs(property.name, of: object))
        var found: Set<ID> = []
        for (seeds, moving, isAdded) in [
            (property.new.members, added.subtracting(current), true),
            (property.old.members, removed.intersection(current), false),
        ] {
            for seed in seeds {
                guard let member = try member(seed, of: toMany, change.entity, inOld: !isAdded),
                    moving.contains(store.id(of: member))
                else { continue }
                if try isBlocked(seed, member, of: object, by: toMany, change, isAdded: isAdded) {
                    found.insert(store.id(of: member))
                }
            }
        }
        return found
    }

    /// Records that the owners of an object lose it as a member when it is deleted.
    func record(deletionOf change: Change, _ object: Managed) throws {
        for relationship in schema.entity(change.entity)?.allRelationships ?? [] {
            guard let inverse = relationship.inverse, inverse.isToMany, inverse.bounds != nil else {
                continue
            }
            for owner in try store.destinations(
                relationship.name, isToMany: relationship.isToMany, of: object)
            {
                guard let end = end(owner, inverse.name) else { continue }
                moves.append(
                    Move(owner: end, isAdded: false, block: .object(change.object, relationship.name)))
            }
        }
    }

    /// Blocks the moves that would leave too many or too few members, the last ones first. Also blocks new objects that
    /// lack members which they have in the edition.
    func blockCounts(_ found: inout BlockedChanges) throws {
        var byOwner: [End: [Move]] = [:]
        var owners: [End] = []
        for move in moves {
            if byOwner[move.owner] == nil { owners.append(move.owner) }
            byOwner[move.owner, default: []].append(move)
        }
        for owner in owners {
            let (excess, mayBeEmpty) = try excess(at: owner)
            let kind = excess > 0 ? Conflict.Kind.tooMany : .tooFew
            let all = byOwner[owner] ?? []
            // Returns each block once, in the order in which the moves were recorded.
            func blocks(_ moves: [Move]) -> [Move.Block] {
                var known: Set<Move.Block> = []
                return moves.map { $0.block }.filter { known.insert($0).inserted }
            }
            var candidates = blocks(all.filter { $0.isAdded == (excess > 0) })
            var count = Swift.abs(excess)
            if excess < 0, candidates.isEmpty, mayBeEmpty {
                // The list was empty, and the added members are too few.
                candidates = blocks(all)
                count = candidates.count
            }
            for block in candidates.sorted(by: { $0.member.rank < $1.member.rank }).suffix(count) {
                switch block {
                case .link(let link): found.block(link, kind)
                case .membership(let membership): found.block(membership, kind)
                case .object(let object, let name):
                    found.objects[object] = found.objects[object] ?? .init(kind: kind, property: name)
                }
            }
        }
        try blockNewOwners(&found)
    }

    /// Returns the number of members beyond the maximum, negative for members below the minimum, and whether the
    /// relationship may be empty. Returns 0 for a deleted owner.
    private func excess(at owner: End) throws -> (count: Int, mayBeEmpty: Bool) {
        guard let (entity, count) = try store.memberCount(owner.name, schema.roots[owner.family], owner.id),
            let toMany = schema.entity(entity)?.toMany(owner.name)
        else { return (0, true) }
        return (toMany.excess(of: count), toMany.excess(of: 0) == 0)
    }

    /// Blocks added objects with fewer members than the minimum, unless the edition itself has too few.
    private func blockNewOwners(_ found: inout BlockedChanges) throws {
        let bounded = Swift.Dictionary(
            schema.entities.map { ($0.name, $0.toManys.filter { ($0.bounds?.least ?? 0) > 0 }) },
            uniquingKeysWith: { first, _ in first }
        ).filter { !$0.value.isEmpty }
        guard !bounded.isEmpty else { return }
        var short: [(link: Link, toMany: Relationship)] = []
        for object in inserted {
            guard let id = targets[object], let change = changeOf[object] else { continue }
            for toMany in bounded[change.entity] ?? [] {
                let owner = End(family: object.family, id: id, name: toMany.name)
                guard try excess(at: owner).count < 0 else { continue }
                short.append((.init(object: object, name: toMany.name), toMany))
            }
        }
        guard !short.isEmpty else { return }
        let counts = try memberCounts()
        for (link, toMany) in short
        where !link.object.isNew || toMany.excess(of: counts[link] ?? 0) >= 0 {
            found.objects[link.object] =
                found.objects[link.object] ?? .init(kind: .tooFew, property: link.name)
        }
    }

    /// Returns the number of members in the new edition. It covers added and changed objects, and the objects that
    /// these refer to.
    private func memberCounts() throws -> [Link: Int] {
        var counts: [Link: Int] = [:]
        try forEachBatch(source.changes.filter { $0.kind != .removed }) { batch in
            for change in batch {
                guard let entity = schema.entity(change.entity) else { continue }
                for property in try source.properties(of: change) {
                    if let inverse = entity.toOne(property.name)?.inverse,
                        let target = property.new.destination
                    {
                        counts[.init(object: target, name: inverse.name), default: 0] += 1
                    } else if let toMany = entity.toMany(property.name), !toMany.isInverseOfToOne {
                        counts[.init(object: change.object, name: property.name)] =
                            property.new.members.count
                    }
                }
            }
        }
        return counts
    }
}
