import ObjectLayer
import ObjectModel
import StoreFormat

extension Merger {
    /// Brings the members of ordered relationships into order, and those of many-to-many ones in.
    func arrangeLists(_ additions: [SeedChange]) throws {
        let entities = Set(
            layout.entities.filter { $0.toManys.contains(where: \.relationship.isOrdered) }.map(\.name))
        guard !entities.isEmpty else { return }
        // The lists of what was to come back, but is left out, change as the edition changes them.
        let additions = additions.filter { $0.object.isNew || inserted.contains($0.object) }
        let new = Set(additions.map(\.object))
        let changes =
            additions.filter { entities.contains($0.entity) }
            + source.changes.filter { change in
                entities.contains(change.entity) && change.kind != .removed && !new.contains(change.object)
                    && (change.kind == .changed || source.hasBase || choice.updates)
            }
        // What is in a list in another one's stead comes in after it has left it itself.
        for isThere in [true, false] {
            try forEachBatch(changes.filter { (targets[$0.object] != nil) == isThere }) { batch in
                for change in batch { try arrange(try source.properties(of: change), of: change) }
                try save()
            }
        }
        let owners = try ownersOfRevived(additions)
        try forEachBatch(owners.map(\.owner)) { batch in
            for owner in batch {
                let names = owners.first { $0.owner.object == owner.object }?.lists ?? []
                // Both editions have the same list.
                let lists = try source.properties(of: owner).filter { names.contains($0.name) }.map {
                    ChangedProperty(name: $0.name, old: $0.new, new: $0.new)
                }
                try arrange(
                    lists,
                    of: SeedChange(
                        kind: .changed, entity: owner.entity, object: owner.object, oldKey: nil,
                        newKey: owner.newKey))
            }
            try save()
        }
    }

    /// What both editions have alike, and in whose lists objects come back that the user deleted.
    private func ownersOfRevived(
        _ additions: [SeedChange]
    ) throws -> [(owner: SeedChange, lists: Set<String>)] {
        var lists: [SeedObject: Set<String>] = [:]
        var order: [SeedObject] = []
        for change in additions where !change.object.isNew {
            guard let entity = entity(change.entity) else { continue }
            for property in try source.properties(of: change) {
                var seeds: [SeedObject] = []
                let inverse: RelationshipDescription?
                if let toOne = entity.toOne(property.name), toOne.orderColumn != nil {
                    seeds = [property.new.destination].compactMap(\.self)
                    inverse = toOne.inverse
                } else {
                    inverse = entity.toMany(property.name)?.inverse
                    if inverse?.isOrdered == true { seeds = property.new.members }
                }
                guard let list = inverse?.name else { continue }
                for seed in seeds where targets[seed] != nil && !inserted.contains(seed) {
                    let own = try changed[seed].map { try source.properties(of: source.changes[$0]) } ?? []
                    guard !own.contains(where: { $0.name == list }) else { continue }
                    if lists[seed] == nil { order.append(seed) }
                    lists[seed, default: []].insert(list)
                }
            }
        }
        return try order.compactMap { seed in
            try source.revival(of: seed).map { ($0, lists[seed] ?? []) }
        }
    }

    private func arrange(_ properties: [ChangedProperty], of change: SeedChange) throws {
        guard let entity = entity(change.entity) else { return }
        for property in properties {
            guard let toMany = entity.toMany(property.name), toMany.relationship.isOrdered,
                let object = try owner(change.object, of: toMany)
            else { continue }
            try arrange(property, toMany, of: change, object)
        }
    }

