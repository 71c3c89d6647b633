import Files
import Migration
import ObjectModel
import SQLite
import StoreFormat
import StoreMaking
import SwiftDataSource

/// A copied store, ready to be moved into place.
package struct FinishedCopy {
    /// The report about the copy.
    package let report: CopyReport
    /// The store.
    package let store: FinishedStore
    /// The parts of the model that a store created from it lacks, or that are not certain.
    package var schemaProblems: [SchemaProblem] = []
    /// The parts of the model that its model cache lacks.
    package var modelCacheOmissions: [ModelArchiveError] = []
}

/// Copies objects of one store, with their relationships, into another store.
///
/// ```swift
/// var choice = CopyChoice()
/// choice.entities = ["Item"]
/// let finished = try StoreCopier(from: "Big.sqlite", to: .new("Small.sqlite"), choice: choice).copy()
/// // … verify finished.store.temporaryPath …
/// try finished.store.place()
/// ```
///
/// First the objects are chosen (``ReachedObjects``). Then existing objects of the target are found and all others get
/// keys (``KeyAssignment``). Finally one statement for each entity and each relationship writes them.
package struct StoreCopier {
    /// The target of a copy.
    package enum Destination: Sendable {
        /// A new store with the model of the source store.
        case new(String)
        /// A new store of another model.
        case model(MigrationTarget, String)
        /// An existing store, which is replaced.
        case into(String)

        /// The path, as the user gave it.
        package var path: String {
            switch self {
            case .new(let path), .model(_, let path), .into(let path): path
            }
        }
    }

    /// The options of a copy, apart from the choice of objects.
    package struct Options: Sendable {
        /// The model of the source store, if the store does not contain one.
        package var sourceModel: String?
        /// The model of an existing target store, if the store does not contain one.
        package var targetModel: String?
        /// The version of the target's model.
        package var targetChoice: ModelChoice = .current
        /// The page size of the result in bytes; nil for the page size that it has.
        package var pageSize: Int?
        /// Whether the result is in WAL mode.
        package var isWAL = false
        /// Whether nothing is written. The result then cannot be moved into place.
        package var isDryRun = false
        /// Called with the progress of the copy.
        package var progress: (@Sendable (SeedProgress) -> Void)?

        /// Creates the default options.
        package init() {}
    }

    let path: String
    let destination: Destination
    let choice: CopyChoice
    let options: Options

    /// Creates a copier.
    package init(
        from path: String, to destination: Destination, choice: CopyChoice = .init(),
        options: Options = .init()
    ) {
        self.path = path
        self.destination = destination
        self.choice = choice
        self.options = options
    }

    /// Copies the objects. The result is beside the output, ready to be moved into place.
    ///
    /// - Throws: ``CopyFailure``, `StoreError`, `ModelError`, `StoreCreationError`, `PredicateFormatError`,
    ///   `FetchRequestError`, `OutputError`, `SeedIssue`, `DatabaseError`, `FileError`.
    package func copy() throws -> FinishedCopy {
        guard try !ModelSubject.isModel(path) else { throw StoreError(.isModel, path: path) }
        // An output that cannot be written is reported before anything is read.
        try StagedOutput.check(.database, path: destination.path)
        let source = try StoreError.naming(path) {
            try ReferenceStore(path: path, modelPath: options.sourceModel, keepsStill: true)
        }
        let result: FinishedCopy
        switch destination {
        case .new where choice.isEverything:
            result = try StoreError.naming(path) { try WholeCopy(self, source).copy() }
        case .new, .model, .into:
            guard !source.model.isInferred else { throw StoreError(.noModel, path: path) }
            result = try StoreError.naming(path) { try ObjectCopy(self, source).copy() }
        }
        try source.connection.checkUnchanged(shownAs: path)
        return result
    }

    /// Creates the output.
    func output() throws -> StagedStore {
        try StagedStore(path: destination.path, isTrial: options.isDryRun)
    }

    /// Sets the page size of a store that is being written.
    func setPageSize(_ connection: Connection) throws {
        guard let size = options.pageSize else { return }
        try connection.execute("PRAGMA page_size = \(size); VACUUM")
    }
}
