import Foundation
import ObjectModel
import StoreFormat

/// `Z_METADATA` holds what every store does (SPEC 7).
struct MetadataCheck: StoreCheck {
    let name = "metadata"
    let purpose = "Z_METADATA has version 1, a UUID and a property list with the version hashes"

    func run(on store: VerifiedStore, into outcome: inout CheckOutcome) throws {
        outcome.examine(1)
        let version = try store.connection.integer("SELECT Z_VERSION FROM Z_METADATA")
        if version != 1 {
            outcome.report(Finding("Z_VERSION is \(version.map(String.init) ?? "NULL"), not 1"))
        }
        let uuid = store.inspection.uuid
        if UUID(uuidString: uuid) == nil || uuid != uuid.uppercased() {
            outcome.report(Finding("Z_UUID '\(uuid)' is no upper-case UUID"))
        }
        let list = try? PropertyList(bytes: store.inspection.metadataPropertyList)
        guard let metadata = list, metadata.dictionary != nil else {
            outcome.report(Finding("Z_PLIST is no property list with a dictionary"))
            return
        }
        if metadata["NSStoreType"]?.string != "SQLite" {
            outcome.report(Finding("NSStoreType is not SQLite"))
        }
        checkHashes(metadata, store, &outcome)
    }

    private func checkHashes(
        _ metadata: PropertyList, _ store: VerifiedStore, _ outcome: inout CheckOutcome
    ) {
        guard let hashes = metadata["NSStoreModelVersionHashes"]?.dictionary else {
            outcome.report(Finding("there are no NSStoreModelVersionHashes"))
            return
        }
        for (entity, hash) in hashes.sorted(by: { $0.key < $1.key }) {
            let count = hash.data?.count ?? 0
            guard count != 32 else { continue }
            outcome.report(Finding(entity: entity, "the version hash has \(count) bytes, not 32"))
        }
        let named = Set(store.inspection.primaryKeys.filter { !$0.isHistory }.map(\.name))
        // A migrated store may keep an entity's former name in Z_PRIMARYKEY (SPEC 10).
        guard named.count == hashes.count || named.isEmpty else {
            outcome.report(
                Finding("there are \(hashes.count) version hashes for \(named.count) entities"))
            return
        }
    }
}
