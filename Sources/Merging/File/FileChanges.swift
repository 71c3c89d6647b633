import Comparing
import Files
import Foundation
import ObjectLayer
import ObjectModel
import StoreFormat

/// The changes that a file holds.
final class FileChanges: SeedChangeSource {
    private(set) var changes: [SeedChange] = []
    let hasBase = true
    /// The objects that the changes name, with what they are found by.
    let objects: [(seed: SeedObject, entity: String, keys: [[String: ChangesKeyPart]])]
    /// The primary keys of the old edition's objects, by the names of root entities; nil in a file of an earlier version.
    let primaryKeys: [String: IndexSet]?
    /// The primary keys of the new edition by those of the old one, of what both have under others.
    let moved: EditionKeys
    /// The to-one relationships by which objects of the new edition lead in a circle, by the names of root entities.
    private let circles: [String: [String]]
    let families: ObjectFamilies
    /// The UUID of the old edition.
    let baseUUID: String
    /// The editions that the changes lead from and to; nil in a file of an earlier version.
    let editions: (old: EditionIdentity, new: EditionIdentity)?
    /// What the plan of the new edition tells objects apart by, by the names of entities.
    let identifying: [String: [String]]
    /// What the editions say in the metadata, as far as it differs.
    let metadata: SeedMetadata
    /// The file.
    let path: String
    /// Which objects of the old edition have other primary keys in the user's store; nil where that is not certain.
    var certainKeys: EditionKeys?
    private var properties: [SeedObject: [ChangedProperty]] = [:]
    private let named: [SeedObject: (entity: String, keys: [[String: ChangesKeyPart]])]

    /// Reads a file, which must be of the model of the user's store.
    ///
    /// - Throws: ``MergeError``, `FileError`.
    init(path: String, user: OpenedStore) throws {
        self.path = path
        let document = try Self.document(path)
        let wanted = try ModelFile.declaredHashes(of: user.connection)?.hashes ?? user.model.versionHashes
        let verdict = VersionVerdict(
            VersionHashes(entities: document.model.mapValues { Array($0) }), wanted)
        guard verdict.willOpen else {
            let entities = verdict.differing + verdict.onlyInLeft + verdict.onlyInRight
            throw MergeError(.otherModel(entities: entities.sortedInBinaryOrder()), path: path)
        }
        baseUUID = document.base.uppercased()
        let families = ObjectFamilies(user.layout)
        self.families = families
        circles = document.circles ?? [:]
        editions = try document.editions.map { editions in
            guard let old = EditionIdentity(editions.old), let new = EditionIdentity(editions.new) else {
                throw MergeError(.badChanges("its editions have no identities of 32 digits"), path: path)
            }
            return (old, new)
        }
        identifying = document.keys ?? [:]
        func entries(_ bytes: Data?) throws -> [String: WrittenPropertyList] {
            guard let bytes else { return [:] }
            guard let entries = try? WrittenPropertyList(bytes: Array(bytes)).entries else {
                throw MergeError(.badChanges("its metadata is no property list"), path: path)
            }
            return entries
        }
        metadata = SeedMetadata(
            old: try entries(document.metadata?.old), new: try entries(document.metadata?.new))
        func bad(_ words: String) -> MergeError { MergeError(.badChanges(words), path: path) }
        objects = try document.objects.map { object in
            guard let family = families.index(ofEntity: object.entity) else {
                throw bad("there is no entity \(object.entity)")
            }
            return (
                SeedObject(isNew: object.isNew ?? false, family: family, primaryKey: object.primaryKey),
                object.entity, object.keys ?? []
            )
        }
        func keys(_ runs: [Int64]) throws -> IndexSet {
            guard let keys = Self.keys(runs) else { throw bad("its primary keys are no runs") }
            return keys
        }
        func kept(_ runs: [Int64]) throws -> IndexSet {
            let keys = try keys(runs)
            guard keys.count <= EditionKeys.most else { throw bad("it has a list that is too long") }
            return keys
        }
        primaryKeys = try document.primaryKeys?.mapValues(keys)
        guard let moved = EditionKeys(runs: document.movedKeys ?? [:]) else {
            throw bad("its primary keys are no runs")
        }
        self.moved = moved
        named = Dictionary(
            objects.map { ($0.seed, ($0.entity, $0.keys)) }, uniquingKeysWith: { first, _ in first })
        func object(_ number: Int) throws -> SeedObject {
            guard objects.indices.contains(number) else { throw bad("there is no object \(number)") }
            return objects[number].seed
        }
        func checked(_ number: Int, _ entity: String, _ name: String, to destination: String) throws
            -> SeedObject
        {
            let seed = try object(number)
            guard let own = user.layout.entity(named: objects[number].entity),
                user.layout.entity(named: destination)?.familyNumbers.contains(own.number) == true
            else { throw bad("\(entity).\(name) leads to \(objects[number].entity)") }
            return seed
        }
        func checked(_ value: PropertyValue, _ entity: EntityLayout, _ name: String) throws -> PropertyValue {
            guard entity.accepts(value, for: name) else {
                if let type = entity.attribute(name)?.attribute.type {
                    throw bad("a value of \(entity.name).\(name) is no \(type.xcodeName)")
                }
                throw bad(
                    entity.hasValue(name)
                        ? "a value of \(entity.name).\(name) is none of its cases"
                        : "\(entity.name) has no property \(name)")
            }
            return value
        }
        for (_, entity, keys) in objects {
            guard let layout = user.layout.entity(named: entity) else { throw bad("no entity \(entity)") }
            for (name, part) in keys.joined() {
                switch part {
                case .value(let value): _ = try checked(value, layout, name)
                case .object(let number):
                    guard let toOne = layout.toOne(name) else {
                        throw bad("\(entity) has no property \(name)")
                    }
                    _ = try checked(number, entity, name, to: toOne.destinationName)
                }
            }
        }
        for change in document.changes {
            let seed = try object(change.object)
            guard let kind = SeedChange.Kind(rawValue: change.kind), seed.isNew == (kind == .added),
                properties[seed] == nil
            else { throw bad("an object is \(change.kind), which it cannot be") }
            let entity = objects[change.object].entity
            changes.append(
                SeedChange(
                    kind: kind, entity: entity, object: seed, oldKey: seed.isNew ? nil : seed.primaryKey,
                    newKey: seed.isNew ? seed.primaryKey : nil))
            properties[seed] = try change.properties.map { property in
                guard let layout = user.layout.entity(named: entity) else { throw bad("no entity \(entity)") }
                func value(_ plain: ChangesValue?, _ one: Int?, _ many: [Int]?) throws -> ChangedValue {
                    let name = property.name
                    if let toMany = layout.toMany(name) {
                        return .objects(
                            try (many ?? []).map { try checked($0, entity, name, to: toMany.destinationName) }
                        )
                    }
                    if let toOne = layout.toOne(name) {
                        return try one.map {
                            .object(try checked($0, entity, name, to: toOne.destinationName))
                        } ?? .nothing
                    }
                    guard layout.hasValue(property.name) else {
                        throw bad("\(entity) has no property \(name)")
                    }
                    return try plain.map { .value(try checked($0.value, layout, name)) } ?? .nothing
                }
                return ChangedProperty(
                    name: property.name,
                    old: try value(property.old, property.oldObject, property.oldObjects),
                    new: try value(property.new, property.newObject, property.newObjects),
                    kept: try property.keptKeys.map(kept), isInverse: property.isInverse ?? false)
            }
        }
    }

