import ObjectLayer
import ObjectModel
import StoreFormat

extension Merger {
    /// What the new edition adds and the user does not have: what others lead to comes first.
    func additions() throws -> [SeedChange] {
        var additions = source.changes.filter { $0.kind == .added && targets[$0.object] == nil }
        if choice.preference == .seed {
            for change in source.changes where change.kind == .changed && targets[change.object] == nil {
                guard try isOwnChange(change) else { continue }
                guard let revival = try source.revival(of: change.object) else { continue }
                additions.append(revival)
                back.changed.append(change)
            }
        }
        open = Set(additions.map(\.object))
        if source.hasBase || !holds.objects.isEmpty { try settleNeeds(of: &additions) }
        let rank = insertionRanks()
        return additions.enumerated().sorted { one, other in
            let (left, right) = (rank[one.element.entity] ?? 0, rank[other.element.entity] ?? 0)
            return left == right ? one.offset < other.offset : left < right
        }.map(\.element)
    }

    /// A new object that cannot be without one that the user deleted is left out with all that need it;
    /// where the seed's way is preferred, that one comes back.
    private func settleNeeds(of additions: inout [SeedChange]) throws {
        // By a to-one relationship, or as one of its owners.
        var needed: [SeedObject: [(change: SeedChange, toOne: ToOneColumn?)]] = [:]
        var next = 0
        var leftOut: [SeedChange] = []
        for change in additions {
            guard let reason = holds.objects[change.object], open.remove(change.object) != nil else {
                continue
            }
            leftOut.append(change)
            let value =
                try source.properties(of: change).first { $0.name == reason.property }?.new
                ?? owners[change.object]?.first.map { .object($0.object) }
            let holder = try reason.kind == .notUnique ? self.value(holderOf: change.object) : nil
            try tell(
                reason.kind, change, nil, property: reason.kind == .tooMany ? nil : reason.property,
                user: holder, seed: value)
        }
        while next < additions.count {
            let batch = additions[next..<min(next + Self.batch, additions.count)]
            next = batch.endIndex
            let needy = batch.filter {
                !neededToOnes(of: $0.entity).isEmpty || owners[$0.object] != nil
            }
            guard !needy.isEmpty else { continue }
            try source.prepare(needy[...])
            for change in needy {
                let required = neededToOnes(of: change.entity)
                for property in try source.properties(of: change) {
                    guard let toOne = required[property.name], let target = property.new.destination,
                        targets[target] == nil
                    else { continue }
                    if open.contains(target) {
                        needed[target, default: []].append((change, toOne))
                    } else if case .object = try destination(target, by: toOne) {
                        continue
                    } else if let revival = try possibleRevival(of: target) {
                        additions.append(revival)
                        open.insert(target)
                        needed[target, default: []].append((change, toOne))
                        back.needed.append((change, property.name, target))
                    } else if open.remove(change.object) != nil {
                        leftOut.append(change)
                        try tell(
                            .needsDeleted, change, nil, property: property.name, seed: property.new)
                    }
                }
                guard let owner = owners[change.object]?.first, open.contains(change.object) else { continue }
                if try !mayBeOwned(change.object), let revival = try possibleRevival(of: owner.object) {
                    additions.append(revival)
                    open.insert(owner.object)
                    back.needed.append((change, nil, owner.object))
                }
                for owner in owners[change.object] ?? [] where open.contains(owner.object) {
                    needed[owner.object, default: []].append((change, nil))
                }
                if try !mayBeOwned(change.object) {
                    open.remove(change.object)
                    leftOut.append(change)
                    try tell(.needsDeleted, change, nil, seed: .object(owner.object))
                }
            }
        }
        while let change = leftOut.popLast() {
            self.leftOut.insert(change.object)
            for (other, toOne) in needed[change.object] ?? [] where open.contains(other.object) {
                if let toOne {
                    if case .object = try destination(change.object, by: toOne) { continue }
                } else if try mayBeOwned(other.object) {
                    continue
                }
                open.remove(other.object)
                leftOut.append(other)
                try tell(.needsDeleted, other, nil)
            }
        }
        additions.removeAll { !open.contains($0.object) }
    }

