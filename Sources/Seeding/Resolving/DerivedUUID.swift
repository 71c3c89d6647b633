import StoreFormat

/// How a UUID attribute gets a value of its own for each object.
struct DerivedUUID {
    /// A part of a name.
    enum Part {
        /// The value of an attribute, by its column.
        case column(String, isUUID: Bool)
        case cell(ResolvedLoad.Cell)
        /// The load's own key.
        case loadKey
    }

    /// What a UUID is made from.
    struct Name {
        let namespace: NameBasedUUID
        /// None: the primary key.
        let parts: [Part]
        /// Whether one part with a value is enough.
        var mayLackParts = false
    }

    /// The names, the best first: the first that an object has makes its UUID.
    let names: [Name]
    /// Whether it stands for empty cells only.
    let isFallback: Bool
    /// Whether the plan says from what.
    let isExplicit: Bool
    /// Whether the attribute has it as a text, as `UUID().uuidString` writes it.
    var isText = false
}

/// What tells the objects of one entity apart, of what a plan gives them.
struct ObjectKeys {
    /// The attributes of each key.
    var attributes: [[AttributeColumn]] = []
    /// Whether some of a key's values may be missing.
    var mayLackParts = false
    /// Whether the load has a `key:`.
    var hasLoadKey = false
    /// Whether the primary key may take the place of a key.
    var hasPosition = true
}
