import ObjectModel
import SQLite

/// The objects of an edition that have another primary key in a store into which the edition was merged. Both sides
/// give the next free key to new objects.
///
/// Such a store keeps these keys in its metadata. At the next merge, when this edition is the old one, they prevent
/// the user's own object from being taken for the seed's with the same primary key.
package struct EditionKeys: Equatable, Sendable {
    /// The key in the metadata.
    package static let metadataKey = "ZseedEditionKeys"
    /// The limit of accepted keys.
    package static let most = 10_000_000
    private static let greatest: Int64 = 1 << 53

    /// The store's primary keys by those of the edition, for each root entity. The key is 0 if the store's object
    /// with the edition's key is a different one.
    package private(set) var keys: [String: [Int64: Int64]] = [:]

    /// For each root entity, the primary keys of the user's own objects that are also in an edition.
    package var own: [String: Set<Int64>] = [:]

    /// Whether a migration gave objects other numbers than it gave the edition's, so that primary keys identify
    /// nothing.
    package var isRenumbered = false

    /// Creates an empty list.
    package init() {}

    /// Whether all objects have the edition's primary keys, and none is the user's own.
    package var isEmpty: Bool { keys.isEmpty && own.isEmpty && !isRenumbered }

    /// Returns whether the primary keys of a store are still those of its edition, except for the recorded ones. They
    /// are not after a migration that gave objects other keys.
    package static func hold(in store: OpenedStore) -> Bool {
        EditionKeys(of: store.inspection)?.holds(in: store.layout) != false
            && EditionNote.hasSameRoots(store.inspection, store.layout)
    }

    /// Returns whether the root entities with recorded keys still exist.
    private func holds(in layout: StoreLayout) -> Bool {
        let roots = Set(layout.entities.map(\.rootName))
        return !isRenumbered && roots.isSuperset(of: keys.keys) && roots.isSuperset(of: own.keys)
    }

    /// Returns the keys by the root entities after a migration.
    ///
    /// - Parameter roots: the new name of each root entity. The keys of missing ones are removed.
    package func renamed(_ roots: [String: String]) -> EditionKeys {
        var renamed = self
        func named<Entries>(_ entries: [String: Entries]) -> [String: Entries] {
            Dictionary(
                entries.compactMap { root, entries in roots[root].map { ($0, entries) } },
                uniquingKeysWith: { first, _ in first })
        }
        (renamed.keys, renamed.own) = (named(keys), named(own))
        return renamed
    }

    /// Records an object.
    ///
    /// - Parameter store: its primary key in the store; 0 for none.
    package mutating func note(_ root: String, edition: Int64, store: Int64) {
        var pairs = keys[root] ?? [:]
        keys[root] = nil
        pairs[edition] = store == edition ? nil : store
        if !pairs.isEmpty { keys[root] = pairs }
    }

    /// Returns the primary key in the store for an object of the edition; 0 for none.
    package func key(_ root: String, _ edition: Int64) -> Int64 { keys[root]?[edition] ?? edition }

    // MARK: In the metadata

    /// Reads the keys that a store keeps; nil if there are none.
    package init?(of inspection: StoreInspection) {
        guard let metadata = try? PropertyList(bytes: inspection.metadataPropertyList),
            let list = metadata[Self.metadataKey], case .dictionary(let roots)? = list["keys"]
        else { return nil }
        var runs: [String: [Int64]] = [:]
        for (root, list) in roots {
            guard case .array(let values) = list else { return nil }
            runs[root] = values.compactMap { if case .integer(let number) = $0 { number } else { nil } }
            guard runs[root]?.count == values.count else { return nil }
        }
        self.init(runs: runs)
        isRenumbered = runs[""] != nil
        guard case .dictionary(let roots)? = list["own"] else { return }
        for (root, list) in roots {
            guard case .array(let values) = list else { continue }
            own[root] = Set(values.compactMap { if case .integer(let number) = $0 { number } else { nil } })
        }
    }

    /// Reads ``runs``; nil if they are invalid.
    package init?(runs: [String: [Int64]]) {
        var count: Int64 = 0
        for (root, numbers) in runs {
            guard numbers.count.isMultiple(of: 3) else { return nil }
            for start in stride(from: 0, to: numbers.count, by: 3) {
                let (first, store, length) = (numbers[start], numbers[start + 1], numbers[start + 2])
                guard (1...Self.greatest).contains(first), (0...Self.greatest).contains(store),
                    (1...Int64(Self.most)).contains(length)
                else { return nil }
                count += length
                guard count <= Self.most else { return nil }
                for index in 0..<length {
                    note(root, edition: first + index, store: store == 0 ? 0 : store + index)
                }
            }
        }
    }

    /// The keys in the form of the metadata.
    package var propertyList: PropertyList {
        // No model has a root entity with this name, so an app treats it as unknown.
        let unknown = isRenumbered ? ["": [Int64]()] : [:]
        let noted = runs.merging(unknown) { runs, _ in runs }
        var entries = [
            "keys": PropertyList.dictionary(noted.mapValues { .array($0.map(PropertyList.integer)) })
        ]
        if !own.isEmpty {
            entries["own"] = .dictionary(own.mapValues { .array($0.sorted().map(PropertyList.integer)) })
        }
        return .dictionary(entries)
    }

    /// For each root entity, runs of consecutive keys: the edition's first key, the store's first key, and the
    /// length.
    package var runs: [String: [Int64]] {
        keys.mapValues { pairs in
            var runs: [(first: Int64, store: Int64, length: Int64)] = []
            // Other keys come from a damaged store and would be rejected when read.
            let known = pairs.filter {
                (1...Self.greatest).contains($0.key) && (0...Self.greatest).contains($0.value)
            }
            for (edition, store) in known.sorted(by: { $0.key < $1.key }) {
                if let last = runs.last, last.first + last.length == edition,
                    store == (last.store == 0 ? 0 : last.store + last.length)
                {
                    runs[runs.count - 1].length += 1
                } else {
                    runs.append((edition, store, 1))
                }
            }
            return runs.flatMap { [$0.first, $0.store, $0.length] }
        }
    }

    // MARK: Editions

    /// Returns whether the primary keys of a store do not identify the objects of an edition. That is so if the
    /// store's UUID is derived from the model, because each edition numbers its objects anew, and after a migration
    /// that numbered them.
    ///
    /// - Throws: `DatabaseError` if the machine fails.
    package static func isRebuilt(_ store: OpenedStore) throws -> Bool {
        if !hold(in: store) { return true }
        let hashes = try ifHeld { try ModelFile.declaredHashes(of: store.connection)?.hashes } ?? nil
        return hashes.map { StoreMetadata.derivedUUID(from: $0).uppercased() }
            == store.inspection.uuid.uppercased()
    }
}
