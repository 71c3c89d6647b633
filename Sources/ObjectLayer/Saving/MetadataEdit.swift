import Files
import ObjectModel
import SQLite
import StoreFormat

/// Changes what an app noted in the metadata of a store: the changed store takes the place of the old one,
/// whole or not at all.
package struct MetadataEdit {
    /// The store, as the user named it.
    package let path: String

    /// Names a store.
    package init(path: String) { self.path = path }

    /// The metadata as it is.
    ///
    /// - Throws: `StoreError`, `DatabaseError`, ``PersistentStoreError``.
    package func entries() throws -> [String: PropertyList] {
        try InputFiles.lookingAtOutput {
            guard try !ModelSubject.isModel(path) else { throw StoreError(.isModel, path: path) }
            return try PersistentStoreCoordinator(path: path).metadata()
        }
    }

    /// Sets keys; nil removes one. All other keys stay, and a store that has all this already is not written.
    ///
    /// - Parameter telling: tells the result, before the store is in place.
    /// - Throws: ``PersistentStoreError`` for a key that belongs to the store itself; `StoreError`,
    ///   `DatabaseError`, `OutputError`, `FileError`, or what `telling` throws.
    package func set(_ entries: [String: PropertyList?], telling: () throws -> Void = {}) throws {
        let reserved = PersistentStoreCoordinator.reservedMetadataKeys.intersection(entries.keys)
        if let key = reserved.sortedInBinaryOrder().first {
            throw PersistentStoreError.reservedMetadataKey(key)
        }
        let metadata = try self.entries()
        guard entries.contains(where: { metadata[$0.key] != $0.value }) else { return try telling() }
        let output = try StagedOutput(.database, path: path)
        // Open until the copy takes its place: writers are kept out where a reader can.
        let store = try InputFiles.lookingAtOutput { try StoreFile.openForReading(path, keepsStill: true) }
        do {
            // Nobody else sees the copy before it is whole: it needs no journal.
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
            try telling()
        }
    }
}
