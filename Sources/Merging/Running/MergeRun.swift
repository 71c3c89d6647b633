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
        let report = try Self.apply(source, to: copy, targets, choice) { connection, targets in
            try editionKeys(source, targets, copy, connection)
        }
        return (report, source.hasBase ? source.rules : rules)
    }

    /// Applies changes to a copy of the user's store.
    ///
    /// - Parameter editionKeys: gives what the store is to keep of the edition's primary keys, once all
    ///   objects have theirs; nil for what it keeps already.
    static func apply(
        _ source: any SeedChangeSource, to copy: (path: String, store: OpenedStore),
        _ targets: [SeedObject: Int64], _ choice: MergeChoice,
        _ editionKeys: (Connection, [SeedObject: Int64]) throws -> EditionKeys?
    ) throws -> MergeReport {
        let coordinator = PersistentStoreCoordinator(copy.store, path: copy.path, access: .readWrite)
        let connection = try Connection(path: copy.path, mode: .readWrite)
        // Nobody else sees the copy before it is whole.
        try connection.execute(
            "PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY; PRAGMA temp_store = MEMORY")
        let merger = try Merger(
            source, into: coordinator, over: connection, targets: targets, choice: choice)
        let report = try merger.run()
        let former = EditionKeys(of: copy.store.inspection)
        if let keys = try editionKeys(connection, merger.targets), keys != former,
            former != nil || !keys.isEmpty
        {
            try keep(keys, in: connection)
        }
        return report
    }

    /// Keeps in the metadata which objects have other primary keys than in the edition.
    private static func keep(_ keys: EditionKeys, in connection: Connection) throws {
        let bytes = try connection.rows("SELECT Z_PLIST FROM Z_METADATA LIMIT 1", []) { $0.blob(at: 0) }.first
        guard let bytes = bytes ?? nil, var entries = try PropertyList(bytes: bytes).dictionary else {
            return
        }
        entries[EditionKeys.metadataKey] = keys.isEmpty ? nil : keys.propertyList
        let update = try connection.prepare("UPDATE Z_METADATA SET Z_PLIST = ?")
        try update.bind(.blob(PropertyList.dictionary(entries).binary), at: 1)
        try update.run()
    }

    /// Where the objects of the new edition are in the merged store.
    private func editionKeys(
        _ source: StoreChanges, _ targets: [SeedObject: Int64], _ copy: (path: String, store: OpenedStore),
        _ connection: Connection
    ) throws -> EditionKeys? {
        // Of another line the primary keys say nothing.
        guard new.store.inspection.uuid.uppercased() == copy.store.inspection.uuid.uppercased() else {
            return nil
        }
        let isRebuilt = EditionKeys.isRebuilt(copy.store)
        var keys = EditionKeys(digest: isRebuilt ? try EditionKeys.digest(ofEdition: new.path) : [])
        for (family, name) in ObjectFamilies(copy.store.layout).names.enumerated() {
            guard let there = copy.store.layout.entity(named: name)?.table,
                let here = new.store.layout.entity(named: name)?.table,
                new.store.inspection.table(named: here) != nil
            else { continue }
            let present = Set(
                try connection.rows("SELECT Z_PK FROM \(there.sqlIdentifier)", []) { $0.integer(at: 0) })
            try new.store.connection.forEachRow("SELECT Z_PK FROM \(here.sqlIdentifier)") { row in
                let key = row.integer(at: 0)
                let found = targets[source.seed(family: family, newKey: key)]
                if let found, present.contains(found) {
                    if found != key { keys.note(name, edition: key, store: found) }
                } else if present.contains(key) {
                    keys.note(name, edition: key, store: 0)
                }
            }
        }
        return keys
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
        let descent = try ObjectChanges.pairs(
            old: base, new: copy, choice: choice.comparison, for: .descent,
            editionKeys: EditionKeys.of(edition: base.path, in: copy.store))
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
