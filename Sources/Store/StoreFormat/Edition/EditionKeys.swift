import MergeRules
import ObjectModel
import SQLite

package typealias EditionKeys = SeedMerge.EditionKeys

extension SeedMerge.EditionKeys {
    /// Reads the keys that a store records; nil if it records none.
    package init?(of inspection: StoreInspection) {
        self.init(inspection.metadata?.entries[Self.metadataKey].flatMap { SeedMerge.Plist($0) })
    }

    /// The property list for the metadata.
    package var propertyList: PropertyList { PropertyList(plist) }

    /// Returns whether the primary keys of a store are still those of its edition, except for the recorded ones. They
    /// are not after a migration that gave objects other keys.
    package static func hold(in store: OpenedStore) -> Bool {
        EditionKeys(of: store.inspection)?.holds(Set(store.layout.entities.map(\.rootName))) != false
            && EditionNote.hasSameRoots(store.inspection, store.layout)
    }

    /// Returns whether a store's UUID or primary keys do not show where the store comes from. That is so if the UUID is
    /// derived from the model, because each edition then numbers its objects anew, or if a migration gave objects other
    /// primary keys.
    ///
    /// - Throws: `DatabaseError` if the machine fails.
    package static func isRebuilt(_ store: OpenedStore) throws -> Bool {
        if !hold(in: store) { return true }
        let hashes = try ifHeld { try ModelFile.declaredHashes(of: store.connection)?.hashes } ?? nil
        return hashes.map { StoreMetadata.derivedUUID(from: $0).uppercased() }
            == store.inspection.uuid.uppercased()
    }
}
