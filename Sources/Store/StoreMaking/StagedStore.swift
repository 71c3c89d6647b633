import Files
import SQLite

/// A store under construction: an empty private file next to its final path, and its external files.
///
/// Every store is created this way. A ``WorkingStore`` or ``write(_:)`` fills and closes the file. Then
/// ``finish(_:derivingIdentity:isWAL:replacing:)`` writes the parts that bypass SQLite. Finally,
/// ``FinishedStore/place(with:keepingSame:reporting:last:)`` places the store with all its files.
package final class StagedStore {
    let output: StagedOutput
    /// The files with external values of the store.
    package let external: ExternalFiles
    /// The private folder of a trial.
    let scratch: TemporaryFolder?

    /// Prepares the files.
    ///
    /// - Parameters:
    ///   - path: the final path of the store.
    ///   - isTrial: whether the store is created in a private folder and never placed.
    /// - Throws: `OutputError`, `FileError`.
    package init(path: String, isTrial: Bool = false) throws {
        scratch = isTrial ? try TemporaryFolder(for: path) : nil
        output = try StagedOutput(.database, path: scratch.map { $0.path + "/store.sqlite" } ?? path)
        external = try ExternalFiles(store: output)
    }

    /// The current path of the store, at first an empty file.
    package var temporaryPath: String { output.temporaryPath }

    /// Fills the store through a connection, and closes the connection.
    ///
    /// - Throws: `DatabaseError`, or the error that `body` throws.
    package func write(_ body: (Connection) throws -> Void) throws -> ClosedStore {
        let connection = try Connection(path: temporaryPath, mode: .readWrite)
        try connection.execute(
            "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
        try body(connection)
        return ClosedStore(path: temporaryPath)
    }

    /// Begins to flush the file's current content to disk while other work continues. Does nothing for a trial.
    package func beginFlush() {
        if scratch == nil { output.beginFlush() }
    }

    /// Finishes the file.
    ///
    /// - Parameters:
    ///   - derivingIdentity: whether the UUID is derived from the bytes of the file, see
    ///     ``StoreIdentity/placeholder``.
    ///   - isWAL: whether the store is in WAL mode.
    ///   - replaced: the store whose rows the new store has and which it replaces, open for reading. It must not
    ///     change until the new store is placed.
    /// - Throws: `FileError`, `DatabaseError`.
    package func finish(
        _ closed: consuming ClosedStore, derivingIdentity: Bool = false, isWAL: Bool = false,
        replacing replaced: Connection? = nil
    ) throws -> FinishedStore {
        try closed.finish(derivingIdentity: derivingIdentity, isWAL: isWAL)
        return FinishedStore(self, replacing: replaced)
    }
}
