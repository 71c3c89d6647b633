/// What leads to an object of the edition that is not in the store leads to the one with its unique values.
extension SeedChangesCode {
    static let standIns = """
        nonisolated extension SeedStore.Merge {
            /// What a relationship leads to: an object, or the user's that has the unique values of what is not in
            /// the store, where a partner is not its own.
            fileprivate func object(
                _ number: Swift.Int, by link: Link, of change: Change, inOld: Swift.Bool = false
            ) throws -> Managed? {
                if let object = objects[number] { return object }
                let isShared =
                    link.inverseIsToMany ? link.inverse != nil : link.inverse == nil && !link.isToMany
                // Nothing says of a member among its own kind which way it leads.
                guard isShared,
                    !link.isToMany || root(link.destination) != root(changes.objects[change.object].entity),
                    let found = try holder(of: number, inOld: inOld),
                    Self.entities[entityName(of: found)]?.line.contains(link.destination) == true
                else { return nil }
                return found
            }

            /// Whether the new edition has an object as a member besides the one in whose stead it is one, or that is not
            /// known.
            fileprivate func isKept(_ standIn: Managed, _ property: Property) throws -> Swift.Bool {
                guard isCertain, let kept = property.keptKeys, let own = try primaryKey(of: standIn) else {
                    return true
                }
                let name = entityName(of: standIn)
                let root = root(name)
                // By another constraint it may stand for another one, too.
                let mayBoth = (Self.entities[name]?.unique.count ?? 0) > 1
                for start in Swift.stride(from: 0, to: kept.count - 1, by: 2) {
                    for key in 0..<Swift.max(0, kept[start + 1]) {
                        let (edition, isTooGreat) = kept[start].addingReportingOverflow(key)
                        if isTooGreat { return true }
                        let place = keys[root]?[edition] ?? edition
                        if try place == own || mayBoth && !isThere(root, place) { return true }
                    }
                }
                return false
            }

            /// What has an ordered list: the object, or the one to which its members lead in its stead.
            fileprivate func owner(_ number: Swift.Int, of link: Link) throws -> Managed? {
                if let object = objects[number] { return object }
                guard let inverse = link.inverse,
                    let back = Self.entities[link.destination]?.links.first(where: { $0.name == inverse }),
                    !back.isToMany || root(back.destination) != root(link.destination),
                    let found = try holder(of: number, inOld: false),
                    let entity = Self.entities[entityName(of: found)], entity.line.contains(back.destination),
                    entity.links.contains(where: { $0.name == link.name })
                else { return nil }
                return found
            }

            /// Makes what stands for members that are not in the store members; at the end what nothing stands for is
            /// told.
            fileprivate func addStandIns(isEnd: Swift.Bool = false) throws {
                for (number, change, link, isInverse) in standIns {
                    guard objects[number] == nil, let owner = objects[change.object] else { continue }
                    guard let member = try object(number, by: link, of: change) else {
                        if isEnd, !isInverse { tell(missing: number, link, change) }
                        continue
                    }
                    note(standIn: member, link, of: owner)
                    if try !isHeld(number, member, of: owner, link, change, isAdded: true) {
                        try add(member, link.name, of: owner)
                    }
                }
            }

            /// Notes that an object is a member instead of one that is not in the store.
            fileprivate func note(standIn member: Managed, _ link: Link, of owner: Managed) {
                stoodFor[End(object: Swift.ObjectIdentifier(owner), name: link.name), default: []]
                    .insert(Swift.ObjectIdentifier(member))
                guard let inverse = link.inverse else { return }
                stoodFor[End(object: Swift.ObjectIdentifier(member), name: inverse), default: []]
                    .insert(Swift.ObjectIdentifier(owner))
            }

            /// Tells that a list lacks what the edition puts into it, and the store has not; of what is new that is told
            /// already.
            fileprivate func tell(missing number: Swift.Int, _ link: Link, _ change: Change) {
                guard changes.objects[number].isNew != true,
                    toldMembers.insert(.init(object: change.object, name: link.name, member: number)).inserted
                else { return }
                tell("destinationDeleted", change, link.name)
            }

            /// What the old edition led to, or what the user's object leads to instead since an earlier merge.
            fileprivate func former(
                _ number: Swift.Int, by link: Link, of change: Change, _ user: Managed?
            ) throws -> Managed? {
                let found = try object(number, by: link, of: change, inOld: true)
                return objects[number] != nil || found === user ? found : nil
            }

            /// Finds out who has the unique values of the old edition's objects that are not in the store, before any
            /// values change.
            fileprivate func findFormerHolders() throws {
                for change in changes.changes where change.kind != "added" {
                    let links = entity(change.object)?.links ?? []
                    for property in change.properties {
                        guard let link = links.first(where: { $0.name == property.name }) else { continue }
                        for number in (property.oldObjects ?? []) + [property.oldObject].compactMap({ $0 }) {
                            _ = try object(number, by: link, of: change, inOld: true)
                        }
                    }
                }
            }

            /// The object of the user's that has the unique values of an object of the new edition, and keeps them; or
            /// who had those of the old one before the merge.
            private func holder(of number: Swift.Int, inOld: Swift.Bool) throws -> Managed? {
                if let known = holders[inOld]?[number] { return known }
                let name = changes.objects[number].entity
                // What is unique with a destination may be asked for on the way.
                holders[inOld, default: [:]][number] = .some(nil)
                let properties = places[number].map { changes.changes[$0].properties } ?? []
                func plain(_ part: Swift.String) throws -> Plain? {
                    let property = properties.first { $0.name == part }
                    let key = (changes.objects[number].keys ?? []).lazy.compactMap { $0[part] }.first
                    guard let link = Self.entities[name]?.links.first(where: { $0.name == part }) else {
                        return try value(property.map { inOld ? $0.old : $0.new } ?? key, name, part)
                    }
                    let target = property.map { inOld ? $0.oldObject : $0.newObject } ?? key?.object
                    guard let target else { return nil }
                    if let object = objects[target] { return reference(object) }
                    guard link.inverse == nil || link.inverseIsToMany else { return nil }
                    return try holder(of: target, inOld: inOld).map(reference)
                }
                var found: Managed?
                let isGone = !inOld && dropped.contains(number)
                for key in isGone ? [] : entity(number)?.unique ?? [] where found == nil {
                    var values: [Swift.String: Plain] = [:]
                    for part in key.names { values[part] = try plain(part) }
                    guard values.count == key.names.count else { continue }
                    guard let holder = try holder(values, key.entity, besides: nil) else { continue }
                    if try inOld || keeps(holder, values, name) { found = holder }
                }
                // What is yet to be inserted, or left out, may be one of its destinations.
                let isSettled = inOld || found != nil || pending.isEmpty
                holders[inOld]?[number] = isSettled ? .some(found) : nil
                return found
            }

            /// A value of an object that must be unique: an attribute's, or what stands for a destination.
            fileprivate func unique(_ name: Swift.String, of object: Managed) throws -> Plain? {
                let links = Self.entities[entityName(of: object)]?.links ?? []
                guard links.contains(where: { $0.name == name }) else { return try value(of: object, name) }
                return try destination(of: object, name).map(reference)
            }

            /// Whether an object has values, and neither goes nor gets others.
            private func keeps(
                _ object: Managed, _ values: [Swift.String: Plain], _ entity: Swift.String
            ) throws -> Swift.Bool {
                guard !untouched.contains(Swift.ObjectIdentifier(object)),
                    try values.allSatisfy({ try isSame(unique($0.key, of: object), $0.value) })
                else { return false }
                guard let index = changed.first(where: { objects[$0.key] === object })?.value else { return true }
                let links = Self.entities[entity]?.links ?? []
                return try !changes.changes[index].properties.contains { property in
                    func plain(_ plain: SeedStore.Value?, _ target: Swift.Int?) throws -> Plain? {
                        guard links.contains(where: { $0.name == property.name }) else {
                            return try value(plain, entity, property.name)
                        }
                        return target.flatMap { objects[$0] }.map(reference)
                    }
                    guard let own = values[property.name],
                        try !isSame(plain(property.new, property.newObject), own)
                    else { return false }
                    return try side == .seed || isSame(plain(property.old, property.oldObject), own)
                }
            }
        }
        """
}
