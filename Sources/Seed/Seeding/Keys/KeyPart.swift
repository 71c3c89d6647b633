import ObjectModel
import StoreFormat

/// One part of a key: an attribute, or a to-one relationship, whose value is its destination.
enum KeyPart: Equatable {
    case attribute(AttributeColumn)
    case toOne(ToOneColumn)

    /// The name of the property, or the path to an element of a composite attribute.
    var path: String {
        switch self {
        case .attribute(let attribute): attribute.path
        case .toOne(let toOne): toOne.relationship.name
        }
    }

    /// The column. That of a relationship contains the primary keys of its destinations.
    var column: String {
        switch self {
        case .attribute(let attribute): attribute.column
        case .toOne(let toOne): toOne.column
        }
    }

    /// The attribute; nil for a relationship.
    var attribute: AttributeColumn? {
        if case .attribute(let attribute) = self { attribute } else { nil }
    }

    /// The type of the values; nil for a relationship.
    var type: AttributeType? { attribute?.attribute.type }
}

extension EntityLayout {
    /// Returns the attribute or to-one relationship with a name.
    func keyPart(_ name: String) -> KeyPart? {
        attribute(name).map(KeyPart.attribute) ?? toOne(name).map(KeyPart.toOne)
    }
}
