import ObjectModel
import StoreFormat

/// Checks that `Z_METADATA` has the entries that every store has (docs/internals/format.md#metadata).
struct MetadataCheck: StoreCheck {
    let name = "metadata"
    let purpose = "Z_METADATA has version 1, a UUID and the property list of an SQLite store"

    func run(on store: VerifiedStore, into outcome: inout CheckOutcome) throws {
        outcome.examine(1)
        let version = try store.connection.integer("SELECT Z_VERSION FROM Z_METADATA")
        if version != Int64(StoreMetadata.version) {
            outcome.report(Finding("Z_VERSION is \(version.map(String.init) ?? "NULL"), not 1"))
        }
        let uuid = store.inspection.uuid
        if !StoreMetadata.isUUID(uuid) {
            outcome.report(Finding("Z_UUID '\(uuid)' is not an upper-case UUID"))
        }
        guard let metadata = store.inspection.metadata else {
            outcome.report(Finding("Z_PLIST is not a property list with a dictionary"))
            return
        }
        if metadata.entries[StoreMetadata.Key.storeType]?.string != "SQLite" {
            outcome.report(Finding("NSStoreType is not SQLite"))
        }
        // All stores have this entry with the integer 3 (docs/internals/format.md#metadata).
        let hashing = metadata.entries[StoreMetadata.Key.versionHashesVersion]
        if hashing?.integer != 3 {
            outcome.report(
                Finding("NSStoreModelVersionHashesVersion is \(hashing == nil ? "missing" : "not 3")"))
        }
        checkTypes(metadata, &outcome)
        let modelCaches = try store.has("Z_MODELCACHE") ? store.count("FROM Z_MODELCACHE") : 1
        if modelCaches > 1 {
            outcome.report(Finding("Z_MODELCACHE has \(modelCaches) rows instead of one"))
        }
    }

    /// Checks the types of the entries, because Core Data calls methods of these types.
    private func checkTypes(_ metadata: StoreMetadata, _ outcome: inout CheckOutcome) {
        typealias Key = StoreMetadata.Key
        for (key, value) in metadata.entries.sorted(by: { $0.key < $1.key }) {
            switch (key, value) {
            case (Key.frameworkVersion, .integer(let number)) where number < 1:
                outcome.report(Finding("\(key) is \(number)"))
            case (Key.frameworkVersion, .integer), (Key.maximumFrameworkVersion, .integer),
                (Key.versionHashesDigest, .string), (Key.versionChecksum, .string):
                continue
            case (Key.modelVersionIdentifiers, .array(let texts)) where texts.allSatisfy({ $0.string != nil }):
                continue
            case (Key.frameworkVersion, _), (Key.maximumFrameworkVersion, _):
                outcome.report(Finding("\(key) is not an integer"))
            case (Key.versionHashesDigest, _), (Key.versionChecksum, _):
                outcome.report(Finding("\(key) is not text"))
            case (Key.modelVersionIdentifiers, _): outcome.report(Finding("\(key) is not a list of texts"))
            default: continue
            }
        }
    }
}
