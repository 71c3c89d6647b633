import ObjectModel
import StoreFormat

/// Checks that the version hashes in the metadata are those of the store's model (docs/internals/format.md#metadata,
/// #version-hashes).
struct VersionHashCheck: StoreCheck {
    let name = "version hashes"
    let purpose = "the entity hashes, digest and checksum in the metadata are those of the model"

    func run(on store: VerifiedStore, into outcome: inout CheckOutcome) throws {
        guard let metadata = store.inspection.metadata else { return }
        guard let entries = metadata.entries[StoreMetadata.Key.versionHashes]?.dictionary else {
            outcome.report(Finding("there are no NSStoreModelVersionHashes"))
            return
        }
        let names = entries.keys.sortedInBinaryOrder()
        var lengthsFit = true
        for entity in names {
            outcome.examine(1)
            let count = entries[entity]?.data?.count ?? 0
            guard count != 32 else { continue }
            lengthsFit = false
            outcome.report(Finding(entity: entity, "the version hash has \(count) bytes, not 32"))
        }
        compareNames(names, store, &outcome)
        guard lengthsFit else { return }
        let hashes = VersionHashes(entities: entries.compactMapValues(\.data))
        compareModel(hashes, store, &outcome)
        if let digest = metadata.versionHashesDigest, digest != hashes.digest {
            outcome.report(Finding("NSStoreModelVersionHashesDigest is not that of the hashes"))
        }
        if let checksum = metadata.versionChecksum, checksum != hashes.checksum {
            outcome.report(Finding("NSStoreModelVersionChecksumKey is not that of the hashes"))
        }
    }

    private func compareNames(
        _ names: [String], _ store: VerifiedStore, _ outcome: inout CheckOutcome
    ) {
        guard store.model.isInferred else {
            let model = store.model.entities.map(\.name)
            for entity in Set(model).subtracting(names).sortedInBinaryOrder() {
                outcome.report(Finding(entity: entity, "has no version hash"))
            }
            for entity in Set(names).subtracting(model).sortedInBinaryOrder() {
                outcome.report(
                    Finding(entity: entity, "has a version hash, but is not in the model"))
            }
            return
        }
        let known = store.inspection.primaryKeys.filter { !$0.isHistory }
        // A migrated store may keep an entity's former name in Z_PRIMARYKEY (docs/internals/format.md#migrated-stores).
        guard known.count == names.count || known.isEmpty else {
            outcome.report(
                Finding(
                    (names.count == 1
                        ? "there is 1 version hash" : "there are \(names.count) version hashes")
                        + " for \(known.count) \(known.count == 1 ? "entity" : "entities")"))
            return
        }
    }

    private func compareModel(
        _ declared: VersionHashes, _ store: VerifiedStore, _ outcome: inout CheckOutcome
    ) {
        // The hashes of some derivations are not certain (docs/internals/format.md#version-hashes), and so are all
        // hashes of their model.
        guard !store.model.isInferred, store.model.unsampledDerivations.isEmpty else { return }
        let computed = store.model.versionHashes
        for entity in computed.entityNames {
            guard let one = declared[entity], let other = computed[entity], one != other else {
                continue
            }
            outcome.report(
                Finding(entity: entity, "the version hash is not that of the model in the store"))
        }
    }
}
