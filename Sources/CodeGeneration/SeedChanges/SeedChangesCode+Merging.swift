/// How changes are applied: what a merge knows, and in which order it goes.
extension SeedChangesCode {
    static let merging = """
        nonisolated extension SeedStore {
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
                /// The index of the change of each object that has one.
                var places: [Swift.Int: Swift.Int] = [:]
                /// What the new edition drops.
                var dropped: Swift.Set<Swift.Int> = []
                /// What was inserted.
                var inserted: Swift.Set<Swift.Int> = []
                /// What is a member of an object, or has it as one, instead of what is not in the store.
                var stoodFor: [End: Swift.Set<Swift.ObjectIdentifier>] = [:]
                /// What has each new object in a to-many relationship that would delete it, too, of which the object itself
                /// has no destination.
                var owners: [Swift.Int: [(object: Swift.Int, link: Link)]] = [:]
                /// Whether the store began as the old edition.
                var isDescendant = false
                /// Whether a migration gave objects other primary keys: the store names a root entity that there is not.
                var isRenumbered = false
                /// Whether the store notes that it holds the old edition.
                var isCertain = false
                /// Whether the store notes that it holds the new edition.
                var isDone = false
                /// Whether primary keys that the store notes hold for all objects.
                var hasPrimaryKeys = false
                /// Where objects of earlier editions are under other primary keys.
                var keys: Keys = [:]
                /// The primary keys of the user's own objects that an edition has, too, by root entities.
                var own: [Swift.String: Swift.Set<Swift.Int64>] = [:]
                /// Which primary keys the old edition's objects have in the store, as far as that is certain.
                var former: [Swift.String: [Swift.Range<Swift.Int64>]] = [:]
                /// The dropped objects that the user did not touch.
                var untouched: Swift.Set<Swift.ObjectIdentifier> = []
                /// Who has the unique values of what is not in the store, by whether these are the old edition's, as far
                /// as it was asked.
                var holders: [Swift.Bool: [Swift.Int: Managed?]] = [:]
                /// What is neither inserted nor left out yet.
                var pending: Swift.Set<Swift.Int> = []
                /// What comes into lists without order in the stead of what is not in the store.
                var standIns: [(member: Swift.Int, owner: Change, link: Link, isInverse: Swift.Bool)] = []
                /// Ends of one-to-one relationships whose partner got another one.
                var freed: Swift.Set<End> = []

                /// Who took the partner of an object.
                var takers: [End: (object: Managed, taker: Holds.Link)] = [:]
                /// The relationships that lead to objects of the same family since this merge.
                var led: [End: (object: Managed, link: Holds.Link)] = [:]
                /// What came to relationships whose number of members the model bounds, and went from them.
                var moves: [Move] = []
                /// The members that neither come nor go, as far as that is told.
                var toldMembers: Swift.Set<Holds.Membership> = []
                /// What is left as it is, since it would leave something without what that cannot be without.
                let holds: Holds
                /// The same, with what this merge showed.
                var found: Holds

                struct End: Swift.Hashable {
                    let object: Swift.ObjectIdentifier
                    let name: Swift.String
                }

                /// What of an edition cannot be, beside what the user did.
                struct Holds: Swift.Equatable {
                    struct Link: Swift.Hashable {
                        let object: Swift.Int
                        let name: Swift.String
                    }

                    /// A member of a to-many relationship.
                    struct Membership: Swift.Hashable {
                        let object: Swift.Int
                        let name: Swift.String
                        let member: Swift.Int
                    }

                    struct Reason: Swift.Equatable {
                        let kind: Swift.String
                        /// The relationship that it needs; nil where that is an owner's.
                        let property: Swift.String?
                    }

                    /// New objects that are left out, and dropped ones that stay.
                    var objects: [Swift.Int: Reason] = [:]
                    /// Relationships that do not follow the new edition, and why.
                    private(set) var links: [Link: Swift.String] = [:]
                    /// Members that neither come nor go, since they would be too many or too few.
                    private(set) var members: [Membership: Swift.String] = [:]

                    mutating func hold(_ link: Link, _ kind: Swift.String) { links[link] = links[link] ?? kind }

                    mutating func hold(_ member: Membership, _ kind: Swift.String) {
                        members[member] = members[member] ?? kind
                    }
                }

                init(_ changes: Changes, _ context: Context, _ side: Side, _ holds: Holds) throws {
                    self.holds = holds
                    found = holds
                    self.changes = changes
                    self.context = context
                    self.side = side
                    objects = Swift.Array(repeating: nil, count: changes.objects.count)
                    guard try modelHashes() == changes.model else { throw MergeError.otherModel }
                    try checkChanges()
                    let note = try Self.storedNote(in: context)
                    isRenumbered = note.map { !hasSameRoots($0.roots) } ?? false
                    // Be it of an earlier version of the model.
                    hasPrimaryKeys = note.map { !$0.isApart } ?? false
                    if let editions = changes.editions, let note, note.model == editions.model {
                        isDone = note.identity == editions.new && note.identity != editions.old
                        guard isDone || note.identity == editions.old else { throw MergeError.otherEdition }
                        isCertain = !isDone && !note.isApart
                    }
                    guard !isDone else { return }
                    try findObjects()
                    own = try (stored("own") ?? [:]).mapValues { Swift.Set($0) }
                    for (index, change) in changes.changes.enumerated() {
                        places[change.object] = index
                        if change.kind == "added", let found = objects[change.object],
                            let key = try primaryKey(of: found)
                        {
                            own[root(changes.objects[change.object].entity), default: []].insert(key)
                        }
                        if change.kind == "changed" { changed[change.object] = index }
                        if change.kind == "removed" { dropped.insert(change.object) }
                        noteOwner(change)
                    }
                }

                private func noteOwner(_ change: Change) {
                    // Of a many-to-many relationship the side of the new object alone may say so.
                    for back in entity(change.object)?.links ?? []
                    where change.kind == "added" && back.isToMany && back.inverseIsToMany {
                        let links = Self.entities[back.destination]?.links ?? []
                        guard let link = links.first(where: { $0.name == back.inverse }), link.cascades else {
                            continue
                        }
                        let property = change.properties.first { $0.name == back.name }
                        owners[change.object, default: []] += (property?.newObjects ?? []).map { ($0, link) }
                    }
                    for link in entity(change.object)?.links ?? []
                    where link.isToMany && link.cascades && (link.inverse == nil || link.inverseIsToMany) {
                        let property = change.properties.first { $0.name == link.name }
                        for number in property?.newObjects ?? [] where changes.objects[number].isNew == true {
                            owners[number, default: []].append((change.object, link))
                        }
                    }
                }

                /// Which files of changes a store has not seen, as far as it notes that.
                static func open(
                    _ files: [Changes], in context: Context
                ) throws -> Swift.Range<Swift.Int> {
                    let known = files.compactMap { $0.editions }
                    // One of an earlier version stands alone.
                    guard known.count == files.count else {
                        guard files.count == 1 else { throw MergeError.unknownFormat }
                        return 0..<1
                    }
                    guard zip(known, known.dropFirst()).allSatisfy({ $0.new == $1.old }) else {
                        throw MergeError.otherEdition
                    }
                    // What is noted of another version of the model says nothing.
                    guard let last = known.last, let note = try storedNote(in: context), note.model == last.model
                    else { return 0..<known.count }
                    // An edition that takes back another one is what was before: the last of equal ones counts that says
                    // of the metadata what the store has there.
                    var places = known.indices.filter { known[$0].old == note.identity }
                    if last.new == note.identity { places.append(known.count) }
                    let place = try places.last { place in
                        let told = files[Swift.min(place, known.count - 1)].metadata
                        return try told.map { try isStored($0, isNew: place == known.count, in: context) } ?? true
                    }
                    guard let place = place ?? places.last else { throw MergeError.otherEdition }
                    return place..<known.count
                }

                func run() throws {
                    guard !isDone else { return }
                    let candidates = try untouchedDropped()
                    untouched = Swift.Set(
                        candidates.compactMap { objects[$0.object] }.map { Swift.ObjectIdentifier($0) })
                    // Only now it is known what stays.
                    holders = [:]
                    try findFormerHolders()
                    try insert()
                    let present = changes.changes.filter { $0.kind != "removed" }
                    for change in present where inserted.contains(change.object) { try apply(change) }
                    for change in present where !inserted.contains(change.object) { try apply(change) }
                    // What is in a list in another one's stead comes in after it has left it itself.
                    try addStandIns()
                    for isThere in [true, false] {
                        for change in changes.changes
                        where change.kind != "removed" && (objects[change.object] != nil) == isThere {
                            try arrange(change)
                        }
                    }
                    try remove(candidates)
                    // A dropped object that stays may stand for what the edition has in its place.
                    try addStandIns(isEnd: true)
                    try partFromWhatStays()
                    try checkRequired()
                    try holdCircles()
                    try holdCounts()
                }

                /// Finds out what lost, or did not get, what it cannot be without.
                private func checkRequired() throws {
                    for number in inserted {
                        guard let object = objects[number] else { continue }
                        if let owners = owners[number], !owners.isEmpty,
                            try !owners.contains(where: { try owns(object, $0.link) })
                        {
                            found.objects[number] = .init(kind: "needsMissing", property: nil)
                        }
                        let properties = places[number].map { changes.changes[$0].properties } ?? []
                        for link in entity(number)?.links ?? [] {
                            let isOwned =
                                isNeeded(link) && properties.contains { $0.name == link.name && $0.newObject != nil }
                            let isNowhere = try isOwned && destination(of: object, link.name)?.isDeleted != false
                            guard try isNowhere || lacks(object, link) else { continue }
                            found.objects[number] = .init(kind: "needsMissing", property: link.name)
                        }
                    }
                    for (end, taken) in takers where !taken.object.isDeleted {
                        let links = Self.entities[entityName(of: taken.object)]?.links ?? []
                        for link in links where link.name == end.name {
                            if try lacks(taken.object, link) { found.hold(taken.taker, "bothChanged") }
                        }
                    }
                }

                /// Whether an object is a member of such a relationship of something.
                private func owns(_ member: Managed, _ link: Link) throws -> Swift.Bool {
                    if let inverse = link.inverse { return try !members(of: member, inverse).isEmpty }
                    for (name, entity) in Self.entities
                    where entity.links.contains(where: { $0.name == link.name && $0.destination == link.destination })
                    {
                        for owner in try all(name) {
                            if try members(of: owner, link.name).contains(where: { $0 === member }) { return true }
                        }
                    }
                    return false
                }

                private func lacks(_ object: Managed, _ link: Link) throws -> Swift.Bool {
                    guard link.isRequired, !link.isToMany else { return false }
                    return try destination(of: object, link.name)?.isDeleted != false
                }

                func tell(
                    _ kind: Swift.String, _ change: Change, _ property: Swift.String? = nil,
                    kept: Side = .user
                ) {
                    let object = changes.objects[change.object]
                    conflicts.append(
                        Conflict(
                            kind: kind, entity: object.entity, isNew: object.isNew == true,
                            primaryKey: object.primaryKey, property: property, kept: kept))
                }

                /// Tells that both changed an entry of the metadata; whether the new edition's is taken.
                func tellsMetadata(_ key: Swift.String) -> Swift.Bool {
                    conflicts.append(
                        Conflict(
                            kind: "metadataChanged", entity: "", isNew: false, primaryKey: 0, property: key,
                            kept: side))
                    return side == .seed
                }

                func entity(_ number: Swift.Int) -> Entity? {
                    Self.entities[changes.objects[number].entity]
                }
            }
        }
        """
}
