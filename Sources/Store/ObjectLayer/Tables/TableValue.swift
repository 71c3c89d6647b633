import ObjectModel

/// One cell of a fetched table.
public enum TableValue: Equatable, Sendable {
    /// No value.
    case none
    /// The value of an attribute, or a computed value.
    case value(PropertyValue)
    /// A binary value whose file beside the store is missing, with the file's name.
    case missingFile(String)
    /// An object, and its name if its entity has a naming attribute with a value.
    case object(ManagedObjectID, name: String?)
    /// The ID of an object, if the request asked for `objectID`.
    case objectID(ManagedObjectID)
    /// Several values, of a path through to-many relationships.
    case list([TableValue])
}

/// One column of a fetched table.
public struct TableColumn: Equatable, Sendable {
    /// The heading.
    public let name: String
    /// The type of the attribute that it shows; nil for objects and computed values.
    public let type: AttributeType?
    /// Whether the column shows an element of a composite attribute, that is, of a structure or an enumeration.
    public let isElement: Bool
    /// Whether the column shows numbers.
    public let isNumber: Bool
    /// Whether the column shows the IDs of objects instead of their names.
    var showsIDs = false

    /// A column of values without name and type.
    package static let plain = TableColumn(name: "", type: nil, isNumber: false)

    init(name: String, type: AttributeType?, isElement: Bool = false, isNumber: Bool, showsIDs: Bool = false)
    {
        self.name = name
        self.type = type
        self.isElement = isElement
        self.isNumber = isNumber
        self.showsIDs = showsIDs
    }
}
