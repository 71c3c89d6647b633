import MergeRules
import ObjectModel

/// The record in a store's metadata of the edition of a seed that it is, or that was last merged into it
/// (docs/merging.md#what-a-store-notes).
package struct EditionNote: Equatable, Sendable {
    /// The key in the metadata.
    package static let metadataKey = SeedMerge.Note.metadataKey

    /// The edition.
    package let identity: EditionIdentity
    private let note: SeedMerge.Note

    /// The model version checksum of the edition. After a migration the record is ignored.
    package var model: String { note.model }
    /// The properties by which the plan of the edition identifies objects, by entity name.
    package var keys: [String: [String]] { note.keys }
    /// Whether the edition's objects have its primary keys, except those listed in `ZseedEditionKeys`.
    package var hasPrimaryKeys: Bool { note.hasPrimaryKeys }

    /// Creates a record.
    package init(
        identity: EditionIdentity, model: String, keys: [String: [String]], hasPrimaryKeys: Bool = true,
        roots: [String: String]
    ) {
        self.identity = identity
        note = SeedMerge.Note(
            identity: identity.text, model: model, keys: keys, hasPrimaryKeys: hasPrimaryKeys, roots: roots)
    }

    /// Reads the record of a store; nil if there is none, or if it belongs to another model.
    package init?(of inspection: StoreInspection) {
        let metadata = try? StoreMetadata(uuid: "", propertyList: inspection.metadataPropertyList)
        guard let note = Self.note(of: inspection), note.model == metadata?.versionHashes?.checksum,
            let identity = EditionIdentity(note.identity)
        else { return nil }
        self.identity = identity
        self.note = note
    }

    /// Reads what a store notes, also of an earlier version of its model.
    package static func note(of inspection: StoreInspection) -> SeedMerge.Note? {
        SeedMerge.Note(plist(of: inspection))
    }

    /// The note as the metadata has it; nil for none.
    package static func plist(of inspection: StoreInspection) -> SeedMerge.Plist? {
        let metadata = try? StoreMetadata(uuid: "", propertyList: inspection.metadataPropertyList)
        return metadata?.entries[metadataKey].flatMap { SeedMerge.Plist($0) }
    }

    /// Whether the entities that a store's note names still share tables as they did then.
    package static func hasSameRoots(_ inspection: StoreInspection, _ layout: StoreLayout) -> Bool {
        SeedMerge.Note.areSame(SeedMerge.Note.roots(plist(of: inspection)), layout.roots)
    }

    /// As the metadata has it.
    package var propertyList: PropertyList { PropertyList(note.plist) }
}

extension StoreLayout {
    /// The root entity of each entity, as notes have them.
    package var roots: [String: String] {
        Dictionary(entities.map { ($0.name, $0.rootName) }, uniquingKeysWith: { first, _ in first })
    }
}
