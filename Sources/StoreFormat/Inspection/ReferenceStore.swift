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
    private let folder: TemporaryFolder?

    /// Opens a reference: a store, or SQL text that makes one.
    ///
    /// - Throws: ``StoreError``.
    public init(path: String) throws {
        self.path = path
        if path.lowercased().hasSuffix(".sql") {
            let made = try Self.makeStore(fromSQL: path)
            connection = made.connection
            folder = made.folder
        } else {
            connection = try StoreFile.openForReading(path)
            folder = nil
        }
        inspection = try StoreInspection(connection: connection, path: path)
        model = try InferredModel(inspection: inspection).model()
        modelOrigin = .inferred
        layout = Self.layout(of: model, in: inspection)
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
    private static func makeStore(
        fromSQL path: String
    ) throws -> (connection: Connection, folder: TemporaryFolder) {
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
            let folder = try TemporaryFolder()
            let connection = try Connection(path: folder.path + "/store.sqlite", mode: .create)
            connection.denyOtherDatabases()
            try connection.execute("PRAGMA synchronous = OFF")
            try connection.execute(text)
            try StoreFile.checkTables(of: connection, path: path)
            return (connection, folder)
        } catch let error as DatabaseError {
            throw StoreError(.badSQL(error.message), path: path)
        } catch let error as FileError {
            throw StoreError(.unreadable(error.reason), path: path)
        }
    }
}
