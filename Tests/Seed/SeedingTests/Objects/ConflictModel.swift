import Testing

/// The expected contents of a relationship after the rows of several builds. A few dictionaries take the place of a
/// store, for ``ConflictPolicyTests``.
struct ConflictModel {
    /// A relationship of `Person`, and the limits of its inverse.
    struct Kind: Sendable, CustomTestStringConvertible {
        let name: String
        let inverse: String?
        let isToMany: Bool
        var isOrdered = false
        /// Whether an object may be in the relationship of one object only.
        var isExclusive = false
        /// Whether its destinations are other people, so that it is deferred to the end of the load.
        let isOwn: Bool

        var isReflexive: Bool { inverse == name }
        var testDescription: String { (isOwn ? "Person." : "Tag.") + name }
    }

    /// The error of a row with an object that already belongs to another one.
    struct Taken: Error {}

    let kind: Kind
    let policy: String
    private(set) var members: [String: [String]] = [:]
    /// The objects in the order of an ordered inverse.
    private(set) var owners: [String: [String]] = [:]
    private var objects: Set<String> = []

    init(_ kind: Kind, policy: String) {
        self.kind = kind
        self.policy = policy
    }

    /// Runs one build after earlier ones.
    mutating func build(_ rows: [(name: String, cell: [String])]) throws {
        var created: Set<String> = []
        for row in rows {
            let exists = !objects.insert(row.name).inserted
            if exists, policy == "skip" { continue }
            created.formUnion(row.cell)
            if exists, policy == "replace", members[row.name] ?? [] != row.cell || kind.isToMany {
                for member in members[row.name] ?? [] { remove(member, from: row.name) }
            }
            for member in row.cell { try add(member, to: row.name, exists: exists) }
        }
        if kind.isOwn { objects.formUnion(created) }
    }

    private mutating func add(_ member: String, to owner: String, exists: Bool) throws {
        let present = members[owner] ?? []
        if present.contains(member) { return }
        if !kind.isToMany, let other = present.first {
            // Only a one-to-one that is its own inverse gives a new object a value.
            switch policy {
            case "merge": return
            case "replace": remove(other, from: owner)
            default: throw Taken()
            }
        }
        if kind.isExclusive, !(owners[member] ?? []).isEmpty { throw Taken() }
        insert(member, owner)
        if kind.isReflexive, member != owner { insert(owner, member) }
    }

    private mutating func insert(_ member: String, _ owner: String) {
        members[owner, default: []].append(member)
        owners[member, default: []].append(owner)
    }

    private mutating func remove(_ member: String, from owner: String) {
        members[owner]?.removeAll { $0 == member }
        owners[member]?.removeAll { $0 == owner }
        guard kind.isReflexive else { return }
        members[member]?.removeAll { $0 == owner }
        owners[owner]?.removeAll { $0 == member }
    }
}
