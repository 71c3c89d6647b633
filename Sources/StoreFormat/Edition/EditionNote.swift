import ObjectModel

/// A store's record of the edition that it is, or that was last merged into it (docs/merging.md#what-a-store-notes).
package struct EditionNote: Equatable, Sendable {
    /// The key in the metadata.
    package static let metadataKey = "ZseedEdition"
    /// The version of the identity's computation. Records of earlier versions are not comparable.
    private static let version: PropertyList = .integer(2)

    /// The edition.
    package let identity: EditionIdentity
    /// The model version checksum of the edition. The record is not valid after a migration.
    package let model: String
    /// The properties by which the edition's plan identifies objects, by the entity's name.
    package let keys: [String: [String]]
    /// Whether the edition's objects have its primary keys, except for the recorded ones (`ZseedEditionKeys`).
    package let hasPrimaryKeys: Bool
    /// The root entity of each entity. A migration on the device may change which entities share a table, which gives
    /// objects other primary keys without a record of it. Empty in a record of an earlier version.
    package let roots: [String: String]

    /// Creates a record.
    package init(
        identity: EditionIdentity, model: String, keys: [String: [String]], hasPrimaryKeys: Bool = true,
        roots: [String: String]
    ) {
        self.roots = roots
        self.hasPrimaryKeys = hasPrimaryKeys
        self.identity = identity
        self.model = model
        self.keys = keys
    }

    /// Reads the record of a store; nil if there is none, or if it belongs to another model.
    package init?(of inspection: StoreInspection) {
        let metadata = try? StoreMetadata(uuid: "", propertyList: inspection.metadataPropertyList)
        guard let list = metadata?.entries[Self.metadataKey], list["version"] == Self.version,
            let identity = list["identity"]?.string.flatMap(EditionIdentity.init),
            let model = list["model"]?.string, model == metadata?.versionHashes?.checksum
        else { return nil }
        self.identity = identity
        self.model = model
        hasPrimaryKeys = list["isApart"] != .bool(true)
        roots = Self.roots(list)
        keys = (list["keys"]?.dictionary ?? [:]).compactMapValues { names in
            let texts = (names.array ?? []).compactMap(\.string)
            return texts.isEmpty ? nil : texts
        }
    }

    /// Returns whether a store records an edition, even of an earlier version of its model, whose primary keys are
    /// valid.
    package static func hasPrimaryKeys(_ inspection: StoreInspection) -> Bool {
        let metadata = try? StoreMetadata(uuid: "", propertyList: inspection.metadataPropertyList)
        return metadata?.entries[metadataKey].map { $0["isApart"] != .bool(true) } ?? false
    }

    private static func roots(_ list: PropertyList) -> [String: String] {
        (list["roots"]?.dictionary ?? [:]).compactMapValues(\.string)
    }

    /// Returns whether the entities in a store's record still share tables in the same way. A renamed root entity is
    /// the same root.
    package static func hasSameRoots(_ inspection: StoreInspection, _ layout: StoreLayout) -> Bool {
        let metadata = try? StoreMetadata(uuid: "", propertyList: inspection.metadataPropertyList)
        let former = metadata?.entries[metadataKey].map(roots) ?? [:]
        var newByOld: [String: String] = [:]
        var oldByNew: [String: String] = [:]
        for entity in layout.entities {
            guard let old = former[entity.name] else { continue }
            let new = entity.rootName
            guard newByOld.updateValue(new, forKey: old) ?? new == new,
                oldByNew.updateValue(old, forKey: new) ?? old == old
            else { return false }
        }
        return true
    }

    /// The record in the form of the metadata.
    package var propertyList: PropertyList {
        var entries: [String: PropertyList] = [
            "version": Self.version, "identity": .string(identity.text), "model": .string(model),
            "keys": .dictionary(keys.mapValues { .array($0.map(PropertyList.string)) }),
        ]
        if !hasPrimaryKeys { entries["isApart"] = .bool(true) }
        if !roots.isEmpty { entries["roots"] = .dictionary(roots.mapValues(PropertyList.string)) }
        return .dictionary(entries)
    }
}

extension StoreLayout {
    /// The root entity of each entity, as in ``EditionNote/roots``.
    package var roots: [String: String] {
        Dictionary(entities.map { ($0.name, $0.rootName) }, uniquingKeysWith: { first, _ in first })
    }
}
