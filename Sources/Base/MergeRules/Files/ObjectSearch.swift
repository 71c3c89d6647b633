import Foundation

nonisolated extension SeedMerge {
    /// Finds the objects of a file in a store, by their keys or by their primary keys. If the store certainly holds the
    /// old edition, primary keys come first. If the store only started as the old edition, they are used for objects
    /// that are not found by keys, unless the keys contradict.
    final class ObjectSearch<Store: Context> {
        typealias Bool = Swift.Bool
        typealias Int = Swift.Int
        typealias Int64 = Swift.Int64
        typealias Set = Swift.Set
        typealias String = Swift.String

        private let file: ChangesFile
        private let store: Store
        private let editionKeys: EditionKeys
        private let isOfLine: Bool
        private let isCertain: Bool
        private(set) var targets: [Object: Store.ID] = [:]
        /// The number of objects whose primary key belongs to another object in the store.
        private(set) var contradictions = 0
        private var taken: Set<Store.ID> = []
        /// The primary keys of the old edition's objects in the user's store, by root entity.
        private var former: [String: IndexSet] = [:]
        /// The order of the keys of each entity, by their properties. An object without a value lacks a key.
        private var ranks: [String: [[String]: Int]] = [:]

        init(
            _ file: ChangesFile, in store: Store, editionKeys: EditionKeys, isOfLine: Bool, isCertain: Bool
        ) {
            self.file = file
            self.store = store
            self.editionKeys = editionKeys
            self.isOfLine = isOfLine
            self.isCertain = isCertain
            for (_, entity, keys) in file.objects.sorted(by: { $0.keys.count > $1.keys.count }) {
                for key in keys {
                    let names = key.keys.sorted()
                    if ranks[entity]?[names] == nil {
                        ranks[entity, default: [:]][names] = ranks[entity]?.count ?? 0
                    }
                }
            }
            guard isCertain else { return }
            former = file.primaryKeys ?? [:]
            for (root, pairs) in editionKeys.keys {
                for edition in pairs.keys { former[root]?.remove(Int(edition)) }
                for (edition, key) in pairs
                where key != 0 && file.primaryKeys?[root]?.contains(Int(edition)) == true {
                    former[root]?.insert(Int(key))
                }
            }
        }

        func run() throws {
            // For a few objects, preparing the search would take longer than searching.
            guard file.objects.count > 16 else { return try search() }
            try store.searching(by: ranks.mapValues { Set($0.keys) }, search)
        }

        private func search() throws {
            if isCertain {
                for withLinks in [false, true] { try findByPrimaryKey(withLinks: withLinks) }
            }
            try findByKeys(isNew: false)
            if isOfLine, !isCertain {
                // First the objects that may be part of other objects' keys.
                try findByPrimaryKey(withLinks: false)
                try findByKeys(isNew: false)
                try findByPrimaryKey(withLinks: true)
            }
            // Objects of the old edition are already taken, so a new object cannot match one of them.
            try findByKeys(isNew: true)
        }

        /// Finds objects by their keys. Objects whose keys contain links are found as soon as their destinations are.
        private func findByKeys(isNew: Bool) throws {
            try find(isNew: isNew, withLinks: false)
            while try find(isNew: isNew, withLinks: true) {}
        }

        /// - Returns: whether any object was found.
        @discardableResult
        private func find(isNew: Bool, withLinks: Bool) throws -> Bool {
            let before = targets.count
            // The model's first constraint is compared for all objects before the next one.
            for pass in 0..<(ranks.values.map { $0.count }.max() ?? 0) {
                for (object, entity, keys) in file.objects
                where object.isNew == isNew && targets[object] == nil {
                    guard
                        let key = keys.first(where: {
                            Self.hasLinks($0) == withLinks && ranks[entity]?[$0.keys.sorted()] == pass
                        }), let values = try values(key, entity), let found = try store.find(entity, values)
                    else { continue }
                    let root = store.schema.roots[object.family]
                    if let key = store.primaryKey(of: found), former[root]?.contains(Int(key)) == true {
                        continue
                    }
                    if taken.insert(found).inserted { targets[object] = found }
                }
            }
            return targets.count > before
        }

        private static func hasLinks(_ key: [String: FileValue]) -> Bool {
            key.values.contains { $0.object != nil }
        }

        /// Returns the values of a key, or nil if it contains a link to an object that has not been found.
        private func values(
            _ key: [String: FileValue], _ entity: String
        ) throws -> [(name: String, value: Store.Value)]? {
            var values: [(name: String, value: Store.Value)] = []
            for (name, part) in key.sorted(by: { $0.key < $1.key }) {
                var value: Store.Value?
                if let number = part.object {
                    let object = file.objects[number].object
                    value = try targets[object].map {
                        store.reference(to: try store.object(store.schema.roots[object.family], $0))
                    }
                } else {
                    value = try store.value(part, entity, name)
                }
                guard let value else { return nil }
                values.append((name, value))
            }
            return values
        }

        private func findByPrimaryKey(withLinks: Bool) throws {
            for (object, entity, keys) in file.objects where !object.isNew && targets[object] == nil {
                guard keys.contains(where: { Self.hasLinks($0) }) == withLinks else { continue }
                let root = store.schema.roots[object.family]
                guard let found = try store.find(root, primaryKey: editionKeys.key(root, object.primaryKey)),
                    !taken.contains(found.id)
                else { continue }
                if try found.entity == entity && (isCertain || !contradicts(found.id, root, entity, keys)) {
                    taken.insert(found.id)
                    targets[object] = found.id
                } else if !isCertain {
                    contradictions += 1
                }
            }
        }

        /// Returns whether an object of the user's store has values for all properties of a key, and at least one
        /// differs from the edition's.
        private func contradicts(
            _ id: Store.ID, _ root: String, _ entity: String, _ keys: [[String: FileValue]]
        ) throws -> Bool {
            let object = try store.object(root, id)
            return try keys.filter { !Self.hasLinks($0) }.contains { key in
                let pairs = try key.map { name, plain in
                    let value: ChangedValue<Store.Value> =
                        try store.value(plain, entity, name).map { .value($0) } ?? .nothing
                    return (own: try store.value(name, of: object), other: value)
                }
                return pairs.allSatisfy { $0.own != .nothing } && pairs.contains { $0.own != $0.other }
            }
        }
    }

    /// Merges a file of changes into a store.
    public final class FileMerge<Store: Context> {
        public typealias Bool = Swift.Bool
        public typealias Int = Swift.Int
        public typealias Int64 = Swift.Int64
        public typealias Set = Swift.Set
        public typealias String = Swift.String

        /// A store's records about editions.
        public struct Noted {
            /// The note of an edition; nil if there is none.
            let list: Plist?
            /// Whether the note is of the store's version of the model.
            let isOfModel: Bool
            /// The objects of the edition with other primary keys.
            let keys: EditionKeys?
            /// The store's UUID.
            let uuid: String

            /// Creates the records.
            public init(list: Plist?, isOfModel: Bool, keys: EditionKeys?, uuid: String) {
                self.list = list
                self.isOfModel = isOfModel
                self.keys = keys
                self.uuid = uuid
            }
        }

        /// Applies the changes.
        public let merger: Merger<Store, FileChanges<Store>>
        /// Whether the edition's primary keys are valid in the store, except for those in ``EditionKeys``.
        public let hasPrimaryKeys: Bool
        /// The number of changed objects by entity that have no keys, and so cannot be found in a store that does not
        /// record the old edition.
        public private(set) var unsearchable: [String: Int] = [:]
        private let file: ChangesFile
        private let store: Store
        private let kept: EditionKeys?
        private let isRenumbered: Bool

        /// Finds the objects that the file names.
        ///
        /// - Throws: ``MergeError``.
        public init(
            _ file: ChangesFile, into store: Store, _ noted: Noted, preferring side: Side,
            without blocked: BlockedChanges
        ) throws {
            self.file = file
            self.store = store
            kept = noted.keys
            let schema = store.schema
            isRenumbered =
                noted.keys?.holds(Set(schema.roots)) == false
                || !Note.areSame(Note.roots(noted.list), schema.rootsByEntity)
            let note = Note(noted.list)
            let isCertain =
                noted.isOfModel && note?.hasPrimaryKeys == true && note?.identity == file.editions?.old
            let isOfLine = isCertain || noted.uuid.uppercased() == file.baseUUID && !isRenumbered
            let keys = noted.keys ?? EditionKeys()
            let search = ObjectSearch(
                file, in: store, editionKeys: keys, isOfLine: isOfLine, isCertain: isCertain)
            try search.run()
            let targets = search.targets
            guard isOfLine || !targets.isEmpty || file.objects.allSatisfy({ $0.object.isNew }) else {
                throw MergeError.otherBase
            }
            guard search.contradictions <= targets.count else {
                throw MergeError.contradictingBase(
                    contradictions: search.contradictions, matches: targets.count)
            }
            let source = FileChanges(file, for: store, certainKeys: isCertain ? keys : nil)
            merger = Merger(
                source, into: store, targets: targets, preferring: side, without: blocked)
            for (root, own) in noted.keys?.own ?? [:] {
                guard let family = schema.roots.firstIndex(of: root) else { continue }
                merger.userOwned[family] = Set(try own.map { try store.id(root, primaryKey: $0) })
            }
            // The file does not name all objects, so the store must have recorded an edition once, of any version.
            let agree = targets.allSatisfy { object, id in
                object.isNew
                    || keys.key(schema.roots[object.family], object.primaryKey) == store.primaryKey(of: id)
            }
            hasPrimaryKeys =
                isCertain
                || isOfLine && search.contradictions == 0 && Note.hasPrimaryKeys(noted.list) && agree
            if !isOfLine {
                for (object, entity, keys) in file.objects where !object.isNew && keys.isEmpty {
                    unsearchable[entity, default: 0] += 1
                }
            }
        }

        /// Returns the note of the new edition, or nil if the file does not name it.
        ///
        /// - Parameter model: the model version checksum.
        public func note(model: String) -> Note? {
            file.editions.map { editions in
                Note(
                    identity: editions.new, model: model, keys: file.keys, hasPrimaryKeys: hasPrimaryKeys,
                    roots: store.schema.rootsByEntity)
            }
        }

        /// Returns the primary keys of the new edition's objects: those in the file, and the remaining ones as in the
        /// old edition.
        ///
        /// - Returns: a closure that returns the keys once all objects have theirs.
        public func editionKeys() throws -> (_ primaryKey: (Store.ID) -> Int64?) -> EditionKeys {
            let former = kept?.keys ?? [:]
            let removed = Set(file.changes.lazy.filter { $0.kind == .removed }.map { $0.object })
            var keys = EditionKeys()
            keys.own = merger.userOwnedKeys
            keys.isRenumbered = isRenumbered
            for (family, root) in store.schema.roots.enumerated() {
                for (edition, key) in former[root] ?? [:]
                where !removed.contains(Object(isNew: false, family: family, primaryKey: edition)) {
                    keys.note(root, edition: file.moved.key(root, edition), store: key)
                }
                for (old, new) in file.moved.keys[root] ?? [:] {
                    keys.note(root, edition: new, store: former[root]?[old] ?? old)
                }
            }
            let present = try file.objects.compactMap {
                item -> (root: String, edition: Int64, id: Store.ID?)? in
                guard !removed.contains(item.object) else { return nil }
                let root = store.schema.roots[item.object.family]
                let key = item.object.primaryKey
                // If an object is not in the store, its primary key may go to an object that the user creates.
                let found = try merger.targets[item.object].flatMap { id in
                    try store.existingObject(root, id).map { _ in id }
                }
                return (root, item.object.isNew ? key : file.moved.key(root, key), found)
            }
            return { primaryKey in
                var keys = keys
                for (root, edition, id) in present {
                    keys.note(root, edition: edition, store: id.flatMap(primaryKey) ?? 0)
                }
                return keys
            }
        }
    }
}
