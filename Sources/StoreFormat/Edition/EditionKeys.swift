import ObjectModel
import SQLite

/// Which objects of an edition have another primary key in a store that it was merged into: both sides give
/// the next one to what is new.
///
/// Such a store keeps this in its metadata. When the next edition comes, and this one is the old edition, the
/// user's own object is not taken for the seed's with the same primary key.
package struct EditionKeys: Equatable, Sendable {
    /// The key in the metadata.
    package static let metadataKey = "ZseedEditionKeys"
    /// More are not believed.
    package static let most = 10_000_000
    private static let greatest: Int64 = 1 << 53

    /// The store's primary keys by those of the edition, for each root entity; 0 where the store has an object
    /// under the edition's key that is another one.
    package private(set) var keys: [String: [Int64: Int64]] = [:]

    /// The primary keys in the store of the user's own objects that an edition has, too, of each root entity.
    package var own: [String: Set<Int64>] = [:]

    /// Whether a migration numbered objects otherwise than it numbers the edition's: no primary key says anything.
    package var isRenumbered = false

    /// Begins with none.
    package init() {}

    /// Whether all objects have the edition's primary keys, and none is the user's own.
    package var isEmpty: Bool { keys.isEmpty && own.isEmpty && !isRenumbered }

    /// Whether the primary keys of a store are still those of its edition, apart from the ones that it notes: after a
    /// migration that gave objects other keys they are not.
    package static func hold(in store: OpenedStore) -> Bool {
        EditionKeys(of: store.inspection)?.holds(in: store.layout) != false
            && EditionNote.hasSameRoots(store.inspection, store.layout)
    }

    /// Whether the root entities that are named here still exist.
    private func holds(in layout: StoreLayout) -> Bool {
        let roots = Set(layout.entities.map(\.rootName))
        return !isRenumbered && roots.isSuperset(of: keys.keys) && roots.isSuperset(of: own.keys)
    }

    /// The same by the root entities that a migration makes of these.
    ///
    /// - Parameter roots: what becomes of each root entity; one that is left out goes.
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

    /// Notes an object.
    ///
    /// - Parameter store: its primary key in the store; 0 for none.
    package mutating func note(_ root: String, edition: Int64, store: Int64) {
        var pairs = keys[root] ?? [:]
        keys[root] = nil
        pairs[edition] = store == edition ? nil : store
        if !pairs.isEmpty { keys[root] = pairs }
    }

    /// The primary key in the store of an object of the edition; 0 for none.
    package func key(_ root: String, _ edition: Int64) -> Int64 { keys[root]?[edition] ?? edition }

    // MARK: In the metadata

    /// Reads what a store keeps; nil where it keeps none.
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

    /// Reads ``runs``; nil for what are none.
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

    /// As the metadata keeps it.
    package var propertyList: PropertyList {
        // A root entity that no model has: an app finds that it does not know one.
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

    /// Of each root entity runs of the edition's first key, the store's, and how many follow one after the other.
    package var runs: [String: [Int64]] {
        keys.mapValues { pairs in
            var runs: [(first: Int64, store: Int64, length: Int64)] = []
            // Others are a damaged store's, and would not be believed.
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

    /// Whether a store's UUID follows from the model: it says nothing of where the store comes from, and each
    /// edition numbers its objects anew. So it is where a migration numbered them.
    ///
    /// - Throws: `DatabaseError` where the machine is at fault.
    package static func isRebuilt(_ store: OpenedStore) throws -> Bool {
        if !hold(in: store) { return true }
        let hashes = try ifHeld { try ModelFile.declaredHashes(of: store.connection)?.hashes } ?? nil
        return hashes.map { StoreMetadata.derivedUUID(from: $0).uppercased() }
            == store.inspection.uuid.uppercased()
    }
}
