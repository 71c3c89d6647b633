/// What a context knows of one to-many relationship of one object.
///
/// Before the members are loaded, members that join or leave are only noted, so that adding to a
/// large relationship does not read it.
struct ToManyState: Sendable {
    /// The members as they were saved; nil while they are not loaded.
    private(set) var committed: [ManagedObjectID]?
    /// Those that were noted before loading, in order.
    private(set) var noted: [(id: ManagedObjectID, joins: Bool)] = []
    private var order: [ManagedObjectID] = []
    /// The members of ``order`` that did not leave, where there are more than a few.
    private var lookup: Set<ManagedObjectID>?
    /// Members of ``order`` that left and were not swept out yet: leaving one by one takes a time
    /// that does not depend on the number of members.
    private var gone: Set<ManagedObjectID> = []
    private(set) var isChanged = false
    /// The store was seen to have so many members at least; 0 where nobody asked.
    var leastInStore = 0

    /// So many members are looked through faster than looked up.
    private static let few = 16

    var isLoaded: Bool { committed != nil }

    /// Whether nothing is known yet.
    var isUntouched: Bool { committed == nil && noted.isEmpty }

    /// The state of a new object's relationship, which has no members to load.
    static let empty: ToManyState = {
        var state = ToManyState()
        state.load([])
        return state
    }()

    /// Takes the saved members and applies what was noted.
    mutating func load(_ members: [ManagedObjectID]) {
        guard committed == nil else { return }
        committed = members
        replaceOrder(members)
        let waiting = noted
        noted = []
        for (id, joins) in waiting {
            if joins { add(id) } else { remove(id) }
        }
    }

    /// The current members; only once loaded.
    var members: [ManagedObjectID] {
        gone.isEmpty ? order : order.filter { !gone.contains($0) }
    }

    var count: Int { order.count - gone.count }

    func contains(_ id: ManagedObjectID) -> Bool {
        lookup?.contains(id) ?? (order.contains(id) && !gone.contains(id))
    }

    mutating func add(_ id: ManagedObjectID) {
        guard isLoaded else {
            noted.append((id, true))
            isChanged = true
            return
        }
        guard !contains(id) else { return }
        if gone.contains(id) { sweep() }
        order.append(id)
        if lookup == nil { lookUpIfMany() } else { lookup?.insert(id) }
        isChanged = true
    }

    mutating func remove(_ id: ManagedObjectID) {
        guard isLoaded else {
            noted.append((id, false))
            isChanged = true
            return
        }
        guard contains(id) else { return }
        lookup?.remove(id)
        gone.insert(id)
        isChanged = true
    }

    /// Gives the loaded members another order or other members.
    mutating func replace(with members: [ManagedObjectID]) {
        replaceOrder(members)
        isChanged = true
    }

    /// Is no change any more where the members are the saved ones again.
    mutating func settle(isOrdered: Bool) {
        guard let committed, isChanged else { return }
        let current = members
        if isOrdered ? current == committed : Set(current) == Set(committed) { isChanged = false }
    }

    /// Takes members as they are, each once.
    private mutating func replaceOrder(_ members: [ManagedObjectID]) {
        gone = []
        lookup = nil
        guard members.count > Self.few else {
            order = []
            order.reserveCapacity(members.count)
            for member in members where !order.contains(member) { order.append(member) }
            return
        }
        let seen = Set(members)
        if seen.count == members.count {
            order = members
        } else {
            var open = seen
            order = members.filter { open.remove($0) != nil }
        }
        lookup = seen
    }

    private mutating func lookUpIfMany() {
        guard order.count > Self.few else { return }
        lookup = Set(order)
        lookup?.subtract(gone)
    }

    /// Takes over new IDs after a save.
    mutating func rename(_ names: [ManagedObjectID: ManagedObjectID]) {
        func renamed(_ ids: [ManagedObjectID]) -> [ManagedObjectID] {
            ids.map { names[$0] ?? $0 }
        }
        committed = committed.map(renamed)
        noted = noted.map { (names[$0.id] ?? $0.id, $0.joins) }
        // Two members may have become one, by a merge.
        replaceOrder(renamed(members))
    }

    /// Makes the current members the saved ones.
    mutating func commit() {
        sweep()
        if isLoaded { committed = order }
        noted = []
        isChanged = false
    }

    private mutating func sweep() {
        order.removeAll { gone.contains($0) }
        gone = []
    }
}
