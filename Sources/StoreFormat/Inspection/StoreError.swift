import Files
import SQLite

/// Why a file is no usable Core Data store.
public struct StoreError: Error, Equatable, Sendable {
    /// The path, as it was given.
    public let path: String
    /// What is wrong with it.
    public let problem: Problem

    /// The kinds of what can be wrong.
    public enum Problem: Equatable, Sendable {
        /// There is no such file.
        case missing
        /// A folder is there instead of a file.
        case isFolder
        /// The system does not let us read it; its words.
        case unreadable(String)
        /// The file has no bytes.
        case empty
        /// The file does not begin like an SQLite database.
        case notSQLite
        /// The bytes look like noise, as those of an encrypted database do.
        case encrypted
        /// The file is shorter than its own header says, in bytes.
        case truncated(expected: Int64, found: Int64)
        /// A view, which could compute anything, for ever, where a table must be.
        case viewForTable(String)
        /// SQLite finds the database damaged; its words.
        case damaged(String)
        /// SQLite refuses what the store holds, as a reference; its words.
        case refused(String)
        /// An SQLite database without the tables of every Core Data store.
        case notCoreData(missingTables: [String])
        /// `Z_METADATA` or `Z_PRIMARYKEY` does not hold what every store does (docs/format.md#metadata).
        case badBookkeeping(String)
        /// The file is a model where a store is needed.
        case isModel
        /// The store carries no model, and the work needs one.
        case noModel
        /// The model given for the store is another one: the entities whose version hashes differ.
        case otherModel(entities: [String])
        /// SQL text that SQLite refuses; its words.
        case badSQL(String)
    }

    /// Creates an error.
    package init(_ problem: Problem, path: String) {
        self.path = path
        self.problem = problem
    }

    /// Whether nothing is said of the content: the file is not there, or a folder, or the machine cannot read it.
    public var isMachineFault: Bool {
        switch problem {
        case .missing, .isFolder, .unreadable: true
        default: false
        }
    }

    /// What an error of SQLite means for a store.
    package static func from(_ error: DatabaseError, path: String) -> any Error {
        // No private copy can be made.
        if error.isMachineFault, error.subject(path) != path {
            return FileError(path: error.path, action: .write, reason: error.message)
        }
        return switch error.resultCode {
        case .notADatabase: StoreError(.notSQLite, path: path)
        case _ where error.isMachineFault: StoreError(.unreadable(error.message), path: path)
        default: StoreError(.damaged(error.message), path: path)
        }
    }

    /// Runs something, and tells of a store what keeps SQLite or the system from reading it.
    static func telling<Result>(of path: String, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as DatabaseError {
            throw from(error, path: path)
        } catch let error as FileError where error.path != TemporaryFolder.parent {
            throw StoreError(.unreadable(error.reason), path: path)
        }
    }

    /// Runs something, and names a store where SQLite says that a copy of it is damaged.
    package static func naming<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as DatabaseError where error.resultCode == .corrupt {
            throw from(error, path: path)
        }
    }
}
