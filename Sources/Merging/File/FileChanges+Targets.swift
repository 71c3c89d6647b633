import Comparing
import Foundation
import ObjectLayer
import ObjectModel
import SQLite
import StoreFormat

extension FileChanges {
    /// Finds the objects in the user's store: by their keys, and what these do not tell by the primary key,
    /// where the store began as the old edition. Where that is certain, primary keys come first; otherwise an object whose
    /// keys are others is another one.
    ///
    /// - Returns: the objects, and how many have the primary key of another one.
    func targets(
        in copy: (path: String, store: OpenedStore), isOfLine: Bool, isCertain: Bool
    ) throws -> (found: [SeedObject: Int64], contradictions: Int) {
        let search = try TargetSearch(self, copy, isOfLine: isOfLine, isCertain: isCertain)
        try search.run()
        return (search.targets, search.contradictions)
    }
}

/// Looks for the objects of a file in the user's store.
private final class TargetSearch {
    private let file: FileChanges
    private let store: OpenedStore
    private let connection: Connection
    private let context: ManagedObjectContext
    private let families: ObjectFamilies
    private let editionKeys: EditionKeys?
    private let isOfLine: Bool
    private let isCertain: Bool
    private(set) var targets: [SeedObject: Int64] = [:]
    private(set) var contradictions = 0
    private var taken: Set<SeedObject> = []
    /// The primary keys that the old edition's objects have in the user's store, by the names of root entities.
    private var former: [String: IndexSet] = [:]
    /// The order of the keys of each entity, by what they consist of. An object without a value lacks a key.
    private let ranks: [String: [[String]: Int]]

    init(
        _ file: FileChanges, _ copy: (path: String, store: OpenedStore), isOfLine: Bool, isCertain: Bool
    ) throws {
        self.file = file
        store = copy.store
        connection = try Connection(path: copy.path, mode: .readWrite)
        context = try ManagedObjectContext(
            PersistentStoreCoordinator(copy.store, path: copy.path, access: .readOnly), over: connection)
        families = ObjectFamilies(copy.store.layout)
        editionKeys = EditionKeys(of: copy.store.inspection)
        self.isOfLine = isOfLine
        self.isCertain = isCertain
        var ranks: [String: [[String]: Int]] = [:]
        for (_, entity, keys) in file.objects.sorted(by: { $0.keys.count > $1.keys.count }) {
            for key in keys {
                let names = key.keys.sortedInBinaryOrder()
                if ranks[entity]?[names] == nil {
                    ranks[entity, default: [:]][names] = ranks[entity]?.count ?? 0
                }
            }
        }
        self.ranks = ranks
        guard isCertain else { return }
        former = file.primaryKeys ?? [:]
        for (root, pairs) in editionKeys?.keys ?? [:] {
            for edition in pairs.keys { former[root]?.remove(Int(edition)) }
            for (edition, key) in pairs
            where key != 0 && file.primaryKeys?[root]?.contains(Int(edition)) == true {
                former[root]?.insert(Int(key))
            }
        }
    }

    /// Searches with indexes for the time being.
    func run() throws {
        try connection.execute("PRAGMA journal_mode = MEMORY; BEGIN IMMEDIATE")
        try indexKeys()
        try search()
        try connection.execute("ROLLBACK")
    }

    /// What a plan tells objects apart by has no index, unless a constraint has it: the whole table would be read for each.
    private func indexKeys() throws {
        // An index takes as long as some looks.
        guard file.objects.count > 16 else { return }
        var indexes: Set<String> = []
        for (entity, keys) in ranks {
            guard let layout = store.layout.entity(named: entity) else { continue }
            let indexed = store.model.lineage(of: entity).flatMap(\.uniquenessConstraints).map(Set.init)
            for names in keys.keys where !indexed.contains(Set(names)) {
                let columns = names.compactMap { layout.attribute($0)?.column ?? layout.toOne($0)?.column }
                let list = columns.map(\.sqlIdentifier).joined(separator: ", ")
                indexes.insert("\(layout.table.sqlIdentifier) (\(list))")
            }
        }
        for (number, index) in indexes.sortedInBinaryOrder().enumerated() {
            try connection.execute("CREATE INDEX \"zseed key \(number)\" ON \(index)")
        }
    }

    private func search() throws {
        if isCertain {
            for withLinks in [false, true] { try findByPrimaryKey(withLinks: withLinks) }
        }
        try findByKeys(false)
        if isOfLine, !isCertain {
            // What others are told apart by comes first.
            try findByPrimaryKey(withLinks: false)
            try findByKeys(false)
            try findByPrimaryKey(withLinks: true)
        }
        // What is an object of the old edition is none of the new ones.
        try findByKeys(true)
    }

    /// Finds objects by their keys; those that lead to others as soon as these are found.
    private func findByKeys(_ isNew: Bool) throws {
        try find(isNew, withLinks: false)
        while try find(isNew, withLinks: true) {}
    }

