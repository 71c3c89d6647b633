import Files
import ObjectModel
import SQLite
import StoreFormat

/// The store that is migrated, as a private copy beside the new one on one connection: its tables
/// are those of the schema `old`, which nothing is ever written to.
package struct OldStore {
    /// What the copy is called on the connection.
    package static let schema = "old"

    /// What the store says of itself.
    package let inspection: StoreInspection
    /// Where it keeps what its model describes.
    package let layout: StoreLayout
    private let folder: TemporaryFolder
    private let path: String

    /// Copies a store, what is in its `-wal` included.
    ///
    /// - Parameter subject: the store, as the user named it.
    /// - Throws: `DatabaseError`, `FileError`.
    package init(
        _ store: Connection, _ inspection: StoreInspection, _ layout: StoreLayout, of subject: String
    ) throws {
        self.inspection = inspection
        self.layout = layout
        folder = try TemporaryFolder(files: ["old.sqlite", "old.sqlite-journal"], for: subject)
        path = folder.path + "/old.sqlite"
        let copy = try Connection(path: path, mode: .create)
        try copy.execute("PRAGMA synchronous = OFF")
        try store.backup(to: copy)
        try copy.execute("PRAGMA journal_mode = DELETE")
    }

    /// Takes a private copy that is there.
    init(copy path: String, in folder: TemporaryFolder, _ inspection: StoreInspection, _ layout: StoreLayout)
    {
        self.inspection = inspection
        self.layout = layout
        self.folder = folder
        self.path = path
    }

    /// Makes its tables seen.
    ///
    /// - Throws: `DatabaseError`.
    package func attach(to connection: Connection) throws {
        try connection.attach(path, as: Self.schema)
    }

    /// - Throws: `DatabaseError`.
    package static func detach(from connection: Connection) throws {
        try connection.execute("DETACH DATABASE \(schema)")
    }

    /// A table of it in SQL.
    package static func table(_ name: String) -> String { "\(schema).\(name.sqlIdentifier)" }
}
