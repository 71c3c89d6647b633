import StoreFormat

/// The derivation of a UUID for each object.
struct DerivedUUID {
    /// A part of a name.
    enum Part {
        /// The value of an attribute, by its column.
        case column(String, isUUID: Bool)
        case cell(ResolvedLoad.Cell)
        /// The load's own key.
        case loadKey
    }

    /// A name from which a UUID is made.
    struct Name {
        let namespace: NameBasedUUID
        /// The parts. A name without parts is the primary key.
        let parts: [Part]
        /// Whether one part with a value is enough.
        var mayLackParts = false
    }

    /// The possible names, the best first. The UUID is made from the first name that the object has.
    let names: [Name]
    /// Whether only empty cells get the UUID.
    let isFallback: Bool
    /// Whether the plan names the parts.
    let isExplicit: Bool
    /// Whether the attribute stores the UUID as a text, in the form of `UUID().uuidString`.
    var isText = false
}

/// The values in a plan that identify the objects of one entity.
struct ObjectKeys {
    /// The attributes of each key.
    var attributes: [[AttributeColumn]] = []
    /// Whether some of a key's values may be missing.
    var mayLackParts = false
    /// Whether the load has a `key:`.
    var hasLoadKey = false
    /// Whether the primary key may be used in place of a key.
    var hasPosition = true
}
