/// How what changed is applied to the user's objects: what each value and each relationship becomes.
extension SeedChangesCode {
    static let applying = """
        nonisolated extension SeedStore.Merge {
            /// Applies a change to an object that is there, or connects one that was inserted.
            fileprivate func apply(_ change: Change) throws {
                guard let object = objects[change.object], let entity = entity(change.object) else {
                    if change.kind == "changed", isOwnChange(change) { tell("deletedByUser", change) }
                    return
                }
                let isInserted = inserted.contains(change.object)
                var structures: Swift.Set<Swift.Substring> = []
                for property in change.properties {
                    if let link = entity.links.first(where: { $0.name == property.name }) {
                        if !link.isToMany {
                            try lead(object, property, link, change)
                        } else if !link.isOrdered {
                            try changeMembers(of: object, property, link, change)
                        }
                    } else if !isInserted, let structure = structure(of: property.name) {
                        guard structures.insert(structure).inserted else { continue }
                        try changeStructure(structure, of: object, entity, change)
                    } else if !isInserted {
                        try changeValue(of: object, property, entity, change)
                    }
                }
            }

            /// The structure of which an attribute is an element.
            private func structure(of path: Swift.String) -> Swift.Substring? {
                path.firstIndex(of: ".").map { path[..<$0] }
            }

            /// The elements of a structure follow one by one where all sides have it. Otherwise it comes, goes or
            /// stays as a whole.
            private func changeStructure(
                _ structure: Swift.Substring, of object: Managed, _ entity: Entity, _ change: Change
            ) throws {
                let name = changes.objects[change.object].entity
                let paths = entity.attributes.filter { self.structure(of: $0) == structure }
                let user = try paths.map { try value(of: object, $0) }
                func side(_ side: (Property) -> SeedStore.Value?) throws -> [Plain?] {
                    try paths.map { path in
                        let property = change.properties.first { $0.name == path }
                        return try value(property.flatMap(side), name, path)
                    }
                }
                func areSame(_ one: [Plain?], _ other: [Plain?]) -> Swift.Bool {
                    zip(one, other).allSatisfy { isSame($0, $1) }
                }
                let (old, new) = (try side { $0.old }, try side { $0.new })
                let merged = user.indices.map { index in
                    if isSame(user[index], old[index]) { return new[index] }
                    return !isSame(old[index], new[index]) && self.side == .seed ? new[index] : user[index]
                }
                guard [user, old, new, merged].contains(where: { $0.allSatisfy { $0 == nil } }) else {
                    for (index, path) in paths.enumerated() where !isSame(old[index], new[index]) {
                        guard let property = change.properties.first(where: { $0.name == path }) else { continue }
                        try changeValue(of: object, property, entity, change)
                    }
                    return
                }
                guard !areSame(user, new) else { return }
                if !areSame(user, old) { guard settles(change, Swift.String(structure)) else { return } }
                for (path, value) in zip(paths, new) { try set(value, path, of: object) }
            }

            /// Whether a change is more than that what was led to is dropped.
            private func isOwnChange(_ change: Change) -> Swift.Bool {
                guard let entity = entity(change.object) else { return true }
                return change.properties.contains { property in
                    if property.isInverse == true { return false }
                    guard let link = entity.links.first(where: { $0.name == property.name }) else { return true }
                    guard link.isToMany else {
                        return property.newObject != nil || property.oldObject.map { dropped.contains($0) } != true
                    }
                    return (property.oldObjects ?? []).filter { !dropped.contains($0) } != property.newObjects ?? []
                }
            }

            /// Whether the new edition's way is gone where the user's value is another.
            private func settles(
                _ change: Change, _ property: Swift.String
            ) -> Swift.Bool {
                tell(change.kind == "added" ? "bothAdded" : "bothChanged", change, property, kept: side)
                return side == .seed
            }

            private func changeValue(
                of object: Managed, _ property: Property, _ entity: Entity,
                _ change: Change
            ) throws {
                let name = changes.objects[change.object].entity
                let user = try value(of: object, property.name)
                let new = try value(property.new, name, property.name)
                guard !isSame(user, new) else { return }
                if !isSame(user, try value(property.old, name, property.name)) {
                    guard settles(change, property.name) else { return }
                }
                for key in entity.unique where key.names.contains(property.name) {
                    var values: [Swift.String: Plain] = [:]
                    for name in key.names {
                        values[name] = name == property.name ? new : try unique(name, of: object)
                    }
                    guard values.count == key.names.count else { continue }
                    if try holder(values, key.entity, besides: object) != nil {
                        return tell("notUnique", change, property.name)
                    }
                }
                try set(new, property.name, of: object)
            }

            /// Whether another object has the unique values that an object gets with a destination.
            private func isTaken(_ target: Managed, _ link: Link, of object: Managed) throws -> Swift.Bool {
                try (Self.entities[entityName(of: object)]?.unique ?? []).contains { key in
                    guard key.names.contains(link.name) else { return false }
                    var values: [Swift.String: Plain] = [:]
                    for name in key.names {
                        values[name] = try name == link.name ? reference(target) : unique(name, of: object)
                    }
                    return try values.count == key.names.count
                        && holder(values, key.entity, besides: object) != nil
                }
            }

            private func lead(
                _ object: Managed, _ property: Property, _ link: Link,
                _ change: Change
            ) throws {
                let isInserted = inserted.contains(change.object)
                let held = holds.links[.init(object: change.object, name: link.name)]
                if let held, !isInserted { return tell(held, change, link.name) }
                let user = try destination(of: object, link.name)
                let old = try property.oldObject.flatMap { try former($0, by: link, of: change, user) }
                let isFree =
                    user === old
                    || user == nil
                        && freed.contains(End(object: Swift.ObjectIdentifier(object), name: link.name))
                guard let target = property.newObject else {
                    guard user != nil else { return }
                    if !isFree { guard settles(change, link.name) else { return } }
                    return try setDestination(nil, link, of: object, change)
                }
                guard let new = try self.object(target, by: link, of: change) else {
                    return tell("destinationDeleted", change, link.name)
                }
                guard user !== new else { return }
                if let held, held != "bothChanged" { return tell(held, change, link.name) }
                if !isFree { guard settles(change, link.name) else { return } }
                guard try !isTaken(new, link, of: object) else { return tell("notUnique", change, link.name) }
                if let inverse = link.inverse, !link.inverseIsToMany,
                    try destination(of: new, inverse) == nil,
                    self.property(inverse, of: target)?.newObject == change.object,
                    try change.kind == "added"
                        || isLeft(new, inverse, of: target) && !isLeft(object, link.name, of: change.object)
                {
                    // The destination says so itself, and whether the user touched it.
                    return
                }
                if let inverse = link.inverse, !link.inverseIsToMany,
                    let partner = try destination(of: new, inverse), partner !== object
                {
                    guard held == nil else { return tell("destinationTaken", change, link.name) }
                    if let former = self.property(inverse, of: target)?.oldObject, objects[former] === partner {
                        // A new object's partner says so itself.
                        if isInserted { return }
                    } else {
                        tell("destinationTaken", change, link.name, kept: side)
                        guard side == .seed else { return }
                    }
                }
                try setDestination(new, link, of: object, change)
            }

            /// What the new edition does with a property of an object that both editions have.
            private func property(_ name: Swift.String, of number: Swift.Int) -> Property? {
                changed[number].flatMap { changes.changes[$0].properties.first { $0.name == name } }
            }

            /// Whether the user took the partner of an object away that the old edition gave it.
            private func isLeft(
                _ object: Managed, _ name: Swift.String, of number: Swift.Int
            ) throws -> Swift.Bool {
                guard let old = property(name, of: number)?.oldObject, objects[old] != nil else { return false }
                return try destination(of: object, name) == nil
                    && !freed.contains(End(object: Swift.ObjectIdentifier(object), name: name))
            }

            /// Sets a destination, and notes whose partners go with that.
            private func setDestination(
                _ target: Managed?, _ link: Link, of object: Managed, _ change: Change
            ) throws {
                try note(move: change, of: object, to: target, link)
                func free(_ former: Managed?, _ name: Swift.String) {
                    guard let former else { return }
                    let end = End(object: Swift.ObjectIdentifier(former), name: name)
                    freed.insert(end)
                    takers[end] = (former, .init(object: change.object, name: link.name))
                }
                if let inverse = link.inverse, !link.inverseIsToMany {
                    free(try destination(of: object, link.name), inverse)
                    if let target { free(try destination(of: target, inverse), link.name) }
                }
                let entity = changes.objects[change.object].entity
                if target != nil, root(link.destination) == root(entity), link.inverse == nil || link.inverseIsToMany,
                    !inserted.contains(change.object)
                {
                    led[End(object: Swift.ObjectIdentifier(object), name: link.name)] = (
                        object, .init(object: change.object, name: link.name)
                    )
                }
                try set(target, link.name, of: object)
            }

            private func changeMembers(
                of object: Managed, _ property: Property, _ link: Link,
                _ change: Change
            ) throws {
                // What stands for one that goes may come itself.
                let comes = Swift.Set(
                    (property.newObjects ?? []).compactMap { objects[$0] }.map { Swift.ObjectIdentifier($0) })
                let isJoined = link.inverse != nil && link.inverseIsToMany
                for number in property.oldObjects ?? [] {
                    // The other side says it: what is dropped goes as a whole, or is told.
                    let isSaid = property.isInverse == true || dropped.contains(number)
                    if isJoined, objects[number] != nil, isSaid { continue }
                    guard let member = try self.object(number, by: link, of: change, inOld: true),
                        !comes.contains(Swift.ObjectIdentifier(member)),
                        try objects[number] != nil || !isKept(member, property),
                        try !isHeld(number, member, of: object, link, change, isAdded: false)
                    else { continue }
                    try remove(member, link.name, of: object)
                }
                for number in property.newObjects ?? [] {
                    guard let member = objects[number] else {
                        standIns.append((number, change, link, property.isInverse == true))
                        continue
                    }
                    if property.isInverse == true { continue }
                    let owner = link.inverse == nil ? try owner(of: member, link, object) : nil
                    var end = Holds.Membership(object: change.object, name: link.name, member: number)
                    if let owner, let former = lettingGo(number, by: owner, link.name) {
                        end = .init(object: former, name: link.name, member: number)
                        // It stays where it is, as is told there.
                        if holds.members[end] != nil { continue }
                    } else if owner != nil {
                        let kept = holds.members[end] == nil ? side : .user
                        tell("destinationTaken", change, link.name, kept: kept)
                        if kept == .user { continue }
                    }
                    guard try !isHeld(number, member, of: object, link, change, isAdded: true) else { continue }
                    if let owner {
                        if link.bounds != nil {
                            moves.append(Move(owner: owner, link: link, isAdded: false, hold: .membership(end)))
                        }
                        try remove(member, link.name, of: owner)
                    }
                    try add(member, link.name, of: object)
                }
            }

            /// Another object that has a member of a relationship that only goes one way.
            private func owner(of member: Managed, _ link: Link, _ object: Managed) throws -> Managed? {
                for (name, entity) in Self.entities
                where entity.links.contains(where: { $0.name == link.name && $0.destination == link.destination }) {
                    for owner in try all(name) where owner !== object {
                        if try members(of: owner, link.name).contains(where: { $0 === member }) { return owner }
                    }
                }
                return nil
            }

            /// The owner from which the new edition takes a member; nil where it does not.
            private func lettingGo(
                _ member: Swift.Int, by owner: Managed, _ name: Swift.String
            ) -> Swift.Int? {
                changes.changes.first { change in
                    change.kind != "added" && objects[change.object] === owner
                        && change.properties.contains {
                            $0.name == name && $0.oldObjects?.contains(member) == true
                        }
                }?.object
            }
        }
        """
}
