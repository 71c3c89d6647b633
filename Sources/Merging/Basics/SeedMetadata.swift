import Comparing
import ObjectModel
import StoreFormat

/// What editions say in the metadata: their plans' own entries.
struct SeedMetadata {
    /// The old edition's; nil where there is none.
    let old: [String: PropertyList]?
    let new: [String: PropertyList]

    /// The entries that the user's store takes over: what the user did not change follows the new edition.
    func changes(for user: OpenedStore, _ choice: MergeChoice, _ report: inout MergeReport) -> [String:
        PropertyList?]
    {
        let present = AppMetadata.entries(of: user.inspection)
        var changes: [String: PropertyList?] = [:]
        let keys = Set((old ?? [:]).keys).union(new.keys)
        for key in keys.sortedInBinaryOrder() where present[key] != new[key] {
            if let old {
                guard old[key] != new[key] else { continue }
                if present[key] != old[key] {
                    report.conflicts.append(
                        EditionConflict(
                            kind: .metadataChanged, entity: "", isNew: false, name: key, primaryKey: 0,
                            property: nil,
                            user: present[key].map(AppMetadata.text), seed: new[key].map(AppMetadata.text),
                            kept: choice.preference))
                    guard choice.preference == .seed else { continue }
                }
            } else {
                guard present[key] == nil || choice.updates else { continue }
            }
            changes[key] = .some(new[key])
            report.metadata[key] = .some(new[key].map(AppMetadata.text))
        }
        return changes
    }
}
