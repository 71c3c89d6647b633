import Files
import ObjectModel
import SQLite
import StoreFormat

/// The store that is migrated, as a private copy beside the new one on one connection: its tables
/// are those of the schema `old`, which nothing is ever written to.
struct OldStore {
    /// What the copy is called on the connection.
    static let schema = "old"

    /// What the store says of itself.
    let inspection: StoreInspection
    /// Where it keeps what its model describes.
    let layout: StoreLayout
    private let folder: TemporaryFolder
    private let path: String

    /// Copies a store, what is in its `-wal` included.
    ///
    /// - Throws: `DatabaseError`, `FileError`.
    init(_ store: Connection, _ inspection: StoreInspection, _ layout: StoreLayout) throws {
        self.inspection = inspection
        self.layout = layout
        folder = try TemporaryFolder()
        path = folder.path + "/old.sqlite"
        let copy = try Connection(path: path, mode: .create)
        try copy.execute("PRAGMA synchronous = OFF")
        try store.backup(to: copy)
        try copy.execute("PRAGMA journal_mode = DELETE")
    }

    /// Makes its tables seen.
    ///
    /// - Throws: `DatabaseError`.
    func attach(to connection: Connection) throws {
        try connection.execute("ATTACH DATABASE \(path.sqlLiteral) AS \(Self.schema)")
    }

    /// - Throws: `DatabaseError`.
    static func detach(from connection: Connection) throws {
        try connection.execute("DETACH DATABASE \(schema)")
    }

    /// A table of it in SQL.
    static func table(_ name: String) -> String { "\(schema).\(name.sqlIdentifier)" }
}
