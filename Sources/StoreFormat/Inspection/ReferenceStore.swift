import Foundation
import ObjectModel
import SQLite

/// A store that gives its schema to others: open for reading, with its model and layout.
public final class ReferenceStore {
    /// Where the model came from.
    public enum ModelOrigin: Equatable, Sendable {
        /// The store's own `Z_MODELCACHE`.
        case modelCache
        /// A model file given beside the store.
        case file(String)
        /// A guess from tables and columns.
        case inferred
    }

    /// The path, as it was given.
    public let path: String
    /// The store, open for reading.
    public let connection: Connection
    /// What the store says of itself.
    public let inspection: StoreInspection
    /// The model.
    public let model: ManagedObjectModel
    /// Where the model came from.
    public let modelOrigin: ModelOrigin
    /// Where the store keeps what the model describes.
    public let layout: StoreLayout

    /// Opens a reference: a store, or SQL text that makes one.
    ///
    /// - Parameters:
    ///   - modelPath: a model file of exactly this store, for one that carries no model; nil to
    ///     take the store's own, or to guess.
    ///   - declared: relationships to complete a guessed model with.
    /// - Throws: ``StoreError``, or `ModelError` for the model file.
    public init(
        path: String, modelPath: String? = nil, declared: [DeclaredRelationship] = []
    ) throws {
        self.path = path
        if path.lowercased().hasSuffix(".sql") {
            connection = try Self.makeStore(fromSQL: path)
        } else {
            connection = try StoreFile.openForReading(path)
        }
        inspection = try StoreInspection(connection: connection, path: path)
        (model, modelOrigin) = try Self.model(
            of: connection, inspection, modelPath: modelPath, declared: declared)
        layout = Self.layout(of: model, in: inspection)
    }

    private static func model(
        of connection: Connection, _ inspection: StoreInspection, modelPath: String?,
        declared: [DeclaredRelationship]
    ) throws -> (ManagedObjectModel, ModelOrigin) {
        if let modelPath {
            let file = try ModelFile.read(path: modelPath)
            try checkHashes(of: file.model, against: connection, inspection)
            return (file.model, .file(modelPath))
        }
        guard inspection.hasModelCache else {
            let inferred = InferredModel(inspection: inspection, declared: declared)
            return (try inferred.model(), .inferred)
        }
        do {
            let file = try ModelFile.read(store: connection, path: inspection.path)
            return (file.model, .modelCache)
        } catch is ModelError {
            throw StoreError(
                .badBookkeeping("Z_MODELCACHE holds no readable model"), path: inspection.path)
        }
    }

    /// A model file must be the very model that the store was made with (SPEC 9).
    private static func checkHashes(
        of model: ManagedObjectModel, against connection: Connection,
        _ inspection: StoreInspection
    ) throws {
        guard let declared = try ModelFile.declaredHashes(of: connection)?.hashes else { return }
        let computed = model.versionHashes
        let names = Set(declared.entityNames + computed.entityNames)
        let different = names.filter { declared[$0] != computed[$0] }.sorted()
        guard different.isEmpty else {
            throw StoreError(.otherModel(entities: different), path: inspection.path)
        }
    }

    private static func layout(
        of model: ManagedObjectModel, in inspection: StoreInspection
    ) -> StoreLayout {
        StoreLayout(
            model: model,
            tables: Dictionary(
                inspection.tables.map { ($0.name, $0.columns) },
                uniquingKeysWith: { first, _ in first }),
            entityNumbers: Dictionary(
                inspection.primaryKeys.map { ($0.name, Int($0.number)) },
                uniquingKeysWith: { first, _ in first }))
    }

    /// Runs SQL text in a private database; it cannot reach any other.
    private static func makeStore(fromSQL path: String) throws -> Connection {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw StoreError(.missing, path: path)
        }
        guard !isFolder.boolValue else { throw StoreError(.isFolder, path: path) }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw StoreError(.unreadable("permission denied"), path: path)
        }
        guard let text = String(validating: data, as: UTF8.self), !text.isEmpty else {
            throw StoreError(data.isEmpty ? .empty : .badSQL("it is not UTF-8"), path: path)
        }
        do {
            // Without a name SQLite keeps a database that no end of the process leaves behind.
            let connection = try Connection(path: "", mode: .create)
            connection.denyOtherDatabases()
            try connection.execute("PRAGMA synchronous = OFF")
            try connection.execute(text)
            try StoreFile.checkTables(of: connection, path: path)
            return connection
        } catch let error as DatabaseError {
            throw StoreError(.badSQL(error.message), path: path)
        }
    }
}
