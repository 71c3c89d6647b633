import Comparing
import Foundation
import MergeRules
import ObjectLayer
import ObjectModel
import StoreFormat

typealias SeedObject = SeedMerge.Object
typealias SeedChange = SeedMerge.Change
typealias ChangedProperty = SeedMerge.ChangedProperty<PropertyValue>
typealias ChangedValue = SeedMerge.ChangedValue<PropertyValue>

/// The differences between two editions of a seed, or all contents of one. Values are read on demand; only two primary
/// keys of each changed object stay in memory.
final class StoreChanges: SeedMerge.Changes {
    typealias Value = PropertyValue
    private(set) var changes: [SeedChange] = []
    let hasBase: Bool
    var path: String { new.path }
    /// The rule by which the objects of an entity were matched.
    let rules: [String: String]
    /// The number of objects of an entity that were matched only by likeness. An entity without matches is listed only
    /// if it has both added and removed objects.
    private(set) var likely: [String: Int] = [:]
    private let base: EditionReader?
    private let new: EditionReader
    private let schema: SeedMerge.Schema
    /// The primary keys in the old edition by those in the new one, for each family.
    private var former: [[Int64: Int64]]
    private let current: [[Int64: Int64]]
    /// The to-many relationships of each entity whose members are recorded, with the model's answers about them, cached
    /// on demand.
    private var lists: [String: [(toMany: ToManyStorage, isInverse: Bool, mayHaveSubstitutes: Bool)]] = [:]
    /// The objects of the changes that were prepared last. They are retained so that their values stay loaded.
    private var held: [ManagedObject] = []

