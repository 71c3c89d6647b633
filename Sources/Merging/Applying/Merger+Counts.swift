import ObjectLayer
import ObjectModel
import StoreFormat

extension RelationshipDescription {
    /// Whether the model asks for a least or a greatest number of members.
    var isBounded: Bool { isToMany && (minCount > 0 || maxCount > 0) }

    /// How many of so many members are beyond the most that the model allows; negative where members are missing. An optional
    /// relationship may have none.
    func excess(of count: Int) -> Int {
        if maxCount > 0, count > maxCount { return count - maxCount }
        if count < minCount, count > 0 || !isOptional { return count - minCount }
        return 0
    }
}

// What both sides did adds up: to-many relationships have as many members as the model asks for
// (docs/merging.md#with-the-old-edition).
extension Merger {
    /// What a merge made a member of a relationship whose number of members the model bounds, or took from it.
    struct Move {
        /// What can be left undone.
        enum Hold: Hashable {
            case link(MergeHolds.Link)
            case membership(MergeHolds.Membership)
            /// A new object is left out, or a dropped one stays, for what this relationship leads to; nil where that leads
            /// only here.
            case object(SeedObject, String?)

            var member: SeedObject {
                switch self {
                case .link(let link): link.object
                case .membership(let membership): membership.member
                case .object(let object, _): object
                }
            }
        }

        /// Whose member it is, by which relationship.
        let owner: Former
        let isAdded: Bool
        let hold: Hold
    }

    /// Notes that a to-one relationship leads elsewhere.
    func note(
        move change: SeedChange, of object: ManagedObject, to destination: ManagedObject?,
        by toOne: ToOneColumn
    ) throws {
        guard let inverse = toOne.inverse, inverse.isBounded else { return }
        let name = toOne.relationship.name
        let isNew = unsaved[change.object] != nil || inserted.contains(change.object)
        let hold =
            isNew && neededToOnes(of: change.entity)[name] != nil
            ? Move.Hold.object(change.object, name) : .link(.init(object: change.object, name: name))
        if let owner = former(try object.object(forKey: name), inverse.name) {
            moves.append(Move(owner: owner, isAdded: false, hold: hold))
        }
        if let owner = former(destination, inverse.name) {
            moves.append(Move(owner: owner, isAdded: true, hold: hold))
        }
    }

    /// Whether an object neither becomes a member nor ceases to be one, for the number of members: that is told. Otherwise
    /// notes that it does.
    func isHeld(
        _ seed: SeedObject, _ member: ManagedObject, of owner: ManagedObject, by toMany: ToManyStorage,
        _ change: SeedChange, isAdded: Bool
    ) throws -> Bool {
        let name = toMany.relationship.name
        let ends = [
            MergeHolds.Membership(object: change.object, name: name, member: seed),
            toMany.inverse.map { .init(object: seed, name: $0.name, member: change.object) },
        ].compactMap(\.self)
        if let kind = ends.compactMap({ holds.members[$0] }).first {
            // Both ends may say it.
            if toldMembers.isDisjoint(with: ends) {
                toldMembers.formUnion(ends)
                try tell(kind, change, owner, property: name, seed: .object(seed))
            }
            return true
        }
        var goesWhole = false
        if !isAdded, toMany.relationship.isBounded, case .column = toMany.storage, dropped.contains(seed) {
            // Nothing that it has says of what it is a member.
            if let reason = holds.objects[seed], reason.kind == .tooFew, reason.property == nil {
                return true
            }
            goesWhole = removable.contains(seed)
        }
        let sides = [(owner, toMany.relationship), (member, toMany.inverse)]
        for (end, (object, relationship)) in zip(ends, sides) {
            guard relationship?.isBounded == true, let owner = former(object, end.name) else { continue }
            moves.append(
                Move(owner: owner, isAdded: isAdded, hold: goesWhole ? .object(seed, nil) : .membership(end)))
        }
        return false
    }

    /// The primary keys of the members of a list that neither come nor go, for the number of members.
    func heldMembers(
        _ property: ChangedProperty, _ toMany: ToManyStorage, of change: SeedChange, _ object: ManagedObject,
        _ comes: Set<Int64>, _ goes: Set<Int64>
    ) throws -> Set<Int64> {
        guard toMany.relationship.isBounded || toMany.inverse?.isBounded == true else { return [] }
        let current = Set(try object.objectIDs(forRelationshipNamed: property.name).compactMap(\.primaryKey))
        var held: Set<Int64> = []
        for (seeds, moving, isAdded) in [
            (property.new.members, comes.subtracting(current), true),
            (property.old.members, goes.intersection(current), false),
        ] {
            for seed in seeds {
                guard
                    let key = try member(seed, of: toMany, change.entity, inOld: !isAdded)?.objectID
                        .primaryKey,
                    moving.contains(key)
                else { continue }
                let member = try user(toMany.destinationName, key)
                if try isHeld(seed, member, of: object, by: toMany, change, isAdded: isAdded) {
                    held.insert(key)
                }
            }
        }
        return held
    }

