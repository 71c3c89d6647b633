import Foundation
import ObjectModel
import SQLite
import StoreFormat

/// Creates empty stores of a test's own models.
package enum TestStore {
    /// Creates a store like a new one of Core Data: schema, bookkeeping, metadata, model cache.
    ///
    /// - Parameters:
    ///   - model: the XML of the model, beginning with `<entity`.
    ///   - framework: the framework version; older ones have no model cache.
    package static func create(
        at path: String, model xml: String, framework: Int = SchemaEra.newestFramework
    ) throws {
        let folder = try TestFolder()
        let model = try ModelFile.read(path: folder.writeModel(xml)).model
        let store = try Connection(path: path, mode: .create)
        try store.execute("PRAGMA page_size = 4096; PRAGMA auto_vacuum = 2; BEGIN")
        let schema = StoreSchema(model: model, framework: framework)
        for object in schema.statements.objects { try store.execute(object.sql) }
        try fillBookkeeping(store, model: model, schema: schema)
        try store.execute("COMMIT")
    }

    private static func fillBookkeeping(
        _ store: Connection, model: ManagedObjectModel, schema: StoreSchema
    ) throws {
        let layout = StoreLayout(model: model)
        let numbers = Dictionary(
            layout.entities.map { ($0.name, $0.number) }, uniquingKeysWith: { first, _ in first })
        for entity in model.entities {
            let parent = entity.superentityName.flatMap { numbers[$0] } ?? 0
            try store.execute(
                "INSERT INTO Z_PRIMARYKEY VALUES (\(numbers[entity.name] ?? 0), "
                    + "\(entity.name.sqlLiteral), \(parent), 0)")
        }
        let hashes = model.versionHashes
        let metadata = PropertyList.dictionary([
            "NSStoreType": .string("SQLite"),
            "NSStoreModelVersionIdentifiers": .array([.string("")]),
            "NSStoreModelVersionHashes": .dictionary(hashes.entities.mapValues { .data($0) }),
            "NSStoreModelVersionHashesVersion": .integer(3),
            "NSStoreModelVersionHashesDigest": .string(hashes.digest),
            "NSPersistenceFrameworkVersion": .integer(Int64(schema.era.framework)),
            "_NSAutoVacuumLevel": .string("2"),
        ])
        try store.execute(
            "INSERT INTO Z_METADATA VALUES (1, '5EED0000-0000-4000-8000-00000000BEEF', "
                + "\(metadata.binary.sqlBlobLiteral))")
        if schema.era.hasModelCache {
            let cache = try ModelArchive(of: model).modelCache
            try store.execute("INSERT INTO Z_MODELCACHE VALUES (\(cache.sqlBlobLiteral))")
        }
    }
}

extension StoreCreator {
    /// Creates the store at a path without a file.
    package func create(at path: String) throws { try write(to: Connection(path: path, mode: .create)) }
}