    /// - Returns: whether there was one.
    @discardableResult
    private func find(_ isNew: Bool, withLinks: Bool) throws -> Bool {
        let before = targets.count
        // What comes first of a model's constraints is looked at first, of all objects.
        for pass in 0..<(ranks.values.map(\.count).max() ?? 0) {
            for (seed, entity, keys) in file.objects where seed.isNew == isNew && targets[seed] == nil {
                guard
                    let key = keys.first(where: {
                        $0.hasLinks == withLinks && ranks[entity]?[$0.keys.sortedInBinaryOrder()] == pass
                    }), let values = try values(key)
                else { continue }
                var request = FetchRequest(entityName: entity)
                request.predicate = try PropertyValue.predicate(values)
                request.fetchLimit = 1
                request.includesSubentities = false
                guard let found = try context.fetchObjectIDs(request).first?.primaryKey,
                    former[families.names[seed.family]]?.contains(Int(found)) != true, take(found, seed)
                else { continue }
                targets[seed] = found
            }
        }
        return targets.count > before
    }

    private func take(_ key: Int64, _ seed: SeedObject) -> Bool {
        taken.insert(SeedObject(isNew: false, family: seed.family, primaryKey: key)).inserted
    }

    /// The values of a key; nil where it leads to an object that is not known.
    private func values(_ key: [String: ChangesKeyPart]) throws -> [(name: String, value: PropertyValue)]? {
        var values: [(name: String, value: PropertyValue)] = []
        for (name, part) in key.sorted(by: { $0.key.precedesInBinaryOrder($1.key) }) {
            switch part {
            case .value(let value): values.append((name, value))
            case .object(let number):
                let seed = file.objects[number].seed
                guard let target = targets[seed],
                    let id = context.persistentStoreCoordinator.managedObjectID(
                        entityName: families.names[seed.family], primaryKey: target)
                else { return nil }
                values.append((name, .uri(id.uriRepresentation)))
            }
        }
        return values
    }

    private func findByPrimaryKey(withLinks: Bool) throws {
        for (seed, entity, keys) in file.objects where !seed.isNew && targets[seed] == nil {
            guard keys.contains(where: \.hasLinks) == withLinks else { continue }
            let root = families.names[seed.family]
            let key = editionKeys?.key(root, seed.primaryKey) ?? seed.primaryKey
            guard !taken.contains(SeedObject(isNew: false, family: seed.family, primaryKey: key)),
                let layout = store.layout.entity(named: entity)
            else { continue }
            let number = try connection.integer(
                "SELECT Z_ENT FROM \(layout.table.sqlIdentifier) WHERE Z_PK = \(key)")
            guard let number else { continue }
            if try number == Int64(layout.number) && (isCertain || !contradicts(root, key, keys)) {
                if take(key, seed) { targets[seed] = key }
            } else if !isCertain {
                contradictions += 1
            }
        }
    }

    /// Whether an object of the user's store has values that tell objects apart, and others than an edition's.
    private func contradicts(
        _ entity: String, _ primaryKey: Int64, _ keys: [[String: ChangesKeyPart]]
    ) throws -> Bool {
        guard
            let id = context.persistentStoreCoordinator.managedObjectID(
                entityName: entity, primaryKey: primaryKey)
        else { return false }
        let object = try context.object(with: id)
        return try keys.contains { key in
            let values = try key.map { name, part -> (own: PropertyValue?, other: PropertyValue?) in
                guard case .value(let value) = part else { return (nil, nil) }
                return (try object.attributeValue(forKey: name), value)
            }
            return values.allSatisfy { $0.own != nil } && values.contains { $0.own != $0.other }
        }
    }
}

extension [String: ChangesKeyPart] {
    /// Whether a key leads to other objects.
    fileprivate var hasLinks: Bool {
        values.contains { part in
            if case .object = part { true } else { false }
        }
    }
}

extension FileChanges {
    /// What the store is to keep of the new edition's primary keys: where the objects of the file are, and the others
    /// where those of the old edition were.
    func editionKeys(
        _ store: OpenedStore, _ merger: Merger, _ connection: Connection
    ) throws -> EditionKeys {
        let families = ObjectFamilies(store.layout)
        let kept = EditionKeys(of: store.inspection)
        let former = kept?.keys ?? [:]
        let removed = Set(changes.lazy.filter { $0.kind == .removed }.map(\.object))
        var keys = EditionKeys()
        keys.own = merger.ownKeys
        keys.isRenumbered = !EditionKeys.hold(in: store)
        for (family, root) in families.names.enumerated() {
            for (edition, store) in former[root] ?? [:]
            where !removed.contains(SeedObject(isNew: false, family: family, primaryKey: edition)) {
                keys.note(root, edition: moved.key(root, edition), store: store)
            }
            for (old, new) in moved.keys[root] ?? [:] {
                keys.note(root, edition: new, store: former[root]?[old] ?? old)
            }
        }
        for (seed, entity, _) in objects where !removed.contains(seed) {
            guard let layout = store.layout.entity(named: entity) else { continue }
            let root = families.names[seed.family]
            func isPresent(_ key: Int64) throws -> Bool {
                try connection.integer(
                    "SELECT 1 FROM \(layout.table.sqlIdentifier) WHERE Z_PK = \(key)") != nil
            }
            let key = seed.isNew ? seed.primaryKey : moved.key(root, seed.primaryKey)
            // Of what is not there an object that the user makes may get the key.
            let found = try merger.targets[seed].flatMap { try isPresent($0) ? $0 : nil }
            keys.note(root, edition: key, store: found ?? 0)
        }
        return keys
    }
}
