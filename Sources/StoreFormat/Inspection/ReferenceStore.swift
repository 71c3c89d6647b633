import Files
import Foundation
import ObjectModel
import SQLite
import SwiftDataSource

/// A store that gives its schema to others: open for reading, with its model and layout.
package final class ReferenceStore {
    /// Where the model came from.
    package enum ModelOrigin: Equatable, Sendable {
        /// The store's own `Z_MODELCACHE`.
        case modelCache
        /// A model file given beside the store.
        case file(String)
        /// A guess from tables and columns.
        case inferred
    }

    /// The path, as it was given.
    package let path: String
    /// The store, open for reading.
    package let connection: Connection
    /// What the store says of itself.
    package let inspection: StoreInspection
    /// The model.
    package let model: ManagedObjectModel
    /// Where the model came from.
    package let modelOrigin: ModelOrigin
    /// Where the store keeps what the model describes.
    package let layout: StoreLayout

    /// What a reference that was made from a model file lacks of it; empty for a real store.
    package let creationProblems: [SchemaProblem]
    /// What was chosen and what is not certain of a model in source code; empty for all others.
    package let sourceIssues: [ModelSourceIssue]

    /// Opens a reference: a store, SQL text that makes one, or a model file, whose empty store is
    /// made in a private folder.
    ///
    /// - Parameters:
    ///   - modelPath: a model file of exactly this store, for one that carries no model; nil to
    ///     take the store's own, or to guess.
    ///   - modelChoice: which model of a folder of versions or of source code is meant, of `path`
    ///     where that is one, otherwise of `modelPath`.
    ///   - declared: relationships to complete a guessed model with.
    ///   - keepsStill: whether to keep writers out where a reader can.
    /// - Throws: ``StoreError``, or `ModelError` and ``StoreCreationError`` for a model file.
    package init(
        path: String, modelPath: String? = nil, modelChoice: ModelChoice = .current,
        declared: [DeclaredRelationship] = [], keepsStill: Bool = false
    ) throws {
        self.path = path
        let isModel = ModelSubject.isModel(path)
        if isModel {
            let file = try ModelFile.read(path: path, choice: modelChoice)
            sourceIssues = file.sourceIssues
            (connection, creationProblems) = try Self.makeStore(of: file, path: path)
        } else {
            creationProblems = []
            sourceIssues =
                try modelPath.map {
                    try ModelFile.isSource($0)
                        ? ModelFile.read(path: $0, choice: modelChoice).sourceIssues : []
                } ?? []
            connection =
                Connection.isScript(path)
                ? try Self.makeStore(fromSQL: path)
                : try StoreFile.openForReading(path, keepsStill: keepsStill)
        }
        inspection = try StoreInspection(connection: connection, path: path)
        (model, modelOrigin) = try Self.model(
            of: connection, inspection,
            modelPath: modelPath, modelChoice: isModel ? .current : modelChoice,
            declared: declared)
        layout = Self.layout(of: model, in: inspection)
    }

    private static func model(
        of connection: Connection, _ inspection: StoreInspection, modelPath: String?,
        modelChoice: ModelChoice, declared: [DeclaredRelationship]
    ) throws -> (ManagedObjectModel, ModelOrigin) {
        if let modelPath {
            let file = try ModelFile.read(path: modelPath, choice: modelChoice)
            try checkHashes(of: file.model, against: connection, inspection)
            return (file.model, .file(modelPath))
        }
        guard inspection.hasModelCache else {
            let inferred = InferredModel(inspection: inspection, declared: declared)
            return (try inferred.model(), .inferred)
        }
        do {
            return (try ModelFile.model(ofStore: connection), .modelCache)
        } catch is ModelError {
            throw StoreError(
                .badBookkeeping("Z_MODELCACHE holds no readable model"), path: inspection.path)
        }
    }

    /// A model file must be the very model that the store was made with (docs/format.md#version-hashes).
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

    /// Creates the empty store of a model, with the hashes that its file declares.
    private static func makeStore(
        of file: ModelFile, path: String
    ) throws -> (Connection, [SchemaProblem]) {
        // SwiftData always keeps a history.
        let creator = try StoreCreator(
            model: file.model, hasHistory: file.origin.kind == .swift,
            hashes: file.declaredHashes?.hashes)
        do {
            let connection = try Connection.temporary()
            try connection.execute("PRAGMA synchronous = OFF")
            try creator.write(to: connection)
            return (connection, creator.problems)
        } catch let error as DatabaseError {
            throw StoreError.from(error, path: path)
        } catch let error as FileError {
            throw StoreError(.unreadable(error.reason), path: path)
        }
    }

    /// Runs SQL text in a private database; it cannot reach any other.
    private static func makeStore(fromSQL path: String) throws -> Connection {
        guard let status = FileStatus(path: path) else {
            throw StoreError(.missing, path: path)
        }
        guard !status.isFolder else { throw StoreError(.isFolder, path: path) }
        do {
            let connection = try Connection.running(script: path)
            try StoreFile.checkTables(of: connection, path: path)
            return connection
        } catch let error as DatabaseError {
            let line = error.line.map { "line \($0): " } ?? ""
            throw StoreError(.badSQL(line + error.message), path: path)
        } catch let error as FileError {
            throw StoreError(.unreadable(error.reason), path: path)
        }
    }
}
