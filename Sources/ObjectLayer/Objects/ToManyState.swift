/// What a context knows of one to-many relationship of one object.
///
/// Before the members are loaded, members that join or leave are only noted, so that adding to a
/// large relationship does not read it.
struct ToManyState {
    /// The members as they were saved; nil while they are not loaded.
    private(set) var committed: [ManagedObjectID]?
    /// Those that were noted before loading, in order.
    private(set) var noted: [(id: ManagedObjectID, joins: Bool)] = []
    private var order: [ManagedObjectID] = []
    private var lookup: Set<ManagedObjectID> = []
    /// Members of ``order`` that left and were not swept out yet: leaving one by one takes a time
    /// that does not depend on the number of members.
    private var gone: Set<ManagedObjectID> = []
    private(set) var isChanged = false

    var isLoaded: Bool { committed != nil }

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
        for member in members where lookup.insert(member).inserted { order.append(member) }
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

    var count: Int { lookup.count }

    func contains(_ id: ManagedObjectID) -> Bool { lookup.contains(id) }

    mutating func add(_ id: ManagedObjectID) {
        guard isLoaded else {
            noted.append((id, true))
            isChanged = true
            return
        }
        guard lookup.insert(id).inserted else { return }
        if gone.contains(id) { sweep() }
        order.append(id)
        isChanged = true
    }

    mutating func remove(_ id: ManagedObjectID) {
        guard isLoaded else {
            noted.append((id, false))
            isChanged = true
            return
        }
        guard lookup.remove(id) != nil else { return }
        gone.insert(id)
        isChanged = true
    }

    /// Gives the loaded members another order or other members.
    mutating func replace(with members: [ManagedObjectID]) {
        order = []
        lookup = []
        gone = []
        for member in members where lookup.insert(member).inserted { order.append(member) }
        isChanged = true
    }

    /// Takes over new IDs after a save.
    mutating func rename(_ names: [ManagedObjectID: ManagedObjectID]) {
        func renamed(_ ids: [ManagedObjectID]) -> [ManagedObjectID] {
            ids.map { names[$0] ?? $0 }
        }
        committed = committed.map(renamed)
        order = renamed(order)
        noted = noted.map { (names[$0.id] ?? $0.id, $0.joins) }
        lookup = Set(lookup.map { names[$0] ?? $0 })
        gone = Set(gone.map { names[$0] ?? $0 })
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
