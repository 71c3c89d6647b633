import Files
import ObjectModel
import SQLite
import StoreFormat

/// The source store as a private copy, attached to the connection of the new store. Its tables are in the schema `old`,
/// and it is never written to.
package struct OldStore {
    /// The schema name of the copy.
    package static let schema = "old"

    /// The inspected contents of the store's schema and metadata.
    package let inspection: StoreInspection
    /// The tables and columns of the model's properties in the store.
    package let layout: StoreLayout
    private let folder: TemporaryFolder
    private let path: String

    /// Copies a store, including the contents of its `-wal`.
    ///
    /// - Parameter subject: the path of the store, as the user gave it.
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

    /// Uses an existing private copy.
    init(copy path: String, in folder: TemporaryFolder, _ inspection: StoreInspection, _ layout: StoreLayout)
    {
        self.inspection = inspection
        self.layout = layout
        self.folder = folder
        self.path = path
    }

    /// Attaches the copy to a connection.
    ///
    /// - Throws: `DatabaseError`.
    package func attach(to connection: Connection) throws {
        try connection.attach(path, as: Self.schema)
    }

    /// - Throws: `DatabaseError`.
    package static func detach(from connection: Connection) throws {
        try connection.execute("DETACH DATABASE \(schema)")
    }

    /// Returns the name of one of its tables in SQL.
    package static func table(_ name: String) -> String { "\(schema).\(name.sqlIdentifier)" }
}
