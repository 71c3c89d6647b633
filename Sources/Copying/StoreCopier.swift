import Files
import Migration
import ObjectModel
import SQLite
import StoreFormat
import StoreMaking
import SwiftDataSource

/// A copied store that waits to be put in place.
package struct FinishedCopy {
    /// What was done.
    package let report: CopyReport
    /// The store.
    package let store: FinishedStore
    /// What a store that was made of a model lacks of it or has by a guess.
    package var schemaProblems: [SchemaProblem] = []
    /// What its model cache leaves out.
    package var modelCacheOmissions: [ModelArchiveError] = []
}

/// Copies objects of one store into another, with their relationships.
///
/// ```swift
/// var choice = CopyChoice()
/// choice.entities = ["Item"]
/// let finished = try StoreCopier(from: "Big.sqlite", to: .new("Small.sqlite"), choice: choice).copy()
/// // … verify finished.store.temporaryPath …
/// try finished.store.place()
/// ```
///
/// The objects are chosen (``ReachedObjects``), those that the target has are found and all others get keys
/// (``KeyAssignment``), and then one statement for each entity and each relationship writes them.
package struct StoreCopier {
    /// Where the objects go.
    package enum Destination: Sendable {
        /// A new store, of the model of the store that is read.
        case new(String)
        /// A new store of another model.
        case model(MigrationTarget, String)
        /// A store that is there, which is replaced.
        case into(String)

        /// The path, as the user named it.
        package var path: String {
            switch self {
            case .new(let path), .model(_, let path), .into(let path): path
            }
        }
    }

    /// What a copy can be told besides what is copied.
    package struct Options: Sendable {
        /// The model of the store that is read, where it carries none.
        package var sourceModel: String?
        /// The model of a store that is there, where it carries none.
        package var targetModel: String?
        /// Which version of it.
        package var targetChoice: ModelChoice = .current
        /// The page size of the result in bytes; nil for the one it has.
        package var pageSize: Int?
        /// Whether the result is in WAL mode.
        package var isWAL = false
        /// Write nothing: the result cannot be put in place.
        package var isDryRun = false
        /// Told how far the copy is.
        package var progress: (@Sendable (SeedProgress) -> Void)?

        /// The usual options.
        package init() {}
    }

    let path: String
    let destination: Destination
    let choice: CopyChoice
    let options: Options

    /// Prepares a copy.
    package init(
        from path: String, to destination: Destination, choice: CopyChoice = .init(),
        options: Options = .init()
    ) {
        self.path = path
        self.destination = destination
        self.choice = choice
        self.options = options
    }

    /// Copies; the result waits beside the output to be put in place.
    ///
    /// - Throws: ``CopyFailure``, `StoreError`, `ModelError`, `StoreCreationError`, `PredicateFormatError`,
    ///   `FetchRequestError`, `OutputError`, `SeedIssue`, `DatabaseError`, `FileError`.
    package func copy() throws -> FinishedCopy {
        guard try !ModelSubject.isModel(path) else { throw StoreError(.isModel, path: path) }
        // An output that cannot be written is told before anything is read.
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

    /// Prepares the output.
    func output() throws -> StagedStore {
        try StagedStore(path: destination.path, isTrial: options.isDryRun)
    }

    /// Sets the page size of a store that is being written.
    func setPageSize(_ connection: Connection) throws {
        guard let size = options.pageSize else { return }
        try connection.execute("PRAGMA page_size = \(size); VACUUM")
    }
}
