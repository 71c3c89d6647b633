/// The effects of the policies on a row that matches an object.
extension ConflictPolicy {
    /// Whether the row may match the object at all.
    var takesObject: Bool { self != .error }

    /// Whether the object is left unchanged.
    var keepsObject: Bool { self == .skip }

    /// Whether the row may change the object.
    var changesObject: Bool { self == .merge || self == .replace }

    /// Whether the row fills only the object's missing values.
    var fillsGaps: Bool { self == .merge }

    /// Whether the row's values replace those of the object, also by NULL.
    var replaces: Bool { self == .replace }

    /// The mode for relationships.
    var linkMode: LinkWriter.Mode {
        switch self {
        case .merge: .merge
        case .replace: .replace
        case .error, .skip: .new
        }
    }
}
