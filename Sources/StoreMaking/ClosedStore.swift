import IndexBuilding
import ObjectModel
import SQLite
import StoreFormat

/// A store that was filled and that nobody has open: what SQLite has no part in is written straight
/// into its file. ``WorkingStore/close()`` gives one, ``StagedStore/finish(_:derivingIdentity:isWAL:replacing:)``
/// takes it.
package struct ClosedStore: ~Copyable {
    /// The store's file.
    package let path: String
    /// The statements that were prepared to fill it, where they were recorded.
    package let preparedStatements: [String]
    private var pendingIndexes: PendingIndexes?

    init(path: String, preparedStatements: [String] = [], pendingIndexes: PendingIndexes? = nil) {
        self.path = path
        self.preparedStatements = preparedStatements
        self.pendingIndexes = pendingIndexes
    }

    /// Writes the entries of indexes that have a root only; once.
    ///
    /// - Throws: `FileError`.
    package mutating func writeIndexes() throws {
        try pendingIndexes?.write()
        pendingIndexes = nil
    }

    /// What identifies its contents, which may be read while indexes are written.
    ///
    /// - Parameter layout: where its objects are.
    /// - Throws: `DatabaseError`.
    package func contents(of layout: StoreLayout) throws -> EditionContents {
        try EditionContents(of: layout, in: Connection(path: path, mode: .immutable), path: path)
    }

    /// Notes what identifies its contents, once indexes are written.
    ///
    /// - Parameters:
    ///   - contents: what it holds, with what was read of it.
    ///   - keys: the properties by which objects are told apart, by the names of entities.
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

    /// Writes what SQLite has no part in.
    ///
    /// - Throws: `FileError`, `DatabaseError`.
    consuming func finish(derivingIdentity: Bool, isWAL: Bool) throws {
        try writeIndexes()
        try stamp(derivingIdentity: derivingIdentity)
        if isWAL { try DatabaseHeader.enterWAL(path) }
    }

    /// Notes the same version of SQLite on every machine, and after that, where it is asked for, a
    /// UUID that follows from the bytes of the file, which must have ``StoreIdentity/placeholder``.
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
