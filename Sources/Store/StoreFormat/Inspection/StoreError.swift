import Files
import SQLite

/// The reason that a file is not a usable Core Data store.
public struct StoreError: Error, Equatable, Sendable {
    /// The path, as given.
    public let path: String
    /// The problem.
    public let problem: Problem

    /// The kinds of problems.
    public enum Problem: Equatable, Sendable {
        /// The file does not exist.
        case missing
        /// The path is that of a folder.
        case isFolder
        /// The system does not allow reading the file. The text is the system's.
        case unreadable(String)
        /// The file has no bytes.
        case empty
        /// The file does not begin like an SQLite database.
        case notSQLite
        /// The bytes look random, as those of an encrypted database do.
        case encrypted
        /// The file is shorter than its own header states, in bytes.
        case truncated(expected: Int64, found: Int64)
        /// There is a view in the place of a table. It could compute anything without end.
        case viewForTable(String)
        /// SQLite reports damage. The text is SQLite's.
        case damaged(String)
        /// SQLite refuses the store's contents, as a reference. The text is SQLite's.
        case refused(String)
        /// The file is an SQLite database without the tables of every Core Data store.
        case notCoreData(missingTables: [String])
        /// `Z_METADATA` or `Z_PRIMARYKEY` lacks contents that every store has (docs/internals/format.md#metadata).
        case badBookkeeping(String)
        /// The file is a model, and a store is needed.
        case isModel
        /// The store contains no model, and the operation needs one.
        case noModel
        /// The given model is not the store's: the version hashes of these entities differ.
        case otherModel(entities: [String])
        /// SQLite refuses the SQL text. The text is SQLite's.
        case badSQL(String)
    }

    /// Creates an error.
    package init(_ problem: Problem, path: String) {
        self.path = path
        self.problem = problem
    }

    /// Whether the problem is independent of the content: the file is missing, is a folder, or cannot be read by the
    /// machine.
    public var isMachineFault: Bool {
        switch problem {
        case .missing, .isFolder, .unreadable: true
        default: false
        }
    }

    /// Returns the error for a failure of SQLite with a store.
    package static func from(_ error: DatabaseError, path: String) -> any Error {
        // The private copy cannot be created.
        if error.isMachineFault, error.subject(path) != path {
            return FileError(path: error.path, action: .write, reason: error.message)
        }
        return switch error.resultCode {
        case .notADatabase: StoreError(.notSQLite, path: path)
        case _ where error.isMachineFault: StoreError(.unreadable(error.message), path: path)
        default: StoreError(.damaged(error.message), path: path)
        }
    }

    /// Runs the body. If SQLite or the system cannot read the store, throws an error that names the store.
    static func translatingErrors<Result>(of path: String, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as DatabaseError {
            throw from(error, path: path)
        } catch let error as FileError where error.path != TemporaryFolder.parent {
            throw StoreError(.unreadable(error.reason), path: path)
        }
    }

    /// Runs the body. If SQLite reports that a copy of a store is damaged, throws an error that names the store.
    package static func naming<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as DatabaseError where error.resultCode == .corrupt {
            throw from(error, path: path)
        }
    }
}
