import Comparing
import MergeRules
import ObjectLayer
import ObjectModel
import SQLite
import StoreFormat

/// Merges an edition into a copy of the user's store: matches the objects, and applies the changes.
struct MergeRun {
    let user: PrivateCopy
    let new: (path: String, store: OpenedStore)
    let base: (path: String, store: OpenedStore)?
    let choice: MergeChoice
    /// The identity of the new edition.
    let identity: EditionIdentity
    /// The status of the editions in the user's store.
    let status: EditionStatus
    /// The changes that earlier attempts found to be impossible.
    let blocked: SeedMerge.BlockedChanges

    /// Merges.
    ///
    /// - Returns: the report, and the rules by which objects were matched.
    func run() throws -> (MergeReport, [String: String]) {
        let source = try StoreChanges(
            base: base.map { try EditionReader(path: $0.path, store: $0.store) },
            new: EditionReader(path: new.path, store: new.store), choice: choice.comparison)
        let copy = try user.open()
        let (targets, rules) = try targets(source, copy)
        let metadata = SeedMetadata(
            old: try base.map { try AppMetadata.entries(of: $0.store.inspection) },
            new: try AppMetadata.entries(of: new.store.inspection))
        let coordinator = PersistentStoreCoordinator(copy.store, path: copy.path, access: .readWrite)
        let connection = try Self.connection(copy.path)
        let context = try BatchMergeContext(coordinator, over: connection)
        let merger = SeedMerge.Merger(
            source, into: context,
            targets: Dictionary(
                try targets.map { object, key in
                    (object, try context.id(context.schema.roots[object.family], primaryKey: key))
                }, uniquingKeysWith: { first, _ in first }), preferring: choice.preference,
            updates: choice.updates, keys: choice.comparison.keys,
            without: blocked)
        for (root, keys) in EditionKeys(of: copy.store.inspection)?.own ?? [:] {
            guard let family = context.schema.family(root) else { continue }
            merger.userOwned[family] = Set(try keys.map { try context.id(root, primaryKey: $0) })
        }
        do {
            try merger.run()
        } catch let error as SeedMerge.MergeError {
            throw MergeError(error, path: new.path, copy.store.layout)
        }
        var report = MergeReport(merger.report)
        let changes = try metadata.changes(for: copy.store, choice, &report)
        // Without an old edition, objects may keep other values than the new edition's. The store then does not hold
        // the new edition.
        let entries =
            try source.hasBase || merger.hasEdition()
            ? Self.notes(
                note(in: copy.store)?.propertyList, editionKeys(source, merger, copy, connection)
            ).merging(changes) { note, _ in note } : changes
        try StoreMetadata.set(entries, in: connection)
        report.likely = source.likely
        return (report, source.hasBase ? source.rules : rules)
    }

    /// Opens a connection to a private copy.
    static func connection(_ path: String) throws -> Connection {
        let connection = try Connection(path: path, mode: .readWrite)
        // The copy is private, so it need not survive a crash.
        try connection.execute(
            "PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY; PRAGMA temp_store = MEMORY")
        return connection
    }

    /// Takes over the metadata of an edition whose rows the user's store already has.
    static func mergeMetadata(
        of new: (path: String, store: OpenedStore), into copy: PrivateCopy, _ choice: MergeChoice
    ) throws -> MergeReport {
        var report = MergeReport()
        let changes = try SeedMetadata(old: nil, new: AppMetadata.entries(of: new.store.inspection))
            .changes(for: copy.original, choice, &report)
        report.isMergedAlready = report.isEmpty
        guard !report.isEmpty else { return report }
        try StoreMetadata.set(changes, in: Connection(path: copy.path, mode: .readWrite))
        return report
    }

    /// Returns the metadata entries that record an edition. A nil entry removes the record.
    static func notes(_ note: PropertyList?, _ keys: EditionKeys) -> [String: WrittenPropertyList?] {
        [
            EditionNote.metadataKey: note.map { WrittenPropertyList($0) },
            EditionKeys.metadataKey: keys.isEmpty ? nil : WrittenPropertyList(keys.propertyList),
        ]
    }

    /// Returns the record of the new edition; nil if the store has no version hashes.
    private func note(in store: OpenedStore) -> EditionNote? {
        store.inspection.metadata?.versionHashes.map { hashes in
            EditionNote(
                identity: identity, model: hashes.checksum,
                keys: EditionNote(of: new.store.inspection)?.keys ?? [:], roots: store.layout.roots)
        }
    }

