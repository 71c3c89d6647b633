nonisolated extension SeedMerge.Merger {
    /// Applies the new edition's changes to existing objects.
    func applyChanges() throws {
        let changes = source.changes.filter { change in
            switch change.kind {
            case .removed: false
            case .changed: !inserted.contains(change.object)
            case .added: !inserted.contains(change.object) && targets[change.object] != nil
            }
        }
        guard source.hasBase || updates else {
            // The links to new objects were set when these were connected, if they have an inverse.
            for change in changes { report.count(change.entity, \.found) }
            return
        }
        var clashing: [Change] = []
        try forEachBatch(changes) { clashing += try save($0, apply) }
        // The object that has the value may give it up by its own change.
        while !clashing.isEmpty {
            let former = clashing.count
            for change in clashing { try takeValues(for: change) }
            clashing = try clashing.indices.flatMap { try save(clashing[$0...$0], apply) }
            if clashing.count == former { break }
        }
        guard !clashing.isEmpty else { return }
        try exchange(clashing)
    }

    /// Moves unique values that objects exchange in a circle, and withholds those that another object keeps.
    private func exchange(_ clashing: [Change]) throws {
        var moving = store.savesBatches ? clashing : []
        func tuples(_ change: Change) throws -> [(now: [Value], then: [Value])] {
            guard case .object(let object) = try state(of: change.object) else { return [] }
            let properties = try source.properties(of: change)
            return try constraints(of: change.entity).compactMap { constraint in
                let now = try constraint.names.map { try value($0, of: object) }
                let then = try zip(constraint.names, now).map { name, value in
                    try properties.first { $0.name == name }.map { try stored($0.new, name, of: change) }
                        ?? value
                }
                return now == then ? nil : (now, then)
            }
        }
        while true {
            let now = try moving.flatMap { try tuples($0).map { $0.now } }
            let rest = try moving.filter { try tuples($0).allSatisfy { now.contains($0.then) } }
            if rest.count == moving.count { break }
            moving = rest
        }
        for change in moving {
            guard case .object(let object) = try state(of: change.object) else { continue }
            let names = uniqueNames(of: change.entity)
            let changing = try Set(
                source.properties(of: change).filter { property in
                    guard names.contains(property.name) else { return false }
                    // Without an old edition, all values are taken from the new one.
                    return try !source.hasBase || givesUp(property, of: change, object)
                }.map { $0.name })
            for constraint in constraints(of: change.entity)
            where !changing.isDisjoint(with: constraint.names) {
                try vacate(constraint.names, changing, of: change, object)
            }
        }
        try save()
        for change in clashing {
            if !moving.contains(where: { $0.object == change.object }) {
                if let successor = successors[change.object] {
                    // It needs its unique values itself.
                    var blocked = blocked
                    blocked.objects[successor] = .init(kind: .notUnique, property: nil)
                    throw blocked
                }
                withheld[change.object] = uniqueNames(of: change.entity)
            }
            guard try save([change][...], apply).isEmpty else {
                throw SeedMerge.MergeError.notUnique(entity: change.entity)
            }
        }
    }

    private func apply(_ changes: Swift.ArraySlice<Change>) throws {
        for change in changes { try apply(change) }
    }

    private func apply(_ change: Change) throws {
        guard let entity = schema.entity(change.entity) else { return }
        guard case .object(let object) = try state(of: change.object) else {
            guard try !omitted.contains(change.object) && (change.kind == .added || isOwnChange(change))
            else { return }
            return try reportConflict(.deletedByUser, change, nil)
        }
        if change.kind == .added { report.count(change.entity, \.found) }
        let properties = try source.properties(of: change)
        var structures: Set<Swift.Substring> = []
        for property in properties {
            if let structure = property.structure, entity.hasValue(property.name) {
                guard structures.insert(structure).inserted else { continue }
                try apply(
                    structure, properties.filter { $0.structure == structure }, of: change, to: object,
                    entity)
            } else if entity.hasValue(property.name) {
                try apply(attribute: property, of: change, to: object)
            } else if let relationship = entity.relationship(property.name) {
                if !relationship.isToMany {
                    try apply(property, toOne: relationship, of: change, to: object)
                } else if !relationship.isOrdered {
                    try apply(property, toMany: relationship, of: change, to: object)
                }
            }
        }
        try giveBack(change, object)
        // Links from new objects do not count as changes of the object, nor do links that another object records as
        // well.
        if store.isUpdated(object) && !properties.allSatisfy({ $0.isInverse })
            || vacatedValues[change.object] != nil
        {
            countUpdate(of: object)
        }
    }

    /// Counts an object of the user's store as updated, once.
    func countUpdate(of object: Managed) {
        guard updated.insert(store.id(of: object)).inserted else { return }
        report.count(store.entityName(of: object), \.updated)
    }

    /// Reports that the user's value differs from both editions', and returns whether the new edition's value is taken.
    ///
    /// Without an old edition, the new one's value is always taken.
    func settles(_ change: Change, _ object: Managed, _ property: Property, user: Value) throws -> Bool {
        if change.kind == .added, !source.hasBase { return true }
        try reportConflict(
            change.kind == .added ? .bothAdded : .bothChanged, change, object, property: property.name,
            user: user, seed: property.new, kept: preference)
        return preference == .seed
    }

    /// Merges the elements of a structure one by one if all sides have the structure. Otherwise merges it as a whole,
    /// because the app may not be able to read half of a structure.
    private func apply(
        _ structure: Swift.Substring, _ properties: [Property], of change: Change, to object: Managed,
        _ entity: Entity
    ) throws {
        let paths = entity.attributes.filter { SeedMerge.structure(of: $0) == structure }
        let user = try paths.map { try store.value($0, of: object) }
        func side(_ value: (Property) -> Value) -> [Value] {
            paths.map { path in properties.first { $0.name == path }.map(value) ?? .nothing }
        }
        let (old, new) = (side { $0.old }, side { $0.new })
        let merged = zip(user, zip(old, new)).map { user, seed in
            user == seed.0 || seed.0 != seed.1 && preference == .seed ? seed.1 : user
        }
        guard [user, old, new, merged].contains(where: { $0.allSatisfy { $0 == .nothing } }) else {
            for property in properties where property.old != property.new {
                try apply(attribute: property, of: change, to: object)
            }
            return
        }
        guard user != new else { return }
        if user != old {
            func text(_ values: [Value]) -> String? {
                let texts = values.compactMap { self.text($0) }
                return texts.isEmpty ? nil : texts.joined(separator: ", ")
            }
            // Without an old edition, the new one's value is always taken.
            if change.kind != .added || source.hasBase {
                try reportConflict(
                    change.kind == .added ? .bothAdded : .bothChanged, change, object,
                    property: String(structure), userText: text(user), seedText: text(new),
                    kept: preference)
                guard preference == .seed else { return }
            }
        }
        for (path, value) in zip(paths, new) { try set(value, path, of: object) }
    }

    private func apply(attribute property: Property, of change: Change, to object: Managed) throws {
        let user = try store.value(property.name, of: object)
        if withheld[change.object]?.contains(property.name) == true {
            guard user != property.new else { return }
            return try reportConflict(
                .notUnique, change, object, property: property.name, user: user, seed: property.new)
        }
        if vacatedValues[change.object]?.contains(property.name) == true {
            return try set(property.new, property.name, of: object)
        }
        if user == property.new { return }
        if user != property.old {
            guard try settles(change, object, property, user: user) else { return }
        }
        try set(property.new, property.name, of: object)
    }

    private func apply(_ property: Property, toOne: Relationship, of change: Change, to object: Managed)
        throws
    {
        let user = try store.destination(property.name, of: object)
        func report(_ kind: Conflict.Kind) throws {
            try reportConflict(
                kind, change, object, property: property.name, userText: user.map { try nameOrKey(of: $0) },
                seedText: words(property.new), kept: .user)
        }
        if withheld[change.object]?.contains(property.name) == true {
            guard try stored(property.new, property.name, of: change) != value(property.name, of: object)
            else { return }
            return try report(.notUnique)
        }
        if let kind = blocked.links[.init(object: change.object, name: property.name)] {
            return try report(kind)
        }
        let userID = user.map { store.id(of: $0) }
        let old = try property.old.destination.flatMap { try former($0, by: toOne, userID) }
        /// Returns whether the new edition's destination is taken although the user changed it.
        func settles() throws -> Bool {
            if change.kind == .added, !source.hasBase { return true }
            try reportConflict(
                change.kind == .added ? .bothAdded : .bothChanged, change, object, property: property.name,
                userText: user.map { try nameOrKey(of: $0) }, seedText: words(property.new),
                kept: preference)
            return preference == .seed
        }
        guard let target = property.new.destination else {
            guard user != nil else { return }
            if userID != old { guard try settles() else { return } }
            return try setDestination(of: object, to: nil, by: toOne, change)
        }
        guard case .object(let destination) = try destination(target, by: toOne) else {
            return try report(.destinationDeleted)
        }
        guard userID != store.id(of: destination) else { return }
        let isFollowed =
            userID == old
            || user == nil
                && end(object, property.name).map { unpairedEnds.contains($0) } == true
            || vacatedValues[change.object]?.contains(property.name) == true
        if !isFollowed { guard try settles() else { return } }
        try lead(object, to: destination, target, by: toOne, change, property.new)
    }

    /// Returns whether the inverse records that an object of the store is a member. Dropped objects count as recorded:
    /// they leave as a whole, or are reported.
    private func isRecordedElsewhere(_ object: Object, _ property: Property, _ toMany: Relationship) -> Bool {
        guard toMany.isManyToMany, targets[object] != nil, !isRevived(object) else { return false }
        return property.isInverse || dropped.contains(object)
    }

    private func apply(_ property: Property, toMany: Relationship, of change: Change, to object: Managed)
        throws
    {
        // The substitute for a member that leaves may be added itself.
        let added = Set(property.new.members.compactMap { targets[$0] })
        for seed in property.old.members where !isRecordedElsewhere(seed, property, toMany) {
            guard let other = try member(seed, of: toMany, change.entity, inOld: true),
                !added.contains(store.id(of: other)),
                try targets[seed] != nil && !isRevived(seed) || !isKept(other, property, by: toMany)
            else { continue }
            if try leave(other, seed, from: object, by: toMany, change), property.isInverse {
                countUpdate(of: object)
            }
        }
        for seed in property.new.members where !isRecordedElsewhere(seed, property, toMany) {
            if case .object(let other) = try state(of: seed) {
                try join(other, seed, to: object, by: toMany, change)
            } else {
                pendingSubstitutes.append((seed, change, toMany, property.isInverse))
            }
        }
    }
}