    /// Runs of primary keys, each of a first one and how many follow from it on; nil for what are none.
    private static func keys(_ runs: [Int64]) -> IndexSet? {
        guard runs.count.isMultiple(of: 2) else { return nil }
        let known = Int64(1)...(Int64(1) << 53)
        var keys = IndexSet()
        for start in stride(from: 0, to: runs.count, by: 2) {
            let (first, count) = (runs[start], runs[start + 1])
            guard known.contains(first), known.contains(count) else { return nil }
            keys.insert(integersIn: Int(first)..<Int(first + count))
        }
        return keys
    }

    private static func document(_ path: String) throws -> ChangesDocument {
        guard let status = try FileStatus(path: path) else { throw StoreError(.missing, path: path) }
        guard !status.isFolder else { throw StoreError(.isFolder, path: path) }
        let limit = Limits.changesBytes
        let bytes = try FileBytes.first(limit.most + 1, of: path)
        guard bytes.count <= limit.most else {
            throw MergeError(.badChanges("it is larger than \(limit.amount)"), path: path)
        }
        let document: ChangesDocument
        do {
            document = try JSONDecoder().decode(ChangesDocument.self, from: Data(bytes))
        } catch {
            throw MergeError(.badChanges("it is not the JSON that `zseed diff --changes` writes"), path: path)
        }
        guard document.format == ChangesText.format else {
            throw MergeError(.badChanges("its format is not \(ChangesText.format)"), path: path)
        }
        guard document.version == ChangesText.version else {
            let advice =
                document.version < ChangesText.version ? ": write it anew with `zseed diff --changes`" : ""
            throw MergeError(.badChanges("version \(document.version) is not known\(advice)"), path: path)
        }
        return document
    }

    func prepare(_ changes: ArraySlice<SeedChange>) throws {}

    func properties(of change: SeedChange) throws -> [ChangedProperty] { properties[change.object] ?? [] }

    func value(_ name: String, of change: SeedChange) throws -> ChangedValue {
        if let property = properties[change.object]?.first(where: { $0.name == name }) {
            switch change.kind {
            case .added: return property.new
            case .changed: return property.new == .nothing ? property.old : property.new
            case .removed: return property.old
            }
        }
        for key in named[change.object]?.keys ?? [] {
            switch key[name] {
            case .value(let value): return .value(value)
            case .object(let number): return .object(objects[number].seed)
            case nil: continue
            }
        }
        return .nothing
    }

    func revival(of object: SeedObject) throws -> SeedChange? { nil }

    func present(_ object: SeedObject, inOld: Bool) throws -> SeedChange? {
        named[object].map { found in
            SeedChange(
                kind: inOld ? .removed : .added, entity: found.entity, object: object, oldKey: nil,
                newKey: object.primaryKey)
        }
    }

    func keyInStore(of object: SeedObject) -> Int64? {
        certainKeys?.key(families.names[object.family], object.primaryKey)
    }

    func hasCircles(_ relationship: String, family: Int) -> Bool {
        circles[families.names[family]]?.contains(relationship) == true
    }

    func owners(of change: SeedChange) throws -> [(owner: SeedObject, relationship: String)] { [] }
}
