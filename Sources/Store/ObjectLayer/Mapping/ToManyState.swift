/// The state of one to-many relationship of one object in a context.
///
/// Before the members are loaded, added and removed members are only recorded, so that adding to a large relationship
/// does not read it.
struct ToManyState: Sendable {
    /// The members as they were saved; nil while they are not loaded.
    private(set) var committed: [ManagedObjectID]?
    /// The members that were added or removed before loading, in order.
    private(set) var noted: [(id: ManagedObjectID, joins: Bool)] = []
    private var order: [ManagedObjectID] = []
    /// The members of ``order`` that were not removed, if there are more than a few.
    private var lookup: Set<ManagedObjectID>?
    /// Removed members that are still in ``order``. Keeping them makes the time of a removal independent of the number
    /// of members.
    private var gone: Set<ManagedObjectID> = []
    private(set) var isChanged = false
    /// A number of members that the store is known to have at least; 0 if it was never counted.
    var leastInStore = 0

    /// The maximum number of members for which a linear search is faster than a lookup.
    private static let few = 16

    var isLoaded: Bool { committed != nil }

    /// Whether nothing is loaded or recorded yet.
    var isUntouched: Bool { committed == nil && noted.isEmpty }

    /// The state of a new object's relationship, which has no members to load.
    static let empty: ToManyState = {
        var state = ToManyState()
        state.load([])
        return state
    }()

    /// Loads the saved members and applies the recorded additions and removals.
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

    /// The current members. Valid only after loading.
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

    /// Replaces the loaded members or their order.
    mutating func replace(with members: [ManagedObjectID]) {
        replaceOrder(members)
        isChanged = true
    }

    /// Replaces the order with the given members, each once.
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

    /// Replaces temporary IDs with permanent ones after a save.
    mutating func rename(_ names: [ManagedObjectID: ManagedObjectID]) {
        func renamed(_ ids: [ManagedObjectID]) -> [ManagedObjectID] {
            ids.map { names[$0] ?? $0 }
        }
        committed = committed.map(renamed)
        noted = noted.map { (names[$0.id] ?? $0.id, $0.joins) }
        // A merge may have turned two members into one.
        replaceOrder(renamed(members))
    }

    /// Marks the current members as saved.
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