    /// The addition that brings back an object which the user deleted; nil where the user's way is preferred, or an
    /// earlier attempt showed that it cannot come back.
    private func possibleRevival(of object: SeedObject) throws -> SeedChange? {
        guard choice.preference == .seed, holds.objects[object] == nil else { return nil }
        return try source.revival(of: object)
    }

    /// Tells what the user deleted and is there again.
    func tellWhatComesBack() throws {
        for change in back.changed where inserted.contains(change.object) {
            try tell(.deletedByUser, change, nil, kept: .seed)
        }
        for (change, property, object) in back.needed where inserted.contains(object) {
            try tell(.needsDeleted, change, nil, property: property, seed: .object(object), kept: .seed)
        }
    }

    /// Whether a change is more than that what was led to is dropped.
    func isOwnChange(_ change: SeedChange) throws -> Bool {
        guard let entity = layout.entity(named: change.entity) else { return true }
        return try source.properties(of: change).contains { property in
            if property.isInverse { return false }
            if entity.hasValue(property.name) { return true }
            if entity.toOne(property.name) != nil {
                return property.new != .nothing || property.old.destination.map(dropped.contains) != true
            }
            return property.old.members.filter { !dropped.contains($0) } != property.new.members
        }
    }

    /// The to-one relationships without which an object of an entity is not valid, or that lead to what takes it
    /// along when it is deleted: a child of an owner that the user deleted.
    func neededToOnes(of entity: String) -> [String: ToOneColumn] {
        let needed = (layout.entity(named: entity)?.toOnes ?? []).filter {
            !$0.relationship.isOptional || $0.inverse?.deleteRule == .cascade
        }
        return Dictionary(
            needed.map { ($0.relationship.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The order in which entities are inserted: destinations of to-one relationships first.
    private func insertionRanks() -> [String: Int] {
        var ranks: [String: Int] = [:]
        var visiting: Set<String> = []
        let subentities = Dictionary(grouping: layout.entities) { $0.rootName }
        func visit(_ entity: EntityLayout) {
            guard ranks[entity.name] == nil, visiting.insert(entity.name).inserted else { return }
            for toOne in entity.toOnes {
                guard let target = layout.entity(named: toOne.destinationName) else { continue }
                let numbers = Set(target.familyNumbers)
                for other in subentities[target.rootName] ?? [] where numbers.contains(other.number) {
                    visit(other)
                }
            }
            ranks[entity.name] = ranks.count
        }
        for entity in layout.entities { visit(entity) }
        return ranks
    }

    // MARK: Inserting

    /// Inserts new objects.
    func insert(_ additions: [SeedChange]) throws {
        try forEachBatch(additions) { batch in
            for change in try save(batch, insert) {
                if try takeValues(for: change), try save([change][...], insert).isEmpty { continue }
                open.remove(change.object)
                leftOut.insert(change.object)
                try tell(.notUnique, change, nil, user: value(holderOf: change.object))
            }
        }
    }

    private func insert(_ batch: ArraySlice<SeedChange>) throws {
        var made: [(change: SeedChange, object: ManagedObject, properties: [ChangedProperty])] = []
        for change in batch {
            guard let entity = layout.entity(named: change.entity) else { continue }
            let object = try context.insertNewObject(forEntityName: change.entity)
            let properties = try source.properties(of: change)
            let values = Dictionary(
                properties.map { ($0.name, $0.new) }, uniquingKeysWith: { first, _ in first })
            for path in entity.valuePaths {
                try set(values[path] ?? .nothing, path, of: object)
            }
            unsaved[change.object] = object
            open.remove(change.object)
            made.append((change, object, properties))
            report.count(change.entity, \.added)
        }
        for (change, object, properties) in made {
            let open = try connect(object, properties, of: change)
            if !open.isEmpty { waiting.append((change, open)) }
        }
    }

    /// Sets what leads from new objects to objects that came later.
    func connectWaiting() throws {
        let names = Dictionary(
            waiting.map { ($0.change.object, $0.names) }, uniquingKeysWith: { first, _ in first })
        let changes = waiting.map(\.change).filter { targets[$0.object] != nil }
        waiting = []
        func connect(_ batch: ArraySlice<SeedChange>) throws {
            for change in batch {
                guard case .object(let object) = try state(of: change.object) else { continue }
                let open = try source.properties(of: change).filter {
                    names[change.object]?.contains($0.name) == true
                }
                _ = try self.connect(object, open, of: change)
            }
        }
        try forEachBatch(changes) { batch in
            for change in try save(batch, connect) {
                if try takeValues(for: change), try save([change][...], connect).isEmpty { continue }
                // What it leads to is left out, and what it leads to instead has such an object.
                var held = holds
                held.objects[change.object] = try .init(
                    kind: .notUnique, property: nil, holder: holder(of: change.object))
                throw held
            }
        }
    }

    /// Makes what comes back, or comes to objects that do not change, a member where nothing that it has says so.
    func rejoin(_ additions: [SeedChange]) throws {
        let tables = Set(
            layout.entities.flatMap(\.toManys).compactMap { toMany in
                if case .column(let table, _) = toMany.storage { table } else { nil }
            })
        let changesOwners = source.hasBase || choice.updates
        let members = additions.filter {
            inserted.contains($0.object) && !($0.object.isNew && changesOwners)
                && entity($0.entity).map { tables.contains($0.table) } == true
        }
        try forEachBatch(members) { batch in
            for change in batch {
                for (owner, name) in try source.owners(of: change) {
                    guard case .object(let member) = try state(of: change.object),
                        case .object(let object) = try state(of: owner),
                        let toMany = entity(object.objectID.entityName)?.toMany(name)
                    else { continue }
                    try join(member, change.object, to: object, by: toMany, change)
                }
            }
            try save()
        }
    }

    /// Gives a new object its destinations and members, as far as they are there.
    ///
    /// - Returns: the relationships that lead to what comes later.
    private func connect(
        _ object: ManagedObject, _ properties: [ChangedProperty], of change: SeedChange
    ) throws -> Set<String> {
        guard let entity = layout.entity(named: change.entity) else { return [] }
        var open: Set<String> = []
        for property in properties {
            if let toOne = entity.toOne(property.name) {
                guard let target = property.new.destination else { continue }
                switch try destination(target, by: toOne) {
                case .later: open.insert(property.name)
                case .gone:
                    try tell(.destinationDeleted, change, object, property: property.name, seed: property.new)
                case .object(let destination):
                    guard try object.object(forKey: property.name) !== destination else { continue }
                    let held = holds.links[.init(object: change.object, name: property.name)]
                    // Whose partner it would take, ``lead`` tells.
                    if let kind = held, kind != .bothChanged {
                        try tell(kind, change, object, property: property.name, seed: property.new)
                        continue
                    }
                    try lead(object, to: destination, target, by: toOne, change, property.new)
                }
            } else if let toMany = entity.toMany(property.name), !toMany.relationship.isOrdered {
                for member in property.new.members {
                    switch try state(of: member) {
                    case .gone:
                        guard let other = try standIn(for: member, by: toMany, of: change.entity) else {
                            standIns.append((member, change, toMany, property.isInverse))
                            break
                        }
                        try join(other, member, to: object, by: toMany, change)
                    // It may be left out, for another one to stand in for it.
                    case .later: open.insert(property.name)
                    case .object(let other):
                        try join(other, member, to: object, by: toMany, change, isNew: true)
                    }
                }
            }
        }
        return open
    }
}
