import Foundation

nonisolated extension SeedMerge {
    /// A file that `zseed diff OLD NEW --changes FILE` wrote.
    public struct ChangesDocument: Swift.Decodable {
        /// The value of `format`.
        public static let format = "zseed-changes"
        /// The version of the schema.
        public static let version = 2

        struct Object: Swift.Decodable {
            let entity: String
            let primaryKey: Int64
            let isNew: Bool?
            let keys: [[String: FileValue]]?
        }

        struct Property: Swift.Decodable {
            let name: String
            let old: FileValue?
            let new: FileValue?
            let oldObject: Int?
            let newObject: Int?
            let oldObjects: [Int]?
            let newObjects: [Int]?
            let keptKeys: [Int64]?
            let isInverse: Bool?
        }

        struct Change: Swift.Decodable {
            let object: Int
            let kind: String
            let properties: [Property]
        }

        struct Editions: Swift.Decodable {
            let old: String
            let new: String
            let model: String?
        }

        /// The metadata entries that differ between the editions, as property lists.
        public struct Metadata: Swift.Decodable {
            /// The old edition's entries.
            public let old: Data
            /// The new edition's entries.
            public let new: Data
        }

        private struct Header: Swift.Decodable {
            let format: String
            let version: Int
        }

        let base: String
        let editions: Editions?
        let keys: [String: [String]]?
        let primaryKeys: [String: [Int64]]?
        let movedKeys: [String: [Int64]]?
        let circles: [String: [String]]?
        let metadata: Metadata?
        /// The version hashes of the model's entities.
        public let model: [String: Data]
        let changes: [Change]
        let objects: [Object]
        /// The sum of the content; nil in a file of an earlier version, or one that was edited by hand.
        let sum: String?

        /// Reads a file.
        ///
        /// - Throws: ``MergeError``.
        public init(_ bytes: Data) throws {
            let decoder = Foundation.JSONDecoder()
            if let header = try? decoder.decode(Header.self, from: bytes) {
                guard header.format == Self.format else { throw MergeError.unknownFormat(version: nil) }
                guard header.version == Self.version else {
                    throw MergeError.unknownFormat(version: header.version)
                }
            }
            guard let found = try? decoder.decode(ChangesDocument.self, from: bytes) else {
                throw MergeError.unknownFormat(version: 0)
            }
            guard found.sum == nil || ChangesSum.isAtEnd(of: bytes) else { throw MergeError.badChanges(.sum) }
            self = found
        }
    }

    /// The contents of a file of changes, checked against the model.
    public final class ChangesFile {
        /// The identities of the editions; nil in a file of an earlier version.
        public let editions: (old: String, new: String)?
        /// The metadata entries that differ between the editions, as property lists.
        public let metadata: ChangesDocument.Metadata?
        /// The UUID of the old edition.
        public let baseUUID: String
        /// The properties by which the new edition's plan identifies objects, by entity.
        public let keys: [String: [String]]
        /// The changes.
        let changes: [Change]
        /// The objects that the changes name, with the keys by which they are found.
        let objects: [(object: Object, entity: String, keys: [[String: FileValue]])]
        /// The properties of each change.
        let properties: [Object: [ChangesDocument.Property]]
        /// The place of each object in ``objects``.
        let places: [Object: Int]
        /// The primary keys of the old edition's objects, by root entity; nil in a file of an earlier version.
        let primaryKeys: [String: IndexSet]?
        /// The primary keys in the new edition, by those in the old one, of objects whose primary keys differ.
        let moved: EditionKeys
        let circles: [String: [String]]

        /// Checks a file.
        ///
        /// - Throws: ``MergeError``.
        public init(_ document: ChangesDocument, _ schema: Schema) throws {
            editions = try document.editions.map { editions in
                guard [editions.old, editions.new].allSatisfy(Self.isIdentity) else {
                    throw MergeError.badChanges(.identity)
                }
                return (editions.old, editions.new)
            }
            metadata = document.metadata
            baseUUID = document.base.uppercased()
            keys = document.keys ?? [:]
            circles = document.circles ?? [:]
            let objects = try document.objects.map { object in
                guard let family = schema.family(object.entity) else {
                    throw MergeError.badChanges(.unknownEntity(object.entity))
                }
                return (
                    object: Object(
                        isNew: object.isNew ?? false, family: family, primaryKey: object.primaryKey),
                    entity: object.entity, keys: object.keys ?? []
                )
            }
            self.objects = objects
            places = Swift.Dictionary(
                objects.enumerated().map { ($1.object, $0) }, uniquingKeysWith: { first, _ in first })
            primaryKeys = try document.primaryKeys?.mapValues { try Self.indexes($0) }
            guard let moved = EditionKeys(runs: document.movedKeys ?? [:]) else {
                throw MergeError.badChanges(.primaryKeys)
            }
            self.moved = moved
            let check = Check(schema: schema, objects: objects)
            for object in objects {
                for (name, value) in object.keys.joined() {
                    try check.key(value, schema.entity(object.entity), name)
                }
            }
            var changes: [Change] = []
            var properties: [Object: [ChangesDocument.Property]] = [:]
            for change in document.changes {
                guard objects.indices.contains(change.object) else {
                    throw MergeError.badChanges(.unknownObject(change.object))
                }
                let (object, entity, _) = objects[change.object]
                guard let kind = Change.Kind(rawValue: change.kind), object.isNew == (kind == .added),
                    properties[object] == nil
                else { throw MergeError.badChanges(.change(change.kind)) }
                changes.append(
                    Change(
                        kind: kind, entity: entity, object: object,
                        oldKey: object.isNew ? nil : object.primaryKey,
                        newKey: object.isNew ? object.primaryKey : nil))
                for property in change.properties { try check.property(property, schema.entity(entity)) }
                properties[object] = change.properties
            }
            self.changes = changes
            self.properties = properties
        }

        /// Returns whether a text is an identity of an edition: 32 hexadecimal digits.
        public static func isIdentity(_ text: String) -> Bool {
            text.utf8.count == 32
                && text.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
        }

        /// Returns primary keys from runs: pairs of a first key and the number of consecutive keys.
        static func indexes(_ runs: [Int64], limit: Int? = nil) throws -> IndexSet {
            let known = Int64(1)...(Int64(1) << 53)
            guard runs.count.isMultiple(of: 2) else { throw MergeError.badChanges(.primaryKeys) }
            var indexes = IndexSet()
            for start in Swift.stride(from: 0, to: runs.count, by: 2) {
                let (first, count) = (runs[start], runs[start + 1])
                guard known.contains(first), known.contains(count) else {
                    throw MergeError.badChanges(.primaryKeys)
                }
                indexes.insert(integersIn: Int(first)..<Int(first + count))
            }
            if let limit, indexes.count > limit { throw MergeError.badChanges(.primaryKeys) }
            return indexes
        }

        /// A check of a file's contents against the model.
        private struct Check {
            let schema: Schema
            let objects: [(object: Object, entity: String, keys: [[String: FileValue]])]

            func key(_ value: FileValue, _ entity: Entity?, _ name: String) throws {
                guard let number = value.object else { return try self.value(value, entity, name) }
                guard let entity, let toOne = entity.toOne(name) else {
                    throw MergeError.badChanges(.unknownProperty(entity: entity?.name ?? "", name: name))
                }
                try object(number, entity, toOne)
            }

            func property(_ property: ChangesDocument.Property, _ entity: Entity?) throws {
                let name = property.name
                if let entity, let relationship = entity.relationship(name) {
                    let numbers =
                        relationship.isToMany
                        ? (property.oldObjects ?? []) + (property.newObjects ?? [])
                        : [property.oldObject, property.newObject].compactMap { $0 }
                    for number in numbers { try object(number, entity, relationship) }
                } else {
                    guard let entity, entity.hasValue(name) else {
                        throw MergeError.badChanges(.unknownProperty(entity: entity?.name ?? "", name: name))
                    }
                    for value in [property.old, property.new].compactMap({ $0 }) {
                        try self.value(value, entity, name)
                    }
                }
                if let runs = property.keptKeys { _ = try indexes(runs, limit: EditionKeys.limit) }
            }

            private func value(_ value: FileValue, _ entity: Entity?, _ name: String) throws {
                guard let entity, let type = entity.types[name] else {
                    throw MergeError.badChanges(.unknownProperty(entity: entity?.name ?? "", name: name))
                }
                guard entity.accepts(value, for: name) else {
                    throw MergeError.badChanges(.value(entity: entity.name, name: name, type: type))
                }
            }

            private func object(_ number: Int, _ entity: Entity, _ relationship: Relationship) throws {
                guard objects.indices.contains(number) else {
                    throw MergeError.badChanges(.unknownObject(number))
                }
                let destination = objects[number].entity
                guard schema.entity(destination)?.isKind(of: relationship.destination) == true else {
                    throw MergeError.badChanges(
                        .destination(
                            entity: entity.name, name: relationship.name, destination: destination))
                }
            }
        }
    }

    /// The changes in a file, with values of a store.
    public final class FileChanges<Store: Context>: Changes {
        public typealias Value = Store.Value
        /// The changes.
        public var changes: [Change] { file.changes }
        /// Whether there is an old edition.
        public var hasBase: Bool { true }
        let file: ChangesFile
        private let store: Store
        /// The objects of the old edition with other primary keys in the user's store; nil if the list is uncertain.
        private let certainKeys: EditionKeys?
        private var prepared: [Object: [ChangedProperty<Value>]] = [:]

        init(_ file: ChangesFile, for store: Store, certainKeys: EditionKeys?) {
            self.file = file
            self.store = store
            self.certainKeys = certainKeys
        }

        /// Reads the properties of the changes once, until the next call.
        ///
        /// - Throws: the error of the store that reads a value.
        public func prepare(_ changes: Swift.ArraySlice<Change>) throws {
            prepared = Swift.Dictionary(
                try changes.map { ($0.object, try read($0)) }, uniquingKeysWith: { first, _ in first })
        }

        /// Returns the changed properties of a change, with the old and new values of the file.
        ///
        /// - Throws: the error of the store that reads a value.
        public func properties(of change: Change) throws -> [ChangedProperty<Value>] {
            try prepared[change.object] ?? read(change)
        }

        private func read(_ change: Change) throws -> [ChangedProperty<Value>] {
            guard let entity = store.schema.entity(change.entity) else { return [] }
            return try (file.properties[change.object] ?? []).map { property in
                let name = property.name
                func value(
                    _ plain: FileValue?, _ one: Int?, _ many: [Int]?
                ) throws -> ChangedValue<Value> {
                    guard let relationship = entity.relationship(name) else {
                        return try plain.flatMap { try store.value($0, entity.name, name) }.map { .value($0) }
                            ?? .nothing
                    }
                    if relationship.isToMany { return .objects((many ?? []).map { file.objects[$0].object }) }
                    return one.map { .object(file.objects[$0].object) } ?? .nothing
                }
                return ChangedProperty(
                    name: name, old: try value(property.old, property.oldObject, property.oldObjects),
                    new: try value(property.new, property.newObject, property.newObjects),
                    kept: try property.keptKeys.map { try ChangesFile.indexes($0) },
                    isInverse: property.isInverse ?? false)
            }
        }

        /// Returns the value of a property in the edition of the change, or nothing if the file does not contain it.
        ///
        /// - Throws: the error of the store that reads a value.
        public func value(_ name: String, of change: Change) throws -> ChangedValue<Value> {
            if let property = try properties(of: change).first(where: { $0.name == name }) {
                switch change.kind {
                case .added: return property.new
                case .changed: return property.new == .nothing ? property.old : property.new
                case .removed: return property.old
                }
            }
            let keys = file.places[change.object].map { file.objects[$0].keys } ?? []
            guard let value = keys.lazy.compactMap({ $0[name] }).first else { return .nothing }
            if let number = value.object { return .object(file.objects[number].object) }
            return try store.value(value, change.entity, name).map { .value($0) } ?? .nothing
        }

        /// Returns nil, because a file contains only the changed values of an object of both editions.
        public func revival(of object: Object) throws -> Change? { nil }

        /// Returns an object of the file as an addition, or as a removal for the old edition; nil if the file lacks it.
        public func present(_ object: Object, inOld: Bool) throws -> Change? {
            file.places[object].map { place in
                Change(
                    kind: inOld ? .removed : .added, entity: file.objects[place].entity, object: object,
                    oldKey: nil, newKey: object.primaryKey)
            }
        }

        /// Returns the object's primary key in the store, 0 if the object is not in it, or nil if that is unknown.
        public func keyInStore(of object: Object) -> Int64? {
            certainKeys?.key(store.schema.roots[object.family], object.primaryKey)
        }

        /// Returns whether the file lists the relationship among those that form circles.
        public func hasCircles(_ relationship: String, family: Int) -> Bool {
            file.circles[store.schema.roots[family]]?.contains(relationship) == true
        }

        /// Returns no owners, which a file of changes does not record.
        public func owners(of change: Change) throws -> [(owner: Object, relationship: String)] { [] }
    }
}

nonisolated extension SeedMerge.Entity {
    /// Returns whether an attribute can have a value.
    func accepts(_ value: SeedMerge.FileValue, for name: SeedMerge.String) -> SeedMerge.Bool {
        guard let type = types[name], value.isValue(of: type) else { return false }
        guard let cases = cases[name], case .string(let text) = value else { return true }
        return cases.contains(text)
    }
}