    /// Returns the primary keys in the merged store of the new edition's objects.
    private func editionKeys(
        _ source: StoreChanges, _ merger: SeedMerge.Merger<BatchMergeContext, StoreChanges>,
        _ copy: (path: String, store: OpenedStore),
        _ connection: Connection
    ) throws -> EditionKeys {
        var keys = EditionKeys()
        keys.own = merger.userOwnedKeys
        for (family, name) in SeedMerge.Schema(copy.store.layout).roots.enumerated() {
            guard let there = copy.store.layout.entity(named: name)?.table,
                let here = new.store.layout.entity(named: name)?.table,
                new.store.inspection.table(named: here) != nil
            else { continue }
            let highest = copy.store.inspection.primaryKey(of: name)?.highestPrimaryKey ?? 0
            let present = Set(
                try connection.rows("SELECT Z_PK FROM \(there.sqlIdentifier)", []) { $0.integer(at: 0) })
            try new.store.connection.forEachRow("SELECT Z_PK FROM \(here.sqlIdentifier)") { row in
                let key = row.integer(at: 0)
                let found = merger.targets[source.seed(family: family, newKey: key)]?.primaryKey
                if let found, present.contains(found) {
                    keys.note(name, edition: key, store: found)
                } else if present.contains(key) || key > highest {
                    // The user's next object may get the key, too.
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
        let roots = SeedMerge.Schema(copy.store.layout).roots
        var targets: [SeedObject: Int64] = [:]
        func add(_ pairs: [String: [Int64: Int64]], isNew: Bool) {
            for (family, name) in roots.enumerated() {
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
        let kept = EditionKeys(of: copy.store.inspection)
        let isCertain = status.isCertain
        let descent = try ObjectChanges.pairs(
            old: base, new: copy, choice: choice.comparison, for: .descent,
            editionKeys: isCertain
                ? kept ?? EditionKeys()
                : EditionKeys.isRebuilt(copy.store)
                    ? nil : kept.flatMap { $0.keys.isEmpty ? nil : $0 },
            isCertain: isCertain)
        let matches = descent.pairs.values.reduce(0) { $0 + $1.count }
        guard descent.contradictions <= matches else {
            throw MergeError(
                .contradictingBase(contradictions: descent.contradictions, matches: matches, isFile: false),
                path: base.path)
        }
        add(descent.pairs, isNew: false)
        guard
            isCertain || !targets.isEmpty
                || base.store.inspection.uuid.uppercased() == copy.store.inspection.uuid.uppercased()
        else { throw MergeError(.unrelatedBase, path: base.path) }
        add(try additions(source, descent.pairs, copy), isNew: true)
        return (targets, descent.rules)
    }

    /// Returns the new objects that the user added as well, matched by keys and unique values.
    private func additions(
        _ source: StoreChanges, _ descent: [String: [Int64: Int64]],
        _ copy: (path: String, store: OpenedStore)
    ) throws -> [String: [Int64: Int64]] {
        let model = copy.store.model
        let roots = SeedMerge.Schema(copy.store.layout).roots
        var added: [String: Set<Int64>] = [:]
        for change in source.changes where change.kind == .added {
            added[roots[change.object.family], default: []].insert(change.object.primaryKey)
        }
        guard !added.isEmpty,
            !choice.comparison.keys.isEmpty || choice.comparison.notedKeys?.isEmpty == false
                || model.entities.contains(where: { !$0.uniquenessConstraints.isEmpty })
        else { return [:] }
        // Keys with links to the old edition's objects need the places of these in the user's store.
        let hasLinks = model.entities.contains { entity in
            choice.comparison.identifying(entity, in: model).joined().contains {
                entity.relationship(named: $0) != nil
            }
        }
        let known = try hasLinks ? keys(source, descent, copy) : nil
        var found = try ObjectChanges.pairs(
            old: new, new: copy, choice: choice.comparison, for: .additions, editionKeys: known,
            isCertain: known != nil
        ).pairs
        for (name, pairs) in found { found[name] = pairs.filter { added[name]?.contains($0.key) == true } }
        // An object of the old edition is not one of the new objects, even if it has their unique values: the user may
        // have changed its values, or the edition may be about to give them to another object.
        for (name, pairs) in descent {
            let known = Set(pairs.values)
            found[name] = found[name]?.filter { !known.contains($0.value) }
        }
        return found
    }

    /// Returns the primary keys in the user's store, by those in the new edition, of objects that the old edition also
    /// has. New objects get 0.
    private func keys(
        _ source: StoreChanges, _ descent: [String: [Int64: Int64]],
        _ copy: (path: String, store: OpenedStore)
    ) throws -> EditionKeys {
        var keys = EditionKeys()
        for (family, root) in SeedMerge.Schema(copy.store.layout).roots.enumerated() {
            guard let table = new.store.layout.entity(named: root)?.table,
                new.store.inspection.table(named: table) != nil
            else { continue }
            try new.store.connection.forEachRow("SELECT Z_PK FROM \(table.sqlIdentifier)") { row in
                let seed = source.seed(family: family, newKey: row.integer(at: 0))
                let user = seed.isNew ? nil : descent[root]?[seed.primaryKey]
                keys.note(root, edition: row.integer(at: 0), store: user ?? 0)
            }
        }
        return keys
    }
}
