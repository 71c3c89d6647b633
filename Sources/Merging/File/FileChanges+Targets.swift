import Comparing
import ObjectLayer
import ObjectModel
import SQLite
import StoreFormat

extension FileChanges {
    /// Finds the objects in the user's store: by their keys, and what these do not tell by the primary key,
    /// where the store began as the old edition. Unless that is certain, an object whose keys are others is another one.
    ///
    /// - Returns: the objects, and how many have the primary key of another one.
    func targets(
        in copy: (path: String, store: OpenedStore), isOfLine: Bool, isCertain: Bool
    ) throws -> (found: [SeedObject: Int64], contradictions: Int) {
        let context = try ManagedObjectContext(
            PersistentStoreCoordinator(copy.store, path: copy.path, access: .readOnly))
        let families = ObjectFamilies(copy.store.layout)
        let editionKeys = EditionKeys(of: copy.store.inspection)
        var targets: [SeedObject: Int64] = [:]
        var contradictions = 0
        var taken: Set<SeedObject> = []
        func find(_ isNew: Bool) throws {
            for (seed, entity, keys) in objects where seed.isNew == isNew {
                for key in keys {
                    var request = FetchRequest(entityName: entity)
                    request.predicate = try PropertyValue.predicate(
                        key.sorted { $0.key.precedesInBinaryOrder($1.key) }.map { ($0.key, $0.value) })
                    request.fetchLimit = 1
                    request.includesSubentities = false
                    guard let found = try context.fetchObjectIDs(request).first?.primaryKey,
                        taken.insert(SeedObject(isNew: false, family: seed.family, primaryKey: found))
                            .inserted
                    else { continue }
                    targets[seed] = found
                    break
                }
            }
        }
        try find(false)
        for (seed, entity, keys) in objects where isOfLine && !seed.isNew && targets[seed] == nil {
            let root = families.names[seed.family]
            let key = editionKeys?.key(root, seed.primaryKey) ?? seed.primaryKey
            guard !taken.contains(SeedObject(isNew: false, family: seed.family, primaryKey: key)),
                let layout = copy.store.layout.entity(named: entity)
            else { continue }
            let number = try copy.store.connection.integer(
                "SELECT Z_ENT FROM \(layout.table.sqlIdentifier) WHERE Z_PK = \(key)")
            guard let number else { continue }
            let isSame =
                try number == Int64(layout.number)
                && (isCertain || !Self.contradicts(context, families.names[seed.family], key, keys))
            if isSame { targets[seed] = key } else { contradictions += 1 }
        }
        // What has the keys of an object that both editions have is none of the new ones.
        try find(true)
        return (targets, contradictions)
    }

    /// Whether an object of the user's store has values that tell objects apart, and others than an edition's.
    private static func contradicts(
        _ context: ManagedObjectContext, _ entity: String, _ primaryKey: Int64,
        _ keys: [[String: PropertyValue]]
    ) throws -> Bool {
        guard
            let id = context.persistentStoreCoordinator.managedObjectID(
                entityName: entity, primaryKey: primaryKey)
        else { return false }
        let object = try context.object(with: id)
        return try keys.contains { key in
            let values = try key.keys.map { try (object.attributeValue(forKey: $0), key[$0]) }
            return values.allSatisfy { $0.0 != nil } && values.contains { $0.0 != $0.1 }
        }
    }

    /// What the store is to keep of the edition's primary keys: what it kept, and where the objects of the file
    /// are.
    func editionKeys(
        _ store: OpenedStore, _ targets: [SeedObject: Int64], _ connection: Connection
    ) throws -> EditionKeys {
        let families = ObjectFamilies(store.layout)
        var keys = EditionKeys()
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
