/// The type of an attribute. The raw value is that of `NSAttributeType` in model archives and version hashes
/// (docs/internals/format.md#columns, #version-hashes).
public enum AttributeType: Int32, CaseIterable, Sendable {
    case undefined = 0
    case integer16 = 100
    case integer32 = 200
    case integer64 = 300
    case decimal = 400
    case double = 500
    case float = 600
    case string = 700
    case boolean = 800
    case date = 900
    case binaryData = 1000
    case uuid = 1100
    case uri = 1200
    case transformable = 1800
    case objectID = 2000
    case composite = 2100

    /// The name in Xcode's model editor and in `.xcdatamodel` files, such as `Integer 16`.
    package var xcodeName: String {
        switch self {
        case .undefined: "Undefined"
        case .integer16: "Integer 16"
        case .integer32: "Integer 32"
        case .integer64: "Integer 64"
        case .decimal: "Decimal"
        case .double: "Double"
        case .float: "Float"
        case .string: "String"
        case .boolean: "Boolean"
        case .date: "Date"
        case .binaryData: "Binary"
        case .uuid: "UUID"
        case .uri: "URI"
        case .transformable: "Transformable"
        case .objectID: "ObjectID"
        case .composite: "Composite"
        }
    }

    /// Creates the type with a name in Xcode's model editor.
    package init?(xcodeName: String) {
        let aliases = ["Binary Data": AttributeType.binaryData, "Object ID": .objectID]
        let type = Self.allCases.first { $0.xcodeName == xcodeName } ?? aliases[xcodeName]
        guard let type else { return nil }
        self = type
    }

    /// The default class of the values in Core Data; nil if the app chooses one.
    public var valueClassName: String? {
        switch self {
        case .integer16, .integer32, .integer64, .double, .float, .boolean: "NSNumber"
        case .decimal: "NSDecimalNumber"
        case .string: "NSString"
        case .date: "NSDate"
        case .binaryData: "NSData"
        case .uuid: "NSUUID"
        case .uri: "NSURL"
        case .objectID: "NSManagedObjectID"
        case .composite: "NSDictionary"
        case .undefined, .transformable: nil
        }
    }

    /// Whether the values are 16, 32 or 64 bit integers.
    package var isInteger: Bool { self == .integer16 || self == .integer32 || self == .integer64 }
}
