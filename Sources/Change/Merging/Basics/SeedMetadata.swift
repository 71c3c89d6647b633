import Comparing
import MergeRules
import ObjectModel
import StoreFormat

/// The entries that the plans of editions have in the metadata.
struct SeedMetadata {
    /// The old edition's entries; nil if there is no old edition.
    let old: [String: WrittenPropertyList]?
    let new: [String: WrittenPropertyList]

    /// Returns whether a store has the entries of one edition that differ from the other edition's.
    func isStored(isNew: Bool, in present: [String: WrittenPropertyList]) -> Bool {
        SeedMerge.isStored(isNew: isNew, old: old ?? [:], new: new, in: present)
    }

    /// Returns the entries that the user's store takes over. Entries that the user did not change follow the new
    /// edition.
    ///
    /// - Throws: `ModelError` if the store's metadata is not a property list.
    func changes(
        for user: OpenedStore, _ choice: MergeChoice, _ report: inout MergeReport
    ) throws -> [String: WrittenPropertyList?] {
        let present = try AppMetadata.entries(of: user.inspection)
        let (changes, conflicts) = SeedMerge.mergeMetadata(
            old: old, new: new, present: present, updates: choice.updates, preferring: choice.preference)
        for key in conflicts {
            report.conflicts.append(
                EditionConflict(
                    kind: .metadataChanged, entity: "", isNew: false, name: key, primaryKey: 0, editionKey: 0,
                    property: nil, user: try present[key].map(AppMetadata.text),
                    seed: try new[key].map(AppMetadata.text), kept: choice.preference))
        }
        for key in changes.keys { report.metadata[key] = .some(try new[key].map(AppMetadata.text)) }
        return changes
    }
}
