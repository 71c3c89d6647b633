/// What both sides did adds up: to-many relationships have as many members as the model asks for.
extension SeedChangesCode {
    static let counts = """
        nonisolated extension SeedStore.Merge {
            /// What came to a relationship whose number of members the model bounds, or went from it.
            fileprivate struct Move {
                /// What can be left undone.
                enum Hold: Swift.Hashable {
                    case link(Holds.Link)
                    case membership(Holds.Membership)
                    /// A new object is left out, or a dropped one stays, for what this relationship leads to; nil where
                    /// that leads only here.
                    case object(Swift.Int, Swift.String?)

                    var member: Swift.Int {
                        switch self {
                        case .link(let link): link.object
                        case .membership(let membership): membership.member
                        case .object(let object, _): object
                        }
                    }
                }

                let owner: Managed
                let link: Link
                let isAdded: Swift.Bool
                let hold: Hold
            }

            /// The other end of a relationship, where it is one with bounds.
            private func bounded(_ link: Link) -> Link? {
                Self.entities[link.destination]?.links.first { $0.name == link.inverse && $0.bounds != nil }
            }

            /// Notes that a to-one relationship leads elsewhere.
            fileprivate func note(
                move change: Change, of object: Managed, to target: Managed?, _ link: Link
            ) throws {
                guard let inverse = bounded(link) else { return }
                let hold =
                    inserted.contains(change.object) && isNeeded(link)
                    ? Move.Hold.object(change.object, link.name)
                    : .link(.init(object: change.object, name: link.name))
                for (owner, isAdded) in [(try destination(of: object, link.name), false), (target, true)] {
                    guard let owner else { continue }
                    moves.append(Move(owner: owner, link: inverse, isAdded: isAdded, hold: hold))
                }
            }

            /// Whether an object neither becomes a member nor ceases to be one, for the number of members: that is
            /// told. Otherwise notes that it does.
            fileprivate func isHeld(
                _ number: Swift.Int, _ member: Managed, of owner: Managed, _ link: Link, _ change: Change,
                isAdded: Swift.Bool
            ) throws -> Swift.Bool {
                let inverse = bounded(link)
                guard link.bounds != nil || inverse != nil,
                    try members(of: owner, link.name).contains(where: { $0 === member }) != isAdded
                else { return false }
                let own = Holds.Membership(object: change.object, name: link.name, member: number)
                let other = Holds.Membership(
                    object: number, name: link.inverse ?? "", member: change.object)
                if let kind = holds.members[own] ?? holds.members[other] {
                    // Both ends may say it.
                    if !toldMembers.contains(own), !toldMembers.contains(other) {
                        toldMembers.insert(own)
                        tell(kind, change, link.name)
                    }
                    return true
                }
                var hold = Move.Hold.membership(own)
                if !isAdded, link.inverse == nil, dropped.contains(number) {
                    // Nothing that it has says of what it is a member.
                    if let reason = holds.objects[number], reason.kind == "tooFew", reason.property == nil {
                        return true
                    }
                    if untouched.contains(Swift.ObjectIdentifier(member)) { hold = .object(number, nil) }
                }
                if link.bounds != nil {
                    moves.append(Move(owner: owner, link: link, isAdded: isAdded, hold: hold))
                }
                if let inverse {
                    moves.append(
                        Move(owner: member, link: inverse, isAdded: isAdded, hold: .membership(other)))
                }
                return false
            }

            /// The members of a list that neither come nor go, for the number of members.
            fileprivate func heldMembers(
                of object: Managed, _ property: Property, _ link: Link, _ change: Change
            ) throws -> Swift.Set<Swift.ObjectIdentifier> {
                guard link.bounds != nil || bounded(link) != nil else { return [] }
                let former = Swift.Set(property.oldObjects ?? [])
                func pairs(_ numbers: [Swift.Int]?) throws -> [(Swift.Int, Managed)] {
                    try (numbers ?? []).compactMap { number in
                        try self.object(number, by: link, of: change, inOld: former.contains(number))
                            .map { (number, $0) }
                    }
                }
                let old = try pairs(property.oldObjects)
                let new = try pairs(property.newObjects)
                let present = Swift.Set(new.map { Swift.ObjectIdentifier($0.1) })
                var held: Swift.Set<Swift.ObjectIdentifier> = []
                for (isAdded, moving) in [
                    (false, old.filter { !present.contains(Swift.ObjectIdentifier($0.1)) }),
                    (true, new.filter { !former.contains($0.0) }),
                ] {
                    for (number, member) in moving
                    where try isHeld(number, member, of: object, link, change, isAdded: isAdded) {
                        held.insert(Swift.ObjectIdentifier(member))
                    }
                }
                return held
            }

            /// Notes whose members go with an object that is deleted.
            fileprivate func note(victim change: Change, _ object: Managed) throws {
                for link in entity(change.object)?.links ?? [] {
                    guard let inverse = bounded(link) else { continue }
                    let owners =
                        link.isToMany
                        ? try members(of: object, link.name)
                        : try destination(of: object, link.name).map { [$0] } ?? []
                    for owner in owners {
                        moves.append(
                            Move(
                                owner: owner, link: inverse, isAdded: false,
                                hold: .object(change.object, link.name)))
                    }
                }
            }

            /// Holds what would make members too many or too few: the last that came, the last that go, and what is
            /// new and lacks what it has in the edition.
            fileprivate func holdCounts() throws {
                var byOwner: [End: [Move]] = [:]
                var owners: [End] = []
                for move in moves {
                    let end = End(object: Swift.ObjectIdentifier(move.owner), name: move.link.name)
                    if byOwner[end] == nil { owners.append(end) }
                    byOwner[end, default: []].append(move)
                }
                for end in owners {
                    guard let all = byOwner[end], let first = all.first else { continue }
                    let excess = try excess(first.link, of: first.owner)
                    let kind = excess > 0 ? "tooMany" : "tooFew"
                    // Each once, in the order in which they came: of one object there may be several.
                    func holds(_ moves: [Move]) -> [Move.Hold] {
                        var known: Swift.Set<Move.Hold> = []
                        return moves.map { $0.hold }.filter { known.insert($0).inserted }
                    }
                    var moved = holds(all.filter { $0.isAdded == (excess > 0) })
                    var count = Swift.abs(excess)
                    if excess < 0, moved.isEmpty, first.link.excess(of: 0) == 0 {
                        // There were none, and what came is not enough.
                        moved = holds(all)
                        count = moved.count
                    }
                    for hold in moved.sorted(by: { rank($0.member) < rank($1.member) }).suffix(count) {
                        switch hold {
                        case .link(let link): found.hold(link, kind)
                        case .membership(let membership): found.hold(membership, kind)
                        case .object(let number, let name):
                            found.objects[number] = found.objects[number] ?? .init(kind: kind, property: name)
                        }
                    }
                }
                // What is new and has too few, unless the edition has too few already.
                var short: [(number: Swift.Int, link: Link)] = []
                for number in inserted {
                    guard let object = objects[number] else { continue }
                    for link in entity(number)?.links ?? [] where link.bounds.map({ $0.least > 0 }) == true {
                        if try excess(link, of: object) < 0 { short.append((number, link)) }
                    }
                }
                let counts = short.isEmpty ? [:] : memberCounts()
                for (number, link) in short
                where link.excess(of: counts[.init(object: number, name: link.name)] ?? 0) >= 0 {
                    found.objects[number] = found.objects[number] ?? .init(kind: "tooFew", property: link.name)
                }
            }

            /// How many members of an object are beyond the most; 0 where it is not there any more.
            private func excess(_ link: Link, of owner: Managed) throws -> Swift.Int {
                guard !owner.isDeleted else { return 0 }
                return link.excess(of: try members(of: owner, link.name).count { !$0.isDeleted })
            }

            /// How many members objects of the edition have that are new or change, or that others lead to which do.
            private func memberCounts() -> [Holds.Link: Swift.Int] {
                var counts: [Holds.Link: Swift.Int] = [:]
                for change in changes.changes where change.kind != "removed" {
                    for property in change.properties {
                        guard let link = entity(change.object)?.links.first(where: { $0.name == property.name })
                        else { continue }
                        if !link.isToMany, let inverse = link.inverse, let target = property.newObject {
                            counts[.init(object: target, name: inverse), default: 0] += 1
                        } else if link.isToMany, link.inverse == nil || link.inverseIsToMany {
                            counts[.init(object: change.object, name: link.name)] = property.newObjects?.count
                        }
                    }
                }
                return counts
            }
        }
        """
}
