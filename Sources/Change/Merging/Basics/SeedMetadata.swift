import Comparing
import MergeRules
import ObjectModel
import StoreFormat

/// What editions say in the metadata: their plans' own entries.
struct SeedMetadata {
    /// The old edition's; nil where there is none.
    let old: [String: WrittenPropertyList]?
    let new: [String: WrittenPropertyList]

    /// Whether a store has what an edition says where the other one says something else.
    func isStored(isNew: Bool, in present: [String: WrittenPropertyList]) -> Bool {
        keys.allSatisfy { old?[$0] == new[$0] || present[$0] == (isNew ? new[$0] : old?[$0]) }
    }

    private var keys: Set<String> { Set((old ?? [:]).keys).union(new.keys) }

    /// The entries that the user's store takes over: what the user did not change follows the new edition.
    ///
    /// - Throws: `ModelError` where the store's metadata is no property list.
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
