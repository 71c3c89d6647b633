/// How changes are applied: which objects they are about, what is inserted, what each value becomes.
extension SeedChangesCode {
    static let merging = """
        extension SeedStore {
            /// Applies changes to a context.
            fileprivate final class Merge {
                typealias Change = Changes.Change
                typealias Property = Changes.Property

                let changes: Changes
                let context: Context
                let side: Side
                var conflicts: [Conflict] = []
                /// The user's objects, by the numbers that the file gives them; nil for what is not there.
                var objects: [Managed?]
                /// The index of the change of each object that changes.
                var changed: [Swift.Int: Swift.Int] = [:]
                /// What the new edition drops.
                var dropped: Swift.Set<Swift.Int> = []
                /// What was inserted.
                var inserted: Swift.Set<Swift.Int> = []
                /// Whether the store began as the old edition.
                var isDescendant = false
                /// Whether the store notes that it holds the old edition.
                var isCertain = false
                /// Whether the store notes that it holds the new edition.
                var isDone = false
                /// Whether primary keys that the store notes hold for all objects.
                var hasPrimaryKeys = true
                /// Where objects of earlier editions are under other primary keys.
                var keys: Keys = [:]
                /// Ends of one-to-one relationships whose partner got another one.
                var freed: Swift.Set<End> = []

                struct End: Swift.Hashable {
                    let object: Swift.ObjectIdentifier
                    let name: Swift.String
                }

                init(_ changes: Changes, _ context: Context, _ side: Side) throws {
                    self.changes = changes
                    self.context = context
                    self.side = side
                    objects = Swift.Array(repeating: nil, count: changes.objects.count)
                    guard try modelHashes() == changes.model else { throw MergeError.otherModel }
                    let note = try storedNote()
                    if let editions = changes.editions, let note, note.model == editions.model {
                        isDone = note.identity == editions.new && note.identity != editions.old
                        guard isDone || note.identity == editions.old else { throw MergeError.otherEdition }
                        isCertain = !isDone && !note.isApart
                        hasPrimaryKeys = !note.isApart
                    }
                    guard !isDone else { return }
                    try findObjects()
                    for (index, change) in changes.changes.enumerated() {
                        if change.kind == "changed" { changed[change.object] = index }
                        if change.kind == "removed" { dropped.insert(change.object) }
                    }
                }

                func run() throws {
                    guard !isDone else { return }
                    let candidates = try untouchedDropped()
                    try insert()
                    let present = changes.changes.filter { $0.kind != "removed" }
                    for change in present where inserted.contains(change.object) { try apply(change) }
                    for change in present where !inserted.contains(change.object) { try apply(change) }
                    for change in changes.changes where change.kind != "removed" { try arrange(change) }
                    try remove(candidates)
                    try noteEdition()
                }

                func tell(
                    _ kind: Swift.String, _ change: Change, _ property: Swift.String? = nil,
                    kept: Side = .user
                ) {
                    let object = changes.objects[change.object]
                    conflicts.append(
                        Conflict(
                            kind: kind, entity: object.entity, primaryKey: object.primaryKey,
                            property: property, kept: kept))
                }

                /// Tells that both changed an entry of the metadata; whether the new edition's is taken.
                func tellsMetadata(_ key: Swift.String) -> Swift.Bool {
                    conflicts.append(
                        Conflict(kind: "metadataChanged", entity: "", primaryKey: 0, property: key, kept: side))
                    return side == .seed
                }

                func entity(_ number: Swift.Int) -> Entity? {
                    Self.entities[changes.objects[number].entity]
                }

                // MARK: Which objects are the same

                /// Finds objects by their keys, and what these do not tell by the primary key, where the
                /// store began as the old edition.
                private func findObjects() throws {
                    var taken: Swift.Set<Swift.ObjectIdentifier> = []
                    for (number, object) in changes.objects.enumerated() {
                        for key in object.keys ?? [] {
                            guard let found = try find(object.entity, key) else { continue }
                            objects[number] = found
                            taken.insert(Swift.ObjectIdentifier(found))
                            break
                        }
                    }
                    isDescendant = try isCertain || storeIdentifier() == changes.base
                    var contradictions = 0
                    if isDescendant { keys = Self.keys(try storedRuns()) }
                    for (number, object) in changes.objects.enumerated()
                    where isDescendant && object.isNew != true && objects[number] == nil {
                        let key = keys[root(object.entity)]?[object.primaryKey] ?? object.primaryKey
                        guard key != 0, let found = try self.object(object.entity, key),
                            !taken.contains(Swift.ObjectIdentifier(found))
                        else { continue }
                        if try !isCertain && contradicts(found, object) {
                            contradictions += 1
                        } else {
                            objects[number] = found
                        }
                    }
                    if !isDescendant || contradictions > 0 { hasPrimaryKeys = false }
                    guard contradictions <= objects.count(where: { $0 != nil }) else { throw MergeError.otherEdition }
                    let isKnown =
                        isDescendant || objects.contains { $0 != nil }
                        || !changes.objects.contains { $0.isNew != true }
                    guard isKnown else { throw MergeError.otherEdition }
                }

                /// Whether an object has values that tell objects apart, and others than the edition's.
                private func contradicts(_ found: Managed, _ object: Changes.Object) throws -> Swift.Bool {
                    try (object.keys ?? []).contains { key in
                        let pairs = try key.map { name, plain in
                            (try value(of: found, name), try value(plain, object.entity, name))
                        }
                        return pairs.allSatisfy { $0.0 != nil } && pairs.contains { !isSame($0.0, $0.1) }
                    }
                }

                // MARK: What is new

                /// Whether an object cannot be without a destination, or goes with it where that is deleted.
                private func isNeeded(_ link: Link) -> Swift.Bool {
                    let inverse = Self.entities[link.destination]?.links.first { $0.name == link.inverse }
                    return !link.isToMany && (link.isRequired || inverse?.cascades == true)
                }

                private func insert() throws {
                    var new = changes.changes.filter { $0.kind == "added" && objects[$0.object] == nil }
                    var open = Swift.Set(new.map { $0.object })
                    var isSettled = false
                    while !isSettled {
                        isSettled = true
                        for change in new where open.contains(change.object) {
                            let required = (entity(change.object)?.links ?? []).filter(isNeeded).map { $0.name }
                            for property in change.properties where required.contains(property.name) {
                                guard let target = property.newObject, objects[target] == nil,
                                    !open.contains(target), open.remove(change.object) != nil
                                else { continue }
                                tell("needsDeleted", change, property.name)
                                isSettled = false
                            }
                        }
                    }
                    new = new.filter { open.contains($0.object) }
                    for change in new {
                        let name = changes.objects[change.object].entity
                        let object = try insert(name)
                        for path in entity(change.object)?.attributes ?? [] {
                            let property = change.properties.first { $0.name == path }
                            try set(value(property?.new, name, path), path, of: object)
                        }
                        objects[change.object] = object
                        inserted.insert(change.object)
                    }
                }
            }
        }
        """

