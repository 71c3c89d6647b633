import Foundation

nonisolated extension SeedMerge {
    /// A value of a property list in a store's metadata, of the types that merges use.
    public enum Plist: Equatable, Sendable {
        case string(String)
        case integer(Int64)
        case boolean(Bool)
        case array([Plist])
        case dictionary([String: Plist])

        /// Returns an entry of a dictionary.
        public subscript(key: String) -> Plist? {
            if case .dictionary(let entries) = self { entries[key] } else { nil }
        }
        /// The text; nil for another type.
        public var string: String? { if case .string(let text) = self { text } else { nil } }
        var strings: [String] {
            if case .array(let values) = self { values.compactMap { $0.string } } else { [] }
        }
        var entries: [String: Plist] { if case .dictionary(let entries) = self { entries } else { [:] } }
        /// The numbers of an array; nil if it has other elements.
        var integers: [Int64]? {
            guard case .array(let values) = self else { return nil }
            let numbers = values.compactMap { if case .integer(let number) = $0 { number } else { nil } }
            return numbers.count == values.count ? numbers : nil
        }
    }

    /// The note in a store's metadata about the edition that it holds.
    public struct Note: Equatable, Sendable {
        /// The key in the metadata.
        public static let metadataKey = "ZseedEdition"
        /// The version of the identity's algorithm. Notes of earlier versions are ignored.
        private static let version = Plist.integer(2)

        /// The identity of the edition's contents: 32 hexadecimal digits.
        public let identity: String
        /// The model version checksum of the edition.
        public let model: String
        /// The properties by which the edition's plan identifies objects, by entity.
        public let keys: [String: [String]]
        /// Whether objects have the edition's primary keys, except for those that ``EditionKeys`` lists.
        public let hasPrimaryKeys: Bool
        /// The root entity of each entity; empty in a note of an earlier version. A migration on the device that
        /// changes which entities share a table gives objects other primary keys, and records nothing.
        public let roots: [String: String]

        /// Creates a note.
        public init(
            identity: String, model: String, keys: [String: [String]], hasPrimaryKeys: Bool,
            roots: [String: String]
        ) {
            self.identity = identity
            self.model = model
            self.keys = keys
            self.hasPrimaryKeys = hasPrimaryKeys
            self.roots = roots
        }

        /// Reads a note; nil if it is missing, incomplete or of another version.
        public init?(_ list: Plist?) {
            guard let list, list["version"] == Self.version, let identity = list["identity"]?.string,
                let model = list["model"]?.string
            else { return nil }
            self.identity = identity
            self.model = model
            keys = (list["keys"]?.entries ?? [:]).compactMapValues { $0.strings.isEmpty ? nil : $0.strings }
            hasPrimaryKeys = Self.hasPrimaryKeys(list)
            roots = Self.roots(list)
        }

        /// Returns whether there is a note in which ``hasPrimaryKeys`` is true, even if its version is unknown.
        static func hasPrimaryKeys(_ list: Plist?) -> Bool {
            list != nil && list?["isApart"] != .boolean(true)
        }

        /// Returns the root entities, even if the note's version is unknown.
        public static func roots(_ list: Plist?) -> [String: String] {
            (list?["roots"]?.entries ?? [:]).compactMapValues { $0.string }
        }

        /// The property list for the metadata.
        public var plist: Plist {
            var entries: [String: Plist] = [
                "version": Self.version, "identity": .string(identity), "model": .string(model),
                "keys": .dictionary(keys.mapValues { .array($0.map { .string($0) }) }),
            ]
            if !hasPrimaryKeys { entries["isApart"] = .boolean(true) }
            if !roots.isEmpty { entries["roots"] = .dictionary(roots.mapValues { .string($0) }) }
            return .dictionary(entries)
        }

        /// Returns whether entities share the same tables as before. A renamed root entity counts as the same one.
        public static func areSame(_ former: [String: String], _ roots: [String: String]) -> Bool {
            var newByOld: [String: String] = [:]
            var oldByNew: [String: String] = [:]
            for (entity, new) in roots {
                guard let old = former[entity] else { continue }
                guard newByOld.updateValue(new, forKey: old) ?? new == new,
                    oldByNew.updateValue(old, forKey: new) ?? old == old
                else { return false }
            }
            return true
        }
    }

    /// The objects of an edition that have another primary key in a store into which it was merged. Their keys differ
    /// because both sides give the next free key to new objects.
    ///
    /// The store keeps this in its metadata, so that the merge of the next edition does not confuse the user's own
    /// object with the seed's object that has the same primary key.
    public struct EditionKeys: Equatable, Sendable {
        /// The key in the metadata.
        public static let metadataKey = "ZseedEditionKeys"
        /// The greatest number of keys. A list with more is invalid.
        public static let limit = 10_000_000
        private static let greatest: Int64 = 1 << 53

        /// The store's primary keys by those of the edition, for each root entity; 0 if the edition's object is not in
        /// the store.
        public private(set) var keys: [String: [Int64: Int64]] = [:]
        /// The primary keys of the user's own objects that an edition has as well, for each root entity.
        public var own: [String: Set<Int64>] = [:]
        /// Whether a migration gave objects other primary keys, so that this list cannot be used.
        public var isRenumbered = false

        /// Creates an empty list.
        public init() {}

        /// Whether all objects have the edition's primary keys, and none is the user's own.
        public var isEmpty: Bool { keys.isEmpty && own.isEmpty && !isRenumbered }

        /// Returns whether the list can be used: all of its root entities exist, and no migration changed primary keys.
        public func holds(_ roots: Set<String>) -> Bool {
            !isRenumbered && roots.isSuperset(of: keys.keys) && roots.isSuperset(of: own.keys)
        }

        /// Returns the list with the names that root entities have after a migration.
        ///
        /// - Parameter roots: the new name of each root entity. Root entities without a new name are left out.
        public func renamed(_ roots: [String: String]) -> EditionKeys {
            var renamed = self
            func named<Entries>(_ entries: [String: Entries]) -> [String: Entries] {
                Swift.Dictionary(
                    entries.compactMap { root, entries in roots[root].map { ($0, entries) } },
                    uniquingKeysWith: { first, _ in first })
            }
            (renamed.keys, renamed.own) = (named(keys), named(own))
            return renamed
        }

        /// Records an object's primary key.
        ///
        /// - Parameter store: its primary key in the store; 0 for none.
        public mutating func note(_ root: String, edition: Int64, store: Int64) {
            var pairs = keys[root] ?? [:]
            keys[root] = nil
            pairs[edition] = store == edition ? nil : store
            if !pairs.isEmpty { keys[root] = pairs }
        }

        /// Returns the primary key in the store of an object of the edition; 0 if it is not in the store.
        public func key(_ root: String, _ edition: Int64) -> Int64 { keys[root]?[edition] ?? edition }

        // MARK: In the metadata

        /// Reads the list from the metadata; nil if it is missing or invalid.
        public init?(_ list: Plist?) {
            guard let list, case .dictionary(let roots)? = list["keys"] else { return nil }
            var runs: [String: [Int64]] = [:]
            for (root, list) in roots {
                guard let numbers = list.integers else { return nil }
                runs[root] = numbers
            }
            self.init(runs: runs)
            isRenumbered = runs[""] != nil
            for (root, list) in list["own"]?.entries ?? [:] {
                guard case .array(let values) = list else { continue }
                own[root] = Set(
                    values.compactMap { if case .integer(let number) = $0 { number } else { nil } })
            }
        }

        /// Reads ``runs``; nil if they are invalid.
        public init?(runs: [String: [Int64]]) {
            var count: Int64 = 0
            for (root, numbers) in runs {
                guard numbers.count.isMultiple(of: 3) else { return nil }
                for start in Swift.stride(from: 0, to: numbers.count, by: 3) {
                    let (first, store, length) = (numbers[start], numbers[start + 1], numbers[start + 2])
                    guard (1...Self.greatest).contains(first), (0...Self.greatest).contains(store),
                        (1...Int64(Self.limit)).contains(length)
                    else { return nil }
                    count += length
                    guard count <= Self.limit else { return nil }
                    for index in 0..<length {
                        note(root, edition: first + index, store: store == 0 ? 0 : store + index)
                    }
                }
            }
        }

        /// The property list for the metadata.
        public var plist: Plist {
            // No model has a root entity without a name, so earlier versions reject the list as one of an unknown
            // entity.
            let unknown = isRenumbered ? ["": [Int64]()] : [:]
            let noted = runs.merging(unknown) { runs, _ in runs }
            var entries = ["keys": Plist.dictionary(noted.mapValues { .array($0.map { .integer($0) }) })]
            if !own.isEmpty {
                entries["own"] = .dictionary(own.mapValues { .array($0.sorted().map { .integer($0) }) })
            }
            return .dictionary(entries)
        }

        /// Runs of keys for each root entity. Each run is three numbers: the edition's first key, the store's first key
        /// (0 for none), and the number of consecutive keys.
        public var runs: [String: [Int64]] {
            keys.mapValues { pairs in
                var runs: [(first: Int64, store: Int64, length: Int64)] = []
                // Other numbers come from a damaged store, and would be rejected when they are read.
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
    }

    /// Returns whether a store has the entries of one edition's metadata that differ from the other edition's.
    public static func isStored<Entry: Equatable>(
        isNew: Bool, old: [String: Entry], new: [String: Entry], in present: [String: Entry]
    ) -> Bool {
        Set(old.keys).union(new.keys).allSatisfy {
            old[$0] == new[$0] || present[$0] == (isNew ? new : old)[$0]
        }
    }

    /// Returns the entries of the metadata that a store takes over from an edition, and the keys of those that both
    /// changed.
    ///
    /// - Parameters:
    ///   - old: the old edition's entries; nil if there is no old edition.
    ///   - updates: whether existing entries are replaced if there is no old edition.
    public static func mergeMetadata<Entry: Equatable>(
        old: [String: Entry]?, new: [String: Entry], present: [String: Entry], updates: Bool,
        preferring side: Side
    ) -> (changes: [String: Entry?], conflicts: [String]) {
        var changes: [String: Entry?] = [:]
        var conflicts: [String] = []
        for key in Set((old ?? [:]).keys).union(new.keys).sorted() where present[key] != new[key] {
            if let old {
                guard old[key] != new[key] else { continue }
                if present[key] != old[key] {
                    conflicts.append(key)
                    guard side == .seed else { continue }
                }
            } else {
                guard present[key] == nil || updates else { continue }
            }
            changes[key] = .some(new[key])
        }
        return (changes, conflicts)
    }
}
