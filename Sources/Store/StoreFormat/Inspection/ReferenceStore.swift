import Files
import ObjectModel
import SQLite
import SwiftDataSource

/// A store whose schema other stores get. It is open for reading, with its model and layout.
package final class ReferenceStore {
    /// The origin of the model.
    package enum ModelOrigin: Equatable, Sendable {
        /// The store's own `Z_MODELCACHE`.
        case modelCache
        /// A given model file.
        case file(String)
        /// Inference from tables and columns.
        case inferred
    }

    /// The path, as given.
    package let path: String
    /// The store, open for reading, with its model and layout.
    package let opened: OpenedStore
    /// The store, open for reading.
    package var connection: Connection { opened.connection }
    /// The tables, bookkeeping and metadata of the store.
    package var inspection: StoreInspection { opened.inspection }
    /// The model.
    package var model: ManagedObjectModel { opened.model }
    /// The origin of the model.
    package let modelOrigin: ModelOrigin
    /// The requested model in a folder of versions or in source code.
    package let modelChoice: ModelChoice
    /// The places in the store for the contents that the model describes.
    package var layout: StoreLayout { opened.layout }

    /// The parts of a model file that are missing in the store created from it.
    private let creationProblems: [SchemaProblem]
    /// The parts of a model file that are missing in the store created from it, and the indexes of its model that a
    /// store lacks and no rule defines.
    package var schemaProblems: [SchemaProblem] {
        guard creationProblems.isEmpty, !model.isInferred,
            model.entities.contains(where: { !$0.fetchIndexes.isEmpty })
        else { return creationProblems }
        guard let framework = inspection.metadata?.frameworkVersion else { return [] }
        return StoreSchema(model: model, framework: Int(clamping: framework)).statements
            .missingIndexes(in: inspection.schemaObjects)
    }
    /// The issues of the model: choices, uncertainties, and parts that could not be read.
    package let modelIssues: [ModelSourceIssue]
    /// The facts about values in a model's source code; empty for other models.
    package let sourceValues: SourceValues

    /// Opens a reference: a store, SQL text that creates one, or a model file, whose empty store is created in a
    /// private folder.
    ///
    /// - Parameters:
    ///   - modelPath: a model file of exactly this store, for a store without a model; nil to use the store's own
    ///     model or to infer one.
    ///   - modelChoice: the model in a folder of versions or in source code. It applies to `path` if that is such a
    ///     folder or code, and otherwise to `modelPath`.
    ///   - declared: relationships to complete an inferred model with.
    ///   - keepsStill: whether to keep writers out if a reader can.
    ///   - omitsUnknownTriggers: whether a store created from a model leaves out unknown triggers of derived
    ///     attributes.
    ///   - guessesJoinTables: whether such a store gets guessed names of join tables, which is enough for inspection.
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

    /// Returns the same open store, read with the model of a file.
    ///
    /// - Throws: ``StoreError`` if the model differs from the store's.
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
    /// - Parameter schema: the schema of a store of the same model, for everything that the rules do not define.
    private static func makeStore(
        of file: ModelFile, path: String, schema: [SchemaObject], omitsUnknownTriggers: Bool,
        guessesJoinTables: Bool
    ) throws -> (Connection, [SchemaProblem]) {
        // SwiftData always keeps a history.
        let creator = try StoreCreator(
            model: file.model, hasHistory: file.origin.kind == .swift,
            hashes: file.declaredHashes?.hashes, omitsUnknownTriggers: omitsUnknownTriggers,
            guessesJoinTables: guessesJoinTables, reference: schema)
        return try StoreError.translatingErrors(of: path) { (try creator.emptyStore(), creator.problems) }
    }

    /// Runs SQL text in a private database, from which no other can be reached.
    private static func makeStore(fromSQL path: String) throws -> Connection {
        guard let status = try FileStatus(path: path) else {
            throw StoreError(.missing, path: path)
        }
        guard !status.isFolder else { throw StoreError(.isFolder, path: path) }
        return try StoreError.translatingErrors(of: path) {
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
