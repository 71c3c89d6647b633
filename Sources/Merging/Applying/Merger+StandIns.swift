import ObjectLayer
import ObjectModel
import StoreFormat

// What leads to an object of the edition that is not in the store leads to the one with its unique values.
extension Merger {
    /// What a to-one relationship of an edition's object leads to.
    func destination(_ seed: SeedObject, by toOne: ToOneColumn) throws -> State {
        let state = try state(of: seed)
        guard case .gone = state, toOne.inverse?.isToMany != false,
            let standIn = try standIn(for: seed, as: toOne.destinationName)
        else { return state }
        return .object(standIn)
    }

    /// The primary key of an object that the old edition led to: where it is not there, that of the one that the user's
    /// object leads to instead since an earlier merge.
    func former(_ seed: SeedObject, by toOne: ToOneColumn, _ user: Int64?) throws -> Int64? {
        if let key = targets[seed] { return key }
        guard let user, toOne.inverse?.isToMany != false,
            let object = try standIn(for: seed, as: toOne.destinationName, inOld: true),
            object.objectID.primaryKey == user
        else { return nil }
        return user
    }

    /// The same for members, each once.
    ///
    /// - Parameters:
    ///   - former: the members that the old edition has, too: what was one instead of them still is.
    ///   - present: what alone is taken for a member instead of one that is not in the store; nil for anything.
    func members(
        _ seeds: [SeedObject], of toMany: ToManyStorage, _ entity: String, inOld: Bool = false,
        keeping former: Set<SeedObject> = [], among present: Set<Int64>? = nil
    ) throws -> [Int64] {
        var known: Set<Int64> = []
        return try seeds.compactMap { seed in
            let key =
                try (inOld && isBack(seed) ? nil : targets[seed])
                ?? standIn(for: seed, by: toMany, of: entity, inOld: inOld || former.contains(seed))?
                .objectID.primaryKey
                .flatMap { present?.contains($0) == false ? nil : $0 }
            return key.flatMap { known.insert($0).inserted ? $0 : nil }
        }
    }

    /// Whether the new edition has an object as a member besides the one in whose stead it is one, or that is not known.
    func isKept(
        _ standIn: ManagedObject, _ property: ChangedProperty, by toMany: ToManyStorage
    ) throws -> Bool {
        guard let kept = property.kept, let family = families.index(ofEntity: toMany.destinationName),
            let table = entity(standIn.objectID.entityName)?.table
        else { return true }
        // By another constraint it may stand for another one, too.
        let mayBoth = constraints(of: standIn.objectID.entityName).count > 1
        return try kept.contains { key in
            let seed = SeedObject(isNew: false, family: family, primaryKey: Int64(key))
            guard let target = targets[seed] ?? source.keyInStore(of: seed) else { return true }
            return try target == standIn.objectID.primaryKey
                || mayBoth
                    && connection.integer("SELECT 1 FROM \(table.sqlIdentifier) WHERE Z_PK = \(target)")
                        == nil
        }
    }

    /// What is a member: an object, or the one that is instead of it.
    func member(
        _ seed: SeedObject, of toMany: ToManyStorage, _ entity: String, inOld: Bool = false
    ) throws -> ManagedObject? {
        if case .object(let object) = try state(of: seed), !inOld || !isBack(seed) { return object }
        return try standIn(for: seed, by: toMany, of: entity, inOld: inOld)
    }

    /// Whether the store lacked an object that both editions have: what stood for it stood for it in the old one.
    func isBack(_ seed: SeedObject) -> Bool { !seed.isNew && inserted.contains(seed) }

    /// The object that is a member instead of one that is not in the store: where a member may have several owners.
    func standIn(
        for seed: SeedObject, by toMany: ToManyStorage, of entity: String, inOld: Bool = false
    ) throws -> ManagedObject? {
        // Nothing says of what is among its own kind which way it leads.
        guard case .joinTable = toMany.storage, families.index(ofEntity: entity) != seed.family else {
            return nil
        }
        switch try state(of: seed) {
        case .gone: break
        case .object, .later: guard inOld, isBack(seed) else { return nil }
        }
        return try standIn(for: seed, as: toMany.destinationName, inOld: inOld)
    }

    /// What has an ordered list: the object, or the one to which its members lead in its stead.
    func owner(_ seed: SeedObject, of toMany: ToManyStorage) throws -> ManagedObject? {
        switch try state(of: seed) {
        case .object(let object): return object
        case .later: return nil
        case .gone:
            guard let inverse = toMany.inverse, let back = inverse.destinationEntityName,
                !inverse.isToMany || families.index(ofEntity: toMany.destinationName) != seed.family,
                let found = try standIn(for: seed, as: back),
                entity(found.objectID.entityName)?.toMany(toMany.relationship.name) != nil
            else { return nil }
            return found
        }
    }

