import Files
import ObjectModel
import SQLite
import StoreFormat

/// Two stores on one connection: the old one's tables are in the schema `main`, the new one's in `other`. Nothing is
/// written to either.
final class StorePair {
    /// One of the two stores.
    struct Side {
        let path: String
        /// The name of its schema in SQL.
        let schema: String
        let store: OpenedStore
        /// The file that the connection reads, unchanged.
        fileprivate(set) var file: String

        var layout: StoreLayout { store.layout }
        var model: ManagedObjectModel { store.model }

        /// Returns the name of a table in SQL.
        func table(_ name: String) -> String { "\(schema).\(name.sqlIdentifier)" }
    }

    let connection: Connection
    let old: Side
    let new: Side
    private let folder: TemporaryFolder?

    /// Opens both stores.
    ///
    /// - Throws: `StoreError`, `DatabaseError`, `FileError`.
    convenience init(_ old: ComparedStore, _ new: ComparedStore) throws {
        try self.init(
            (path: old.path, store: try old.open()), (path: new.path, store: try new.open()))
    }

    /// Uses two stores that are already open.
    ///
    /// - Throws: `DatabaseError`, `FileError`.
    init(_ old: (path: String, store: OpenedStore), _ new: (path: String, store: OpenedStore)) throws {
        var sides = [
            Side(path: old.path, schema: "main", store: old.store, file: old.path),
            Side(path: new.path, schema: "other", store: new.store, file: new.path),
        ]
        let isInPlace = try [old, new].map { try Connection.readsInPlace($0.path) }
        let folder =
            isInPlace.contains(false)
            ? try TemporaryFolder(files: ["main.sqlite", "other.sqlite"], for: old.path) : nil
        self.folder = folder
        for index in sides.indices where !isInPlace[index] {
            sides[index].file = try Self.copy(of: sides[index], in: folder)
        }
        (self.old, self.new) = (sides[0], sides[1])
        connection = try Connection(path: sides[0].file, mode: .immutable)
        try connection.attachImmutable(sides[1].file, as: sides[1].schema)
        try connection.execute(
            "PRAGMA temp_store = FILE; PRAGMA cache_size = -16384; "
                + "PRAGMA other.cache_size = -16384; PRAGMA temp.cache_size = -32768; "
                + "PRAGMA temp.journal_mode = OFF")
    }

    /// Returns a copy of a store with the contents of its `-wal`.
    private static func copy(of side: Side, in folder: TemporaryFolder?) throws -> String {
        guard let folder else { return side.path }
        let path = folder.path + "/\(side.schema).sqlite"
        let copy = try Connection(path: path, mode: .create)
        try copy.execute("PRAGMA synchronous = OFF")
        try side.store.connection.backup(to: copy)
        try copy.execute("PRAGMA journal_mode = DELETE")
        return path
    }

    /// Throws if one of the files changed during the comparison.
    ///
    /// - Throws: `FileError`.
    func checkUnchanged() throws {
        for side in [old, new] { try side.store.connection.checkUnchanged(shownAs: side.path) }
    }
}

/// A store to compare. If it contains no model, one can be given.
package struct ComparedStore: Sendable {
    /// The path, as the user gave it.
    package let path: String
    /// The model of exactly this store; nil to use the store's own.
    package let model: ManagedObjectModel?

    /// Creates a store to compare.
    package init(path: String, model: ManagedObjectModel? = nil) {
        self.path = path
        self.model = model
    }

    /// Opens the store.
    ///
    /// - Throws: `StoreError`.
    package func open() throws -> OpenedStore {
        guard try !ModelSubject.isModel(path) else { throw StoreError(.isModel, path: path) }
        let store = try OpenedStore(path: path)
        guard store.modelOrigin == .inferred, let model else { return store }
        return try store.reading(by: model)
    }
}
