import Files
import ObjectModel
import SQLite
import StoreFormat

/// Changes an app's own metadata of a store. The changed store replaces the old one completely or not at all.
package struct MetadataEdit {
    /// The path of the store, as the user gave it.
    package let path: String

    /// Creates an edit of a store.
    package init(path: String) { self.path = path }

    /// Returns the current metadata.
    ///
    /// - Throws: `StoreError`, `DatabaseError`, ``PersistentStoreError``.
    package func entries() throws -> [String: PropertyList] {
        try InputFiles.lookingAtOutput {
            guard try !ModelSubject.isModel(path) else { throw StoreError(.isModel, path: path) }
            return try PersistentStoreCoordinator(path: path).metadata()
        }
    }

    /// Sets keys; nil removes a key. All other keys are kept. A store that already has these entries is not written.
    ///
    /// - Parameter reporting: reports the result before the store is replaced.
    /// - Throws: ``PersistentStoreError`` for a key that is reserved for the store itself; `StoreError`,
    ///   `DatabaseError`, `OutputError`, `FileError`, and the errors of `reporting`.
    package func set(_ entries: [String: PropertyList?], reporting: () throws -> Void = {}) throws {
        let reserved = PersistentStoreCoordinator.reservedMetadataKeys.intersection(entries.keys)
        if let key = reserved.sortedInBinaryOrder().first {
            throw PersistentStoreError.reservedMetadataKey(key)
        }
        let metadata = try self.entries()
        guard entries.contains(where: { metadata[$0.key] != $0.value }) else { return try reporting() }
        let output = try StagedOutput(.database, path: path)
        // The store stays open until the copy replaces it, so that no other process writes to it where a reader can
        // prevent that.
        let store = try InputFiles.lookingAtOutput { try StoreFile.openForReading(path, keepsStill: true) }
        do {
            // The copy needs no journal, because no other process sees it before it is complete.
            let copy = try Connection(path: output.temporaryPath, mode: .readWrite)
            let pragmas =
                "PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF"
            try copy.execute(pragmas)
            try store.backup(to: copy)
            if let words = try DatabaseHeader.writeProblem(output.temporaryPath) {
                throw StoreError(.damaged(words), path: path)
            }
            try copy.execute(pragmas)
            try StoreMetadata.set(entries.mapValues { $0.map { WrittenPropertyList($0) } }, in: copy)
        }
        try output.place {
            try InputFiles.lookingAtOutput { try store.checkUnchanged(shownAs: path) }
            try reporting()
        }
    }
}
