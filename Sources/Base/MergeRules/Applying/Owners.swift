// A new object needs its owner, the object whose deletion would delete it as well. Without an owner, nothing would ever
// find or delete it.
nonisolated extension SeedMerge.Merger {
    /// An object that owns a new object by a to-many relationship with the delete rule *cascade*, to which the new
    /// object itself does not refer.
    struct Owner {
        let object: Object
        let toMany: Relationship
    }

    /// Returns the owners of new objects in the edition, by to-many relationships without an inverse or many-to-many
    /// ones.
    func ownersOfNew() throws -> [Object: [Owner]] {
        var owning: [String: [String: Relationship]] = [:]
        for entity in schema.entities {
            for toMany in entity.toManys where toMany.cascades && !toMany.isInverseOfToOne {
                owning[entity.name, default: [:]][toMany.name] = toMany
            }
        }
        guard !owning.isEmpty else { return [:] }
        var owners: [Object: [Owner]] = [:]
        // Only the new object's side of a many-to-many relationship may record it.
        let owned = Set(
            schema.entities.filter { $0.toManys.contains { $0.inverse?.cascades == true } }.map { $0.name })
        let changes = source.changes.filter {
            $0.kind != .removed && owning[$0.entity] != nil || $0.kind == .added && owned.contains($0.entity)
        }
        try forEachBatch(changes) { batch in
            for change in batch {
                for property in try source.properties(of: change) {
                    if change.kind == .added, let back = schema.entity(change.entity)?.toMany(property.name),
                        let toMany = back.inverse.flatMap({ owning[back.destination]?[$0.name] })
                    {
                        owners[change.object, default: []] += property.new.members.map {
                            Owner(object: $0, toMany: toMany)
                        }
                    }
                    guard let toMany = owning[change.entity]?[property.name] else { continue }
                    for member in property.new.members where member.isNew && targets[member] == nil {
                        owners[member, default: []].append(Owner(object: change.object, toMany: toMany))
                    }
                }
            }
        }
        return owners
    }

    /// Returns whether one of the owners of a new object exists or is about to be inserted.
    func mayBeOwned(_ object: Object) throws -> Bool {
        try (owners[object] ?? []).contains {
            try pending.contains($0.object) || owner($0.object, of: $0.toMany) != nil
        }
    }

    /// Blocks the added objects that lack the owner which they have in the edition.
    func blockOrphans(_ added: [String: [Change]], _ found: inout BlockedChanges) throws {
        for (object, owners) in owners where inserted.contains(object) {
            guard case .object(let member) = try state(of: object),
                try !owners.contains(where: { try owns($0.toMany, member) })
            else { continue }
            found.objects[object] = .init(kind: .needsMissing, property: nil)
        }
        store.forgetObjects()
        for (name, changes) in added {
            guard let entity = schema.entity(name) else { continue }
            for toOne in entity.toOnes where toOne.inverse?.cascades == true {
                let ids = Set(changes.compactMap { targets[$0.object] })
                let lacking = try store.lacking(toOne, entity, among: ids)
                let orphans = changes.filter { targets[$0.object].map(lacking.contains) == true }
                try forEachBatch(orphans) { batch in
                    for change in batch {
                        let property = try source.properties(of: change).first { $0.name == toOne.name }
                        guard property?.new.destination != nil else { continue }
                        found.objects[change.object] = .init(kind: .needsMissing, property: toOne.name)
                    }
                }
            }
        }
    }

    /// Returns whether any object has an object as a member of a relationship.
    private func owns(_ toMany: Relationship, _ member: Managed) throws -> Bool {
        guard let inverse = toMany.inverse else { return try store.owner(of: member, toMany) != nil }
        return try !inverse.isToMany || !store.memberIDs(inverse.name, of: member).isEmpty
    }
}
