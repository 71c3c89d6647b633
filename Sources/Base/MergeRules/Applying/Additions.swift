nonisolated extension SeedMerge.Merger {
    /// Returns the additions for objects that the user does not have. Destinations come before the objects that refer
    /// to them.
    func additions() throws -> [Change] {
        var additions = source.changes.filter { $0.kind == .added && targets[$0.object] == nil }
        if preference == .seed {
            for change in source.changes where change.kind == .changed && targets[change.object] == nil {
                guard try isOwnChange(change), let revival = try source.revival(of: change.object) else {
                    continue
                }
                additions.append(revival)
                revived.changed.append(change)
            }
        }
        pending = Set(additions.map { $0.object })
        if source.hasBase || !blocked.objects.isEmpty { try settleNeeds(of: &additions) }
        let rank = insertionRanks()
        return additions.enumerated().sorted { one, other in
            let (left, right) = (rank[one.element.entity] ?? 0, rank[other.element.entity] ?? 0)
            return left == right ? one.offset < other.offset : left < right
        }.map { $0.element }
    }

    /// Leaves out new objects that need an object which the user deleted, and all objects that need these. If the seed
    /// is preferred, brings back the deleted object instead.
    private func settleNeeds(of additions: inout [Change]) throws {
        // The additions that need each object: by a to-one relationship, or (nil) because the object owns them.
        var needed: [Object: [(change: Change, toOne: Relationship?)]] = [:]
        var omitted: [Change] = []
        for change in additions {
            guard let reason = blocked.objects[change.object], pending.remove(change.object) != nil else {
                continue
            }
            omitted.append(change)
            let value =
                try source.properties(of: change).first { $0.name == reason.property }?.new
                ?? owners[change.object]?.first.map { .object($0.object) }
            let holder = try reason.kind == .notUnique ? self.text(holderOf: change.object) : nil
            try reportConflict(
                reason.kind, change, nil, property: reason.kind == .tooMany ? nil : reason.property,
                seed: value, userText: holder)
        }
        var next = 0
        while next < additions.count {
            let batch = additions[next..<Swift.min(next + batchSize, additions.count)]
            next = batch.endIndex
            let needy = batch.filter { change in
                owners[change.object] != nil
                    || schema.entity(change.entity)?.toOnes.contains { $0.isNeeded } == true
            }
            guard !needy.isEmpty else { continue }
            try source.prepare(needy[...])
            for change in needy {
                for property in try source.properties(of: change) {
                    guard let toOne = schema.entity(change.entity)?.toOne(property.name), toOne.isNeeded,
                        let target = property.new.destination, targets[target] == nil
                    else { continue }
                    if pending.contains(target) {
                        needed[target, default: []].append((change, toOne))
                    } else if case .object = try destination(target, by: toOne) {
                        continue
                    } else if let revival = try possibleRevival(of: target) {
                        additions.append(revival)
                        pending.insert(target)
                        needed[target, default: []].append((change, toOne))
                        revived.needed.append((change, property.name, target))
                    } else if pending.remove(change.object) != nil {
                        omitted.append(change)
                        try reportConflict(
                            .needsDeleted, change, nil, property: property.name, seed: property.new)
                    }
                }
                guard let owner = owners[change.object]?.first, pending.contains(change.object) else {
                    continue
                }
                if try !mayBeOwned(change.object), let revival = try possibleRevival(of: owner.object) {
                    additions.append(revival)
                    pending.insert(owner.object)
                    revived.needed.append((change, nil, owner.object))
                }
                for owner in owners[change.object] ?? [] where pending.contains(owner.object) {
                    needed[owner.object, default: []].append((change, nil))
                }
                if try !mayBeOwned(change.object) {
                    pending.remove(change.object)
                    omitted.append(change)
                    try reportConflict(.needsDeleted, change, nil, seed: .object(owner.object))
                }
            }
        }
        while let change = omitted.popLast() {
            self.omitted.insert(change.object)
            for (other, toOne) in needed[change.object] ?? [] where pending.contains(other.object) {
                if let toOne {
                    if case .object = try destination(change.object, by: toOne) { continue }
                } else if try mayBeOwned(other.object) {
                    continue
                }
                pending.remove(other.object)
                omitted.append(other)
                try reportConflict(.needsDeleted, other, nil)
            }
        }
        additions.removeAll { !pending.contains($0.object) }
    }

    /// Returns the addition that brings back an object which the user deleted. Returns nil if the user's side is
    /// preferred, or if an earlier attempt showed that the object cannot come back.
    private func possibleRevival(of object: Object) throws -> Change? {
        guard preference == .seed, blocked.objects[object] == nil else { return nil }
        return try source.revival(of: object)
    }

    /// Reports the objects that the user deleted and that the merge brings back.
    func reportRevivals() throws {
        for change in revived.changed where inserted.contains(change.object) {
            try reportConflict(.deletedByUser, change, nil, kept: .seed)
        }
        for (change, property, object) in revived.needed where inserted.contains(object) {
            try reportConflict(
                .needsDeleted, change, nil, property: property, seed: .object(object), kept: .seed)
        }
    }

    /// Returns whether the edition changed an object beyond removing its links to dropped objects.
    func isOwnChange(_ change: Change) throws -> Bool {
        guard let entity = schema.entity(change.entity) else { return true }
        return try source.properties(of: change).contains { property in
            if property.isInverse { return false }
            if entity.hasValue(property.name) { return true }
            if entity.toOne(property.name) != nil {
                return property.new != .nothing || property.old.destination.map(dropped.contains) != true
            }
            return property.old.members.filter { !dropped.contains($0) } != property.new.members
        }
    }

    /// Returns the order in which entities are inserted: destinations of to-one relationships first.
    private func insertionRanks() -> [String: Int] {
        var ranks: [String: Int] = [:]
        var visiting: Set<String> = []
        func visit(_ entity: Entity) {
            guard ranks[entity.name] == nil, visiting.insert(entity.name).inserted else { return }
            for toOne in entity.toOnes {
                for other in schema.entities where other.isKind(of: toOne.destination) { visit(other) }
            }
            ranks[entity.name] = ranks.count
        }
        for entity in schema.entities { visit(entity) }
        return ranks
    }

    // MARK: Inserting

    /// Inserts new objects.
    func insert(_ additions: [Change]) throws {
        try forEachBatch(additions) { batch in
            for change in try save(batch, insert) {
                if try takeValues(for: change), try save([change][...], insert).isEmpty { continue }
                pending.remove(change.object)
                omitted.insert(change.object)
                try reportConflict(.notUnique, change, nil, userText: text(holderOf: change.object))
            }
        }
    }

    private func insert(_ batch: Swift.ArraySlice<Change>) throws {
        var made: [(change: Change, object: Managed, properties: [Property])] = []
        for change in batch {
            guard let entity = schema.entity(change.entity) else { continue }
            let object = try store.insert(change.entity)
            let properties = try source.properties(of: change)
            let values = Swift.Dictionary(
                properties.map { ($0.name, $0.new) }, uniquingKeysWith: { first, _ in first })
            for path in entity.attributes { try set(values[path] ?? .nothing, path, of: object) }
            unsaved[change.object] = object
            pending.remove(change.object)
            made.append((change, object, properties))
            report.count(change.entity, \.added)
        }
        for (change, object, properties) in made {
            let later = try connect(object, properties, of: change)
            if !later.isEmpty { waiting.append((change, later)) }
        }
    }

    /// Sets the relationships of new objects to objects that were inserted later.
    func connectWaiting() throws {
        let names = Swift.Dictionary(
            waiting.map { ($0.change.object, $0.names) }, uniquingKeysWith: { first, _ in first })
        let changes = waiting.map { $0.change }.filter { targets[$0.object] != nil }
        waiting = []
        func connect(_ batch: Swift.ArraySlice<Change>) throws {
            for change in batch {
                guard case .object(let object) = try state(of: change.object) else { continue }
                let later = try source.properties(of: change).filter {
                    names[change.object]?.contains($0.name) == true
                }
                _ = try self.connect(object, later, of: change)
            }
        }
        try forEachBatch(changes) { batch in
            for change in try save(batch, connect) {
                if try takeValues(for: change), try save([change][...], connect).isEmpty { continue }
                // Its destination is left out, and another object already has its unique values together with the
                // destination's substitute.
                var blocked = blocked
                let holder = try holder(of: change.object).flatMap { holder in
                    store.primaryKey(of: holder).map { key in
                        BlockedChanges.Holder(root: schema.roots[change.object.family], primaryKey: key)
                    }
                }
                blocked.objects[change.object] = .init(kind: .notUnique, property: nil, holder: holder)
                throw blocked
            }
        }
    }

    /// Adds objects to relationships without an inverse, because none of their own properties records the membership.
    /// This affects objects that come back, and objects added without an old edition.
    func rejoin(_ additions: [Change]) throws {
        let roots = Set(
            schema.entities.flatMap { $0.toManys }.filter { $0.isOneWay }
                .compactMap { schema.entity($0.destination)?.root })
        let changesOwners = source.hasBase || updates
        let members = additions.filter {
            inserted.contains($0.object) && !($0.object.isNew && changesOwners)
                && schema.entity($0.entity).map { roots.contains($0.root) } == true
        }
        try forEachBatch(members) { batch in
            for change in batch {
                for (owner, name) in try source.owners(of: change) {
                    guard case .object(let member) = try state(of: change.object),
                        case .object(let object) = try state(of: owner),
                        let toMany = schema.entity(store.entityName(of: object))?.toMany(name)
                    else { continue }
                    try join(member, change.object, to: object, by: toMany, change)
                }
            }
            try save()
        }
    }

    /// Sets the relationships of a new object to the objects that exist by now.
    ///
    /// - Returns: the relationships to objects that are inserted later.
    private func connect(
        _ object: Managed, _ properties: [Property], of change: Change
    ) throws -> Set<String> {
        guard let entity = schema.entity(change.entity) else { return [] }
        var later: Set<String> = []
        for property in properties {
            if let toOne = entity.toOne(property.name) {
                guard let target = property.new.destination else { continue }
                switch try destination(target, by: toOne) {
                case .pending: later.insert(property.name)
                case .gone:
                    try reportConflict(
                        .destinationDeleted, change, object, property: property.name, seed: property.new)
                case .object(let destination):
                    guard try store.destination(property.name, of: object) !== destination else { continue }
                    // If the destination's partner is the reason, ``lead`` reports it.
                    let kind = blocked.links[.init(object: change.object, name: property.name)]
                    if let kind, kind != .bothChanged {
                        try reportConflict(kind, change, object, property: property.name, seed: property.new)
                        continue
                    }
                    try lead(object, to: destination, target, by: toOne, change, property.new)
                }
            } else if let toMany = entity.toMany(property.name), !toMany.isOrdered {
                for member in property.new.members {
                    switch try state(of: member) {
                    case .gone:
                        guard let other = try substitute(for: member, by: toMany, of: change.entity) else {
                            pendingSubstitutes.append((member, change, toMany, property.isInverse))
                            break
                        }
                        try join(other, member, to: object, by: toMany, change)
                    // The member may be left out in the end, and have a substitute.
                    case .pending: later.insert(property.name)
                    case .object(let other): try join(other, member, to: object, by: toMany, change)
                    }
                }
            }
        }
        return later
    }
}