    /// Makes what stands for members that are not in the store members.
    ///
    /// - Parameter isEnd: whether what nothing stands for is told.
    func joinStandIns(isEnd: Bool = false) throws {
        for start in stride(from: 0, to: standIns.count, by: Self.batch) {
            for (seed, change, toMany, isInverse) in standIns[start..<min(start + Self.batch, standIns.count)]
            {
                guard case .object(let owner) = try state(of: change.object) else { continue }
                guard let member = try standIn(for: seed, by: toMany, of: change.entity) else {
                    if isEnd, !isInverse { try tell(missing: seed, of: owner, toMany, change) }
                    continue
                }
                note(standIn: member, in: owner, by: toMany)
                if try join(member, seed, to: owner, by: toMany, change) { countUpdate(of: owner) }
            }
            try save()
        }
    }

    /// Notes that an object is a member instead of one that is not in the store.
    func note(standIn member: ManagedObject, in owner: ManagedObject, by toMany: ToManyStorage) {
        stoodFor[owner.objectID, default: [:]][toMany.relationship.name, default: []].insert(member.objectID)
        guard let inverse = toMany.inverse else { return }
        stoodFor[member.objectID, default: [:]][inverse.name, default: []].insert(owner.objectID)
    }

    /// Tells that a list lacks what the edition puts into it, and the store has not; of what is new that is told already.
    func tell(
        missing seed: SeedObject, of owner: ManagedObject, _ toMany: ToManyStorage, _ change: SeedChange
    ) throws {
        let name = toMany.relationship.name
        guard !seed.isNew, case .gone = try state(of: seed),
            toldMembers.insert(.init(object: change.object, name: name, member: seed)).inserted
        else { return }
        try tell(.destinationDeleted, change, owner, property: name, seed: .object(seed))
    }

    /// What has the unique values, if a relationship may lead to it.
    private func standIn(
        for seed: SeedObject, as destination: String, inOld: Bool = false
    ) throws -> ManagedObject? {
        guard let holder = try holder(of: seed, inOld: inOld),
            let layout = layout.entity(named: destination),
            let own = self.entity(holder.entity), layout.familyNumbers.contains(own.number)
        else { return nil }
        return try user(holder.entity, holder.key)
    }

    /// The object of the user's that has the unique values of an object of the new edition, and keeps them.
    ///
    /// - Parameter inOld: whether it is about the values that the object had in the old edition, and whoever had them
    ///   before the merge.
    func holder(of seed: SeedObject, inOld: Bool = false) throws -> Holder? {
        if let known = holders[inOld]?[seed] { return known }
        // What is unique with a destination may be asked for on the way.
        holders[inOld, default: [:]][seed] = .some(nil)
        let isSettled = settled
        settled = true
        var found: Holder?
        if inOld || !dropped.contains(seed), let change = try source.present(seed, inOld: inOld) {
            found = try holders(of: change.entity, inOld: inOld) {
                try stored(source.value($0, of: change), $0, of: change)
            }
            .first {
                try $0.object.objectID.primaryKey != targets[seed]
                    && (inOld || keeps($0.object, $0.values, seed))
            }
            .flatMap { Holder($0.object.objectID) }
        }
        if found == nil, !settled {
            holders[inOld]?.removeValue(forKey: seed)
        } else {
            holders[inOld, default: [:]][seed] = .some(found)
        }
        settled = settled && isSettled
        return found
    }

    /// An object of the user's store.
    struct Holder: Equatable {
        let entity: String
        let key: Int64

        init?(_ id: ManagedObjectID) {
            guard let key = id.primaryKey else { return nil }
            entity = id.entityName
            self.key = key
        }
    }

    /// Whether an object neither goes nor gets other values.
    private func keeps(
        _ object: ManagedObject, _ values: [String: ChangedValue], _ seed: SeedObject
    ) throws -> Bool {
        guard let key = object.objectID.primaryKey else { return false }
        let own = SeedObject(isNew: false, family: seed.family, primaryKey: key)
        guard let change = changeOfUsers[own] else { return true }
        if change.kind == .removed { return !removable.contains(change.object) }
        return try !source.properties(of: change).contains { property in
            guard let value = values[property.name],
                try stored(property.new, property.name, of: change) != value
            else { return false }
            return try !source.hasBase || choice.preference == .seed
                || stored(property.old, property.name, of: change) == value
        }
    }
}
