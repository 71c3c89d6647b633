import ObjectModel

/// What a store notes of the edition of a seed that it is, or that was merged into it last (docs/merging.md#what-a-store-notes).
package struct EditionNote: Equatable, Sendable {
    /// The key in the metadata.
    package static let metadataKey = "ZseedEdition"
    /// How the identity follows from the contents; what an earlier version noted says nothing.
    private static let version: PropertyList = .integer(2)

    /// The edition.
    package let identity: EditionIdentity
    /// The model version checksum of the edition: after a migration the note says nothing any more.
    package let model: String
    /// The properties by which the plan of the edition tells objects apart, by the entity's name.
    package let keys: [String: [String]]
    /// Whether the edition's objects have its primary keys, but for those that are noted (`ZseedEditionKeys`).
    package let hasPrimaryKeys: Bool
    /// The root entity of each entity: a migration on the device that changes which entities share a table gives
    /// objects other primary keys, and notes nothing. Empty in a note of an earlier version.
    package let roots: [String: String]

    /// Makes a note.
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

    /// Reads what a store notes; nil where it notes nothing, or something of another model's.
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

    /// Whether a store notes an edition, be it of an earlier version of its model, and that primary keys hold.
    package static func hasPrimaryKeys(_ inspection: StoreInspection) -> Bool {
        let metadata = try? StoreMetadata(uuid: "", propertyList: inspection.metadataPropertyList)
        return metadata?.entries[metadataKey].map { $0["isApart"] != .bool(true) } ?? false
    }

    private static func roots(_ list: PropertyList) -> [String: String] {
        (list["roots"]?.dictionary ?? [:]).compactMapValues(\.string)
    }

    /// Whether the entities that a store's note names still share tables as they did then. A renamed root entity is the
    /// same root.
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

    /// As the metadata has it.
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
    /// The root entity of each entity, as ``EditionNote/roots`` has them.
    package var roots: [String: String] {
        Dictionary(entities.map { ($0.name, $0.rootName) }, uniquingKeysWith: { first, _ in first })
    }
}
