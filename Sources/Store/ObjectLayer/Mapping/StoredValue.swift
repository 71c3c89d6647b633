import ObjectModel

/// The value of a property of an object, as plain data.
public enum StoredValue: Equatable, Sendable {
    /// No value.
    case null
    /// The value of an attribute.
    case attribute(PropertyValue)
    /// The value of a binary attribute that is stored in a file beside the store (docs/internals/format.md#rows). The
    /// UUID is the name of the file; ``ManagedObject/attributeValue(forKey:)`` reads it.
    case externalData(String)
    /// The destination of a to-one relationship.
    case object(ManagedObjectID)
    /// The destinations of a to-many relationship, in order if the relationship is ordered.
    case objects([ManagedObjectID])

    /// The destination of a to-one relationship.
    var objectID: ManagedObjectID? {
        guard case .object(let id) = self else { return nil }
        return id
    }

    /// Returns whether two values are identical byte for byte. Swift treats canonically equivalent texts as equal (`é`
    /// as one or two scalars), but a change from one to the other is a change.
    func isIdentical(to other: StoredValue) -> Bool {
        guard self == other else { return false }
        guard case .attribute(let one) = self, case .attribute(let two) = other else {
            return true
        }
        switch (one, two) {
        case (.string(let one), .string(let two)), (.uri(let one), .uri(let two)):
            return one.utf8.elementsEqual(two.utf8)
        default: return true
        }
    }
}
