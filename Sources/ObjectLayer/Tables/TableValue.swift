import ObjectModel

/// One cell of a fetched table.
public enum TableValue: Equatable, Sendable {
    /// No value.
    case none
    /// The value of an attribute, or a computed one.
    case value(PropertyValue)
    /// A binary value whose file beside the store is missing, with the file's name.
    case missingFile(String)
    /// An object, with what it is called where its entity has a naming attribute and it a value of
    /// that.
    case object(ManagedObjectID, name: String?)
    /// The ID of an object, where `objectID` was asked for.
    case objectID(ManagedObjectID)
    /// Several values, of a path through to-many relationships.
    case list([TableValue])
}

/// One column of a fetched table.
public struct TableColumn: Equatable, Sendable {
    /// The heading.
    public let name: String
    /// The type of the attribute whose values it shows; nil for objects and computed values.
    public let type: AttributeType?
    /// Whether it shows an element of a composite attribute: of a structure or an enumeration.
    public let isElement: Bool
    /// Whether it shows numbers.
    public let isNumber: Bool
    /// Whether it shows the IDs of objects, and not what they are called.
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
