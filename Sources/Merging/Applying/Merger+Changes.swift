import ObjectLayer
import ObjectModel
import StoreFormat

extension Merger {
    /// Applies what the new edition changed of objects that are there.
    func applyChanges() throws {
        let changes = source.changes.filter { change in
            switch change.kind {
            case .removed: false
            case .changed: !inserted.contains(change.object)
            case .added: !inserted.contains(change.object) && targets[change.object] != nil
            }
        }
        guard source.hasBase || choice.updates else {
            // Links to new objects were set by these, as far as they lead back.
            for change in changes { report.count(change.entity, \.found) }
            return
        }
        var clashing: [SeedChange] = []
        try forEachBatch(changes) { clashing += try save($0, apply) }
        // What has the value may give it up itself.
        while !clashing.isEmpty {
            let former = clashing.count
            for change in clashing { try takeValues(for: change) }
            clashing = try clashing.indices.flatMap { try save(clashing[$0...$0], apply) }
            if clashing.count == former { break }
        }
        guard !clashing.isEmpty else { return }
        try exchange(clashing)
    }

    /// Settles unique values that go round in a circle, and gives up those that another object has.
    private func exchange(_ clashing: [SeedChange]) throws {
        var moving = clashing
        func tuples(_ change: SeedChange) throws -> [(now: [ChangedValue], then: [ChangedValue])] {
            guard case .object(let object) = try state(of: change.object) else { return [] }
            let properties = try source.properties(of: change)
            return try constraints(of: change.entity).map(\.names).compactMap { names in
                let now = try names.map { try value($0, of: object) }
                let then = try zip(names, now).map { name, value in
                    try properties.first { $0.name == name }.map { try stored($0.new, name, of: change) }
                        ?? value
                }
                return now == then ? nil : (now, then)
            }
        }
        while true {
            let now = try moving.flatMap { try tuples($0).map(\.now) }
            let rest = try moving.filter { try tuples($0).allSatisfy { now.contains($0.then) } }
            if rest.count == moving.count { break }
            moving = rest
        }
        for change in moving {
            guard case .object(let object) = try state(of: change.object) else { continue }
            let names = Set(constraints(of: change.entity).flatMap(\.names))
            let changing = try Set(
                source.properties(of: change).filter { property in
                    guard names.contains(property.name) else { return false }
                    // Without an old edition all values are the new one's.
                    return try !source.hasBase || givesUp(property, of: change, object)
                }.map(\.name))
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
                    var held = holds
                    held.objects[successor] = .init(kind: .notUnique, property: nil)
                    throw held
                }
                withheld[change.object] = Set(constraints(of: change.entity).flatMap(\.names))
            }
            guard try save([change][...], apply).isEmpty else {
                throw MergeError(.notUnique(entity: change.entity), path: coordinator.path)
            }
        }
    }

    private func apply(_ changes: ArraySlice<SeedChange>) throws {
        for change in changes { try apply(change) }
    }

    private func apply(_ change: SeedChange) throws {
        guard let entity = layout.entity(named: change.entity) else { return }
        guard case .object(let object) = try state(of: change.object) else {
            guard try !leftOut.contains(change.object) && (change.kind == .added || isOwnChange(change))
            else { return }
            return try tell(.deletedByUser, change, nil)
        }
        if change.kind == .added { report.count(change.entity, \.found) }
        let properties = try source.properties(of: change)
        var structures: Set<Substring> = []
        for property in properties {
            if let structure = property.structure, entity.hasValue(property.name) {
                guard structures.insert(structure).inserted else { continue }
                try apply(
                    structure, properties.filter { $0.structure == structure }, of: change, to: object, entity
                )
            } else if entity.hasValue(property.name) {
                try apply(attribute: property, of: change, to: object)
            } else if let toOne = entity.toOne(property.name) {
                try apply(property, toOne, of: change, to: object)
            } else if let toMany = entity.toMany(property.name), !toMany.relationship.isOrdered {
                try apply(property, toMany, of: change, to: object)
            }
        }
        try giveBack(change, object)
        // What leads here from new objects is no news of the object's own, nor what others say, too.
        if object.isUpdated && !properties.allSatisfy(\.isInverse) || released[change.object] != nil {
            countUpdate(of: object)
        }
    }

    /// Counts an object of the user's store that took over something, once.
    func countUpdate(of object: ManagedObject) {
        guard updated.insert(object.objectID).inserted else { return }
        report.count(object.objectID.entityName, \.updated)
    }

    /// Whether the new edition's way is gone where the user's value is another.
    ///
    /// An object that both added has no old value: what the user has stays, what is missing comes.
    func settles(
        _ change: SeedChange, _ object: ManagedObject, _ property: ChangedProperty, user: ChangedValue
    ) throws -> Bool {
        if change.kind == .added, !source.hasBase { return true }
        try tell(
            change.kind == .added ? .bothAdded : .bothChanged, change, object, property: property.name,
            user: user, seed: property.new, kept: choice.preference)
        return choice.preference == .seed
    }

    /// The elements of a structure follow one by one where all sides have it. Otherwise it comes, goes or stays as a
    /// whole: half of one may be none to the app.
    private func apply(
        _ structure: Substring, _ properties: [ChangedProperty], of change: SeedChange,
        to object: ManagedObject, _ entity: EntityLayout
    ) throws {
        let paths = entity.valuePaths.filter { ChangedProperty.structure(of: $0) == structure }
        let user = try paths.map { try EditionReader.value(object, $0) }
        func side(_ value: (ChangedProperty) -> ChangedValue) -> [ChangedValue] {
            paths.map { path in properties.first { $0.name == path }.map(value) ?? .nothing }
        }
        let (old, new) = (side(\.old), side(\.new))
        let merged = zip(user, zip(old, new)).map { user, seed in
            user == seed.0 || seed.0 != seed.1 && choice.preference == .seed ? seed.1 : user
        }
        guard [user, old, new, merged].contains(where: { $0.allSatisfy { $0 == .nothing } }) else {
            for property in properties where property.old != property.new {
                try apply(attribute: property, of: change, to: object)
            }
            return
        }
        guard user != new else { return }
        if user != old {
            func words(_ values: [ChangedValue]) -> ChangedValue {
                let texts = values.compactMap(Self.text)
                return texts.isEmpty ? .nothing : .value(.string(texts.joined(separator: ", ")))
            }
            let whole = ChangedProperty(name: String(structure), old: words(old), new: words(new))
            guard try settles(change, object, whole, user: words(user)) else { return }
        }
        for (path, value) in zip(paths, new) { try set(value, path, of: object) }
    }

    private func apply(
        attribute property: ChangedProperty, of change: SeedChange, to object: ManagedObject
    ) throws {
        let user = try EditionReader.value(object, property.name)
        if withheld[change.object]?.contains(property.name) == true {
            guard user != property.new else { return }
            return try tell(
                .notUnique, change, object, property: property.name, user: user, seed: property.new)
        }
        if released[change.object]?.contains(property.name) == true {
            return try set(property.new, property.name, of: object)
        }
        switch Self.standing(of: user, old: property.old, new: property.new) {
        case .equal: return
        case .untouched: break
        case .touched: guard try settles(change, object, property, user: user) else { return }
        }
        try set(property.new, property.name, of: object)
    }

    private func apply(
        _ property: ChangedProperty, _ toOne: ToOneColumn, of change: SeedChange, to object: ManagedObject
    ) throws {
        let user = try object.object(forKey: property.name)
        if withheld[change.object]?.contains(property.name) == true {
            guard try stored(property.new, property.name, of: change) != value(property.name, of: object)
            else {
                return
            }
            return try tell(
                .notUnique, change, object, property: property.name,
                user: user.map(value) ?? ChangedValue.nothing, seed: property.new)
        }
        if let kind = holds.links[.init(object: change.object, name: property.name)] {
            return try tell(
                kind, change, object, property: property.name,
                user: user.map(value) ?? ChangedValue.nothing, seed: property.new)
        }
        guard let target = property.new.destination else {
            guard let user else { return }
            let old = try property.old.destination.flatMap {
                try former($0, by: toOne, user.objectID.primaryKey)
            }
            if user.objectID.primaryKey != old {
                guard try settles(change, object, property, user: value(user)) else { return }
            }
            return try setDestination(of: object, to: nil, by: toOne, change)
        }
        guard case .object(let destination) = try destination(target, by: toOne) else {
            return try tell(
                .destinationDeleted, change, object, property: property.name,
                user: user.map(value) ?? ChangedValue.nothing, seed: property.new)
        }
        let old = try property.old.destination.flatMap {
            try former($0, by: toOne, user?.objectID.primaryKey)
        }
        switch Self.standing(
            of: user?.objectID.primaryKey, old: old, new: destination.objectID.primaryKey)
        {
        case .equal: return
        case .untouched: break
        case .touched where user == nil && freed.contains(End(object, property.name)): break
        case .touched where released[change.object]?.contains(property.name) == true: break
        case .touched:
            guard try settles(change, object, property, user: user.map(value) ?? ChangedValue.nothing) else {
                return
            }
        }
        try lead(object, to: destination, target, by: toOne, change, property.new)
    }

    /// What has the unique values of an object that is left out, in words.
    func value(holderOf seed: SeedObject) throws -> ChangedValue? {
        try holder(of: seed).map { .value(.string("\($0.entity) p\($0.key)")) }
    }

    /// An object of the user's in words, by way of its name.
    private func value(_ user: ManagedObject) throws -> ChangedValue {
        .value(.string(try name(of: user) ?? "p\(user.objectID.primaryKey ?? 0)"))
    }

    /// Whether the other side says that an object of the store is a member, or none any more: what is dropped goes as a whole,
    /// or is told.
    private func isSaidElsewhere(_ seed: SeedObject, _ property: ChangedProperty, _ toMany: ToManyStorage)
        -> Bool
    {
        guard case .joinTable = toMany.storage, targets[seed] != nil, !isBack(seed) else { return false }
        return property.isInverse || dropped.contains(seed)
    }

    private func apply(
        _ property: ChangedProperty, _ toMany: ToManyStorage, of change: SeedChange, to object: ManagedObject
    ) throws {
        // What stands for one that goes may come itself.
        let comes = Set(property.new.members.compactMap { targets[$0] })
        for seed in property.old.members where !isSaidElsewhere(seed, property, toMany) {
            guard let other = try member(seed, of: toMany, change.entity, inOld: true),
                other.objectID.primaryKey.map(comes.contains) != true,
                try targets[seed] != nil && !isBack(seed) || !isKept(other, property, by: toMany)
            else { continue }
            if try part(other, seed, from: object, by: toMany, change), property.isInverse {
                countUpdate(of: object)
            }
        }
        for seed in property.new.members where !isSaidElsewhere(seed, property, toMany) {
            if case .object(let other) = try state(of: seed) {
                try join(other, seed, to: object, by: toMany, change)
            } else {
                standIns.append((seed, change, toMany, property.isInverse))
            }
        }
    }
}
