import ObjectModel
import Pages
import SQLite
import StoreFormat

/// A filled store that no connection has open. The parts that bypass SQLite are written straight into its file.
///
/// ``WorkingStore/close()`` returns it, and ``StagedStore/finish(_:derivingIdentity:isWAL:replacing:)`` consumes
/// it.
package struct ClosedStore: ~Copyable {
    /// The store's file.
    package let path: String
    /// The statements that were prepared to fill the store, if they were recorded.
    package let preparedStatements: [String]
    private var pendingIndexes: PendingIndexes?

    init(path: String, preparedStatements: [String] = [], pendingIndexes: PendingIndexes? = nil) {
        self.path = path
        self.preparedStatements = preparedStatements
        self.pendingIndexes = pendingIndexes
    }

    /// Writes the entries of the indexes that have only a root so far. Further calls do nothing.
    ///
    /// - Throws: `FileError`.
    package mutating func writeIndexes() throws {
        try pendingIndexes?.write()
        pendingIndexes = nil
    }

    /// Reads the data that identifies the store's contents. Indexes may be written at the same time.
    ///
    /// - Parameter layout: the tables and columns of its objects.
    /// - Throws: `DatabaseError`.
    package func contents(of layout: StoreLayout) throws -> EditionContents {
        try EditionContents(of: layout, in: Connection(path: path, mode: .immutable), path: path)
    }

    /// Records the identity of the store's contents in its metadata. The indexes must already be written.
    ///
    /// - Parameters:
    ///   - contents: the contents of the store.
    ///   - sums: the checksums of the contents.
    ///   - keys: the properties that identify objects, by entity name.
    /// - Throws: `DatabaseError`, `ModelError`.
    package func noteEdition(
        _ contents: EditionContents, _ sums: EditionContents.Sums, keys: [String: [String]]
    ) throws {
        let connection = try Connection(path: path, mode: .readWrite)
        try connection.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
        guard let model = try StoreMetadata.read(from: connection).versionHashes?.checksum else { return }
        let identity = try EditionIdentity(contents, sums: sums, in: connection)
        let note = EditionNote(identity: identity, model: model, keys: keys, roots: contents.roots)
        try StoreMetadata.set(
            [EditionNote.metadataKey: WrittenPropertyList(note.propertyList)], in: connection)
    }

    /// Writes the parts of the store that bypass SQLite.
    ///
    /// - Throws: `FileError`, `DatabaseError`.
    consuming func finish(derivingIdentity: Bool, isWAL: Bool) throws {
        try writeIndexes()
        try stamp(derivingIdentity: derivingIdentity)
        if isWAL { try DatabaseHeader.enterWAL(path) }
    }

    /// Writes the same SQLite version number on every machine, and optionally a UUID derived from the bytes of the
    /// file.
    ///
    /// The file must then have ``StoreIdentity/placeholder`` as its UUID.
    ///
    /// - Throws: `FileError`, `DatabaseError`.
    func stamp(derivingIdentity: Bool = false) throws {
        try DatabaseHeader.stampVersion(path)
        guard derivingIdentity else { return }
        let uuid = try StoreIdentity.derived(fromFile: path)
        try StoreIdentity.write(uuid, toFile: path)
        // The identity was written by this machine's SQLite.
        try DatabaseHeader.stampVersion(path)
    }
}
