import Foundation

nonisolated extension SeedMerge {
    /// A property list in a store's metadata, as far as merges use it.
    public enum Plist: Equatable, Sendable {
        case string(String)
        case integer(Int64)
        case boolean(Bool)
        case array([Plist])
        case dictionary([String: Plist])

        /// The entry of a dictionary.
        public subscript(key: String) -> Plist? {
            if case .dictionary(let entries) = self { entries[key] } else { nil }
        }
        /// The text.
        public var string: String? { if case .string(let text) = self { text } else { nil } }
        var strings: [String] {
            if case .array(let values) = self { values.compactMap { $0.string } } else { [] }
        }
        var entries: [String: Plist] { if case .dictionary(let entries) = self { entries } else { [:] } }
        /// The numbers of an array; nil where it has anything else.
        var integers: [Int64]? {
            guard case .array(let values) = self else { return nil }
            let numbers = values.compactMap { if case .integer(let number) = $0 { number } else { nil } }
            return numbers.count == values.count ? numbers : nil
        }
    }

    /// What a store notes in its metadata of the edition that it holds.
    public struct Note: Equatable, Sendable {
        /// The key in the metadata.
        public static let metadataKey = "ZseedEdition"
        /// How the identity is computed; notes of earlier versions are ignored.
        private static let version = Plist.integer(2)

        /// The identity of the edition's contents: 32 hexadecimal digits.
        public let identity: String
        /// The model version checksum of the edition.
        public let model: String
        /// The properties by which the edition's plan tells objects apart, by entity.
        public let keys: [String: [String]]
        /// Whether the edition's objects have its primary keys, apart from those that ``EditionKeys`` lists.
        public let hasPrimaryKeys: Bool
        /// The root entity of each entity: a migration on the device that changes which entities share a table gives
        /// objects other primary keys, and notes nothing. Empty in a note of an earlier version.
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

        /// Reads a note.
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

        /// Whether there is a note, and ``hasPrimaryKeys`` holds, also in one whose version is unknown.
        static func hasPrimaryKeys(_ list: Plist?) -> Bool {
            list != nil && list?["isApart"] != .boolean(true)
        }

        /// Reads the root entities, also from a note whose version is unknown.
        public static func roots(_ list: Plist?) -> [String: String] {
            (list?["roots"]?.entries ?? [:]).compactMapValues { $0.string }
        }

        /// As the metadata has it.
        public var plist: Plist {
            var entries: [String: Plist] = [
                "version": Self.version, "identity": .string(identity), "model": .string(model),
                "keys": .dictionary(keys.mapValues { .array($0.map { .string($0) }) }),
            ]
            if !hasPrimaryKeys { entries["isApart"] = .boolean(true) }
            if !roots.isEmpty { entries["roots"] = .dictionary(roots.mapValues { .string($0) }) }
            return .dictionary(entries)
        }

        /// Whether entities still share tables as they did. A renamed root entity is the same root.
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

    /// The objects of an edition that have another primary key in a store into which it was merged: both sides give the
    /// next one to new objects.
    ///
    /// The store keeps this in its metadata, so that the merge of the next edition does not take the user's own object
    /// for the seed's with the same primary key.
    public struct EditionKeys: Equatable, Sendable {
        /// The key in the metadata.
        public static let metadataKey = "ZseedEditionKeys"
        /// A store with more is not believed.
        public static let limit = 10_000_000
        private static let greatest: Int64 = 1 << 53

        /// The store's primary keys by those of the edition, for each root entity; 0 where the object with the edition's
        /// key in the store is another one.
        public private(set) var keys: [String: [Int64: Int64]] = [:]
        /// The primary keys in the store of the user's own objects that an edition has as well, for each root entity.
        public var own: [String: Set<Int64>] = [:]
        /// Whether a migration gave objects other primary keys than the edition's: none is believed.
        public var isRenumbered = false

        /// Creates an empty list.
        public init() {}

        /// Whether all objects have the edition's primary keys, and none is the user's own.
        public var isEmpty: Bool { keys.isEmpty && own.isEmpty && !isRenumbered }

        /// Whether the root entities that are named here exist, and primary keys are believed.
        public func holds(_ roots: Set<String>) -> Bool {
            !isRenumbered && roots.isSuperset(of: keys.keys) && roots.isSuperset(of: own.keys)
        }

        /// The same by the root entities that a migration makes of these.
        ///
        /// - Parameter roots: the new name of each root entity; one that is missing is dropped.
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

        /// Notes an object.
        ///
        /// - Parameter store: its primary key in the store; 0 for none.
        public mutating func note(_ root: String, edition: Int64, store: Int64) {
            var pairs = keys[root] ?? [:]
            keys[root] = nil
            pairs[edition] = store == edition ? nil : store
            if !pairs.isEmpty { keys[root] = pairs }
        }

        /// The primary key in the store of an object of the edition; 0 for none.
        public func key(_ root: String, _ edition: Int64) -> Int64 { keys[root]?[edition] ?? edition }

        // MARK: In the metadata

        /// Reads the keys; nil where there are none.
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

        /// Reads ``runs``; nil where they are not valid.
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

        /// As the metadata has it.
        public var plist: Plist {
            // No model has a root entity without a name: earlier versions find that they do not know it.
            let unknown = isRenumbered ? ["": [Int64]()] : [:]
            let noted = runs.merging(unknown) { runs, _ in runs }
            var entries = ["keys": Plist.dictionary(noted.mapValues { .array($0.map { .integer($0) }) })]
            if !own.isEmpty {
                entries["own"] = .dictionary(own.mapValues { .array($0.sorted().map { .integer($0) }) })
            }
            return .dictionary(entries)
        }

        /// For each root entity runs of the edition's first key, the store's, and how many follow in a row.
        public var runs: [String: [Int64]] {
            keys.mapValues { pairs in
                var runs: [(first: Int64, store: Int64, length: Int64)] = []
                // Others come from a damaged store, and would not be believed.
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

    /// The entries of the metadata that a store takes over from an edition, and those that both changed.
    ///
    /// - Parameters:
    ///   - old: the old edition's; nil where there is none.
    ///   - updates: whether, without an old edition, existing entries are replaced.
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
