nonisolated extension SeedMerge.Merger {
    /// Finds the dropped objects that the user did not change. Runs before anything is changed.
    func examineDropped() throws {
        let changes = source.changes.filter { $0.kind == .removed && targets[$0.object] != nil }
        try forEachBatch(changes) { batch in
            for change in batch {
                guard case .object(let object) = try state(of: change.object),
                    let id = targets[change.object], let entity = schema.entity(change.entity)
                else { continue }
                if let reason = blocked.objects[change.object] {
                    try reportConflict(reason.kind, change, object, property: reason.property)
                } else if let name = try changedProperty(of: object, entity, source.properties(of: change)) {
                    try reportConflict(.changedByUser, change, object, property: name)
                } else if userOwned[change.object.family]?.contains(id) == true {
                    try reportConflict(.addedByUser, change, object)
                } else {
                    removable.insert(change.object)
                }
            }
            store.forgetObjects()
        }
        // Holders that were found earlier depended on which objects are kept.
        holders = [
            false: try blocked.objects.compactMapValues { reason in
                try reason.holder.map { try store.id($0.root, primaryKey: $0.primaryKey) }
            }
        ]
    }

    /// Returns a property that the user changed, or nil if there is none.
    private func changedProperty(
        of object: Managed, _ entity: Entity, _ properties: [Property]
    ) throws -> String? {
        let old = Swift.Dictionary(
            properties.map { ($0.name, $0.old) }, uniquingKeysWith: { first, _ in first })
        for path in entity.attributes where try store.value(path, of: object) != old[path] ?? .nothing {
            return path
        }
        for toOne in entity.toOnes {
            let user = try store.destination(toOne.name, of: object).map { store.id(of: $0) }
            let former = try old[toOne.name]?.destination.flatMap { try self.former($0, by: toOne, user) }
            if user != former { return toOne.name }
        }
        for toMany in entity.toManys where toMany.isRecorded {
            let members = try store.memberIDs(toMany.name, of: object)
            let former = try self.members(
                old[toMany.name]?.members ?? [], of: toMany, entity.name, inOld: true, among: Set(members))
            // References from other objects are checked later.
            if !toMany.isInverseOfToOne, Set(members) != Set(former) { return toMany.name }
            if toMany.isOrdered,
                SeedMerge.OrderMerge(old: former, user: members, new: former).isReorderedByUser
            {
                return toMany.name
            }
        }
        return nil
    }

    /// Removes the dropped objects that the user did not change and that no kept object refers to.
    func removeDropped() throws {
        guard !removable.isEmpty else { return }
        let kept = try keptObjects()
        var victims: [(change: Change, id: ID)] = []
        var blocked = blocked
        for change in source.changes where removable.contains(change.object) {
            guard let id = targets[change.object] else { continue }
            if !kept.contains(Place(family: change.object.family, id: id)) {
                victims.append((change, id))
                continue
            }
            try reportConflict(
                .stillReferenced, change, store.object(schema.roots[change.object.family], id))
            // The kept object needs its unique values itself.
            guard let successor = successors[change.object] else { continue }
            blocked.objects[successor] = .init(kind: .notUnique, property: nil)
        }
        if blocked != self.blocked { throw blocked }
        try delete(victims)
    }

    /// An object of the user's store.
    private struct Place: Hashable {
        let family: Int
        let id: ID
    }

    /// Returns the removable objects that must be kept: destinations of to-one relationships of kept objects, members
    /// of dropped objects that are kept, and members that the user added to relationships without an inverse.
    private func keptObjects() throws -> Set<Place> {
        /// The removable objects of each family.
        var ids: [Int: Set<ID>] = [:]
        /// The kept objects whose references are still to be followed. At first these are the dropped objects that
        /// cannot be removed.
        var open: [Place] = []
        for change in source.changes where change.kind == .removed {
            guard let id = targets[change.object] else { continue }
            if removable.contains(change.object) {
                ids[change.object.family, default: []].insert(id)
            } else {
                open.append(Place(family: change.object.family, id: id))
            }
        }
        var kept: Set<Place> = []
        func keep(_ place: Place) {
            if kept.insert(place).inserted { open.append(place) }
        }
        /// The removable objects that each object keeps if it is kept itself.
        var needs: [Place: [Place]] = [:]
        let former = try formerMembers()
        for entity in schema.entities {
            guard let family = schema.family(entity.name) else { continue }
            let inherited = entity.line.dropFirst().first.flatMap { schema.entity($0) }
            for relationship in entity.allRelationships
            where inherited?.relationship(relationship.name) == nil {
                guard let targetFamily = schema.family(relationship.destination),
                    let targets = ids[targetFamily],
                    !relationship.isInverseOfToOne || relationship.cascades
                else { continue }
                for (owner, member) in try store.links(of: relationship, entity, to: targets) {
                    let (place, target) = (
                        Place(family: family, id: owner), Place(family: targetFamily, id: member)
                    )
                    let isRemovable = ids[family]?.contains(owner) == true
                    needs[place, default: []].append(target)
                    if relationship.isOneWay {
                        // No property of the member shows that the user added it.
                        if former[place]?[relationship.name]?.contains(member) != true { keep(target) }
                    } else if !relationship.isToMany, !isRemovable {
                        keep(target)
                    }
                }
            }
        }
        while let place = open.popLast() {
            for target in needs[place] ?? [] { keep(target) }
        }
        return kept
    }

    /// Returns the old edition's members of relationships without an inverse, by their owners in the store. Only owners
    /// that changed or were dropped can have dropped members.
    private func formerMembers() throws -> [Place: [String: Set<ID>]] {
        let entities = Set(
            schema.entities.filter { $0.toManys.contains { $0.isOneWay } }.map { $0.name })
        guard !entities.isEmpty else { return [:] }
        var former: [Place: [String: Set<ID>]] = [:]
        let changes = source.changes.filter {
            $0.kind != .added && entities.contains($0.entity) && targets[$0.object] != nil
        }
        try forEachBatch(changes) { batch in
            for change in batch {
                guard let id = targets[change.object], let entity = schema.entity(change.entity) else {
                    continue
                }
                for property in try source.properties(of: change)
                where entity.toMany(property.name)?.isOneWay == true {
                    former[Place(family: change.object.family, id: id), default: [:]][property.name] = Set(
                        property.old.members.compactMap { targets[$0] })
                }
            }
        }
        return former
    }

    /// Removes dropped objects that are kept from unordered relationships, as in the new edition. No change of the
    /// other side does this.
    func detachKeptObjects() throws {
        let changes = source.changes.filter { $0.kind == .removed && targets[$0.object] != nil }
        try forEachBatch(changes) { batch in
            for change in batch {
                guard let entity = schema.entity(change.entity), let id = targets[change.object],
                    let object = try store.existingObject(schema.roots[change.object.family], id)
                else { continue }
                for property in try source.properties(of: change) {
                    // An ordered list keeps the order that the user gave it.
                    guard let toMany = entity.toMany(property.name), toMany.isManyToMany, !toMany.isOrdered,
                        // A kept object refers to it by this property and needs it.
                        blocked.objects[change.object]?.property != property.name
                    else { continue }
                    let kept = substitutes[id]?[property.name] ?? []
                    var detached: [Object] = []
                    for seed in property.old.members where targets[seed] == nil || !dropped.contains(seed) {
                        guard let other = try member(seed, of: toMany, change.entity, inOld: true),
                            !kept.contains(store.id(of: other)),
                            try leave(other, seed, from: object, by: toMany, change)
                        else { continue }
                        detached.append(seed)
                    }
                    guard !detached.isEmpty else { continue }
                    countUpdate(of: object)
                    try reportConflict(
                        .membershipsDropped, change, object, property: property.name,
                        user: .objects(detached), kept: .seed)
                }
            }
            try save()
        }
    }

    /// Deletes objects. Their delete rules do not delete kept objects.
    private func delete(_ victims: [(change: Change, id: ID)]) throws {
        let leaving = Set(victims.map { Place(family: $0.change.object.family, id: $0.id) })
        func isKept(_ object: Managed) -> Bool {
            guard let family = schema.family(store.entityName(of: object)) else { return true }
            return !leaving.contains(Place(family: family, id: store.id(of: object)))
        }
        // A delete rule may delete objects that come later in this list.
        for (change, id) in victims {
            try record(deletionOf: change, store.object(schema.roots[change.object.family], id))
        }
        store.forgetObjects()
        try forEachPart(victims) { part in
            for (change, id) in part {
                report.count(change.entity, \.removed)
                // A delete rule may have deleted the object already.
                guard let entity = schema.entity(change.entity),
                    let object = try store.existingObject(schema.roots[change.object.family], id)
                else { continue }
                for toOne in entity.toOnes where toOne.cascades {
                    guard let other = try store.destination(toOne.name, of: object), isKept(other) else {
                        continue
                    }
                    try store.set(destination: nil, toOne.name, of: object)
                }
                for toMany in entity.toManys where toMany.cascades {
                    for other in try store.members(toMany.name, of: object) where isKept(other) {
                        try store.remove(other, toMany.name, of: object)
                    }
                }
                try store.delete(object)
            }
            try save()
        }
    }
}
