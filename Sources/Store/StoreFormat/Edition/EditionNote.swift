import MergeRules
import ObjectModel

/// The record in a store of the seed's edition that it is, or that was merged into it last
/// (docs/guides/merging.md#what-a-store-records).
package struct EditionNote: Equatable, Sendable {
    /// The key in the metadata.
    package static let metadataKey = SeedMerge.Note.metadataKey

    /// The edition.
    package let identity: EditionIdentity
    private let note: SeedMerge.Note

    /// The model version checksum of the edition. After a migration, the record is ignored.
    package var model: String { note.model }
    /// The properties by which the edition's plan identifies objects, by the entity's name.
    package var keys: [String: [String]] { note.keys }
    /// Whether objects have the edition's primary keys, except for the recorded ones (`ZseedEditionKeys`).
    package var hasPrimaryKeys: Bool { note.hasPrimaryKeys }

    /// Creates a record.
    package init(
        identity: EditionIdentity, model: String, keys: [String: [String]], roots: [String: String]
    ) {
        self.identity = identity
        note = SeedMerge.Note(
            identity: identity.text, model: model, keys: keys, hasPrimaryKeys: true, roots: roots)
    }

    /// Reads the record of a store; nil if there is none, or if it belongs to another model.
    package init?(of inspection: StoreInspection) {
        guard let note = Self.note(of: inspection),
            note.model == inspection.metadata?.versionHashes?.checksum,
            let identity = EditionIdentity(note.identity)
        else { return nil }
        self.identity = identity
        self.note = note
    }

    /// Reads the record of a store, even if it belongs to an earlier version of the store's model.
    package static func note(of inspection: StoreInspection) -> SeedMerge.Note? {
        SeedMerge.Note(plist(of: inspection))
    }

    /// Returns the record as a property list; nil if there is none.
    package static func plist(of inspection: StoreInspection) -> SeedMerge.Plist? {
        inspection.metadata?.entries[metadataKey].flatMap { SeedMerge.Plist($0) }
    }

    /// Returns whether the entities in a store's record still share the same tables.
    package static func hasSameRoots(_ inspection: StoreInspection, _ layout: StoreLayout) -> Bool {
        SeedMerge.Note.areSame(SeedMerge.Note.roots(plist(of: inspection)), layout.roots)
    }

    /// The property list for the metadata.
    package var propertyList: PropertyList { PropertyList(note.plist) }
}

extension StoreLayout {
    /// The root entity of each entity, in the form of the record.
    package var roots: [String: String] {
        Dictionary(entities.map { ($0.name, $0.rootName) }, uniquingKeysWith: { first, _ in first })
    }
}
