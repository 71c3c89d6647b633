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
    /// The store, open for reading, with its model and layout.
    package let opened: OpenedStore
    /// The store, open for reading.
    package var connection: Connection { opened.connection }
    /// What the store says of itself.
    package var inspection: StoreInspection { opened.inspection }
    /// The model.
    package var model: ManagedObjectModel { opened.model }
    /// Where the model came from.
    package let modelOrigin: ModelOrigin
    /// Which model of a folder of versions or of source code was asked for.
    package let modelChoice: ModelChoice
    /// Where the store keeps what the model describes.
    package var layout: StoreLayout { opened.layout }

    /// The parts of a model file that the store created from it lacks.
    private let creationProblems: [SchemaProblem]
    /// The parts of a model file that the store created from it lacks, and the indexes of its model that a store lacks
    /// and that no rule gives.
    package var schemaProblems: [SchemaProblem] {
        guard creationProblems.isEmpty, !model.isInferred,
            model.entities.contains(where: { !$0.fetchIndexes.isEmpty })
        else { return creationProblems }
        let metadata = try? StoreMetadata(uuid: "", propertyList: inspection.metadataPropertyList)
        guard let framework = metadata?.frameworkVersion else { return [] }
        return StoreSchema(model: model, framework: Int(clamping: framework)).statements
            .missingIndexes(in: inspection.schemaObjects)
    }
    /// What is to be said of the model: what was chosen, what is not certain, what was not understood.
    package let modelIssues: [ModelSourceIssue]
    /// What a model in source code says of values beyond the model; nothing for all others.
    package let sourceValues: SourceValues

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
    ///   - omitsUnknownTriggers: whether a store that is made from a model does without the triggers of
    ///     derived attributes that are unknown.
    ///   - guessesJoinTables: whether such a store has join tables by a guess, which does for looking at.
    /// - Throws: ``StoreError``, or `ModelError` and ``StoreCreationError`` for a model file.
    package init(
        path: String, modelPath: String? = nil, modelChoice: ModelChoice = .current,
        declared: [DeclaredRelationship] = [], keepsStill: Bool = false,
        omitsUnknownTriggers: Bool = true, guessesJoinTables: Bool = true
    ) throws {
        self.path = path
        self.modelChoice = modelChoice
        let connection: Connection
        var made: ModelFile?
        if try ModelSubject.isModel(path) {
            let file = try ModelFile.read(path: path, choice: modelChoice)
            made = file
            (connection, creationProblems) = try Self.makeStore(
                of: file, path: path, schema: modelChoice.settlingSchema(),
                omitsUnknownTriggers: omitsUnknownTriggers, guessesJoinTables: guessesJoinTables)
        } else {
            creationProblems = []
            connection =
                Connection.isScript(path)
                ? try Self.makeStore(fromSQL: path)
                : try StoreFile.openForReading(path, keepsStill: keepsStill)
        }
        let inspection = try StoreInspection(connection: connection, path: path)
        let given = try modelPath.map {
            try ModelFile.read(path: $0, choice: made == nil ? modelChoice : .current)
        }
        sourceValues = (made ?? given)?.sourceValues ?? .none
        opened = try OpenedStore(
            connection: connection, inspection: inspection, model: given?.model, declared: declared)
        modelIssues = (made ?? given)?.modelIssues ?? opened.modelIssues
        modelOrigin =
            switch opened.modelOrigin {
            case .given: .file(modelPath ?? path)
            case .modelCache: .modelCache
            case .inferred: .inferred
            }
    }

    /// The same open store, read by the model of a file.
    ///
    /// - Throws: ``StoreError`` where it is another model than the store's.
    package func reading(by file: ModelFile) throws -> ReferenceStore {
        ReferenceStore(
            path: path, opened: try opened.reading(by: file.model), origin: .file(file.origin.path),
            file: file)
    }

    private init(
        path: String, opened: OpenedStore, origin: ModelOrigin, file: ModelFile
    ) {
        self.path = path
        self.opened = opened
        modelOrigin = origin
        creationProblems = []
        modelChoice = .current
        modelIssues = file.modelIssues
        sourceValues = file.sourceValues
    }

    /// Creates the empty store of a model, with the hashes that its file declares.
    ///
    /// - Parameter schema: that of a store of the same model, for what the rules do not know.
    private static func makeStore(
        of file: ModelFile, path: String, schema: [SchemaObject], omitsUnknownTriggers: Bool,
        guessesJoinTables: Bool
    ) throws -> (Connection, [SchemaProblem]) {
        // SwiftData always keeps a history.
        let creator = try StoreCreator(
            model: file.model, hasHistory: file.origin.kind == .swift,
            hashes: file.declaredHashes?.hashes, omitsUnknownTriggers: omitsUnknownTriggers,
            guessesJoinTables: guessesJoinTables, reference: schema)
        return try StoreError.telling(of: path) { (try creator.emptyStore(), creator.problems) }
    }

    /// Runs SQL text in a private database; it cannot reach any other.
    private static func makeStore(fromSQL path: String) throws -> Connection {
        guard let status = try FileStatus(path: path) else {
            throw StoreError(.missing, path: path)
        }
        guard !status.isFolder else { throw StoreError(.isFolder, path: path) }
        return try StoreError.telling(of: path) {
            do {
                let connection = try Connection.running(script: path)
                if let end = connection.missingEnd {
                    throw StoreError(.badSQL("the text ends without `\(end)`: it was cut"), path: path)
                }
                try StoreFile.checkTables(of: connection, path: path)
                return connection
            } catch let error as DatabaseError where !error.isMachineFault {
                let line = error.line.map { "line \($0): " } ?? ""
                throw StoreError(.badSQL(line + error.message), path: path)
            }
        }
    }
}