    private func arrange(
        _ property: ChangedProperty, _ toMany: ToManyStorage, of change: SeedChange, _ object: ManagedObject
    ) throws {
        // What the user deleted and comes back has no place in the user's order.
        let former = Set(property.old.members.filter { !isBack($0) })
        let back = Set(property.new.members.filter(isBack))
        let old = try self.members(
            property.old.members.filter { !back.contains($0) }, of: toMany, change.entity, inOld: true)
        let new = try self.members(property.new.members, of: toMany, change.entity, keeping: former)
        let current = try object.objectIDs(forRelationshipNamed: property.name).compactMap(\.primaryKey)
        var wanted = Set(current)
        let isNew = inserted.contains(change.object)
        if case .joinTable = toMany.storage {
            let added = property.new.members.filter { !former.contains($0) }
            let comes = try Set(self.members(added, of: toMany, change.entity))
            for seed in added where targets[seed] == nil {
                if let standIn = try member(seed, of: toMany, change.entity) {
                    note(standIn: standIn, in: object, by: toMany)
                } else {
                    try tell(missing: seed, of: object, toMany, change)
                }
            }
            // What leaves the list itself goes, also where it stands for another one there.
            let left = Set(property.old.members).subtracting(property.new.members).compactMap { targets[$0] }
            let goes = Set(old).subtracting(new).union(left).subtracting(comes)
            let held = try heldMembers(property, toMany, of: change, object, comes, goes)
            wanted.formUnion(comes.subtracting(held))
            // What does not lead any more to an object instead of another one says so itself.
            if targets[change.object] != nil { wanted.subtract(goes.subtracting(held)) }
            // What is dropped goes as a whole, or is told.
            let leaving = property.old.members.filter { dropped.contains($0) }.compactMap { targets[$0] }
            wanted.formUnion(Set(current).intersection(leaving))
        }
        let merge = OrderMerge(old: old, user: current, new: new)
        let isBoth = merge.isReorderedByUser && merge.isReorderedBySeed && !isNew
        if isBoth, merge.isContested {
            try tell(
                change.kind == .added ? .bothAdded : .bothReordered, change, object, property: property.name,
                kept: choice.preference)
        }
        let followsUser =
            !isNew && (change.kind == .added || merge.isReorderedByUser)
            && !(isBoth && choice.preference == .seed)
        let result = merge.merged(wanted, followsUser: followsUser)
        guard result != current else { return }
        let destination = toMany.destinationName
        try object.setObjects(try result.map { try user(destination, $0) }, forKey: property.name)
        if isNew { return }
        // What leads here says itself that it is a member.
        if case .inverseToOne = toMany.storage, followsUser || !merge.isReorderedBySeed { return }
        countUpdate(of: object)
    }
}

/// The order of a list that a user and a new edition changed.
struct OrderMerge {
    private let old: [Int64]
    private let user: [Int64]
    private let new: [Int64]
    /// Whether members that the old edition had stand in another order.
    let isReorderedByUser: Bool
    /// Whether the new edition has members of the old one in another order.
    let isReorderedBySeed: Bool
    /// Whether the user's order and the new edition's differ, in what both have of the old one.
    let isContested: Bool

    init(old: [Int64], user: [Int64], new: [Int64]) {
        self.old = old
        self.user = user
        self.new = new
        func differs(_ list: [Int64], from other: [Int64]) -> Bool {
            let (left, right) = (Set(list), Set(other))
            return list.filter(right.contains) != other.filter(left.contains)
        }
        isReorderedByUser = differs(user, from: old)
        isReorderedBySeed = differs(new, from: old)
        let known = Set(old)
        isContested = differs(user.filter(known.contains), from: new)
    }

    /// The members in order: that of the one side, with what only the other has behind what it stands behind
    /// there.
    func merged(_ members: Set<Int64>, followsUser: Bool) -> [Int64] {
        let known = Set(old)
        let added = Set(new).subtracting(known)
        let own = followsUser ? user.filter { !added.contains($0) } : new
        let others = followsUser ? new : user
        let first = own.filter(members.contains)
        let present = Set(first)
        var behind: [Int64: [Int64]] = [:]
        var leading: [Int64] = []
        var anchor: Int64?
        for member in others where members.contains(member) {
            if present.contains(member) {
                anchor = member
            } else if let anchor {
                behind[anchor, default: []].append(member)
            } else {
                leading.append(member)
            }
        }
        var result = leading + first.flatMap { [$0] + (behind[$0] ?? []) }
        let placed = Set(result)
        result += (user + new).filter { members.contains($0) && !placed.contains($0) }
        return result
    }
}
