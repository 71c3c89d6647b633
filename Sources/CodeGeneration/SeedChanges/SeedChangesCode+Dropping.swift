/// How lists are brought into order, and what is dropped is removed.
extension SeedChangesCode {
    static let lists = """
        nonisolated extension SeedStore.Merge {
            /// Brings the members of an object's ordered relationships into order.
            fileprivate func arrange(_ change: Change) throws {
                guard let entity = entity(change.object) else { return }
                for property in change.properties {
                    guard let link = entity.links.first(where: { $0.name == property.name }), link.isOrdered,
                        let object = try owner(change.object, of: link)
                    else { continue }
                    try arrange(property, link, change, object)
                }
            }

            private func arrange(
                _ property: Property, _ link: Link, _ change: Change,
                _ object: Managed
            ) throws {
                let former = Swift.Set(property.oldObjects ?? [])
                // What is a member instead of one that both editions have stays that.
                func objects(_ numbers: [Swift.Int]) throws -> [Managed] {
                    var placed: Swift.Set<Swift.ObjectIdentifier> = []
                    return try numbers.compactMap {
                        try self.object($0, by: link, of: change, inOld: former.contains($0))
                    }.filter { placed.insert(Swift.ObjectIdentifier($0)).inserted }
                }
                let old = try objects(property.oldObjects ?? [])
                let new = try objects(property.newObjects ?? [])
                let current = try members(of: object, link.name)
                let isNew = inserted.contains(change.object)
                func ids(_ list: [Managed]) -> [Swift.ObjectIdentifier] { list.map { Swift.ObjectIdentifier($0) } }
                let (was, seeds, users) = (ids(old), ids(new), ids(current))
                var wanted = Swift.Set(users)
                if link.inverse == nil || link.inverseIsToMany {
                    let added = (property.newObjects ?? []).filter { !former.contains($0) }
                    for number in added where self.objects[number] == nil {
                        if let standIn = try self.object(number, by: link, of: change) {
                            note(standIn: standIn, link, of: object)
                        } else {
                            tell(missing: number, link, change)
                        }
                    }
                    let held = try heldMembers(of: object, property, link, change)
                    let comes = Swift.Set(ids(try objects(added)))
                    wanted.formUnion(comes.subtracting(held))
                    // What leaves the list itself goes, also where it stands for another one there.
                    let left = former.subtracting(property.newObjects ?? []).compactMap { self.objects[$0] }
                    let goes = Swift.Set(was).subtracting(seeds).union(ids(left)).subtracting(comes)
                    // What does not lead any more to an object instead of another one says so itself.
                    if self.objects[change.object] != nil { wanted.subtract(goes.subtracting(held)) }
                    // What is dropped goes as a whole, or is told.
                    let leaving = (property.oldObjects ?? []).filter { dropped.contains($0) }
                    wanted.formUnion(
                        leaving.compactMap { self.objects[$0] }.map { Swift.ObjectIdentifier($0) }
                            .filter { users.contains($0) })
                }
                func differs(_ list: [Swift.ObjectIdentifier], from other: [Swift.ObjectIdentifier]) -> Swift.Bool {
                    let (left, right) = (Swift.Set(list), Swift.Set(other))
                    return list.filter { right.contains($0) } != other.filter { left.contains($0) }
                }
                let (byUser, bySeed) = (differs(users, from: was), differs(seeds, from: was))
                let isContested = differs(users.filter(Swift.Set(was).contains), from: seeds)
                let isBoth = byUser && bySeed && !isNew
                if isBoth && isContested {
                    tell(change.kind == "added" ? "bothAdded" : "bothReordered", change, link.name, kept: side)
                }
                let followsUser =
                    !isNew && (change.kind == "added" || byUser) && !(isBoth && side == .seed)
                let added = Swift.Set(seeds).subtracting(was)
                let own = followsUser ? users.filter { !added.contains($0) } : seeds
                let first = own.filter { wanted.contains($0) }
                let present = Swift.Set(first)
                var behind: [Swift.ObjectIdentifier: [Swift.ObjectIdentifier]] = [:]
                var result: [Swift.ObjectIdentifier] = []
                var anchor: Swift.ObjectIdentifier?
                for member in followsUser ? seeds : users where wanted.contains(member) {
                    if present.contains(member) {
                        anchor = member
                    } else if let anchor {
                        behind[anchor, default: []].append(member)
                    } else {
                        result.append(member)
                    }
                }
                result += first.flatMap { [$0] + (behind[$0] ?? []) }
                let placed = Swift.Set(result)
                result += (users + seeds).filter { wanted.contains($0) && !placed.contains($0) }
                guard result != users else { return }
                let known = Swift.Dictionary(
                    (current + new).map { (Swift.ObjectIdentifier($0), $0) }, uniquingKeysWith: { one, _ in one })
                try set(result.compactMap { known[$0] }, link.name, of: object)
            }
        }
        """

