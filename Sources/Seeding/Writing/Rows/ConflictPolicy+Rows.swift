/// What the policies mean for a row that meets an object.
extension ConflictPolicy {
    /// Whether the row may be that object at all.
    var takesObject: Bool { self != .error }

    /// Whether the object stays as it is.
    var keepsObject: Bool { self == .skip }

    /// Whether the object gets anything from the row.
    var changesObject: Bool { self == .merge || self == .replace }

    /// Whether what the object has stays, and the row fills what it lacks.
    var fillsGaps: Bool { self == .merge }

    /// Whether what the row says, also that there is nothing, takes the place of what the object
    /// has.
    var replaces: Bool { self == .replace }

    /// How relationships are written.
    var linkMode: LinkWriter.Mode {
        switch self {
        case .merge: .merge
        case .replace: .replace
        case .error, .skip: .new
        }
    }
}
