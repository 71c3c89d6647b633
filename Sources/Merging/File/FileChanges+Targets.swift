import Comparing
import ObjectLayer
import ObjectModel
import SQLite
import StoreFormat

extension FileChanges {
    private static func constant(_ value: PropertyValue) -> PredicateConstant {
        switch value {
        case .bool(let flag): .bool(flag)
        case .integer(let number): .integer(number)
        case .double(let number): .double(number)
        case .decimal(let text): .decimal(text)
        case .string(let text): .string(text)
        case .date(let seconds): .date(seconds)
        case .data(let bytes): .data(bytes)
        case .uuid(let bytes): .uuid(bytes)
        case .uri(let text): .url(text)
        case .array, .dictionary, .object, .null: .null
        }
    }

    /// Finds the objects in the user's store: by their keys, and what these do not tell by the primary key,
    /// where the store began as the old edition.
    func targets(in copy: (path: String, store: OpenedStore)) throws -> [SeedObject: Int64] {
        let context = try ManagedObjectContext(
            PersistentStoreCoordinator(copy.store, path: copy.path, access: .readOnly))
        let families = ObjectFamilies(copy.store.layout)
        let editionKeys = EditionKeys(of: copy.store.inspection)
        let isDescendant = copy.store.inspection.uuid.uppercased() == baseUUID
        var targets: [SeedObject: Int64] = [:]
        var taken: Set<SeedObject> = []
        for (seed, entity, keys) in objects {
            for key in keys {
                var request = FetchRequest(entityName: entity)
                let names = key.keys.sortedInBinaryOrder()
                request.predicate = try Predicate(
                    format: names.map { _ in "%K == %@" }.joined(separator: " AND "),
                    arguments: names.flatMap { name -> [PredicateArgument] in
                        [.keyPath(name), .value(Self.constant(key[name] ?? .null))]
                    })
                request.fetchLimit = 1
                guard let found = try context.fetchObjectIDs(request).first?.primaryKey else { continue }
                targets[seed] = found
                taken.insert(SeedObject(isNew: false, family: seed.family, primaryKey: found))
                break
            }
        }
        for (seed, entity, _) in objects where isDescendant && !seed.isNew && targets[seed] == nil {
            let root = families.names[seed.family]
            let key = editionKeys?.key(root, seed.primaryKey) ?? seed.primaryKey
            guard !taken.contains(SeedObject(isNew: false, family: seed.family, primaryKey: key)),
                let layout = copy.store.layout.entity(named: entity)
            else { continue }
            let count = try copy.store.connection.integer(
                "SELECT count(*) FROM \(layout.table.sqlIdentifier) WHERE Z_PK = \(key) "
                    + "AND Z_ENT = \(layout.number)")
            if count == 1 { targets[seed] = key }
        }
        return targets
    }

    /// What the store is to keep of the edition's primary keys: what it kept, and where the objects of the file
    /// are.
    func editionKeys(
        _ store: OpenedStore, _ targets: [SeedObject: Int64], _ connection: Connection
    ) throws -> EditionKeys? {
        guard store.inspection.uuid.uppercased() == baseUUID else { return nil }
        let families = ObjectFamilies(store.layout)
        var keys = EditionKeys(digest: [])
        for (root, pairs) in EditionKeys(of: store.inspection)?.keys ?? [:] {
            for (edition, store) in pairs { keys.note(root, edition: edition, store: store) }
        }
        for (seed, entity, _) in objects {
            guard let layout = store.layout.entity(named: entity) else { continue }
            let root = families.names[seed.family]
            func isPresent(_ key: Int64) throws -> Bool {
                try connection.integer(
                    "SELECT 1 FROM \(layout.table.sqlIdentifier) WHERE Z_PK = \(key)") != nil
            }
            if let found = targets[seed], try isPresent(found) {
                if keys.key(root, seed.primaryKey) != found {
                    keys.note(root, edition: seed.primaryKey, store: found)
                }
            } else if try isPresent(seed.primaryKey), keys.key(root, seed.primaryKey) != 0 {
                keys.note(root, edition: seed.primaryKey, store: 0)
            }
        }
        return keys
    }
}