    static let dropping = """
        nonisolated extension SeedStore.Merge {
            /// The dropped objects that the user did not touch, before anything is changed.
            fileprivate func untouchedDropped() throws -> [Change] {
                try changes.changes.filter { change in
                    guard change.kind == "removed", let object = objects[change.object],
                        let entity = entity(change.object)
                    else { return false }
                    if let reason = holds.objects[change.object] {
                        tell(reason.kind, change, reason.property)
                        return false
                    }
                    if let property = try touched(object, entity, change) {
                        tell("changedByUser", change, property)
                        return false
                    }
                    let own = own[root(changes.objects[change.object].entity)] ?? []
                    guard let key = try primaryKey(of: object), own.contains(key) else { return true }
                    tell("addedByUser", change)
                    return false
                }
            }

            /// A property that the user changed; nil where there is none.
            private func touched(
                _ object: Managed, _ entity: Entity, _ change: Change
            ) throws -> Swift.String? {
                let name = changes.objects[change.object].entity
                for path in entity.attributes {
                    let old = change.properties.first { $0.name == path }?.old
                    if !isSame(try value(of: object, path), try value(old, name, path)) { return path }
                }
                for link in entity.links {
                    let property = change.properties.first { $0.name == link.name }
                    guard link.isToMany else {
                        let user = try destination(of: object, link.name)
                        let old = try property?.oldObject.flatMap { try former($0, by: link, of: change, user) }
                        if user !== old { return link.name }
                        continue
                    }
                    // Whoever joined leads here, which is looked at later.
                    let isLedTo = link.inverse != nil && !link.inverseIsToMany
                    if isLedTo, !link.isOrdered { continue }
                    let now = try members(of: object, link.name).map { Swift.ObjectIdentifier($0) }
                    var placed: Swift.Set<Swift.ObjectIdentifier> = []
                    let old = try (property?.oldObjects ?? []).compactMap { number -> Swift.ObjectIdentifier? in
                        let member = try self.object(number, by: link, of: change, inOld: true)
                        guard let id = member.map({ Swift.ObjectIdentifier($0) }),
                            objects[number] != nil || now.contains(id), placed.insert(id).inserted
                        else { return nil }
                        return id
                    }
                    if !isLedTo, Swift.Set(now) != Swift.Set(old) { return link.name }
                    let (left, right) = (Swift.Set(old), Swift.Set(now))
                    if link.isOrdered,
                        now.filter({ left.contains($0) }) != old.filter({ right.contains($0) })
                    {
                        return link.name
                    }
                }
                return nil
            }

            /// Removes what nothing that stays leads to.
            fileprivate func remove(_ candidates: [Change]) throws {
                var open: [Swift.ObjectIdentifier: Change] = [:]
                for change in candidates {
                    if let object = objects[change.object] { open[Swift.ObjectIdentifier(object)] = change }
                }
                let all = Swift.Set(dropped.compactMap { objects[$0] }.map { Swift.ObjectIdentifier($0) })
                var isSettled = false
                while !isSettled {
                    isSettled = true
                    for change in candidates {
                        guard let object = objects[change.object],
                            open[Swift.ObjectIdentifier(object)] != nil,
                            try isNeeded(object, change, open, all)
                        else { continue }
                        open[Swift.ObjectIdentifier(object)] = nil
                        tell("stillReferenced", change)
                        isSettled = false
                    }
                }
                for change in candidates {
                    guard let object = objects[change.object], open[Swift.ObjectIdentifier(object)] != nil
                    else { continue }
                    try note(victim: change, object)
                    try release(object, entity(change.object), open)
                }
                for change in candidates {
                    guard let object = objects[change.object], open[Swift.ObjectIdentifier(object)] != nil
                    else { continue }
                    try delete(object)
                }
            }

            /// Lets the memberships of dropped objects that stay follow the new edition: no change of the other side
            /// says so.
            fileprivate func partFromWhatStays() throws {
                for change in changes.changes where change.kind == "removed" {
                    guard let object = objects[change.object], !object.isDeleted else { continue }
                    // A list is in the order that the user gave it.
                    for link in entity(change.object)?.links ?? []
                    where link.isToMany && link.inverseIsToMany && !link.isOrdered
                        && holds.objects[change.object]?.property != link.name
                    {
                        let property = change.properties.first { $0.name == link.name }
                        let end = End(object: Swift.ObjectIdentifier(object), name: link.name)
                        let kept = stoodFor[end] ?? []
                        var isParted = false
                        for number in property?.oldObjects ?? []
                        where objects[number] == nil || !dropped.contains(number) {
                            guard let member = try self.object(number, by: link, of: change, inOld: true),
                                !kept.contains(Swift.ObjectIdentifier(member)),
                                try members(of: object, link.name).contains(where: { $0 === member }),
                                try !isHeld(number, member, of: object, link, change, isAdded: false)
                            else { continue }
                            try remove(member, link.name, of: object)
                            isParted = true
                        }
                        if isParted { tell("membershipsDropped", change, link.name, kept: .seed) }
                    }
                }
            }

            /// Whether something that stays leads to an object.
            private func isNeeded(
                _ object: Managed, _ change: Change,
                _ open: [Swift.ObjectIdentifier: Change],
                _ all: Swift.Set<Swift.ObjectIdentifier>
            ) throws -> Swift.Bool {
                let line = entity(change.object)?.line ?? []
                func stays(_ other: Managed) -> Swift.Bool { open[Swift.ObjectIdentifier(other)] == nil }
                for (name, entity) in Self.entities {
                    for link in entity.links where line.contains(link.destination) {
                        if !link.isToMany {
                            guard let inverse = link.inverse else {
                                if try sources(name, link.name, object).contains(where: stays) { return true }
                                continue
                            }
                            let sources =
                                link.inverseIsToMany
                                ? try members(of: object, inverse)
                                : try destination(of: object, inverse).map { [$0] } ?? []
                            if sources.contains(where: stays) { return true }
                        } else if link.inverse == nil || link.inverseIsToMany || link.cascades {
                            // Nothing that a member has says that the user made it one.
                            for owner in link.inverse == nil ? try self.all(name) : []
                            where lettingGo(change.object, by: owner, link.name) == nil {
                                if try members(of: owner, link.name).contains(where: { $0 === object }) {
                                    return true
                                }
                            }
                            // Members of a dropped object that stays.
                            for number in dropped {
                                guard let owner = objects[number], stays(owner),
                                    all.contains(Swift.ObjectIdentifier(owner)),
                                    changes.objects[number].entity == name
                                else { continue }
                                if try members(of: owner, link.name).contains(where: { $0 === object }) {
                                    return true
                                }
                            }
                        }
                    }
                }
                return false
            }

            /// Lets go what a delete rule would take along although it stays.
            private func release(
                _ object: Managed, _ entity: Entity?, _ open: [Swift.ObjectIdentifier: Change]
            ) throws {
                for link in entity?.links ?? [] where link.cascades {
                    if link.isToMany {
                        for member in try members(of: object, link.name)
                        where open[Swift.ObjectIdentifier(member)] == nil {
                            try remove(member, link.name, of: object)
                        }
                    } else if let target = try destination(of: object, link.name),
                        open[Swift.ObjectIdentifier(target)] == nil
                    {
                        try set(nil as Managed?, link.name, of: object)
                    }
                }
            }
        }
        """
}
