import Comparing
import ObjectLayer
import ObjectModel
import SQLite
import StoreFormat

/// Merges an edition into a copy of the user's store: finds which objects are the same, and applies what
/// changed.
struct MergeRun {
    let user: PrivateCopy
    let new: (path: String, store: OpenedStore)
    let base: (path: String, store: OpenedStore)?
    let choice: MergeChoice

    /// Merges.
    ///
    /// - Returns: what was done, and what told objects apart.
    func run() throws -> (MergeReport, [String: String]) {
        let source = try StoreChanges(
            base: base.map { try EditionReader(path: $0.path, store: $0.store) },
            new: EditionReader(path: new.path, store: new.store), choice: choice.comparison)
        let copy = try user.open()
        let (targets, rules) = try targets(source, copy)
        let report = try Self.apply(source, to: copy, targets, choice)
        return (report, source.hasBase ? source.rules : rules)
    }

    /// Applies changes to a copy of the user's store.
    static func apply(
        _ source: any SeedChangeSource, to copy: (path: String, store: OpenedStore),
        _ targets: [SeedObject: Int64], _ choice: MergeChoice
    ) throws -> MergeReport {
        let coordinator = PersistentStoreCoordinator(copy.store, path: copy.path, access: .readWrite)
        let connection = try Connection(path: copy.path, mode: .readWrite)
        // Nobody else sees the copy before it is whole.
        try connection.execute(
            "PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY; PRAGMA temp_store = MEMORY")
        return try Merger(source, into: coordinator, over: connection, targets: targets, choice: choice).run()
    }

    // MARK: Which objects are the same

    private func targets(
        _ source: StoreChanges, _ copy: (path: String, store: OpenedStore)
    ) throws -> ([SeedObject: Int64], [String: String]) {
        let families = ObjectFamilies(copy.store.layout)
        var targets: [SeedObject: Int64] = [:]
        func add(_ pairs: [String: [Int64: Int64]], isNew: Bool) {
            for (family, name) in families.names.enumerated() {
                for (key, user) in pairs[name] ?? [:] {
                    let object = SeedObject(isNew: isNew, family: family, primaryKey: key)
                    if targets[object] == nil { targets[object] = user }
                }
            }
        }
        guard let base else {
            let found = try ObjectChanges.pairs(
                old: new, new: copy, choice: choice.comparison, for: .update)
            add(found.pairs, isNew: true)
            return (targets, found.rules)
        }
        let descent = try ObjectChanges.pairs(old: base, new: copy, choice: choice.comparison, for: .descent)
        add(descent.pairs, isNew: false)
        guard
            base.store.inspection.uuid.uppercased() == copy.store.inspection.uuid.uppercased()
                || !targets.isEmpty
        else { throw MergeError(.unrelatedBase, path: base.path) }
        add(try additions(source, descent.pairs, base, copy), isNew: true)
        return (targets, descent.rules)
    }

    /// New objects that the user added, too, as keys and unique values tell.
    private func additions(
        _ source: StoreChanges, _ descent: [String: [Int64: Int64]],
        _ base: (path: String, store: OpenedStore), _ copy: (path: String, store: OpenedStore)
    ) throws -> [String: [Int64: Int64]] {
        let model = copy.store.model
        let families = ObjectFamilies(copy.store.layout)
        var added: [String: Set<Int64>] = [:]
        for change in source.changes where change.kind == .added {
            added[families.names[change.object.family], default: []].insert(change.object.primaryKey)
        }
        guard !added.isEmpty,
            !choice.comparison.keys.isEmpty
                || model.entities.contains(where: { !$0.uniquenessConstraints.isEmpty })
        else { return [:] }
        var found = try ObjectChanges.pairs(
            old: new, new: copy, choice: choice.comparison, for: .additions
        ).pairs
        for (name, pairs) in found { found[name] = pairs.filter { added[name]?.contains($0.key) == true } }
        try withoutMoved(&found, descent, base, copy)
        return found
    }

    /// Leaves out objects of the user's that have a unique value only until they follow the new edition,
    /// which gives it to another object.
    private func withoutMoved(
        _ additions: inout [String: [Int64: Int64]], _ descent: [String: [Int64: Int64]],
        _ base: (path: String, store: OpenedStore), _ copy: (path: String, store: OpenedStore)
    ) throws {
        let seeds = descent.mapValues { Set($0.values) }
        guard
            additions.contains(where: { name, pairs in
                pairs.values.contains { seeds[name]?.contains($0) == true }
            })
        else { return }
        let still = try ObjectChanges.pairs(
            old: base, new: copy, choice: choice.comparison, for: .additions
        ).pairs
        for (name, pairs) in additions {
            let own = Set((still[name] ?? [:]).filter { descent[name]?[$0.key] == $0.value }.values)
            additions[name] = pairs.filter { !own.contains($0.value) }
        }
    }
}
