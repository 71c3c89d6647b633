import ObjectModel

/// The Swift types of attribute values.
struct ValueTypes {
    let classes: ClassNames

    /// Returns the type of a value; nil if it has no plain type (transformable, undefined, composite).
    func name(of type: AttributeType) -> String? {
        switch type {
        case .integer16: classes.type("Int16", of: "Swift")
        case .integer32: classes.type("Int32", of: "Swift")
        case .integer64: classes.type("Int64", of: "Swift")
        case .double: classes.type("Double", of: "Swift")
        case .float: classes.type("Float", of: "Swift")
        case .boolean: classes.type("Bool", of: "Swift")
        case .string: classes.type("String", of: "Swift")
        case .decimal: classes.type("Decimal", of: "Foundation")
        case .date: classes.type("Date", of: "Foundation")
        case .binaryData: classes.type("Data", of: "Foundation")
        case .uuid: classes.type("UUID", of: "Foundation")
        case .uri, .objectID: classes.type("URL", of: "Foundation")
        case .undefined, .transformable, .composite: nil
        }
    }

    /// Returns whether Core Data has scalars for a type: numbers and booleans.
    static func isNumber(_ type: AttributeType) -> Bool {
        switch type {
        case .integer16, .integer32, .integer64, .double, .float, .boolean: true
        default: false
        }
    }
}
