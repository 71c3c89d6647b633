import StoreFormat

/// What the user's store notes of the editions that are merged (docs/merging.md#what-a-store-notes).
enum EditionStatus {
    /// The new one: there is nothing to do.
    case merged
    /// The old one. It is certain, too, which primary keys its objects have there, unless it came into a store of
    /// another line.
    case old(hasPrimaryKeys: Bool)
    /// Nothing: the store is an app's own, or of an earlier version.
    case unknown

    /// - Parameters:
    ///   - old: nil where the old edition is not known.
    ///   - path: where the old edition comes from.
    /// - Throws: ``MergeError`` where it is another edition.
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

    /// Whether it is certain what the old edition's objects are.
    var isCertain: Bool {
        if case .old(hasPrimaryKeys: true) = self { true } else { false }
    }
}
