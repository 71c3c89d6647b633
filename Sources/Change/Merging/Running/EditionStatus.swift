import StoreFormat

/// The status of the merged editions according to the record in the user's store
/// (docs/guides/merging.md#what-a-store-records).
enum EditionStatus {
    /// The store records the new edition, so there is nothing to do.
    case merged
    /// The store records the old edition. The primary keys of its objects are also certain, unless the edition was
    /// merged into an unrelated store.
    case old(hasPrimaryKeys: Bool)
    /// Neither. The store has no record, because an app created it or it is from an earlier version, or it records
    /// another edition and the old edition is unknown.
    case unknown

    /// - Parameters:
    ///   - old: the old edition; nil if it is unknown.
    ///   - path: the path of the old edition, for the error.
    /// - Throws: ``MergeError`` if the store records another edition.
    init(
        of store: OpenedStore, old: EditionIdentity?, new: EditionIdentity, path: String
    ) throws {
        guard let note = EditionNote(of: store.inspection) else {
            self = .unknown
            return
        }
        if note.identity == old {
            self = .old(hasPrimaryKeys: note.hasPrimaryKeys)
        } else if note.identity == new {
            self = .merged
        } else if let old {
            throw MergeError(.otherEdition(noted: note.identity.text, begins: old.text), path: path)
        } else {
            self = .unknown
        }
    }

    /// Whether the old edition's objects in the store are certain.
    var isCertain: Bool {
        if case .old(hasPrimaryKeys: true) = self { true } else { false }
    }
}