    /// Notes whose members go with an object that is deleted.
    func note(victim change: SeedChange, _ key: Int64) throws {
        guard let entity = entity(change.entity) else { return }
        let object = try user(change.entity, key)
        func add(_ owner: ManagedObject?, _ inverse: RelationshipDescription?, _ name: String) {
            guard let inverse, inverse.isBounded, let owner = former(owner, inverse.name) else { return }
            moves.append(Move(owner: owner, isAdded: false, hold: .object(change.object, name)))
        }
        for toOne in entity.toOnes where toOne.inverse?.isBounded == true {
            let name = toOne.relationship.name
            add(try object.object(forKey: name), toOne.inverse, name)
        }
        for toMany in entity.toManys where toMany.inverse?.isBounded == true {
            let name = toMany.relationship.name
            for owner in try object.objects(forKey: name) { add(owner, toMany.inverse, name) }
        }
    }

    /// Holds what would make members too many or too few: the last that came, the last that go, and what is new and lacks
    /// what it has in the edition.
    func holdCounts(_ found: inout MergeHolds) throws {
        var byOwner: [Former: [Move]] = [:]
        var owners: [Former] = []
        for move in moves {
            if byOwner[move.owner] == nil { owners.append(move.owner) }
            byOwner[move.owner, default: []].append(move)
        }
        for owner in owners {
            let (excess, mayBeNone) = try excess(at: owner)
            let kind = excess > 0 ? EditionConflict.Kind.tooMany : .tooFew
            let all = byOwner[owner] ?? []
            // Each once, in the order in which they came: of one object there may be several.
            func holds(_ moves: [Move]) -> [Move.Hold] {
                var known: Set<Move.Hold> = []
                return moves.map(\.hold).filter { known.insert($0).inserted }
            }
            var moves = holds(all.filter { $0.isAdded == (excess > 0) })
            var count = abs(excess)
            if excess < 0, moves.isEmpty, mayBeNone {
                // There were none, and what came is not enough.
                moves = holds(all)
                count = moves.count
            }
            for hold in moves.sorted(by: { $0.member.rank < $1.member.rank }).suffix(count) {
                switch hold {
                case .link(let link): found.hold(link, kind)
                case .membership(let membership): found.hold(membership, kind)
                case .object(let seed, let name):
                    found.objects[seed] = found.objects[seed] ?? .init(kind: kind, property: name)
                }
            }
        }
        try holdNewOwners(&found)
    }

    /// How many members of an object are beyond the most, and whether it may have none; 0 where it is not there any more.
    private func excess(at owner: Former) throws -> (count: Int, mayBeNone: Bool) {
        let root = families.names[owner.family]
        guard let table = layout.entity(named: root)?.table,
            let number = try connection.integer(
                "SELECT Z_ENT FROM \(table.sqlIdentifier) WHERE Z_PK = \(owner.key)"),
            let toMany = layout.entities.first(where: { Int64($0.number) == number })?.toMany(owner.name)
        else { return (0, true) }
        let (members, column, _, _) = toMany.storage.rows
        let count = try connection.integer(
            "SELECT count(*) FROM \(members.sqlIdentifier) WHERE \(column.sqlIdentifier) = \(owner.key)")
        return (toMany.relationship.excess(of: Int(count ?? 0)), toMany.relationship.excess(of: 0) == 0)
    }

    /// Leaves out new objects that have fewer members than the least, unless the edition has too few already.
    private func holdNewOwners(_ found: inout MergeHolds) throws {
        let bounded = Dictionary(
            layout.entities.map { ($0.name, $0.toManys.filter { $0.relationship.minCount > 0 }) },
            uniquingKeysWith: { first, _ in first }
        ).filter { !$0.value.isEmpty }
        guard !bounded.isEmpty else { return }
        var short: [(link: MergeHolds.Link, toMany: ToManyStorage)] = []
        for seed in inserted {
            guard let key = targets[seed], let change = changeOf[seed] else { continue }
            for toMany in bounded[change.entity] ?? [] {
                let name = toMany.relationship.name
                guard try excess(at: Former(family: seed.family, key: key, name: name)).count < 0 else {
                    continue
                }
                short.append((.init(object: seed, name: name), toMany))
            }
        }
        guard !short.isEmpty else { return }
        let counts = try memberCounts()
        for (link, toMany) in short
        where !link.object.isNew || toMany.relationship.excess(of: counts[link] ?? 0) >= 0 {
            found.objects[link.object] =
                found.objects[link.object] ?? .init(kind: .tooFew, property: link.name)
        }
    }

    /// How many members objects of the edition have that are new or change, or that others lead to which do.
    private func memberCounts() throws -> [MergeHolds.Link: Int] {
        var counts: [MergeHolds.Link: Int] = [:]
        try forEachBatch(source.changes.filter { $0.kind != .removed }) { batch in
            for change in batch {
                guard let entity = entity(change.entity) else { continue }
                for property in try source.properties(of: change) {
                    if let inverse = entity.toOne(property.name)?.inverse,
                        let target = property.new.destination
                    {
                        counts[.init(object: target, name: inverse.name), default: 0] += 1
                    } else if let toMany = entity.toMany(property.name) {
                        if case .inverseToOne = toMany.storage { continue }
                        counts[.init(object: change.object, name: property.name)] = property.new.members.count
                    }
                }
            }
        }
        return counts
    }
}
