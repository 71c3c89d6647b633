import Files
import SQLite

/// Checks that apply to every file that is read.
package enum SourceFile {
    /// Throws an error if there is not a readable file at a path.
    ///
    /// - Throws: ``SeedIssue``.
    package static func check(_ path: String) throws {
        guard let status = try FileStatus(path: path) else {
            throw SeedIssue(.file(.fileNotFound), at: .init(path: path))
        }
        guard !status.isFolder else { throw SeedIssue(.file(.isFolder), at: .init(path: path)) }
        if let words = System.readFailure(path) {
            throw SeedIssue(.file(.fileSystem(words)), at: .init(path: path))
        }
    }

    /// Throws an error if another process changed a database while it was read.
    ///
    /// - Throws: ``SeedIssue``.
    package static func checkUnchanged(_ database: Connection, path: String) throws {
        guard try database.isUnchanged else {
            throw SeedIssue(.file(.changedWhileRead), at: .init(path: path))
        }
    }
}
