import ObjectModel
import SQLite
import StoreFormat
import TestSupport

@testable import ObjectLayer

/// A new store with a coordinator and a context, removed at the end of a test.
final class Stack {
    let folder: TestFolder
    let path: String
    let coordinator: PersistentStoreCoordinator
    let context: ManagedObjectContext

    /// - Parameter entities: the XML of the model, beginning with `<entity`.
    convenience init(_ entities: String, sqlDebug: SQLTrace.Hook? = nil) throws {
        let folder = try TestFolder()
        try self.init(
            model: ModelFile.read(path: folder.writeModel(entities)).model, sqlDebug: sqlDebug)
    }

    init(model: ManagedObjectModel, sqlDebug: SQLTrace.Hook? = nil) throws {
        folder = try TestFolder()
        path = folder.path + "/Store.sqlite"
        try StoreCreator(model: model).create(at: path)
        coordinator = try PersistentStoreCoordinator(
            path: path, managedObjectModel: model, access: .readWrite, sqlDebug: sqlDebug)
        context = try ManagedObjectContext(coordinator)
    }

    /// Creates a store of the demo's model.
    static func groceries() throws -> Stack {
        try Stack(
            model: ModelFile.read(
                path: Corpus.packageRoot + "/data/GroceryDude.xcdatamodeld"
            ).model)
    }

    /// Returns another context of the same store.
    func otherContext() throws -> ManagedObjectContext { try ManagedObjectContext(coordinator) }

    /// Changes the store without its contexts.
    func run(_ sql: String) throws {
        try Connection(path: path, mode: .readWrite).execute(sql)
    }

    /// Returns each row of a query as text, with values separated by `|`.
    func rows(_ sql: String) throws -> [String] {
        let connection = try Connection(path: path, mode: .readOnly)
        return try connection.rows(sql) { row in
            (0..<row.columnCount).map { row.text(at: $0) ?? "NULL" }.joined(separator: "|")
        }
    }
}

extension ManagedObjectContext {
    /// Inserts an object with values.
    func insert(_ entity: String, _ values: [String: Any]) throws -> ManagedObject {
        let object = try insertNewObject(forEntityName: entity)
        for (key, value) in values.sorted(by: { $0.key < $1.key }) {
            try object.setValue(value, forKey: key)
        }
        return object
    }

    func names(_ entity: String, _ format: String? = nil) throws -> [String] {
        var request = FetchRequest(entityName: entity)
        request.predicate = try format.map { try Predicate(format: $0) }
        request.sortDescriptors = [SortDescriptor(key: "name")]
        return try fetch(request).compactMap { try $0.value(forKey: "name", as: String.self) }
    }
}
