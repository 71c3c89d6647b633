import ObjectModel
import StoreFormat

/// `Z_METADATA` holds what every store does (docs/format.md#metadata).
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
            outcome.report(Finding("Z_UUID '\(uuid)' is no upper-case UUID"))
        }
        let list = try? StoreMetadata(
            uuid: uuid, propertyList: store.inspection.metadataPropertyList)
        guard let metadata = list else {
            outcome.report(Finding("Z_PLIST is no property list with a dictionary"))
            return
        }
        if metadata.entries[StoreMetadata.Key.storeType]?.string != "SQLite" {
            outcome.report(Finding("NSStoreType is not SQLite"))
        }
        // All stores have it, and of integer 3 (docs/format.md#metadata).
        if let hashing = metadata.entries[StoreMetadata.Key.versionHashesVersion],
            hashing.integer != 3
        {
            outcome.report(Finding("NSStoreModelVersionHashesVersion is not 3"))
        }
        let modelCaches = try store.has("Z_MODELCACHE") ? store.count("FROM Z_MODELCACHE") : 1
        if modelCaches > 1 {
            outcome.report(Finding("Z_MODELCACHE has \(modelCaches) rows instead of one"))
        }
    }
}