    static let applying = """
        extension SeedStore.Merge {
            /// Applies a change to an object that is there, or connects one that was inserted.
            fileprivate func apply(_ change: Change) throws {
                guard let object = objects[change.object], let entity = entity(change.object) else {
                    if change.kind == "changed", isOwnChange(change) { tell("deletedByUser", change) }
                    return
                }
                let isInserted = inserted.contains(change.object)
                for property in change.properties {
                    if let link = entity.links.first(where: { $0.name == property.name }) {
                        if !link.isToMany {
                            try lead(object, property, link, change)
                        } else if !link.isOrdered {
                            try changeMembers(of: object, property, link, change)
                        }
                    } else if !isInserted {
                        try changeValue(of: object, property, entity, change)
                    }
                }
            }

            /// Whether a change is more than that what was led to is dropped.
            private func isOwnChange(_ change: Change) -> Swift.Bool {
                guard let entity = entity(change.object) else { return true }
                return change.properties.contains { property in
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
                for key in entity.unique where key.contains(property.name) {
                    var values: [Swift.String: Plain] = [:]
                    for name in key {
                        values[name] = name == property.name ? new : try value(of: object, name)
                    }
                    guard values.count == key.count else { continue }
                    if try isTaken(values, name, by: object) {
                        return tell("notUnique", change, property.name)
                    }
                }
                try set(new, property.name, of: object)
            }

            private func lead(
                _ object: Managed, _ property: Property, _ link: Link,
                _ change: Change
            ) throws {
                let user = try destination(of: object, link.name)
                let old = property.oldObject.flatMap { objects[$0] }
                let isFree =
                    user === old
                    || user == nil
                        && freed.contains(End(object: Swift.ObjectIdentifier(object), name: link.name))
                guard let target = property.newObject else {
                    guard user != nil else { return }
                    if !isFree { guard settles(change, link.name) else { return } }
                    return try setDestination(nil, link, of: object)
                }
                guard let new = objects[target] else {
                    return tell("destinationDeleted", change, link.name)
                }
                guard user !== new else { return }
                if !isFree { guard settles(change, link.name) else { return } }
                if let inverse = link.inverse, !link.inverseIsToMany,
                    let partner = try destination(of: new, inverse), partner !== object
                {
                    if let index = changed[target],
                        let former = changes.changes[index].properties
                            .first(where: { $0.name == inverse })?.oldObject, objects[former] === partner
                    {
                        // A new object's partner says so itself.
                        if inserted.contains(change.object) { return }
                    } else {
                        tell("destinationTaken", change, link.name, kept: side)
                        guard side == .seed else { return }
                    }
                }
                try setDestination(new, link, of: object)
            }

            /// Sets a destination, and notes whose partners go with that.
            private func setDestination(_ target: Managed?, _ link: Link, of object: Managed) throws {
                if let inverse = link.inverse, !link.inverseIsToMany {
                    if let former = try destination(of: object, link.name) {
                        freed.insert(End(object: Swift.ObjectIdentifier(former), name: inverse))
                    }
                    if let target, let former = try destination(of: target, inverse) {
                        freed.insert(End(object: Swift.ObjectIdentifier(former), name: link.name))
                    }
                }
                try set(target, link.name, of: object)
            }

            private func changeMembers(
                of object: Managed, _ property: Property, _ link: Link,
                _ change: Change
            ) throws {
                for number in property.oldObjects ?? [] {
                    if let member = objects[number] { try remove(member, link.name, of: object) }
                }
                for number in property.newObjects ?? [] {
                    guard let member = objects[number] else { continue }
                    if link.inverse == nil, side == .user, let owner = try owner(of: member, link, object),
                        !isLetGo(number, by: owner, link.name)
                    {
                        tell("destinationTaken", change, link.name)
                    } else {
                        try add(member, link.name, of: object)
                    }
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

            private func isLetGo(_ member: Swift.Int, by owner: Managed, _ name: Swift.String) -> Swift.Bool {
                changes.changes.contains { change in
                    change.kind != "added" && objects[change.object] === owner
                        && change.properties.contains {
                            $0.name == name && $0.oldObjects?.contains(member) == true
                        }
                }
            }
        }
        """
}
