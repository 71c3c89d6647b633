import Files
import SQLite

/// A store that comes to be: an empty private file beside its place, and the files of its values.
///
/// This is the one way in which a store is made, whoever makes it: a ``WorkingStore`` or ``write(_:)`` fills the
/// file, which closes it, ``finish(_:derivingIdentity:isWAL:replacing:)`` writes what SQLite has no part in, and
/// ``FinishedStore/place(with:keepingSame:telling:last:)`` puts it in place with all that belongs to it.
package final class StagedStore {
    let output: StagedOutput
    /// The files of values that lie outside of the store.
    package let external: ExternalFiles
    /// The folder of a store that is only tried.
    let scratch: TemporaryFolder?

    /// Prepares the place.
    ///
    /// - Parameters:
    ///   - path: where the store goes.
    ///   - isTrial: whether it never comes there: it is made in a private folder.
    /// - Throws: `OutputError`, `FileError`.
    package init(path: String, isTrial: Bool = false) throws {
        scratch = isTrial ? try TemporaryFolder(for: path) : nil
        output = try StagedOutput(.database, path: scratch.map { $0.path + "/store.sqlite" } ?? path)
        external = try ExternalFiles(store: output)
    }

    /// Where the store is now: an empty file.
    package var temporaryPath: String { output.temporaryPath }

    /// Fills the store through a connection that is closed afterwards.
    ///
    /// - Throws: `DatabaseError`, and what `body` throws.
    package func write(_ body: (Connection) throws -> Void) throws -> ClosedStore {
        let connection = try Connection(path: temporaryPath, mode: .readWrite)
        try connection.execute(
            "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
        try body(connection)
        return ClosedStore(path: temporaryPath)
    }

    /// Begins to flush what the file holds so far to the disk, while the rest is worked out; of a store that is only
    /// tried it does nothing.
    package func beginFlush() {
        if scratch == nil { output.beginFlush() }
    }

    /// Ends the work on the file.
    ///
    /// - Parameters:
    ///   - derivingIdentity: whether the UUID follows from the bytes of the file, see
    ///     ``StoreIdentity/placeholder``.
    ///   - isWAL: whether the store is in WAL mode.
    ///   - replaced: the store that is replaced by one with its rows, open for reading: nobody may write to it
    ///     until the new one is in its place.
    /// - Throws: `FileError`, `DatabaseError`.
    package func finish(
        _ closed: consuming ClosedStore, derivingIdentity: Bool = false, isWAL: Bool = false,
        replacing replaced: Connection? = nil
    ) throws -> FinishedStore {
        try closed.finish(derivingIdentity: derivingIdentity, isWAL: isWAL)
        return FinishedStore(self, replacing: replaced)
    }
}
