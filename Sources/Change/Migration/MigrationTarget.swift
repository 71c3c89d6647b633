import ObjectModel
import StoreFormat
import SwiftDataSource

/// The model for the new store.
package struct MigrationTarget: Sendable {
    /// The path of the model, as the user gave it.
    package let path: String
    /// The chosen target of a project or package.
    private let target: String?
    /// The version, if the path is a folder of versions; nil for a single model.
    package let version: String?
    /// The model.
    package let model: ManagedObjectModel
    /// The version hashes that the file declares, or else those of the model.
    package let hashes: VersionHashes
    /// The choices that were made, and the uncertain parts, of a model in source code.
    package let modelIssues: [ModelSourceIssue]
    /// The certainty of the model.
    package let judgement: ModelJudgement
    /// The rules for values in source code that the model itself lacks.
    package let sourceValues: SourceValues
    /// Whether stores of the model always have a history, as SwiftData's do.
    package let keepsHistory: Bool
    /// The hashes that the file declares.
    package let declaredHashes: VersionHashes?
    /// The schema of the store, if the file is a store.
    package let reference: [SchemaObject]
    /// The models of Swift source in all versions; nil for other models.
    private let source: SwiftModelReader.VersionedModels?

    /// The problems with the app's migration plan; empty if the file is not Swift source, or has no plan.
    package let launchIssues: [LaunchIssue]

    /// Opens a model file, Swift source or a store.
    ///
    /// - Throws: `StoreError`, `ModelError`, `ModelSourceFailure`.
    package init(path: String, choice: ModelChoice) throws {
        let path = try ModelFile.located(path, choice)
        var choice = choice
        guard try !ModelFile.isSource(path) else {
            let source = try SwiftModelReader.versionedModels(path: path, choice: choice)
            try self.init(.model(source.current.get()), path: path, choice: choice, source: source)
            return
        }
        choice.target = nil
        try self.init(ModelSubject.open(path, choice: choice), path: path, choice: choice, source: nil)
    }

    private init(
        _ subject: ModelSubject, path: String, choice: ModelChoice, source: SwiftModelReader.VersionedModels?
    ) throws {
        self.path = path
        self.source = source
        launchIssues = source?.launchIssues ?? []
        target = choice.target
        model = subject.model
        judgement = try ModelJudgement(subject)
        declaredHashes = try subject.declaredHashes()?.hashes
        hashes = declaredHashes ?? model.versionHashes
        switch subject {
        case .model(let file):
            version = file.origin.version
            keepsHistory = file.origin.kind == .swift
            modelIssues = file.modelIssues
            sourceValues = file.sourceValues
            reference = try choice.settlingSchema()
        case .store(let store):
            guard !store.model.isInferred else { throw StoreError(.noModel, path: path) }
            version = nil
            keepsHistory = store.inspection.table(named: HistoryTable.change.name) != nil
            modelIssues = []
            sourceValues = .none
            reference = store.inspection.schemaObjects
        }
    }

    /// Returns the path of a store through the app's migration plan; nil if there is none.
    ///
    /// - Parameter hashes: The version hashes of the store.
    package func passage(of hashes: VersionHashes, _ model: ManagedObjectModel?) -> StagedPassage? {
        source?.plan.flatMap {
            StagedPassage(of: hashes, model: model, through: $0, launchIssues, to: self.hashes)
        }
    }

    /// Returns all versions of the model in its folder or its source, in their order; only this model if it has no
    /// versions.
    ///
    /// - Throws: `ModelError`, `ModelSourceFailure`, `FileError`.
    func versions() throws -> [MigrationTarget] {
        guard try ModelSubject.isModel(path) else { return [self] }
        if let source {
            guard source.schemas.count > 1 else { return [self] }
            return try source.schemas.compactMap { schema in
                guard schema.schema != version else { return self }
                guard let file = try? schema.result.get() else { return nil }
                return try MigrationTarget(
                    .model(file), path: path, choice: ModelChoice(schema: schema.schema, target: target),
                    source: nil)
            }
        }
        let names = try ModelFile.versions(path: path)
        guard names.count > 1 else { return [self] }
        return try names.map { name in
            name == version ? self : try MigrationTarget(path: path, choice: ModelChoice(version: name))
        }
    }
}