    /// Compares two editions.
    ///
    /// - Parameter base: the old edition; nil to add all objects of the new one.
    /// - Throws: `ComparisonError`, `DatabaseError`, `FileError`.
    init(base: EditionReader?, new: EditionReader, choice: ComparisonChoice) throws {
        self.base = base
        self.new = new
        hasBase = base != nil
        schema = SeedMerge.Schema(new.store.layout)
        former = Array(repeating: [:], count: schema.roots.count)
        guard let base else {
            rules = [:]
            current = former
            for entity in new.store.model.entities.sortedInBinaryOrder(by: { $0.name }) {
                guard let layout = new.store.layout.entity(named: entity.name), !layout.isAbstract,
                    new.store.inspection.table(named: layout.table) != nil
                else { continue }
                try new.store.connection.forEachRow(
                    "SELECT Z_PK FROM \(layout.table.sqlIdentifier) WHERE Z_ENT = \(layout.number) ORDER BY Z_PK"
                ) { add(.added, entity.name, old: nil, new: $0.integer(at: 0)) }
            }
            return
        }
        let found = try ObjectChanges(
            old: (base.path, base.store), new: (new.path, new.store), choice: choice)
        rules = found.rules
        current = schema.roots.map { found.pairs[$0] ?? [:] }
        former = current.map { pairs in
            Dictionary(pairs.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        }
        for entity in found.entities {
            for key in entity.removed { add(.removed, entity.name, old: key, new: nil) }
            for key in entity.added { add(.added, entity.name, old: nil, new: key) }
            for (old, new) in entity.changed { add(.changed, entity.name, old: old, new: new) }
            let isGuessed = ["likeness", "value"].contains(rules[entity.name])
            let count = found.likely[entity.name] ?? 0
            if isGuessed, count > 0 || !(entity.removed.isEmpty || entity.added.isEmpty) {
                likely[entity.name] = count
            }
        }
    }

    private func add(_ kind: SeedChange.Kind, _ entity: String, old: Int64?, new: Int64?) {
        guard let family = schema.family(entity), let key = old ?? new else { return }
        changes.append(
            SeedChange(
                kind: kind, entity: entity,
                object: SeedObject(isNew: old == nil, family: family, primaryKey: key), oldKey: old,
                newKey: new))
    }

    /// The primary keys in the new edition, by those in the old one, of objects whose primary keys differ.
    var moved: EditionKeys {
        var moved = EditionKeys()
        for (root, pairs) in zip(schema.roots, current) {
            for (old, new) in pairs { moved.note(root, edition: old, store: new) }
        }
        return moved
    }

    func prepare(_ changes: ArraySlice<SeedChange>) throws {
        held = []
        for (reader, key) in [(base, \SeedChange.oldKey), (new as EditionReader?, \SeedChange.newKey)] {
            guard let reader else { continue }
            let objects = try changes.compactMap { change in
                try change[keyPath: key].map { try reader.object(change.entity, $0) }
            }
            try reader.context.loadFaults(objects)
            for (name, own) in Dictionary(grouping: objects, by: \.objectID.entityName) {
                let lists = reader.store.layout.entity(named: name).map(lists) ?? []
                try reader.context.loadMembers(
                    ofRelationships: lists.map(\.toMany.relationship.name), of: own)
            }
            held += objects
        }
    }

    func value(_ name: String, of change: SeedChange) throws -> ChangedValue {
        if let key = change.newKey { return try value(name, of: new.object(change.entity, key), isNew: true) }
        guard let base, let key = change.oldKey else { return .nothing }
        return try value(name, of: base.object(change.entity, key), isNew: false)
    }

    private func value(_ name: String, of object: ManagedObject, isNew: Bool) throws -> ChangedValue {
        guard new.store.layout.entity(named: object.objectID.entityName)?.toOne(name) != nil else {
            return try object.changedValue(name)
        }
        return try object.object(forKey: name).map { .object(seed($0.objectID, isNew)) } ?? .nothing
    }

    func revival(of object: SeedObject) throws -> SeedChange? {
        object.isNew ? nil : try present(object, inOld: false)
    }

    func present(_ object: SeedObject, inOld: Bool) throws -> SeedChange? {
        if inOld {
            guard !object.isNew, let base else { return nil }
            let entity = try base.object(schema.roots[object.family], object.primaryKey).objectID.entityName
            return SeedChange(
                kind: .removed, entity: entity, object: object, oldKey: object.primaryKey, newKey: nil)
        }
        let known = object.isNew ? object.primaryKey : current[object.family][object.primaryKey]
        guard let key = known else { return nil }
        let entity = try new.object(schema.roots[object.family], key).objectID.entityName
        return SeedChange(kind: .added, entity: entity, object: object, oldKey: nil, newKey: key)
    }

    func keyInStore(of object: SeedObject) -> Int64? { 0 }

    func hasCircles(_ relationship: String, family: Int) throws -> Bool {
        let own = new.store.layout.entities.filter { schema.family($0.name) == family }
        let columns = Set(own.compactMap { $0.toOne(relationship)?.column })
        return try columns.contains { column in
            var next: [Int64: Int64] = [:]
            try new.store.connection.forEachRow(
                "SELECT Z_PK, \(column.sqlIdentifier) FROM \((own.first?.table ?? "").sqlIdentifier) "
                    + "WHERE \(column.sqlIdentifier) NOT NULL"
            ) { next[$0.integer(at: 0)] = $0.integer(at: 1) }
            return !SeedMerge.circles(from: next.keys) { next[$0] }.isEmpty
        }
    }

    func owners(of change: SeedChange) throws -> [(owner: SeedObject, relationship: String)] {
        guard let key = change.newKey, let own = new.store.layout.entity(named: change.entity) else {
            return []
        }
        var found: [(owner: SeedObject, relationship: String)] = []
        var columns: Set<String> = []
        for entity in new.store.layout.entities {
            for toMany in entity.toManys {
                guard case .column(let table, let column) = toMany.storage, table == own.table,
                    columns.insert(column).inserted, let family = schema.family(entity.name),
                    let owner = try new.store.connection.integer(
                        "SELECT \(column.sqlIdentifier) FROM \(table.sqlIdentifier) WHERE Z_PK = \(key)")
                else { continue }
                found.append((seed(family: family, newKey: owner), toMany.relationship.name))
            }
        }
        return found
    }

    // MARK: Properties

    func properties(of change: SeedChange) throws -> [ChangedProperty] {
        let old = try change.oldKey.flatMap { try base?.object(change.entity, $0) }
        let new = try change.newKey.map { try self.new.object(change.entity, $0) }
        guard let layout = (old == nil ? self.new : base)?.store.layout.entity(named: change.entity) else {
            return []
        }
        var found: [ChangedProperty] = []
        func add(_ name: String, _ value: (ManagedObject, Bool) throws -> ChangedValue) throws {
            let before = try old.map { try value($0, false) } ?? .nothing
            let after = try new.map { try value($0, true) } ?? .nothing
            guard before != after else { return }
            found.append(ChangedProperty(name: name, old: before, new: after))
        }
        // All elements are needed to see whether the structure itself had a value.
        var elements: [ChangedProperty] = []
        for path in layout.valuePaths {
            let value = ChangedProperty(
                name: path, old: try old.map { try $0.changedValue(path) } ?? .nothing,
                new: try new.map { try $0.changedValue(path) } ?? .nothing)
            if case .missingFile(let file) = value.old, value.old != value.new, let base {
                throw MergeError(.missingFile(entity: change.entity, key: path, file: file), path: base.path)
            }
            if value.old != value.new {
                try base?.check(value.old, path, layout)
                try self.new.check(value.new, path, layout)
            }
            if value.structure != nil {
                if value.old != .nothing || value.new != .nothing { elements.append(value) }
            } else if value.old != value.new {
                found.append(value)
            }
        }
        let structures = Set(elements.filter { $0.old != $0.new }.compactMap(\.structure))
        found += elements.filter { $0.structure.map(structures.contains) == true }
        for toOne in layout.toOnes {
            try add(toOne.relationship.name) { try value(toOne.relationship.name, of: $0, isNew: $1) }
        }
        for (toMany, isInverse, mayHaveSubstitutes) in lists(of: layout) {
            let name = toMany.relationship.name
            func members(_ object: ManagedObject?, _ isNew: Bool) throws -> [SeedObject] {
                try object?.objectIDs(forRelationshipNamed: name).map { seed($0, isNew) } ?? []
            }
            var before = try members(old, false)
            var after = try members(new, true)
            var kept: IndexSet?
            if !toMany.relationship.isOrdered, old != nil, new != nil {
                let all = before
                (before, after) = (Self.without(after, before), Self.without(before, after))
                if !before.isEmpty, mayHaveSubstitutes {
                    kept = IndexSet(Self.without(before, all).map { Int($0.primaryKey) })
                }
            }
            guard before != after else { continue }
            found.append(
                ChangedProperty(
                    name: name, old: .objects(before), new: .objects(after), kept: kept,
                    isInverse: isInverse))
        }
        return found.sortedInBinaryOrder { $0.name }
    }

    private func lists(
        of layout: EntityLayout
    ) -> [(toMany: ToManyStorage, isInverse: Bool, mayHaveSubstitutes: Bool)] {
        if let known = lists[layout.name] { return known }
        let model = new.store.model
        let found = model.entity(named: layout.name).map { entity in
            layout.recordedToManys.map { toMany in
                (
                    toMany, isInverse: !toMany.isReported(of: entity, in: model),
                    mayHaveSubstitutes: toMany.mayHaveSubstitutes(of: entity, in: model)
                )
            }
        }
        lists[layout.name] = found
        return found ?? []
    }

    private static func without(_ some: [SeedObject], _ all: [SeedObject]) -> [SeedObject] {
        let some = Set(some)
        return all.filter { !some.contains($0) }
    }

    /// Returns the object of an edition by its ID.
    func seed(_ id: ManagedObjectID, _ isNew: Bool) -> SeedObject {
        let key = id.primaryKey ?? 0
        let family = schema.family(id.entityName) ?? 0
        guard isNew else { return SeedObject(isNew: false, family: family, primaryKey: key) }
        return seed(family: family, newKey: key)
    }

    /// Returns the object of the new edition by its primary key.
    func seed(family: Int, newKey key: Int64) -> SeedObject {
        if let old = former[family][key] {
            return SeedObject(isNew: false, family: family, primaryKey: old)
        }
        return SeedObject(isNew: true, family: family, primaryKey: key)
    }
}
